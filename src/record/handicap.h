// handicap.h — the customary handicaps of this game: names, positions, and which side gives them.
//
// In shogi White (上手) gives the handicap and moves first; in chess White gives a piece, or Black
// gives a pawn and White moves first. Minishogi has none. Constant; any thread.
#pragma once

#include "game/contract.h"

typedef struct Handicap {
    const char *name;     // English
    const char *japanese; // in shogi also the word of KIF files
    const char *position; // SFEN or FEN
    Color giver;
} Handicap;

// The last row has no name.
extern const Handicap HANDICAPS[];

// By either name; null, with an error that lists the English names and suggests the nearest, if
// there is none.
const Handicap *handicap_find(const char *name, Error *error);
// The handicap of games that start from this position, whatever the number of its move; or null.
const Handicap *handicap_of(const Position *start);
