// The promises that moves and positions make to each other, held to account by random play.
#include <stdlib.h>
#include <string.h>

#include "walk.h"

static int compare(const void *a, const void *b) {
    const Move x = *(const Move *)a, y = *(const Move *)b;
    return (x > y) - (x < y);
}

static void sort(Move *moves, int count) {
    qsort(moves, (size_t)count, sizeof *moves, compare);
}

static void assert_same(const Position *pos, Move *a, int a_count, Move *b, int b_count,
                        const char *what) {
    sort(a, a_count);
    sort(b, b_count);
    char fen[POS_TEXT_MAX];
    pos_format(pos, fen);
    if (a_count != b_count || memcmp(a, b, (size_t)a_count * sizeof *a))
        fail_msg("%s differ: %d and %d in %s", what, a_count, b_count, fen);
    for (int i = 1; i < a_count; i++)
        if (a[i] == a[i - 1])
            fail_msg("%s: a move twice in %s", what, fen);
}

// A position and a legal move by the definition, sharing nothing with the generators but pos_do's
// board: every code that is legal by pos_is_legal must be generated and the other way round.
static void visit_codes(Position *pos, Walk *walk) {
    (void)walk;
    Move legal[MOVE_MAX], found[MOVE_MAX];
    const int count = gen_legal(pos, legal);
    int found_count = 0;
    for (uint32_t code = 0; code < MOVE_CODE_NB; code++) {
        if (!pos_is_legal(pos, code))
            continue;
        assert_true(found_count < MOVE_MAX);
        found[found_count++] = code;
    }
    assert_same(pos, legal, count, found, found_count, "gen_legal and pos_is_legal");
    for (int i = 0; i < count; i++) {
        assert_false(pos_is_legal(pos, legal[i] | 1u << 16));
        assert_false(pos_is_legal(pos, legal[i] | 1u << 31));
    }
    assert_false(pos_is_legal(pos, MOVE_NONE));
    assert_false(pos_is_legal(pos, UINT32_MAX));
}

static void test_codes(void **state) {
    (void)state;
    walk_all(1, 3, 60, visit_codes);
}

static void visit_generators(Position *pos, Walk *walk) {
    (void)walk;
    Move legal[MOVE_MAX], other[MOVE_MAX], checks[MOVE_MAX];
    const int count = gen_legal(pos, legal);
    int other_count = gen_tactical(pos, other);
    for (int i = 0; i < other_count; i++)
        assert_true(pos_is_tactical(pos, other[i]));
    const int tactical = other_count;
    other_count += gen_quiet(pos, other + other_count);
    for (int i = tactical; i < other_count; i++)
        assert_false(pos_is_tactical(pos, other[i]));
    assert_same(pos, other, other_count, legal, count, "tactical + quiet and legal");
    other_count = gen_useful(pos, other);
    assert_same(pos, other, other_count, legal, count, "useful and legal");
    if (pos_in_check(pos)) {
        other_count = gen_evasions(pos, other);
        assert_same(pos, other, other_count, legal, count, "evasions and legal");
    }
    other_count = 0;
    for (int i = 0; i < count; i++)
        if (pos_gives_check(pos, legal[i]))
            other[other_count++] = legal[i];
    const int checks_count = gen_checks(pos, checks);
    assert_same(pos, checks, checks_count, other, other_count, "gen_checks and pos_gives_check");
    assert_int_equal(pos_count_legal(pos), count);
    assert_int_equal(pos_has_legal(pos), count > 0);
}

static void test_generators(void **state) {
    (void)state;
    walk_all(2, 60, 120, visit_generators);
}

static void assert_sound(const Position *pos) {
    Error error = {""};
    char fen[POS_TEXT_MAX];
    pos_format(pos, fen);
    if (pos_check(pos, &error) != STATUS_OK)
        fail_msg("%s: %s", fen, error.text);
}

// Every legal move done and undone: the invariants hold, the key was foretold, check was foretold,
// and the position comes back to the last bit.
static void visit_moves(Position *pos, Walk *walk) {
    (void)walk;
    assert_sound(pos);
    const Position before = *pos;
    Move legal[MOVE_MAX];
    const int count = gen_legal(pos, legal);
    for (int i = 0; i < count; i++) {
        Undo undo;
        const Key key = pos_key_after(pos, legal[i]);
        const bool gives_check = pos_gives_check(pos, legal[i]);
        pos_do(pos, legal[i], &undo);
        assert_sound(pos);
        assert_true(pos_key(pos) == key);
        assert_int_equal(pos_in_check(pos), gives_check);
        assert_int_equal(pos_ply(pos), pos_ply(&before) + 1);
        pos_undo(pos, legal[i], &undo);
        assert_memory_equal(pos, &before, sizeof before);
    }
}

static void test_moves(void **state) {
    (void)state;
    walk_all(3, 12, 100, visit_moves);
}

static void visit_pass(Position *pos, Walk *walk) {
    (void)walk;
    if (pos_in_check(pos))
        return;
    const Position before = *pos;
    Undo undo;
    pos_pass(pos, &undo);
    assert_sound(pos);
    assert_int_equal(pos_side(pos), color_other(pos_side(&before)));
    assert_true(pos_key(pos) != pos_key(&before));
    assert_int_equal(pos->en_passant, SQUARE_NONE);
    pos_unpass(pos, &undo);
    assert_memory_equal(pos, &before, sizeof before);
}

static void test_pass(void **state) {
    (void)state;
    walk_all(4, 10, 100, visit_pass);
}

// The mate in one is found exactly when some legal move leaves the opponent in check without a
// reply.
static void visit_mate(Position *pos, Walk *walk) {
    (void)walk;
    Move legal[MOVE_MAX];
    const int count = gen_legal(pos, legal);
    bool has_mate = false;
    for (int i = 0; i < count && !has_mate; i++) {
        Undo undo;
        pos_do(pos, legal[i], &undo);
        Move replies[MOVE_MAX];
        has_mate = pos_in_check(pos) && gen_legal(pos, replies) == 0;
        pos_undo(pos, legal[i], &undo);
    }
    const Position before = *pos;
    const Move mate = pos_mate_in_one(pos);
    assert_memory_equal(pos, &before, sizeof before);
    assert_int_equal(mate != MOVE_NONE, has_mate);
    if (mate) {
        Undo undo;
        pos_do(pos, mate, &undo);
        assert_true(pos_in_check(pos) && !pos_has_legal(pos));
        pos_undo(pos, mate, &undo);
    }
}

static void test_mate_in_one(void **state) {
    (void)state;
    walk_all(5, 20, 150, visit_mate);
}

// Equal rights, equal keys: a capture in passing that a pin forbids leaves no trace in the
// position.
static void test_en_passant_key(void **state) {
    (void)state;
    const Position with = walk_position("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1");
    const Position without = walk_position("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
    assert_true(pos_key(&with) == pos_key(&without));
    const Position legal = walk_position("8/8/8/8/k2pP3/8/8/4K3 b - e3 0 1");
    const Position dropped = walk_position("8/8/8/8/k2pP3/8/8/4K3 b - - 0 1");
    assert_true(pos_key(&legal) != pos_key(&dropped));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes),       cmocka_unit_test(test_generators),
        cmocka_unit_test(test_moves),       cmocka_unit_test(test_pass),
        cmocka_unit_test(test_mate_in_one), cmocka_unit_test(test_en_passant_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
