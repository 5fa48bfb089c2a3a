// Any text as a position. An accepted position passes every check of game/contract.h.
//
// The text ends at the first NUL; the bytes after it are, four by four, codes that may or may not
// be moves.
#include "fuzz.h"
#include "game/mate1.h"

static void check_text(const Position *pos) {
    char text[POS_TEXT_MAX], again[POS_TEXT_MAX];
    Position parsed;
    Error error;
    pos_format(pos, text);
    fuzz_require(pos_parse(&parsed, str_of(text), &error) == STATUS_OK, pos,
                 "what we write we read");
    pos_format(&parsed, again);
    fuzz_require(strcmp(text, again) == 0, pos, "a text read is written again");
    fuzz_require(pos_key(&parsed) == pos_key(pos), pos, "the same text has the same key");
}

static void check_same(const Position *pos, const Move *sorted, int count, Move *other,
                       int other_count, const char *check) {
    fuzz_require(count == other_count, pos, check);
    qsort(other, (size_t)other_count, sizeof *other, fuzz_move_compare);
    fuzz_require(memcmp(sorted, other, (size_t)count * sizeof *sorted) == 0, pos, check);
}

static void check_lists(const Position *pos, const Move *legal, int count) {
    for (int i = 0; i < count; i++) {
        fuzz_require(i == 0 || legal[i - 1] < legal[i], pos, "no move is listed twice");
        fuzz_require(pos_is_legal(pos, legal[i]), pos, "a listed move is legal");
    }
    fuzz_require(pos_count_legal(pos) == count, pos, "pos_count_legal counts gen_legal");
    fuzz_require(pos_has_legal(pos) == (count > 0), pos, "pos_has_legal knows gen_legal");

    Move useful[MOVE_MAX], other[2 * MOVE_MAX];
    int useful_count = 0;
    for (int i = 0; i < count; i++)
        if (pos_is_useful(pos, legal[i]))
            useful[useful_count++] = legal[i];
    check_same(pos, useful, useful_count, other, gen_useful(pos, other),
               "gen_useful is legal and useful");
    const int tactical = gen_tactical(pos, other);
    const int quiet = gen_quiet(pos, other + tactical);
    for (int i = 0; i < tactical + quiet; i++)
        fuzz_require(pos_is_tactical(pos, other[i]) == (i < tactical), pos,
                     "gen_tactical is tactical and gen_quiet is not");
    check_same(pos, useful, useful_count, other, tactical + quiet, "tactical + quiet = useful");
    if (pos_in_check(pos))
        check_same(pos, legal, count, other, gen_evasions(pos, other),
                   "in check, evasions = legal");
}

static void check_move_text(const Position *pos, Move move) {
    char text[MOVE_TEXT_MAX];
    Move again = MOVE_NONE;
    move_format(pos, move, text);
    fuzz_require(move_parse(pos, str_of(text), &again, NULL) == STATUS_OK && again == move, pos,
                 "a move we write we read");
}

// Does and undoes every move. Returns whether one of them mates.
static bool check_moves(Position *pos, const Move *legal, int count) {
    Move checks[MOVE_MAX], listed[MOVE_MAX];
    int check_count = 0;
    bool has_mate = false;
    Position before;
    memcpy(&before, pos, sizeof before); // padding too
    for (int i = 0; i < count; i++) {
        check_move_text(pos, legal[i]);
        pos_exchange(pos, legal[i]);
        const Key key_after = pos_key_after(pos, legal[i]);
        const bool gives_check = pos_gives_check(pos, legal[i]);
        Undo undo;
        pos_do(pos, legal[i], &undo);
        fuzz_require(pos_check(pos, NULL) == STATUS_OK, pos, "pos_do keeps every invariant");
        fuzz_require(pos_key(pos) == key_after, pos, "pos_key_after foretells the key");
        fuzz_require(pos_in_check(pos) == gives_check, pos, "pos_gives_check foretells the check");
        if (gives_check) {
            checks[check_count++] = legal[i];
            has_mate |= !pos_has_legal(pos);
        }
        pos_undo(pos, legal[i], &undo);
        fuzz_require(memcmp(pos, &before, sizeof before) == 0, &before, "pos_undo restores");
    }
    check_same(pos, checks, check_count, listed, gen_checks(pos, listed),
               "gen_checks is what checks");
    return has_mate;
}

static void check_mate(Position *pos, bool has_mate) {
    const Move mate = pos_mate_in_one(pos);
    fuzz_require((mate != MOVE_NONE) == has_mate, pos,
                 "pos_mate_in_one finds a mate if there is one");
    if (!mate)
        return;
    fuzz_require(pos_is_legal(pos, mate), pos, "the mating move is legal");
    Undo undo;
    pos_do(pos, mate, &undo);
    fuzz_require(pos_in_check(pos) && !pos_has_legal(pos), pos, "the mating move mates");
    pos_undo(pos, mate, &undo);
}

static void check_pass(Position *pos) {
    if (pos_in_check(pos))
        return;
    Position before;
    memcpy(&before, pos, sizeof before);
    Undo undo;
    pos_pass(pos, &undo);
    fuzz_require(pos_check(pos, NULL) == STATUS_OK, pos, "pos_pass keeps every invariant");
    pos_unpass(pos, &undo);
    fuzz_require(memcmp(pos, &before, sizeof before) == 0, &before, "pos_unpass restores");
}

static void check_code(const Position *pos, const Move *legal, int count, uint32_t any) {
    fuzz_require(pos_is_legal(pos, any) == fuzz_is_listed(legal, count, any), pos,
                 "pos_is_legal is membership in gen_legal");
}

// Codes of the input, and all codes that differ from a legal move by one bit.
static void check_codes(const Position *pos, const Move *legal, int count, Str codes) {
    for (; codes.len >= 4; codes.at += 4, codes.len -= 4) {
        uint32_t any;
        memcpy(&any, codes.at, sizeof any);
        check_code(pos, legal, count, any);
        check_code(pos, legal, count, any & 0xffff);
    }
    for (int i = 0; i < count; i++)
        for (int bit = 0; bit < 32; bit++)
            check_code(pos, legal, count, legal[i] ^ UINT32_C(1) << bit);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Str codes = fuzz_text(data, size);
    const Str text = str_until(&codes, '\0');
    Position pos;
    Error error;
    const Status status = pos_parse(&pos, text, &error);
    if (status != STATUS_OK) {
        fuzz_require_error(status, &error);
        return 0;
    }
    fuzz_require(pos_check(&pos, &error) == STATUS_OK, &pos, "an accepted position is sound");
    check_text(&pos);
    Move legal[MOVE_MAX];
    const int count = fuzz_sorted_moves(&pos, legal);
    check_lists(&pos, legal, count);
    const bool has_mate = check_moves(&pos, legal, count);
    check_mate(&pos, has_mate);
    check_pass(&pos);
    check_codes(&pos, legal, count, codes);
    return 0;
}

// Sometimes plays a legal move instead of changing bytes, to reach more unusual positions.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    Rng rng;
    rng_init(&rng, seed);
    Str codes = fuzz_text(data, size);
    const Str text = str_until(&codes, '\0');
    Position pos;
    if (rng_below(&rng, 4) || pos_parse(&pos, text, NULL) != STATUS_OK)
        return LLVMFuzzerMutate(data, size, max_size);
    const Move move = fuzz_some_move(&pos, &rng);
    if (!move)
        return LLVMFuzzerMutate(data, size, max_size);
    Undo undo;
    pos_do(&pos, move, &undo);
    char after[POS_TEXT_MAX];
    pos_format(&pos, after);
    const size_t length = strlen(after);
    if (length > max_size)
        return LLVMFuzzerMutate(data, size, max_size);
    memcpy(data, after, length);
    return length;
}
