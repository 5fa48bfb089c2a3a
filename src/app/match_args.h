// match_args.h — what commands that play games ask for in the same words. Stateless.
#pragma once

#include "command.h"
#include "lab/referee.h"

enum { MATCH_RANDOM_PLIES = GAME_IS_MINISHOGI ? 6 : 10, MATCH_MOVES_MAX = 512 };

// The values of --resign (`800,4`) and --draw (`10,8` or `10,8,80`).
Exit match_args_resign(const Command *self, const char *text, RefereeTerms *terms);
Exit match_args_draw(const Command *self, const char *text, RefereeTerms *terms);

// How many games at a time where nobody says: one a processor.
int match_args_threads(void);
