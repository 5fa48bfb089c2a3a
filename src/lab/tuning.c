#include "lab/tuning.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pool.h"
#include "play/internal_engine.h"

_Static_assert((int)OPTION_NAME_MAX <= (int)SPSA_NAME_MAX, "every option can be a parameter");

// ---- Parameters ----

// Ranges in the table of options only keep nonsense out; the usual value is a better guide to the
// reasonable range.
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
    snprintf(parameter->name, sizeof parameter->name, "%s", spec->name);
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

// Two players: the one with the upper values and the one with the lower values.
enum { UPPER, LOWER, SIDES };

// What one thread needs. The players keep their weights and memory from one iteration to the next.
typedef struct TuningSlot {
    GamePlayer *players[SIDES]; // null: not opened yet
    Game game;
    double values[SIDES][SPSA_PARAMETERS_MAX];
    int result; // wins minus losses of the upper player
} TuningSlot;

typedef struct TuningRun {
    const TuningConfig *config;
    const TuningReport *report;
    GameConfig game;
    const SearchControl *stop;
    TuningSlot *slots;
    Rng openings;  // the parent of their own; never changes
    int64_t first; // the first iteration played here; item i of the pool is iteration first + i
    // `next` and `done` read and write the values and how many iterations are done; names and kinds
    // do not change.
    Spsa *spsa;
} TuningRun;

// Numbers go on from how many are done. After several threads were interrupted one number may thus
// be played again and another never, which changes nothing: each is as random as the next.
static bool next_iteration(void *context, int index, int64_t *item) {
    TuningRun *run = context;
    TuningSlot *slot = &run->slots[index];
    const int64_t iteration = run->first + *item;
    if (iteration > run->config->iterations)
        return false;
    spsa_perturb(run->spsa, iteration, slot->values[UPPER], slot->values[LOWER]);
    return true;
}

static Status set_values(const Spsa *spsa, const double *values, Player *player, Error *error) {
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *parameter = &spsa->parameters[i];
        const double value = parameter->is_whole ? rint(values[i]) : values[i];
        TRY(player_set_number(player, parameter->name, value, error));
    }
    return player_prepare(player, error);
}

static Status prepare_players(const TuningRun *run, TuningSlot *slot, Error *error) {
    for (int side = 0; side < SIDES; side++) {
        GamePlayer **player = &slot->players[side];
        if (!*player)
            TRY(internal_engine_open(player, run->config->engine, error));
        TRY(set_values(run->spsa, slot->values[side], internal_engine_player(*player), error));
    }
    return STATUS_OK;
}

// The games of a pair have the same opening and exchanged colours.
static Status play_game(const TuningRun *run, TuningSlot *slot, uint64_t number, Error *error) {
    const TuningConfig *config = run->config;
    const bool is_swapped = number % 2;
    GamePlayer *const players[COLOR_NB] = {
        [FIRST] = slot->players[is_swapped ? LOWER : UPPER],
        [SECOND] = slot->players[is_swapped ? UPPER : LOWER],
    };
    TRY(opening_of_round(&slot->game.line, config->openings, config->random_plies, &run->openings,
                         number / 2, error));
    // Not the opening's stream, and another for every game and colour.
    const uint64_t seeds[COLOR_NB] = {rng_mix(run->spsa->seed ^ rng_mix(2 * number)),
                                      rng_mix(run->spsa->seed ^ rng_mix(2 * number + 1))};
    TRY(game_play(&slot->game, &run->game, players, seeds, run->stop, error));
    slot->result += is_swapped ? -game_result(&slot->game) : game_result(&slot->game);
    return STATUS_OK;
}

static Status play_iteration(void *context, int index, int64_t item, Error *error) {
    const TuningRun *run = context;
    TuningSlot *slot = &run->slots[index];
    const int games = 2 * run->config->pairs;
    const uint64_t first = (uint64_t)((run->first + item - 1) * games);
    slot->result = 0;
    TRY(prepare_players(run, slot, error));
    for (int i = 0; i < games && !control_is_stopped(run->stop); i++)
        TRY(play_game(run, slot, first + (uint64_t)i, error));
    return STATUS_OK;
}

static Status take_iteration(void *context, int index, int64_t item, Error *error) {
    TuningRun *run = context;
    spsa_update(run->spsa, run->first + item, run->slots[index].result);
    return run->report->iteration(run->report->context, run->spsa, error);
}

static void leave_slot(void *context, int index) {
    TuningSlot *slot = &((const TuningRun *)context)->slots[index];
    for (int side = 0; side < SIDES; side++)
        game_player_close(slot->players[side]);
    game_release(&slot->game);
}

static bool is_stopped(void *context) {
    return control_is_stopped(((const TuningRun *)context)->stop);
}

Status tuning_run(Spsa *spsa, const TuningConfig *config, const TuningReport *report,
                  const SearchControl *stop, Error *error) {
    assert(!config->engine->is_external && config->pairs >= 1);
    assert(config->threads >= 1 && config->threads <= MATCH_THREADS_MAX);
    TuningRun run = {.config = config,
                     .report = report,
                     .game = config->game,
                     .stop = stop,
                     .first = spsa->done + 1,
                     .spsa = spsa};
    run.game.time[FIRST] = run.game.time[SECOND] = config->engine->time;
    // Not the seed itself: openings and signs would be drawn from the same streams.
    rng_init(&run.openings, rng_mix(spsa->seed));
    run.slots = calloc((size_t)config->threads, sizeof *run.slots);
    if (!run.slots)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d games at a time",
                         config->threads);
    for (int i = 0; i < config->threads; i++)
        game_init(&run.slots[i].game);
    const PoolJob job = {.context = &run,
                         .next = next_iteration,
                         .run = play_iteration,
                         .done = take_iteration,
                         .leave = leave_slot,
                         .is_stopped = is_stopped};
    const Status status = pool_run_once(config->threads, &job, error);
    free(run.slots);
    return status;
}
