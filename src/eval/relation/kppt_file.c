// The files of the KPPT evaluator: which are recognised, our own format, and what is made sure of
// after reading.
#include "kppt.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apery.h"
#include "bonanza.h"
#include "kppt_draft.h"

// weights.h has the map of the header.
enum { AT_VERSION = 8, AT_GAME = 16, AT_SHAPE = 32, AT_TABLE_BYTES = 40, AT_PROVENANCE_BYTES = 56 };
static const char MAGIC[8] = {'Y', 'U', 'R', 'A', 'G', 'I', 'W', '\n'};

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

// Squares of this side are compared with their images, so that both stay in the cache.
enum { TILE = 64 };

static uint32_t pair_bits(const KpptPair *pair) {
    uint32_t bits;
    memcpy(&bits, pair, sizeof bits);
    return bits;
}

static bool is_tile_symmetric(const KpptPair *slice, int top, int left) {
    uint32_t difference = 0;
    for (int i = top; i < top + TILE && i < KPPT_PIECE_NB; i++)
        for (int j = left; j < left + TILE && j < i; j++)
            difference |= pair_bits(kppt_row(slice, (Feature)i) + j) ^
                          pair_bits(kppt_row(slice, (Feature)j) + i);
    return !difference;
}

static bool is_symmetric(const KpptPair *kpp) {
    for (int king = 0; king < SQUARE_NB; king++)
        for (int top = 0; top < KPPT_PIECE_NB; top += TILE)
            for (int left = 0; left <= top; left += TILE)
                if (!is_tile_symmetric(kpp + (size_t)king * KPPT_SLICE_NB, top, left))
                    return false;
    return true;
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
    if (is_symmetric(kppt->tables.kpp))
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

static bool is_own_file(const char *path) {
    unsigned char header[WEIGHTS_HEADER_BYTES];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool is_whole = read(file, header, sizeof header) == (ssize_t)sizeof header;
    close(file);
    uint32_t shape;
    memcpy(&shape, header + AT_SHAPE, sizeof shape);
    return is_whole && !memcmp(header, MAGIC, sizeof MAGIC) && shape == SHAPE_KPPT;
}

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
    return is_bonanza(&info) || (S_ISREG(info.st_mode) && is_own_file(path));
}

static Status read_own(Kppt *kppt, const char *path, Error *error) {
    Weights weights;
    FileMap *map = &kppt->map[KPPT_ONE];
    TRY(filemap_open(map, path, error));
    TRY(weights_read(&weights, path, map->data, map->size, error));
    if (weights.shape != SHAPE_KPPT)
        return error_set(error, STATUS_BAD_INPUT, "%s: weights of shape %d, expected %d (KPPT)",
                         path, (int)weights.shape, SHAPE_KPPT);
    if (weights.table_bytes != KPPT_TABLE_BYTES)
        return error_set(error, STATUS_BAD_INPUT, "%s: %zu bytes of tables, KPPT for %s has %zu",
                         path, weights.table_bytes, GAME_NAME, KPPT_TABLE_BYTES);
    const KpptTerm *terms = (const KpptTerm *)(const void *)weights.tables;
    kppt->tables.one = terms;
    kppt->tables.kk = terms + KPPT_ONE_NB;
    kppt->tables.kkp = kppt->tables.kk + KPPT_KK_NB;
    kppt->tables.kpp = (const KpptPair *)(const void *)(kppt->tables.kkp + KPPT_KKP_NB);
    kppt->scale = weights.scale;
    kppt->flags = weights.flags;
    return STATUS_OK;
}

Status kppt_open(const char *path, Eval **eval, Error *error) {
    *eval = NULL;
    struct stat info;
    if (stat(path, &info) != 0)
        return error_set(error, STATUS_IO, "%s: %s", path, strerror(errno));
    Kppt *kppt;
    TRY(kppt_new(&kppt, path, error));
    Status status = is_directory(&info) ? apery_read(kppt, path, error)
                    : is_bonanza(&info) ? bonanza_read(kppt, path, error)
                                        : read_own(kppt, path, error);
    if (status == STATUS_OK)
        status = kppt_settle(kppt, path, error);
    if (status == STATUS_OK)
        *eval = &kppt->base;
    else
        kppt_close(&kppt->base);
    return status;
}

// ---- writing ----

static void header_fill(unsigned char header[WEIGHTS_HEADER_BYTES], const Kppt *kppt,
                        size_t provenance_bytes, uint64_t checksum) {
    const uint32_t version[] = {WEIGHTS_VERSION, WEIGHTS_HEADER_BYTES};
    const uint32_t shape[] = {SHAPE_KPPT, kppt->scale};
    const uint64_t sums[] = {KPPT_TABLE_BYTES, checksum};
    const uint32_t tail[] = {(uint32_t)provenance_bytes, kppt->flags};
    memset(header, 0, WEIGHTS_HEADER_BYTES);
    memcpy(header, MAGIC, sizeof MAGIC);
    memcpy(header + AT_VERSION, version, sizeof version);
    memcpy(header + AT_GAME, GAME_NAME, sizeof GAME_NAME);
    memcpy(header + AT_SHAPE, shape, sizeof shape);
    memcpy(header + AT_TABLE_BYTES, sums, sizeof sums);
    memcpy(header + AT_PROVENANCE_BYTES, tail, sizeof tail);
}

static Status append_tables(const KpptTables *tables, KpptDraft *draft, Error *error) {
    TRY(kppt_draft_append(draft, tables->one, KPPT_ONE_NB * sizeof(KpptTerm), error));
    TRY(kppt_draft_append(draft, tables->kk, KPPT_KK_NB * sizeof(KpptTerm), error));
    TRY(kppt_draft_append(draft, tables->kkp, KPPT_KKP_NB * sizeof(KpptTerm), error));
    return kppt_draft_append(draft, tables->kpp, KPPT_KPP_NB * sizeof(KpptPair), error);
}

// The checksum wants all bytes in one piece, and the tables may lie in several; the draft has them
// together.
static Status draft_checksum(const KpptDraft *draft, uint64_t *checksum, Error *error) {
    FileMap map;
    TRY(filemap_open(&map, draft->temporary, error));
    *checksum = weights_checksum(map.data + WEIGHTS_HEADER_BYTES, map.size - WEIGHTS_HEADER_BYTES,
                                 SHAPE_KPPT);
    filemap_release(&map);
    return STATUS_OK;
}

static Status write_draft(const Kppt *kppt, Str provenance, KpptDraft *draft, Error *error) {
    enum { ALIGN = 64 };
    unsigned char header[WEIGHTS_HEADER_BYTES];
    static const unsigned char gap[ALIGN];
    uint64_t checksum;
    header_fill(header, kppt, provenance.len, 0);
    TRY(kppt_draft_append(draft, header, sizeof header, error));
    TRY(kppt_draft_append(draft, provenance.at, provenance.len, error));
    TRY(kppt_draft_append(draft, gap, (ALIGN - provenance.len % ALIGN) % ALIGN, error));
    TRY(append_tables(&kppt->tables, draft, error));
    // The file gets its length now: it may end in a hole.
    TRY(kppt_draft_extend(draft, error));
    TRY(draft_checksum(draft, &checksum, error));
    header_fill(header, kppt, provenance.len, checksum);
    TRY(kppt_draft_overwrite(draft, 0, header, sizeof header, error));
    return kppt_draft_finish(draft, error);
}

Status kppt_write(const Eval *eval, const char *path, Str provenance, Error *error) {
    // More than a reader accepts.
    enum { PROVENANCE_MAX = 1 << 20 };
    if (provenance.len > PROVENANCE_MAX)
        return error_set(error, STATUS_BAD_INPUT, "%s: %zu bytes of provenance, at most %d", path,
                         provenance.len, PROVENANCE_MAX);
    KpptDraft draft;
    Status status = kppt_draft_open(&draft, path, error);
    if (status == STATUS_OK)
        status = write_draft((const Kppt *)eval, provenance, &draft, error);
    if (status == STATUS_OK)
        status = kppt_draft_publish(&draft, error);
    kppt_draft_release(&draft);
    return status;
}
