#include "session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/lines.h"
#include "base/macros.h"
#include "base/rng.h"
#include "goparse.h"
#include "reporter.h"
#include "setting.h"

enum { ALIVE_MS = 5000 }; // between two empty lines while weights are loaded

struct Session {
    Output output;
    Reporter reporter; // the engine's listener
    Engine *engine;
    bool is_uci;
    SessionSettings settings;
    GameLine line;
    GoRequest request; // of the last `go`
    Rng rng;
    // Options that came during a search, a line each; they are set after it.
    char *deferred;
    size_t deferred_len, deferred_cap;
};

// ---- options ----

static void set_option(Session *session, Str words) {
    Error error;
    if (setting_set(&session->settings, engine_player(session->engine), words, &error) != STATUS_OK)
        output_error(&session->output, error.text);
    if (session->settings.clears_hash) {
        session->settings.clears_hash = false;
        engine_new_game(session->engine);
        engine_wait(session->engine);
    }
}

static void defer_option(Session *session, Str words) {
    const size_t wanted = session->deferred_len + words.len + 1;
    Error error;
    if (ARRAY_RESERVE(session->deferred, session->deferred_cap, wanted,
                      "an option until the search has ended", &error) != STATUS_OK) {
        output_error(&session->output, error.text);
        return;
    }
    if (words.len)
        memcpy(session->deferred + session->deferred_len, words.at, words.len);
    session->deferred[wanted - 1] = '\n';
    session->deferred_len = wanted;
}

// Waits until the engine is idle and sets the options that were deferred.
static void wait_for_engine(Session *session) {
    engine_wait(session->engine);
    Str rest = {session->deferred, session->deferred_len};
    while (rest.len)
        set_option(session, str_until(&rest, '\n'));
    session->deferred_len = 0;
}

static void handle_setoption(Session *session, Str words) {
    if (engine_is_searching(session->engine)) {
        defer_option(session, words);
        return;
    }
    wait_for_engine(session);
    set_option(session, words);
}

// ---- greeting ----

static void greet(Session *session, bool is_uci) {
    session->is_uci = is_uci;
    output_line(&session->output, "id name yuragi " YURAGI_VERSION);
    output_line(&session->output, "id author the yuragi team");
    char text[2 * OPTION_TEXT_MAX];
    StrBuf out = strbuf_init(text, sizeof text);
    for (size_t i = 0; setting_line(engine_player(session->engine), is_uci, i, &out); i++) {
        output_line(&session->output, "%s", text);
        out = strbuf_init(text, sizeof text);
    }
    output_line(&session->output, is_uci ? "uciok" : "usiok");
}

static void handle_usi(Session *session, Str words) {
    (void)words;
    greet(session, false);
}

static void handle_uci(Session *session, Str words) {
    (void)words;
    greet(session, true);
}

static void handle_isready(Session *session, Str words) {
    (void)words;
    if (engine_is_searching(session->engine)) {
        output_line(&session->output, "readyok");
        return;
    }
    wait_for_engine(session);
    // USI sends `isready` before every game, whose clock may run from `usinewgame` on. In UCI it is
    // only a question.
    engine_load(session->engine, !session->is_uci, true);
}

// ---- the game ----

static void handle_stop(Session *session, Str words) {
    (void)words;
    engine_stop(session->engine);
}

// The GUI does not wait for an answer, and its clock may be running.
static void handle_newgame(Session *session, Str words) {
    handle_stop(session, words);
    wait_for_engine(session);
    engine_new_game(session->engine);
}

static void handle_position(Session *session, Str words) {
    Error error;
    if (line_parse(&session->line, words, &error) != STATUS_OK)
        output_error(&session->output, error.text);
}

// ---- searching ----

// Whether the request has an end in time, and which.
static bool plan_time(Session *session, int64_t now_ns, TimePlan *plan) {
    const GoRequest *request = &session->request;
    const SessionSettings *settings = &session->settings;
    const ClockConfig config = setting_clock_config(settings);
    ClockState clock;
    if (request->random_ms > 0) {
        const uint32_t half = (uint32_t)(request->random_ms / 2 % INT32_MAX);
        clock =
            (ClockState){.movetime_ms = request->random_ms + rng_below(&session->rng, half + 1)};
    } else if (!go_clock(request, &session->line.now, &clock)) {
        // Of all searches for a move only `go infinite` has no limit.
        *plan = clockplan_default(now_ns);
        return !request->depth && !request->nodes && !request->mate_plies &&
               !request->is_mate_search && !request->perft && !settings->depth_limit &&
               !settings->nodes_limit;
    }
    *plan = clockplan_make(&clock, &config, now_ns);
    return true;
}

static int64_t tighter(int64_t a, int64_t b) {
    return !a || (b && b < a) ? b : a;
}

static EngineRequest request_of(Session *session, int64_t now_ns) {
    const GoRequest *request = &session->request;
    const SessionSettings *settings = &session->settings;
    EngineRequest asked = {
        .limits = {.depth = (int)tighter(request->depth, settings->depth_limit),
                   .nodes = tighter(request->nodes, settings->nodes_limit),
                   .mate = request->mate_plies,
                   .draw_bonus = go_has_shorter_clock(request, &session->line.now)
                                     ? settings->draw_short_clock
                                     : 0,
                   .moves = request->moves,
                   .move_count = request->move_count},
        .is_infinite = request->is_infinite,
        .is_ponder = request->is_ponder,
        .ponders_on_all = settings->ponders_on_all,
    };
    if (request->is_mate_search) {
        asked.job = ENGINE_MATE;
    } else if (request->perft) {
        asked.job = ENGINE_PERFT;
        asked.limits.depth = request->perft;
    }
    // Analysis and the search for mates are at full strength.
    if (!request->is_infinite && !request->is_mate_search && !settings->is_analysing)
        asked.limits.nodes = tighter(asked.limits.nodes, setting_strength_nodes(settings));
    asked.has_plan = !request->is_infinite && plan_time(session, now_ns, &asked.plan);
    return asked;
}

static void begin_report(Session *session, EngineJob job) {
    const SessionSettings *settings = &session->settings;
    const bool resigns =
        !session->is_uci && !session->request.is_infinite && !settings->is_analysing;
    const ReportStyle style = {
        .is_uci = session->is_uci,
        .shows_wdl = settings->shows_wdl,
        .interval_ms = settings->report_ms,
        .resign_value = resigns ? settings->resign_value : INT32_MAX,
    };
    reporter_begin(&session->reporter, style, job, &session->line.now,
                   player_settings(engine_player(session->engine))->multi_pv);
}

static void handle_go(Session *session, Str words) {
    const int64_t now_ns = clock_ns();
    handle_stop(session, words); // a second `go` ends the first
    wait_for_engine(session);
    Error error;
    GoRequest *request = &session->request;
    *request = (GoRequest){0};
    if (go_parse(words, &session->line.now, session->is_uci, request, &error) != STATUS_OK)
        output_error(&session->output, error.text);
    pos_set_chess960(&session->line.start, session->settings.is_chess960);
    pos_set_chess960(&session->line.now, session->settings.is_chess960);
    const EngineRequest asked = request_of(session, now_ns);
    begin_report(session, asked.job);
    if (engine_go(session->engine, &session->line, &asked, &error) != STATUS_OK) {
        output_error(&session->output, error.text);
        reporter_no_move(&session->reporter);
    }
}

// The clock may come with `ponderhit` instead of with the `go` before.
static void handle_ponderhit(Session *session, Str words) {
    const int64_t now_ns = clock_ns();
    if (!engine_is_pondering(session->engine)) {
        output_error(&session->output, "ponderhit, but nothing is being pondered on");
        return;
    }
    Error error;
    TimePlan plan;
    if (go_parse(words, &session->line.now, session->is_uci, &session->request, &error) !=
        STATUS_OK)
        output_error(&session->output, error.text);
    const bool has_plan = plan_time(session, now_ns, &plan);
    engine_ponderhit(session->engine, has_plan ? &plan : NULL);
}

// ---- for a person at a terminal, as in other engines ----

static void handle_getoption(Session *session, Str words) {
    const Player *player = engine_player(session->engine);
    char text[2 * OPTION_TEXT_MAX];
    StrBuf out = strbuf_init(text, sizeof text);
    const Str name = str_trim(words);
    Error error;
    if (!name.len) {
        for (size_t i = 0; setting_value_line(&session->settings, player, session->is_uci, i, &out);
             i++) {
            output_line(&session->output, "%s", text);
            out = strbuf_init(text, sizeof text);
        }
    } else if (setting_value(&session->settings, player, name, &out, &error) == STATUS_OK) {
        output_line(&session->output, "%s", text);
    } else {
        output_error(&session->output, error.text);
    }
}

// The board in ASCII, the position as text and its key.
static void handle_display(Session *session, Str words) {
    (void)words;
    const Position *pos = &session->line.now;
    char text[POS_TEXT_MAX], *board = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&board, &bytes);
    if (!out) {
        output_error(&session->output, "no memory for a diagram");
        return;
    }
    pos_format(pos, text);
    pos_show(pos, &(const BoardView){.is_ascii = true}, out);
    fprintf(out, "%s: %s\nKey: %016" PRIX64 "\n", GAME_IS_CHESS ? "Fen" : "Sfen", text,
            pos_key(pos));
    if (!fclose(out))
        for (Str rest = {board, bytes}; rest.len;) {
            const Str line = str_until(&rest, '\n');
            output_line(&session->output, "%.*s", (int)line.len, line.at);
        }
    free(board);
}

static void handle_eval(Session *session, Str words) {
    (void)words;
    if (engine_is_searching(session->engine)) {
        output_error(&session->output, "eval: the evaluator is in use; stop the search first");
        return;
    }
    wait_for_engine(session);
    Player *player = engine_player(session->engine);
    const Position *pos = &session->line.now;
    Error error;
    if (player_prepare(player, &error) != STATUS_OK) {
        output_error(&session->output, error.text);
        return;
    }
    const int value = player_static(player, pos);
    output_line(&session->output, "eval = %d", value);
    output_line(&session->output,
                "%+.2f pawns for %s, who is to move; %+.2f after quiescence search", value / 100.0,
                pos_side(pos) == BLACK ? "Black" : "White", player_quiesce(player, pos) / 100.0);
}

static void handle_nothing(Session *session, Str words) {
    (void)session, (void)words;
}

// ---- lines ----

typedef struct SessionCommand {
    const char *name;
    void (*handle)(Session *session, Str words);
} SessionCommand;

static const SessionCommand COMMANDS[] = {
    {"usi", handle_usi},
    {"uci", handle_uci},
    {"isready", handle_isready},
    {"setoption", handle_setoption},
    {"usinewgame", handle_newgame},
    {"ucinewgame", handle_newgame},
    {"position", handle_position},
    {"go", handle_go},
    {"stop", handle_stop},
    {"ponderhit", handle_ponderhit},
    {"gameover", handle_stop}, // a GUI may send this instead of `stop`
    {"getoption", handle_getoption},
    {"d", handle_display},
    {"eval", handle_eval},
    {"debug", handle_nothing},
    {"register", handle_nothing},
};

bool session_execute(Session *session, Str line) {
    const Str name = str_word(&line);
    if (!name.len)
        return true;
    if (str_eq(name, "quit")) {
        output_mute(&session->output);
        return false;
    }
    for (size_t i = 0; i < ARRAY_LEN(COMMANDS); i++)
        if (str_eq(name, COMMANDS[i].name)) {
            COMMANDS[i].handle(session, line);
            return true;
        }
    Error error;
    error_set(&error, STATUS_BAD_INPUT, "'%.*s' is not a command", STR_ARG(name));
    output_error(&session->output, error.text);
    return true;
}

void session_finish(Session *session) {
    if (engine_is_held(session->engine))
        engine_stop(session->engine);
    wait_for_engine(session);
}

Status session_new(Session **out_session, FILE *out, Error *error) {
    *out_session = NULL;
    Session *session = calloc(1, sizeof *session);
    if (!session)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a session");
    output_init(&session->output, out);
    reporter_init(&session->reporter, &session->output);
    session->is_uci = GAME_IS_CHESS;
    setting_defaults(&session->settings);
    rng_init(&session->rng, 0);
    line_init(&session->line);
    const EngineListener listener = reporter_listener(&session->reporter);
    Status status = line_parse(&session->line, str_of("startpos"), error);
    if (status == STATUS_OK)
        status = engine_new(&session->engine, player_new(), &listener, error);
    if (status == STATUS_OK)
        *out_session = session;
    else
        session_free(session);
    return status;
}

void session_free(Session *session) {
    if (!session)
        return;
    engine_free(session->engine);
    reporter_release(&session->reporter);
    line_release(&session->line);
    output_release(&session->output);
    free(session->deferred);
    free(session);
}

static void read_lines(Session *session, Lines *lines) {
    for (;;) {
        Str line;
        switch (lines_next(lines, engine_is_loading(session->engine) ? ALIVE_MS : -1, &line)) {
        case LINES_LINE:
            if (!session_execute(session, line))
                return;
            break;
        case LINES_LATE: // so that the GUI does not give up
            if (engine_is_loading(session->engine))
                output_line(&session->output, "%s", "");
            break;
        case LINES_TOO_LONG:
            output_error(&session->output, "a line is too long and was skipped");
            break;
        case LINES_END:
            session_finish(session);
            return;
        }
    }
}

void session_run(FILE *in, FILE *out) {
    Error error;
    Session *session;
    if (session_new(&session, out, &error) != STATUS_OK) {
        fprintf(out, "info string error: %s\n", error.text);
        return;
    }
    Lines lines;
    lines_init(&lines, fileno(in));
    read_lines(session, &lines);
    lines_release(&lines);
    session_free(session);
}
