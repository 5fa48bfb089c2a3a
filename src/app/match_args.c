#include "match_args.h"

#include <getopt.h>

enum { RANDOM_PLIES = GAME_IS_MINISHOGI ? 6 : 10, MOVES_MAX = 512 };

// `400,3` or, with room for a third number, `10,8,40`.
static bool numbers_parse(const char *text, int least, int most, int *const fields[]) {
    Str rest = str_of(text);
    int count = 0;
    for (; count < most && (rest.len || count < least); count++) {
        int64_t number;
        if (!str_int(str_until(&rest, ','), 0, 32000, &number))
            return false;
        *fields[count] = (int)number;
    }
    return !rest.len;
}

Exit match_args_resign(const Command *self, const char *text, AdjudicationConfig *config) {
    int *const fields[] = {&config->resign_value, &config->resign_plies};
    if (numbers_parse(text, 2, 2, fields) && config->resign_value && config->resign_plies)
        return EXIT_OK;
    return command_fail(self, "--resign: '%.60s' is not VALUE,MOVES like 800,4", text);
}

Exit match_args_draw(const Command *self, const char *text, AdjudicationConfig *config) {
    int *const fields[] = {&config->draw_value, &config->draw_plies, &config->draw_from};
    if (!numbers_parse(text, 2, 3, fields) || !config->draw_plies)
        return command_fail(
            self, "--draw: '%.60s' is not VALUE,MOVES or VALUE,MOVES,PLY like 10,8,80", text);
    config->draw_plies *= 2; // moves of each side
    return EXIT_OK;
}

MatchArgs match_args_default(void) {
    return (MatchArgs){.random_plies = RANDOM_PLIES,
                       .max_moves = MOVES_MAX,
                       .game.rules = {RULES_DEFAULT.entering_king, MOVES_MAX}};
}

Exit match_args_take(const Command *self, MatchArgs *args, int option) {
    const CommandNumber numbers[] = {
        {ARG_CONCURRENCY, "--concurrency", 1, MATCH_THREADS_MAX, &args->concurrency},
        {ARG_SEED, "--seed", 0, INT64_MAX, &args->seed},
        {ARG_RANDOM_PLIES, "--random-plies", 0, 100, &args->random_plies},
        {ARG_MAX_MOVES, "--max-moves", 0, 100000, &args->max_moves},
    };
    const Exit taken = command_take_number(self, numbers, ARRAY_LEN(numbers), option);
    args->game.rules.move_limit = (int)args->max_moves;
    if (taken != EXIT_NO)
        return taken;
    switch (option) {
    case ARG_EACH:
        args->each = optarg;
        break;
    case ARG_OPENINGS:
        args->openings_path = optarg;
        break;
    case ARG_RESIGN:
        args->game.adjudication.resign_plies = 0;
        if (match_args_resign(self, optarg, &args->game.adjudication) != EXIT_OK)
            return EXIT_BAD;
        args->game.adjudication.resign_plies *= 2; // moves of each side
        break;
    case ARG_RESUME:
        args->is_resumed = true;
        break;
    default:
        args->is_json = true;
    }
    return EXIT_OK;
}

Status match_args_openings(const MatchArgs *args, Openings *memory, const Openings **openings,
                           Error *error) {
    *openings = NULL;
    if (!args->openings_path)
        return STATUS_OK;
    TRY(openings_open(memory, args->openings_path, error));
    openings_shuffle(memory, (uint64_t)args->seed);
    *openings = memory;
    return STATUS_OK;
}
