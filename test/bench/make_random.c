// Writes weights of a shape filled with random numbers, to measure with: nobody should play with
// them. usage: make_random pp|ppk|kppt|asymmetric|net|halfkp|kp FILE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "eval/net/smallnet.h"
#include "eval/relation/kppt.h"
#include "eval/relation/ppk.h"
#include "nnue_synthetic.h"

static int16_t small(uint64_t index) {
    return (int16_t)((int)(rng_mix(index) % 401) - 200);
}

static void fill_pp(void *tables) {
    PpFile *file = tables;
    for (uint64_t i = 0; i < PP_PAIR_NB; i++)
        file->pair[i] = (PpPair){small(2 * i), small(2 * i + 1)};
}

static void fill_ppk(void *tables) {
    PpkFile *file = tables;
    fill_pp(&file->pp);
    for (uint64_t king = 0; king < SQUARE_NB; king++)
        for (uint64_t i = 0; i < PPK_PAIR_NB; i++)
            file->kpp[king][i] = small(king * PPK_PAIR_NB + i);
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

// One pair has two values, as a table that another program wrote may have.
static void fill_asymmetric(void *tables) {
    fill_kppt(tables);
    KpptTerm *terms = tables;
    KpptPair *kpp = (KpptPair *)(terms + KPPT_ONE_NB + KPPT_KK_NB + KPPT_KKP_NB);
    kpp[KPPT_SLICE_NB + 7].turn ^= 1;
}

// Sums on both sides of the clamp.
static void fill_net(void *tables) {
    SmallnetFile *file = tables;
    uint64_t next = 0;
    for (int j = 0; j < SMALLNET_WIDTH; j++) {
        for (int i = 0; i < FEATURE_NB; i++)
            file->row[i][j] = (int16_t)(small(next++) / 4);
        file->bias[j] = (int16_t)(200 + small(next++) / 4);
        file->own[j] = small(next++);
        file->other[j] = small(next++);
    }
    for (int i = 0; i < FEATURE_NB; i++)
        file->psqt[i] = small(next++);
}

static const struct {
    const char *name;
    WeightShape shape;
    size_t bytes;
    uint32_t scale;
    void (*fill)(void *tables);
} SHAPES[] = {
    {"pp", SHAPE_PP, sizeof(PpFile), 32, fill_pp},
    {"ppk", SHAPE_PP_KPP, sizeof(PpkFile), 32, fill_ppk},
    {"kppt", SHAPE_KPPT, KPPT_TABLE_BYTES, 32, fill_kppt},
    {"asymmetric", SHAPE_KPPT, KPPT_TABLE_BYTES, 32, fill_asymmetric},
    {"net", SHAPE_NET, sizeof(SmallnetFile), SMALLNET_SCALE, fill_net},
};

// A net in the format of other programs, which only shogi has.
static int write_net(bool is_half_kp, const char *path) {
    const Synthetic net = {.is_half_kp = is_half_kp, .text_bytes = 178, .seed = 1};
    unsigned char *bytes = synthetic_bytes(&net);
    FILE *file = fopen(path, "wb");
    const size_t size = synthetic_size(&net);
    const bool is_written = file && fwrite(bytes, 1, size, file) == size;
    const bool is_closed = file && fclose(file) == 0;
    free(bytes);
    return is_written && is_closed ? 0 : 2;
}

int main(int argc, char **argv) {
    if (argc == 3 && (!strcmp(argv[1], "halfkp") || !strcmp(argv[1], "kp")))
        return write_net(!strcmp(argv[1], "halfkp"), argv[2]);
    size_t i = 0;
    while (i < ARRAY_LEN(SHAPES) && (argc != 3 || strcmp(argv[1], SHAPES[i].name) != 0))
        i++;
    void *tables = i < ARRAY_LEN(SHAPES) ? calloc(1, SHAPES[i].bytes) : NULL;
    if (!tables) {
        fputs("usage: make_random pp|ppk|kppt|asymmetric|net|halfkp|kp FILE\n", stderr);
        return 2;
    }
    SHAPES[i].fill(tables);
    const Weights weights = {
        .shape = SHAPES[i].shape,
        .scale = SHAPES[i].scale,
        .provenance = str_of("Random numbers, for measuring speed."),
        .tables = tables,
        .table_bytes = SHAPES[i].bytes,
    };
    Error error;
    const Status status = weights_write(&weights, argv[2], &error);
    if (status != STATUS_OK)
        fprintf(stderr, "make_random: %s\n", error.text);
    free(tables);
    return status == STATUS_OK ? 0 : 2;
}
