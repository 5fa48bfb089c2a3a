// Writes weights of a shape filled with random numbers, to measure with: nobody should play with
// them. usage: make_random pp|kppt FILE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "eval/relation/kppt.h"
#include "eval/relation/pp.h"

static int16_t small(uint64_t index) {
    return (int16_t)((int)(rng_mix(index) % 401) - 200);
}

static void fill_pp(void *tables) {
    PpFile *file = tables;
    for (uint64_t i = 0; i < PP_PAIR_NB; i++)
        file->pair[i] = (PpPair){small(2 * i), small(2 * i + 1)};
}

// A pair beside a king has one value, whichever of its two pieces is named first.
static void fill_kppt(void *tables) {
    KpptTerm *terms = tables;
    const size_t term_count = KPPT_ONE_NB + KPPT_KK_NB + KPPT_KKP_NB;
    for (size_t i = 0; i < term_count; i++)
        terms[i] = (KpptTerm){small(2 * i), small(2 * i + 1)};
    KpptPair *kpp = (KpptPair *)(terms + term_count);
    for (size_t king = 0; king < SQUARE_NB; king++)
        for (size_t i = 0; i < KPPT_PIECE_NB; i++)
            for (size_t j = 0; j < i; j++) {
                KpptPair *slice = kpp + king * KPPT_SLICE_NB;
                const uint64_t index = (king * KPPT_PIECE_NB + i) * KPPT_PIECE_NB + j;
                const KpptPair pair = {small(2 * index), small(2 * index + 1)};
                slice[i * KPPT_PIECE_NB + j] = slice[j * KPPT_PIECE_NB + i] = pair;
            }
}

int main(int argc, char **argv) {
    const bool is_pp = argc == 3 && !strcmp(argv[1], "pp");
    const bool is_kppt = argc == 3 && !strcmp(argv[1], "kppt");
    if (!is_pp && !is_kppt) {
        fputs("usage: make_random pp|kppt FILE\n", stderr);
        return 2;
    }
    const size_t bytes = is_pp ? sizeof(PpFile) : KPPT_TABLE_BYTES;
    void *tables = calloc(1, bytes);
    if (!tables)
        return 2;
    if (is_pp)
        fill_pp(tables);
    else
        fill_kppt(tables);
    const Weights weights = {
        .shape = is_pp ? SHAPE_PP : SHAPE_KPPT,
        .scale = 32,
        .provenance = str_of("Random numbers, for measuring speed."),
        .tables = tables,
        .table_bytes = bytes,
    };
    Error error;
    const Status status = weights_write(&weights, argv[2], &error);
    if (status != STATUS_OK)
        fprintf(stderr, "make_random: %s\n", error.text);
    free(tables);
    return status == STATUS_OK ? 0 : 2;
}
