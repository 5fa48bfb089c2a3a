#include "base/arena.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

// From this size on, huge pages save more in address translation than the half-used last page
// wastes.
enum { HUGE_PAGES_FROM_BYTES = 16 << 20 };

Status arena_init(Arena *arena, size_t cap_bytes, Error *error) {
    *arena = (Arena){0};
    void *base = mmap(NULL, cap_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return error_set(error, STATUS_NO_MEMORY, "cannot reserve %zu bytes of memory: %s",
                         cap_bytes, strerror(errno));
    // A failure is ignored: without huge pages the arena works, only slower.
    if (cap_bytes >= HUGE_PAGES_FROM_BYTES)
        (void)madvise(base, cap_bytes, MADV_HUGEPAGE);
    *arena = (Arena){.base = base, .cap = cap_bytes};
    return STATUS_OK;
}

void *arena_alloc(Arena *arena, size_t size, size_t align) {
    assert(align > 0 && (align & (align - 1)) == 0 && align <= ARENA_ALIGN_MAX);
    assert(arena->base && arena->used <= arena->cap);
    // The base lies on a page boundary, so offsets are as aligned as addresses.
    const size_t gap = (0 - arena->used) & (align - 1);
    const size_t room = arena->cap - arena->used;
    // Compared by subtraction, so that no size overflows.
    if (gap > room || size > room - gap)
        return NULL;
    void *memory = arena->base + arena->used + gap;
    arena->used += gap + size;
    return memory;
}

size_t arena_mark(const Arena *arena) {
    return arena->used;
}

void arena_reset_to(Arena *arena, size_t mark) {
    assert(mark <= arena->used);
    arena->used = mark;
}

void arena_clear(Arena *arena) {
    arena->used = 0;
}

void arena_release(Arena *arena) {
    if (arena->base)
        munmap(arena->base, arena->cap);
    *arena = (Arena){0};
}

size_t arena_used(const Arena *arena) {
    return arena->used;
}
