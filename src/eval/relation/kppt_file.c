// The files of the KPPT evaluator: recognition, our own format, and the checks after reading.
#include "kppt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "apery.h"
#include "bonanza.h"

Status kppt_new(Kppt **kppt, const char *name, Error *error) {
    *kppt = calloc(1, sizeof **kppt);
    if (!*kppt)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for an evaluator", name);
    (*kppt)->base = (Eval){.kind = &EVAL_KPPT, .frame_bytes = sizeof(KpptFrame)};
    return STATUS_OK;
}

void kppt_close(Eval *eval) {
    Kppt *kppt = (Kppt *)eval;
    if (!kppt)
        return;
    for (int part = 0; part < KPPT_PART_NB; part++) {
        filemap_release(&kppt->map[part]);
        free(kppt->memory[part]);
    }
    free(kppt);
}

// ---- a pair has one value ----

// Squares of this side length are compared with their mirror images, so that both stay in the
// cache.
enum { TILE = 64 };

static uint32_t pair_bits(const KpptPair *pair) {
    uint32_t bits;
    memcpy(&bits, pair, sizeof bits);
    return bits;
}

static uint32_t tile_differences(const KpptPair *slice, int top, int left) {
    uint32_t count = 0;
    for (int i = top; i < top + TILE && i < KPPT_PIECE_NB; i++)
        for (int j = left; j < left + TILE && j < i; j++)
            count += pair_bits(kppt_row(slice, (Feature)i) + j) !=
                     pair_bits(kppt_row(slice, (Feature)j) + i);
    return count;
}

static uint64_t count_differences(const KpptPair *kpp) {
    uint64_t count = 0;
    for (int king = 0; king < SQUARE_NB; king++)
        for (int top = 0; top < KPPT_PIECE_NB; top += TILE)
            for (int left = 0; left <= top; left += TILE)
                count += tile_differences(kpp + (size_t)king * KPPT_SLICE_NB, top, left);
    return count;
}

static void mirror_tile(KpptPair *slice, int top, int left) {
    for (int i = top; i < top + TILE && i < KPPT_PIECE_NB; i++)
        for (int j = left; j < left + TILE && j < i; j++)
            slice[(size_t)j * KPPT_PIECE_NB + (size_t)i] =
                slice[(size_t)i * KPPT_PIECE_NB + (size_t)j];
}

void kppt_mirror(KpptPair *kpp) {
    for (int king = 0; king < SQUARE_NB; king++)
        for (int top = 0; top < KPPT_PIECE_NB; top += TILE)
            for (int left = 0; left <= top; left += TILE)
                mirror_tile(kpp + (size_t)king * KPPT_SLICE_NB, top, left);
}

Status kppt_settle(Kppt *kppt, const char *name, Error *error) {
    kppt->unsettled = count_differences(kppt->tables.kpp);
    if (!kppt->unsettled)
        return STATUS_OK;
    const size_t bytes = KPPT_KPP_NB * sizeof(KpptPair);
    KpptPair *copy = malloc(bytes);
    if (!copy)
        return error_set(error, STATUS_NO_MEMORY,
                         "%s: kpp is not symmetric, and there is no memory for a copy of %zu bytes",
                         name, bytes);
    memcpy(copy, kppt->tables.kpp, bytes);
    kppt_mirror(copy);
    free(kppt->memory[KPPT_KPP]);
    kppt->memory[KPPT_KPP] = copy;
    kppt->tables.kpp = copy;
    return STATUS_OK;
}

// ---- reading ----

static bool is_directory(const struct stat *info) {
    return S_ISDIR(info->st_mode);
}

static bool is_bonanza(const struct stat *info) {
    return S_ISREG(info->st_mode) && (size_t)info->st_size == BONANZA_FILE_BYTES;
}

bool kppt_recognises(const char *path) {
    struct stat info;
    if (stat(path, &info) != 0)
        return false;
    if (is_directory(&info))
        return apery_recognises(path);
    return is_bonanza(&info) || weights_shape_of(path) == SHAPE_KPPT;
}

static Status take_tables(Kppt *kppt, const Weights *weights, const char *name, Error *error) {
    if (weights->shape != SHAPE_KPPT)
        return error_set(error, STATUS_BAD_INPUT, "%s: weights of shape %d, expected %d (KPPT)",
                         name, (int)weights->shape, SHAPE_KPPT);
    if (weights->table_bytes != KPPT_TABLE_BYTES)
        return error_set(error, STATUS_BAD_INPUT, "%s: %zu bytes of tables, KPPT for %s has %zu",
                         name, weights->table_bytes, GAME_NAME, KPPT_TABLE_BYTES);
    const KpptTerm *terms = (const KpptTerm *)(const void *)weights->tables;
    kppt->tables.one = terms;
    kppt->tables.kk = terms + KPPT_ONE_NB;
    kppt->tables.kkp = kppt->tables.kk + KPPT_KK_NB;
    kppt->tables.kpp = (const KpptPair *)(const void *)(kppt->tables.kkp + KPPT_KKP_NB);
    kppt->scale = weights->scale;
    kppt->flags = weights->flags;
    return STATUS_OK;
}

static Status read_own(Kppt *kppt, const char *path, Error *error) {
    Weights weights;
    TRY(weights_open(path, &kppt->map[KPPT_ONE], &weights, error));
    return take_tables(kppt, &weights, path, error);
}

// The last steps, after the tables were read with this status.
static Status finish(Kppt *kppt, Status status, const char *name, Eval **eval, Error *error) {
    if (status == STATUS_OK)
        status = kppt_settle(kppt, name, error);
    if (status == STATUS_OK)
        *eval = &kppt->base;
    else
        kppt_close(&kppt->base);
    return status;
}

Status kppt_from_weights(const Weights *weights, const char *name, Eval **eval, Error *error) {
    Kppt *kppt;
    TRY(kppt_new(&kppt, name, error));
    return finish(kppt, take_tables(kppt, weights, name, error), name, eval, error);
}

Status kppt_open(const char *path, Eval **eval, Error *error) {
    *eval = NULL;
    struct stat info;
    if (stat(path, &info) != 0)
        return error_set(error, STATUS_IO, "%s: %s", path, strerror(errno));
    Kppt *kppt;
    TRY(kppt_new(&kppt, path, error));
    const Status status = is_directory(&info) ? apery_read(kppt, path, error)
                          : is_bonanza(&info) ? bonanza_read(kppt, path, error)
                                              : read_own(kppt, path, error);
    return finish(kppt, status, path, eval, error);
}

Status kppt_write(const Eval *eval, const char *path, Str provenance, Error *error) {
    const Kppt *kppt = (const Kppt *)eval;
    const KpptTables *tables = &kppt->tables;
    const WeightsPart parts[KPPT_PART_NB] = {
        [KPPT_ONE] = {tables->one, KPPT_ONE_NB * sizeof(KpptTerm)},
        [KPPT_KK] = {tables->kk, KPPT_KK_NB * sizeof(KpptTerm)},
        [KPPT_KKP] = {tables->kkp, KPPT_KKP_NB * sizeof(KpptTerm)},
        [KPPT_KPP] = {tables->kpp, KPPT_KPP_NB * sizeof(KpptPair)},
    };
    const Weights weights = {
        .shape = SHAPE_KPPT, .scale = kppt->scale, .flags = kppt->flags, .provenance = provenance};
    return weights_write_parts(&weights, parts, KPPT_PART_NB, path, error);
}
