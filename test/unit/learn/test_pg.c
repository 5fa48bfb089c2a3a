// Policy gradients: the gradient against logarithms of policies that are computed again, and steps
// that depend on their number alone.
#include "positions.h"

#include <math.h>

#include "learn/learners.h"
#include "learn/selfplay_pool.h"
#include "learn/treegrad.h"
#include "learner_fixture.h"
#include "search/first/first.h"

#define SHORT "MaxPly", "40", "RandomPlies", "6"
static const char *const EXACT[] = {"Method", "exact", "Width", "5", SHORT, NULL};
static const char *const DEEPER[] = {"Method", "exact", "Width", "3", "Horizon", "2", SHORT, NULL};
static const char *const SAMPLED[] = {"Method", "sampled",     "Nodes", "400", "Paths",
                                      "40",     "PathThreads", "2",     SHORT, NULL};
static const char *const WHOLE[] = {"Method", "sampled", "Nodes", "400", "Paths", "0", SHORT, NULL};

// Games that end, so that there is a gradient.
static void test_replay(void **state) {
    (void)state;
    static const char *const options[] = {"Method",      "sampled", "Nodes",  "200", "Paths", "40",
                                          "PathThreads", "2",       "MaxPly", "400", NULL};
    static const char *const exact[] = {"Method", "exact", "Width", "4", "MaxPly", "400", NULL};
    fixture_check_replay(&LEARNER_PG, options, 100);
    if (!GAME_IS_SHOGI) // its games are long
        fixture_check_replay(&LEARNER_PG, exact, 100);
}

static void test_threads(void **state) {
    (void)state;
    fixture_check_threads(&LEARNER_PG, SAMPLED, 100);
    fixture_check_threads(&LEARNER_PG, EXACT, 100);
}

// A game of a step, played by a policy as `pg` plays.
typedef struct Replayed {
    GameLine line;
    int result; // of FIRST; 0: there is no winner
    uint64_t step;
} Replayed;

static Replayed replayed;
static int opening_plies;

static const GradGrowth GROWTH = {
    .plies = 2, .width = 5, .policies = {{.temperature = 60}, {.temperature = 0}}};

// -r ln pi of all moves of the game, with trees grown again. The opponent's policy has temperature
// 0: small changes of the weights do not change it, so it is as good as frozen.
static double loss_of_choices(Fixture *fixture) {
    GradTree tree;
    treegrad_init(&tree);
    GameLine line;
    line_init(&line);
    assert_ok(line_begin(&line, &replayed.line.start, error));
    double loss = 0;
    for (size_t i = 0; i < replayed.line.count; i++) {
        const Move move = replayed.line.moves[i];
        double probabilities[MOVE_MAX];
        GradGrowth growth = GROWTH;
        growth.rules = RULES_DEFAULT;
        if ((int)i >= opening_plies) {
            assert_ok(treegrad_grow(&tree, &growth, &line, &fixture->trainer, error));
            const double reward = pos_side(&line.now) == FIRST ? replayed.result : -replayed.result;
            if (treegrad_policy(&tree, 60, probabilities))
                for (uint32_t j = 0; j < tree.nodes[0].count; j++)
                    if (tree.nodes[tree.nodes[0].first + j].move == move)
                        loss -= reward * log(probabilities[j]);
        }
        assert_ok(line_push(&line, move, error));
    }
    line_release(&line);
    treegrad_release(&tree);
    return loss;
}

// The line of the learner's game is not visible from outside, so its moves are drawn again here.
static Status choose(void *context, SelfplaySlot *slot, const SearchResult *result, Move *move,
                     Error *error) {
    Fixture *fixture = context;
    const GameLine *line = &slot->current->game.line;
    GradTree tree;
    GradGrowth growth = GROWTH;
    growth.rules = RULES_DEFAULT;
    growth.policies[1].is_frozen = true;
    treegrad_init(&tree);
    TRY(treegrad_grow(&tree, &growth, line, &fixture->trainer, error));
    double probabilities[MOVE_MAX];
    Rng rng;
    rng_init(&rng, 11);
    rng = rng_split(&rng, replayed.step);
    rng = rng_split(&rng, 0);
    rng = rng_split(&rng, STREAM_FREE + line->count);
    if (!value_is_decided(result->value) && treegrad_policy(&tree, 60, probabilities))
        *move = tree.nodes[tree.nodes[0].first +
                           (uint32_t)rng_weighted(&rng, probabilities, (int)tree.nodes[0].count, 1)]
                    .move;
    treegrad_release(&tree);
    return STATUS_OK;
}

static Status record_game(void *context, const SelfplayGame *game, Trainer *trainer,
                          StepStats *stats, Error *error) {
    (void)context, (void)trainer, (void)stats;
    replayed.result = game_result(&game->game);
    return line_copy(&replayed.line, &game->game.line, error);
}

static void test_slope(void **state) {
    (void)state;
    static const char *const options[] = {"Method", "exact", "Width", "5",           "Ta",
                                          "60",     "Tb",    "0",     "RandomPlies", "6",
                                          "Cutoff", "0",     NULL};
    Fixture fixture;
    fixture_open(&fixture, &LEARNER_PG, options, 1);
    SelfplayPool pool;
    const SelfplayPoolConfig config = {
        .search = &SEARCH_FIRST,
        .settings = {.nodes = 1000, .ts = 120, .random_plies = 6, .max_ply = 300},
        .batch = 1,
        .seed = 11};
    assert_ok(selfplay_pool_init(&pool, &config, error));
    const SelfplayHooks hooks = {choose, record_game, &fixture};
    line_init(&replayed.line);
    for (replayed.step = 0;; replayed.step++) {
        StepStats step;
        assert_ok(selfplay_pool_step(&pool, &fixture.trainer, replayed.step, &hooks, &step, error));
        if (replayed.result)
            break;
    }
    opening_plies = config.settings.random_plies;
    const StepStats stats = fixture_train(&fixture, replayed.step);
    testing_note("%d turns, -ln pi %.4f, result %d\n", (int)stats.samples, stats.loss,
                 replayed.result);
    fixture_check_slope(&fixture, 0.01, loss_of_choices);
    line_release(&replayed.line);
    selfplay_pool_release(&pool);
    fixture_close(&fixture);
}

// Every method plays and trains.
static void test_methods(void **state) {
    (void)state;
    static const char *const *const methods[] = {EXACT, DEEPER, SAMPLED, WHOLE};
    for (size_t i = 0; i < ARRAY_LEN(methods); i++) {
        Fixture fixture;
        fixture_open(&fixture, &LEARNER_PG, methods[i], 1);
        const StepStats stats = fixture_train(&fixture, 0);
        testing_note("%d turns, -ln pi %.4f\n", (int)stats.samples, stats.loss);
        assert_true(stats.samples > 0 && stats.loss > 0 && stats.loss < log(MOVE_MAX));
        fixture_close(&fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_slope),
        cmocka_unit_test(test_methods),
    };
    return cmocka_run_group_tests_name("pg " GAME_NAME, tests, NULL, NULL);
}
