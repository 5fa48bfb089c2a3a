// Policy gradients: moves that led to wins become likelier (mcss-2017 §5).
//
// At each turn a move is drawn from pi(a|u) ~ exp(E*(a,u) / Ta), where E* is the softmax value of
// the tree below the move. When the game is over, ln pi of every move of the winner grows and that
// of every move of the loser shrinks.
#include <math.h>
#include <stdlib.h>

#include "learn/grad_workspace.h"
#include "learn/learners.h"
#include "learn/selfplay_pool.h"
#include "search/first/first.h"
#include "search/softmax/softmax.h"

// ---- settings ----

typedef enum PgMethod { METHOD_EXACT, METHOD_SAMPLED } PgMethod;

static const char *const METHODS[] = {"exact", "sampled", NULL};

typedef struct PgSettings {
    SelfplaySettings games;
    GradSettings grad;
    int method; // PgMethod
    double ta;
    int horizon, width;
} PgSettings;

static const OptionSpec ROWS[] = {
    OPTION_ROW_COMBO(
        PgSettings, method, "Method", "sampled", METHODS,
        "exact: the whole tree of a fixed depth; sampled: paths drawn in the tree of a "
        "softmax search"),
    OPTION_ROW_REAL(PgSettings, ta, "Ta", "60", 0.01, 100000,
                    "temperature of the moves that are played"),
    OPTION_ROW_SPIN(PgSettings, horizon, "Horizon", "1", 1, 4,
                    "depth of the exact method, in moves with their replies"),
    OPTION_ROW_SPIN(PgSettings, width, "Width", "8", 0, 600,
                    "moves of a position that the exact method expands; 0: all"),
    GRAD_OPTIONS(PgSettings, grad, "256"),
    SELFPLAY_OPTIONS(PgSettings, games),
};
static const OptionTable OPTIONS = OPTION_TABLE(ROWS);

typedef struct Pg {
    Learner base;
    PgSettings settings;
    SelfplayPool pool;
    // Of the step in progress.
    double rewards; // of FIRST in the finished games
} Pg;

// ---- a turn ----

// The policy of the side to move depends on the weights; that of the opponent is fixed.
static Status grow_tree(const PgSettings *settings, SelfplaySlot *slot, Error *error) {
    const GradGrowth growth = {
        .plies = 2 * settings->horizon,
        .width = settings->width,
        .rules = RULES_DEFAULT,
        .policies = {{.temperature = settings->ta},
                     {.temperature = settings->games.tb, .is_frozen = true}}};
    return treegrad_grow(&slot->workspace.tree, &growth, &slot->current->game.line, slot->trainer,
                         error);
}

static Status fill_tree(const PgSettings *settings, SelfplaySlot *slot, bool *has_tree,
                        Error *error) {
    *has_tree = true;
    if (settings->method == METHOD_EXACT)
        return grow_tree(settings, slot, error);
    TreeView view;
    *has_tree = player_tree(slot->player, &view);
    return *has_tree ? treegrad_read(&slot->workspace.tree, &view, settings->games.tb, error)
                     : STATUS_OK;
}

// Draws the move and records its probability. A decided turn has no gradient.
static Status draw_move(void *context, SelfplaySlot *slot, const SearchResult *result, Move *move,
                        Error *error) {
    const PgSettings *settings = &((const Pg *)context)->settings;
    const GradTree *tree = &slot->workspace.tree;
    const GameLine *line = &slot->current->game.line;
    bool has_tree;
    if (result->is_declared || value_is_decided(result->value))
        return STATUS_OK;
    TRY(fill_tree(settings, slot, &has_tree, error));
    double probabilities[MOVE_MAX];
    if (!has_tree || !treegrad_policy(tree, settings->ta, probabilities))
        return STATUS_OK;
    const Rng turn = rng_split(&slot->current->rng, STREAM_FREE + line->count);
    Rng rng = turn;
    const int chosen = rng_weighted(&rng, probabilities, (int)tree->nodes[0].count, 1);
    *move = tree->nodes[tree->nodes[0].first + (uint32_t)chosen].move;
    TRY(trace_turn(&slot->current->trace, pos_side(&line->now), log(probabilities[chosen]), error));
    return grad_workspace_choice(&slot->workspace, probabilities, chosen,
                                 settings->method == METHOD_EXACT, &line->now, &turn,
                                 &slot->current->trace, error);
}

// ---- a step ----

// The baseline is the mean reward of FIRST in the earlier games of the step, so it depends neither
// on this game nor on earlier steps.
static Status train_game(void *context, const SelfplayGame *game, Trainer *trainer,
                         StepStats *stats, Error *error) {
    (void)error;
    Pg *pg = context;
    const Trace *trace = &game->trace;
    const int reward = game_result(&game->game);
    const double advantage = reward - (game->number ? pg->rewards / game->number : 0);
    for (size_t i = 0; i < trace->turn_count; i++) {
        const Turn *turn = &trace->turns[i];
        const double own = turn->side == FIRST ? advantage : -advantage;
        trace_add_gradient(trace, turn, -own / pg->settings.ta / pg->pool.config.batch, trainer);
        stats->loss -= turn->value;
        stats->samples++;
    }
    pg->rewards += reward;
    return STATUS_OK;
}

// The loss reported is the mean of -ln pi: how undecided the policy still is. (The mean reward of
// games against oneself has no meaning.)
static Status train(Learner *learner, Trainer *trainer, uint64_t number, StepStats *stats,
                    Error *error) {
    Pg *pg = (Pg *)learner;
    const SelfplayHooks hooks = {draw_move, train_game, pg};
    pg->rewards = 0;
    return selfplay_pool_step(&pg->pool, trainer, number, &hooks, stats, error);
}

// ---- life ----

static void destroy(Learner *learner) {
    Pg *pg = (Pg *)learner;
    selfplay_pool_release(&pg->pool);
    free(pg);
}

// The exact method grows its own trees and needs no other search.
static Status create(Learner **learner, const LearnerSetup *setup, Error *error) {
    Pg *pg = calloc(1, sizeof *pg);
    if (!pg)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a learner");
    pg->base.kind = &LEARNER_PG;
    pg->settings = *(const PgSettings *)setup->settings;
    const SelfplayPoolConfig config = {
        .search = pg->settings.method == METHOD_EXACT ? &SEARCH_FIRST : &SEARCH_SOFTMAX,
        .settings = pg->settings.games,
        .grad = pg->settings.grad,
        .batch = setup->batch,
        .seed = setup->seed,
        .stop = setup->stop,
    };
    const Status status = selfplay_pool_init(&pg->pool, &config, error);
    if (status != STATUS_OK) {
        destroy(&pg->base);
        return status;
    }
    *learner = &pg->base;
    return STATUS_OK;
}

const LearnerKind LEARNER_PG = {
    .name = "pg",
    .summary = "policy gradients: moves that led to wins become likelier",
    .options = &OPTIONS,
    .settings_bytes = sizeof(PgSettings),
    .batch = 32,
    .plays = true,
    .rate = 0.3, // the gradient is mostly noise, and Adam makes full steps of noise
    .create = create,
    .destroy = destroy,
    .train = train,
};
