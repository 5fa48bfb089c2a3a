// Self-play: a seed gives the same games on any number of threads and after any interruption, and
// the samples agree with their games.
#include "learn_testing.h"

#include <pthread.h>
#include <time.h>

#include "learn/manifest.h"
#include "learn/selfplay.h"

static char folder[FOLDER_MAX];

static int set_up(void **state) {
    (void)state;
    folder_make(folder);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    folder_drop(folder);
    return 0;
}

static Config config_of(int64_t nodes) {
    Config config = {.limits.nodes = nodes};
    assert_ok(config_add(&config, str_of("Hash"), str_of("1"), error));
    return config;
}

static SelfplayConfig selfplay_of(const Config *player, const char *place) {
    return (SelfplayConfig){.player = player,
                            .opening_least = 2,
                            .opening_most = 6,
                            .opening_limit = 1000,
                            .temperature = 60,
                            .resign_value = 2500,
                            .resign_plies = 6,
                            .move_limit = 100,
                            .games = 6,
                            .part_games = 3,
                            .threads = 1,
                            .seed = 7,
                            .folder = place};
}

static SelfplayCounts play(const SelfplayConfig *selfplay) {
    SearchControl stop;
    SelfplayCounts counts;
    const SelfplayReport no_report = {0};
    control_init(&stop);
    mkdir(selfplay->folder, 0777);
    assert_ok(selfplay_run(selfplay, &no_report, &stop, &counts, error));
    return counts;
}

static void assert_same_parts(const char *left, const char *right, int parts) {
    for (int i = 0; i < parts; i++) {
        char name[24], left_path[NAME_MAX_BYTES], right_path[NAME_MAX_BYTES];
        snprintf(name, sizeof name, "%06d.samples.zst", i);
        name_in(left, name, left_path);
        name_in(right, name, right_path);
        assert_true(files_are_equal(left_path, right_path));
    }
}

// ---- the same games ----

static void test_threads_do_not_matter(void **state) {
    (void)state;
    const Config config = config_of(60);
    char one[NAME_MAX_BYTES], two[NAME_MAX_BYTES], other[NAME_MAX_BYTES];
    name_in(folder, "one", one);
    name_in(folder, "two", two);
    name_in(folder, "other", other);
    SelfplayConfig selfplay = selfplay_of(&config, one);
    const SelfplayCounts counts = play(&selfplay);
    assert_int_equal(counts.games, 6);
    assert_int_equal(counts.wins + counts.draws + counts.losses, 6);
    selfplay.folder = two;
    selfplay.threads = 2;
    SelfplayCounts again = play(&selfplay);
    assert_same_parts(one, two, 2);
    again.time_ns = counts.time_ns;
    assert_memory_equal(&again, &counts, sizeof counts);
    selfplay.folder = other;
    selfplay.seed = 8;
    play(&selfplay);
    size_t left, right;
    Sample *first = samples_read(one, 100, &left), *second = samples_read(other, 100, &right);
    assert_true(left != right || memcmp(first, second, left * sizeof *first) != 0);
    free(first);
    free(second);
}

static void test_parts_are_kept(void **state) {
    (void)state;
    const Config config = config_of(60);
    char whole[NAME_MAX_BYTES], broken[NAME_MAX_BYTES], path[NAME_MAX_BYTES];
    name_in(folder, "whole", whole);
    name_in(folder, "broken", broken);
    SelfplayConfig selfplay = selfplay_of(&config, whole);
    selfplay.games = 7;
    const SelfplayCounts counts = play(&selfplay);
    selfplay.folder = broken;
    selfplay.games = 3;
    play(&selfplay);
    Sample own;
    samples_make(&own, 1, 5);
    name_in(broken, "000001.samples.zst", path);
    samples_write(path, &own, 1);
    size_t size, size_then;
    char *text = file_read(path, &size);
    selfplay.games = 7;
    SelfplayCounts rest = play(&selfplay);
    assert_int_equal(rest.restored, 6);
    assert_int_equal(rest.games, 1);
    char *then = file_read(path, &size_then);
    assert_int_equal(size, size_then);
    assert_memory_equal(text, then, size);
    free(text);
    free(then);
    remove(path);
    rest = play(&selfplay);
    assert_int_equal(rest.restored, 4);
    assert_int_equal(rest.games, 3);
    assert_same_parts(whole, broken, 3);
    assert_int_equal(counts.restored, 0);
    rest = play(&selfplay);
    assert_int_equal(rest.restored, 7);
    assert_int_equal(rest.games, 0);
}

// ---- samples ----

// Whether the move of one sample leads to the next.
static bool follows(const Sample *sample, const Sample *next, Position *pos) {
    Move move;
    Undo undo;
    PackedPosition packed;
    assert_ok(sample_check(sample, pos, &move, error));
    assert_int_not_equal(move, MOVE_NONE);
    pos_do(pos, move, &undo);
    pos_pack(pos, &packed);
    return next && !memcmp(&packed, &next->position, sizeof packed);
}

// The result that a longer search finds at the end of a game, seen from the side to move: 1, -1, or
// 0 where it finds none.
static int search_result(Player *player, const Position *pos) {
    GameLine line;
    SearchControl control;
    SearchResult result;
    const SearchReport no_report = {0};
    const SearchLimits limits = {.nodes = 3000};
    line_init(&line);
    control_init(&control);
    assert_ok(line_begin(&line, pos, error));
    const Outcome outcome = pos_outcome(pos, &line.history, &RULES_DEFAULT);
    int sign = outcome.result == RESULT_WIN ? 1 : outcome.result == RESULT_LOSS ? -1 : 0;
    if (outcome.result == RESULT_OPEN) {
        assert_ok(player_go(player, &line, &limits, &control, &no_report, &result, error));
        if (result.is_declared || value_is_decided(result.value))
            sign = result.is_declared || result.value > 0 ? 1 : -1;
    }
    line_release(&line);
    return sign;
}

// A part with one game; returns the result of FIRST.
static int check_game(const Sample *samples, size_t count, Player *player, int *decided) {
    Position pos;
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        assert_true(abs(samples[i].value) < VALUE_DECIDED);
        const bool is_next = follows(&samples[i], i + 1 < count ? &samples[i + 1] : NULL, &pos);
        if (is_next) { // a repeated position is left out
            assert_int_equal(samples[i + 1].result, -samples[i].result);
            assert_int_equal(samples[i + 1].ply, samples[i].ply + 1);
        }
    }
    const Sample *last = &samples[count - 1];
    const int sign = last->result ? search_result(player, &pos) : 0;
    if (sign) {
        ++*decided;
        assert_int_equal(sign, -last->result);
    }
    assert_ok(pos_unpack(&pos, &samples[0].position, error));
    return pos_side(&pos) == FIRST ? samples[0].result : -samples[0].result;
}

static void test_results(void **state) {
    (void)state;
    enum { GAMES = 24 };
    const Config config = config_of(GAME_IS_MINISHOGI ? 200 : 100);
    char place[NAME_MAX_BYTES];
    name_in(folder, "results", place);
    SelfplayConfig selfplay = selfplay_of(&config, place);
    selfplay.games = GAMES;
    selfplay.part_games = 1;
    selfplay.threads = 2;
    selfplay.resign_plies = 0;
    selfplay.temperature = 0; // random openings soon have a winner
    selfplay.opening_limit = 30000;
    selfplay.move_limit = 200;
    const SelfplayCounts counts = play(&selfplay);
    Player *player;
    assert_ok(config_player(&config, &player, error));
    int64_t wins = 0, losses = 0, positions = 0;
    int decided = 0;
    for (int i = 0; i < GAMES; i++) {
        char name[24], path[NAME_MAX_BYTES];
        snprintf(name, sizeof name, "%06d.samples.zst", i);
        name_in(place, name, path);
        size_t count;
        Sample *samples = samples_read(path, 64, &count);
        const int result = count ? check_game(samples, count, player, &decided) : 0;
        wins += result > 0;
        losses += result < 0;
        positions += (int64_t)count;
        free(samples);
    }
    testing_note("%d wins, %d losses, %d of them checked\n", (int)wins, (int)losses, decided);
    assert_int_equal(positions, counts.positions);
    assert_int_equal(wins, counts.wins);
    assert_int_equal(losses, counts.losses);
    assert_true(decided >= 4);
    player_free(player);
}

static int compare_positions(const void *a, const void *b) {
    return memcmp(a, b, sizeof(PackedPosition));
}

// Games without an opening share their first positions, which are kept once.
static void test_duplicates(void **state) {
    (void)state;
    const Config config = config_of(40);
    char place[NAME_MAX_BYTES];
    name_in(folder, "alike", place);
    SelfplayConfig selfplay = selfplay_of(&config, place);
    selfplay.opening_least = selfplay.opening_most = 0;
    selfplay.part_games = 6;
    selfplay.move_limit = 30;
    const SelfplayCounts counts = play(&selfplay);
    assert_true(counts.duplicates >= 5);
    size_t count;
    Sample *samples = samples_read(place, 100, &count);
    assert_int_equal(count, counts.positions);
    qsort(samples, count, sizeof *samples, compare_positions);
    for (size_t i = 0; i < count; i++) {
        Position pos;
        Move move;
        assert_ok(sample_check(&samples[i], &pos, &move, error));
        assert_true(!i || compare_positions(&samples[i - 1], &samples[i]) != 0);
    }
    free(samples);
}

// ---- openings ----

static void check_openings(const char *name, double temperature, int limit,
                           const Openings *openings, uint64_t *print) {
    enum { GAMES = 8 };
    const Config config = config_of(40);
    Position start;
    pos_start(&start);
    char place[NAME_MAX_BYTES];
    name_in(folder, name, place);
    SelfplayConfig selfplay = selfplay_of(&config, place);
    selfplay.games = GAMES;
    selfplay.part_games = 1;
    selfplay.move_limit = 12;
    selfplay.temperature = temperature;
    selfplay.opening_limit = limit;
    selfplay.openings = openings;
    play(&selfplay);
    *print = 0;
    for (int i = 0; i < GAMES; i++) {
        char file[24], path[NAME_MAX_BYTES];
        snprintf(file, sizeof file, "%06d.samples.zst", i);
        name_in(place, file, path);
        size_t count;
        Sample *samples = samples_read(path, 64, &count);
        if (count) {
            const int plies = samples[0].ply - pos_ply(&start) - (openings ? 2 : 0);
            assert_in_range(plies, 2, 6);
            assert_true(abs(samples[0].value) <= limit);
            *print = rng_mix(*print ^ sample_hash(&samples[0]));
        }
        free(samples);
    }
}

static void test_openings(void **state) {
    (void)state;
    uint64_t alike, sensible, again, given;
    check_openings("t0", 0, 30000, NULL, &alike);
    check_openings("t60", 60, 30000, NULL, &sensible);
    check_openings("t60again", 60, 30000, NULL, &again);
    assert_true(alike != sensible && sensible == again);
    check_openings("even", 60, 150, NULL, &again);
    char path[NAME_MAX_BYTES];
    name_in(folder, "openings", path);
    const char *text = GAME_IS_CHESS       ? "startpos moves e2e4 e7e5\n"
                       : GAME_IS_MINISHOGI ? "startpos moves 4e4d 2a2b\n"
                                           : "startpos moves 7g7f 3c3d\n";
    file_write(path, text, strlen(text));
    Openings openings;
    assert_ok(openings_open(&openings, path, error));
    check_openings("given", 60, 30000, &openings, &given);
    assert_true(given != sensible);
    openings_release(&openings);
}

// ---- stopping and failing ----

static void stop_at_part(void *context, const SelfplayCounts *counts) {
    (void)counts;
    control_stop(context);
}

static void *stop_soon(void *context) {
    const struct timespec wait = {.tv_nsec = 30000000};
    nanosleep(&wait, NULL);
    control_stop(context);
    return NULL;
}

static void test_stops(void **state) {
    (void)state;
    const Config config = config_of(40), slow = config_of(1000000000);
    char place[NAME_MAX_BYTES];
    name_in(folder, "stopped", place);
    mkdir(place, 0777);
    SelfplayConfig selfplay = selfplay_of(&config, place);
    selfplay.part_games = 1;
    selfplay.threads = 2;
    SearchControl stop;
    SelfplayCounts counts;
    control_init(&stop);
    const SelfplayReport report = {stop_at_part, &stop}, no_report = {0};
    assert_ok(selfplay_run(&selfplay, &report, &stop, &counts, error));
    assert_int_equal(counts.games, 1);
    assert_true(is_there(place, "000000.samples.zst"));
    assert_false(is_there(place, "000001.samples.zst"));
    // In the middle of searches that would take hours.
    name_in(folder, "slow", place);
    mkdir(place, 0777);
    selfplay.player = &slow;
    control_init(&stop);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, &stop), 0);
    assert_ok(selfplay_run(&selfplay, &no_report, &stop, &counts, error));
    pthread_join(thread, NULL);
    assert_int_equal(counts.games, 0);
    assert_false(is_there(place, "000000.samples.zst"));
}

static void assert_refused(const SelfplayConfig *selfplay, const char *what) {
    SearchControl stop;
    SelfplayCounts counts;
    Error why = {""};
    const SelfplayReport no_report = {0};
    control_init(&stop);
    assert_int_equal(selfplay_run(selfplay, &no_report, &stop, &counts, &why), STATUS_BAD_INPUT);
    assert_non_null(strstr(why.text, what));
}

// The games of a folder all have the same config: any other one is refused.
static void test_manifest(void **state) {
    (void)state;
    Config config = config_of(40);
    char place[NAME_MAX_BYTES], path[NAME_MAX_BYTES];
    name_in(folder, "manifest", place);
    SelfplayConfig selfplay = selfplay_of(&config, place);
    selfplay.games = 1;
    selfplay.move_limit = 4;
    play(&selfplay);
    assert_true(is_there(place, "manifest"));
    SelfplayConfig other = selfplay;
    other.seed = 8;
    assert_refused(&other, "'seed 7', this would have 'seed 8'");
    other = selfplay;
    other.temperature = 61;
    assert_refused(&other, "'temperature 60'");
    const Config longer = config_of(41);
    other = selfplay;
    other.player = &longer;
    assert_refused(&other, "'nodes 41'");
    char weights[NAME_MAX_BYTES], named[NAME_MAX_BYTES];
    name_in(folder, "weights", weights);
    Trainer trainer;
    const TrainerConfig pp = {.kind = &MASTER_PP};
    assert_ok(trainer_init(&trainer, &pp, error));
    assert_ok(trainer_export(&trainer, str_of("one"), weights, NULL, error));
    assert_ok(config_add(&config, str_of("evalfile"), str_of(weights), error));
    assert_refused(&selfplay, "this would have 'weights ");
    name_in(folder, "named", named);
    other = selfplay;
    other.folder = named;
    play(&other);
    assert_int_equal(play(&other).restored, 1);
    assert_ok(
        trainer_export(&trainer, str_of("another"), weights, NULL, error)); // under the same name
    assert_refused(&other, "this would have 'weights ");
    trainer_release(&trainer);
    config.setting_count--;
    assert_ok(config_add(&config, str_of("NullMove"), str_of("false"), error));
    assert_refused(&selfplay, "'', this would have 'option NullMove = false'");
    config.setting_count--;
    other = selfplay;
    other.threads = 2;
    assert_int_equal(play(&other).restored, 1);
    other.games = 2; // the part has one game and gets two
    const SelfplayCounts two = play(&other);
    assert_int_equal(two.restored, 0);
    assert_int_equal(two.games, 2);
    assert_int_equal(play(&other).restored, 2);
    assert_int_equal(play(&selfplay).restored, 2); // a longer part is kept
    name_in(place, MANIFEST_NAME, path);
    file_write(path, "", 0);
    assert_refused(&selfplay, "has '', this would have 'game ");
}

static void test_threads_of_a_player(void **state) {
    (void)state;
    Config config = config_of(40);
    assert_ok(config_add(&config, str_of("Threads"), str_of("2"), error));
    const SelfplayConfig selfplay = selfplay_of(&config, folder);
    assert_refused(&selfplay, "cannot be repeated");
}

static void test_fails(void **state) {
    (void)state;
    Config config = config_of(40);
    SelfplayConfig selfplay = selfplay_of(&config, "/nonexistent");
    selfplay.threads = 2;
    selfplay.games = 1;
    SearchControl stop;
    SelfplayCounts counts;
    Error why = {""};
    const SelfplayReport no_report = {0};
    control_init(&stop);
    assert_int_equal(selfplay_run(&selfplay, &no_report, &stop, &counts, &why), STATUS_IO);
    assert_non_null(strstr(why.text, "/nonexistent/manifest"));
    assert_ok(config_add(&config, str_of("EvalFile"), str_of("/nonexistent"), error));
    assert_int_not_equal(selfplay_run(&selfplay, &no_report, &stop, &counts, &why), STATUS_OK);
    assert_non_null(strstr(why.text, "/nonexistent"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_do_not_matter),
        cmocka_unit_test(test_parts_are_kept),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_manifest),
        cmocka_unit_test(test_threads_of_a_player),
        cmocka_unit_test(test_fails),
    };
    return cmocka_run_group_tests_name("selfplay " GAME_NAME, tests, set_up, tear_down);
}
