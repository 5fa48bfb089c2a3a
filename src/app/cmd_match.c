#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic_file.h"
#include "base/clock.h"
#include "command.h"
#include "interrupt.h"
#include "match_args.h"
#include "match_report.h"
#include "match_store.h"
#include "progress.h"

enum {
    TRANSCRIPTS_MAX = 10, // faults printed with their transcript; the others are counted
    UNSAID = -1,
};

typedef struct Request {
    ArgList engines;
    MatchArgs args;
    const char *db;
    int64_t games;
    int tournament; // Tournament, or UNSAID
    Sprt sprt;
    bool has_sprt, is_chess960;
} Request;

// A match while it runs.
typedef struct Run {
    MatchView view;
    MatchStore keeper;
    Progress progress;
    int transcripts;
} Run;

// ---- Options ----

static Status take_sprt(const Arg *arg, void *context, const char *text, Error *error) {
    (void)arg;
    Request *request = context;
    Str rest = str_of(text);
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
        return error_set(error, STATUS_BAD_INPUT,
                         "'%.60s' is not ELO0,ELO1[,ALPHA,BETA][,normalised] like 0,5", text);
    TRY(sprt_check(&sprt, error));
    request->sprt = sprt;
    request->has_sprt = true;
    return STATUS_OK;
}

static Status take_draw(const Arg *arg, void *request, const char *text, Error *error) {
    (void)arg;
    return match_args_draw(text, &((Request *)request)->args.game.adjudication, error);
}

static Exit check_request(const Command *self, Request *request) {
    if (request->engines.count < 2)
        return command_fail(self, "expected --engine at least twice; see --help");
    if (request->tournament == UNSAID)
        request->tournament = request->engines.count > 2 ? TOURNAMENT_ROUND_ROBIN : TOURNAMENT_PAIR;
    if (request->tournament == TOURNAMENT_PAIR && request->engines.count > 2)
        return command_fail(self, "--tournament: a pair is two engines, not %d",
                            request->engines.count);
    if (request->args.is_resumed && !request->db)
        return command_fail(self, "--resume: which match? Say --db FILE");
    if (request->db && atomic_file_is_stdout(request->db))
        return command_fail(self,
                            "--db: expected a file; games --export writes to standard output");
    if (request->is_chess960 && !GAME_IS_CHESS)
        return command_fail(self, "--chess960: there is no such thing in " GAME_NAME);
    if (request->is_chess960 && !request->args.openings_path)
        return command_fail(self, "--chess960: give it starting positions with --openings FILE");
    if (request->has_sprt && request->engines.count > 2)
        return command_fail(self, "--sprt: it tests two engines, not %d", request->engines.count);
    request->args.game.rules.entering_king = RULES_DEFAULT.entering_king;
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
    if (run->view.is_stopped && request->db)
        command_say_again("--resume");
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

// A game takes one processor, or two if an engine ponders.
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
        .pairing = {(Tournament)request->tournament, request->engines.count,
                    (request->games + 1) / 2},
        .openings = chosen,
        .random_plies = args->random_plies,
        .is_chess960 = request->is_chess960,
        .seed = (uint64_t)args->seed,
        .game = args->game,
        .sprt = request->has_sprt ? &request->sprt : NULL,
        .threads = args->concurrency ? args->concurrency
                                     : threads_default(engines, request->engines.count),
    };
    if (pairing_games(&plan.pairing) > MATCH_GAMES_MAX)
        return error_set(error, STATUS_BAD_INPUT, "--games: more than %d in all", MATCH_GAMES_MAX);
    return match_init(match, &plan, error);
}

static Status read_engines(const Request *request, EngineConfig *engines, Error *error) {
    for (int i = 0; i < request->engines.count; i++) {
        Error why;
        const Status status =
            engine_config_parse(&engines[i], i + 1, request->args.each ? request->args.each : "",
                                request->engines.at[i], &why);
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

static Exit run(const Command *self, void *context) {
    Request *request = context;
    Exit exit_code = check_request(self, request);
    if (exit_code != EXIT_OK)
        return exit_code;
    Openings openings = {0};
    Match match = {0};
    Error error;
    EngineConfig *engines = calloc((size_t)request->engines.count, sizeof *engines);
    if (!engines)
        return command_fail(self, "no memory for the engines");
    Status status = read_engines(request, engines, &error);
    if (status == STATUS_OK)
        status = prepare(request, engines, &openings, &match, &error);
    if (status == STATUS_OK)
        status = keep_and_play(request, &match, &exit_code, &error);
    match_release(&match);
    openings_release(&openings);
    for (int i = 0; i < request->engines.count; i++)
        engine_config_release(&engines[i]);
    free(engines);
    return status == STATUS_OK ? exit_code : command_fail(self, "%s", error.text);
}

static const Arg ROWS[] = {
    ARG_ROW_LIST(Request, engines, "engine", "\"KEY=VALUE ...\"", PAIRING_ENGINES_MAX,
                 "an engine: built in or, with cmd=, another program"),
    ARG_ROW_NOTE("  name=TEXT", "its name"),
    ARG_ROW_NOTE("  nodes=N depth=N", "limits of each search"),
    ARG_ROW_NOTE("  movetime=MS", "time of each search"),
    ARG_ROW_NOTE("  tc=SECONDS[+SECONDS]", "time for the game, and time that each move adds"),
    ARG_ROW_NOTE("  byoyomi=MS", "time for each move when the time for the game is used up"),
    ARG_ROW_NOTE("  ponder=true", "think on the opponent's time, about the expected reply"),
    ARG_ROW_NOTE("  search=NAME eval=FILE", "search method, weights"),
    ARG_ROW_NOTE("  NAME=VALUE", "any option of a built-in engine (Hash is 16 here; Seed differs "
                                 "in every game)"),
    ARG_ROW_NOTE("  cmd=FILE arg=TEXT", "another program and its arguments, in quotes if need be"),
    ARG_ROW_NOTE("  proto=usi|uci", "its protocol"),
    ARG_ROW_NOTE("  drop=@", "it writes drops as P@5e"),
    ARG_ROW_NOTE("  option.NAME=VALUE", "its options"),
    ARG_ROW_TEXT(Request, args.each, "each", "\"KEY=VALUE ...\"", "settings of all engines"),
    ARG_ROW_NUMBER(Request, games, "games", "N", 1, 1000000,
                   "games of every two engines, made even (100)"),
    ARG_ROW_NUMBER(Request, args.concurrency, "concurrency", "N", 1, MATCH_THREADS_MAX,
                   "games at a time (one for each processor; half as many if an engine ponders)"),
    ARG_ROW_CHOICE(Request, tournament, "tournament", TOURNAMENT_NAMES,
                   "who plays whom; gauntlet: the first engine against the others"),
    ARG_ROW_FLAG(Request, is_chess960, "chess960",
                 "chess only: openings are Shredder-FEN or X-FEN"),
    ARG_ROW_GROUP(Request, args, MATCH_ARGS),
    ARG_ROW_FLAG(Request, args.game.adjudication.resigns_alone, "resign-alone",
                 "with --resign: the report of the losing side is enough"),
    ARG_ROW_CALL("draw", "VALUE,MOVES[,PLY]", take_draw,
                 "end a game as drawn when both sides report at most VALUE centipawns for MOVES "
                 "moves, from PLY on"),
    ARG_ROW_CALL("sprt", "E0,E1[,A,B][,normalised]", take_sprt,
                 "stop when it is decided whether the first engine is stronger by E1 or by E0 Elo "
                 "(error rates A, B: 0.05)"),
    ARG_ROW_NUMBER(Request, args.game.margin_ms, "margin", "MS", 0, 3600000,
                   "how late a reply may be (0)"),
    ARG_ROW_NUMBER(Request, args.game.patience_ms, "timeout", "MS", 1, 86400000,
                   "how long to wait for a reply if there is no clock (60000)"),
    ARG_ROW_TEXT(Request, db, "db", "FILE", "keep every game in a file; see the command games"),
    ARG_ROW_FLAG(Request, args.is_resumed, "resume",
                 "continue the match of the same engines and settings in that file"),
    ARG_ROW_NUMBER(Request, args.seed, "seed", "N", 0, INT64_MAX,
                   "seed of openings, their order, and built-in engines (0)"),
    ARG_ROW_FLAG(Request, args.is_json, "json", "one JSON object"),
};

const Command CMD_MATCH = {
    .name = "match",
    .summary = "games between engines: score, Elo with its interval, SPRT",
    .usage = "--engine \"KEY=VALUE ...\" --engine \"...\" [options]",
    .about = "Plays games in pairs: the same opening twice, colours exchanged.",
    .args = ARG_TABLE(ROWS),
    .notes = "Exit status with --sprt: 0: H1 accepted (stronger by E1); 1: H0 accepted (by E0); "
             "3: undecided. Without --sprt: 1: the match was interrupted.",
    .example = "--each nodes=2000 --engine name=new \\\n"
               "             --engine \"name=old NullMove=false\" --games 400",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.args = MATCH_ARGS_DEFAULT,
                                 .args.game.patience_ms = 60000,
                                 .games = 100,
                                 .tournament = UNSAID},
    .run = run,
};
