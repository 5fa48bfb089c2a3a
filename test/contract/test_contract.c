// Random play against every line of game/contract.h, for the game of the build.
//
// The number of plies is YURAGI_CONTRACT_PLIES. Every check runs on every position, except the
// exhaustive test of all 65 536 move codes, which runs on one position in sixteen.
#include "positions.h"

#include "game/mate1.h"
#include "game/packed.h"

#include "hands.h"

#include <string.h>

static long visited;

static void check_lists(Position *pos, Move *legal, int count) {
    moves_sort(legal, count);
    for (int i = 1; i < count; i++)
        assert_true(legal[i - 1] < legal[i]); // no move twice
    for (int i = 0; i < count; i++)
        assert_true(pos_is_legal(pos, legal[i]));
    assert_int_equal(pos_count_legal(pos), count);
    assert_int_equal(pos_has_legal(pos), count > 0);

    Move other[MOVE_MAX];
    if (pos_in_check(pos)) {
        const int evasions = gen_evasions(pos, other);
        moves_sort(other, evasions);
        assert_same_moves(pos, legal, count, other, evasions);
    }
}

// useful = legal without non-promotions that never help = tactical + quiet.
static void check_portions(const Position *pos, const Move *legal, int count) {
    Move expected[MOVE_MAX], found[2 * MOVE_MAX];
    int useful = 0;
    for (int i = 0; i < count; i++)
        if (pos_is_useful(pos, legal[i]))
            expected[useful++] = legal[i];
    const int listed = gen_useful(pos, found);
    moves_sort(found, listed);
    assert_same_moves(pos, expected, useful, found, listed);

    const int tactical = gen_tactical(pos, found);
    for (int i = 0; i < tactical; i++)
        assert_true(pos_is_tactical(pos, found[i]));
    const int quiet = gen_quiet(pos, found + tactical);
    for (int i = 0; i < quiet; i++)
        assert_false(pos_is_tactical(pos, found[tactical + i]));
    moves_sort(found, tactical + quiet);
    assert_same_moves(pos, expected, useful, found, tactical + quiet);
}

static int feature_compare(const void *a, const void *b) {
    return *(const Feature *)a - *(const Feature *)b;
}

static int features_sorted(const Position *pos, Feature *features) {
    const int count = features_active(pos, features);
    assert_true(count <= FEATURE_ACTIVE_MAX);
    qsort(features, (size_t)count, sizeof *features, feature_compare);
    for (int i = 0; i < count; i++)
        assert_true(features[i] < FEATURE_NB && (!i || features[i - 1] < features[i]));
    return count;
}

// The features before, changed as features_change says, are the features after.
static void check_features(const Position *before, Move move, const Position *after) {
    Feature features[FEATURE_ACTIVE_MAX + FEATURE_CHANGE_MAX], expected[FEATURE_ACTIVE_MAX];
    FeatureChange change;
    int count = features_active(before, features);
    features_change(before, move, &change);
    for (int i = 0; i < change.removed_count; i++) {
        int at = 0;
        while (at < count && features[at] != change.removed[i])
            at++;
        assert_true(at < count);
        features[at] = features[--count];
    }
    for (int i = 0; i < change.added_count; i++)
        features[count++] = change.added[i];
    qsort(features, (size_t)count, sizeof *features, feature_compare);
    assert_int_equal(count, features_sorted(after, expected));
    assert_memory_equal(features, expected, (size_t)count * sizeof *features);
}

// The hands after a move, foreseen and real.
static void check_hands(const Position *before, Move move, const Position *after) {
    const Color us = pos_side(before);
    const Hand hand = pos_hand(after, us);
    assert_true(pos_board_key_after(before, move) == pos_board_key(after));
    assert_int_equal(pos_hand_after(before, move, pos_hand(before, us)), hand);
    assert_true(hand_covers(pos_hand(before, us), pos_hand_before(before, move, hand)));
    assert_int_equal(pos_piece_set(before), pos_piece_set(after));
    const Hand own = pos_hand(before, us), other = pos_hand(before, color_other(us));
    const Hand most = hand_union(own, other), least = hand_common(own, other);
    assert_true(hand_covers(most, own) && hand_covers(most, other));
    assert_true(hand_covers(own, least) && hand_covers(other, least));
    assert_true(most + least == pos_hands(before));
    if (pos_in_check(after))
        assert_true(hand_covers(hand, pos_hand_withheld(after)));
}

static void check_moves(Position *pos, const Move *legal, int count) {
    Move checks[MOVE_MAX], found[MOVE_MAX];
    int check_count = 0;
    bool has_mate = false;
    const Position before = *pos;
    for (int i = 0; i < count; i++) {
        const Key key_after = pos_key_after(pos, legal[i]);
        const bool gives_check = pos_gives_check(pos, legal[i]);
        Undo undo;
        pos_do(pos, legal[i], &undo);
        assert_ok(pos_check(pos, error));
        assert_true(pos_key(pos) == key_after);
        assert_int_equal(pos_in_check(pos), gives_check);
        assert_int_equal(pos_side(pos), color_other(pos_side(&before)));
        assert_int_equal(pos_ply(pos), pos_ply(&before) + 1);
        if (gives_check) {
            checks[check_count++] = legal[i];
            has_mate |= !pos_has_legal(pos);
        }
        check_features(&before, legal[i], pos);
        check_hands(&before, legal[i], pos);
        pos_undo(pos, legal[i], &undo);
        assert_memory_equal(pos, &before, sizeof before);
    }
    const int listed = gen_checks(pos, found);
    moves_sort(found, listed);
    assert_same_moves(pos, checks, check_count, found, listed);

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

static void check_any_bits(const Position *pos, const Move *legal, int count, Rng *rng) {
    int next = 0; // the lists are sorted, so one walk compares them
    for (uint32_t code = 0; code < 65536; code++) {
        const bool is_listed = next < count && legal[next] == code;
        next += is_listed;
        assert_int_equal(pos_is_legal(pos, code), is_listed);
    }
    for (int i = 0; i < 1000; i++)
        assert_false(pos_is_legal(pos, (uint32_t)rng_next(rng) | 0x10000u << rng_below(rng, 16)));
}

static void check_texts(const Position *pos, const Move *legal, int count) {
    char text[POS_TEXT_MAX], again[POS_TEXT_MAX];
    pos_format(pos, text);
    const Position parsed = position_of(str_of(text));
    pos_format(&parsed, again);
    assert_string_equal(text, again);
    assert_true(pos_key(&parsed) == pos_key(pos));
    for (int i = 0; i < count; i++) {
        char move_text[MOVE_TEXT_MAX];
        Move move = MOVE_NONE;
        move_format(pos, legal[i], move_text);
        assert_ok(move_parse(pos, str_of(move_text), &move, error));
        assert_int_equal(move, legal[i]);
        char word[MOVE_WORD_MAX];
        move_write(pos, legal[i], word);
        assert_ok(move_read(pos, str_of(word), &move, error));
        assert_int_equal(move, legal[i]);
        assert_ok(move_read(pos, str_of(move_text), &move, error));
        assert_int_equal(move, legal[i]);
    }
}

// Everything but the move number comes back, and equal positions have equal bytes.
static void check_packed(const Position *pos) {
    PackedPosition packed, again;
    Position back;
    char text[POS_TEXT_MAX], same[POS_TEXT_MAX];
    pos_pack(pos, &packed);
    assert_ok(pos_unpack(&back, &packed, error));
    assert_ok(pos_check(&back, error));
    assert_true(pos_key(&back) == pos_key(pos));
    back.ply = pos->ply;
    pos_format(pos, text);
    pos_format(&back, same);
    assert_string_equal(text, same);
    pos_pack(&back, &again);
    assert_memory_equal(&packed, &again, sizeof packed);
}

static void check_pass(Position *pos) {
    if (pos_in_check(pos))
        return;
    const Position before = *pos;
    Undo undo;
    pos_pass(pos, &undo);
    assert_ok(pos_check(pos, error));
    assert_true(pos_key(pos) != pos_key(&before));
    assert_int_equal(pos_side(pos), color_other(pos_side(&before)));
    pos_unpass(pos, &undo);
    assert_memory_equal(pos, &before, sizeof before);
}

static void check_outcome(const Position *pos, int count) {
    History history;
    history_init(&history);
    assert_ok(history_reserve(&history, 1, error));
    pos_record(pos, &history);
    const Outcome outcome = pos_outcome(pos, &history, &RULES_DEFAULT);
    if (!count) {
        const bool is_mate = pos_in_check(pos);
        assert_int_equal(outcome.reason, is_mate ? REASON_CHECKMATE : REASON_STALEMATE);
        assert_int_equal(outcome.result, GAME_IS_CHESS && !is_mate ? RESULT_DRAW : RESULT_LOSS);
    } else {
        assert_true(outcome.result == RESULT_OPEN || outcome.result == RESULT_DRAW);
    }
    history_release(&history);
}

static void visit(Position *pos, Rng *rng) {
    Move legal[MOVE_MAX];
    const int count = gen_legal(pos, legal);
    assert_ok(pos_check(pos, error));
    check_lists(pos, legal, count);
    check_portions(pos, legal, count);
    check_moves(pos, legal, count);
    if (visited++ % 16 == 0)
        check_any_bits(pos, legal, count, rng);
    check_texts(pos, legal, count);
    check_packed(pos);
    check_pass(pos);
    check_outcome(pos, count);
}

static void test_random_play(void **state) {
    (void)state;
    random_play(20261115, testing_count("YURAGI_CONTRACT_PLIES", 20000), visit);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_play)};
    return cmocka_run_group_tests_name("contract " GAME_NAME, tests, NULL, NULL);
}
