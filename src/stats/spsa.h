// spsa.h — tuning many numbers at once by matches of a player against itself.
//
// Simultaneous perturbation (Spall, "Multivariate stochastic approximation using a simultaneous
// perturbation gradient approximation", 1992; the gains of "Implementation of the simultaneous
// perturbation algorithm for stochastic optimization", 1998): in iteration k every parameter is
// pushed by its c_k up or down at random, two players with all pushes and with all their opposites
// play, and the result moves every parameter along its push. This is the mathematics of a step
// only; who plays, and how long, is the caller's business.
//
//     c_k = c / k^0.101      a_k = a / (A + k)^0.602      k = 1, 2, …
//     value += a_k / c_k * sign * (wins - losses of the upper player)
//
// c and a are chosen by what they shall be at the end: c_k becomes `step` and a_k becomes `rate *
// step²`. A is a tenth of the iterations unless said otherwise.
//
// The signs of an iteration depend on the seed and its number alone. Iterations may thus be played
// at the same time and come back in any order; in the same order they give the same values, bit by
// bit, also when the state was written to a file and read again in between. An Spsa is plain data
// of the caller; one thread at a time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"

enum { SPSA_PARAMETERS_MAX = 256, SPSA_NAME_MAX = 63, SPSA_TEXT_MAX = 64 * 1024 };

typedef struct SpsaParameter {
    char name[SPSA_NAME_MAX + 1]; // no white space
    double value, min, max;
    double step; // the push at the end, in units of the parameter
    double rate; // 0.002 is usual
    // Players are given whole numbers: the value is rounded at random so that it is right on
    // average, both players' alike. The value itself keeps its fraction.
    bool is_whole;
    double start; // the value at first, for those who want to know what has changed
} SpsaParameter;

typedef struct Spsa {
    SpsaParameter parameters[SPSA_PARAMETERS_MAX];
    int count;
    int64_t iterations; // planned; going on beyond them is allowed
    int64_t done;
    double stability; // A
    uint64_t seed;
} Spsa;

void spsa_init(Spsa *spsa, int64_t iterations, uint64_t seed);

// Whatever is wrong with a parameter is said here. It starts at its value.
Status spsa_add(Spsa *spsa, const SpsaParameter *parameter, Error *error);

// How far iteration k pushes, and how far a win of one game moves.
double spsa_push(const Spsa *spsa, const SpsaParameter *parameter, int64_t k);
double spsa_gain(const Spsa *spsa, const SpsaParameter *parameter, int64_t k);

// The values of the two players of iteration k, within their ranges; `count` numbers each.
void spsa_perturb(const Spsa *spsa, int64_t k, double *upper, double *lower);

// Takes the result of iteration k: wins minus losses of the upper player, best of a pair of games.
void spsa_update(Spsa *spsa, int64_t k, double result);

// The state as text, a line a parameter, and back. SPSA_TEXT_MAX bytes are always enough.
void spsa_write(const Spsa *spsa, StrBuf *text);
Status spsa_read(Spsa *spsa, Str text, Error *error);
