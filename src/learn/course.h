// course.h — the loop around a learner: how large the steps are, when weights are tried, kept and
// shown.
//
// A course lives in a folder: `checkpoint` (everything that is needed to go on, to the bit),
// `log.csv` (a line a report), `weights` (the newest, quantised, for playing) and, if wanted,
// `weights-LESSON` of each report. A course that was broken off, however roughly, goes on from its
// checkpoint as if nothing had happened: lessons depend on their number and on the weights alone.
#pragma once

#include "learn/learner.h"

typedef enum Schedule { SCHEDULE_COSINE, SCHEDULE_LINEAR, SCHEDULE_CONSTANT } Schedule;

extern const char *const SCHEDULE_NAMES[]; // null at the end

typedef struct CoursePlan {
    Learner *learner;
    Pupil *pupil;
    const char *folder; // exists
    Str provenance;     // of the weights
    uint64_t seed;      // the learner's, which a checkpoint must agree with
    uint64_t lessons;   // in all
    double rate;        // at its height
    Schedule schedule;  // down to a hundredth of it
    uint64_t warm_up;   // lessons in which it rises from 0
    uint64_t report_every, checkpoint_every;
    bool keeps_all; // the weights of every report
} CoursePlan;

// How it stands at a report.
typedef struct CourseNews {
    uint64_t lesson; // how many there were
    int64_t samples; // taught in all
    double loss;     // mean since the last report
    bool is_examined;
    double validation;
    double rate, samples_per_second; // the latter since the last report
} CourseNews;

typedef struct CourseReport {
    // Weights are published as `path` just before. A failure ends the course. May be null.
    Status (*news)(void *context, const CourseNews *news, const char *path, Error *error);
    void *context;
} CourseReport;

// From the beginning, or from the checkpoint where there is one (`is_resumed`), until all lessons
// are over or `stop` is pulled; a checkpoint is written at the end in any case.
Status course_run(const CoursePlan *plan, bool is_resumed, const CourseReport *report,
                  const SearchControl *stop, CourseNews *last, Error *error);

// The rate of a lesson.
double course_rate(const CoursePlan *plan, uint64_t lesson);
