// One game of a player against itself: how it ends, and that an hooks_context can lead it.
#include "positions.h"

#include "learn/episode.h"
#include "play/opening.h"

typedef struct Watcher {
    int searches;
    bool plays_first; // the first move of the generator instead of the best
    SearchControl *stop;
} Watcher;

static Status watch(void *context, const GameLine *line, const SearchResult *result, Player *player,
                    Move *move, Error *error) {
    Watcher *watcher = context;
    (void)player, (void)error;
    watcher->searches++;
    assert_true(result->is_declared || *move == result->best);
    Move moves[MOVE_MAX];
    if (watcher->plays_first && gen_legal(&line->now, moves))
        *move = moves[0];
    if (watcher->stop)
        control_stop(watcher->stop);
    return STATUS_OK;
}

static Player *player_of(const char *search) {
    Player *player = player_new();
    assert_non_null(player);
    assert_ok(player_set(player, str_of("Search"), str_of(search), error));
    assert_ok(player_set(player, str_of("USI_Hash"), str_of("1"), error));
    return player;
}

static EpisodeEnd play(Player *player, const EpisodeConfig *terms, Watcher *watcher,
                       GameLine *line) {
    SearchControl control;
    control_init(&control);
    if (watcher->stop)
        watcher->stop = &control;
    const EpisodeHooks hooks_context = {watch, watcher};
    EpisodeEnd end;
    assert_ok(episode_play(player, terms, &control, &hooks_context, line, &end, error));
    return end;
}

static void begin(GameLine *line, uint64_t seed) {
    Rng rng;
    rng_init(&rng, seed);
    assert_ok(opening_random(line, 4, rng, error));
}

// Everything is played out, and the result is the judge's.
static void test_rules(void **state) {
    (void)state;
    Player *player = player_of("alphabeta");
    GameLine line;
    line_init(&line);
    begin(&line, 1);
    Watcher watcher = {0};
    const Rules rules = {.entering_king = RULES_DEFAULT.entering_king, .move_limit = 400};
    const EpisodeConfig terms = {.limits = {.nodes = 50}, .rules = rules};
    const EpisodeEnd end = play(player, &terms, &watcher, &line);
    assert_true(end.is_finished);
    assert_int_equal(watcher.searches, line.count - 4);
    const Result result = pos_outcome(&line.now, &line.history, &rules).result;
    const int sign = pos_side(&line.now) == FIRST ? 1 : -1;
    assert_int_equal(end.result * sign,
                     result == RESULT_WIN ? 1 : (result == RESULT_LOSS ? -1 : 0));
    assert_true(result != RESULT_OPEN);
    line_release(&line);
    player_free(player);
}

static void test_broken_off(void **state) {
    (void)state;
    Player *player = player_of("first");
    GameLine line;
    line_init(&line);
    begin(&line, 2);
    Watcher watcher = {0};
    EpisodeConfig terms = {.limits = {.depth = 1}, .rules = RULES_DEFAULT, .ply_limit = 3};
    EpisodeEnd end = play(player, &terms, &watcher, &line);
    assert_false(end.is_finished);
    assert_int_equal(end.result, 0);
    assert_int_equal(line.count, 7);
    assert_int_equal(watcher.searches, 3);
    // Somebody stops it after the first search.
    SearchControl any;
    begin(&line, 2);
    watcher = (Watcher){.stop = &any};
    end = play(player, &terms, &watcher, &line);
    assert_false(end.is_finished);
    assert_int_equal(watcher.searches, 1);
    line_release(&line);
    player_free(player);
}

// A won position ends at once where decided values count, and by resignation where a value does.
static void test_adjudication(void **state) {
    (void)state;
    const Position pos = position_of(str_of(GAME_IS_CHESS       ? "k7/8/1K6/8/8/8/8/7R w - - 0 1"
                                            : GAME_IS_MINISHOGI ? "k4/5/1G3/5/4K b G 1"
                                                                : "k8/9/1G7/9/9/9/9/9/8K b G 1"));
    Player *player = player_of("alphabeta");
    GameLine line;
    line_init(&line);
    assert_ok(line_begin(&line, &pos, error));
    Watcher watcher = {0};
    EpisodeConfig terms = {.limits = {.depth = 4}, .rules = RULES_DEFAULT, .ends_decided = true};
    EpisodeEnd end = play(player, &terms, &watcher, &line);
    assert_true(end.is_finished);
    assert_int_equal(end.result, 1);
    assert_int_equal(watcher.searches, 1);
    assert_int_equal(line.count, 0);
    // One ply in which one side is so much better is enough, if it is asked for.
    terms.ends_decided = false;
    terms.resign_value = 300;
    terms.resign_count = 1;
    watcher = (Watcher){.plays_first = true};
    end = play(player, &terms, &watcher, &line);
    assert_true(end.is_finished);
    assert_int_equal(end.result, 1);
    line_release(&line);
    player_free(player);
}

// The same terms and the same opening: the same game, whatever was played before.
static void test_replay(void **state) {
    (void)state;
    Player *player = player_of("softmax");
    GameLine one, two;
    line_init(&one);
    line_init(&two);
    begin(&one, 3);
    begin(&two, 3);
    Watcher watcher = {0};
    const EpisodeConfig terms = {.limits = {.nodes = 300}, .rules = RULES_DEFAULT, .ply_limit = 12};
    play(player, &terms, &watcher, &one);
    play(player, &terms, &watcher, &two);
    assert_int_equal(one.count, two.count);
    assert_memory_equal(one.moves, two.moves, one.count * sizeof *one.moves);
    line_release(&one);
    line_release(&two);
    player_free(player);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_broken_off),
        cmocka_unit_test(test_adjudication),
        cmocka_unit_test(test_replay),
    };
    return cmocka_run_group_tests_name("episode " GAME_NAME, tests, NULL, NULL);
}
