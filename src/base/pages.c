#include "base/pages.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PAGE = 4096, HUGE_PAGE = 2 << 20 };

static size_t whole(size_t bytes) {
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

void *pages_new(size_t bytes) {
    if (!bytes || bytes > SIZE_MAX / 2)
        return NULL;
    // A large block begins on a huge page; the surplus is unmapped at once.
    const size_t wanted = whole(bytes), spare = bytes >= HUGE_PAGE ? HUGE_PAGE : 0;
    char *memory = mmap(NULL, wanted + spare, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    if (!spare)
        return memory;
    const size_t before = (size_t)(-(uintptr_t)memory % HUGE_PAGE), after = spare - before;
    if (before)
        munmap(memory, before);
    memory += before;
    if (after)
        munmap(memory + wanted, after);
    madvise(memory, wanted, MADV_HUGEPAGE); // a failure is ignored
    return memory;
}

void pages_free(void *memory, size_t bytes) {
    if (memory)
        munmap(memory, whole(bytes));
}

void pages_clear(void *memory, size_t bytes) {
    // For a small block the page faults afterwards cost more than writing zeros: a third of the
    // time of short games with a table of one megabyte.
    if (bytes < HUGE_PAGE)
        memset(memory, 0, bytes);
    else
        madvise(memory, whole(bytes), MADV_DONTNEED);
}

void pages_commit(void *memory, size_t bytes) {
    // Faster than reading and writing back, which maps each page twice: first to the shared zero
    // page.
    if (madvise(memory, whole(bytes), MADV_POPULATE_WRITE) == 0)
        return;
    volatile char *bytewise = memory; // for kernels before 5.14
    for (size_t i = 0; i < bytes; i += PAGE)
        bytewise[i] = bytewise[i];
}

// The limit that a container sets, in bytes; SIZE_MAX: none.
static size_t container_limit(const char *path) {
    FILE *file = fopen(path, "re");
    unsigned long long bytes = 0;
    const bool is_limit = file && fscanf(file, "%20llu", &bytes) == 1; // otherwise it says `max`
    if (file)
        fclose(file);
    return is_limit ? (size_t)bytes : SIZE_MAX;
}

size_t pages_limit_mb(void) {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    struct rlimit process;
    const size_t limits[] = {
        pages > 0 && page > 0 ? (size_t)pages * (size_t)page : SIZE_MAX,
        container_limit("/sys/fs/cgroup/memory.max"),
        container_limit("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        getrlimit(RLIMIT_AS, &process) == 0 && process.rlim_cur != RLIM_INFINITY
            ? (size_t)process.rlim_cur
            : SIZE_MAX,
    };
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        least = limits[i] < least ? limits[i] : least;
    return least >> 20;
}
