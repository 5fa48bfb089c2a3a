// A picker gives every move once, whatever it is told to begin with.
#include "positions.h"

#include "base/pages.h"
#include "search/alphabeta/ab_order.h"

static AbHistories *histories; // written by main only

static Move random_move(const Move *moves, int count, Rng *rng) {
    return count ? moves[rng_below(rng, (uint32_t)count)] : (Move)MOVE_NONE;
}

// Killers and counters come from other positions, so they may be anything.
static void fill_refutations(const Move *moves, int count, Rng *rng, Move out[REFUTATION_NB]) {
    for (int i = 0; i < REFUTATION_NB; i++)
        out[i] = rng_below(rng, 2) ? random_move(moves, count, rng) : rng_below(rng, 1 << 16);
}

static void visit_main(Position *pos, Rng *rng) {
    Move wanted[MOVE_MAX], picked[MOVE_MAX], refutations[REFUTATION_NB];
    const bool lists_all = rng_below(rng, 2);
    const int count = lists_all ? gen_legal(pos, wanted) : gen_useful(pos, wanted);
    fill_refutations(wanted, count, rng, refutations);
    const Move table_move = rng_below(rng, 2) ? random_move(wanted, count, rng) : (Move)MOVE_NONE;
    Picker picker;
    picker_main(&picker, pos, histories, histories->counter_history[1 + rng_below(rng, 50)],
                histories->followup_history[0], table_move, refutations,
                1 + (int)rng_below(rng, 12));
    picker.lists_all = lists_all;
    int found = 0;
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        assert_true(found < MOVE_MAX);
        picked[found++] = move;
    }
    if (table_move)
        assert_int_equal(picked[0], table_move);
    moves_sort(wanted, count);
    moves_sort(picked, found);
    assert_same_moves(pos, wanted, count, picked, found);
    assert_int_equal(picker_next(&picker), MOVE_NONE);
}

static void test_every_move_once(void **state) {
    (void)state;
    random_play(1, testing_count("YURAGI_ORDER_PLIES", 3000), visit_main);
}

// In the quiescence search: the captures and promotions that lose nothing, and quiet checks that
// lose nothing; in check everything.
static void visit_quiescence(Position *pos, Rng *rng) {
    Move wanted[MOVE_MAX], list[MOVE_MAX], picked[MOVE_MAX];
    int count = 0, found = 0;
    const bool is_with_checks = rng_below(rng, 2);
    if (pos_in_check(pos)) {
        count = gen_useful(pos, wanted);
    } else {
        int listed = gen_tactical(pos, list);
        for (int i = 0; i < listed; i++)
            if (pos_exchange(pos, list[i]) >= 0)
                wanted[count++] = list[i];
        listed = is_with_checks ? gen_checks(pos, list) : 0;
        for (int i = 0; i < listed; i++)
            if (!pos_is_tactical(pos, list[i]) && pos_exchange(pos, list[i]) >= 0)
                wanted[count++] = list[i];
    }
    Picker picker;
    picker_quiescence(&picker, pos, histories, histories->counter_history[0],
                      histories->followup_history[0], MOVE_NONE, is_with_checks);
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;)
        picked[found++] = move;
    moves_sort(wanted, count);
    moves_sort(picked, found);
    assert_same_moves(pos, wanted, count, picked, found);
}

static void test_quiescence_moves(void **state) {
    (void)state;
    random_play(2, testing_count("YURAGI_ORDER_PLIES", 3000), visit_quiescence);
}

// The quick answer about an exchange is the slow one.
static void visit_exchange(Position *pos, Rng *rng) {
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        const int value = pos_exchange(pos, moves[i]);
        const int floor = (int)rng_below(rng, 3000) - 1500;
        assert_int_equal(pos_exchange_reaches(pos, moves[i], floor), value >= floor);
        assert_true(pos_exchange_reaches(pos, moves[i], value));
        assert_false(pos_exchange_reaches(pos, moves[i], value + 1));
    }
}

static void test_exchange_at_a_glance(void **state) {
    (void)state;
    random_play(3, testing_count("YURAGI_ORDER_PLIES", 3000), visit_exchange);
}

int main(void) {
    histories = pages_new(sizeof *histories);
    Rng rng;
    rng_init(&rng, 9);
    for (int i = 0; histories && i < 200000; i++) {
        histories->quiet[i % 2][rng_below(&rng, MOVE_PATH_NB)] = (int16_t)rng_next(&rng);
        histories->counter_history[1 + rng_below(&rng, 50)][rng_below(&rng, PIECE_TO_NB)] =
            (int16_t)rng_next(&rng);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_move_once),
        cmocka_unit_test(test_quiescence_moves),
        cmocka_unit_test(test_exchange_at_a_glance),
    };
    const int failures = histories ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
    pages_free(histories, sizeof *histories);
    return failures;
}
