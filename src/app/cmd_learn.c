#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "interrupt.h"
#include "learn_report.h"
#include "play/match.h"

enum {
    FILES_MAX = 64,
    STEPS_MAX = 1000000000,
    PROVENANCE_MAX = 1024,
    HELP_MAX = 8192,
    MANIFEST_MAX = 1 << 16,
    STRENGTH_GAMES_MAX = 1000000,
    STRENGTH_NODES = 500,
};

typedef struct Request {
    const LearnerKind *learner;
    const MasterKind *shape;
    const char *files[FILES_MAX];
    int file_count;
    const char *folder, *from;
    int64_t steps, batch, warm_up, report_every, checkpoint_every, seed, threads;
    double rate;
    Penalties penalties;
    int optimiser, schedule;
    StrengthConfig strength;
    bool is_tied, is_resumed, keeps_all, is_json;
    bool has_header; // printed above the reports
    void *settings;  // the learner's own
    char manifest[MANIFEST_MAX];
} Request;

static const struct option OPTIONS[] = {
    {"data", required_argument, NULL, 'd'},
    {"out", required_argument, NULL, 'o'},
    {"shape", required_argument, NULL, 'w'},
    {"from", required_argument, NULL, 'f'},
    {"option", required_argument, NULL, 'O'},
    {"steps", required_argument, NULL, 'n'},
    {"batch", required_argument, NULL, 'b'},
    {"rate", required_argument, NULL, 'r'},
    {"schedule", required_argument, NULL, 'c'},
    {"warm-up", required_argument, NULL, 'u'},
    {"optimiser", required_argument, NULL, 'p'},
    {"l1", required_argument, NULL, 'L'},
    {"l2", required_argument, NULL, 'l'},
    {"tied", no_argument, NULL, 'm'},
    {"report", required_argument, NULL, 'R'},
    {"checkpoint", required_argument, NULL, 'C'},
    {"keep-all", no_argument, NULL, 'k'},
    {"strength", required_argument, NULL, 'S'},
    {"threads", required_argument, NULL, 't'},
    {"resume", no_argument, NULL, 'e'},
    {"seed", required_argument, NULL, 's'},
    {"json", no_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

// ---- options ----

static Exit take_choice(const Command *self, const char *name, const char *const *choices,
                        int *field) {
    for (int i = 0; choices[i]; i++)
        if (!strcmp(choices[i], optarg)) {
            *field = i;
            return EXIT_OK;
        }
    char list[128];
    StrBuf out = strbuf_init(list, sizeof list);
    for (int i = 0; choices[i]; i++)
        strbuf_format(&out, "%s%s", i ? ", " : "", choices[i]);
    return command_fail(self, "%s: '%.60s' is none of %s", name, optarg, list);
}

static Exit take_shape(const Command *self, Request *request) {
    for (const MasterKind *const *kind = MASTER_KINDS; *kind; kind++)
        if (!strcmp((*kind)->name, optarg)) {
            request->shape = *kind;
            return EXIT_OK;
        }
    return command_fail(self, "--shape: there is no '%.60s'; see --help", optarg);
}

static Exit take_real(const Command *self, const char *name, double *field) {
    if (!str_real(str_of(optarg), field) || !(*field >= 0 && *field <= 1e6))
        return command_fail(self, "%s: '%.60s' is not a number from 0 to 1000000", name, optarg);
    return EXIT_OK;
}

static Exit take_setting(const Command *self, Request *request) {
    Str rest = str_of(optarg);
    const Str name = str_until(&rest, '=');
    Error why;
    if (!strchr(optarg, '='))
        return command_fail(self, "--option: '%.60s' is not NAME=VALUE", optarg);
    const LearnerKind *kind = request->learner;
    if (option_set(kind->options, request->settings, name, rest, &why) != STATUS_OK)
        return command_fail(self, "--option: %s", why.text);
    return EXIT_OK;
}

static Exit take_strength(const Command *self, Request *request) {
    Str rest = str_of(optarg);
    const Str games_text = str_until(&rest, ',');
    int64_t games, nodes = STRENGTH_NODES;
    if (!str_int(games_text, 0, STRENGTH_GAMES_MAX, &games) ||
        (games_text.len < strlen(optarg) && !str_int(rest, 1, INT64_MAX, &nodes)))
        return command_fail(self, "--strength: '%.60s' is not GAMES or GAMES,NODES like 100,500",
                            optarg);
    request->strength = (StrengthConfig){.games = (int)games, .nodes = nodes};
    return EXIT_OK;
}

static Exit take_word(const Command *self, Request *request, int option) {
    switch (option) {
    case 'S':
        return take_strength(self, request);
    case 'd':
        if (request->file_count == FILES_MAX)
            return command_fail(self, "--data: at most %d of them; a folder counts as one",
                                FILES_MAX);
        request->files[request->file_count++] = optarg;
        return EXIT_OK;
    case 'o':
        request->folder = optarg;
        return EXIT_OK;
    case 'f':
        request->from = optarg;
        return EXIT_OK;
    case 'w':
        return take_shape(self, request);
    case 'O':
        return take_setting(self, request);
    case 'r':
        return take_real(self, "--rate", &request->rate);
    case 'L':
        return take_real(self, "--l1", &request->penalties.l1);
    case 'l':
        return take_real(self, "--l2", &request->penalties.l2);
    case 'c':
        return take_choice(self, "--schedule", SCHEDULE_NAMES, &request->schedule);
    default:
        return take_choice(self, "--optimiser", OPTIMISER_NAMES, &request->optimiser);
    }
}

static Exit take_option(const Command *self, void *context, int option) {
    Request *request = context;
    const CommandNumber numbers[] = {
        {'n', "--steps", 0, STEPS_MAX, &request->steps},
        {'b', "--batch", 1, 10000000, &request->batch},
        {'u', "--warm-up", 0, STEPS_MAX, &request->warm_up},
        {'R', "--report", 1, STEPS_MAX, &request->report_every},
        {'C', "--checkpoint", 1, STEPS_MAX, &request->checkpoint_every},
        {'s', "--seed", 0, INT64_MAX, &request->seed},
        {'t', "--threads", 1, MATCH_THREADS_MAX, &request->threads},
    };
    const Exit taken = command_take_number(self, numbers, ARRAY_LEN(numbers), option);
    if (taken != EXIT_NO)
        return taken;
    switch (option) {
    case 'm':
        request->is_tied = true;
        return EXIT_OK;
    case 'k':
        request->keeps_all = true;
        return EXIT_OK;
    case 'e':
        request->is_resumed = true;
        return EXIT_OK;
    case 'j':
        request->is_json = true;
        return EXIT_OK;
    default:
        return take_word(self, request, option);
    }
}

static Exit take_method(const Command *self, Request *request, const char *name) {
    char list[256];
    StrBuf out = strbuf_init(list, sizeof list);
    for (const LearnerKind *const *kind = LEARNER_KINDS; *kind; kind++) {
        strbuf_format(&out, "%s%s", kind == LEARNER_KINDS ? "" : ", ", (*kind)->name);
        if (!strcmp((*kind)->name, name))
            request->learner = *kind;
    }
    const LearnerKind *kind = request->learner;
    if (!kind)
        return command_fail(self, "expected a method first: %s; or plot; see --help", list);
    request->settings = calloc(1, kind->settings_bytes);
    if (!request->settings)
        return command_fail(self, "no memory to learn");
    option_defaults(kind->options, request->settings);
    request->batch = kind->batch;
    // Games do not depend on the number of threads; sums of floats do.
    request->threads = kind->plays ? command_threads(MATCH_THREADS_MAX) : 1;
    return EXIT_OK;
}

static Exit check(const Command *self, Request *request) {
    if (!request->folder)
        return command_fail(self, "expected --out FOLDER, where the run lives; see --help");
    if (!request->learner->plays && !request->file_count)
        return command_fail(self, "expected --data FILE or FOLDER to learn from; see --help");
    if (request->learner->plays && request->file_count)
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

// ---- help ----

static void help_option(const OptionSpec *spec, StrBuf *out) {
    char name[OPTION_NAME_MAX + 64];
    StrBuf text = strbuf_init(name, sizeof name);
    strbuf_format(&text, "%s=%s", spec->name, spec->fallback ? spec->fallback : "");
    strbuf_format(out, "  %-22s %s", name, spec->help);
    if (spec->kind == OPTION_SPIN || spec->kind == OPTION_REAL)
        strbuf_format(out, " (%.10g to %.10g)", spec->min, spec->max);
    for (int i = 0; spec->kind == OPTION_COMBO && spec->choices[i]; i++)
        strbuf_format(out, "%s%s%s", i ? ", " : " (", spec->choices[i],
                      spec->choices[i + 1] ? "" : ")");
    strbuf_char(out, '\n');
}

static void help_method(const LearnerKind *kind, StrBuf *out) {
    strbuf_format(out,
                  "usage: yuragi-" GAME_NAME " learn %s %s--out FOLDER [--option NAME=VALUE] ...\n"
                  "\n"
                  "%s: %s.\n"
                  "%s, --batch %d, unless told otherwise.\n"
                  "\n"
                  "Its own options, with their defaults, for --option\n",
                  kind->name, kind->plays ? "" : "--data PATH ", kind->name, kind->summary,
                  kind->plays ? "Plays games of its own" : "Learns from samples", kind->batch);
    for (size_t i = 0; i < kind->options->count; i++)
        help_option(&kind->options->specs[i], out);
    const OptionSpec *spec = &kind->options->specs[0];
    strbuf_format(out,
                  "\n"
                  "learn --help explains the options all methods have.\n"
                  "\n"
                  "example: yuragi-" GAME_NAME " learn %s %s--out run --option %s=%s\n",
                  kind->name, kind->plays ? "" : "--data games ",
                  kind->options->count ? spec->name : "",
                  kind->options->count ? spec->fallback : "");
}

static void help_all(const Command *self, StrBuf *out) {
    strbuf_text(out, "usage: yuragi-" GAME_NAME " learn METHOD --out FOLDER [--data PATH ...] ...\n"
                     "       yuragi-" GAME_NAME " learn plot FOLDER [--svg FILE] [--json]\n"
                     "\n"
                     "METHOD, with --help for the options of its own\n");
    for (const LearnerKind *const *kind = LEARNER_KINDS; *kind; kind++)
        strbuf_format(out, "  %-17s %s\n", (*kind)->name, (*kind)->summary);
    strbuf_text(out, "\nSHAPE of the weights\n ");
    for (const MasterKind *const *shape = MASTER_KINDS; *shape; shape++)
        strbuf_format(out, " %s%s", (*shape)->name, shape[1] ? "," : "\n");
    strbuf_text(out, self->help);
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
    for (int i = 0; i < request->file_count; i++)
        strbuf_format(text, "data %s\n", request->files[i]);
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
    return training_run(&config, request->is_resumed, &report, stop, &last, error);
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
                                .files = request->files,
                                .file_count = request->file_count,
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

static Exit run_method(const Command *self, Request *request, int argc, char **argv) {
    Exit exit_code = take_method(self, request, argc > 1 ? argv[1] : "");
    if (exit_code != EXIT_OK)
        return exit_code;
    char help[HELP_MAX];
    StrBuf text = strbuf_init(help, sizeof help);
    assert(request->learner);
    help_method(request->learner, &text);
    Command method = *self;
    method.help = help;
    if (!command_options(&method, argc - 1, argv + 1, OPTIONS, take_option, request, &exit_code))
        return exit_code;
    exit_code = check(&method, request);
    if (exit_code != EXIT_OK)
        return exit_code;
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
    return is_stopped ? EXIT_NO : EXIT_OK;
}

// ---- curves ----

static const struct option PLOT_OPTIONS[] = {
    {"svg", required_argument, NULL, 'g'},
    {"json", no_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

typedef struct PlotRequest {
    const char *svg; // null: no picture
    bool is_json;
} PlotRequest;

static Exit take_plot_option(const Command *self, void *context, int option) {
    PlotRequest *request = context;
    (void)self;
    if (option == 'g')
        request->svg = optarg;
    request->is_json |= option == 'j';
    return EXIT_OK;
}

static Exit run_plot(const Command *self, int argc, char **argv) {
    PlotRequest request = {0};
    Exit exit_code;
    if (!command_arguments(self, argc, argv, PLOT_OPTIONS, take_plot_option, &request, &exit_code))
        return exit_code;
    if (argc - optind != 1)
        return command_fail(self, "plot: expected one FOLDER of a run; see --help");
    const char *folder = argv[optind];
    LearnCurves curves;
    Error error;
    Status status = learn_curves_read(&curves, folder, &error);
    if (status == STATUS_OK && request.svg)
        status = learn_curves_svg(&curves, folder, request.svg, &error);
    if (status == STATUS_OK && request.is_json)
        learn_curves_json(&curves, stdout);
    else if (status == STATUS_OK && !request.svg)
        status = learn_curves_text(&curves, stdout, &error);
    learn_curves_release(&curves);
    return status == STATUS_OK ? EXIT_OK : command_fail(self, "%s", error.text);
}

static Exit run(const Command *self, int argc, char **argv) {
    const char *word = argc > 1 ? argv[1] : "";
    char help[HELP_MAX];
    StrBuf text = strbuf_init(help, sizeof help);
    help_all(self, &text);
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
        fputs(help, stdout);
        return EXIT_OK;
    }
    if (!strcmp(word, "plot")) {
        Command plot = *self;
        plot.help = help;
        return run_plot(&plot, argc - 1, argv + 1);
    }
    Request *request = calloc(1, sizeof *request);
    if (!request)
        return command_fail(self, "no memory to learn");
    request->shape = MASTER_KINDS[0];
    request->steps = 1000;
    const Exit exit_code = run_method(self, request, argc, argv);
    free(request->settings);
    free(request);
    return exit_code;
}

const Command CMD_LEARN = {
    .name = "learn",
    .summary = "learns weights from training data or its own games",
    .help =
        "\n"
        "  --data PATH       samples to learn from, a file or a folder; as often as needed\n"
        "  --out FOLDER      where the run lives: weights, checkpoint, log.csv\n"
        "  --shape SHAPE     of the weights (pp)\n"
        "  --from FILE       weights to begin with (the worth of the pieces); or zero\n"
        "  --option N=V      of the method, as often as needed\n"
        "  --steps N         how many steps (1000); --batch N: samples or games in each\n"
        "                    0 steps: the weights to begin with, and nothing else\n"
        "  --rate R          the size of a step; --schedule cosine, linear, constant;\n"
        "                    --warm-up N: steps in which it rises from 0\n"
        "  --optimiser NAME  adam, adagrad, sgd (adam); --l1 X, --l2 X: shrink weights\n"
        "  --tied            left and right share their weights\n"
        "  --report N        steps between lines of progress (20 lines in all); --keep-all: the\n"
        "                    weights of every one\n"
        "  --strength GAMES[,NODES]\n"
        "                    at every report plays games against the weights it began with, at\n"
        "                    so many nodes a move (500)\n"
        "  --threads N       that learn (1), or play: games at a time (one a processor). Games do\n"
        "                    not depend on it; with samples a run is another with each N\n"
        "  --checkpoint N    steps between checkpoints (as --report)\n"
        "  --resume          go on from the checkpoint, if there is one; with the same options,\n"
        "                    but for more steps and how it reports\n"
        "  --seed N          of everything random (0)\n"
        "  --json            one JSON object a line\n"
        "\n"
        "At the end it draws its curves, as does learn plot: loss, validation, strength.\n"
        "  --svg FILE        plot: as a picture; --json: the numbers, as in log.csv\n"
        "\n"
        "Exit status 1: interrupted (Ctrl-C); the checkpoint is kept.\n"
        "\n"
        "example: yuragi-" GAME_NAME " learn regress --data games --out run --steps 2000\n",
    .run_words = run,
};
