#include "learn/strength.h"

enum {
    RANDOM_PLIES = GAME_IS_MINISHOGI ? 6 : 10,
    MOVE_LIMIT = 400,
    // Both sides agree for this many moves who wins: the rest of the game costs only time.
    RESIGN_VALUE = 3000,
    RESIGN_COUNT = 4,
    PATIENCE_MS = 3600000, // internal engines do not hang
};

static Status engine_config_of(EngineConfig *engine, const char *name, const char *weights,
                               int64_t nodes, Error *error) {
    *engine = (EngineConfig){.config.limits.nodes = nodes};
    snprintf(engine->name, sizeof engine->name, "%s", name);
    // Each thread has two players, which begin every game with an empty table.
    TRY(config_add(&engine->config, str_of("Hash"), str_of("4"), error));
    return config_add(&engine->config, str_of("EvalFile"), str_of(weights), error);
}

Status strength_measure(const StrengthConfig *config, const char *weights, const char *rival,
                        const SearchControl *stop, Score *score, bool *is_whole, Error *error) {
    EngineConfig engines[2];
    TRY(engine_config_of(&engines[0], "learned", weights, config->nodes, error));
    TRY(engine_config_of(&engines[1], "first", rival, config->nodes, error));
    const MatchConfig match_config = {
        .engines = engines,
        .pairing = {TOURNAMENT_PAIR, 2, (config->games + 1) / 2},
        .random_plies = RANDOM_PLIES,
        .seed = config->seed,
        .game = {.rules = {RULES_DEFAULT.entering_king, MOVE_LIMIT},
                 .adjudication = {.resign_value = RESIGN_VALUE, .resign_plies = 2 * RESIGN_COUNT},
                 .patience_ms = PATIENCE_MS},
        .threads = config->threads,
    };
    const MatchReport no_report = {0};
    Match match;
    TRY(match_init(&match, &match_config, error));
    const Status status = match_run(&match, &no_report, stop, error);
    *is_whole = status == STATUS_OK && match.finished == match.games;
    *score = score_of(&match.standings[0].tally);
    match_release(&match);
    return status;
}
