#include "learn/course.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/draft.h"
#include "base/filemap.h"
#include "learn/checkpoint.h"
#include "learn/terms.h"

const char *const SCHEDULE_NAMES[] = {"cosine", "linear", "constant", NULL};

enum { PATH_MAX_BYTES = 4096, ROW_MAX = 256, LOG_COLUMNS = 10 };

static const double RATE_END = 0.01;
static const char LOG_HEAD[] =
    "step,samples,loss,validation,rate,samples_per_second,elo,elo_low,elo_high,agreed\n";
static const char BEGIN_NAME[] = "weights-begin";
static const uint64_t NEVER = UINT64_MAX;

typedef struct Course {
    const CoursePlan *plan;
    const CourseReport *report;
    const SearchControl *stop;
    CheckpointState state;
    uint64_t told;    // the lesson of the last report, or NEVER
    bool is_saved;    // the checkpoint is how things stand
    int64_t start_ns; // of what the next report is about
    char *log;        // the whole file, which is written anew at every report
    size_t log_length, log_room;
} Course;

double course_rate(const CoursePlan *plan, uint64_t lesson) {
    const double pi = 3.14159265358979323846;
    if (lesson < plan->warm_up)
        return plan->rate * (double)(lesson + 1) / (double)plan->warm_up;
    const double whole = (double)plan->lessons - (double)plan->warm_up;
    const double part = whole > 0 ? ((double)lesson - (double)plan->warm_up) / whole : 1;
    const double height = plan->schedule == SCHEDULE_CONSTANT ? 1
                          : plan->schedule == SCHEDULE_LINEAR ? 1 - part
                                                              : (1 + cos(pi * part)) / 2;
    return plan->rate * (RATE_END + (1 - RATE_END) * fmax(0, height));
}

// ---- the log ----

static Status log_add(Course *course, const char *text, size_t length, Error *error) {
    if (course->log_length + length > course->log_room) {
        const size_t room = 2 * (course->log_length + length) + 4096;
        char *log = realloc(course->log, room);
        if (!log)
            return error_set(error, STATUS_NO_MEMORY, "no memory for the log of the course");
        course->log = log;
        course->log_room = room;
    }
    memcpy(course->log + course->log_length, text, length);
    course->log_length += length;
    return STATUS_OK;
}

static Status path_in(const Course *course, const char *name, char path[PATH_MAX_BYTES],
                      Error *error) {
    const int length = snprintf(path, PATH_MAX_BYTES, "%s/%s", course->plan->folder, name);
    return length < PATH_MAX_BYTES
               ? STATUS_OK
               : error_set(error, STATUS_BAD_INPUT, "%.100s...: the name is too long", path);
}

// A line of an earlier log: of a lesson before the checkpoint, or of one that will come again.
static Status log_resume_row(Course *course, Str row, Error *error) {
    Str cells = row;
    int64_t lesson;
    if (!str_int(str_until(&cells, ','), 0, INT64_MAX, &lesson) ||
        (uint64_t)lesson > course->state.lesson)
        return STATUS_OK;
    course->told = (uint64_t)lesson;
    TRY(log_add(course, row.at, row.len, error));
    int columns = 1;
    for (size_t i = 0; i < row.len; i++)
        columns += row.at[i] == ',';
    for (; columns < LOG_COLUMNS; columns++) // there were fewer once
        TRY(log_add(course, ",", 1, error));
    return log_add(course, "\n", 1, error);
}

static Status log_begin(Course *course, bool is_resumed, Error *error) {
    char path[PATH_MAX_BYTES];
    TRY(path_in(course, "log.csv", path, error));
    TRY(log_add(course, LOG_HEAD, strlen(LOG_HEAD), error));
    FileMap map;
    if (!is_resumed || filemap_open(&map, path, NULL) != STATUS_OK)
        return STATUS_OK;
    Str rest = {(const char *)map.data, map.size};
    Status status = STATUS_OK;
    str_until(&rest, '\n'); // the head
    while (rest.len && status == STATUS_OK)
        status = log_resume_row(course, str_until(&rest, '\n'), error);
    filemap_release(&map);
    return status;
}

static Status log_news(Course *course, const CourseNews *news, Error *error) {
    char text[ROW_MAX], path[PATH_MAX_BYTES];
    StrBuf row = strbuf_init(text, sizeof text);
    strbuf_format(&row, "%" PRIu64 ",%" PRId64 ",", news->lesson, news->samples);
    if (news->is_taught)
        strbuf_format(&row, "%.6f", news->loss);
    strbuf_char(&row, ',');
    if (news->is_examined)
        strbuf_format(&row, "%.6f", news->validation);
    strbuf_format(&row, ",%.6g,%.0f,", news->rate, news->samples_per_second);
    if (news->is_measured) {
        const ScoreRange *elo = &news->strength.elo;
        strbuf_format(&row, "%.1f,%.1f,%.1f,", elo->value, elo->low, elo->high);
    } else {
        strbuf_text(&row, ",,,");
    }
    if (news->has_agreed)
        strbuf_format(&row, "%.4f", news->agreed);
    strbuf_char(&row, '\n');
    TRY(log_add(course, text, row.len, error));
    TRY(path_in(course, "log.csv", path, error));
    return draft_write(path, course->log, course->log_length, error);
}

// ---- keeping ----

static Status write_checkpoint(Course *course, Error *error) {
    char path[PATH_MAX_BYTES];
    TRY(path_in(course, "checkpoint", path, error));
    TRY(checkpoint_write(course->plan->pupil, &course->state, path, error));
    course->is_saved = true;
    return STATUS_OK;
}

static Status publish(const Course *course, char path[PATH_MAX_BYTES], int64_t *cut, Error *error) {
    const CoursePlan *plan = course->plan;
    TRY(path_in(course, "weights", path, error));
    TRY(pupil_publish(plan->pupil, plan->provenance, path, cut, error));
    if (!plan->keeps_all)
        return STATUS_OK;
    char name[48];
    snprintf(name, sizeof name, "weights-%08" PRIu64, course->state.lesson);
    TRY(path_in(course, name, path, error));
    return pupil_publish(plan->pupil, plan->provenance, path, NULL, error);
}

// The weights that later ones are measured against: kept at the beginning, there when it goes on.
static Status keep_begin(const Course *course, bool is_resumed, Error *error) {
    const CoursePlan *plan = course->plan;
    if (!plan->strength.games)
        return STATUS_OK;
    char path[PATH_MAX_BYTES];
    TRY(path_in(course, BEGIN_NAME, path, error));
    if (!is_resumed)
        return pupil_publish(plan->pupil, plan->provenance, path, NULL, error);
    return access(path, R_OK) == 0
               ? STATUS_OK
               : error_set(error, STATUS_BAD_INPUT,
                           "%.200s: not there; strength is measured from the beginning of a course "
                           "on or not at all",
                           path);
}

// ---- reports ----

static Status measure(const Course *course, const char *weights, CourseNews *news, Error *error) {
    char begin[PATH_MAX_BYTES];
    TRY(path_in(course, BEGIN_NAME, begin, error));
    return strength_measure(&course->plan->strength, weights, begin, course->stop, &news->strength,
                            &news->is_measured, error);
}

static Status look_around(const Course *course, CourseNews *news, Error *error) {
    const CoursePlan *plan = course->plan;
    const LearnerKind *kind = plan->learner->kind;
    const CheckpointState *state = &course->state;
    const double seconds = (double)(clock_ns() - course->start_ns) / 1e9;
    const double samples = (double)state->loss_samples;
    *news = (CourseNews){
        .lesson = state->lesson,
        .samples = state->samples,
        .is_taught = state->loss_samples > 0,
        .loss = state->loss_samples ? state->loss / samples : 0,
        .rate = course_rate(plan, state->lesson ? state->lesson - 1 : 0),
        .samples_per_second = seconds > 0 ? samples / seconds : 0,
    };
    if (!kind->examine)
        return STATUS_OK;
    Lesson exam;
    TRY(kind->examine(plan->learner, plan->pupil, &exam, error));
    news->is_examined = exam.samples > 0;
    news->validation = exam.loss;
    news->has_agreed = exam.samples > 0 && exam.asks;
    news->agreed = exam.agreed;
    return STATUS_OK;
}

static void begin_report(Course *course) {
    course->state.loss = 0;
    course->state.loss_samples = 0;
    course->start_ns = clock_ns();
}

static Status tell(Course *course, CourseNews *last, Error *error) {
    CourseNews news;
    char path[PATH_MAX_BYTES];
    TRY(look_around(course, &news, error));
    TRY(publish(course, path, &news.cut, error));
    if (course->plan->strength.games) {
        TRY(measure(course, path, &news, error));
        if (!news.is_measured)
            return STATUS_OK; // stopped; it is told when the course goes on
    }
    TRY(log_news(course, &news, error));
    *last = news;
    if (course->report->news)
        TRY(course->report->news(course->report->context, &news, path, error));
    course->told = course->state.lesson;
    course->is_saved = false;
    begin_report(course);
    return STATUS_OK;
}

// ---- the loop ----

static Status give_lesson(Course *course, Error *error) {
    const CoursePlan *plan = course->plan;
    CheckpointState *state = &course->state;
    Lesson lesson = {0};
    TRY(plan->learner->kind->teach(plan->learner, plan->pupil, state->lesson, &lesson, error));
    if (lesson.is_broken_off) {
        pupil_forget(plan->pupil);
        return STATUS_OK;
    }
    if (!isfinite(lesson.loss))
        return error_set(error, STATUS_BAD_INPUT,
                         "lesson %" PRIu64 ": the loss is not a number any more; a smaller --rate "
                         "may help",
                         state->lesson);
    pupil_step(plan->pupil, course_rate(plan, state->lesson));
    state->loss += lesson.loss * (double)lesson.samples;
    state->loss_samples += lesson.samples;
    state->samples += lesson.samples;
    state->lesson++;
    course->is_saved = false;
    return STATUS_OK;
}

static bool is_due(const Course *course) {
    const uint64_t done = course->state.lesson;
    return done != course->told &&
           (done % course->plan->report_every == 0 || done == course->plan->lessons);
}

static Status go_on(Course *course, CourseNews *last, Error *error) {
    const CoursePlan *plan = course->plan;
    for (;;) {
        if (is_due(course)) // also of lesson 0, so that curves have a beginning
            TRY(tell(course, last, error));
        const uint64_t done = course->state.lesson;
        const bool is_over = done >= plan->lessons || control_is_stopped(course->stop);
        const bool is_time = is_over || (done && done % plan->checkpoint_every == 0);
        if (is_time && !course->is_saved)
            TRY(write_checkpoint(course, error));
        if (is_over)
            return STATUS_OK;
        TRY(give_lesson(course, error));
    }
}

// The terms of a course that begins take the place of those of one that never got anywhere.
static Status keep_terms(const Course *course, bool is_resumed, Error *error) {
    const CoursePlan *plan = course->plan;
    char path[PATH_MAX_BYTES];
    TRY(path_in(course, TERMS_NAME, path, error));
    if (!is_resumed)
        unlink(path);
    return terms_keep(plan->folder, plan->terms, error);
}

static Status begin(Course *course, bool is_resumed, Error *error) {
    char path[PATH_MAX_BYTES];
    TRY(path_in(course, "checkpoint", path, error));
    TRY(keep_begin(course, is_resumed, error));
    if (is_resumed)
        TRY(checkpoint_read(course->plan->pupil, &course->state, path, error));
    TRY(keep_terms(course, is_resumed, error));
    course->is_saved = is_resumed;
    TRY(log_begin(course, is_resumed, error));
    course->start_ns = clock_ns();
    if (course->told == course->state.lesson) // told after the checkpoint was written
        begin_report(course);
    return STATUS_OK;
}

Status course_run(const CoursePlan *plan, bool is_resumed, const CourseReport *report,
                  const SearchControl *stop, CourseNews *last, Error *error) {
    Course course = {
        .plan = plan,
        .report = report,
        .stop = stop,
        .state = {.seed = plan->seed, .learner = plan->learner->kind->name, .batch = plan->batch},
        .told = NEVER};
    *last = (CourseNews){0};
    Status status = begin(&course, is_resumed, error);
    if (status == STATUS_OK)
        status = go_on(&course, last, error);
    free(course.log);
    return status;
}
