// spsa.h — tunes many numbers at once by matches of a player against itself (SPSA).
//
// Simultaneous perturbation (Spall, "Multivariate stochastic approximation using a simultaneous
// perturbation gradient approximation", 1992; the gains of "Implementation of the simultaneous
// perturbation algorithm for stochastic optimization", 1998): in iteration k every parameter is
// perturbed by its c_k up or down at random, a player with all perturbations plays a player with
// all opposite ones, and the result moves every parameter along its perturbation. This is only the
// mathematics of a step; the caller plays the games.
//
//     c_k = c / k^0.101      a_k = a / (A + k)^0.602      k = 1, 2, …
//     value += a_k / c_k * sign * (wins - losses of the upper player)
//
// c and a are chosen by their values at the end: c_k becomes `step` and a_k becomes `rate * step²`.
// A is a tenth of the iterations by default.
//
// The signs of an iteration depend only on the seed and its number. So iterations may run at the
// same time and finish in any order; in the same order they give the same values, bit by bit, also
// if the state was written to a file and read again in between. The caller owns the Spsa, which is
// plain data; one thread at a time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"

enum { SPSA_PARAMETERS_MAX = 256, SPSA_NAME_MAX = 63, SPSA_TEXT_MAX = 64 * 1024 };

typedef struct SpsaParameter {
    char name[SPSA_NAME_MAX + 1]; // no white space
    double value, min, max;
    double step; // the perturbation at the end, in units of the parameter
    double rate; // 0.002 is usual
    // Players get integers: the value is rounded at random, in the same way for both players, so
    // that it is right on average. The value itself keeps its fraction.
    bool is_whole;
    double start; // the initial value, to report the change
} SpsaParameter;

typedef struct Spsa {
    SpsaParameter parameters[SPSA_PARAMETERS_MAX];
    int count;
    int64_t iterations; // planned; more are allowed
    int64_t done;
    double stability; // A
    uint64_t seed;
} Spsa;

void spsa_init(Spsa *spsa, int64_t iterations, uint64_t seed);

// Checks the parameter. Its start is its value.
Status spsa_add(Spsa *spsa, const SpsaParameter *parameter, Error *error);

// The perturbation of iteration k, and the change by a win of one game.
double spsa_push(const Spsa *spsa, const SpsaParameter *parameter, int64_t k);
double spsa_gain(const Spsa *spsa, const SpsaParameter *parameter, int64_t k);

// The values of the two players of iteration k, within their ranges; `count` numbers each.
void spsa_perturb(const Spsa *spsa, int64_t k, double *upper, double *lower);

// Applies the result of iteration k: wins minus losses of the upper player, ideally over a pair of
// games.
void spsa_update(Spsa *spsa, int64_t k, double result);

// Writes and reads the state as text, one line a parameter. SPSA_TEXT_MAX bytes are always enough.
void spsa_write(const Spsa *spsa, StrBuf *text);
Status spsa_read(Spsa *spsa, Str text, Error *error);
