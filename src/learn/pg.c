#include "learn/pg.h"

#include <math.h>
#include <stdlib.h>

#include "learn/gradwork.h"
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

static const OptionSpec OPTIONS[] = {
    ROW_COMBO(PgSettings, method, "Method", "sampled", METHODS,
              "the whole tree of a fixed depth, or paths drawn in the tree of a softmax search"),
    ROW_REAL(PgSettings, ta, "Ta", "60", 0.01, 100000, "temperature of the moves that are played"),
    ROW_SPIN(PgSettings, horizon, "Horizon", "1", 1, 4,
             "depth of the exact method, in moves with their replies"),
    ROW_SPIN(PgSettings, width, "Width", "8", 0, 600,
             "moves of a position that the exact method leaves at; 0: all"),
    GRAD_OPTIONS(PgSettings, grad, "256"),
    SELFPLAY_OPTIONS(PgSettings, games),
};

typedef struct Pg {
    Learner base;
    PgSettings settings;
    int batch;
    Rng rng; // parent of the steps; never changes
    SelfplayPool pool;
    // Of the step in progress.
    Trainer *trainer;
    StepStats *step;
    double rewards; // of FIRST in the games that were told
} Pg;

// ---- a turn ----

// Own policies bend with the weights; the opponent's is taken as it is.
static Status grow_tree(const PgSettings *settings, SelfplaySlot *seat, Error *error) {
    const GradGrowth growth = {
        .plies = 2 * settings->horizon,
        .width = settings->width,
        .rules = RULES_DEFAULT,
        .policies = {{.temperature = settings->ta},
                     {.temperature = settings->games.tb, .is_frozen = true}}};
    return treegrad_grow(&seat->work.tree, &growth, &seat->game->line, seat->trainer, error);
}

static Status fill_tree(const PgSettings *settings, SelfplaySlot *seat, bool *is_there,
                        Error *error) {
    *is_there = true;
    if (settings->method == METHOD_EXACT)
        return grow_tree(settings, seat, error);
    TreeView view;
    *is_there = player_tree(seat->player, &view);
    return *is_there ? treegrad_read(&seat->work.tree, &view, settings->games.tb, error)
                     : STATUS_OK;
}

// Draws the move and notes its probability. A turn at which all is decided trains nothing.
static Status choose(void *context, SelfplaySlot *seat, const SearchResult *result, Move *move,
                     Error *error) {
    const PgSettings *settings = &((const Pg *)context)->settings;
    const GradTree *tree = &seat->work.tree;
    const GameLine *line = &seat->game->line;
    bool is_there;
    if (result->is_declared || value_is_decided(result->value))
        return STATUS_OK;
    TRY(fill_tree(settings, seat, &is_there, error));
    double probabilities[MOVE_MAX];
    if (!is_there || !treegrad_policy(tree, settings->ta, probabilities))
        return STATUS_OK;
    const Rng turn = rng_split(&seat->game->rng, STREAM_FREE + line->count);
    Rng rng = turn;
    const int chosen = treegrad_draw(probabilities, (int)tree->nodes[0].count, &rng);
    *move = tree->nodes[tree->nodes[0].first + (uint32_t)chosen].move;
    TRY(trace_turn(&seat->game->trace, pos_side(&line->now), log(probabilities[chosen]), error));
    return gradwork_choice(&seat->work, probabilities, chosen, settings->method == METHOD_EXACT,
                           &line->now, &turn, &seat->game->trace, error);
}

// ---- a step ----

// The baseline is what FIRST got on average in the games of the step before this one, so that it
// depends neither on this game nor on earlier steps.
static Status train_game(void *context, const SelfplayGame *game, Error *error) {
    (void)error;
    Pg *pg = context;
    const Trace *trace = &game->trace;
    const double advantage = game->end.result - (game->number ? pg->rewards / game->number : 0);
    for (size_t i = 0; i < trace->turn_count; i++) {
        const Turn *turn = &trace->turns[i];
        const double own = turn->side == FIRST ? advantage : -advantage;
        trace_add_gradient(trace, turn, -own / pg->settings.ta / pg->batch, pg->trainer);
        pg->step->loss -= turn->value;
        pg->step->samples++;
    }
    pg->rewards += game->end.result;
    return STATUS_OK;
}

// The loss that is told is the mean of -ln pi: how much choice the policy still leaves. (The mean
// reward of games against oneself says nothing.)
static Status train(Learner *learner, Trainer *trainer, uint64_t number, StepStats *step,
                    Error *error) {
    Pg *pg = (Pg *)learner;
    const Rng rng = rng_split(&pg->rng, number);
    const SelfplayHooks watch = {choose, train_game, pg};
    *step = (StepStats){0};
    pg->trainer = trainer;
    pg->step = step;
    pg->rewards = 0;
    TRY(selfplay_pool_step(&pg->pool, trainer, &rng, pg->batch, &watch, &step->is_aborted, error));
    step->loss /= step->samples ? (double)step->samples : 1;
    return STATUS_OK;
}

// ---- its life ----

static void destroy(Learner *learner) {
    Pg *pg = (Pg *)learner;
    selfplay_pool_release(&pg->pool);
    free(pg);
}

// The exact method grows its own trees; the search then only says when a game is over.
static Status create(Learner **learner, const LearnerSetup *setup, Error *error) {
    Pg *pg = calloc(1, sizeof *pg);
    if (!pg)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a learner");
    pg->base.kind = &LEARNER_PG;
    pg->settings = *(const PgSettings *)setup->settings;
    pg->batch = setup->batch;
    rng_init(&pg->rng, setup->seed);
    const SelfplayPoolConfig terms = {
        .search = pg->settings.method == METHOD_EXACT ? &SEARCH_FIRST : &SEARCH_SOFTMAX,
        .settings = pg->settings.games,
        .grad = pg->settings.grad,
        .name = "pg",
        .folder = setup->folder,
        .stop = setup->stop,
    };
    const Status status = selfplay_pool_init(&pg->pool, &terms, error);
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
    .options = OPTIONS,
    .option_count = ARRAY_LEN(OPTIONS),
    .settings_bytes = sizeof(PgSettings),
    .batch = 32,
    .plays = true,
    .rate = 0.3, // results are noise for the most part, and Adam believes noise
    .create = create,
    .destroy = destroy,
    .train = train,
};
