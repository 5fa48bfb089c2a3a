// match_args.h — what commands that play games ask for in the same words. Stateless.
#pragma once

#include "command.h"
#include "play/match.h"

// The options that `match` and `spsa` share.
typedef struct MatchArgs {
    const char *each, *openings_path; // null: not said
    int64_t concurrency, seed, random_plies, max_moves;
    GameConfig game;
    bool is_resumed, is_json;
} MatchArgs;

// Before anything is said.
MatchArgs match_args_default(void);

enum {
    ARG_EACH = 0x200,
    ARG_OPENINGS,
    ARG_RANDOM_PLIES,
    ARG_CONCURRENCY,
    ARG_MAX_MOVES,
    ARG_RESIGN,
    ARG_RESUME,
    ARG_SEED,
    ARG_JSON,
};

// Rows for a table of getopt's.
#define MATCH_ARGS                                                                                 \
    {"each", required_argument, NULL, ARG_EACH},                                                   \
        {"openings", required_argument, NULL, ARG_OPENINGS},                                       \
        {"random-plies", required_argument, NULL, ARG_RANDOM_PLIES},                               \
        {"concurrency", required_argument, NULL, ARG_CONCURRENCY},                                 \
        {"max-moves", required_argument, NULL, ARG_MAX_MOVES},                                     \
        {"resign", required_argument, NULL, ARG_RESIGN},                                           \
        {"resume", no_argument, NULL, ARG_RESUME}, {"seed", required_argument, NULL, ARG_SEED},    \
        {"json", no_argument, NULL, ARG_JSON}, {                                                   \
        "help", no_argument, NULL, 'h'                                                             \
    }

// The part of a help text that says where games begin and end.
#define MATCH_ARGS_HELP                                                                            \
    "  --openings FILE         a position or 'startpos moves ...' a line, in seeded order\n"       \
    "  --random-plies N        without openings: random moves (10; minishogi 6)\n"                 \
    "  --max-moves N           plies after which a game is drawn (512; 0: never)\n"                \
    "  --resign VALUE,MOVES    ends games that both sides call decided\n"

// Takes one option (an ARG_ value), its text being optarg.
Exit match_args_take(const Command *self, MatchArgs *args, int option);

// The openings that were asked for, in seeded order; null: random moves. The caller releases
// `memory`, which was zeros.
Status match_args_openings(const MatchArgs *args, Openings *memory, const Openings **openings,
                           Error *error);

// The values of --resign (`800,4`; the second number is taken as plies) and --draw (`10,8` or
// `10,8,80`).
Exit match_args_resign(const Command *self, const char *text, AdjudicationConfig *config);
Exit match_args_draw(const Command *self, const char *text, AdjudicationConfig *config);
