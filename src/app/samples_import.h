// samples_import.h — samples from tables of games and from the training data of other programs, and
// export to their formats. Laboratory only.
//
// Every record is validated before it is written; the output appears under its name when the import
// has succeeded. Memory does not grow with the files. One thread.
#pragma once

#include "learn/samples.h"

typedef struct ImportConfig {
    const char *const *paths; // .psv, .bin, .hcpe, each with or without .zst; the rest are tables
    int count;
    const char *out;
    int from_ply;   // of games: earlier positions are left out
    bool skips_bad; // invalid records are counted; otherwise they end the import
} ImportConfig;

typedef struct ImportCounts {
    int64_t samples;
    int64_t games;        // that were used, of tables
    int64_t unknown, bad; // left out: games without a result; invalid records
} ImportCounts;

Status samples_import(const ImportConfig *config, ImportCounts *counts, Error *error);

// `name` is that of the format or, if it is null, the ending of `path` says which.
Status samples_export(const SampleFiles *files, const char *name, const char *path, int64_t *count,
                      Error *error);
