// sparring.h — the pupil at the board: games against itself with its weights as they are now.
//
// What plays are the integer tables of the pupil's weights, published to a file before the games of
// a lesson, so that learning costs the search nothing. All that is random in a lesson comes from
// the Rng that is given for it. A Sparring belongs to one thread.
#pragma once

#include "learn/episode.h"
#include "learn/optionrows.h"
#include "learn/pupil.h"

// Part of the settings of every learner that plays; the rows of its table are SPARRING_OPTIONS.
typedef struct SparringSettings {
    int search;       // an index of SEARCH_KINDS
    int nodes, depth; // of a search
    double ts, tb;    // of a softmax search, whose leaves are static values
    int random_plies; // of the opening
    int max_ply;      // after which a game is broken off
} SparringSettings;

#define SPARRING_OPTIONS(Settings, games)                                                          \
    ROW_COMBO(Settings, games.search, "Search", "alphabeta", SEARCH_NAMES, "which search plays"),  \
        ROW_SPIN(Settings, games.nodes, "Nodes", "1000", 0, 1e9,                                   \
                 "positions a search may look at; 0: no limit"),                                   \
        ROW_SPIN(Settings, games.depth, "Depth", "0", 0, PLY_MAX,                                  \
                 "how deep a search goes; 0: no limit"),                                           \
        ROW_REAL(Settings, games.ts, "Ts", "120", 0, 100000,                                       \
                 "temperature of selection of a softmax search"),                                  \
        ROW_REAL(Settings, games.tb, "Tb", "40", 0, 100000,                                        \
                 "temperature of the values a softmax tree backs up, or of the opponent"),         \
        ROW_SPIN(Settings, games.random_plies, "RandomPlies", "8", 0, 100,                         \
                 "random moves a game begins with"),                                               \
        ROW_SPIN(Settings, games.max_ply, "MaxPly", "300", 1, 10000,                               \
                 "moves after which a game is broken off")

// The index of a search by its name, which exists.
int sparring_search(const char *name);

typedef struct Sparring {
    Player *player;
    SearchControl idle;           // for those who are never stopped
    const SearchControl *control; // stops games
    SparringSettings settings;
    GameLine line;     // of the last game
    const char *name;  // of the files, before a number
    char *folder;      // owned
    unsigned editions; // published so far
} Sparring;

// `name` and `stop` (null: nobody stops it) outlive it. Refuses searches that would never end.
Status sparring_init(Sparring *sparring, const SparringSettings *settings, const char *name,
                     const char *folder, const SearchControl *stop, Error *error);
void sparring_release(Sparring *sparring);

// Publishes the weights and plays with them from now on.
Status sparring_begin(Sparring *sparring, const Pupil *pupil, const Rng *lesson, Error *error);

// One game. Decided values end it; so does whoever stops it, after which nothing is to be made of
// it.
Status sparring_play(Sparring *sparring, const Rng *game, const EpisodeWatch *watch,
                     EpisodeEnd *end, Error *error);

bool sparring_is_stopped(const Sparring *sparring);

// Streams of a game that nobody else uses.
enum { SPARRING_STREAM_OPENING, SPARRING_STREAM_FREE };
