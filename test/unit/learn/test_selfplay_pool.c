// The games of a step on several threads: nobody waits for a long game but for want of room, the
// learner hears of them in their order, and faults and stops leave nothing behind.
#include "learn/selfplay_pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "positions.h"
#include "search/first/first.h"

enum { GAMES = 60, THREADS = 3, NOBODY = -1 };

// What a step was like, and what is to go wrong in it.
typedef struct Hall {
    Trainer trainer;
    SelfplayPool pool;
    SearchControl stop;
    char folder[64];
    int held;        // the game that waits in its first turn until the shelf is full
    int fails_at;    // the game whose learner fails when told
    int searches_at; // or at a search
    int stops_at;    // the game after which somebody stops all
    atomic_int begun, most_begun;
    int told;
    bool is_in_order;
    Key ends[GAMES]; // the last positions
} Hall;

static void hall_open(Hall *hall, int threads) {
    *hall = (Hall){.held = NOBODY, .fails_at = NOBODY, .searches_at = NOBODY, .stops_at = NOBODY};
    snprintf(hall->folder, sizeof hall->folder, "/tmp/yuragi-pool-XXXXXX");
    assert_non_null(mkdtemp(hall->folder));
    const TrainerConfig trainer = {
        .kind = &MASTER_PP, .optimiser = OPTIMISER_SGD, .threads = threads};
    assert_ok(trainer_init(&hall->trainer, &trainer, error));
    control_init(&hall->stop);
    const SelfplayPoolConfig terms = {.search = &SEARCH_FIRST,
                                      .settings = {.nodes = 100, .random_plies = 6, .max_ply = 20},
                                      .name = "games",
                                      .folder = hall->folder,
                                      .stop = &hall->stop};
    assert_ok(selfplay_pool_init(&hall->pool, &terms, error));
}

static void hall_close(Hall *hall) {
    selfplay_pool_release(&hall->pool);
    trainer_release(&hall->trainer);
    for (int i = 0; i < 2; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/games-%d.weights", hall->folder, i);
        unlink(path);
    }
    assert_int_equal(rmdir(hall->folder), 0);
}

static void hold(Hall *hall) {
    while (atomic_load(&hall->begun) < hall->pool.room)
        usleep(1000);
    usleep(50000); // now another one would begin if it could
    atomic_store(&hall->most_begun, atomic_load(&hall->begun));
}

static Status look(void *context, SelfplaySlot *seat, const SearchResult *result, Move *move,
                   Error *error) {
    Hall *hall = context;
    SelfplayGame *game = seat->game;
    (void)result, (void)move;
    if (!game->trace.turn_count) {
        atomic_fetch_add(&hall->begun, 1);
        if (game->number == hall->held)
            hold(hall);
    }
    if (game->number == hall->searches_at)
        return error_set(error, STATUS_BAD_INPUT, "a fault at a search");
    return trace_turn(&game->trace, pos_side(&game->line.now), 0, error);
}

static Status hear(void *context, const SelfplayGame *game, Error *error) {
    Hall *hall = context;
    hall->is_in_order = hall->is_in_order && game->number == hall->told++;
    hall->ends[game->number] = pos_key(&game->line.now);
    if (game->number == hall->stops_at)
        control_stop(&hall->stop);
    return game->number == hall->fails_at
               ? error_set(error, STATUS_BAD_INPUT, "a fault of the learner")
               : STATUS_OK;
}

static Status play_step(Hall *hall, bool *is_aborted, Error *error) {
    Rng step;
    rng_init(&step, 5);
    hall->told = 0;
    hall->is_in_order = true;
    const SelfplayHooks watch = {look, hear, hall};
    const Status status =
        selfplay_pool_step(&hall->pool, &hall->trainer, &step, GAMES, &watch, is_aborted, error);
    assert_true(hall->is_in_order);
    return status;
}

static void check_whole(Hall *hall) {
    bool is_aborted;
    assert_ok(play_step(hall, &is_aborted, error));
    assert_false(is_aborted);
    assert_int_equal(hall->told, GAMES);
}

static void test_order(void **state) {
    (void)state;
    Hall alone, together;
    hall_open(&alone, 1);
    hall_open(&together, THREADS);
    check_whole(&alone);
    together.held = 0;
    check_whole(&together);
    testing_note("%d games begun before the first was over\n", together.most_begun);
    assert_int_equal(together.most_begun, together.pool.room);
    assert_memory_equal(alone.ends, together.ends, sizeof alone.ends);
    hall_close(&alone);
    hall_close(&together);
}

static void check_fault(Hall *hall, int told_most, const char *words) {
    Error error = {""};
    bool is_aborted;
    assert_int_equal(play_step(hall, &is_aborted, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, words);
    assert_true(hall->told <= told_most);
    assert_false(is_aborted);
}

static void test_faults(void **state) {
    (void)state;
    for (int threads = 1; threads <= THREADS; threads += THREADS - 1) {
        Hall hall;
        hall_open(&hall, threads);
        hall.fails_at = 5;
        check_fault(&hall, 6, "a fault of the learner");
        assert_int_equal(hall.told, 6);
        hall.fails_at = NOBODY;
        hall.searches_at = 17;
        check_fault(&hall, 17, "a fault at a search");
        hall.searches_at = NOBODY;
        check_whole(&hall);
        hall_close(&hall);
    }
}

static void test_stop(void **state) {
    (void)state;
    Hall hall;
    hall_open(&hall, THREADS);
    hall.stops_at = 7;
    bool is_aborted;
    assert_ok(play_step(&hall, &is_aborted, error));
    assert_true(is_aborted);
    assert_int_equal(hall.told, 8);
    hall.stops_at = NOBODY;
    control_init(&hall.stop);
    check_whole(&hall);
    hall_close(&hall);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests_name("pool " GAME_NAME, tests, NULL, NULL);
}
