#include "learn/td.h"

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "eval/winrate.h"
#include "learn/grad_workspace.h"
#include "learn/learners.h"
#include "learn/selfplay_pool.h"
#include "search/gameover.h"
#include "search/softmax/softmax.h"

void td_errors(double lambda, const double *probabilities, int count, double result,
               double *errors) {
    double lambda_return = result;
    for (int turn = count - 1; turn >= 0; turn--) {
        errors[turn] = lambda_return - probabilities[turn];
        lambda_return = (1 - lambda) * probabilities[turn] + lambda * lambda_return;
    }
}

// ---- settings ----

typedef enum TdLeaf { LEAF_ROOT, LEAF_PV, LEAF_SOFTMAX } TdLeaf;

static const char *const LEAVES[] = {"root", "pv", "softmax", NULL};

typedef struct TdSettings {
    SelfplaySettings games;
    double lambda, tau;
    int leaf;   // TdLeaf
    int search; // an index of SEARCH_KINDS
    GradSettings grad;
} TdSettings;

static const OptionSpec ROWS[] = {
    OPTION_ROW_REAL(TdSettings, lambda, "Lambda", "0.9", 0, 1,
                    "lambda of TD(lambda); 0: a turn learns from the next turn alone, 1: from the "
                    "result alone"),
    OPTION_ROW_REAL(TdSettings, tau, "Tau", WINRATE_TAU, 1, 100000,
                    "value at which a side wins e times as often as it loses"),
    OPTION_ROW_COMBO(
        TdSettings, leaf, "Leaf", "pv", LEAVES,
        "what learns: the position, the last position of the principal variation (TDLeaf), or the "
        "tree of a softmax search"),
    GRAD_OPTIONS(TdSettings, grad, "0"),
    OPTION_ROW_COMBO(TdSettings, search, "Search", "alphabeta", SEARCH_NAMES,
                     "the search that plays; Leaf=softmax always plays with softmax"),
    SELFPLAY_OPTIONS(TdSettings, games),
};
static const OptionTable OPTIONS = OPTION_TABLE(ROWS);

typedef struct Td {
    Learner base;
    TdSettings settings;
    SelfplayPool pool;
    double *numbers; // win probabilities, then their errors
    size_t number_capacity;
} Td;

// ---- a turn ----

static Status record_root(SelfplaySlot *slot, Error *error) {
    const Position *pos = &slot->current->game.line.now;
    TRY(trace_turn(&slot->current->trace, pos_side(pos), trainer_value(slot->trainer, pos), error));
    return trace_leaf(&slot->current->trace, pos, 1, error);
}

// TDLeaf(lambda): the value of the last position of the principal variation. A win, a loss or a
// value given by the rules depends on no weight.
static Status record_pv(SelfplaySlot *slot, const SearchResult *result, Error *error) {
    Position pos = slot->current->game.line.now;
    const Color side = pos_side(&pos);
    if (value_is_decided(result->value))
        return trace_turn(&slot->current->trace, side, result->value, error);
    TRY(history_copy(&slot->history, &slot->current->game.line.history, PLY_MAX, error));
    for (int i = 0; i < result->pv_count; i++) {
        pos_play(&pos, result->pv[i]);
        pos_record(&pos, &slot->history);
    }
    const double sign = pos_side(&pos) == side ? 1 : -1;
    const int outcome = result->pv_count
                            ? gameover_by_rules(&pos, &slot->history, &RULES_DEFAULT, 0, 0)
                            : VALUE_NONE;
    if (outcome != VALUE_NONE)
        return trace_turn(&slot->current->trace, side, sign * outcome, error);
    TRY(trace_turn(&slot->current->trace, side, sign * trainer_value(slot->trainer, &pos), error));
    return trace_leaf(&slot->current->trace, &pos, sign, error);
}

// The value at the root of a softmax tree, with the leaves that it depends on.
static Status record_tree(const Td *td, SelfplaySlot *slot, const SearchResult *result,
                          Error *error) {
    const GameLine *line = &slot->current->game.line;
    const Rng rng = rng_split(&slot->current->rng, STREAM_FREE + line->count);
    const Color side = pos_side(&line->now);
    TreeView view;
    if (!player_tree(slot->player, &view))
        return trace_turn(&slot->current->trace, side, result->value, error);
    TRY(treegrad_read(&slot->workspace.tree, &view, td->settings.games.tb, error));
    TRY(trace_turn(&slot->current->trace, side, slot->workspace.tree.nodes[0].value, error));
    return grad_workspace_value(&slot->workspace, &line->now, &rng, &slot->current->trace, error);
}

static Status record_turn(void *context, SelfplaySlot *slot, const SearchResult *result, Move *move,
                          Error *error) {
    const Td *td = context;
    (void)move;
    if (result->is_declared)
        return trace_turn(&slot->current->trace, pos_side(&slot->current->game.line.now),
                          result->value, error);
    switch ((TdLeaf)td->settings.leaf) {
    case LEAF_ROOT:
        return record_root(slot, error);
    case LEAF_PV:
        return record_pv(slot, result, error);
    case LEAF_SOFTMAX:
        return record_tree(td, slot, result, error);
    }
    return STATUS_OK;
}

// ---- a step ----

// The turns of one side. A game that is aborted has no result: the last turn's win probability
// stands in for it.
static Status train_side(Td *td, const SelfplayGame *game, Color side, Trainer *trainer,
                         StepStats *stats, Error *error) {
    const Trace *trace = &game->trace;
    const TdSettings *settings = &td->settings;
    TRY(ARRAY_RESERVE(td->numbers, td->number_capacity, 2 * trace->turn_count,
                      "the turns of a game", error));
    double *probabilities = td->numbers, *errors = td->numbers + trace->turn_count;
    int count = 0;
    for (size_t i = 0; i < trace->turn_count; i++)
        if (trace->turns[i].side == side)
            probabilities[count++] = winrate_logistic(1 / settings->tau, trace->turns[i].value);
    const int points = game_result(&game->game);
    double result = (1 + (side == FIRST ? points : -points)) / 2.0;
    if (!game_has_result(&game->game))
        result = count ? probabilities[--count] : result;
    td_errors(settings->lambda, probabilities, count, result, errors);
    int at = 0;
    for (size_t i = 0; i < trace->turn_count && at < count; i++) {
        if (trace->turns[i].side != side)
            continue;
        const double probability = probabilities[at], miss = errors[at++];
        const double slope = probability * (1 - probability) / settings->tau; // dP / dE
        trace_add_gradient(trace, &trace->turns[i], -miss * slope / td->pool.config.batch, trainer);
        stats->loss += miss * miss;
        stats->samples++;
    }
    return STATUS_OK;
}

static Status train_game(void *context, const SelfplayGame *game, Trainer *trainer,
                         StepStats *stats, Error *error) {
    TRY(train_side(context, game, FIRST, trainer, stats, error));
    return train_side(context, game, SECOND, trainer, stats, error);
}

static Status train(Learner *learner, Trainer *trainer, uint64_t number, StepStats *stats,
                    Error *error) {
    Td *td = (Td *)learner;
    const SelfplayHooks hooks = {record_turn, train_game, td};
    return selfplay_pool_step(&td->pool, trainer, number, &hooks, stats, error);
}

// ---- life ----

static void destroy(Learner *learner) {
    Td *td = (Td *)learner;
    selfplay_pool_release(&td->pool);
    free(td->numbers);
    free(td);
}

static Status create(Learner **learner, const LearnerSetup *setup, Error *error) {
    Td *td = calloc(1, sizeof *td);
    if (!td)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a learner");
    td->base.kind = &LEARNER_TD;
    td->settings = *(const TdSettings *)setup->settings;
    const SelfplayPoolConfig config = {
        // Only the softmax search has the tree that Leaf=softmax learns from.
        .search =
            td->settings.leaf == LEAF_SOFTMAX ? &SEARCH_SOFTMAX : SEARCH_KINDS[td->settings.search],
        .settings = td->settings.games,
        .grad = td->settings.grad,
        .batch = setup->batch,
        .seed = setup->seed,
        .stop = setup->stop,
    };
    const Status status = selfplay_pool_init(&td->pool, &config, error);
    if (status != STATUS_OK) {
        destroy(&td->base);
        return status;
    }
    *learner = &td->base;
    return STATUS_OK;
}

const LearnerKind LEARNER_TD = {
    .name = "td",
    .summary = "temporal differences: each turn learns from the later ones and the result",
    .options = &OPTIONS,
    .settings_bytes = sizeof(TdSettings),
    .batch = 16,
    .plays = true,
    .rate = 1,
    .create = create,
    .destroy = destroy,
    .train = train,
};
