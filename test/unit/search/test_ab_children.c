// The moves of one position, each with a value of its own.
#include "ab_testing.h"

static const char FRAME[EVAL_ALIGN];

enum { DEPTH_UNTOUCHED = -7 };

static int list_children(const Position *pos, AbChild *children) {
    Move moves[MOVE_MAX];
    const int count = gen_useful(pos, moves);
    for (int i = 0; i < count; i++)
        children[i] = (AbChild){.move = moves[i], .depth = DEPTH_UNTOUCHED};
    return count;
}

static AbParent parent_of(const Position *pos, int depth, int margin) {
    return (AbParent){.pos = pos,
                      .frame = FRAME,
                      .root_side = pos_side(pos),
                      .best = -VALUE_INFINITE,
                      .depth = depth,
                      .margin = margin};
}

// The value of a move by a search of its own, with an open window and an empty table. Only at depth
// 1 must that be the same value: a deeper search may meet results of other depths in its table.
static int true_value(AbRig *rig, const AbParent *parent, Move move) {
    tt_clear(&rig->memory.table);
    AbWorker *worker = alphabeta_visit(&rig->shared->base, parent, &rig->control);
    worker_do(worker, move);
    const int value = -node_search(worker, -VALUE_INFINITE, VALUE_INFINITE, parent->depth, false);
    worker_undo(worker);
    return eval_clamp(value);
}

// Values within the margin of the best are exact, the others are marked as bounds.
static void check_values(AbRig *rig, const AbParent *parent, const AbChild *children, int count) {
    int best = -VALUE_INFINITE;
    for (int i = 0; i < count; i++)
        best = !children[i].is_bound && children[i].value > best ? children[i].value : best;
    for (int i = 0; i < count; i++) {
        const int value = true_value(rig, parent, children[i].move);
        assert_true(value <= best);
        assert_int_equal(children[i].depth, parent->depth);
        if (children[i].is_bound) {
            assert_true(children[i].value >= value);
            assert_true(children[i].value <= best - parent->margin);
        } else {
            assert_int_equal(children[i].value, value);
        }
    }
}

static void test_values_and_bounds(void **state) {
    AbRig *rig = *state;
    void *second;
    rig_open(&second);
    AbRig *other = second;
    rig->eval.value = other->eval.value = eval_material;
    Rng rng;
    rng_init(&rng, 7);
    int bounds = 0;
    for (int checked = 0; checked < 12;) {
        const Position pos = enter_random(rig, &rng)->pos;
        Rng again = rng;
        enter_random(other, &again);
        AbChild children[MOVE_MAX];
        const int count = list_children(&pos, children);
        if (!count || count > 40)
            continue;
        checked++;
        const AbParent parent = parent_of(&pos, 1, checked % 3 ? 50 : 10000);
        tt_clear(&rig->memory.table);
        const int64_t nodes =
            alphabeta_children(&rig->shared->base, &parent, &rig->control, children, count);
        assert_true(nodes >= count);
        check_values(other, &parent, children, count);
        for (int i = 0; i < count; i++)
            bounds += children[i].is_bound;
    }
    assert_true(bounds > 0);
    rig_close(&second);
}

// Only what is better than the given value is exact; what is out of its margin is a bound.
static void test_given_best(void **state) {
    AbRig *rig = *state;
    rig->eval.flat = 20;
    const AbWorker *worker = rig_enter(rig, quiet());
    const Position pos = worker->pos;
    AbChild children[MOVE_MAX];
    const int count = list_children(&pos, children);
    AbParent parent = parent_of(&pos, 1, 100);
    parent.best = 500;
    assert_true(alphabeta_children(&rig->shared->base, &parent, &rig->control, children, count) >
                0);
    for (int i = 0; i < count; i++)
        assert_true(children[i].is_bound && children[i].value <= 400);
}

// Children that were not searched are unchanged.
static void test_stop(void **state) {
    AbRig *rig = *state;
    rig->eval.value = eval_material;
    const Position pos = rig_enter(rig, "startpos")->pos;
    AbChild children[MOVE_MAX];
    const int count = list_children(&pos, children);
    const AbParent parent = parent_of(&pos, 8, 10000);
    control_stop(&rig->control);
    assert_int_equal(
        alphabeta_children(&rig->shared->base, &parent, &rig->control, children, count), -1);
    int untouched = 0;
    for (int i = 0; i < count; i++)
        untouched += children[i].depth == DEPTH_UNTOUCHED;
    assert_true(untouched > 0);
}

// The game before the position decides whether a move repeats a position too often.
static void test_game_history(void **state) {
    AbRig *rig = *state;
    static const char *const CYCLE = GAME_IS_SHOGI       ? "5i5h 5a5b 5h5i 5b5a"
                                     : GAME_IS_MINISHOGI ? "1e1d 5a5b 1d1e 5b5a"
                                                         : "g1f3 g8f6 f3g1 f6g8";
    char text[200];
    snprintf(text, sizeof text, "startpos moves %s %s %s", CYCLE, CYCLE, CYCLE);
    text[strlen(text) - 5] = 0; // but the last move
    rig->eval.flat = 100;
    rig_enter(rig, "startpos");
    GameLine line;
    line_init(&line);
    assert_ok(line_parse(&line, str_of(text), error));
    Move repeats;
    assert_ok(move_parse(&line.now, str_of(CYCLE + 15), &repeats, error));
    for (int has_history = 0; has_history < 2; has_history++) {
        AbParent parent = parent_of(&line.now, 1, 10000);
        parent.history = has_history ? &line.history : NULL;
        AbChild child = {.move = repeats};
        tt_clear(&rig->memory.table);
        assert_true(alphabeta_children(&rig->shared->base, &parent, &rig->control, &child, 1) > 0);
        if (!has_history)
            assert_int_equal(child.value, -100);
        else if (GAME_IS_MINISHOGI) // the first player loses
            assert_true(child.value > 10000);
        else
            assert_int_equal(child.value, 0);
    }
    line_release(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {rig_test(test_values_and_bounds), rig_test(test_given_best),
                                       rig_test(test_stop), rig_test(test_game_history)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
