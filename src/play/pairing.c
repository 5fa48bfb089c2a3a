#include "play/pairing.h"

#include <assert.h>
#include <stddef.h>

const char *const TOURNAMENT_NAMES[] = {
    [TOURNAMENT_PAIR] = "pair",
    [TOURNAMENT_ROUND_ROBIN] = "roundrobin",
    [TOURNAMENT_GAUNTLET] = "gauntlet",
    [TOURNAMENT_NB] = NULL,
};

int pairing_encounters(const Pairing *pairing) {
    const int n = pairing->engines;
    return pairing->tournament == TOURNAMENT_ROUND_ROBIN ? n * (n - 1) / 2 : n - 1;
}

int64_t pairing_games(const Pairing *pairing) {
    return pairing->rounds * 2 * pairing_encounters(pairing);
}

void pairing_sides(const Pairing *pairing, int encounter, int sides[2]) {
    assert(encounter >= 0 && encounter < pairing_encounters(pairing));
    if (pairing->tournament != TOURNAMENT_ROUND_ROBIN) {
        sides[0] = 0;
        sides[1] = encounter + 1;
        return;
    }
    int first = 0;
    for (int others = pairing->engines - 1; encounter >= others; others--) {
        encounter -= others;
        first++;
    }
    sides[0] = first;
    sides[1] = first + 1 + encounter;
}

PairingGame pairing_game(const Pairing *pairing, int64_t number) {
    assert(number >= 0 && number < pairing_games(pairing));
    const int64_t pair = number / 2;
    const int encounters = pairing_encounters(pairing);
    PairingGame game = {.number = number,
                        .round = pair / encounters,
                        .encounter = (int)(pair % encounters),
                        .is_swapped = number % 2 == 1};
    int sides[2];
    pairing_sides(pairing, game.encounter, sides);
    game.players[FIRST] = sides[game.is_swapped ? 1 : 0];
    game.players[SECOND] = sides[game.is_swapped ? 0 : 1];
    return game;
}
