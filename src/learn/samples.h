// samples.h — training data at rest: files of samples, plain or through Zstandard.
//
// A file begins with 64 bytes (doc/formats.md) that name the game; records of 40 bytes follow.
// Readers go through many files as if they were one; a folder stands for the files in it whose
// names end in .samples or .samples.zst, in the order of their names. What a record says is looked
// at by sample_check, which trusts nothing. One thread.
#pragma once

#include "record/sample.h"

enum { SAMPLES_HEADER_BYTES = 64, SAMPLES_VERSION = 1 };

typedef struct SampleFiles {
    char **paths; // owned, as are the strings
    size_t count;
} SampleFiles;

// Each path is a file that is there (`-`: standard input) or a folder with files of samples.
Status sample_files_find(SampleFiles *files, const char *const *paths, int count, Error *error);
// Refuses standard input, for those who go through the files more than once.
Status sample_files_again(const SampleFiles *files, Error *error);
void sample_files_release(SampleFiles *files);

// How many games a file was written with.
Status sample_file_games(const char *path, uint32_t *games, Error *error);

typedef struct SampleReader SampleReader;

// Borrows the files.
Status sample_reader_open(SampleReader **reader, const SampleFiles *files, Error *error);
void sample_reader_free(SampleReader *reader); // also of null

// Up to `want` samples; fewer only at the end of the last file.
Status sample_reader_next(SampleReader *reader, Sample *samples, size_t want, size_t *got,
                          Error *error);
// The next sample is number `index` of all. Past the end there is none.
Status sample_reader_seek(SampleReader *reader, uint64_t index, Error *error);
uint64_t sample_reader_at(const SampleReader *reader);

typedef struct SampleWriter SampleWriter;

// Nothing is seen under the name before sample_writer_publish. `games` is how many games the
// samples are of; 0: that is not known.
Status sample_writer_open(SampleWriter **writer, const char *path, uint32_t games, Error *error);
Status sample_writer_add(SampleWriter *writer, const Sample *samples, size_t count, Error *error);
Status sample_writer_publish(SampleWriter *writer, Error *error);
void sample_writer_free(SampleWriter *writer); // also of null

// The position of a sample, with its ply where the game keeps one, and its move, which is legal
// there or MOVE_NONE. Refuses anything else.
Status sample_check(const Sample *sample, Position *pos, Move *move, Error *error);

// Of its position alone.
uint64_t sample_hash(const Sample *sample);

// All samples of the files in a random order, every position once, without ever holding more than
// about `memory` bytes of them. Positions met again, whatever was said about them, are left out;
// `kept` and `dropped` count.
typedef struct ShuffleCounts {
    uint64_t kept, dropped;
} ShuffleCounts;

Status samples_shuffle(const SampleFiles *files, const char *path, size_t memory, uint64_t seed,
                       ShuffleCounts *counts, Error *error);
