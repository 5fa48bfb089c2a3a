// course.h — the loop around a learner: how large the steps are, when weights are tried, kept and
// shown.
//
// A course lives in a folder: `checkpoint` (everything that is needed to go on, to the bit),
// `log.csv` (a line a report), `weights` (those of the last report, quantised, for playing) and, if
// wanted, `weights-LESSON` of each report; where strength is measured also `weights-begin`, the
// opponent; and `terms`. A course that was broken off, however roughly, goes on from its checkpoint
// as if nothing had happened, its log included: lessons depend on their number and on the weights
// alone.
#pragma once

#include "learn/learner.h"
#include "learn/strength.h"

typedef enum Schedule { SCHEDULE_COSINE, SCHEDULE_LINEAR, SCHEDULE_CONSTANT } Schedule;

extern const char *const SCHEDULE_NAMES[]; // null at the end

typedef struct CoursePlan {
    Learner *learner;
    Pupil *pupil;
    const char *folder; // exists
    Str provenance;     // of the weights
    Str terms;     // what it depends on besides, lines of text: with other ones it does not go on
    uint64_t seed; // the learner's; with it and the batch a checkpoint must agree
    uint64_t batch;
    uint64_t lessons;  // in all
    double rate;       // at its height
    Schedule schedule; // down to a hundredth of it
    uint64_t warm_up;  // lessons in which it rises from 0
    uint64_t report_every, checkpoint_every;
    bool keeps_all;         // the weights of every report
    StrengthTerms strength; // measured at every report against the weights it began with
} CoursePlan;

// How it stands at a report.
typedef struct CourseNews {
    uint64_t lesson; // how many there were
    int64_t samples; // taught in all
    bool is_taught;  // there were samples since the last report
    double loss;     // their mean
    bool is_examined;
    double validation;
    bool has_agreed;
    double agreed; // share of the examined whose move is the pupil's too
    int64_t cut;   // numbers that the published tables could not hold
    bool is_measured;
    Score strength;
    double rate, samples_per_second; // the latter since the last report
} CourseNews;

typedef struct CourseReport {
    // Weights are published as `path` just before. A failure ends the course. May be null.
    Status (*news)(void *context, const CourseNews *news, const char *path, Error *error);
    void *context;
} CourseReport;

// From the beginning, or from the checkpoint where there is one (`is_resumed`), until all lessons
// are over or `stop` is pulled; a checkpoint is written at the end in any case. A report whose
// games were stopped is made when the course goes on. `last` is what was told last; zeros: nothing
// was.
Status course_run(const CoursePlan *plan, bool is_resumed, const CourseReport *report,
                  const SearchControl *stop, CourseNews *last, Error *error);

// The rate of a lesson.
double course_rate(const CoursePlan *plan, uint64_t lesson);
