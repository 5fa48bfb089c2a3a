#include "learn/course.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/draft.h"
#include "base/filemap.h"
#include "learn/checkpoint.h"

const char *const SCHEDULE_NAMES[] = {"cosine", "linear", "constant", NULL};

enum { PATH_MAX_BYTES = 4096, ROW_MAX = 256 };

static const double RATE_END = 0.01;
static const char LOG_HEAD[] = "lesson,samples,loss,validation,rate,samples_per_second\n";

typedef struct Course {
    const CoursePlan *plan;
    const CourseReport *report;
    CheckpointState state;
    // Since the last report.
    double loss;
    int64_t loss_samples, start_ns;
    char *log; // the whole file, which is written anew at every report
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

// The lines of an earlier log up to the lesson that is resumed.
static Status log_resume(Course *course, Error *error) {
    char path[PATH_MAX_BYTES];
    TRY(path_in(course, "log.csv", path, error));
    FileMap map;
    if (filemap_open(&map, path, NULL) != STATUS_OK)
        return log_add(course, LOG_HEAD, strlen(LOG_HEAD), error);
    Str rest = {(const char *)map.data, map.size};
    Status status = STATUS_OK;
    for (size_t line = 0; rest.len && status == STATUS_OK; line++) {
        const Str row = str_until(&rest, '\n');
        Str cells = row;
        int64_t lesson;
        const bool is_old = line == 0 || (str_int(str_until(&cells, ','), 0, INT64_MAX, &lesson) &&
                                          (uint64_t)lesson <= course->state.lesson);
        if (is_old)
            status = log_add(course, row.at, row.len, error);
        if (is_old && status == STATUS_OK)
            status = log_add(course, "\n", 1, error);
    }
    filemap_release(&map);
    return status;
}

static Status log_news(Course *course, const CourseNews *news, Error *error) {
    char row[ROW_MAX], path[PATH_MAX_BYTES], validation[32] = "";
    if (news->is_examined)
        snprintf(validation, sizeof validation, "%.6f", news->validation);
    const int length =
        snprintf(row, sizeof row, "%" PRIu64 ",%" PRId64 ",%.6f,%s,%.6g,%.0f\n", news->lesson,
                 news->samples, news->loss, validation, news->rate, news->samples_per_second);
    TRY(log_add(course, row, (size_t)length, error));
    TRY(path_in(course, "log.csv", path, error));
    return draft_write(path, course->log, course->log_length, error);
}

// ---- keeping ----

static Status write_checkpoint(const Course *course, Error *error) {
    char path[PATH_MAX_BYTES];
    TRY(path_in(course, "checkpoint", path, error));
    return checkpoint_write(course->plan->pupil, &course->state, path, error);
}

static Status publish(const Course *course, char path[PATH_MAX_BYTES], Error *error) {
    const CoursePlan *plan = course->plan;
    TRY(path_in(course, "weights", path, error));
    TRY(pupil_publish(plan->pupil, plan->provenance, path, error));
    if (!plan->keeps_all)
        return STATUS_OK;
    char name[48];
    snprintf(name, sizeof name, "weights-%08" PRIu64, course->state.lesson);
    TRY(path_in(course, name, path, error));
    return pupil_publish(plan->pupil, plan->provenance, path, error);
}

static Status tell(Course *course, CourseNews *news, Error *error) {
    const CoursePlan *plan = course->plan;
    const LearnerKind *kind = plan->learner->kind;
    const double seconds = (double)(clock_ns() - course->start_ns) / 1e9;
    *news = (CourseNews){
        .lesson = course->state.lesson,
        .samples = course->state.samples,
        .loss = course->loss_samples ? course->loss / (double)course->loss_samples : 0,
        .rate = course_rate(plan, course->state.lesson ? course->state.lesson - 1 : 0),
        .samples_per_second = seconds > 0 ? (double)course->loss_samples / seconds : 0,
    };
    if (kind->examine) {
        Lesson exam;
        TRY(kind->examine(plan->learner, plan->pupil, &exam, error));
        news->is_examined = exam.samples > 0;
        news->validation = exam.loss;
    }
    char path[PATH_MAX_BYTES];
    TRY(publish(course, path, error));
    TRY(log_news(course, news, error));
    if (course->report->news)
        TRY(course->report->news(course->report->context, news, path, error));
    course->loss = 0;
    course->loss_samples = 0;
    course->start_ns = clock_ns();
    return STATUS_OK;
}

// ---- the loop ----

static Status give_lesson(Course *course, Error *error) {
    const CoursePlan *plan = course->plan;
    const uint64_t number = course->state.lesson;
    Lesson lesson = {0};
    TRY(plan->learner->kind->teach(plan->learner, plan->pupil, number, &lesson, error));
    pupil_step(plan->pupil, course_rate(plan, number));
    course->loss += lesson.loss * (double)lesson.samples;
    course->loss_samples += lesson.samples;
    course->state.samples += lesson.samples;
    course->state.lesson++;
    return STATUS_OK;
}

static Status go_on(Course *course, const SearchControl *stop, CourseNews *last, Error *error) {
    const CoursePlan *plan = course->plan;
    if (!course->state.lesson) // what it begins with, so that curves have a beginning
        TRY(tell(course, last, error));
    while (course->state.lesson < plan->lessons &&
           !atomic_load_explicit(&stop->is_stopped, memory_order_relaxed)) {
        TRY(give_lesson(course, error));
        const uint64_t done = course->state.lesson;
        if (done % plan->report_every == 0 || done == plan->lessons)
            TRY(tell(course, last, error));
        if (done % plan->checkpoint_every == 0)
            TRY(write_checkpoint(course, error));
    }
    return write_checkpoint(course, error);
}

Status course_run(const CoursePlan *plan, bool is_resumed, const CourseReport *report,
                  const SearchControl *stop, CourseNews *last, Error *error) {
    Course course = {.plan = plan, .report = report, .state = {.seed = plan->seed}};
    *last = (CourseNews){0};
    char path[PATH_MAX_BYTES];
    TRY(path_in(&course, "checkpoint", path, error));
    if (is_resumed)
        TRY(checkpoint_read(plan->pupil, &course.state, path, error));
    Status status = is_resumed ? log_resume(&course, error)
                               : log_add(&course, LOG_HEAD, strlen(LOG_HEAD), error);
    course.start_ns = clock_ns();
    if (status == STATUS_OK)
        status = go_on(&course, stop, last, error);
    free(course.log);
    return status;
}
