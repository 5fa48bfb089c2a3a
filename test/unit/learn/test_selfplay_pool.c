// The games of a step on several threads: a thread waits only when the reorder window is full, the
// learner gets the games in their order, and after an error or a stop the next step is as usual.
#include "learn/selfplay_pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "positions.h"
#include "search/first/first.h"

enum { GAMES = 60, THREADS = 3, NONE = -1 };

// What happens in a step.
typedef struct Fixture {
    Trainer trainer;
    SelfplayPool pool;
    SearchControl stop;
    int held;           // the game that waits in its first turn until the window is full
    int fails_finished; // the game at which the hook `finished` fails
    int fails_searched; // the game at which the hook `searched` fails
    int stops;          // the game after which the step is stopped
    atomic_int begun, most_begun;
    int finished;
    bool is_in_order;
    Key ends[GAMES]; // the last positions
} Fixture;

static void fixture_open(Fixture *fixture, int threads) {
    *fixture =
        (Fixture){.held = NONE, .fails_finished = NONE, .fails_searched = NONE, .stops = NONE};
    const TrainerConfig trainer = {
        .kind = &MASTER_PP, .optimiser = OPTIMISER_SGD, .threads = threads};
    assert_ok(trainer_init(&fixture->trainer, &trainer, error));
    control_init(&fixture->stop);
    const SelfplayPoolConfig config = {.search = &SEARCH_FIRST,
                                       .settings = {.nodes = 100, .random_plies = 6, .max_ply = 20},
                                       .batch = GAMES,
                                       .seed = 5,
                                       .stop = &fixture->stop};
    assert_ok(selfplay_pool_init(&fixture->pool, &config, error));
}

static void fixture_close(Fixture *fixture) {
    selfplay_pool_release(&fixture->pool);
    trainer_release(&fixture->trainer);
}

static void hold(Fixture *fixture) {
    while (atomic_load(&fixture->begun) < fixture->pool.window)
        usleep(1000);
    usleep(50000); // time for another game to begin, which must not
    atomic_store(&fixture->most_begun, atomic_load(&fixture->begun));
}

static Status searched(void *context, SelfplaySlot *slot, const SearchResult *result, Move *move,
                       Error *error) {
    Fixture *fixture = context;
    SelfplayGame *game = slot->current;
    (void)result, (void)move;
    if (!game->trace.turn_count) {
        atomic_fetch_add(&fixture->begun, 1);
        if (game->number == fixture->held)
            hold(fixture);
    }
    if (game->number == fixture->fails_searched)
        return error_set(error, STATUS_BAD_INPUT, "a failure of searched");
    return trace_turn(&game->trace, pos_side(&game->game.line.now), 0, error);
}

static Status finished(void *context, const SelfplayGame *game, Trainer *trainer, StepStats *stats,
                       Error *error) {
    (void)trainer, (void)stats;
    Fixture *fixture = context;
    fixture->is_in_order = fixture->is_in_order && game->number == fixture->finished++;
    fixture->ends[game->number] = pos_key(&game->game.line.now);
    if (game->number == fixture->stops)
        control_stop(&fixture->stop);
    return game->number == fixture->fails_finished
               ? error_set(error, STATUS_BAD_INPUT, "a failure of finished")
               : STATUS_OK;
}

static Status play_step(Fixture *fixture, bool *is_aborted, Error *error) {
    StepStats stats;
    fixture->finished = 0;
    fixture->is_in_order = true;
    const SelfplayHooks hooks = {searched, finished, fixture};
    const Status status =
        selfplay_pool_step(&fixture->pool, &fixture->trainer, 0, &hooks, &stats, error);
    *is_aborted = stats.is_aborted;
    assert_true(fixture->is_in_order);
    return status;
}

static void check_whole(Fixture *fixture) {
    bool is_aborted;
    assert_ok(play_step(fixture, &is_aborted, error));
    assert_false(is_aborted);
    assert_int_equal(fixture->finished, GAMES);
}

static void test_order(void **state) {
    (void)state;
    Fixture alone, together;
    fixture_open(&alone, 1);
    fixture_open(&together, THREADS);
    check_whole(&alone);
    together.held = 0;
    check_whole(&together);
    testing_note("%d games begun before the first was over\n", together.most_begun);
    assert_int_equal(together.most_begun, together.pool.window);
    assert_memory_equal(alone.ends, together.ends, sizeof alone.ends);
    fixture_close(&alone);
    fixture_close(&together);
}

static void check_failure(Fixture *fixture, int finished_count, const char *words) {
    Error error = {""};
    bool is_aborted;
    assert_int_equal(play_step(fixture, &is_aborted, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, words);
    assert_int_equal(fixture->finished, finished_count);
    assert_false(is_aborted);
}

static void test_failures(void **state) {
    (void)state;
    for (int threads = 1; threads <= THREADS; threads += THREADS - 1) {
        Fixture fixture;
        fixture_open(&fixture, threads);
        fixture.fails_finished = 5;
        check_failure(&fixture, 6, "a failure of finished");
        fixture.fails_finished = NONE;
        fixture.fails_searched = 17;
        check_failure(&fixture, 17, "a failure of searched");
        fixture.fails_searched = NONE;
        check_whole(&fixture);
        fixture_close(&fixture);
    }
}

static void test_stop(void **state) {
    (void)state;
    Fixture fixture;
    fixture_open(&fixture, THREADS);
    fixture.stops = 7;
    bool is_aborted;
    assert_ok(play_step(&fixture, &is_aborted, error));
    assert_true(is_aborted);
    assert_int_equal(fixture.finished, 8);
    fixture.stops = NONE;
    control_init(&fixture.stop);
    check_whole(&fixture);
    fixture_close(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests_name("selfplay_pool " GAME_NAME, tests, NULL, NULL);
}
