#include "match_args.h"

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

Status match_args_resign(const char *text, AdjudicationConfig *config, Error *error) {
    int *const fields[] = {&config->resign_value, &config->resign_plies};
    if (numbers_parse(text, 2, 2, fields) && config->resign_value && config->resign_plies)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "'%.60s' is not VALUE,MOVES like 800,4", text);
}

Status match_args_draw(const char *text, AdjudicationConfig *config, Error *error) {
    int *const fields[] = {&config->draw_value, &config->draw_plies, &config->draw_from};
    if (!numbers_parse(text, 2, 3, fields) || !config->draw_plies)
        return error_set(error, STATUS_BAD_INPUT,
                         "'%.60s' is not VALUE,MOVES or VALUE,MOVES,PLY like 10,8,80", text);
    config->draw_plies *= 2; // moves of each side
    return STATUS_OK;
}

static Status take_resign(const Arg *arg, void *args, const char *text, Error *error) {
    (void)arg;
    AdjudicationConfig *config = &((MatchArgs *)args)->game.adjudication;
    TRY(match_args_resign(text, config, error));
    config->resign_plies *= 2; // moves of each side
    return STATUS_OK;
}

static const Arg ROWS[] = {
    ARG_ROW_TEXT(MatchArgs, openings_path, "openings", "FILE",
                 "a position or 'startpos moves ...' a line, in seeded order"),
    ARG_ROW_NUMBER(MatchArgs, random_plies, "random-plies", "N", 0, 100,
                   "number of random moves without openings (10; minishogi 6)"),
    ARG_ROW_NUMBER(MatchArgs, game.rules.move_limit, "max-moves", "N", 0, 100000,
                   "plies after which a game is drawn (512; 0: never)"),
    ARG_ROW_CALL("resign", "VALUE,MOVES", take_resign,
                 "end a game when both sides report that it is decided, by VALUE centipawns for "
                 "MOVES moves"),
};
const ArgTable MATCH_ARGS = ARG_TABLE(ROWS);

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
