// samples_import.h — samples from tables of games and from other programs' training data, and the
// way back. Laboratory only.
//
// What is read is checked in full before any of it is written; a file is seen under its name when
// all went well. Memory does not grow with the files. One thread.
#pragma once

#include "learn/samples.h"

typedef struct ImportPlan {
    const char *const *paths; // .psv, .bin, .hcpe, each with or without .zst; the rest are tables
    int count;
    const char *out;
    int from_ply;   // of games: earlier positions are left out
    bool skips_bad; // records that are refused are counted, not the end
} ImportPlan;

typedef struct ImportCounts {
    int64_t samples;
    int64_t games;        // of tables, and used
    int64_t unknown, bad; // left out: games without a result; records that were refused
} ImportCounts;

Status samples_import(const ImportPlan *plan, ImportCounts *counts, Error *error);

// The ending of `path` says in which format.
Status samples_export(const SampleFiles *files, const char *path, int64_t *count, Error *error);
