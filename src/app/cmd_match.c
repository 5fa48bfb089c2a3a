#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "command.h"
#include "interrupt.h"
#include "match_args.h"
#include "match_report.h"
#include "match_store.h"
#include "progress.h"

enum { TRANSCRIPTS_MAX = 10 }; // faults printed with their transcript; the rest is counted

typedef struct Request {
    const char *engines[PAIRING_ENGINES_MAX];
    int engine_count;
    MatchArgs args;
    const char *db;
    int64_t games, margin_ms, patience_ms;
    Tournament tournament;
    Sprt sprt;
    bool has_tournament, has_sprt, is_chess960;
} Request;

// A match while it runs.
typedef struct Run {
    MatchView view;
    MatchStore keeper;
    Progress progress;
    int transcripts;
} Run;

// ---- Options ----

static const struct option OPTIONS[] = {
    MATCH_ARGS,
    {"engine", required_argument, NULL, 'e'},
    {"chess960", no_argument, NULL, '9'},
    {"games", required_argument, NULL, 'g'},
    {"tournament", required_argument, NULL, 't'},
    {"resign-alone", no_argument, NULL, 'A'},
    {"draw", required_argument, NULL, 'D'},
    {"margin", required_argument, NULL, 'M'},
    {"timeout", required_argument, NULL, 'T'},
    {"sprt", required_argument, NULL, 'S'},
    {"db", required_argument, NULL, 'b'},
    {NULL, 0, NULL, 0},
};

static Exit take_sprt(const Command *self, Request *request) {
    Str rest = str_of(optarg);
    Sprt sprt = {.alpha = 0.05, .beta = 0.05, .scale = SPRT_LOGISTIC};
    double *const fields[] = {&sprt.elo0, &sprt.elo1, &sprt.alpha, &sprt.beta};
    size_t count = 0;
    bool is_good = true;
    for (; is_good && rest.len; count++) {
        const Str word = str_until(&rest, ',');
        if (!rest.len && count >= 2 && (str_eq(word, "normalised") || str_eq(word, "normalized")))
            sprt.scale = SPRT_NORMALISED;
        else
            is_good = count < ARRAY_LEN(fields) && str_real(word, fields[count]);
    }
    if (!is_good || count < 2)
        return command_fail(
            self, "--sprt: '%.60s' is not ELO0,ELO1[,ALPHA,BETA][,normalised] like 0,5", optarg);
    Error error;
    if (sprt_check(&sprt, &error) != STATUS_OK)
        return command_fail(self, "--sprt: %s", error.text);
    request->sprt = sprt;
    request->has_sprt = true;
    return EXIT_OK;
}

static Exit take_tournament(const Command *self, Request *request) {
    for (int i = 0; i < TOURNAMENT_NB; i++)
        if (!strcmp(optarg, TOURNAMENT_NAMES[i])) {
            request->tournament = (Tournament)i;
            request->has_tournament = true;
            return EXIT_OK;
        }
    return command_fail(self, "--tournament: '%.60s' is not pair, roundrobin or gauntlet", optarg);
}

static Exit take_engine(const Command *self, Request *request) {
    if (request->engine_count == PAIRING_ENGINES_MAX)
        return command_fail(self, "--engine: at most %d of them", PAIRING_ENGINES_MAX);
    request->engines[request->engine_count++] = optarg;
    return EXIT_OK;
}

static Exit take_option(const Command *self, void *context, int option) {
    Request *request = context;
    const CommandNumber numbers[] = {
        {'g', "--games", 1, 1000000, &request->games},
        {'M', "--margin", 0, 3600000, &request->margin_ms},
        {'T', "--timeout", 1, 86400000, &request->patience_ms},
    };
    const Exit taken = command_take_number(self, numbers, ARRAY_LEN(numbers), option);
    if (taken != EXIT_NO)
        return taken;
    switch (option) {
    case 'e':
        return take_engine(self, request);
    case 'b':
        request->db = optarg;
        return EXIT_OK;
    case '9':
        request->is_chess960 = true;
        return EXIT_OK;
    case 't':
        return take_tournament(self, request);
    case 'A':
        request->args.game.adjudication.resigns_alone = true;
        return EXIT_OK;
    case 'D':
        return match_args_draw(self, optarg, &request->args.game.adjudication);
    case 'S':
        return take_sprt(self, request);
    default:
        return match_args_take(self, &request->args, option);
    }
}

static Exit check_request(const Command *self, Request *request) {
    if (request->engine_count < 2)
        return command_fail(self, "expected --engine at least twice; see --help");
    if (!request->has_tournament)
        request->tournament = request->engine_count > 2 ? TOURNAMENT_ROUND_ROBIN : TOURNAMENT_PAIR;
    if (request->tournament == TOURNAMENT_PAIR && request->engine_count > 2)
        return command_fail(self, "--tournament: a pair is two engines, not %d",
                            request->engine_count);
    if (request->args.is_resumed && !request->db)
        return command_fail(self, "--resume: which match? Say --db FILE");
    if (request->is_chess960 && !GAME_IS_CHESS)
        return command_fail(self, "--chess960: there is no such thing in " GAME_NAME);
    if (request->is_chess960 && !request->args.openings_path)
        return command_fail(self, "--chess960: give it starting positions with --openings FILE");
    if (request->has_sprt && request->engine_count > 2)
        return command_fail(self, "--sprt: it tests two engines, not %d", request->engine_count);
    request->args.game.margin_ms = request->margin_ms;
    request->args.game.patience_ms = request->patience_ms;
    return EXIT_OK;
}

// ---- Running ----

static Status take_game(void *context, const Match *match, const PairingGame *game,
                        const Game *played, Error *error) {
    Run *run = context;
    if (run->keeper.store)
        TRY(store_add_game(run->keeper.store, run->keeper.id, game, played, match->finished,
                           error));
    if (finish_is_fault(played->finish) && run->transcripts++ < TRANSCRIPTS_MAX) {
        progress_hide(&run->progress);
        match_report_fault(match, game, played, stderr);
    }
    char text[160];
    StrBuf note = strbuf_init(text, sizeof text);
    run->view.seconds = (double)(clock_ns() - run->progress.start_ns) / 1e9;
    if (run->progress.is_shown)
        match_report_note(&run->view, &note);
    progress_update(&run->progress, (size_t)match->finished, text);
    return STATUS_OK;
}

static Exit verdict(const MatchView *view) {
    if (!view->match->config.sprt)
        return view->is_stopped ? EXIT_NO : EXIT_OK;
    switch (view->match->sprt.state) {
    case SPRT_H1_ACCEPTED:
        return EXIT_OK;
    case SPRT_H0_ACCEPTED:
        return EXIT_NO;
    case SPRT_UNDECIDED:
        break;
    }
    return EXIT_UNDECIDED;
}

static Status play(const Request *request, Run *run, Match *match, Error *error) {
    const MatchReport report = {take_game, run};
    SearchControl stop;
    Interrupt interrupt;
    control_init(&stop);
    interrupt_begin(&interrupt, &stop);
    progress_begin(&run->progress, (size_t)match->finished, (size_t)match->games);
    const Status status = match_run(match, &report, &stop, error);
    progress_end(&run->progress);
    interrupt_end(&interrupt);
    TRY(status);
    run->view.seconds = (double)(clock_ns() - run->progress.start_ns) / 1e9;
    run->view.repeats = match_repeats(match);
    run->view.is_stopped = control_is_stopped(&stop);
    (request->args.is_json ? match_report_json : match_report_text)(&run->view, stdout);
    return STATUS_OK;
}

static Status keep_and_play(const Request *request, Match *match, Exit *exit_code, Error *error) {
    Run run = {.view = {.match = match}};
    Status status = STATUS_OK;
    if (request->db)
        status = match_store_open(&run.keeper, request->db, request->args.is_resumed, match, error);
    if (status == STATUS_OK)
        status = play(request, &run, match, error);
    match_store_close(&run.keeper);
    *exit_code = verdict(&run.view);
    return status;
}

// A game takes one processor, or two where an engine ponders.
static int threads_default(const EngineConfig *engines, int count) {
    const int threads = command_threads(MATCH_THREADS_MAX);
    bool is_pondered = false;
    for (int i = 0; i < count; i++)
        is_pondered |= engines[i].ponders;
    return is_pondered && threads > 1 ? threads / 2 : threads;
}

static Status prepare(const Request *request, const EngineConfig *engines, Openings *openings,
                      Match *match, Error *error) {
    const MatchArgs *args = &request->args;
    const Openings *chosen;
    TRY(match_args_openings(args, openings, &chosen, error));
    const MatchConfig plan = {
        .engines = engines,
        .pairing = {request->tournament, request->engine_count, (request->games + 1) / 2},
        .openings = chosen,
        .random_plies = (int)args->random_plies,
        .is_chess960 = request->is_chess960,
        .seed = (uint64_t)args->seed,
        .game = args->game,
        .sprt = request->has_sprt ? &request->sprt : NULL,
        .threads = args->concurrency ? (int)args->concurrency
                                     : threads_default(engines, request->engine_count),
    };
    if (pairing_games(&plan.pairing) > MATCH_GAMES_MAX)
        return error_set(error, STATUS_BAD_INPUT, "--games: more than %d in all", MATCH_GAMES_MAX);
    return match_init(match, &plan, error);
}

static Status read_engines(const Request *request, EngineConfig *engines, Error *error) {
    for (int i = 0; i < request->engine_count; i++) {
        Error why;
        const Status status =
            engine_config_parse(&engines[i], i + 1, request->args.each ? request->args.each : "",
                                request->engines[i], &why);
        if (status != STATUS_OK)
            return error_set(error, status, "--engine: %s", why.text);
        // A program without this option would not understand the moves, and is refused.
        if (request->is_chess960 && engines[i].is_external)
            TRY(config_add(&engines[i].config, str_of("UCI_Chess960"), str_of("true"), error));
        for (int k = 0; k < i; k++)
            if (!strcmp(engines[k].name, engines[i].name))
                return error_set(error, STATUS_BAD_INPUT, "--engine: two are called %s",
                                 engines[i].name);
    }
    return STATUS_OK;
}

static Exit run(const Command *self, int argc, char **argv) {
    Request request = {.args = match_args_default(), .games = 100, .patience_ms = 60000};
    Exit exit_code;
    if (!command_options(self, argc, argv, OPTIONS, take_option, &request, &exit_code))
        return exit_code;
    exit_code = check_request(self, &request);
    if (exit_code != EXIT_OK)
        return exit_code;
    Openings openings = {0};
    Match match = {0};
    Error error;
    EngineConfig *engines = calloc((size_t)request.engine_count, sizeof *engines);
    Status status = engines ? read_engines(&request, engines, &error)
                            : error_set(&error, STATUS_NO_MEMORY, "no memory for the engines");
    if (status == STATUS_OK)
        status = prepare(&request, engines, &openings, &match, &error);
    if (status == STATUS_OK)
        status = keep_and_play(&request, &match, &exit_code, &error);
    match_release(&match);
    openings_release(&openings);
    for (int i = 0; engines && i < request.engine_count; i++)
        engine_config_release(&engines[i]);
    free(engines);
    return status == STATUS_OK ? exit_code : command_fail(self, "%s", error.text);
}

const Command CMD_MATCH = {
    .name = "match",
    .summary = "games between engines: score, Elo with its interval, SPRT",
    .help =
        "usage: yuragi-" GAME_NAME " match --engine \"KEY=VALUE ...\" --engine \"...\" [options]\n"
        "\n"
        "Plays games in pairs: the same opening twice, colours exchanged. An engine is built in\n"
        "or, with cmd=, another program:\n"
        "  name=TEXT               how it is called\n"
        "  nodes=N depth=N         limits of each search\n"
        "  movetime=MS             time of each search\n"
        "  tc=SECONDS[+SECONDS]    a clock for the game, and what each move adds\n"
        "  byoyomi=MS              for each move when the clock has run out\n"
        "  ponder=true             thinks on the other side's time too, about the reply it "
        "expects\n"
        "  search=NAME eval=FILE   which search, which weights\n"
        "  NAME=VALUE              any option of a built-in engine (Hash is 16 here; Seed is\n"
        "                          another one in every game)\n"
        "  cmd=FILE arg=TEXT       another program and its arguments, in quotes if need be\n"
        "  proto=usi|uci           what it speaks\n"
        "  drop=@                  it writes drops as P@5e\n"
        "  option.NAME=VALUE       its options\n"
        "\n"
        "  --each \"KEY=VALUE ...\"  holds for all engines\n"
        "  --games N               of every encounter, made even (100)\n"
        "  --concurrency N         games at a time (one a processor; half as many if one ponders)\n"
        "  --tournament KIND       pair, roundrobin, gauntlet (first against the rest)\n"
        "  --chess960              chess only: openings are Shredder-FEN or X-FEN\n" //
    MATCH_ARGS_HELP                                                                  //
        "  --resign-alone          ... or the losing side alone\n"
        "  --draw VALUE,MOVES[,PLY] ends games that both sides call even\n"
        "  --sprt E0,E1[,A,B][,normalised]  stops when it is decided whether the first engine\n"
        "                          is stronger by E1 or by E0 Elo (error rates A, B: 0.05)\n"
        "  --margin MS             how late an reply may be (0)\n"
        "  --timeout MS            how long to wait where there is no clock (60000)\n"
        "  --db FILE               keep every game in a file; see the command games\n"
        "  --resume                go on with the match of the same engines and settings in it\n"
        "  --seed N                of openings, their order, and built-in engines (0)\n"
        "  --json                  one JSON object\n"
        "\n"
        "Exit status of a match with --sprt: 0: H1 accepted (stronger by E1), 1: H0 accepted\n"
        "(by E0), 3: undecided. Without it, 1: the match was interrupted.\n"
        "\n"
        "example: yuragi-" GAME_NAME " match --each nodes=2000 --engine name=new \\\n"
        "             --engine \"name=old NullMove=false\" --games 400\n",
    .run_words = run,
};
