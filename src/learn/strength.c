#include "learn/strength.h"

enum {
    RANDOM_PLIES = GAME_IS_MINISHOGI ? 6 : 10,
    MOVE_LIMIT = 400,
    // Where both sides say so for so many moves the rest would only take time.
    RESIGN_VALUE = 3000,
    RESIGN_COUNT = 4,
    PATIENCE_MS = 3600000, // both sides are ours
};

static Status engine_config_of(EngineConfig *engine, const char *name, const char *weights,
                               int64_t nodes, Error *error) {
    *engine = (EngineConfig){.config.limits.nodes = nodes};
    StrBuf text = strbuf_init(engine->name, sizeof engine->name);
    strbuf_text(&text, name);
    // There are two players a thread, which forget everything before each game.
    TRY(config_add(&engine->config, str_of("Hash"), str_of("4"), error));
    return config_add(&engine->config, str_of("EvalFile"), str_of(weights), error);
}

Status strength_measure(const StrengthConfig *terms, const char *weights, const char *rival,
                        const SearchControl *stop, Score *score, bool *is_whole, Error *error) {
    EngineConfig engines[2];
    TRY(engine_config_of(&engines[0], "learned", weights, terms->nodes, error));
    TRY(engine_config_of(&engines[1], "first", rival, terms->nodes, error));
    const MatchConfig plan = {
        .engines = engines,
        .pairing = {TOURNAMENT_PAIR, 2, (terms->games + 1) / 2},
        .random_plies = RANDOM_PLIES,
        .seed = terms->seed,
        .terms = {.rules = {RULES_DEFAULT.entering_king, MOVE_LIMIT},
                  .resign_value = RESIGN_VALUE,
                  .resign_count = RESIGN_COUNT,
                  .patience_ms = PATIENCE_MS},
        .threads = terms->threads,
    };
    const MatchReport nobody = {0};
    Match match;
    TRY(match_init(&match, &plan, error));
    const Status status = match_run(&match, &nobody, stop, error);
    *is_whole = status == STATUS_OK && match.finished == match.games;
    *score = score_of(&match.standings[0].tally);
    match_release(&match);
    return status;
}
