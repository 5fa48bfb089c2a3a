// Files of samples: what is written is read again, in pieces of any size and from any index;
// damaged files are refused; a shuffle loses nothing.
#include "learn_testing.h"

enum { COUNT = 5000 };

static Sample samples[COUNT];
static char folder[FOLDER_MAX];

static int set_up(void **state) {
    (void)state;
    folder_make(folder);
    samples_make(samples, COUNT, 1);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    folder_drop(folder);
    return 0;
}

// ---- writing and reading ----

static void test_round_trip(void **state) {
    (void)state;
    static const char *const NAMES[] = {"a.samples", "a.samples.zst"};
    for (int i = 0; i < 2; i++) {
        char path[NAME_MAX_BYTES];
        name_in(folder, NAMES[i], path);
        samples_write(path, samples, COUNT);
        const size_t pieces[] = {1, 7, 999, COUNT, COUNT + 1};
        for (size_t j = 0; j < ARRAY_LEN(pieces); j++) {
            size_t count;
            Sample *again = samples_read(path, pieces[j], &count);
            assert_int_equal(count, COUNT);
            assert_memory_equal(again, samples, sizeof samples);
            free(again);
        }
    }
    char path[NAME_MAX_BYTES];
    name_in(folder, "a.samples", path);
    size_t size;
    char *bytes = file_read(path, &size);
    assert_int_equal(size, SAMPLES_HEADER_BYTES + sizeof samples);
    assert_memory_equal(bytes, "YURAGIS\n\1\0\0\0\50\0\0\0" GAME_NAME, 17 + strlen(GAME_NAME));
    assert_memory_equal(bytes + SAMPLES_HEADER_BYTES, samples, sizeof samples);
    free(bytes);
}

static void test_whole_or_nothing(void **state) {
    (void)state;
    char path[NAME_MAX_BYTES];
    name_in(folder, "unseen.samples.zst", path);
    ByteSink *sink;
    assert_ok(sample_sink_open(&sink, path, 0, error));
    assert_ok(sample_sink_add(sink, samples, COUNT, error));
    assert_false(is_there(folder, "unseen.samples.zst"));
    bytesink_free(sink);
    assert_false(is_there(folder, "unseen.samples.zst"));
    Error why = {""};
    assert_int_not_equal(sample_sink_open(&sink, "/nonexistent/a.samples", 0, &why), STATUS_OK);
    assert_non_null(strstr(why.text, "/nonexistent/a.samples"));
}

static void check_at(SampleReader *reader, uint64_t index) {
    Sample found[3];
    size_t got;
    assert_ok(sample_reader_seek(reader, index, error));
    assert_int_equal(sample_reader_at(reader), index < COUNT ? index : COUNT);
    assert_ok(sample_reader_next(reader, found, 3, &got, error));
    const size_t left = index < COUNT ? COUNT - index : 0;
    assert_int_equal(got, left < 3 ? left : 3);
    if (got)
        assert_memory_equal(found, samples + index, got * sizeof *found);
}

// Three files, one without samples, are read as one.
static void write_parts(const char *parts) {
    char path[NAME_MAX_BYTES];
    mkdir(parts, 0777);
    name_in(parts, "2.samples", path);
    samples_write(path, samples + 1000, COUNT - 1000);
    name_in(parts, "1.samples.zst", path);
    samples_write(path, samples, 1000);
    name_in(parts, "11.samples", path);
    samples_write(path, samples, 0);
    name_in(parts, "3.text", path);
    file_write(path, "not ours", 8);
}

static void test_seeks(void **state) {
    (void)state;
    char parts[NAME_MAX_BYTES];
    name_in(folder, "parts", parts);
    write_parts(parts);
    const char *path = parts;
    SampleFiles files;
    SampleReader *reader;
    assert_ok(sample_files_find(&files, &path, 1, error));
    assert_int_equal(files.count, 3);
    assert_ok(sample_reader_open(&reader, &files, error));
    const uint64_t places[] = {0,         1, 999,        1000, 998,   4321, 4320,       COUNT - 1,
                               COUNT - 2, 5, COUNT + 17, 3,    COUNT, 4999, UINT64_MAX, 0};
    for (size_t i = 0; i < ARRAY_LEN(places); i++)
        check_at(reader, places[i]);
    sample_reader_free(reader);
    sample_files_release(&files);
}

static void test_files_and_folders(void **state) {
    (void)state;
    char parts[NAME_MAX_BYTES], single[NAME_MAX_BYTES], empty[NAME_MAX_BYTES];
    name_in(folder, "parts2", parts);
    name_in(folder, "single.samples", single);
    name_in(folder, "empty", empty);
    write_parts(parts);
    samples_write(single, samples, 10);
    mkdir(empty, 0777);
    const char *const paths[] = {single, parts, single};
    SampleFiles files;
    SampleReader *reader;
    assert_ok(sample_files_find(&files, paths, 3, error));
    assert_int_equal(files.count, 5);
    assert_ok(sample_reader_open(&reader, &files, error));
    Sample *all = malloc((COUNT + 30) * sizeof *all);
    size_t got;
    assert_ok(sample_reader_next(reader, all, COUNT + 30, &got, error));
    assert_int_equal(got, COUNT + 20);
    assert_memory_equal(all, samples, 10 * sizeof *all);
    assert_memory_equal(all + 10, samples, sizeof samples);
    assert_memory_equal(all + 10 + COUNT, samples, 10 * sizeof *all);
    free(all);
    sample_reader_free(reader);
    sample_files_release(&files);
    Error why = {""};
    const char *const bad[] = {single, empty};
    assert_int_equal(sample_files_find(&files, bad, 2, &why), STATUS_BAD_INPUT);
    assert_non_null(strstr(why.text, "there is no .samples"));
    assert_int_equal(files.count, 0);
}

// ---- invalid files ----

// Reads a file to its end; the error must hold the word.
static void refused_file(const char *path, const char *word) {
    SampleFiles files;
    SampleReader *reader;
    Error why = {""};
    assert_ok(sample_files_find(&files, &path, 1, error));
    assert_ok(sample_reader_open(&reader, &files, error));
    const Status status = sample_reader_seek(reader, UINT64_MAX, &why);
    if (status != STATUS_BAD_INPUT || !strstr(why.text, word) || !strstr(why.text, path))
        fail_msg("%s: status %d, '%s', expected '%s'", path, (int)status, why.text, word);
    sample_reader_free(reader);
    sample_files_release(&files);
}

static void refused(const char *name, const void *bytes, size_t size, const char *word) {
    char path[NAME_MAX_BYTES];
    name_in(folder, name, path);
    file_write(path, bytes, size);
    refused_file(path, word);
}

static void test_refuses_plain(void **state) {
    (void)state;
    char path[NAME_MAX_BYTES];
    name_in(folder, "good.samples", path);
    samples_write(path, samples, 20);
    size_t size;
    char *bytes = file_read(path, &size);
    refused("bad.samples", bytes, 0, "not a file of samples");
    refused("bad.samples", bytes, SAMPLES_HEADER_BYTES - 1, "not a file of samples");
    refused("bad.samples", bytes, size - 1, "ends within a sample");
    refused("bad.samples", bytes, SAMPLES_HEADER_BYTES + 1, "ends within a sample");
    bytes[0] = 'X';
    refused("bad.samples", bytes, size, "not a file of samples");
    bytes[0] = 'Y';
    bytes[8] = 2;
    refused("bad.samples", bytes, size, "of this version");
    bytes[8] = 1;
    bytes[12] = 41;
    refused("bad.samples", bytes, size, "of this version");
    bytes[12] = 40;
    memcpy(bytes + 16, "go\0\0\0\0\0\0\0\0", 10);
    refused("bad.samples", bytes, size, "samples of 'go', this program plays " GAME_NAME);
    memset(bytes + 16, 'z', 40);
    refused("bad.samples", bytes, size, "samples of 'zzzzzzzzzzzzzzzz'");
    free(bytes);
    const char *const absent[] = {path, "/nonexistent/a.samples"};
    SampleFiles files;
    Error why = {""};
    assert_int_equal(sample_files_find(&files, absent, 2, &why), STATUS_IO);
    assert_string_equal(why.text, "/nonexistent/a.samples: No such file or directory");
}

// Whether a changed file still has the same samples; otherwise it must be refused.
static bool is_unharmed(const void *bytes, size_t size) {
    char path[NAME_MAX_BYTES];
    const char *const paths[] = {path};
    name_in(folder, "changed.samples.zst", path);
    file_write(path, bytes, size);
    SampleFiles files;
    SampleReader *reader;
    Sample *found = malloc(sizeof samples + sizeof *found);
    size_t got;
    Error why = {""};
    assert_ok(sample_files_find(&files, paths, 1, error));
    assert_ok(sample_reader_open(&reader, &files, error));
    const Status status = sample_reader_next(reader, found, COUNT + 1, &got, &why);
    if (status == STATUS_OK) {
        assert_int_equal(got, COUNT);
        assert_memory_equal(found, samples, sizeof samples);
    } else {
        assert_non_null(strstr(why.text, "changed.samples.zst: damaged"));
    }
    sample_reader_free(reader);
    sample_files_release(&files);
    free(found);
    return status == STATUS_OK;
}

static void test_refuses_packed(void **state) {
    (void)state;
    char path[NAME_MAX_BYTES];
    name_in(folder, "good.samples.zst", path);
    samples_write(path, samples, COUNT);
    size_t size;
    char *bytes = file_read(path, &size);
    for (size_t cut = 1; cut < size; cut += 1 + size / 50)
        refused("bad.samples.zst", bytes, size - cut, "damaged: it ends too early");
    refused("bad.samples.zst", bytes, 0, "not a file of samples");
    // Any changed byte is found by the checksum of the frame, except for bits without meaning.
    int unharmed = 0;
    for (size_t at = 0; at < size; at += 1 + size / 50) {
        bytes[at] = (char)(bytes[at] ^ 0x10);
        unharmed += is_unharmed(bytes, size);
        bytes[at] = (char)(bytes[at] ^ 0x10);
    }
    assert_true(unharmed <= 2);
    refused("bad.samples.zst", samples, 4000, "damaged");
    free(bytes);
}

static void test_check(void **state) {
    (void)state;
    Position pos;
    Move move;
    Error why = {""};
    for (size_t i = 0; i < COUNT; i++)
        assert_ok(sample_check(&samples[i], &pos, &move, error));
    Sample sample = samples[0];
    sample.move = 0;
    assert_ok(sample_check(&sample, &pos, &move, error));
    assert_int_equal(move, MOVE_NONE);
    sample.move = 0xffff;
    assert_int_equal(sample_check(&sample, &pos, &move, &why), STATUS_BAD_INPUT);
    assert_non_null(strstr(why.text, "not legal"));
    sample = samples[0];
    sample.result = 2;
    assert_int_equal(sample_check(&sample, &pos, &move, &why), STATUS_BAD_INPUT);
    sample = samples[0];
    memset(&sample.position, 0xff, sizeof sample.position);
    assert_int_equal(sample_check(&sample, &pos, &move, &why), STATUS_BAD_INPUT);
}

// ---- shuffling ----

static int compare_positions(const void *a, const void *b) {
    return memcmp(a, b, sizeof(PackedPosition));
}

// Every position once, in order; of several samples of a position the first.
static size_t distinct(Sample *sorted) {
    memcpy(sorted, samples, sizeof samples);
    // qsort is not stable, so the ply orders samples of equal positions.
    for (size_t i = 0; i < COUNT; i++)
        sorted[i].ply = (uint16_t)i;
    qsort(sorted, COUNT, sizeof *sorted, compare_positions);
    size_t count = 0;
    for (size_t i = 0; i < COUNT; i++) {
        const bool is_new = !count || compare_positions(&sorted[count - 1], &sorted[i]) != 0;
        if (is_new)
            sorted[count++] = sorted[i];
        else if (sorted[i].ply < sorted[count - 1].ply)
            sorted[count - 1] = sorted[i];
    }
    for (size_t i = 0; i < count; i++)
        sorted[i] = samples[sorted[i].ply];
    return count;
}

static void shuffle(const char *name, size_t memory, uint64_t seed, ShuffleCounts *counts,
                    char path[NAME_MAX_BYTES]) {
    char parts[NAME_MAX_BYTES];
    name_in(folder, "parts3", parts);
    write_parts(parts);
    const char *from = parts;
    SampleFiles files;
    name_in(folder, name, path);
    assert_ok(sample_files_find(&files, &from, 1, error));
    assert_ok(samples_shuffle(&files, path, memory, seed, counts, error));
    sample_files_release(&files);
}

static void check_shuffled(const char *path, const ShuffleCounts *counts, size_t expected) {
    Sample *wanted = malloc(sizeof samples);
    assert_int_equal(distinct(wanted), expected);
    assert_int_equal(counts->kept, expected);
    assert_int_equal(counts->dropped, COUNT - expected);
    size_t count, neighbours = 0;
    Sample *found = samples_read(path, 100, &count);
    assert_int_equal(count, expected);
    for (size_t i = 1; i < count; i++)
        neighbours += found[i].ply == found[i - 1].ply + 1;
    assert_true(neighbours < 20); // of thousands; a random order has about one
    qsort(found, count, sizeof *found, compare_positions);
    assert_memory_equal(found, wanted, count * sizeof *found);
    free(found);
    free(wanted);
}

static void test_shuffle(void **state) {
    (void)state;
    Sample *wanted = malloc(sizeof samples);
    // Some positions again, with other values.
    for (size_t i = 0; i < 700; i++) {
        samples[COUNT - 1 - i].position = samples[i * 2].position;
        samples[COUNT - 1 - i].move = 0;
    }
    const size_t expected = distinct(wanted);
    free(wanted);
    testing_note("%zu of %d positions are different ones\n", expected, COUNT);
    static const size_t MEMORY[] = {0, 100000, 1 << 24};
    for (size_t i = 0; i < ARRAY_LEN(MEMORY); i++) {
        char first[NAME_MAX_BYTES], again[NAME_MAX_BYTES], other[NAME_MAX_BYTES];
        ShuffleCounts counts;
        shuffle("first.samples", MEMORY[i], 5, &counts, first);
        check_shuffled(first, &counts, expected);
        shuffle("again.samples", MEMORY[i], 5, &counts, again);
        assert_true(files_are_equal(first, again));
        shuffle("other.samples.zst", MEMORY[i], 6, &counts, other);
        check_shuffled(other, &counts, expected);
        shuffle("other.samples", MEMORY[i], 6, &counts, other);
        assert_false(files_are_equal(first, other));
    }
}

static void test_shuffle_fails_whole(void **state) {
    (void)state;
    char path[NAME_MAX_BYTES], out[NAME_MAX_BYTES];
    name_in(folder, "cut.samples", path);
    file_write(path, "YURAGIS\n", 8);
    name_in(folder, "out.samples", out);
    const char *from = path;
    SampleFiles files;
    ShuffleCounts counts;
    assert_ok(sample_files_find(&files, &from, 1, error));
    assert_int_equal(samples_shuffle(&files, out, 1 << 20, 0, &counts, NULL), STATUS_BAD_INPUT);
    assert_false(is_there(folder, "out.samples"));
    sample_files_release(&files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_whole_or_nothing),
        cmocka_unit_test(test_seeks),
        cmocka_unit_test(test_files_and_folders),
        cmocka_unit_test(test_refuses_plain),
        cmocka_unit_test(test_refuses_packed),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_shuffle),
        cmocka_unit_test(test_shuffle_fails_whole),
    };
    return cmocka_run_group_tests_name("samples " GAME_NAME, tests, set_up, tear_down);
}
