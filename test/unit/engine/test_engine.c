// One answer for each job of an Engine, and when it comes.
#include "testing.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "engine/engine.h"
#include "game/perft.h"

enum { HASH_MB = 2 };

static const char *const MATE_IN_ONE = GAME_IS_CHESS       ? "4k3/8/4K3/8/8/8/8/R7 w - - 0 1"
                                       : GAME_IS_MINISHOGI ? "4k/5/4P/5/K4 b G 1"
                                                           : "8k/9/8P/9/9/9/9/9/4K4 b G 1";
// Or longer.
static const char *const MATE_IN_THREE = GAME_IS_CHESS ? "5r1k/6pp/7N/8/8/1Q6/6PP/6K1 w - - 0 1"
                                         : GAME_IS_MINISHOGI
                                             ? "1r2k/P2gp/3S1/2s1b/KGR2 w b 14"
                                             : "9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1";

// What the listener heard. Counters are atomic, because tests read them during a job.
typedef struct Log {
    Engine *engine;
    atomic_int infos, errors, results, dones;
    _Atomic int64_t paths; // the sum over the infos of a perft
    int ranks;             // the largest multi_pv
    bool stops_at_info;    // the listener itself stops the search
    EngineAnswer answer;   // of the last on_done
    bool has_fault;        // an assertion of cmocka is for the thread of the test only
} Log;

static void on_info(void *context, const SearchInfo *info) {
    Log *log = context;
    log->has_fault |= !engine_is_searching(log->engine);
    log->infos++;
    log->paths += info->nodes;
    log->ranks = info->multi_pv > log->ranks ? info->multi_pv : log->ranks;
    if (log->stops_at_info)
        engine_stop(log->engine);
}

static void on_error(void *context, const Error *error) {
    Log *log = context;
    log->has_fault |= !error->text[0];
    log->errors++;
}

static void on_result(void *context, const EngineResult *result) {
    Log *log = context;
    log->has_fault |= !engine_is_searching(log->engine) || !result->line;
    log->results++;
}

static void on_done(void *context, const EngineResult *result) {
    Log *log = context;
    log->has_fault |= engine_is_searching(log->engine) || engine_is_loading(log->engine) ||
                      engine_is_held(log->engine);
    log->has_fault |= player_settings(engine_player(log->engine))->hash_mb != HASH_MB;
    log->answer = result->answer;
    log->dones++;
}

static void set(Engine *engine, const char *name, const char *value) {
    assert_ok(player_set(engine_player(engine), str_of(name), str_of(value), error));
}

static Engine *engine_with(Log *log, const char *search) {
    *log = (Log){0};
    const EngineListener listener = {on_info, on_error, on_result, on_done, log};
    assert_ok(engine_new(&log->engine, player_new(), &listener, error));
    set(log->engine, "Hash", "2");
    set(log->engine, "Search", search);
    return log->engine;
}

static void release(Log *log) {
    engine_free(log->engine);
    assert_false(log->has_fault);
}

static GameLine line_of(const char *text) {
    GameLine line;
    line_init(&line);
    assert_ok(line_parse(&line, str_of(text), error));
    return line;
}

// The start position after its first `count` legal moves.
static GameLine line_after(int count) {
    GameLine line = line_of("startpos");
    for (int i = 0; i < count; i++) {
        Move moves[MOVE_MAX];
        gen_legal(&line.now, moves);
        assert_ok(line_push(&line, moves[0], error));
    }
    return line;
}

static void go(Engine *engine, const GameLine *line, EngineRequest request) {
    assert_ok(engine_go(engine, line, &request, error));
}

static void wait_until(const atomic_int *counter, int value) {
    for (int i = 0; *counter < value; i++) {
        assert_true(i < 60000);
        clock_sleep_ms(1);
    }
}

static const EngineRequest INFINITE = {.is_infinite = true};
static const EngineRequest PONDER = {.is_ponder = true};
static const EngineRequest DEPTH_1 = {.limits = {.depth = 1}};

static void test_each_go_has_one_answer(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    GameLine line = line_after(1);
    for (int i = 1; i <= 3; i++) {
        go(engine, &line, DEPTH_1);
        const EngineResult *result = engine_wait(engine);
        assert_true(log.dones == i && log.results == i && log.infos > 0 && log.errors == 0);
        assert_true(result->answer == ENGINE_MOVE && result->status == STATUS_OK);
        assert_true(pos_is_legal(&line.now, result->search.best));
        assert_true(result->line != &line && result->line->count == 1);
    }
    line_release(&line);
    release(&log);
}

static void test_infinite_is_held_back(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    GameLine line = line_of("startpos");
    go(engine, &line, (EngineRequest){.limits = {.depth = 1}, .is_infinite = true});
    wait_until(&log.results, 1); // the search has ended
    clock_sleep_ms(20);
    assert_true(log.dones == 0 && engine_is_searching(engine) && engine_is_held(engine));
    assert_false(engine_is_pondering(engine));
    engine_ponderhit(engine, NULL); // is for ponder searches only
    assert_true(engine_is_held(engine));
    engine_stop(engine);
    engine_stop(engine);
    assert_int_equal(engine_wait(engine)->answer, ENGINE_MOVE);
    assert_true(log.dones == 1 && !engine_is_searching(engine));
    line_release(&line);
    release(&log);
}

static void test_stop(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    GameLine line = line_of("startpos");
    engine_stop(engine); // without a search it does nothing
    for (int i = 1; i <= 20; i++) {
        go(engine, &line, INFINITE);
        engine_stop(engine);
        assert_int_equal(engine_wait(engine)->answer, ENGINE_MOVE);
        assert_int_equal(log.dones, i);
    }
    line_release(&line);
    release(&log);
}

static void test_ponderhit(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    GameLine line = line_after(1);
    go(engine, &line, PONDER);
    clock_sleep_ms(50);
    assert_true(log.dones == 0 && engine_is_pondering(engine));
    const int64_t now_ns = clock_ns();
    const TimePlan plan = timeplan_exact(now_ns, 50000000);
    engine_ponderhit(engine, &plan);
    assert_false(engine_is_pondering(engine));
    engine_wait(engine);
    assert_true(log.dones == 1 && clock_ns() - now_ns >= 45000000);
    // Without a plan the limits end it.
    go(engine, &line, (EngineRequest){.limits = {.depth = 2}, .is_ponder = true});
    engine_ponderhit(engine, NULL);
    assert_int_equal(engine_wait(engine)->answer, ENGINE_MOVE);
    assert_int_equal(log.dones, 2);
    line_release(&line);
    release(&log);
}

static void test_ponder_on_all(void **state) {
    (void)state;
    Log log;
    GameLine line = line_after(1);
    for (int i = 0; i < 2; i++) { // a search that prefers it, and one that is asked to
        Engine *engine = engine_with(&log, i ? "alphabeta" : "softmax");
        const EngineRequest request = {
            .limits = {.nodes = 2000}, .is_ponder = true, .ponders_on_all = i};
        go(engine, &line, request);
        clock_sleep_ms(50);
        assert_true(log.infos == 0 && log.results == 0 && engine_is_pondering(engine));
        engine_ponderhit(engine, NULL);
        const EngineResult *result = engine_wait(engine);
        assert_true(log.infos > 0 && result->line->count == 1);
        assert_true(pos_is_legal(&line.now, result->search.best));
        // Another move was played: the answer is what is known without a search.
        log.infos = 0;
        go(engine, &line, request);
        engine_stop(engine);
        result = engine_wait(engine);
        assert_true(log.infos == 0 && log.dones == 2 && result->line->count == 1);
        assert_true(pos_is_legal(&line.now, result->search.best));
        release(&log);
    }
    line_release(&line);
}

static void test_go_ends_the_job_before(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    GameLine first = line_after(1), second = line_after(2);
    engine_load(engine, true, false);
    go(engine, &first, PONDER);
    assert_true(log.dones == 1);
    go(engine, &second, INFINITE);
    assert_true(log.dones == 2 && engine_is_held(engine));
    go(engine, &first, DEPTH_1);
    assert_int_equal(engine_wait(engine)->line->count, 1);
    assert_int_equal(log.dones, 4);
    go(engine, &first, PONDER);
    engine_new_game(engine);
    assert_int_equal(engine_wait(engine)->answer, ENGINE_CLEARED);
    assert_int_equal(log.dones, 6);
    line_release(&first);
    line_release(&second);
    release(&log);
}

static void test_options_between_jobs(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    GameLine line = line_of("startpos");
    go(engine, &line, DEPTH_1);
    engine_wait(engine);
    assert_int_equal(log.ranks, 1);
    set(engine, "MultiPV", "3");
    go(engine, &line, DEPTH_1);
    engine_wait(engine);
    assert_int_equal(log.ranks, 3);
    line_release(&line);
    release(&log);
}

static void test_weights_that_are_not_there(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "first");
    GameLine line = line_of("startpos");
    set(engine, "EvalFile", "/nonexistent");
    engine_load(engine, false, false);
    const EngineResult *result = engine_wait(engine);
    assert_true(log.errors == 1 && log.dones == 1 && result->answer == ENGINE_LOADED);
    assert_true(result->status != STATUS_OK && strstr(result->error.text, "/nonexistent"));
    go(engine, &line, DEPTH_1);
    assert_true(engine_wait(engine)->status == STATUS_OK && log.errors == 1);
    set(engine, "EvalFile", "/nonexistent");
    go(engine, &line, DEPTH_1);
    result = engine_wait(engine);
    assert_true(result->answer == ENGINE_MOVE && result->status != STATUS_OK && log.errors == 2);
    assert_true(pos_is_legal(&line.now, result->search.best));
    line_release(&line);
    release(&log);
}

static void test_load_and_new_game(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    engine_load(engine, true, true);
    assert_int_equal(engine_wait(engine)->answer, ENGINE_LOADED);
    assert_non_null(player_eval(engine_player(engine)));
    engine_load(engine, false, false);
    engine_new_game(engine);
    assert_int_equal(engine_wait(engine)->answer, ENGINE_CLEARED);
    // The listener does not hear the warm-up search.
    assert_true(log.dones == 3 && log.infos == 0 && log.results == 0);
    release(&log);
}

typedef struct Stopper {
    Engine *engine;
    atomic_bool is_ending;
} Stopper;

static void *stop_again_and_again(void *context) {
    Stopper *stopper = context;
    while (!stopper->is_ending) {
        engine_stop(stopper->engine);
        engine_is_pondering(stopper->engine);
        engine_ponderhit(stopper->engine, NULL);
        clock_sleep_ms(1);
    }
    return NULL;
}

static void test_stop_from_another_thread(void **state) {
    (void)state;
    Log log;
    Stopper stopper = {.engine = engine_with(&log, "alphabeta")};
    GameLine line = line_after(1);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_again_and_again, &stopper), 0);
    for (int i = 1; i <= 100; i++) {
        go(stopper.engine, &line, i % 2 ? INFINITE : PONDER);
        assert_int_equal(engine_wait(stopper.engine)->answer, ENGINE_MOVE);
        assert_int_equal(log.dones, i);
    }
    stopper.is_ending = true;
    pthread_join(thread, NULL);
    line_release(&line);
    release(&log);
}

static void test_stop_from_the_listener(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    GameLine line = line_of("startpos");
    log.stops_at_info = true;
    go(engine, &line, INFINITE);
    assert_int_equal(engine_wait(engine)->answer, ENGINE_MOVE);
    assert_int_equal(log.dones, 1);
    line_release(&line);
    release(&log);
}

static void test_moves_are_copied(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    GameLine line = line_of("startpos");
    Move moves[MOVE_MAX];
    const int count = gen_legal(&line.now, moves);
    Move only = moves[count - 1];
    go(engine, &line,
       (EngineRequest){.limits = {.moves = &only, .move_count = 1}, .is_ponder = true});
    only = MOVE_NONE;
    engine_stop(engine);
    assert_int_equal(engine_wait(engine)->search.best, moves[count - 1]);
    line_release(&line);
    release(&log);
}

static void test_mate_job(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    GameLine line = line_of("startpos");
    go(engine, &line, (EngineRequest){.job = ENGINE_MATE, .is_infinite = true});
    assert_int_equal(engine_wait(engine)->answer, ENGINE_NO_MATE);
    assert_int_equal(log.dones, 1);
    line_release(&line);
    line = line_of(MATE_IN_ONE);
    go(engine, &line, (EngineRequest){.job = ENGINE_MATE});
    const EngineResult *result = engine_wait(engine);
    assert_int_equal(result->answer, ENGINE_MATES);
    assert_true(result->mate_count >= 1);
    assert_true(pos_is_legal(&line.now, result->mate[0]));
    line_release(&line);
    line = line_of(MATE_IN_THREE);
    go(engine, &line, (EngineRequest){.job = ENGINE_MATE, .limits.nodes = 1});
    assert_int_equal(engine_wait(engine)->answer, ENGINE_MATE_UNKNOWN);
    assert_int_equal(log.dones, 3);
    line_release(&line);
    release(&log);
}

static void test_perft_job(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    GameLine line = line_of("startpos");
    Move moves[MOVE_MAX];
    const int count = gen_legal(&line.now, moves);
    Position pos = line.now;
    const int64_t paths = (int64_t)perft_count(&pos, 4);
    go(engine, &line, (EngineRequest){.job = ENGINE_PERFT, .limits = {.depth = 4}});
    const EngineResult *result = engine_wait(engine);
    assert_true(result->answer == ENGINE_PATHS && result->search.nodes == paths);
    assert_true(log.infos == count && log.paths == paths);
    go(engine, &line, (EngineRequest){.job = ENGINE_PERFT, .limits = {.depth = 30}});
    clock_sleep_ms(5);
    engine_stop(engine);
    assert_int_equal(engine_wait(engine)->answer, ENGINE_ABORTED);
    assert_int_equal(log.dones, 2);
    line_release(&line);
    release(&log);
}

static void test_ends_of_games(void **state) {
    (void)state;
    Log log;
    Engine *engine = engine_with(&log, "alphabeta");
    GameLine line = line_of(GAME_IS_CHESS       ? "fen R3k3/8/4K3/8/8/8/8/8 b - - 0 1"
                            : GAME_IS_MINISHOGI ? "sfen 4k/4G/4P/5/K4 w - 1"
                                                : "sfen 8k/8G/8P/9/9/9/9/9/4K4 w - 1");
    go(engine, &line,
       (EngineRequest){.has_plan = true, .plan = timeplan_exact(clock_ns(), 1000000)});
    assert_int_equal(engine_wait(engine)->answer, ENGINE_NO_MOVE);
    if (GAME_IS_SHOGI) {
        assert_ok(line_parse(&line, str_of("sfen 4K4/RBRBPPPPP/PPPP5/9/9/9/9/9/4k4 b - 1"), error));
        go(engine, &line, DEPTH_1);
        assert_int_equal(engine_wait(engine)->answer, ENGINE_WIN);
    }
    line_release(&line);
    release(&log);
}

static void test_free_ends_the_job(void **state) {
    (void)state;
    Log log;
    GameLine line = line_after(1);
    engine_free(NULL);
    engine_with(&log, "alphabeta");
    release(&log);
    assert_int_equal(log.dones, 0);
    for (int i = 0; i < 2; i++) {
        Engine *engine = engine_with(&log, i ? "softmax" : "alphabeta");
        go(engine, &line, i ? PONDER : INFINITE);
        release(&log);
        assert_int_equal(log.dones, 1);
    }
    Engine *engine = engine_with(&log, "alphabeta");
    engine_load(engine, true, true);
    release(&log);
    assert_true(log.dones == 1 && log.answer == ENGINE_LOADED);
    line_release(&line);
}

static void test_without_a_listener(void **state) {
    (void)state;
    Engine *engine;
    Error why;
    assert_int_equal(engine_new(&engine, NULL, NULL, &why), STATUS_NO_MEMORY);
    assert_null(engine);
    assert_ok(engine_new(&engine, player_new(), NULL, error));
    GameLine line = line_of("startpos");
    engine_load(engine, false, false);
    go(engine, &line, DEPTH_1);
    assert_int_equal(engine_wait(engine)->answer, ENGINE_MOVE);
    go(engine, &line, (EngineRequest){.job = ENGINE_PERFT, .limits = {.depth = 1}});
    assert_int_equal(engine_wait(engine)->answer, ENGINE_PATHS);
    line_release(&line);
    engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_go_has_one_answer),
        cmocka_unit_test(test_infinite_is_held_back),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_ponderhit),
        cmocka_unit_test(test_ponder_on_all),
        cmocka_unit_test(test_go_ends_the_job_before),
        cmocka_unit_test(test_options_between_jobs),
        cmocka_unit_test(test_weights_that_are_not_there),
        cmocka_unit_test(test_load_and_new_game),
        cmocka_unit_test(test_stop_from_another_thread),
        cmocka_unit_test(test_stop_from_the_listener),
        cmocka_unit_test(test_moves_are_copied),
        cmocka_unit_test(test_mate_job),
        cmocka_unit_test(test_perft_job),
        cmocka_unit_test(test_ends_of_games),
        cmocka_unit_test(test_free_ends_the_job),
        cmocka_unit_test(test_without_a_listener),
    };
    return cmocka_run_group_tests_name("engine " GAME_NAME, tests, NULL, NULL);
}
