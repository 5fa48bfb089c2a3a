#include "learn/td.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "learn/gradwork.h"
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

typedef enum TdLeaf { LEAF_AT_ROOT, LEAF_OF_PV, LEAF_OF_TREE } TdLeaf;

static const char *const LEAVES[] = {"root", "pv", "softmax", NULL};

typedef struct TdSettings {
    SelfplaySettings games;
    double lambda, tau;
    int leaf;   // TdLeaf
    int search; // an index of SEARCH_KINDS
    GradSettings grad;
} TdSettings;

static const OptionSpec OPTIONS[] = {
    ROW_REAL(TdSettings, lambda, "Lambda", "0.9", 0, 1,
             "how far a turn leaves ahead; 0: to the next turn, 1: to the result alone"),
    ROW_REAL(TdSettings, tau, "Tau", LEARNER_TAU, 1, 100000,
             "the value at which the odds to win are e to 1"),
    ROW_COMBO(
        TdSettings, leaf, "Leaf", "pv", LEAVES,
        "what learns: the position, the end of the best line, or the tree of a softmax search"),
    GRAD_OPTIONS(TdSettings, grad, "0"),
    ROW_COMBO(TdSettings, search, "Search", "alphabeta", SEARCH_NAMES,
              "which search plays; with Leaf=softmax it is the softmax search"),
    SELFPLAY_OPTIONS(TdSettings, games),
};

typedef struct Td {
    Learner base;
    TdSettings settings;
    int batch;
    Rng rng; // parent of the steps; never changes
    SelfplayPool pool;
    double *numbers; // win probabilities, then their errors
    size_t number_count;
    // Of the step in progress.
    Trainer *trainer;
    StepStats *step;
} Td;

// ---- what a turn is worth ----

static Status note_position(SelfplaySlot *seat, Error *error) {
    const Position *pos = &seat->game->line.now;
    TRY(trace_turn(&seat->game->trace, pos_side(pos), trainer_value(seat->trainer, pos), error));
    return trace_leaf(&seat->game->trace, pos, 1, error);
}

// TDLeaf(lambda): the value of the last position of the best line. A value the rules give, there or
// as a win or a loss, depends on no weight.
static Status note_line(SelfplaySlot *seat, const SearchResult *result, Error *error) {
    Position pos = seat->game->line.now;
    const Color side = pos_side(&pos);
    if (value_is_decided(result->value))
        return trace_turn(&seat->game->trace, side, result->value, error);
    TRY(history_copy(&seat->history, &seat->game->line.history, PLY_MAX, error));
    for (int i = 0; i < result->pv_count; i++) {
        Undo undo;
        pos_do(&pos, result->pv[i], &undo);
        pos_record(&pos, &seat->history);
    }
    const double sign = pos_side(&pos) == side ? 1 : -1;
    const int verdict = result->pv_count
                            ? gameover_by_rules(&pos, &seat->history, &RULES_DEFAULT, 0, 0)
                            : VALUE_NONE;
    if (verdict != VALUE_NONE)
        return trace_turn(&seat->game->trace, side, sign * verdict, error);
    TRY(trace_turn(&seat->game->trace, side, sign * trainer_value(seat->trainer, &pos), error));
    return trace_leaf(&seat->game->trace, &pos, sign, error);
}

// The value at the root of a softmax tree, with every leaf that it depends on.
static Status note_tree(const Td *td, SelfplaySlot *seat, const SearchResult *result,
                        Error *error) {
    const GameLine *line = &seat->game->line;
    const Rng rng = rng_split(&seat->game->rng, STREAM_FREE + line->count);
    const Color side = pos_side(&line->now);
    TreeView view;
    if (!player_tree(seat->player, &view))
        return trace_turn(&seat->game->trace, side, result->value, error);
    TRY(treegrad_read(&seat->work.tree, &view, td->settings.games.tb, error));
    TRY(trace_turn(&seat->game->trace, side, seat->work.tree.nodes[0].value, error));
    return gradwork_value(&seat->work, &line->now, &rng, &seat->game->trace, error);
}

static Status note_turn(void *context, SelfplaySlot *seat, const SearchResult *result, Move *move,
                        Error *error) {
    const Td *td = context;
    (void)move;
    if (result->is_declared)
        return trace_turn(&seat->game->trace, pos_side(&seat->game->line.now), result->value,
                          error);
    switch ((TdLeaf)td->settings.leaf) {
    case LEAF_AT_ROOT:
        return note_position(seat, error);
    case LEAF_OF_PV:
        return note_line(seat, result, error);
    case LEAF_OF_TREE:
        return note_tree(td, seat, result, error);
    }
    return STATUS_OK;
}

// ---- a step ----

static Status reserve_numbers(Td *td, size_t count, Error *error) {
    if (count <= td->number_count)
        return STATUS_OK;
    double *numbers = realloc(td->numbers, 2 * count * sizeof *numbers);
    if (!numbers)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %zu numbers", count);
    td->numbers = numbers;
    td->number_count = 2 * count;
    return STATUS_OK;
}

// The turns of one side. A game that is aborted has no result: the last turn's win probability
// stands in for it.
static Status train_side(Td *td, const SelfplayGame *game, Color side, Error *error) {
    const Trace *trace = &game->trace;
    const EpisodeEnd *end = &game->end;
    StepStats *step = td->step;
    const TdSettings *settings = &td->settings;
    TRY(reserve_numbers(td, 2 * trace->turn_count, error));
    double *probabilities = td->numbers, *errors = td->numbers + trace->turn_count;
    int count = 0;
    for (size_t i = 0; i < trace->turn_count; i++)
        if (trace->turns[i].side == side)
            probabilities[count++] = 1 / (1 + exp(-trace->turns[i].value / settings->tau));
    double result = (1 + (side == FIRST ? end->result : -end->result)) / 2.0;
    if (!end->is_finished)
        result = count ? probabilities[--count] : result;
    td_errors(settings->lambda, probabilities, count, result, errors);
    int at = 0;
    for (size_t i = 0; i < trace->turn_count && at < count; i++) {
        if (trace->turns[i].side != side)
            continue;
        const double probability = probabilities[at], miss = errors[at++];
        const double slope = probability * (1 - probability) / settings->tau; // dP / dE
        trace_add_gradient(trace, &trace->turns[i], -miss * slope / td->batch, td->trainer);
        step->loss += miss * miss;
        step->samples++;
    }
    return STATUS_OK;
}

static Status train_game(void *context, const SelfplayGame *game, Error *error) {
    TRY(train_side(context, game, FIRST, error));
    return train_side(context, game, SECOND, error);
}

static Status train(Learner *learner, Trainer *trainer, uint64_t number, StepStats *step,
                    Error *error) {
    Td *td = (Td *)learner;
    const Rng rng = rng_split(&td->rng, number);
    const SelfplayHooks watch = {note_turn, train_game, td};
    *step = (StepStats){0};
    td->trainer = trainer;
    td->step = step;
    TRY(selfplay_pool_step(&td->pool, trainer, &rng, td->batch, &watch, &step->is_aborted, error));
    step->loss /= step->samples ? (double)step->samples : 1;
    return STATUS_OK;
}

// ---- its life ----

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
    td->batch = setup->batch;
    rng_init(&td->rng, setup->seed);
    const SelfplayPoolConfig terms = {
        // Only the softmax search has the tree that Leaf=softmax learns from.
        .search =
            td->settings.leaf == LEAF_OF_TREE ? &SEARCH_SOFTMAX : SEARCH_KINDS[td->settings.search],
        .settings = td->settings.games,
        .grad = td->settings.grad,
        .name = "td",
        .folder = setup->folder,
        .stop = setup->stop,
    };
    const Status status = selfplay_pool_init(&td->pool, &terms, error);
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
    .options = OPTIONS,
    .option_count = ARRAY_LEN(OPTIONS),
    .settings_bytes = sizeof(TdSettings),
    .batch = 16,
    .plays = true,
    .rate = 1,
    .create = create,
    .destroy = destroy,
    .train = train,
};
