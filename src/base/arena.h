// arena.h — a bump allocator over one reserved range of addresses, with a hard cap.
//
// Memory is taken in order and freed all at once, so it can neither leak nor exceed the cap. The
// address range is reserved by arena_init; the system commits a page when it is first touched, so a
// large cap costs nothing until it is used. The caller owns the Arena and releases it; the arena
// owns all memory it hands out. One thread at a time.
#pragma once

#include <stddef.h>

#include "base/status.h"

typedef struct Arena {
    unsigned char *base;
    size_t used, cap; // bytes, used <= cap
} Arena;

// Reserves `cap_bytes` (at least 1) of addresses. STATUS_NO_MEMORY when the system refuses.
Status arena_init(Arena *arena, size_t cap_bytes, Error *error);

// The next `size` bytes, aligned to `align` (a power of two up to ARENA_ALIGN_MAX), or NULL when
// they would exceed the cap. The contents are unspecified: the bytes may have been used before.
enum { ARENA_ALIGN_MAX = 4096 };
void *arena_alloc(Arena *arena, size_t size, size_t align);

// Frees everything allocated since the mark was taken. Marks are used in the order of a stack.
size_t arena_mark(const Arena *arena);
void arena_reset_to(Arena *arena, size_t mark);

// Frees everything. The pages stay committed, since the next game uses them again.
void arena_clear(Arena *arena);

// Returns the range to the system. Allowed on a zeroed Arena.
void arena_release(Arena *arena);

// Bytes handed out, alignment gaps included.
size_t arena_used(const Arena *arena);
