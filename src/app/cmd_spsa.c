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
    CHECKPOINT_MS = 1000, // between two writes of the state
    GAMES_MAX = 1000,     // of an iteration
    PATIENCE_MS = 60000,  // built-in players always reply
};

static const char EACH_DEFAULT[] = "nodes=3000";

typedef struct Request {
    ArgList tunes;
    MatchArgs args;
    const char *state;
    int64_t iterations;
    int games;
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

static Exit check_request(const Command *self, Request *request) {
    if (!request->tunes.count)
        return command_fail(self, "expected --tune NAME at least once; see --help");
    if (!request->state)
        return command_fail(self, "expected --state FILE, where the values are kept; see --help");
    if (atomic_file_is_stdout(request->state))
        return command_fail(self, "--state: expected a file, from which --resume can read it");
    if (!request->args.is_resumed && !access(request->state, F_OK))
        return command_fail(self, "--state: %.200s is there already; go on with it by --resume",
                            request->state);
    if (request->defaults.step <= 0)
        return command_fail(self, "--step: '0' is not above 0");
    if (request->defaults.rate <= 0)
        return command_fail(self, "--rate: '0' is not above 0");
    if (!request->args.concurrency)
        request->args.concurrency = command_threads(MATCH_THREADS_MAX);
    request->games = (request->games + 1) / 2 * 2;
    request->args.game.rules.entering_king = RULES_DEFAULT.entering_king;
    request->args.game.patience_ms = PATIENCE_MS;
    return EXIT_OK;
}

// ---- The parameters and their state ----

static Status add_parameters(const Request *request, const Config *config, const Player *player,
                             Spsa *spsa, Error *error) {
    for (int i = 0; i < request->tunes.count; i++) {
        SpsaParameter parameter;
        Error why;
        Status status = tuning_parameter(&parameter, str_of(request->tunes.at[i]),
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
                               .random_plies = request->args.random_plies,
                               .game = request->args.game,
                               .pairs = request->games / 2,
                               .threads = request->args.concurrency,
                               .iterations = request->iterations};
    Spsa *spsa = &setup->spsa;
    Run run = {.view = {.spsa = spsa,
                        .games = request->games,
                        .threads = plan.threads,
                        .earlier = spsa->done},
               .state = request->state,
               .text = malloc(SPSA_TEXT_MAX)};
    const Status status = run.text ? play(&plan, &run, spsa, error)
                                   : error_set(error, STATUS_NO_MEMORY, "no memory for the state");
    free(run.text);
    TRY(status);
    (request->args.is_json ? spsa_report_json : spsa_report_text)(&run.view, stdout);
    if (run.view.is_stopped)
        command_say_again("--resume");
    *exit_code = run.view.is_stopped ? EXIT_NO : EXIT_OK;
    return STATUS_OK;
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    Exit exit_code = check_request(self, request);
    if (exit_code != EXIT_OK)
        return exit_code;
    Error error;
    Setup *setup = calloc(1, sizeof *setup);
    if (!setup)
        return command_fail(self, "no memory for the parameters");
    Status status = prepare(request, setup, &error);
    if (status == STATUS_OK)
        status = tune(request, setup, &exit_code, &error);
    engine_config_release(&setup->engine);
    openings_release(&setup->memory);
    free(setup);
    return status == STATUS_OK ? exit_code : command_fail(self, "%s", error.text);
}

static const Arg ROWS[] = {
    ARG_ROW_LIST(Request, tunes, "tune", "NAME[=...]", SPSA_PARAMETERS_MAX,
                 "an option to tune: NAME or NAME=START,MIN,MAX,STEP,RATE; may be given again. "
                 "Parts that are left off or empty (NAME=,0,200) are those of the engine"),
    ARG_ROW_NOTE("  START MIN MAX", "the first value and the range"),
    ARG_ROW_NOTE("  STEP", "size of the last perturbation; earlier ones are larger. A change of "
                           "this size should be worth a few Elo"),
    ARG_ROW_NOTE("  RATE", "how far a won game moves the value at the end, in steps"),
    ARG_ROW_REAL(Request, defaults.step, "step", "SHARE", 0, 1,
                 "STEP as a share of the range, or of four times the default value if that is less "
                 "(0.05); at least 1 for whole numbers"),
    ARG_ROW_REAL(Request, defaults.rate, "rate", "R", 0, 1000,
                 "RATE (0.002); more for few games, like 0.02"),
    ARG_ROW_NUMBER(Request, iterations, "iterations", "N", 1, 1000000000,
                   "number of iterations (10000), those of earlier runs included"),
    ARG_ROW_NUMBER(Request, games, "games-per-iteration", "N", 1, GAMES_MAX,
                   "number of games, made even (2)"),
    ARG_ROW_TEXT(Request, args.each, "each", "\"KEY=VALUE ...\"",
                 "limits and other options of the engine, as in match (nodes=3000)"),
    ARG_ROW_NUMBER(Request, args.concurrency, "concurrency", "N", 1, MATCH_THREADS_MAX,
                   "games at a time (one for each processor); with 1 the same seed gives the same "
                   "values"),
    ARG_ROW_GROUP(Request, args, MATCH_ARGS),
    ARG_ROW_TEXT(Request, state, "state", "FILE",
                 "where the values are kept, every second and at the end"),
    ARG_ROW_FLAG(Request, args.is_resumed, "resume",
                 "continue from the state, with the same --tune and --seed. More iterations than "
                 "planned at first continue with the small steps of the end"),
    ARG_ROW_NUMBER(Request, args.seed, "seed", "N", 0, INT64_MAX,
                   "seed of perturbations and openings (0)"),
    ARG_ROW_FLAG(Request, args.is_json, "json", "one JSON object"),
};

const Command CMD_SPSA = {
    .name = "spsa",
    .summary = "tune numbers among the engine's options by games against itself",
    .usage = "--tune NAME[=...] ... --state FILE [options]",
    .about = "Tunes options by simultaneous perturbation (SPSA). Every iteration perturbs all "
             "numbers up or down at random, and the engine with these values plays the engine with "
             "the opposite perturbations: each opening twice, colours exchanged. The result moves "
             "every number a little along its perturbation.",
    .args = ARG_TABLE(ROWS),
    .notes = "Exit status 1: interrupted (Ctrl-C); the values are kept.",
    .example = "--tune StaticNullMargin \\\n"
               "             --tune FutilityMargin=150,0,600,20 --each nodes=3000 \\\n"
               "             --iterations 20000 --state margins.spsa",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.args = MATCH_ARGS_DEFAULT,
                                 .iterations = 10000,
                                 .games = 2,
                                 .defaults = {.step = 0.05, .rate = 0.002}},
    .run = run,
};
