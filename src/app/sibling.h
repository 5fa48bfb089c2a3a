// sibling.h — another program of the same installation, in the folder of this one.
#pragma once

#include "base/status.h"

// The games there are programs for, ended by NULL; the first one is the default.
extern const char *const SIBLING_GAMES[];

// Says so, and suggests the nearest, if there is no program for the game.
Status sibling_game(const char *name, Error *error);

// A first word from the launcher: the user has not named a game, so the program may hand the
// command line on to that of another game when it meets --game.
#define SIBLING_ANY_GAME "--any-game"

// Replaces this process by the program `name` with these arguments (argv[0] is replaced). Returns
// only on failure.
Status sibling_run(const char *name, char **argv, Error *error);
