// pairing.h — which engines meet in a match, with which colours, in which order.
//
// Games come in pairs: the same opening twice, colours exchanged, so that neither the opening nor
// the first move favours an engine. A round is one such pair of every encounter, all from the same
// opening; rounds are played one after the other, so that a match that is stopped early has treated
// all engines alike. Everything follows from the number of a game: no state, any thread.
#pragma once

#include "game/types.h"

typedef enum Tournament {
    TOURNAMENT_PAIR,        // two engines
    TOURNAMENT_ROUND_ROBIN, // every engine against every other one
    TOURNAMENT_GAUNTLET,    // the first engine against all others
    TOURNAMENT_NB
} Tournament;

extern const char *const TOURNAMENT_NAMES[]; // ended by NULL

enum { PAIRING_ENGINES_MAX = 32, PAIRING_ENCOUNTERS_MAX = 32 * 31 / 2 };

typedef struct Pairing {
    Tournament tournament;
    int engines; // 2 or more
    int64_t rounds;
} Pairing;

typedef struct PairingGame {
    int64_t number; // from 0
    int64_t round;
    int encounter;
    int players[COLOR_NB]; // engines, by the colour they have
    bool is_swapped;       // the encounter's second engine is FIRST: the pair's second game
} PairingGame;

int pairing_encounters(const Pairing *pairing);
int64_t pairing_games(const Pairing *pairing);

// The two engines of an encounter, the one listed earlier first.
void pairing_sides(const Pairing *pairing, int encounter, int sides[2]);
PairingGame pairing_game(const Pairing *pairing, int64_t number);
