#include "stats/spsa.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"

static const double PUSH_POWER = 0.101, GAIN_POWER = 0.602; // Spall's, for few iterations
static const double STABILITY_SHARE = 0.1;

void spsa_init(Spsa *spsa, int64_t iterations, uint64_t seed) {
    assert(iterations > 0);
    memset(spsa, 0, sizeof *spsa);
    spsa->iterations = iterations;
    spsa->seed = seed;
    spsa->stability = STABILITY_SHARE * (double)iterations;
}

static Status check(const SpsaParameter *parameter, Error *error) {
    const char *name = parameter->name;
    if (!*name || strpbrk(name, " \t\r\n"))
        return error_set(error, STATUS_BAD_INPUT, "'%s' is not a name of a parameter", name);
    if (!isfinite(parameter->min) || !isfinite(parameter->max) ||
        !(parameter->min < parameter->max))
        return error_set(error, STATUS_BAD_INPUT, "%s: the range from %g to %g is empty", name,
                         parameter->min, parameter->max);
    if (!(parameter->min <= parameter->value && parameter->value <= parameter->max))
        return error_set(error, STATUS_BAD_INPUT, "%s: %g is not between %g and %g", name,
                         parameter->value, parameter->min, parameter->max);
    if (!(0 < parameter->step && parameter->step <= parameter->max - parameter->min))
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: a step of %g; more than 0 and at most the range of %g is right", name,
                         parameter->step, parameter->max - parameter->min);
    if (!(0 < parameter->rate && isfinite(parameter->rate)))
        return error_set(error, STATUS_BAD_INPUT, "%s: a rate of %g is not positive", name,
                         parameter->rate);
    // With a smaller step both players would often be the same.
    if (parameter->is_whole && parameter->step < 0.5)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: a whole number needs a step of at least 0.5, not %g", name,
                         parameter->step);
    if (parameter->is_whole &&
        (floor(parameter->min) != parameter->min || floor(parameter->max) != parameter->max))
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: a whole number needs whole bounds, not %g and %g", name,
                         parameter->min, parameter->max);
    return STATUS_OK;
}

static Status add(Spsa *spsa, const SpsaParameter *parameter, Error *error) {
    TRY(check(parameter, error));
    for (int i = 0; i < spsa->count; i++)
        if (!strcmp(spsa->parameters[i].name, parameter->name))
            return error_set(error, STATUS_BAD_INPUT, "%s: there are two of this name",
                             parameter->name);
    if (spsa->count == SPSA_PARAMETERS_MAX)
        return error_set(error, STATUS_BAD_INPUT, "%s: more than %d parameters", parameter->name,
                         SPSA_PARAMETERS_MAX);
    spsa->parameters[spsa->count++] = *parameter;
    return STATUS_OK;
}

Status spsa_add(Spsa *spsa, const SpsaParameter *parameter, Error *error) {
    TRY(add(spsa, parameter, error));
    spsa->parameters[spsa->count - 1].start = parameter->value;
    return STATUS_OK;
}

// ---- the step ----

double spsa_push(const Spsa *spsa, const SpsaParameter *parameter, int64_t k) {
    assert(k > 0);
    return parameter->step * pow((double)spsa->iterations / (double)k, PUSH_POWER);
}

double spsa_gain(const Spsa *spsa, const SpsaParameter *parameter, int64_t k) {
    const double end = spsa->stability + (double)spsa->iterations;
    const double a = parameter->rate * parameter->step * parameter->step *
                     pow(end / (spsa->stability + (double)k), GAIN_POWER);
    return a / spsa_push(spsa, parameter, k);
}

// One random number is the sign, a second one the rounding: both are drawn for every parameter, so
// that the others do not depend on whether one is whole.
typedef struct Push {
    double sign, rounding;
} Push;

static Push next_push(Rng *rng) {
    const double sign = rng_next(rng) >> 63 ? 1 : -1;
    return (Push){sign, rng_unit(rng)};
}

static Rng stream(const Spsa *spsa, int64_t k) {
    Rng parent;
    rng_init(&parent, spsa->seed);
    return rng_split(&parent, (uint64_t)k);
}

static double clamped(const SpsaParameter *parameter, double value) {
    return fmin(fmax(value, parameter->min), parameter->max);
}

static double played(const SpsaParameter *parameter, double value, double rounding) {
    return clamped(parameter, parameter->is_whole ? floor(value + rounding) : value);
}

void spsa_perturb(const Spsa *spsa, int64_t k, double *upper, double *lower) {
    Rng rng = stream(spsa, k);
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *parameter = &spsa->parameters[i];
        const Push push = next_push(&rng);
        const double by = push.sign * spsa_push(spsa, parameter, k);
        upper[i] = played(parameter, parameter->value + by, push.rounding);
        lower[i] = played(parameter, parameter->value - by, push.rounding);
    }
}

void spsa_update(Spsa *spsa, int64_t k, double result) {
    Rng rng = stream(spsa, k);
    for (int i = 0; i < spsa->count; i++) {
        SpsaParameter *parameter = &spsa->parameters[i];
        const double by = next_push(&rng).sign * spsa_gain(spsa, parameter, k) * result;
        parameter->value = clamped(parameter, parameter->value + by);
    }
    spsa->done++;
}

// ---- as text ----

void spsa_write(const Spsa *spsa, StrBuf *text) {
    // 17 digits represent every double exactly.
    strbuf_format(text, "spsa 1\nseed %016llx\niterations %lld\ndone %lld\nstability %.17g\n",
                  (unsigned long long)spsa->seed, (long long)spsa->iterations,
                  (long long)spsa->done, spsa->stability);
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *p = &spsa->parameters[i];
        strbuf_format(text, "%s %s %.17g from %.17g to %.17g step %.17g rate %.17g start %.17g\n",
                      p->is_whole ? "whole" : "real", p->name, p->value, p->min, p->max, p->step,
                      p->rate, p->start);
    }
}

static bool read_word(Str *line, const char *word) {
    return str_eq(str_word(line), word);
}

static bool read_real(Str *line, double *value) {
    return str_real(str_word(line), value);
}

static bool read_count(Str text, int64_t min, int64_t *value) {
    return str_int(text, min, INT64_MAX / 2, value);
}

static bool read_seed(Str text, uint64_t *seed) {
    *seed = 0;
    for (size_t i = 0; i < text.len; i++) {
        static const char DIGITS[] = "0123456789abcdef";
        const char *digit = memchr(DIGITS, text.at[i], 16);
        if (!digit)
            return false;
        *seed = *seed << 4 | (uint64_t)(digit - DIGITS);
    }
    return text.len == 16;
}

static bool read_parameter(Str *line, SpsaParameter *parameter) {
    const Str name = str_word(line);
    if (name.len > SPSA_NAME_MAX || memchr(name.at, '\0', name.len))
        return false;
    memcpy(parameter->name, name.at, name.len);
    return read_real(line, &parameter->value) && read_word(line, "from") &&
           read_real(line, &parameter->min) && read_word(line, "to") &&
           read_real(line, &parameter->max) && read_word(line, "step") &&
           read_real(line, &parameter->step) && read_word(line, "rate") &&
           read_real(line, &parameter->rate) && read_word(line, "start") &&
           read_real(line, &parameter->start);
}

// Reads a line after the first. `is_read` is false if it is malformed.
static Status read_line(Spsa *spsa, Str line, bool *is_read, Error *error) {
    const Str word = str_word(&line);
    if (str_eq(word, "seed"))
        *is_read = read_seed(str_word(&line), &spsa->seed);
    else if (str_eq(word, "iterations"))
        *is_read = read_count(str_word(&line), 1, &spsa->iterations);
    else if (str_eq(word, "done"))
        *is_read = read_count(str_word(&line), 0, &spsa->done);
    else if (str_eq(word, "stability"))
        *is_read = read_real(&line, &spsa->stability) && spsa->stability >= 0;
    else {
        SpsaParameter parameter = {.is_whole = str_eq(word, "whole")};
        *is_read =
            (parameter.is_whole || str_eq(word, "real")) && read_parameter(&line, &parameter);
        if (*is_read)
            TRY(add(spsa, &parameter, error));
    }
    *is_read = *is_read && !str_word(&line).len;
    return STATUS_OK;
}

Status spsa_read(Spsa *spsa, Str text, Error *error) {
    memset(spsa, 0, sizeof *spsa);
    if (!str_eq(str_trim(str_until(&text, '\n')), "spsa 1"))
        return error_set(error, STATUS_BAD_INPUT, "not the state of a tuning: no 'spsa 1' on top");
    for (int number = 2; text.len; number++) {
        const Str line = str_trim(str_until(&text, '\n'));
        bool is_read = true;
        if (line.len)
            TRY(read_line(spsa, line, &is_read, error));
        if (!is_read)
            return error_set(error, STATUS_BAD_INPUT,
                             "line %d of the state of a tuning is not understood: %.*s", number,
                             STR_ARG(line));
    }
    if (!spsa->iterations)
        return error_set(error, STATUS_BAD_INPUT,
                         "the state of a tuning does not say how many iterations are planned");
    return STATUS_OK;
}
