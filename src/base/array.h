// array.h — growth of arrays that the caller owns and frees.
//
// The caller keeps the pointer, the number of items and the capacity, both of type size_t; a null
// pointer with a capacity of 0 is an empty array. The array is the caller's, and so is its thread
// rule.
#pragma once

#include <stddef.h>

#include "base/status.h"

// Gives the array `items` room for `count` items. It grows by doubling, so that adding items one by
// one costs constant time each. On an error, which says "no memory for" and `what`, the array is as
// it was.
#define ARRAY_RESERVE(items, capacity, count, what, error)                                         \
    array_reserve(&(items), &(capacity), count, sizeof *(items), what, error)

// Behind the macro: `items` is the address of the caller's pointer to items of `size` bytes.
Status array_reserve(void *items, size_t *capacity, size_t count, size_t size, const char *what,
                     Error *error);
