// Files that are not a net, or not a supported one: each is refused with an error that names the
// file and what was found. Compiled for every game; where the game is not shogi every net is
// refused.
#include "eval/nnue/nnue.h"
#include "nnue_synthetic.h"

#include <sys/stat.h>

static unsigned char *net; // a valid small net, with room for one more byte
static size_t net_bytes;

static const Synthetic SMALL = {false, false, 165, 5};

static int set_up(void **state) {
    (void)state;
    unsigned char *bytes = synthetic_bytes(&SMALL);
    net_bytes = synthetic_size(&SMALL);
    net = realloc(bytes, net_bytes + 1);
    assert_non_null(net);
    net[net_bytes] = 0;
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    free(net);
    return 0;
}

static void assert_refused_path(const char *path, bool is_recognised, const char *found) {
    assert_int_equal(nnue_recognises(path), is_recognised);
    Error error = {""};
    Eval *eval = NULL;
    assert_int_not_equal(nnue_open(path, &eval, &error), STATUS_OK);
    assert_null(eval);
    if (!strstr(error.text, path) || !strstr(error.text, GAME_IS_SHOGI ? found : "for shogi"))
        fail_msg("'%s' does not name %s and '%s'", error.text, path, found);
    // The sentence is not truncated, also where the error does not matter.
    assert_true(strlen(error.text) < sizeof error.text - 1);
    assert_int_not_equal(nnue_open(path, &eval, NULL), STATUS_OK);
}

static void assert_refused(size_t size, bool is_recognised, const char *found) {
    char path[SYNTHETIC_PATH_MAX];
    synthetic_write(net, size, path);
    assert_refused_path(path, is_recognised, found);
    unlink(path);
}

// With a word of the header replaced, which is restored afterwards.
static void assert_refused_word(size_t at, uint32_t word, bool is_recognised, const char *found) {
    unsigned char kept[4];
    memcpy(kept, net + at, sizeof kept);
    synthetic_word(net + at, word);
    assert_refused(net_bytes, is_recognised, found);
    memcpy(net + at, kept, sizeof kept);
}

static void test_size(void **state) {
    (void)state;
    assert_refused(0, false, "0 bytes, too short");
    assert_refused(3, false, "3 bytes, too short");
    assert_refused(4, true, "4 bytes, too short");
    assert_refused(11, true, "11 bytes, too short");
    assert_refused(12, true, "12 bytes, expected 893917");
    assert_refused(12 + 165 + 4, true, "181 bytes, expected 893917");
    assert_refused(net_bytes - 1, true, "893916 bytes, expected 893917");
    assert_refused(net_bytes + 1, true, "893918 bytes, expected 893917");
}

static void test_version(void **state) {
    (void)state;
    assert_refused_word(0, 0x7AF32F17, false, "version 7AF32F17");
    assert_refused_word(0, 0, false, "expected 7AF32F16");
}

static void test_hash(void **state) {
    (void)state;
    assert_refused_word(4, 0x12345678, true, "hash 12345678, 893917 bytes");
    assert_refused_word(4, 0x12345678, true, "3E5AA6EE, 64216888 bytes");
    // A hash of the other shape with the size of this one.
    assert_refused_word(4, 0x3E5AA6EE, true, "893917 bytes, expected 64217053");
    assert_refused_word(12 + 165, 0x3F5715FE, true, "3F5715FE");
    assert_refused_word(net_bytes - SYNTHETIC_LAYER_BYTES - 4, 1, true, "00000001");
}

static void test_text_length(void **state) {
    (void)state;
    assert_refused_word(8, 0xFFFFFFFF, true, "a text of 4294967295");
    assert_refused_word(8, 0x80000000, true, "a text of 2147483648");
    assert_refused_word(8, 0, true, "a text of 0");
    assert_refused_word(8, 166, true, "expected 893918");
    assert_refused_word(8, (uint32_t)net_bytes, true, "893917 bytes, expected");
}

static void test_no_file(void **state) {
    (void)state;
    char path[SYNTHETIC_PATH_MAX];
    synthetic_write(net, 0, path);
    unlink(path);
    assert_refused_path(path, false, "No such file");
    assert_int_equal(mkdir(path, 0700), 0);
    assert_refused_path(path, false, "not a regular file");
    rmdir(path);
}

// The net itself is valid, so the other games refuse it because of the game.
static void test_good(void **state) {
    (void)state;
    if (!GAME_IS_SHOGI) {
        assert_refused(net_bytes, true, "");
        return;
    }
    char path[SYNTHETIC_PATH_MAX];
    synthetic_write(net, net_bytes, path);
    Eval *eval = NULL;
    assert_ok(nnue_open(path, &eval, error));
    unlink(path);
    assert_ptr_equal(eval->kind, &EVAL_NNUE);
    EVAL_NNUE.close(eval);
    EVAL_NNUE.close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_size),    cmocka_unit_test(test_version),
        cmocka_unit_test(test_hash),    cmocka_unit_test(test_text_length),
        cmocka_unit_test(test_no_file), cmocka_unit_test(test_good),
    };
    return cmocka_run_group_tests_name("nnue refused " GAME_NAME, tests, set_up, tear_down);
}
