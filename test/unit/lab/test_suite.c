// Suites are solved the same by one player and by many; the bench says the same twice.
#include "positions.h"

#include <unistd.h>

#include <pthread.h>
#include <time.h>

#include "lab/bench.h"
#include "lab/bench_set.h"
#include "lab/suite.h"

typedef struct Told {
    size_t attempts, progress, solved;
    bool is_ordered;
} Told;

static void tell_attempt(void *context, size_t index, const Attempt *attempt) {
    Told *told = context;
    (void)attempt;
    told->is_ordered &= index == told->attempts++;
}

static void tell_progress(void *context, size_t done, size_t solved) {
    Told *told = context;
    told->is_ordered &= done == ++told->progress;
    told->solved = solved;
}

static void write_file(char path[64], const void *data, size_t size) {
    snprintf(path, 64, "/tmp/yuragi_suite_XXXXXX");
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, data, size), (ssize_t)size);
    close(file);
}

// The bench's positions as problems, with every second legal move an answer.
static Suite suite_of_bench(void) {
    size_t count;
    const char *const *set = bench_set(&count);
    static char text[1 << 16];
    StrBuf out = strbuf_init(text, sizeof text);
    strbuf_text(&out, "#position\tbest_moves\n");
    for (size_t i = 0; i < count; i++) {
        const Position pos = position_of(str_of(set[i]));
        Move moves[MOVE_MAX];
        const int legal = gen_legal(&pos, moves);
        strbuf_format(&out, "%s\t", set[i]);
        for (int k = 0; k < legal && k < 2 * PROBLEM_MOVES_MAX; k += 2) {
            char word[MOVE_WORD_MAX];
            move_write(&pos, moves[k], word);
            strbuf_format(&out, "%s ", word);
        }
        strbuf_text(&out, "\n");
    }
    assert_false(out.is_cut);
    char path[64];
    write_file(path, text, out.len);
    Suite suite;
    assert_ok(suite_open(&suite, path, (SuiteReading){false, false}, error));
    unlink(path);
    assert_int_equal(suite.count, count);
    return suite;
}

static void test_players(void **state) {
    (void)state;
    Suite suite = suite_of_bench();
    const Config config = {.limits = {.depth = 3, .nodes = 20000}};
    SearchControl stop;
    control_init(&stop);
    enum { ROUNDS = 3 };
    static const int PLAYERS[ROUNDS] = {1, 2, 40};
    Attempt *attempts[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        Told told = {.is_ordered = true};
        attempts[i] = calloc(suite.count, sizeof **attempts);
        assert_non_null(attempts[i]);
        assert_ok(suite_solve(&suite, &config, PLAYERS[i],
                              &(SuiteReport){tell_attempt, tell_progress, &told}, &stop,
                              attempts[i], error));
        assert_true(told.is_ordered);
        assert_int_equal(told.attempts, suite.count);
        assert_int_equal(told.progress, suite.count);
        size_t solved = 0;
        for (size_t k = 0; k < suite.count; k++) {
            const Attempt *a = &attempts[i][k], *b = &attempts[0][k];
            solved += a->is_solved;
            assert_true(a->is_solved == b->is_solved && a->move == b->move &&
                        a->value == b->value && a->depth == b->depth && a->nodes == b->nodes);
            assert_true(a->is_solved == (a->found_ns >= 0));
        }
        assert_int_equal(told.solved, solved);
    }
    for (int i = 0; i < ROUNDS; i++)
        free(attempts[i]);
    suite_release(&suite);
}

static void stop_after_two(void *context, size_t done, size_t solved) {
    (void)solved;
    if (done == 2)
        control_stop(context);
}

// Presses Ctrl-C while a search without end runs.
static void *stop_soon(void *context) {
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    control_stop(context);
    return NULL;
}

static void test_stop(void **state) {
    (void)state;
    Suite suite = suite_of_bench();
    Attempt *attempts = calloc(suite.count, sizeof *attempts);
    assert_non_null(attempts);
    SearchControl stop;
    control_init(&stop);
    const Config quick = {.limits = {.depth = 2}}, endless = {.time_ms = 3600000};
    assert_ok(suite_solve(&suite, &quick, 1, &(SuiteReport){NULL, stop_after_two, &stop}, &stop,
                          attempts, error));
    assert_int_not_equal(attempts[1].nodes, 0);
    assert_int_equal(attempts[2].nodes, 0);
    control_init(&stop);
    Told told = {.is_ordered = true};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, &stop), 0);
    assert_ok(suite_solve(&suite, &endless, 2, &(SuiteReport){tell_attempt, NULL, &told}, &stop,
                          attempts, error));
    pthread_join(thread, NULL);
    assert_int_equal(told.attempts, 0);
    free(attempts);
    suite_release(&suite);
}

static void test_bad_option(void **state) {
    (void)state;
    Suite suite = suite_of_bench();
    Attempt attempts[64];
    Config config = {.limits = {.depth = 1}};
    assert_ok(config_add(&config, str_of("Frobnicate"), str_of("1"), error));
    Error error = {""};
    SearchControl stop;
    control_init(&stop);
    assert_int_equal(
        suite_solve(&suite, &config, 2, &(SuiteReport){NULL, NULL, NULL}, &stop, attempts, &error),
        STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "Frobnicate"));
    suite_release(&suite);
}

static void refuse_file(const void *data, size_t size, const char *word) {
    char path[64];
    write_file(path, data, size);
    Suite suite;
    Error error = {""};
    assert_true(suite_open(&suite, path, (SuiteReading){false, false}, &error) != STATUS_OK);
    if (!strstr(error.text, word))
        fail_msg("\"%s\" does not say \"%s\"", error.text, word);
    assert_null(suite.problems);
    // Nothing but bad lines is as good as nothing.
    assert_true(suite_open(&suite, path, (SuiteReading){true, true}, &error) != STATUS_OK);
    unlink(path);
}

static void test_bad_files(void **state) {
    (void)state;
    refuse_file("", 0, "no problem");
    refuse_file("\n\n# comment\n\n", 13, "no problem");
    refuse_file("\n#\njunk\n", 8, "line 3");
    static char junk[1 << 20];
    Rng rng;
    rng_init(&rng, 1);
    for (size_t i = 0; i < sizeof junk; i++)
        junk[i] = (char)(rng_below(&rng, 255) + 1);
    refuse_file(junk, sizeof junk, "line ");
    memset(junk, 'p', sizeof junk); // one line without an end
    refuse_file(junk, sizeof junk, "line 1");
    memset(junk, 0, sizeof junk);
    refuse_file(junk, sizeof junk, "line 1: byte 1 is not text");
    Suite suite;
    assert_int_equal(suite_open(&suite, "/nonexistent/x", (SuiteReading){false, false}, NULL),
                     STATUS_IO);
    assert_int_equal(suite_open(&suite, "/tmp", (SuiteReading){false, false}, NULL), STATUS_IO);
}

static void test_bench(void **state) {
    (void)state;
    size_t count;
    bench_set(&count);
    assert_true(count >= 20);
    for (const SearchKind *const *kind = SEARCH_KINDS; *kind; kind++) {
        Config config = {.limits = {.depth = 4, .nodes = 5000}};
        assert_ok(config_add(&config, str_of("Search"), str_of((*kind)->name), error));
        BenchResult once, again;
        assert_ok(bench_run(&config, &(BenchReport){NULL, NULL}, &once, error));
        assert_ok(bench_run(&config, &(BenchReport){NULL, NULL}, &again, error));
        assert_true(once.signature == again.signature && once.nodes == again.nodes);
        assert_true(once.nodes > 0 && once.signature != BENCH_HASH_START);
    }
}

static void test_signature(void **state) {
    (void)state;
    const SearchResult result = {.best = 5, .value = -7, .nodes = 9, .pv = {5, 6}, .pv_count = 2};
    SearchResult other = result;
    const uint64_t hash = bench_hash(BENCH_HASH_START, &result);
    other.time_ns = 12345; // the clock does not count
    assert_true(bench_hash(BENCH_HASH_START, &other) == hash);
    other.pv[1] = 7;
    assert_true(bench_hash(BENCH_HASH_START, &other) != hash);
    other = result;
    other.value = 7;
    assert_true(bench_hash(BENCH_HASH_START, &other) != hash);
    other = result;
    other.nodes++;
    assert_true(bench_hash(BENCH_HASH_START, &other) != hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_players),   cmocka_unit_test(test_bad_option),
        cmocka_unit_test(test_bad_files), cmocka_unit_test(test_bench),
        cmocka_unit_test(test_signature), cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
