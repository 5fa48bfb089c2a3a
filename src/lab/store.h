// store.h — the games of matches in a SQLite file, each written when it ends. Laboratory only.
//
// A program that is killed loses the games in progress and nothing else; others may read while a
// match is running, and other matches may be played into the same file: a program that adds to a
// match holds a lock on it, which ends with the program. A file holds any number of matches of one
// game; a file of an older version is brought up to date when a match is played into it. Reading
// changes nothing, and needs no permission to write. The owner of a Store makes one call at a time,
// on any thread.
#pragma once

#include "play/match.h"

enum { STORE_VERSION = 2 };

typedef struct Store Store;

typedef enum StoreUse {
    STORE_READ,
    STORE_RESUME, // to add games to a match of a file that exists
    STORE_CREATE, // to add a match; a missing file is made
} StoreUse;

Status store_open(Store **store, const char *path, StoreUse use, Error *error);
void store_close(Store *store); // also of null

// `plan` is all that games depend on, in words; two matches with the same plan are one, continued.
// `program` says which build plays. Finds the newest match with this plan, or fails: there is none,
// another build has played it, or another program is playing it now.
Status store_find_match(Store *store, const char *plan, const char *program, int64_t *match,
                        Error *error);
Status store_add_match(Store *store, const char *plan, const char *program,
                       const MatchConfig *config, int64_t *match, Error *error);

// `order` numbers the games of a match in the order in which they end.
Status store_add_game(Store *store, int64_t match, const PairingGame *game, const Game *played,
                      int64_t order, Error *error);

// Counts the match's games that are in the store, in the order in which they ended.
Status store_restore(Store *store, int64_t id, Match *match, Error *error);

// Which games; null and 0 mean any.
typedef struct StoreFilter {
    int64_t match, number; // from 1
    const char *engine;    // one that took part
    const char *winner;
    const char *finish; // one of FINISH_NAMES
    const char *points; // `1-0`, `0-1` or `1/2-1/2`
    int64_t limit;
} StoreFilter;

typedef struct StoredGame {
    int64_t match, number; // from 1
    const char *names[COLOR_NB];
    int points; // FIRST's half points
    const char *finish, *reason;
    const Game *played;
} StoredGame;

typedef struct StoreReader {
    Status (*game)(void *context, const StoredGame *game, Error *error);
    void *context;
} StoreReader;

// Calls the reader for each game, in the order of matches and numbers. What a StoredGame points at
// is valid during the call.
Status store_read(Store *store, const StoreFilter *filter, const StoreReader *reader, Error *error);
