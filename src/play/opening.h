// opening.h — where games begin: at the lines of a file, in an order given by a seed, or after
// random moves.
//
// A line is what `--position` takes (`startpos moves …`, `sfen …`, a bare position with or without
// moves) or EPD; behind a tab anything may follow. Empty lines and comments, which begin with `#`,
// do not count. The owner opens, shuffles and releases Openings; afterwards any thread may read
// them.
#pragma once

#include "base/rng.h"
#include "game/line.h"

enum { OPENINGS_MAX = 1 << 22 };

typedef struct Openings {
    char *text; // the file, owned
    Str *lines; // owned; each one has been parsed
    size_t count, capacity;
} Openings;

// Errors name the path and the line; then *openings is empty.
Status openings_open(Openings *openings, const char *path, Error *error);
void openings_shuffle(Openings *openings, uint64_t seed);
void openings_release(Openings *openings);

// Sets the line to an opening. Refuses one after which the game is over.
Status opening_parse(GameLine *line, Str text, Error *error);

// Where round `round` of a match begins: `openings` over and over, or without them (null) random
// moves of the round's own stream below `parent`.
Status opening_of_round(GameLine *line, const Openings *openings, int random_plies,
                        const Rng *parent, uint64_t round, Error *error);

// Whether the game is not over.
bool opening_is_open(const GameLine *line);

// Random legal moves from the start position, after which the game is still open.
Status opening_random(GameLine *line, int plies, Rng *rng, Error *error);
