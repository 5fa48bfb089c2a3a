#include "learn/pg.h"

#include <math.h>
#include <stdlib.h>

#include "learn/gradwork.h"
#include "learn/sparring.h"

// ---- settings ----

typedef enum PgMethod { METHOD_EXACT, METHOD_SAMPLED } PgMethod;

static const char *const METHODS[] = {"exact", "sampled", NULL};

typedef struct PgSettings {
    SparringSettings games;
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
             "moves of a position that the exact method looks at; 0: all"),
    GRAD_OPTIONS(PgSettings, grad, "256"),
    SPARRING_OPTIONS(PgSettings, games),
};

typedef struct Pg {
    Learner base;
    PgSettings settings;
    int batch;
    Rng rng; // parent of the lessons; never changes
    Sparring sparring;
    Trace trace;
    GradWork work;
    // Of the game in progress.
    Pupil *pupil;
    Rng game;
} Pg;

// ---- a turn ----

// Own policies bend with the weights; the opponent's is taken as it is.
static Status grow_tree(Pg *pg, const GameLine *line, Error *error) {
    const PgSettings *settings = &pg->settings;
    const GradGrowth growth = {
        .plies = 2 * settings->horizon,
        .width = settings->width,
        .rules = RULES_DEFAULT,
        .policies = {{.temperature = settings->ta},
                     {.temperature = settings->games.tb, .is_frozen = true}}};
    return treegrad_grow(&pg->work.tree, &growth, line, pg->pupil, error);
}

static Status fill_tree(Pg *pg, const GameLine *line, const Player *player, bool *is_there,
                        Error *error) {
    *is_there = true;
    if (pg->settings.method == METHOD_EXACT)
        return grow_tree(pg, line, error);
    TreeView view;
    *is_there = player_tree(player, &view);
    return *is_there ? treegrad_read(&pg->work.tree, &view, pg->settings.games.tb, error)
                     : STATUS_OK;
}

// Draws the move and notes its probability. A turn at which all is decided teaches nothing.
static Status choose(void *context, const GameLine *line, const SearchResult *result,
                     Player *player, Move *move, Error *error) {
    Pg *pg = context;
    const GradTree *tree = &pg->work.tree;
    bool is_there;
    if (result->is_declared || value_is_decided(result->value))
        return STATUS_OK;
    TRY(fill_tree(pg, line, player, &is_there, error));
    double probabilities[MOVE_MAX];
    if (!is_there || !treegrad_policy(tree, pg->settings.ta, probabilities))
        return STATUS_OK;
    const Rng turn = rng_split(&pg->game, SPARRING_STREAM_FREE + line->count);
    Rng rng = turn;
    const int chosen = treegrad_draw(probabilities, (int)tree->nodes[0].count, &rng);
    *move = tree->nodes[tree->nodes[0].first + (uint32_t)chosen].move;
    TRY(trace_turn(&pg->trace, pos_side(&line->now), log(probabilities[chosen]), error));
    return gradwork_choice(&pg->work, probabilities, chosen, pg->settings.method == METHOD_EXACT,
                           &line->now, &turn, &pg->trace, error);
}

// ---- a lesson ----

// `advantage` is FIRST's reward above what was to be expected; the other side's is the negative.
static void teach_game(Pg *pg, double advantage, Lesson *lesson) {
    const Trace *trace = &pg->trace;
    for (size_t i = 0; i < trace->turn_count; i++) {
        const Turn *turn = &trace->turns[i];
        const double own = turn->side == FIRST ? advantage : -advantage;
        trace_teach(trace, turn, -own / pg->settings.ta / pg->batch, pg->pupil);
        lesson->loss -= turn->value;
        lesson->samples++;
    }
}

// The baseline is what FIRST got on average in the games of the lesson before this one, so that it
// depends neither on this game nor on earlier lessons. The loss that is told is the mean of -ln pi:
// how much choice the policy still leaves. (The mean reward of games against oneself says nothing.)
static Status teach(Learner *learner, Pupil *pupil, uint64_t number, Lesson *lesson, Error *error) {
    Pg *pg = (Pg *)learner;
    const Rng rng = rng_split(&pg->rng, number);
    const EpisodeWatch watch = {choose, pg};
    double rewards = 0;
    *lesson = (Lesson){0};
    pg->pupil = pupil;
    TRY(sparring_begin(&pg->sparring, pupil, &rng, error));
    for (int game = 0; game < pg->batch; game++) {
        EpisodeEnd end;
        pg->game = rng_split(&rng, (uint64_t)game);
        trace_clear(&pg->trace);
        TRY(sparring_play(&pg->sparring, &pg->game, &watch, &end, error));
        lesson->is_broken_off = sparring_is_stopped(&pg->sparring);
        if (lesson->is_broken_off)
            return STATUS_OK;
        teach_game(pg, end.result - (game ? rewards / game : 0), lesson);
        rewards += end.result;
    }
    lesson->loss /= lesson->samples ? (double)lesson->samples : 1;
    return STATUS_OK;
}

// ---- its life ----

static void destroy(Learner *learner) {
    Pg *pg = (Pg *)learner;
    sparring_release(&pg->sparring);
    trace_release(&pg->trace);
    gradwork_release(&pg->work);
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
    SparringSettings *games = &pg->settings.games;
    games->search = sparring_search(pg->settings.method == METHOD_EXACT ? "first" : "softmax");
    Status status = sparring_init(&pg->sparring, games, "pg", setup->folder, setup->stop, error);
    if (status == STATUS_OK)
        status = gradwork_init(&pg->work, &pg->settings.grad, error);
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
    .teach = teach,
};
