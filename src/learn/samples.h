// samples.h — files of training samples, plain or compressed with Zstandard.
//
// A file has a header of 64 bytes (doc/formats.md), which names the game, and records of 40 bytes.
// A reader reads many files as one; a folder stands for the files in it whose names end in .samples
// or .samples.zst, in the order of their names. Reading does not validate the records; sample_check
// does. A reader or writer belongs to one thread.
#pragma once

#include "record/bytesource.h"
#include "record/sample.h"

enum { SAMPLES_HEADER_BYTES = 64, SAMPLES_VERSION = 1 };

typedef struct SampleFiles {
    char **paths; // owned, as are the strings
    size_t count;
} SampleFiles;

// Each path is a file that exists (`-`: standard input) or a folder with files of samples.
Status sample_files_find(SampleFiles *files, const char *const *paths, int count, Error *error);
// Refuses standard input, for callers that read the files more than once.
Status sample_files_again(const SampleFiles *files, Error *error);
void sample_files_release(SampleFiles *files);

// The number of games in the header of a file.
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

// Begins a file, which the caller publishes and frees as a ByteSink; on failure *sink is null.
// `games` is the number of games that the samples come from; 0: unknown.
Status sample_sink_open(ByteSink **sink, const char *path, uint32_t games, Error *error);
Status sample_sink_add(ByteSink *sink, const Sample *samples, size_t count, Error *error);

// The position of a sample, with its ply where the game keeps one, and its move, which is legal
// there or MOVE_NONE. Refuses an invalid sample.
Status sample_check(const Sample *sample, Position *pos, Move *move, Error *error);

// A hash of the position alone.
uint64_t sample_hash(const Sample *sample);

typedef struct ShuffleCounts {
    uint64_t kept, dropped; // dropped: the position occurred before
} ShuffleCounts;

// Writes all samples of the files in a random order, every position once, with about `memory`
// bytes of samples in memory at a time.
Status samples_shuffle(const SampleFiles *files, const char *path, size_t memory, uint64_t seed,
                       ShuffleCounts *counts, Error *error);
