// learn_testing.h — what the tests of learners share: a temporary folder, whole files, samples of
// random play, and gradients against finite differences.
#pragma once

#include <ftw.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "learn/samples.h"
#include "learn/trainer.h"
#include "positions.h"

enum { FOLDER_MAX = 64, NAME_MAX_BYTES = 128 };

// In memory where possible: every file that is written is synced to the disk.
static inline void folder_make(char folder[FOLDER_MAX]) {
    const char *root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, FOLDER_MAX, "%s/yuragi-learn-XXXXXX", root);
    if (!mkdtemp(folder))
        fail_msg("%s: no folder", folder);
}

static inline int folder_drop_one(const char *path, const struct stat *about, int kind,
                                  struct FTW *where) {
    (void)about, (void)kind, (void)where;
    return remove(path);
}

static inline void folder_drop(const char *folder) {
    nftw(folder, folder_drop_one, 8, FTW_DEPTH | FTW_PHYS);
}

static inline void name_in(const char *folder, const char *name, char path[NAME_MAX_BYTES]) {
    const int length = snprintf(path, NAME_MAX_BYTES, "%s/%s", folder, name);
    assert_true(length < NAME_MAX_BYTES);
}

static inline bool is_there(const char *folder, const char *name) {
    char path[NAME_MAX_BYTES];
    name_in(folder, name, path);
    return access(path, F_OK) == 0;
}

// The caller frees it; a 0 follows the last byte.
static inline char *file_read(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s: cannot be read", path);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, *size, file), *size);
    text[*size] = '\0';
    fclose(file);
    return text;
}

static inline void file_write(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    if (!file)
        fail_msg("%s: cannot be written", path);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

static inline bool files_are_equal(const char *left, const char *right) {
    size_t left_size, right_size;
    char *left_text = file_read(left, &left_size), *right_text = file_read(right, &right_size);
    const bool is_equal = left_size == right_size && !memcmp(left_text, right_text, left_size);
    free(left_text);
    free(right_text);
    return is_equal;
}

// ---- samples ----

// The output of play_keep, which has no context parameter.
static Sample *play_samples;
static size_t play_count, play_capacity;

static inline void play_keep(Position *pos, Rng *rng) {
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    if (!count || play_count == play_capacity)
        return;
    Sample *sample = &play_samples[play_count++];
    *sample = (Sample){.value = (int16_t)((int)rng_below(rng, 2001) - 1000),
                       .move = (uint16_t)moves[rng_below(rng, (uint32_t)count)],
                       .ply = (uint16_t)play_count,
                       .result = (int8_t)((int)rng_below(rng, 3) - 1)};
    pos_pack(pos, &sample->position);
}

// Positions of random games, with random values, moves and results.
static inline void samples_make(Sample *samples, size_t count, uint64_t seed) {
    play_samples = samples;
    play_capacity = count;
    play_count = 0;
    while (play_count < count)
        random_play(seed++, (long)(count - play_count), play_keep);
}

static inline void samples_write(const char *path, const Sample *samples, size_t count) {
    ByteSink *sink;
    assert_ok(sample_sink_open(&sink, path, 0, error));
    assert_ok(sample_sink_add(sink, samples, count, error));
    assert_ok(bytesink_publish(sink, error));
    bytesink_free(sink);
}

// All samples of a path, read `pieces` at a time; the caller frees them.
static inline Sample *samples_read(const char *path, size_t pieces, size_t *count) {
    SampleFiles files;
    SampleReader *reader;
    assert_ok(sample_files_find(&files, &path, 1, error));
    assert_ok(sample_reader_open(&reader, &files, error));
    Sample *samples = NULL;
    *count = 0;
    for (size_t got = 1; got;) {
        samples = realloc(samples, (*count + pieces) * sizeof *samples);
        assert_non_null(samples);
        assert_ok(sample_reader_next(reader, samples + *count, pieces, &got, error));
        *count += got;
    }
    assert_int_equal(sample_reader_at(reader), *count);
    sample_reader_free(reader);
    sample_files_release(&files);
    return samples;
}

// ---- gradients ----

// Adds random numbers to the weights, in steps that floats hold exactly.
static inline void trainer_shake(Trainer *trainer) {
    Rng rng;
    rng_init(&rng, 11);
    for (size_t i = 0; i < trainer->kind->weight_count; i++)
        trainer->weights[i] += (float)((int)rng_below(&rng, 65) - 32) / 16;
}

// The gradient of about this many touched rows against central differences of a loss that is
// computed with the trainer's weights: |gradient - differences| / |differences|.
static inline double trainer_slope_error(Trainer *trainer, size_t rows,
                                         double (*loss)(void *context), void *context) {
    const float step = 1.0f / 64;
    const Gradient *gradient = &trainer->gradient;
    const size_t stride = gradient->touch_count / rows + 1;
    double wrong = 0, whole = 0;
    for (size_t i = 0; i < gradient->touch_count; i += stride)
        for (uint32_t j = 0; j < gradient->row; j++) {
            const size_t at = (size_t)gradient->touched[i] * gradient->row + j;
            const float kept = trainer->weights[at];
            trainer->weights[at] = kept + step;
            const double above = loss(context);
            trainer->weights[at] = kept - step;
            const double below = loss(context);
            trainer->weights[at] = kept;
            const double found = (above - below) / (2 * (double)step);
            const double summed = (double)gradient->sums[at];
            wrong += (summed - found) * (summed - found);
            whole += found * found;
        }
    assert_true(whole > 0);
    return sqrt(wrong / whole);
}
