#include "bonanza.h"

#include <stdlib.h>

#include "apery.h"

// Bonanza 6's piece values, as kobanium/aobazero's src/usi-engine/bona/param.h quotes them
// ("Bona6"). Its scale
// ("FV_SCALE") is 32, which is Apery's too.
static const int16_t VALUES[APERY_KIND_NB] = {
    [APERY_PAWN] = 87,    [APERY_LANCE] = 232, [APERY_KNIGHT] = 257,
    [APERY_SILVER] = 369, [APERY_GOLD] = 444,  [APERY_BISHOP] = 569,
    [APERY_HORSE] = 827,  [APERY_ROOK] = 642,  [APERY_DRAGON] = 945,
};

// Where a kind's squares begin, own and enemy; and in kkp, its squares and its counts in hand.
typedef struct Offsets {
    int16_t own, enemy, kkp, kkp_hand;
} Offsets;

static const Offsets OFFSETS[APERY_KIND_NB] = {
    [APERY_PAWN] = {81, 162, 36, 0},        [APERY_LANCE] = {225, 306, 108, 19},
    [APERY_KNIGHT] = {360, 441, 171, 24},   [APERY_SILVER] = {504, 585, 252, 29},
    [APERY_GOLD] = {666, 747, 333, 34},     [APERY_BISHOP] = {828, 909, 414, 39},
    [APERY_HORSE] = {990, 1071, 495, -1},   [APERY_ROOK] = {1152, 1233, 576, 42},
    [APERY_DRAGON] = {1314, 1395, 657, -1},
};

enum { NOWHERE = -1, HAND_NB = 14 };

// One of our features in Bonanza's numbering.
typedef struct Place {
    int at;     // its entry beside one king, NOWHERE for a square where the piece cannot stand
    int before; // hand: the entry of one piece less; board: NOWHERE
    int none;   // hand: the entry of the empty hand; board: NOWHERE
    int kkp, kkp_before;
    bool is_own;
} Place;

typedef struct Reader {
    const int16_t *triangle, *kkp;
    Place place[APERY_PIECE_NB];
    int none[HAND_NB]; // entries of empty hands
    int32_t alone[BONANZA_SQUARE_NB]
                 [APERY_PIECE_NB];    // a piece beside a king: the pairs that every position has
    int32_t empty[BONANZA_SQUARE_NB]; // a king alone
} Reader;

// Rank by rank from 9a; ours go file by file from 1a.
static int square_of(int square) {
    return square % 9 * 9 + 8 - square / 9;
}

// Pawns, lances and knights that could never move. Their entries belong to other pieces.
static bool is_immobile(AperyKind kind, bool is_own, int square) {
    const int rank = is_own ? square % 9 : 8 - square % 9;
    return (kind <= APERY_LANCE && rank == 0) || (kind == APERY_KNIGHT && rank <= 1);
}

static Place place_of(int feature) {
    Place place = {NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE, false};
    const AperyPlace what = apery_place(feature);
    const Offsets *offsets = &OFFSETS[what.kind];
    place.is_own = what.is_own;
    if (what.is_hand && what.at) {
        // Counts in hand have the same numbers as our pieces in hand.
        place.at = feature;
        place.before = feature - 1;
        place.none = feature - what.at;
        place.kkp = offsets->kkp_hand + what.at;
        place.kkp_before = place.kkp - 1;
    } else if (!what.is_hand && !is_immobile(what.kind, what.is_own, what.at)) {
        place.at = (what.is_own ? offsets->own : offsets->enemy) + square_of(what.at);
        place.kkp = offsets->kkp + square_of(what.at);
    }
    return place;
}

static int pair_of(const int16_t *triangle, int i, int j) {
    const int high = i > j ? i : j, low = i > j ? j : i;
    return triangle[high * (high + 1) / 2 + low];
}

static const int16_t *triangle_of(const Reader *reader, int king) {
    return reader->triangle + (size_t)square_of(king) * BONANZA_TRIANGLE_NB;
}

static const int16_t *kkp_of(const Reader *reader, int own, int enemy) {
    return reader->kkp +
           ((size_t)square_of(own) * BONANZA_SQUARE_NB + (size_t)square_of(enemy)) * BONANZA_KKP_NB;
}

// An entry with itself and with the empty hands, of which `but` is no longer empty.
static int32_t alone_sum(const Reader *reader, const int16_t *triangle, int entry, int but) {
    int32_t sum = pair_of(triangle, entry, entry);
    for (int i = 0; i < HAND_NB; i++)
        if (reader->none[i] != but)
            sum += pair_of(triangle, entry, reader->none[i]);
    return sum;
}

static void read_alone(Reader *reader, int king) {
    const int16_t *triangle = triangle_of(reader, king);
    for (int i = 0; i < APERY_PIECE_NB; i++) {
        const Place *place = &reader->place[i];
        if (place->at == NOWHERE)
            continue;
        reader->alone[king][i] = alone_sum(reader, triangle, place->at, place->none);
        if (place->before != NOWHERE)
            reader->alone[king][i] -= alone_sum(reader, triangle, place->before, place->none);
    }
    for (int i = 0; i < HAND_NB; i++)
        for (int j = 0; j <= i; j++)
            reader->empty[king] += pair_of(triangle, reader->none[i], reader->none[j]);
}

// The difference is taken for each of the two that is in a hand. Pairs within one hand are counted
// separately.
static int difference(const int16_t *triangle, const Place *a, const Place *b) {
    if (a->at == NOWHERE || b->at == NOWHERE || (a->none != NOWHERE && a->none == b->none))
        return 0;
    int value = pair_of(triangle, a->at, b->at);
    if (a->before != NOWHERE)
        value -= pair_of(triangle, a->before, b->at);
    if (b->before != NOWHERE)
        value -= pair_of(triangle, a->at, b->before);
    if (a->before != NOWHERE && b->before != NOWHERE)
        value += pair_of(triangle, a->before, b->before);
    return value;
}

static Status read_kpp(const Reader *reader, KpptPair *kpp, const char *path, Error *error) {
    for (int king = 0; king < BONANZA_SQUARE_NB; king++) {
        const int16_t *triangle = triangle_of(reader, king);
        for (int i = 0; i < APERY_PIECE_NB; i++) {
            KpptPair *row = kpp + ((size_t)king * APERY_PIECE_NB + (size_t)i) * APERY_PIECE_NB;
            for (int j = 0; j < i; j++) {
                const int value = difference(triangle, &reader->place[i], &reader->place[j]);
                if (value != (int16_t)value)
                    return error_set(error, STATUS_BAD_INPUT,
                                     "%s: the numbers of pieces %d and %d beside king %d differ by "
                                     "%d, expected 16 bits",
                                     path, reader->place[i].at, reader->place[j].at, king, value);
                row[j].board = (int16_t)value;
            }
        }
    }
    kppt_mirror(kpp);
    return STATUS_OK;
}

// kkp counts own pieces, in the view of each side.
static int32_t kkp_number(const int16_t *row, const Place *place) {
    if (place->kkp == NOWHERE || !place->is_own)
        return 0;
    return row[place->kkp] - (place->kkp_before == NOWHERE ? 0 : row[place->kkp_before]);
}

static int32_t kkp_empty(const int16_t *row) {
    int32_t sum = 0;
    for (int kind = 0; kind < APERY_KIND_NB; kind++)
        if (OFFSETS[kind].kkp_hand >= 0)
            sum += row[OFFSETS[kind].kkp_hand];
    return sum;
}

static void read_kkp(const Reader *reader, KpptTerm *kk, KpptTerm *kkp) {
    for (int first = 0; first < BONANZA_SQUARE_NB; first++)
        for (int second = 0; second < BONANZA_SQUARE_NB; second++) {
            const int turned_first = BONANZA_SQUARE_NB - 1 - first;
            const int turned_second = BONANZA_SQUARE_NB - 1 - second;
            const int16_t *ours = kkp_of(reader, first, second);
            const int16_t *theirs = kkp_of(reader, turned_second, turned_first);
            for (int i = 0; i < APERY_PIECE_NB; i++, kkp++) {
                const int turned = FEATURES.turned[i];
                kkp->board = kkp_number(ours, &reader->place[i]) -
                             kkp_number(theirs, &reader->place[turned]) + reader->alone[first][i] -
                             reader->alone[turned_second][turned];
            }
            kk->board = kkp_empty(ours) - kkp_empty(theirs) + reader->empty[first] -
                        reader->empty[turned_second];
            kk++;
        }
}

static void reader_fill(Reader *reader, const unsigned char *data) {
    reader->triangle = (const int16_t *)(const void *)data;
    reader->kkp = reader->triangle + (size_t)BONANZA_SQUARE_NB * BONANZA_TRIANGLE_NB;
    int hands = 0;
    for (int i = 0; i < APERY_PIECE_NB; i++) {
        const AperyPlace what = apery_place(i);
        reader->place[i] = place_of(i);
        if (what.is_hand && !what.at)
            reader->none[hands++] = i;
    }
    for (int king = 0; king < BONANZA_SQUARE_NB; king++)
        read_alone(reader, king);
}

static Status convert(Kppt *kppt, const unsigned char *data, const char *path, Error *error) {
    const size_t kings = (size_t)BONANZA_SQUARE_NB * BONANZA_SQUARE_NB;
    const size_t pairs = (size_t)BONANZA_SQUARE_NB * APERY_PIECE_NB * APERY_PIECE_NB;
    Reader *reader = calloc(1, sizeof *reader);
    KpptTerm *kk = calloc(kings, sizeof *kk), *kkp = calloc(kings * APERY_PIECE_NB, sizeof *kkp);
    KpptPair *kpp = calloc(pairs, sizeof *kpp);
    // The evaluator owns it from here on, also on failure.
    kppt->memory[KPPT_KK] = kk;
    kppt->memory[KPPT_KKP] = kkp;
    kppt->memory[KPPT_KPP] = kpp;
    Status status = STATUS_NO_MEMORY;
    if (reader && kk && kkp && kpp) {
        reader_fill(reader, data);
        read_kkp(reader, kk, kkp);
        status = read_kpp(reader, kpp, path, error);
    } else {
        error_set(error, status, "%s: no memory for tables of %zu bytes", path,
                  pairs * sizeof *kpp);
    }
    kppt->tables.kk = kk;
    kppt->tables.kkp = kkp;
    kppt->tables.kpp = kpp;
    free(reader);
    return status;
}

Status bonanza_read(Kppt *kppt, const char *path, Error *error) {
    if (!GAME_IS_SHOGI)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: weights of Bonanza are for shogi, this program plays %s", path,
                         GAME_NAME);
    FileMap map;
    TRY(filemap_open(&map, path, error));
    Status status = STATUS_OK;
    if (map.size != BONANZA_FILE_BYTES)
        status = error_set(error, STATUS_BAD_INPUT, "%s: %zu bytes, expected %d", path, map.size,
                           BONANZA_FILE_BYTES);
    if (status == STATUS_OK)
        status = convert(kppt, map.data, path, error);
    filemap_release(&map);
    return status == STATUS_OK ? apery_material(kppt, VALUES, path, error) : status;
}
