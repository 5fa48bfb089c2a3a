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

void siblings_visits(const Block *block, float *visits) {
    for (size_t i = 0; i < block_padded(block); i++)
        visits[i] = i < block->count
                        ? (float)atomic_load_explicit(&block_visits(block)[i], memory_order_relaxed)
                        : 0;
}

void siblings_visit_shares(const Block *block, float *shares) {
    float sum = 0;
    siblings_visits(block, shares);
    for (int i = 0; i < block->count; i++)
        sum += shares[i];
    for (int i = 0; sum > 0 && i < block->count; i++)
        shares[i] /= sum;
}

void siblings_drop_closed(const Block *block, float *objective) {
    if (!atomic_load_explicit(&block->has_closed, memory_order_relaxed))
        return;
    for (int i = 0; i < block->count; i++)
        if (atomic_load_explicit(&block_links(block)[i], memory_order_relaxed) == LINK_CLOSED)
            objective[i] = SIMD_PAD;
}
