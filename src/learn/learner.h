// learner.h — the fourth kind of plug: a way of learning.
//
// A learner looks at positions, of data or of games it plays itself, and tells the pupil
// dLoss/dValue of each. It keeps no state from one lesson to the next but what its number gives:
// lesson n is the n-th piece of the data, or the n-th handful of games, and its random numbers are
// those of the n-th stream of the seed. So a course that was broken off goes on as if nothing had
// happened.
#pragma once

#include "learn/pupil.h"
#include "search/player.h"

typedef struct Learner Learner;

// What every learner is told, whatever its kind.
typedef struct LearnerSetup {
    const void *settings;     // of its kind
    const char *const *files; // of data; what they hold is the kind's affair
    int file_count;
    const char *folder;        // where it may publish weights for its own games
    int batch;                 // samples of a lesson, or games
    const SearchControl *stop; // breaks off the games of a lesson; null: nobody does
    uint64_t seed;
} LearnerSetup;

// What a lesson was like.
typedef struct Lesson {
    int64_t samples;    // positions that counted
    double loss;        // their mean
    bool asks;          // it looked whether the pupil would have played the move of a sample,
    double agreed;      // which is so in this share of them
    bool is_broken_off; // stopped midway: nothing is to be made of it
} Lesson;

typedef struct LearnerKind {
    const char *name, *summary;
    const OptionSpec *options; // over a settings struct of its own
    size_t option_count, settings_bytes;
    int batch;   // by default
    bool plays;  // its samples are games of its own; otherwise it needs files
    double rate; // the rate of the shape times this

    Status (*create)(Learner **learner, const LearnerSetup *setup, Error *error);
    void (*destroy)(Learner *learner);
    // Tells the pupil the gradient of the loss of lesson `number`: its sum by the size of the
    // batch, whether or not every one of it counted.
    Status (*teach)(Learner *learner, Pupil *pupil, uint64_t number, Lesson *lesson, Error *error);
    // The mean loss over what is kept apart for that, without teaching. Null: nothing is.
    Status (*examine)(Learner *learner, Pupil *pupil, Lesson *lesson, Error *error);
} LearnerKind;

// Concrete learners begin with this.
struct Learner {
    const LearnerKind *kind;
};

// All of them; null at the end.
extern const LearnerKind *const LEARNER_KINDS[];
