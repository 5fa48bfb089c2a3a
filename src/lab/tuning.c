#include "lab/tuning.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/workers.h"
#include "play/internal_engine.h"

_Static_assert((int)OPTION_NAME_MAX <= (int)SPSA_NAME_MAX, "every option can be a parameter");

// ---- Parameters ----

// Ranges in the table of options only keep nonsense out; the usual value tells better how far it is
// reasonable to go.
static const double REASONABLE_RANGE = 4; // usual values

static double step_default(const SpsaParameter *parameter, double usual, double share) {
    const double range = parameter->max - parameter->min;
    const double reasonable = REASONABLE_RANGE * fabs(usual);
    const double step = share * (usual != 0 ? fmin(range, reasonable) : range);
    return parameter->is_whole ? fmax(step, 1) : step;
}

// What the engine was given, the last of it, or the default of the table.
static Str text_before(const OptionSpec *spec, const OptionTable *options, const Config *config) {
    for (int i = config->setting_count - 1; i >= 0; i--)
        if (option_find(options, config->settings[i].name) == spec)
            return config->settings[i].value;
    return str_of(spec->fallback);
}

static bool parts_parse(Str text, double *const fields[], int count) {
    int i = 0;
    for (; i < count && text.len; i++) {
        const Str part = str_trim(str_until(&text, ','));
        if (part.len && !str_real(part, fields[i]))
            return false;
    }
    return !text.len;
}

static Status check_range(const SpsaParameter *parameter, const OptionSpec *spec, Error *error) {
    if (parameter->min >= spec->min && parameter->max <= spec->max)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT,
                     "%s: from %g to %g is not within the range of the option, %g to %g",
                     spec->name, parameter->min, parameter->max, spec->min, spec->max);
}

Status tuning_parameter(SpsaParameter *parameter, Str text, const OptionTable *options,
                        const Config *config, const TuningDefaults *defaults, Error *error) {
    Str rest = text;
    const Str name = str_trim(str_until(&rest, '='));
    const OptionSpec *spec;
    TRY(option_require(options, name, &spec, error));
    if (spec->kind != OPTION_SPIN && spec->kind != OPTION_REAL)
        return error_set(error, STATUS_BAD_INPUT, "%s is not a number and cannot be tuned",
                         spec->name);
    double usual = 0;
    str_real(str_of(spec->fallback), &usual);
    *parameter = (SpsaParameter){.min = spec->min,
                                 .max = spec->max,
                                 .value = usual,
                                 .step = (double)NAN,
                                 .rate = defaults->rate,
                                 .is_whole = spec->kind == OPTION_SPIN};
    StrBuf copy = strbuf_init(parameter->name, sizeof parameter->name);
    strbuf_text(&copy, spec->name);
    str_real(text_before(spec, options, config), &parameter->value);
    double *const fields[] = {&parameter->value, &parameter->min, &parameter->max, &parameter->step,
                              &parameter->rate};
    if (!parts_parse(rest, fields, ARRAY_LEN(fields)))
        return error_set(error, STATUS_BAD_INPUT,
                         "'%.*s' is not NAME=START,MIN,MAX,STEP,RATE like %s=%g,%g,%g",
                         STR_ARG(text), spec->name, usual, spec->min, spec->max);
    if (isnan(parameter->step))
        parameter->step = step_default(parameter, usual, defaults->step);
    return check_range(parameter, spec, error);
}

static bool is_same_parameter(const SpsaParameter *a, const SpsaParameter *b) {
    return !strcmp(a->name, b->name) && a->min == b->min && a->max == b->max &&
           a->step == b->step && a->rate == b->rate && a->is_whole == b->is_whole &&
           a->start == b->start;
}

Status tuning_check_same(const Spsa *spsa, const Spsa *earlier, Error *error) {
    if (spsa->seed != earlier->seed)
        return error_set(error, STATUS_BAD_INPUT, "it was begun with seed %llu, not %llu",
                         (unsigned long long)earlier->seed, (unsigned long long)spsa->seed);
    if (spsa->count != earlier->count)
        return error_set(error, STATUS_BAD_INPUT, "it tunes %d parameters, not %d", earlier->count,
                         spsa->count);
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *was = &earlier->parameters[i];
        if (!is_same_parameter(&spsa->parameters[i], was))
            return error_set(error, STATUS_BAD_INPUT,
                             "parameter %d was %s=%.12g,%.12g,%.12g,%.12g,%.12g and is another now",
                             i + 1, was->name, was->start, was->min, was->max, was->step,
                             was->rate);
    }
    return STATUS_OK;
}

void tuning_value_write(const SpsaParameter *parameter, double value, StrBuf *text) {
    if (parameter->is_whole)
        strbuf_format(text, "%.0f", value);
    else
        strbuf_format(text, "%.6g", value);
}

// ---- Iterations ----

// Two players; in the order of their game_players the upper one is the first.
enum { UPPER, LOWER, SIDES };

// Of one thread.
typedef struct Desk {
    GamePlayer *players[SIDES];    // null: not opened yet
    SearchControl controls[SIDES]; // of the players; the owner may stop them
    Game game;
    int64_t iteration;
    double values[SIDES][SPSA_PARAMETERS_MAX];
    int result;    // wins minus losses of the upper player
    bool is_whole; // no game of the iteration was stopped
} Desk;

typedef struct Hall {
    const TuningConfig *plan;
    const TuningReport *report;
    GameConfig game;
    const SearchControl *stop;
    Desk *desks; // one a worker
    Rng rng;     // parent of the openings' own; never changes
    pthread_mutex_t lock;
    // The rest is read and written under the lock. Of the Spsa this holds for the values and how
    // many iterations are done; names and kinds do not change.
    Spsa *spsa;
    int64_t next;  // the next iteration to be played
    Status status; // the first failure
    Error *error;
} Hall;

// Numbers go on from how many are done. After several threads were interrupted one number may thus
// be played again and another never, which changes nothing: each is as random as the next.
static bool take_iteration(Hall *hall, Desk *desk) {
    pthread_mutex_lock(&hall->lock);
    const bool is_left = hall->status == STATUS_OK && hall->next <= hall->plan->iterations;
    if (is_left) {
        desk->iteration = hall->next++;
        spsa_perturb(hall->spsa, desk->iteration, desk->values[UPPER], desk->values[LOWER]);
    }
    pthread_mutex_unlock(&hall->lock);
    return is_left && !control_is_stopped(hall->stop);
}

static Status set_values(const Spsa *spsa, const double *values, Player *player, Error *error) {
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *parameter = &spsa->parameters[i];
        char memory[64];
        StrBuf text = strbuf_init(memory, sizeof memory);
        // All 17 digits, lest a bound be rounded out of the option's range.
        if (parameter->is_whole)
            strbuf_format(&text, "%.0f", values[i]);
        else
            strbuf_format(&text, "%.17g", values[i]);
        TRY(player_set(player, str_of(parameter->name), str_of(memory), error));
    }
    return player_prepare(player, error);
}

static Status sit_down(const Hall *hall, Desk *desk, Error *error) {
    const TuningConfig *plan = hall->plan;
    for (int side = 0; side < SIDES; side++) {
        GamePlayer **player = &desk->players[side];
        if (!*player)
            TRY(internal_engine_open(player, plan->engine, &desk->controls[side], error));
        TRY(set_values(hall->spsa, desk->values[side], internal_engine_player(*player), error));
    }
    return STATUS_OK;
}

// Both games of a pair, unless they are stopped.
static Status play_pair(const Hall *hall, Desk *desk, uint64_t round, Error *error) {
    const TuningConfig *plan = hall->plan;
    for (int game = 0; game < 2; game++) {
        GamePlayer *const players[COLOR_NB] = {
            [FIRST] = desk->players[game ? LOWER : UPPER],
            [SECOND] = desk->players[game ? UPPER : LOWER],
        };
        TRY(opening_of_round(&desk->game.line, plan->openings, plan->random_plies, &hall->rng,
                             round, error));
        // Not the opening's stream, and another for every game and colour.
        const uint64_t number = 2 * round + (uint64_t)game;
        const uint64_t seeds[COLOR_NB] = {rng_mix(hall->spsa->seed ^ rng_mix(2 * number)),
                                          rng_mix(hall->spsa->seed ^ rng_mix(2 * number + 1))};
        TRY(game_play(&desk->game, &hall->game, players, seeds, hall->stop, error));
        desk->is_whole = game_has_result(&desk->game);
        if (!desk->is_whole)
            return STATUS_OK;
        desk->result += game ? -game_result(&desk->game) : game_result(&desk->game);
    }
    return STATUS_OK;
}

static Status play_iteration(const Hall *hall, Desk *desk, Error *error) {
    const int pairs = hall->plan->pairs;
    desk->result = 0;
    desk->is_whole = true;
    TRY(sit_down(hall, desk, error));
    for (int pair = 0; pair < pairs && desk->is_whole; pair++)
        TRY(play_pair(hall, desk, (uint64_t)((desk->iteration - 1) * pairs + pair), error));
    return STATUS_OK;
}

static Status hand_in(Hall *hall, const Desk *desk, Error *error) {
    spsa_update(hall->spsa, desk->iteration, desk->result);
    return hall->report->iteration(hall->report->context, hall->spsa, error);
}

static void work(void *context, int worker_index) {
    Hall *hall = context;
    Desk *desk = &hall->desks[worker_index];
    while (take_iteration(hall, desk)) {
        Error why;
        Status status = play_iteration(hall, desk, &why);
        pthread_mutex_lock(&hall->lock);
        if (status == STATUS_OK && desk->is_whole && hall->status == STATUS_OK)
            status = hand_in(hall, desk, &why);
        if (status != STATUS_OK && hall->status == STATUS_OK)
            hall->status = error_set(hall->error, status, "%s", why.text);
        pthread_mutex_unlock(&hall->lock);
    }
    for (int side = 0; side < SIDES; side++)
        game_player_close(desk->players[side]);
}

// Built-in players do not look up from long moves by themselves; see match.c.
static void wait_for_desks(Hall *hall, Workers *workers) {
    while (!workers_wait_for(workers, MATCH_LOOK_UP_MS)) {
        if (!control_is_stopped(hall->stop))
            continue;
        for (int i = 0; i < hall->plan->threads; i++)
            for (int side = 0; side < SIDES; side++)
                control_stop(&hall->desks[i].controls[side]);
    }
}

Status tuning_run(Spsa *spsa, const TuningConfig *plan, const TuningReport *report,
                  const SearchControl *stop, Error *error) {
    assert(!plan->engine->is_external && plan->pairs >= 1);
    assert(plan->threads >= 1 && plan->threads <= MATCH_THREADS_MAX);
    Hall hall = {.plan = plan,
                 .report = report,
                 .game = plan->game,
                 .stop = stop,
                 .spsa = spsa,
                 .next = spsa->done + 1,
                 .error = error};
    hall.game.time[FIRST] = hall.game.time[SECOND] = plan->engine->time;
    // Not the seed itself: openings and signs would be drawn from the same streams.
    rng_init(&hall.rng, rng_mix(spsa->seed));
    hall.desks = calloc((size_t)plan->threads, sizeof *hall.desks);
    if (!hall.desks)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d games at a time",
                         plan->threads);
    for (int i = 0; i < plan->threads; i++) {
        game_init(&hall.desks[i].game);
        for (int side = 0; side < SIDES; side++)
            control_init(&hall.desks[i].controls[side]);
    }
    pthread_mutex_init(&hall.lock, NULL);
    Workers workers;
    hall.status = workers_init(&workers, plan->threads, error);
    if (hall.status == STATUS_OK) {
        workers_start(&workers, work, &hall);
        wait_for_desks(&hall, &workers);
        workers_release(&workers);
    }
    pthread_mutex_destroy(&hall.lock);
    for (int i = 0; i < plan->threads; i++)
        game_release(&hall.desks[i].game);
    free(hall.desks);
    return hall.status;
}
