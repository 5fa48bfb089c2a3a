// bench.h — a fixed set of positions, searched the same way every time.
//
// What comes out is a number of nodes, a time, and a signature: a hash over the nodes, the moves,
// the values and the lines of all positions. With one thread it is the same on every machine and
// build until a search changes, so a commit that says "no functional change" can be checked. With
// more threads searches race, and there is no signature.
//
// No state; the caller's thread runs everything.
#pragma once

#include "play/config.h"

typedef struct BenchResult {
    int64_t nodes, time_ns;
    uint64_t signature;
} BenchResult;

// Called after every position.
typedef struct BenchReport {
    void (*position)(void *context, size_t index, size_t count, const GameLine *line,
                     const SearchResult *result); // may be null
    void *context;
} BenchReport;

// How far a search of this name goes here if nothing else is asked for.
SearchLimits bench_limits(const char *search);

// Runs the config's player over the whole set. Every position is a new game.
Status bench_run(const Config *config, const BenchReport *report, BenchResult *result,
                 Error *error);

// The hash of what a search said, on top of `hash`; BENCH_HASH_START for the first.
#define BENCH_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t bench_hash(uint64_t hash, const SearchResult *result);
