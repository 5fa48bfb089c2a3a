// fuzz.h — shared by the fuzz targets: a failed check ends the program, and legal moves as a sorted
// set.
//
// A target is compiled once a game and linked with libFuzzer
// (https://llvm.org/docs/LibFuzzer.html). It gets hostile bytes in memory of exactly their size, so
// that AddressSanitizer sees a read past the end. A target depends on those bytes alone, so a
// finding can be reproduced from its file.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "game/contract.h"

// Called by libFuzzer, defined by the target; the second one only where mutations should keep the
// form of the text.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

// Defined by libFuzzer: its own mutations, for use in a custom mutator.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

__attribute__((noreturn)) static inline void fuzz_fail(const Position *pos, const char *check) {
    char text[POS_TEXT_MAX] = "no position";
    if (pos)
        pos_format(pos, text);
    fprintf(stderr, "failed check (" GAME_NAME "): %s: %s\n", check, text);
    abort();
}

// Not assert, which a release build would drop. `pos` may be null.
static inline void fuzz_require(bool holds, const Position *pos, const char *check) {
    if (!holds)
        fuzz_fail(pos, check);
}

// An error must have one printable sentence.
static inline void fuzz_require_error(Status status, const Error *error) {
    fuzz_require(status == STATUS_BAD_INPUT, NULL, "refused text is STATUS_BAD_INPUT");
    const size_t length = strnlen(error->text, sizeof error->text);
    fuzz_require(length > 0 && length < sizeof error->text, NULL, "an error is a sentence");
    for (size_t i = 0; i < length; i++)
        fuzz_require(error->text[i] >= ' ' && error->text[i] <= '~', NULL, "an error is printable");
}

static inline Str fuzz_text(const uint8_t *data, size_t size) {
    return (Str){(const char *)data, size};
}

static inline int fuzz_move_compare(const void *a, const void *b) {
    const Move left = *(const Move *)a, right = *(const Move *)b;
    return (left > right) - (left < right);
}

static inline int fuzz_sorted_moves(const Position *pos, Move *moves) {
    const int count = gen_legal(pos, moves);
    qsort(moves, (size_t)count, sizeof *moves, fuzz_move_compare);
    return count;
}

static inline bool fuzz_is_listed(const Move *sorted, int count, uint32_t any) {
    return bsearch(&any, sorted, (size_t)count, sizeof *sorted, fuzz_move_compare) != NULL;
}

// Some legal move, or MOVE_NONE where there is none.
static inline Move fuzz_some_move(const Position *pos, Rng *rng) {
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    return count ? moves[rng_below(rng, (uint32_t)count)] : (Move)MOVE_NONE;
}
