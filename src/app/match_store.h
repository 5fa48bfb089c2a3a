// match_store.h — a match and the file its games are kept in: begun anew or resumed.
//
// One owner; laboratory only.
#pragma once

#include "lab/store.h"

typedef struct MatchStore {
    Store *store; // null: games are not kept
    int64_t id;
} MatchStore;

// Opens the file and makes a match in it or, to resume, finds the one with the same plan and counts
// its games. `match` has been initialised.
Status match_store_open(MatchStore *keeper, const char *path, bool is_resumed, Match *match,
                        Error *error);
void match_store_close(MatchStore *keeper);
