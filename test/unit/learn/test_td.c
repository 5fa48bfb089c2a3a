// Temporal differences: the lambda-return against both of its definitions, the gradient against the
// loss, and steps that depend on their number alone.
#include "positions.h"

#include <math.h>

#include "learn/learners.h"
#include "learn/selfplay_pool.h"
#include "learn/td.h"
#include "learner_fixture.h"
#include "search/gameover.h"

// The forward view by its definition: (1 - lambda) sum lambda^(n-1) P(t+n) + lambda^(L-t-1) result.
static double lambda_return(double lambda, const double *probabilities, int count, int turn,
                            double result) {
    double sum = 0, weight = 1;
    for (int later = turn + 1; later < count; later++, weight *= lambda)
        sum += (1 - lambda) * weight * probabilities[later];
    return sum + weight * result;
}

// The backward view by its definition: the update of each weight, by an eligibility trace.
enum { TURNS = 60, WEIGHTS = 5 };

static void trace_update(double lambda, const double *probabilities, double result,
                         double gradients[TURNS][WEIGHTS], double update[WEIGHTS]) {
    double trace[WEIGHTS] = {0};
    for (int w = 0; w < WEIGHTS; w++)
        update[w] = 0;
    for (int t = 0; t < TURNS; t++) {
        const double next = t + 1 < TURNS ? probabilities[t + 1] : result;
        for (int w = 0; w < WEIGHTS; w++) {
            trace[w] = lambda * trace[w] + gradients[t][w];
            update[w] += (next - probabilities[t]) * trace[w];
        }
    }
}

static void test_errors(void **state) {
    (void)state;
    static const double lambdas[] = {0, 0.3, 0.9, 1};
    Rng rng;
    rng_init(&rng, 1);
    for (size_t i = 0; i < ARRAY_LEN(lambdas); i++) {
        const double lambda = lambdas[i], result = (double)rng_below(&rng, 3) / 2;
        double probabilities[TURNS], gradients[TURNS][WEIGHTS], errors[TURNS], update[WEIGHTS];
        for (int t = 0; t < TURNS; t++) {
            probabilities[t] = rng_unit(&rng);
            for (int w = 0; w < WEIGHTS; w++)
                gradients[t][w] = rng_unit(&rng) - 0.5;
        }
        td_errors(lambda, probabilities, TURNS, result, errors);
        for (int t = 0; t < TURNS; t++) {
            const double expected = lambda_return(lambda, probabilities, TURNS, t, result);
            assert_true(fabs(errors[t] - (expected - probabilities[t])) < 1e-12);
        }
        trace_update(lambda, probabilities, result, gradients, update);
        for (int w = 0; w < WEIGHTS; w++) {
            double sum = 0;
            for (int t = 0; t < TURNS; t++)
                sum += errors[t] * gradients[t][w];
            assert_true(fabs(sum - update[w]) < 1e-9);
        }
        if (lambda == 1)
            assert_true(fabs(errors[7] - (result - probabilities[7])) < 1e-12);
        if (lambda == 0)
            assert_true(fabs(errors[7] - (probabilities[8] - probabilities[7])) < 1e-12);
    }
    td_errors(0.5, NULL, 0, 1, NULL); // a side that had no turn
}

#define SHORT "MaxPly", "60", "RandomPlies", "6"
static const char *const ROOT[] = {"Leaf", "root", "Nodes", "60", SHORT, NULL};
static const char *const LINE[] = {"Leaf", "pv", "Nodes", "100", SHORT, NULL};
static const char *const TREE[] = {"Leaf", "softmax", "Nodes", "400", SHORT, NULL};
static const char *const PATHS[] = {"Leaf", "softmax",     "Nodes", "400", "Paths",
                                    "40",   "PathThreads", "2",     SHORT, NULL};

static void test_replay(void **state) {
    (void)state;
    fixture_check_replay(&LEARNER_TD, PATHS, 1000);
    if (GAME_IS_SHOGI)
        return; // the code is the same in all games
    fixture_check_replay(&LEARNER_TD, ROOT, 1000);
    fixture_check_replay(&LEARNER_TD, LINE, 1000);
    fixture_check_replay(&LEARNER_TD, TREE, 1000);
}

// The numbers of threads that play and that draw paths make no difference.
static void test_threads(void **state) {
    (void)state;
    fixture_check_threads(&LEARNER_TD, LINE, 1000);
    fixture_check_threads(&LEARNER_TD, PATHS, 1000);
    const char *alone[ARRAY_LEN(PATHS)];
    memcpy(alone, PATHS, sizeof alone);
    assert_string_equal(alone[6], "PathThreads");
    alone[7] = "1";
    Fixture one, two;
    fixture_open(&one, &LEARNER_TD, alone, 1);
    fixture_open(&two, &LEARNER_TD, PATHS, 1);
    fixture_train(&one, 5);
    fixture_train(&two, 5);
    assert_memory_equal(one.trainer.gradient.sums, two.trainer.gradient.sums,
                        one.trainer.kind->weight_count * sizeof(float));
    fixture_close(&one);
    fixture_close(&two);
}

// ---- the gradient is that of the loss ----

enum { TAU = 600 };

// Where the value of a turn comes from.
typedef struct Spot {
    Position pos;
    Color side;   // whose turn it was
    bool is_leaf; // the value is that of the trainer; otherwise `value`
    double value;
} Spot;

typedef struct Recorded {
    Spot spots[300];
    int count;
    bool follows_line;
    bool has_result;
    int result; // of FIRST
} Recorded;

static Recorded recorded;

static Status record_spot(void *context, SelfplaySlot *slot, const SearchResult *result, Move *move,
                          Error *error) {
    (void)context, (void)move;
    const GameLine *line = &slot->current->game.line;
    Spot *spot = &recorded.spots[recorded.count++];
    *spot = (Spot){.pos = line->now, .side = pos_side(&line->now), .is_leaf = true};
    if (!recorded.follows_line)
        return STATUS_OK;
    GameLine ahead;
    line_init(&ahead);
    TRY(line_copy(&ahead, line, error));
    for (int i = 0; i < result->pv_count; i++)
        TRY(line_push(&ahead, result->pv[i], error));
    spot->pos = ahead.now;
    const int outcome = gameover_by_rules(&ahead.now, &ahead.history, &RULES_DEFAULT, 0, 0);
    spot->is_leaf = !value_is_decided(result->value) && outcome == VALUE_NONE;
    spot->value = value_is_decided(result->value)      ? result->value
                  : pos_side(&ahead.now) == spot->side ? outcome
                                                       : -outcome;
    line_release(&ahead);
    return STATUS_OK;
}

static Status record_end(void *context, const SelfplayGame *game, Trainer *trainer,
                         StepStats *stats, Error *error) {
    (void)context, (void)trainer, (void)stats, (void)error;
    recorded.has_result = game_has_result(&game->game);
    recorded.result = game_result(&game->game);
    return STATUS_OK;
}

// With lambda = 1 there is a true loss: half the squared error against the result, at every turn.
static double loss_of_game(Fixture *fixture) {
    double loss = 0;
    for (int i = 0; i < recorded.count; i++) {
        const Spot *spot = &recorded.spots[i];
        const double sign = pos_side(&spot->pos) == spot->side ? 1 : -1;
        const double value =
            spot->is_leaf ? sign * trainer_value(&fixture->trainer, &spot->pos) : spot->value;
        const int points = spot->side == FIRST ? recorded.result : -recorded.result;
        const double miss = (1 + points) / 2.0 - 1 / (1 + exp(-value / TAU));
        loss += miss * miss / 2;
    }
    return loss;
}

// Plays the game of a step once more, to compute its loss.
static void check_slope(const char *leaf) {
    const char *const options[] = {"Leaf", leaf,     "Nodes", "60",          "Lambda", "1", "Tau",
                                   "600",  "MaxPly", "300",   "RandomPlies", "6",      NULL};
    Fixture fixture;
    fixture_open(&fixture, &LEARNER_TD, options, 1);
    SelfplayPool pool;
    const SelfplayPoolConfig config = {
        .search = SEARCH_KINDS[0],
        .settings = {.nodes = 60, .ts = 120, .tb = 40, .random_plies = 6, .max_ply = 300},
        .batch = 1,
        .seed = 11,
    };
    assert_ok(selfplay_pool_init(&pool, &config, error));
    const SelfplayHooks hooks = {record_spot, record_end, NULL};
    recorded.has_result = false;
    recorded.follows_line = str_eq(str_of(leaf), "pv");
    uint64_t number = 0;
    for (; !recorded.has_result; number++) {
        StepStats step;
        recorded.count = 0;
        assert_ok(selfplay_pool_step(&pool, &fixture.trainer, number, &hooks, &step, error));
        assert_false(step.is_aborted);
    }
    const StepStats stats = fixture_train(&fixture, number - 1);
    testing_note("%d turns, loss %.6f, result %d\n", (int)stats.samples, stats.loss,
                 recorded.result);
    assert_int_equal(stats.samples, recorded.count);
    assert_true(fabs(2 * loss_of_game(&fixture) / recorded.count - stats.loss) < 1e-9);
    fixture_check_slope(&fixture, 0.05, loss_of_game);
    selfplay_pool_release(&pool);
    fixture_close(&fixture);
}

static void test_slope(void **state) {
    (void)state;
    check_slope("root");
    check_slope("pv");
}

static void test_refusal(void **state) {
    (void)state;
    void *settings = calloc(1, LEARNER_TD.settings_bytes);
    option_defaults(LEARNER_TD.options, settings);
    assert_ok(option_set(LEARNER_TD.options, settings, str_of("Nodes"), str_of("0"), error));
    const LearnerSetup setup = {.settings = settings, .batch = 1};
    Learner *learner;
    Error error = {""};
    assert_int_equal(LEARNER_TD.create(&learner, &setup, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "Nodes"));
    free(settings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),  cmocka_unit_test(test_replay),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_slope),
        cmocka_unit_test(test_refusal),
    };
    return cmocka_run_group_tests_name("td " GAME_NAME, tests, NULL, NULL);
}
