#include "apery.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/atomic_file.h"

_Static_assert(!GAME_IS_SHOGI || ((int)APERY_PIECE_NB == (int)KPPT_PIECE_NB &&
                                  (int)APERY_HAND_NB == (int)FEATURE_KINGS - 18 * SQUARE_NB),
               "our features are theirs");

#define KK_NB  ((size_t)APERY_SQUARE_NB * APERY_SQUARE_NB)
#define KKP_NB (KK_NB * APERY_PIECE_NB)
#define KPP_NB ((size_t)APERY_SQUARE_NB * APERY_PIECE_NB * APERY_PIECE_NB)

// The piece values that belong to these weights: Apery's src/pieceScore.hpp (900 for a hundred of
// ten), which YaneuraOu's source/evaluate.h repeats as "Apery (WCSC26)", and apery_rust's
// src/piecevalue.rs. Pieces promoted to golds have the value of golds there too.
static const int16_t VALUES[APERY_KIND_NB] = {
    [APERY_PAWN] = 90,    [APERY_LANCE] = 315, [APERY_KNIGHT] = 405,
    [APERY_SILVER] = 495, [APERY_GOLD] = 540,  [APERY_BISHOP] = 855,
    [APERY_HORSE] = 945,  [APERY_ROOK] = 990,  [APERY_DRAGON] = 1395,
};

typedef struct HandBlock {
    AperyKind kind;
    int places; // in one hand, the place of "none" included
} HandBlock;

static const HandBlock HANDS[] = {{APERY_PAWN, 19},  {APERY_LANCE, 5}, {APERY_KNIGHT, 5},
                                  {APERY_SILVER, 5}, {APERY_GOLD, 5},  {APERY_BISHOP, 3},
                                  {APERY_ROOK, 3}};

AperyPlace apery_place(int feature) {
    if (feature >= APERY_HAND_NB) {
        const int block = (feature - APERY_HAND_NB) / APERY_SQUARE_NB;
        return (AperyPlace){.kind = (AperyKind)(block / 2),
                            .is_own = block % 2 == 0,
                            .at = (feature - APERY_HAND_NB) % APERY_SQUARE_NB};
    }
    const HandBlock *hand = HANDS;
    while (feature >= 2 * hand->places) {
        feature -= 2 * hand->places;
        hand++;
    }
    return (AperyPlace){.kind = hand->kind,
                        .is_own = feature < hand->places,
                        .is_hand = true,
                        .at = feature % hand->places};
}

static KpptTerm material_of(const int16_t values[APERY_KIND_NB], int feature) {
    const AperyPlace place = apery_place(feature);
    const int32_t value = place.is_hand && !place.at ? 0 : values[place.kind] * APERY_SCALE;
    return (KpptTerm){place.is_own ? value : -value, 0};
}

Status apery_material(Kppt *kppt, const int16_t values[APERY_KIND_NB], const char *name,
                      Error *error) {
    KpptTerm *one = calloc(APERY_PIECE_NB, sizeof *one);
    if (!one)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for piece values", name);
    for (int feature = 0; feature < APERY_PIECE_NB; feature++)
        one[feature] = material_of(values, feature);
    kppt->memory[KPPT_ONE] = one;
    kppt->tables.one = one;
    kppt->scale = APERY_SCALE;
    return STATUS_OK;
}

// ---- reading ----

static char *path_of(const char *directory, const char *name, const char *stem) {
    char *path;
    return asprintf(&path, "%s/%s%s.bin", directory, name, stem) < 0 ? NULL : path;
}

static bool is_there(const char *directory, const char *name, const char *stem) {
    struct stat info;
    char *path = path_of(directory, name, stem);
    const bool is_file = path && stat(path, &info) == 0 && S_ISREG(info.st_mode);
    free(path);
    return is_file;
}

static const char *stem_of(const char *directory) {
    return is_there(directory, "KPP", "_synthesized") ? "_synthesized" : "";
}

bool apery_recognises(const char *directory) {
    return is_there(directory, "KPP", stem_of(directory));
}

static Status wrong_size(const char *path, size_t found, size_t wide, size_t narrow, Error *error) {
    if (wide == narrow)
        return error_set(error, STATUS_BAD_INPUT, "%s: %zu bytes, expected %zu", path, found, wide);
    return error_set(error, STATUS_BAD_INPUT, "%s: %zu bytes, expected %zu (32 bits) or %zu (16)",
                     path, found, wide, narrow);
}

static Status map_pairs(Kppt *kppt, const char *path, Error *error) {
    FileMap *map = &kppt->map[KPPT_KPP];
    TRY(filemap_open(map, path, error));
    if (map->size != KPP_NB * sizeof(KpptPair))
        return wrong_size(path, map->size, KPP_NB * sizeof(KpptPair), KPP_NB * sizeof(KpptPair),
                          error);
    kppt->tables.kpp = (const KpptPair *)(const void *)map->data;
    return STATUS_OK;
}

// Tables of 32 bits are used in place; those of 16 bits are widened into memory.
static Status map_terms(Kppt *kppt, KpptPart part, const char *path, size_t count,
                        const KpptTerm **terms, Error *error) {
    FileMap *map = &kppt->map[part];
    TRY(filemap_open(map, path, error));
    if (map->size == count * sizeof(KpptTerm)) {
        *terms = (const KpptTerm *)(const void *)map->data;
        return STATUS_OK;
    }
    if (map->size != count * sizeof(KpptPair))
        return wrong_size(path, map->size, count * sizeof(KpptTerm), count * sizeof(KpptPair),
                          error);
    KpptTerm *wide = malloc(count * sizeof *wide);
    if (!wide)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for %zu bytes", path,
                         count * sizeof *wide);
    const KpptPair *narrow = (const KpptPair *)(const void *)map->data;
    for (size_t i = 0; i < count; i++)
        wide[i] = (KpptTerm){narrow[i].board, narrow[i].turn};
    filemap_release(map);
    kppt->memory[part] = wide;
    *terms = wide;
    return STATUS_OK;
}

static Status no_kk(Kppt *kppt, const char *directory, Error *error) {
    KpptTerm *kk = calloc(KK_NB, sizeof *kk);
    if (!kk)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for kk", directory);
    kppt->memory[KPPT_KK] = kk;
    kppt->tables.kk = kk;
    return STATUS_OK;
}

static Status read_part(Kppt *kppt, KpptPart part, const char *directory, const char *stem,
                        Error *error) {
    static const char *const names[KPPT_PART_NB] = {
        [KPPT_KK] = "KK", [KPPT_KKP] = "KKP", [KPPT_KPP] = "KPP"};
    char *path = path_of(directory, names[part], stem);
    if (!path)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for a path", directory);
    const Status status = part == KPPT_KPP ? map_pairs(kppt, path, error)
                          : part == KPPT_KKP
                              ? map_terms(kppt, part, path, KKP_NB, &kppt->tables.kkp, error)
                              : map_terms(kppt, part, path, KK_NB, &kppt->tables.kk, error);
    free(path);
    return status;
}

Status apery_read(Kppt *kppt, const char *directory, Error *error) {
    if (!GAME_IS_SHOGI)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: weights of Apery's kind are for shogi, this program plays %s",
                         directory, GAME_NAME);
    const char *stem = stem_of(directory);
    TRY(read_part(kppt, KPPT_KPP, directory, stem, error));
    TRY(read_part(kppt, KPPT_KKP, directory, stem, error));
    // The long-named files always include a KK.
    if (*stem || is_there(directory, "KK", stem))
        TRY(read_part(kppt, KPPT_KK, directory, stem, error));
    else
        TRY(no_kk(kppt, directory, error));
    return apery_material(kppt, VALUES, directory, error);
}

// ---- writing ----

static bool fits(int64_t number) {
    return number >= INT32_MIN && number <= INT32_MAX;
}

static Status append_kkp(const Kppt *kppt, AtomicFile *file, Error *error) {
    KpptTerm rest[APERY_PIECE_NB], row[APERY_PIECE_NB];
    for (int i = 0; i < APERY_PIECE_NB; i++) {
        const KpptTerm theirs = material_of(VALUES, i), ours = kppt->tables.one[i];
        const int64_t board = (int64_t)ours.board - theirs.board;
        if (!fits(board))
            return error_set(error, STATUS_BAD_INPUT, "%s: piece value %d does not fit", file->path,
                             ours.board);
        rest[i] = (KpptTerm){(int32_t)board, ours.turn};
    }
    for (size_t kings = 0; kings < KK_NB; kings++) {
        const KpptTerm *kkp = kppt->tables.kkp + kings * APERY_PIECE_NB;
        for (int i = 0; i < APERY_PIECE_NB; i++) {
            const int64_t board = (int64_t)kkp[i].board + rest[i].board;
            const int64_t turn = (int64_t)kkp[i].turn + rest[i].turn;
            if (!fits(board) || !fits(turn))
                return error_set(
                    error, STATUS_BAD_INPUT,
                    "%s: kkp[%zu][%zu][%d] with the piece's value does not fit 32 bits", file->path,
                    kings / APERY_SQUARE_NB, kings % APERY_SQUARE_NB, i);
            row[i] = (KpptTerm){(int32_t)board, (int32_t)turn};
        }
        TRY(atomic_file_append(file, row, sizeof row, error));
    }
    return STATUS_OK;
}

static Status write_part(const Kppt *kppt, KpptPart part, const char *directory, AtomicFile *file,
                         Error *error) {
    static const char *const names[KPPT_PART_NB] = {
        [KPPT_KK] = "KK", [KPPT_KKP] = "KKP", [KPPT_KPP] = "KPP"};
    char *path = path_of(directory, names[part], "_synthesized");
    if (!path)
        return error_set(error, STATUS_NO_MEMORY, "%s: no memory for a path", directory);
    const Status status = atomic_file_open(file, path, error);
    free(path);
    TRY(status);
    if (part == KPPT_KK)
        TRY(atomic_file_append(file, kppt->tables.kk, KK_NB * sizeof(KpptTerm), error));
    if (part == KPPT_KKP)
        TRY(append_kkp(kppt, file, error));
    if (part == KPPT_KPP)
        TRY(atomic_file_append(file, kppt->tables.kpp, KPP_NB * sizeof(KpptPair), error));
    return atomic_file_finish(file, error);
}

Status apery_write(const Eval *eval, const char *directory, Error *error) {
    const Kppt *kppt = (const Kppt *)eval;
    if (!GAME_IS_SHOGI)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: weights of Apery's kind are for shogi, these are for %s", directory,
                         GAME_NAME);
    if (kppt->scale != APERY_SCALE)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: the weights have scale %u, programs that read Apery's files use %d",
                         directory, kppt->scale, APERY_SCALE);
    if (mkdir(directory, 0777) != 0 && errno != EEXIST)
        return error_set(error, STATUS_IO, "%s: %s", directory, strerror(errno));
    AtomicFile files[KPPT_PART_NB] = {0};
    Status status = STATUS_OK;
    for (int part = KPPT_KK; part <= KPPT_KPP && status == STATUS_OK; part++)
        status = write_part(kppt, (KpptPart)part, directory, &files[part], error);
    for (int part = KPPT_KK; part <= KPPT_KPP && status == STATUS_OK; part++)
        status = atomic_file_publish(&files[part], error);
    for (int part = KPPT_KK; part <= KPPT_KPP; part++)
        atomic_file_release(&files[part]);
    return status;
}
