#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/atomic_file.h"
#include "base/clock.h"
#include "base/filemap.h"
#include "command.h"
#include "interrupt.h"
#include "match_args.h"
#include "progress.h"
#include "spsa_report.h"

enum {
    CHECKPOINT_MS = 1000, // what a sudden end may cost
    GAMES_MAX = 1000,     // of an iteration
    PATIENCE_MS = 60000,  // for built-in players no more than a formality
};

static const char EACH_DEFAULT[] = "nodes=3000";

typedef struct Request {
    const char *tunes[SPSA_PARAMETERS_MAX];
    int tune_count;
    MatchArgs args;
    const char *state;
    int64_t iterations, games;
    TuningDefaults defaults;
} Request;

// What the command line has become.
typedef struct Setup {
    EngineConfig engine;
    Openings memory;
    const Openings *openings; // null: random moves
    Spsa spsa;
} Setup;

// A tuning while it runs.
typedef struct Run {
    SpsaView view;
    Progress progress;
    const char *state;
    char *text; // SPSA_TEXT_MAX bytes for what is written to it
    int64_t start_ns, saved_ns;
} Run;

// ---- Options ----

static const struct option OPTIONS[] = {
    MATCH_ARGS,
    {"tune", required_argument, NULL, 't'},
    {"iterations", required_argument, NULL, 'i'},
    {"games-per-iteration", required_argument, NULL, 'g'},
    {"step", required_argument, NULL, 'p'},
    {"rate", required_argument, NULL, 'q'},
    {"state", required_argument, NULL, 'f'},
    {NULL, 0, NULL, 0},
};

static Exit take_real(const Command *self, const char *name, double max, double *field) {
    double number;
    if (!str_real(str_of(optarg), &number) || !(number > 0 && number <= max))
        return command_fail(self, "%s: '%.60s' is not a number above 0 and up to %g", name, optarg,
                            max);
    *field = number;
    return EXIT_OK;
}

static Exit take_tune(const Command *self, Request *request) {
    if (request->tune_count == SPSA_PARAMETERS_MAX)
        return command_fail(self, "--tune: at most %d of them", SPSA_PARAMETERS_MAX);
    request->tunes[request->tune_count++] = optarg;
    return EXIT_OK;
}

static Exit take_option(const Command *self, void *context, int option) {
    Request *request = context;
    const CommandNumber numbers[] = {
        {'i', "--iterations", 1, 1000000000, &request->iterations},
        {'g', "--games-per-iteration", 1, GAMES_MAX, &request->games},
    };
    const Exit taken = command_take_number(self, numbers, ARRAY_LEN(numbers), option);
    if (taken != EXIT_NO)
        return taken;
    switch (option) {
    case 't':
        return take_tune(self, request);
    case 'p':
        return take_real(self, "--step", 1, &request->defaults.step);
    case 'q':
        return take_real(self, "--rate", 1000, &request->defaults.rate);
    case 'f':
        request->state = optarg;
        return EXIT_OK;
    default:
        return match_args_take(self, &request->args, option);
    }
}

static Exit check_request(const Command *self, Request *request) {
    if (!request->tune_count)
        return command_fail(self, "expected --tune NAME at least once; see --help");
    if (!request->state)
        return command_fail(self, "expected --state FILE, where the values are kept; see --help");
    if (!request->args.is_resumed && !access(request->state, F_OK))
        return command_fail(self, "--state: %.200s is there already; go on with it by --resume",
                            request->state);
    request->games = (request->games + 1) / 2 * 2;
    request->args.game.patience_ms = PATIENCE_MS;
    return EXIT_OK;
}

// ---- The parameters and their state ----

static Status add_parameters(const Request *request, const Config *config, const Player *player,
                             Spsa *spsa, Error *error) {
    for (int i = 0; i < request->tune_count; i++) {
        SpsaParameter parameter;
        Error why;
        Status status = tuning_parameter(&parameter, str_of(request->tunes[i]),
                                         player_options(player), config, &request->defaults, &why);
        if (status == STATUS_OK)
            status = spsa_add(spsa, &parameter, &why);
        if (status != STATUS_OK)
            return error_set(error, status, "--tune: %s", why.text);
    }
    return STATUS_OK;
}

// A state replaces what was made of the command line if it is one of the same tuning.
static Status resume(const char *path, Spsa *spsa, Error *error) {
    FileMap map;
    TRY(filemap_open(&map, path, error));
    Spsa *earlier = malloc(sizeof *earlier);
    Error why;
    Status status = earlier ? spsa_read(earlier, (Str){(const char *)map.data, map.size}, &why)
                            : error_set(&why, STATUS_NO_MEMORY, "no memory for it");
    if (status == STATUS_OK)
        status = tuning_check_same(spsa, earlier, &why);
    if (status == STATUS_OK)
        *spsa = *earlier;
    else
        error_set(error, status, "%s: %s", path, why.text);
    free(earlier);
    filemap_release(&map);
    return status;
}

static Status save(Run *run, const Spsa *spsa, Error *error) {
    StrBuf text = strbuf_init(run->text, SPSA_TEXT_MAX);
    spsa_write(spsa, &text);
    run->saved_ns = clock_ns();
    return atomic_file_write(run->state, text.at, text.len, error);
}

static Status read_engine(const Request *request, EngineConfig *engine, Player **player,
                          Error *error) {
    Error why;
    Status status = engine_config_parse(
        engine, 1, "name=engine", request->args.each ? request->args.each : EACH_DEFAULT, &why);
    if (status == STATUS_OK && engine->is_external)
        status = error_set(&why, STATUS_BAD_INPUT, "only the built-in engine is tuned, not cmd");
    if (status == STATUS_OK)
        status = config_player(&engine->config, player, &why);
    if (status != STATUS_OK)
        return error_set(error, status, "--each: %s", why.text);
    return STATUS_OK;
}

static Status prepare(const Request *request, Setup *setup, Error *error) {
    Player *player = NULL;
    TRY(read_engine(request, &setup->engine, &player, error));
    spsa_init(&setup->spsa, request->iterations, (uint64_t)request->args.seed);
    const Status status =
        add_parameters(request, &setup->engine.config, player, &setup->spsa, error);
    player_free(player);
    TRY(status);
    if (request->args.is_resumed)
        TRY(resume(request->state, &setup->spsa, error));
    return match_args_openings(&request->args, &setup->memory, &setup->openings, error);
}

// ---- Running ----

static Status take_iteration(void *context, const Spsa *spsa, Error *error) {
    Run *run = context;
    const int64_t now_ns = clock_ns();
    run->view.seconds = (double)(now_ns - run->start_ns) / 1e9;
    if (now_ns - run->saved_ns >= (int64_t)CHECKPOINT_MS * 1000000)
        TRY(save(run, spsa, error));
    char memory[256];
    StrBuf note = strbuf_init(memory, sizeof memory);
    if (run->progress.is_shown)
        spsa_report_note(&run->view, &note);
    progress_update(&run->progress, (size_t)spsa->done, memory);
    return STATUS_OK;
}

static Status play(const TuningConfig *plan, Run *run, Spsa *spsa, Error *error) {
    const TuningReport report = {take_iteration, run};
    SearchControl stop;
    Interrupt interrupt;
    // At once, so that a place that cannot be written is found before anything is played.
    TRY(save(run, spsa, error));
    control_init(&stop);
    interrupt_begin(&interrupt, &stop);
    progress_begin(&run->progress, (size_t)spsa->done, (size_t)plan->iterations);
    run->start_ns = clock_ns();
    const Status status = tuning_run(spsa, plan, &report, &stop, error);
    progress_end(&run->progress);
    interrupt_end(&interrupt);
    TRY(status);
    run->view.seconds = (double)(clock_ns() - run->start_ns) / 1e9;
    run->view.is_stopped = control_is_stopped(&stop);
    return save(run, spsa, error);
}

static Status tune(const Request *request, Setup *setup, Exit *exit_code, Error *error) {
    const TuningConfig plan = {.engine = &setup->engine,
                               .openings = setup->openings,
                               .random_plies = (int)request->args.random_plies,
                               .game = request->args.game,
                               .pairs = (int)request->games / 2,
                               .threads = (int)request->args.concurrency,
                               .iterations = request->iterations};
    Spsa *spsa = &setup->spsa;
    Run run = {.view = {.spsa = spsa,
                        .games = (int)request->games,
                        .threads = plan.threads,
                        .earlier = spsa->done},
               .state = request->state,
               .text = malloc(SPSA_TEXT_MAX)};
    const Status status = run.text ? play(&plan, &run, spsa, error)
                                   : error_set(error, STATUS_NO_MEMORY, "no memory for the state");
    free(run.text);
    TRY(status);
    (request->args.is_json ? spsa_report_json : spsa_report_text)(&run.view, stdout);
    *exit_code = run.view.is_stopped ? EXIT_NO : EXIT_OK;
    return STATUS_OK;
}

static Exit run(const Command *self, int argc, char **argv) {
    Request request = {.args = match_args_default(),
                       .iterations = 10000,
                       .games = 2,
                       .defaults = {.step = 0.05, .rate = 0.002}};
    request.args.concurrency = command_threads(MATCH_THREADS_MAX);
    Exit exit_code;
    if (!command_options(self, argc, argv, OPTIONS, take_option, &request, &exit_code))
        return exit_code;
    exit_code = check_request(self, &request);
    if (exit_code != EXIT_OK)
        return exit_code;
    Error error;
    Setup *setup = calloc(1, sizeof *setup);
    if (!setup)
        return command_fail(self, "no memory for the parameters");
    Status status = prepare(&request, setup, &error);
    if (status == STATUS_OK)
        status = tune(&request, setup, &exit_code, &error);
    engine_config_release(&setup->engine);
    openings_release(&setup->memory);
    free(setup);
    return status == STATUS_OK ? exit_code : command_fail(self, "%s", error.text);
}

const Command CMD_SPSA = {
    .name = "spsa",
    .summary = "tunes numbers among the engine's options by games against itself",
    .help =
        "usage: yuragi-" GAME_NAME " spsa --tune NAME[=START,MIN,MAX,STEP,RATE] ... --state FILE\n"
        "\n"
        "In every iteration all numbers are pushed up or down at random, and the engine with\n"
        "these values plays the one with the opposite pushes: each opening twice, colours\n"
        "exchanged. The result moves every number a little along its push.\n"
        "\n"
        "  --tune NAME[=...]       an option to tune, as often as you like. What is left off or\n"
        "                          empty (NAME=,0,200) is as the engine has it\n"
        "    START MIN MAX         where it begins and its range\n"
        "    STEP                  how far it is pushed at the end; further at first. A change\n"
        "                          of this size should be felt, a few Elo\n"
        "    RATE                  how far a won game moves it at the end, in steps\n"
        "  --step SHARE            STEP as a share of the range, or of four times the usual\n"
        "                          value where that is less (0.05); at least 1 for whole numbers\n"
        "  --rate R                RATE (0.002); for few games more, like 0.02\n"
        "  --iterations N          how many (10000); those that are resumed count too\n"
        "  --games-per-iteration N made even (2)\n"
        "  --each \"KEY=VALUE ...\"  limits and other options of the engine, as in match\n"
        "                          (nodes=3000)\n"
        "  --concurrency N         games at a time (one a processor); with 1 the same seed\n"
        "                          gives the same values\n" //
    MATCH_ARGS_HELP                                         //
        "  --state FILE            where the values are kept, every second and at the end\n"
        "  --resume                go on from it: the same --tune and --seed. More iterations\n"
        "                          than planned at first go on with the small steps of the end\n"
        "  --seed N                of pushes and openings (0)\n"
        "  --json                  one JSON object\n"
        "\n"
        "Exit status 1: interrupted (Ctrl-C); the values are kept.\n"
        "\n"
        "example: yuragi-" GAME_NAME
        " spsa --tune StaticNullMargin --tune FutilityMargin=150,0,600,20 \\\n"
        "             --each nodes=3000 --iterations 20000 --state margins.spsa\n",
    .run_words = run,
};
