// The weight file: round trips, and an error for every kind of damage.
#include "testing.h"

#include <unistd.h>

#include "base/filemap.h"
#include "eval/weights.h"
#include "geometry.h"

static char path[64];
static unsigned char *bytes;
static size_t size;

static int setup(void **state) {
    (void)state;
    snprintf(path, sizeof path, "/tmp/yuragi-test-weights-%s-%d", GAME_NAME, (int)getpid());
    static unsigned char tables[1000];
    for (size_t i = 0; i < sizeof tables; i++)
        tables[i] = (unsigned char)(i * 7);
    const Weights weights = {.shape = SHAPE_KPPT,
                             .scale = 32,
                             .flags = WEIGHTS_MIRROR_TIED,
                             .provenance = str_of("from nowhere"),
                             .tables = tables,
                             .table_bytes = sizeof tables};
    if (weights_write(&weights, path, NULL) != STATUS_OK)
        return 1;
    FileMap map;
    if (filemap_open(&map, path, NULL) != STATUS_OK)
        return 1;
    size = map.size;
    bytes = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!bytes)
        return 1;
    memcpy(bytes, map.data, size);
    filemap_release(&map);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    free(bytes);
    return unlink(path);
}

static void test_round_trip(void **state) {
    (void)state;
    Weights weights;
    assert_ok(weights_read(&weights, path, bytes, size, error));
    assert_int_equal(weights.shape, SHAPE_KPPT);
    assert_int_equal(weights.scale, 32);
    assert_int_equal(weights.flags, WEIGHTS_MIRROR_TIED);
    assert_true(str_eq(weights.provenance, "from nowhere"));
    assert_int_equal(weights.table_bytes, 1000);
    assert_int_equal((weights.tables - bytes) % 64, 0);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(weights.tables[i], (unsigned char)(i * 7));
    assert_int_equal(weights_shape_of(path), SHAPE_KPPT);
    assert_int_equal(weights_shape_of("/nonexistent"), 0);
    assert_int_equal(weights_shape_of("/tmp"), 0);
}

static void assert_refused(size_t length, const char *word) {
    Weights weights;
    Error error = {""};
    assert_int_equal(weights_read(&weights, "it", bytes, length, &error), STATUS_BAD_INPUT);
    if (!strstr(error.text, word))
        fail_msg("'%s' does not say '%s'", error.text, word);
}

// One changed byte, restored afterwards.
static void assert_damage(size_t at, unsigned char with, const char *word) {
    const unsigned char kept = bytes[at];
    bytes[at] = with;
    assert_refused(size, word);
    bytes[at] = kept;
}

static void test_damage(void **state) {
    (void)state;
    assert_refused(0, "too short");
    assert_refused(63, "too short");
    assert_refused(64, "bytes long");
    assert_refused(size - 1, "bytes long");
    assert_damage(0, 'y', "not a yuragi weight file");
    assert_damage(8, 9, "version 9");
    assert_damage(16, 'x', "expected " GAME_NAME);
    assert_damage(36, 0, "scale 0");
    assert_damage(40, 1, "bytes long");
    assert_damage(48, (unsigned char)~bytes[48], "checksum");
    assert_damage(59, 255, "provenance");
    for (size_t at = WEIGHTS_HEADER_BYTES; at < size; at++)
        assert_damage(at, bytes[at] ^ 16, "checksum");
    Weights weights;
    assert_ok(weights_read(&weights, path, bytes, size, error)); // all bytes are restored
}

static void test_unwritable(void **state) {
    (void)state;
    Error error = {""};
    const Weights weights = {.shape = SHAPE_PP, .scale = 1, .tables = bytes, .table_bytes = 8};
    assert_int_equal(weights_write(&weights, "/nonexistent/x", &error), STATUS_IO);
    assert_non_null(strstr(error.text, "/nonexistent/x: cannot be written"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_unwritable),
    };
    return cmocka_run_group_tests_name("weights " GAME_NAME, tests, setup, teardown);
}
