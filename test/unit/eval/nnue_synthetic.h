// nnue_synthetic.h — synthetic NNUE files for tests: valid format, random contents.
#pragma once

#include "base/rng.h"
#include "testing.h"

#include <unistd.h>

typedef struct Synthetic {
    bool is_half_kp; // else K-P
    // Every bit pattern, so that sums wrap and layers saturate; else weights of a size that keeps
    // most numbers of the net in the middle of their range.
    bool is_wild;
    uint32_t text_bytes;
    uint64_t seed;
} Synthetic;

enum {
    SYNTHETIC_ROWS_HALF_KP = 81 * 1548,
    SYNTHETIC_ROWS_KP = 1548 + 162,
    SYNTHETIC_LAYER_BYTES = 128 + 32 * 512 + 128 + 32 * 32 + 4 + 32,
};

static inline size_t synthetic_size(const Synthetic *net) {
    const size_t rows = net->is_half_kp ? SYNTHETIC_ROWS_HALF_KP : SYNTHETIC_ROWS_KP;
    return 12 + net->text_bytes + 4 + 512 + rows * 512 + 4 + SYNTHETIC_LAYER_BYTES;
}

static inline void synthetic_word(unsigned char *at, uint32_t word) {
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(word >> 8 * i);
}

static inline unsigned char *synthetic_biases(unsigned char *at, int count, uint32_t range,
                                              Rng *rng) {
    for (int i = 0; i < count; i++, at += 4)
        synthetic_word(at, rng_below(rng, range) - range / 2);
    return at;
}

static inline unsigned char *synthetic_weights(unsigned char *at, int count, bool is_wild,
                                               Rng *rng) {
    for (int i = 0; i < count; i++)
        *at++ = (unsigned char)(is_wild ? rng_below(rng, 256) : rng_below(rng, 25) - 12);
    return at;
}

// The whole file; the caller frees it.
static inline unsigned char *synthetic_bytes(const Synthetic *net) {
    const size_t size = synthetic_size(net);
    unsigned char *data = malloc(size), *at = data;
    assert_non_null(data);
    Rng rng;
    rng_init(&rng, net->seed);
    synthetic_word(at, 0x7AF32F16);
    synthetic_word(at + 4, net->is_half_kp ? 0x3E5AA6EE : 0x5C6464A9);
    synthetic_word(at + 8, net->text_bytes);
    memset(at + 12, 'x', net->text_bytes);
    at += 12 + net->text_bytes;
    synthetic_word(at, net->is_half_kp ? 0x5D69D7B8 : 0x3F5715FF);
    at += 4;
    const unsigned char *layers = data + size - SYNTHETIC_LAYER_BYTES;
    while (at < layers - 4) {
        const uint64_t random = rng_next(&rng);
        for (int i = 0; i < 4; i++, at += 2) {
            const unsigned bits = (unsigned)(random >> 16 * i) & 0xFFFF;
            const unsigned element = net->is_wild ? bits : bits % 61 - 30;
            at[0] = (unsigned char)element;
            at[1] = (unsigned char)(element >> 8);
        }
    }
    synthetic_word(at, 0x63337156);
    const uint32_t range = net->is_wild ? 1u << 20 : 4000;
    at = synthetic_biases(at + 4, 32, range, &rng);
    at = synthetic_weights(at, 32 * 512, net->is_wild, &rng);
    at = synthetic_biases(at, 32, range, &rng);
    at = synthetic_weights(at, 32 * 32, net->is_wild, &rng);
    at = synthetic_biases(at, 1, range, &rng);
    at = synthetic_weights(at, 32, net->is_wild, &rng);
    assert_true(at == data + size);
    return data;
}

// A file of these bytes with a unique name; the caller unlinks it.
enum { SYNTHETIC_PATH_MAX = 256 };
static inline void synthetic_write(const unsigned char *data, size_t size,
                                   char path[SYNTHETIC_PATH_MAX]) {
    const char *directory = getenv("TMPDIR");
    snprintf(path, SYNTHETIC_PATH_MAX, "%s/yuragi-nnue-XXXXXX", directory ? directory : "/tmp");
    const int file = mkstemp(path);
    assert_true(file >= 0);
    for (size_t done = 0; done < size;) {
        const ssize_t written = write(file, data + done, size - done);
        assert_true(written > 0);
        done += (size_t)written;
    }
    close(file);
}
