// sparring.h — the pupil at the board: games against itself with its weights as they are now.
//
// What plays are the integer tables of the pupil's weights, published to a file before the games of
// a lesson, so that learning costs the search nothing. Each of the pupil's threads has a seat with
// all that playing needs. Game i draws everything random from the i-th stream of the lesson and
// forgets the games before, and the learner hears of the games in their order, one at a time: so a
// lesson is the same with any number of threads. Games that end before their turn wait on a shelf,
// which has room for a few a thread; nobody begins a game for which it has none.
#pragma once

#include "learn/episode.h"
#include "learn/gradwork.h"
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

typedef struct SparringTerms {
    SparringSettings settings;
    GradSettings grad;         // for trees of the learner's
    const char *name;          // of the files of weights, before a number; outlives it
    const char *folder;        // where they are put
    const SearchControl *stop; // breaks off games; null: nobody does; outlives it
} SparringTerms;

typedef struct SparringGame {
    int number; // in the lesson
    Rng rng;    // never changes
    GameLine line;
    Trace trace; // what the learner notes of the game; empty when it begins
    EpisodeEnd end;
    bool is_over; // and nobody has been told of it
} SparringGame;

typedef struct SparringSeat {
    Player *player;
    GradWork work;   // for the learner's trees
    History history; // for looking beyond the end of the line
    // Of the game in progress.
    Pupil *pupil; // to be asked on this thread, not to be taught
    SparringGame *game;
} SparringSeat;

// What a learner does with the games.
typedef struct SparringWatch {
    // After every search of any game, on its thread; see EpisodeWatch. The game's line ends with
    // the position that was searched.
    Status (*searched)(void *context, SparringSeat *seat, const SearchResult *result, Move *move,
                       Error *error);
    // When a game is over and all before it have been told. Nobody else is told anything
    // meanwhile, so here the pupil of the lesson may be taught.
    Status (*finished)(void *context, const SparringGame *game, Error *error);
    void *context;
} SparringWatch;

typedef struct Sparring {
    SparringTerms terms;
    SearchControl idle; // for those who are never stopped
    char *folder;       // owned
    unsigned editions;  // published so far
    SparringSeat *seats;
    SparringGame *shelf; // number n of a lesson lies at n % room
    int seat_count, room;
} Sparring;

// Refuses searches that would never end.
Status sparring_init(Sparring *sparring, const SparringTerms *terms, Error *error);
void sparring_release(Sparring *sparring);

// The games of a lesson. *is_broken_off: somebody stopped them, and nothing is to be made of it.
Status sparring_lesson(Sparring *sparring, Pupil *pupil, const Rng *lesson, int games,
                       const SparringWatch *watch, bool *is_broken_off, Error *error);

// Streams of a game. Those from FREE on are the learner's, one a ply; no game is so long as to meet
// the search's.
enum { SPARRING_STREAM_OPENING, SPARRING_STREAM_FREE, SPARRING_STREAM_SEARCH = 1 << 30 };
