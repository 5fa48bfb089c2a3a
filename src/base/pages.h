// pages.h — large blocks of zeroed memory, on huge pages where the system grants them.
//
// Random reads of a table of many megabytes walk the page tables at almost every access; huge pages
// save most of that. The caller owns the memory. Any thread.
#pragma once

#include <stddef.h>

// Null if there is no memory. A page is committed when it is first touched.
void *pages_new(size_t bytes);
void pages_free(void *memory, size_t bytes); // allowed on null

// Zeroes the memory. Pages of a large block go back to the system, which takes almost no time.
void pages_clear(void *memory, size_t bytes);

// Commits the memory now, contents unchanged: the first touch of a huge page takes a millisecond,
// too long for games with little time. No other thread may write to it meanwhile.
void pages_commit(void *memory, size_t bytes);

// How many MiB this process may use at most: the memory of the machine, or less if its container or
// its limits say so.
size_t pages_limit_mb(void);
