// match_args.h — the options that `match` and `spsa` have in common, as a table over MatchArgs.
// Stateless.
#pragma once

#include "args.h"
#include "play/match.h"

typedef struct MatchArgs {
    const char *each, *openings_path; // null: not given
    int concurrency, random_plies;
    int64_t seed;
    GameConfig game;
    bool is_resumed, is_json;
} MatchArgs;

enum { MATCH_RANDOM_PLIES = GAME_IS_MINISHOGI ? 6 : 10, MATCH_PLIES_MAX = 512 };

// The initialiser of the MatchArgs of a request before options are read. The command sets
// game.rules.entering_king, because RULES_DEFAULT is no constant expression.
#define MATCH_ARGS_DEFAULT                                                                         \
    { .random_plies = MATCH_RANDOM_PLIES, .game.rules.move_limit = MATCH_PLIES_MAX }

extern const ArgTable MATCH_ARGS; // --openings --random-plies --max-moves --resign

// The openings of --openings, in seeded order; null: random moves. The caller releases `memory`,
// which was zeros.
Status match_args_openings(const MatchArgs *args, Openings *memory, const Openings **openings,
                           Error *error);

// The values of --resign (`800,4`; the second number is taken as plies) and --draw (`10,8` or
// `10,8,80`).
Status match_args_resign(const char *text, AdjudicationConfig *config, Error *error);
Status match_args_draw(const char *text, AdjudicationConfig *config, Error *error);
