// pupil.h — who learns: the floating-point weights of one shape, and what was said against them.
//
// A learner asks for the value of a position and answers with dLoss/dValue. It never sees a weight;
// so every learner works with every shape. The owner uses a Pupil from one thread; where it has
// several, each is handed a helper, a Pupil with the same weights and a memory of its own.
#pragma once

#include "base/worker.h"
#include "eval/master.h"
#include "learn/optimiser.h"

typedef struct Pupil {
    const MasterKind *kind;
    bool is_mirror_tied;
    float *weights;
    void *work; // of the last value
    Gradient gradient;
    Optimiser optimiser;
    // Null where there is one thread.
    Workers *workers;
    struct Pupil *helpers; // one a thread; they have neither an optimiser nor helpers
} Pupil;

typedef struct PupilTerms {
    const MasterKind *kind;
    bool is_mirror_tied;
    OptimiserKind optimiser;
    Penalties penalties;
    uint64_t seed; // for shapes that begin by chance
    int threads;   // 0 is 1
} PupilTerms;

// Knows the worth of the pieces and nothing else.
Status pupil_init(Pupil *pupil, const PupilTerms *terms, Error *error);
void pupil_release(Pupil *pupil);

// The value of a position, seen from the side to move, unclamped.
double pupil_value(Pupil *pupil, const Position *pos);
// dLoss/dValue of the last pupil_value. Several may follow one another; they add up.
void pupil_teach(Pupil *pupil, double amount);

// Both at once, for learners that know the value from elsewhere.
void pupil_teach_at(Pupil *pupil, const Position *pos, double amount);

// How many threads it has.
int pupil_threads(const Pupil *pupil);
// Runs something once on each of them and waits. With several it gets a helper, who may be asked
// and taught there; with one it gets the pupil itself.
typedef void PupilRun(void *context, Pupil *pupil, int index);
void pupil_run(Pupil *pupil, PupilRun *run, void *context);

// Draws the conclusions: one step down the sum of the gradients, the helpers' added in their order.
void pupil_step(Pupil *pupil, double rate);
// Nothing has been said.
void pupil_forget(Pupil *pupil);

// The weights of a file of the same shape; the optimiser stays.
Status pupil_load(Pupil *pupil, const char *path, Error *error);
// Quantised, for playing. `cut`, if not null, is how many numbers were too large for the tables.
Status pupil_publish(const Pupil *pupil, Str provenance, const char *path, int64_t *cut,
                     Error *error);
