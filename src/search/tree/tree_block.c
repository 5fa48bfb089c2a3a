#include "tree_block.h"

#include <string.h>

// Two floats at a time: the processor reads them with one load.
typedef uint64_t __attribute__((may_alias)) Two;

static void copy_shared(float *to, const void *shared, size_t count) {
    const Two *from = shared;
    for (size_t i = 0; i < count; i += 2) {
        const Two two = __atomic_load_n(&from[i / 2], __ATOMIC_RELAXED);
        memcpy(to + i, &two, sizeof two);
    }
}

void siblings_read(Siblings *siblings, const Block *block) {
    siblings->padded = block_padded(block);
    copy_shared(siblings->value, block_values(block), siblings->padded);
    copy_shared(siblings->depth, block_depths(block), siblings->padded);
}
