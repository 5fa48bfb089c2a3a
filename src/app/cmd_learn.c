#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "help.h"
#include "interrupt.h"
#include "learn_report.h"
#include "play/match.h"

enum {
    FILES_MAX = 64,
    STEPS_MAX = 1000000000,
    PROVENANCE_MAX = 1024,
    MANIFEST_MAX = 1 << 16,
    STRENGTH_GAMES_MAX = 1000000,
    STRENGTH_NODES = 500,
};

typedef struct Request {
    int method, shape_index;    // in LEARNER_KINDS, in MASTER_KINDS
    const LearnerKind *learner; // of the method
    const MasterKind *shape;
    ArgList files, options;
    const char *folder, *from;
    int64_t steps, batch, warm_up, report_every, checkpoint_every, seed, threads;
    double rate;
    Penalties penalties;
    int optimiser, schedule;
    StrengthConfig strength;
    bool is_tied, is_resumed, keeps_all, is_json;
    uint64_t step;   // done
    bool has_header; // printed above the reports
    void *settings;  // the learner's own
    char manifest[MANIFEST_MAX];
} Request;

// ---- options ----

static Status take_strength(const Arg *arg, void *request, const char *text, Error *error) {
    (void)arg;
    Str rest = str_of(text);
    const Str games_text = str_until(&rest, ',');
    int64_t games, nodes = STRENGTH_NODES;
    if (!str_int(games_text, 0, STRENGTH_GAMES_MAX, &games) ||
        (games_text.len < strlen(text) && !str_int(rest, 1, INT64_MAX, &nodes)))
        return error_set(error, STATUS_BAD_INPUT,
                         "'%.60s' is not GAMES or GAMES,NODES like 100,500", text);
    ((Request *)request)->strength = (StrengthConfig){.games = (int)games, .nodes = nodes};
    return STATUS_OK;
}

static const LearnerKind *learner_of(const char *name) {
    for (const LearnerKind *const *kind = LEARNER_KINDS; *kind; kind++)
        if (!strcmp((*kind)->name, name))
            return *kind;
    return NULL;
}

static Status set_option(const Request *request, const char *text, Error *error) {
    Str value = str_of(text);
    const Str name = str_until(&value, '=');
    if (!strchr(text, '='))
        return error_set(error, STATUS_BAD_INPUT, "'%.60s' is not NAME=VALUE", text);
    return option_set(request->learner->options, request->settings, name, value, error);
}

static Exit check_method(const Command *self, Request *request) {
    const LearnerKind *kind = request->learner = LEARNER_KINDS[request->method];
    request->shape = MASTER_KINDS[request->shape_index];
    request->settings = calloc(1, kind->settings_bytes);
    if (!request->settings)
        return command_fail(self, "no memory to learn");
    option_defaults(kind->options, request->settings);
    Error error;
    for (int i = 0; i < request->options.count; i++)
        if (set_option(request, request->options.at[i], &error) != STATUS_OK)
            return command_fail(self, "--option: %s", error.text);
    if (!request->batch)
        request->batch = kind->batch;
    // Games do not depend on the number of threads; sums of floats do.
    if (!request->threads)
        request->threads = kind->plays ? command_threads(MATCH_THREADS_MAX) : 1;
    return EXIT_OK;
}

static Exit check(const Command *self, Request *request) {
    if (!request->folder)
        return command_fail(self, "expected --out FOLDER, where the run lives; see --help");
    if (!request->learner->plays && !request->files.count)
        return command_fail(self, "expected --data FILE or FOLDER to learn from; see --help");
    if (request->learner->plays && request->files.count)
        return command_fail(self, "--data: %s plays its own games", request->learner->name);
    if (mkdir(request->folder, 0777) != 0 && errno != EEXIST)
        return command_fail(self, "--out: %.200s: %s", request->folder, strerror(errno));
    char path[4096];
    snprintf(path, sizeof path, "%s/checkpoint", request->folder);
    const bool is_there = access(path, F_OK) == 0;
    if (is_there && !request->is_resumed)
        return command_fail(self, "--out: %.200s is a run already; go on with it by --resume",
                            request->folder);
    request->is_resumed = request->is_resumed && is_there;
    if (request->rate == 0)
        request->rate = request->shape->rate * request->learner->rate;
    if (!request->report_every)
        request->report_every = request->steps >= 20 ? request->steps / 20 : 1;
    if (!request->checkpoint_every)
        request->checkpoint_every = request->report_every;
    request->strength.seed = (uint64_t)request->seed;
    request->strength.threads = command_threads(MATCH_THREADS_MAX);
    return EXIT_OK;
}

// ---- learning ----

static Status take_progress(void *context, const TrainingProgress *progress, const char *path,
                            Error *error) {
    (void)path;
    (void)error;
    Request *request = context;
    const bool has_strength = request->strength.games > 0;
    if (!request->is_json && !request->has_header)
        learn_report_header(has_strength, stdout);
    request->has_header = true;
    if (request->is_json)
        learn_report_json(progress, stdout);
    else
        learn_report_text(progress, has_strength, stdout);
    return STATUS_OK;
}

// The curves of a finished run. One report makes no curve.
static Status show_curves(const Request *request, Error *error) {
    LearnCurves curves;
    TRY(learn_curves_read(&curves, request->folder, error));
    const Status status = curves.count > 1 ? learn_curves_text(&curves, stdout, error) : STATUS_OK;
    learn_curves_release(&curves);
    return status;
}

// What a run depends on besides what its checkpoint has. The number of steps is left out, because a
// run may be made longer, and the number of threads where it changes nothing: sums of floats depend
// on it, games do not.
static void write_manifest(const Request *request, StrBuf *text) {
    const LearnerKind *kind = request->learner;
    strbuf_format(text, "rate %g\nschedule %s\nwarm-up %" PRId64 "\nl1 %g\nl2 %g\n", request->rate,
                  SCHEDULE_NAMES[request->schedule], request->warm_up, request->penalties.l1,
                  request->penalties.l2);
    strbuf_format(text, "from %s\n", request->from ? request->from : "the worth of the pieces");
    if (!kind->plays && request->threads > 1)
        strbuf_format(text, "threads %" PRId64 "\n", request->threads);
    for (int i = 0; i < request->files.count; i++)
        strbuf_format(text, "data %s\n", request->files.at[i]);
    for (size_t i = 0; i < kind->options->count; i++)
        if (strcmp(kind->options->specs[i].name, "PathThreads") != 0) {
            strbuf_format(text, "option %s = ", kind->options->specs[i].name);
            option_value(&kind->options->specs[i], request->settings, text);
            strbuf_char(text, '\n');
        }
}

static Status train(Request *request, Trainer *trainer, Learner *learner, const SearchControl *stop,
                    Error *error) {
    StrBuf manifest = strbuf_init(request->manifest, sizeof request->manifest);
    write_manifest(request, &manifest);
    if (manifest.is_cut)
        return error_set(error, STATUS_BAD_INPUT, "the names of the files are too long");
    char provenance[PROVENANCE_MAX];
    StrBuf text = strbuf_init(provenance, sizeof provenance);
    strbuf_format(&text,
                  "yuragi learn %s, shape %s, %" PRId64 " steps of %" PRId64 ", seed %" PRId64,
                  request->learner->name, request->shape->name, request->steps, request->batch,
                  request->seed);
    const TrainingConfig config = {
        .learner = learner,
        .trainer = trainer,
        .folder = request->folder,
        .provenance = str_of(provenance),
        .manifest = {manifest.at, manifest.len},
        .seed = (uint64_t)request->seed,
        .batch = (uint64_t)request->batch,
        .steps = (uint64_t)request->steps,
        .rate = request->rate,
        .schedule = (Schedule)request->schedule,
        .warm_up = (uint64_t)request->warm_up,
        .report_every = (uint64_t)request->report_every,
        .checkpoint_every = (uint64_t)request->checkpoint_every,
        .keeps_all = request->keeps_all,
        .strength = request->strength,
    };
    TrainingProgress last;
    const TrainingReport report = {take_progress, request};
    TRY(training_run(&config, request->is_resumed, &report, stop, &last, error));
    request->step = last.step;
    return STATUS_OK;
}

// Replaces the worth of the pieces, with which a trainer begins.
static Status begin_from(const Request *request, Trainer *trainer, Error *error) {
    if (!request->from)
        return STATUS_OK;
    if (strcmp(request->from, "zero") != 0)
        return trainer_load(trainer, request->from, error);
    if (request->shape->forward)
        return error_set(error, STATUS_BAD_INPUT, "--from zero: a %s learns nothing from zeros",
                         request->shape->name);
    memset(trainer->weights, 0, request->shape->weight_count * sizeof *trainer->weights);
    return STATUS_OK;
}

static Status learn(Request *request, const SearchControl *stop, Error *error) {
    const TrainerConfig config = {.kind = request->shape,
                                  .is_mirror_tied = request->is_tied,
                                  .optimiser = (OptimiserKind)request->optimiser,
                                  .penalties = request->penalties,
                                  .seed = (uint64_t)request->seed,
                                  .threads = (int)request->threads};
    const LearnerSetup setup = {.settings = request->settings,
                                .files = request->files.at,
                                .file_count = request->files.count,
                                .batch = (int)request->batch,
                                .stop = stop,
                                .seed = (uint64_t)request->seed};
    Trainer trainer;
    Learner *learner = NULL;
    TRY(trainer_init(&trainer, &config, error));
    Status status = begin_from(request, &trainer, error);
    if (status == STATUS_OK)
        status = request->learner->create(&learner, &setup, error);
    if (status == STATUS_OK) {
        status = train(request, &trainer, learner, stop, error);
        request->learner->destroy(learner);
    }
    trainer_release(&trainer);
    return status;
}

static void say_stopped(const Request *request) {
    fprintf(stderr, "stopped after step %" PRIu64 "; the checkpoint is in %s\n", request->step,
            request->folder);
    command_say_again("--resume");
}

static Exit train_and_report(const Command *self, Request *request) {
    SearchControl stop;
    Interrupt interrupt;
    Error error;
    control_init(&stop);
    interrupt_begin(&interrupt, &stop);
    Status status = learn(request, &stop, &error);
    interrupt_end(&interrupt);
    const bool is_stopped = control_is_stopped(&stop);
    if (status == STATUS_OK && !is_stopped && !request->is_json)
        status = show_curves(request, &error);
    if (status != STATUS_OK)
        return command_fail(self, "%s", error.text);
    if (is_stopped)
        say_stopped(request);
    return is_stopped ? EXIT_NO : EXIT_OK;
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    Exit exit_code = check_method(self, request);
    if (exit_code == EXIT_OK)
        exit_code = check(self, request);
    if (exit_code == EXIT_OK)
        exit_code = train_and_report(self, request);
    free(request->settings);
    return exit_code;
}

// The methods, or the options of the method that the words name.
static void print_methods(char **words, FILE *out) {
    enum { COLUMN = 13 };
    const LearnerKind *kind = *words ? learner_of(*words) : NULL;
    if (kind) {
        fprintf(out, "\nOptions of %s for --option, with their defaults (--batch is %d):\n",
                kind->name, kind->batch);
        help_options(kind->options, out);
        return;
    }
    fputs("\nMethods; learn METHOD --help also prints the options of a method:\n", out);
    for (const LearnerKind *const *method = LEARNER_KINDS; *method; method++)
        help_row((*method)->name, (*method)->summary, COLUMN, out);
}

static const Arg ROWS[] = {
    ARG_ROW_CHOICE(Request, method, "METHOD", LEARNER_NAMES, "the method of learning; see below"),
    ARG_ROW_LIST(Request, files, "data", "PATH", FILES_MAX,
                 "samples to learn from, a file or a folder; may be given again"),
    ARG_ROW_TEXT(Request, folder, "out", "FOLDER",
                 "the folder of the run: weights, checkpoint, log.csv"),
    ARG_ROW_CHOICE(Request, shape_index, "shape", MASTER_NAMES, "shape of the weights (pp)"),
    ARG_ROW_TEXT(Request, from, "from", "FILE",
                 "weights to begin with (piece values); zero: all weights are 0"),
    ARG_ROW_LIST(Request, options, "option", "NAME=VALUE", ARG_LIST_MAX,
                 "set an option of the method; may be given again"),
    ARG_ROW_NUMBER(Request, steps, "steps", "N", 0, STEPS_MAX,
                   "number of steps (1000); 0: only write the weights to begin with"),
    ARG_ROW_NUMBER(Request, batch, "batch", "N", 1, 10000000, "samples or games of a step"),
    ARG_ROW_REAL(Request, rate, "rate", "R", 0, 1000000, "learning rate (by method and shape)"),
    ARG_ROW_CHOICE(Request, schedule, "schedule", SCHEDULE_NAMES,
                   "how the rate falls to 0 (cosine)"),
    ARG_ROW_NUMBER(Request, warm_up, "warm-up", "N", 0, STEPS_MAX,
                   "steps in which the rate rises from 0 (0)"),
    ARG_ROW_CHOICE(Request, optimiser, "optimiser", OPTIMISER_NAMES, "optimiser (adam)"),
    ARG_ROW_REAL(Request, penalties.l1, "l1", "X", 0, 1000000, "L1 penalty of the weights (0)"),
    ARG_ROW_REAL(Request, penalties.l2, "l2", "X", 0, 1000000, "L2 penalty of the weights (0)"),
    ARG_ROW_FLAG(Request, is_tied, "tied", "left and right share their weights"),
    ARG_ROW_NUMBER(Request, report_every, "report", "N", 1, STEPS_MAX,
                   "steps between two lines of progress (20 lines in all)"),
    ARG_ROW_FLAG(Request, keeps_all, "keep-all", "keep the weights of every report"),
    ARG_ROW_CALL("strength", "GAMES[,NODES]", take_strength,
                 "at every report play games against the weights of the start, with so many nodes "
                 "a move (500)"),
    ARG_ROW_NUMBER(Request, threads, "concurrency", "N", 1, MATCH_THREADS_MAX,
                   "shares of a batch worked on at a time (1), or games of methods that play (one "
                   "for each processor). Games do not depend on it; sums over samples do"),
    ARG_ROW_NUMBER(Request, threads, "threads", "N", 1, MATCH_THREADS_MAX, NULL),
    ARG_ROW_NUMBER(Request, checkpoint_every, "checkpoint", "N", 1, STEPS_MAX,
                   "steps between two checkpoints (as --report)"),
    ARG_ROW_FLAG(Request, is_resumed, "resume",
                 "continue from the checkpoint if there is one, with the same options; the number "
                 "of steps and the reports may differ"),
    ARG_ROW_NUMBER(Request, seed, "seed", "N", 0, INT64_MAX, "seed of all random numbers (0)"),
    ARG_ROW_FLAG(Request, is_json, "json", "one JSON object a line"),
};

const Command CMD_LEARN = {
    .name = "learn",
    .summary = "learn weights from training data or own games",
    .usage = "METHOD --out FOLDER [--data PATH ...] [options]",
    .about = "Learns weights. At the end it draws the curves of loss, validation and strength, as "
             "learn plot does.",
    .args = ARG_TABLE(ROWS),
    .print_more = print_methods,
    .notes = "Exit status 1: interrupted (Ctrl-C); the checkpoint is kept.",
    .example = "regress --data games --out run --steps 2000",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.steps = 1000},
    .run = run,
};

// ---- curves ----

typedef struct PlotRequest {
    const char *folder;
    const char *svg; // null: no picture
    bool is_json;
} PlotRequest;

static Exit run_plot(const Command *self, void *context) {
    const PlotRequest *request = context;
    LearnCurves curves;
    Error error;
    Status status = learn_curves_read(&curves, request->folder, &error);
    if (status == STATUS_OK && request->svg)
        status = learn_curves_svg(&curves, request->folder, request->svg, &error);
    if (status == STATUS_OK && request->is_json)
        learn_curves_json(&curves, stdout);
    else if (status == STATUS_OK && !request->svg)
        status = learn_curves_text(&curves, stdout, &error);
    learn_curves_release(&curves);
    return status == STATUS_OK ? EXIT_OK : command_fail(self, "%s", error.text);
}

static const Arg PLOT_ROWS[] = {
    ARG_ROW_TEXT(PlotRequest, folder, "FOLDER", NULL, "the folder of a run of learn"),
    ARG_ROW_TEXT(PlotRequest, svg, "svg", "FILE", "draw a picture instead"),
    ARG_ROW_FLAG(PlotRequest, is_json, "json", "the numbers, as in log.csv"),
};

const Command CMD_LEARN_PLOT = {
    .name = "learn plot",
    .summary = "draw the curves of a run of learn",
    .usage = "FOLDER [options]",
    .about = "Draws the curves of a run: loss, validation, strength.",
    .args = ARG_TABLE(PLOT_ROWS),
    .example = "run --svg run.svg",
    .request_size = sizeof(PlotRequest),
    .run = run_plot,
};
