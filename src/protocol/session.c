#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/lines.h"
#include "base/macros.h"
#include "base/rng.h"
#include "goparse.h"
#include "setting.h"
#include "thinker.h"

enum { ALIVE_MS = 5000 }; // between two signs of life

struct Session {
    Voice voice;
    bool is_uci, is_over;
    Player *player; // the thinker's while a job runs
    Thinker thinker;
    SessionSettings settings;
    GameLine line;
    GoRequest asked; // by the last `go`
    Rng rng;
    // Options that came during a search, a line each, for the time after it.
    char *deferred;
    size_t deferred_len, deferred_cap;
};

// ---- options ----

static void set_option(Session *session, Str words) {
    Error error;
    if (setting_set(&session->settings, session->player, words, &error) != STATUS_OK)
        voice_error(&session->voice, error.text);
    if (session->settings.clears_hash) {
        session->settings.clears_hash = false;
        thinker_forget(&session->thinker);
        thinker_wait(&session->thinker);
    }
}

static void defer(Session *session, Str words) {
    const size_t wanted = session->deferred_len + words.len + 1;
    if (wanted > session->deferred_cap) {
        char *grown = realloc(session->deferred, 2 * wanted);
        if (!grown) {
            voice_error(&session->voice, "no memory to keep an option until the search has ended");
            return;
        }
        session->deferred = grown;
        session->deferred_cap = 2 * wanted;
    }
    if (words.len)
        memcpy(session->deferred + session->deferred_len, words.at, words.len);
    session->deferred[wanted - 1] = '\n';
    session->deferred_len = wanted;
}

// Waits for the job that runs, if any, and takes the player back.
static void settle(Session *session) {
    thinker_wait(&session->thinker);
    Str rest = {session->deferred, session->deferred_len};
    while (rest.len)
        set_option(session, str_until(&rest, '\n'));
    session->deferred_len = 0;
}

static void obey_setoption(Session *session, Str words) {
    if (thinker_is_thinking(&session->thinker)) {
        defer(session, words);
        return;
    }
    settle(session);
    set_option(session, words);
}

// ---- greeting ----

static void greet(Session *session, bool is_uci) {
    session->is_uci = is_uci;
    voice_say(&session->voice, "id name yuragi " YURAGI_VERSION);
    voice_say(&session->voice, "id author the yuragi team");
    char text[2 * OPTION_TEXT_MAX];
    StrBuf out = strbuf_init(text, sizeof text);
    for (size_t i = 0; setting_line(session->player, is_uci, i, &out); i++) {
        voice_say(&session->voice, "%s", text);
        out = strbuf_init(text, sizeof text);
    }
    voice_say(&session->voice, is_uci ? "uciok" : "usiok");
}

static void obey_usi(Session *session, Str words) {
    (void)words;
    greet(session, false);
}

static void obey_uci(Session *session, Str words) {
    (void)words;
    greet(session, true);
}

static void obey_isready(Session *session, Str words) {
    (void)words;
    if (thinker_is_thinking(&session->thinker)) {
        voice_say(&session->voice, "readyok");
        return;
    }
    settle(session);
    // Before every game in USI, where the clock may run from `usinewgame` on; a mere question in
    // UCI.
    thinker_load(&session->thinker, !session->is_uci);
}

// ---- the game ----

static void obey_stop(Session *session, Str words) {
    (void)words;
    if (thinker_is_thinking(&session->thinker))
        thinker_stop(&session->thinker);
}

// The GUI does not wait for an answer, and its clock may be running.
static void obey_newgame(Session *session, Str words) {
    obey_stop(session, words);
    settle(session);
    thinker_forget(&session->thinker);
}

static void obey_position(Session *session, Str words) {
    Error error;
    if (line_parse(&session->line, words, &error) != STATUS_OK)
        voice_error(&session->voice, error.text);
}

// ---- searching ----

// Whether the request has an end in time, and which.
static bool plan_time(Session *session, const GoRequest *request, int64_t now_ns, TimePlan *plan) {
    ClockState clock;
    const ClockConfig habits = setting_clock_config(&session->settings);
    if (request->random_ms > 0) {
        const uint32_t half = (uint32_t)(request->random_ms / 2 % INT32_MAX);
        clock =
            (ClockState){.movetime_ms = request->random_ms + rng_below(&session->rng, half + 1)};
    } else if (!go_clock(request, &session->line.now, &clock)) {
        // A search that nothing would end but its own depth is for `go infinite`.
        *plan = clockplan_default(now_ns);
        return !request->depth && !request->nodes && !request->mate_plies && !request->perft &&
               !session->settings.depth_limit && !session->settings.nodes_limit;
    }
    *plan = clockplan_make(&clock, &habits, now_ns);
    return true;
}

static int64_t tighter(int64_t a, int64_t b) {
    return !a || (b && b < a) ? b : a;
}

static ThinkOrder order_of(Session *session, const GoRequest *request, int64_t now_ns) {
    const SessionSettings *settings = &session->settings;
    ThinkOrder order = {
        .limits = {.depth = (int)tighter(request->depth, settings->depth_limit),
                   .nodes = tighter(request->nodes, settings->nodes_limit),
                   .mate = request->mate_plies,
                   .moves = request->moves,
                   .move_count = request->move_count},
        .is_patient = request->is_infinite || request->is_ponder,
        .is_pondering = request->is_ponder,
        .is_stochastic = request->is_ponder &&
                         (settings->is_stochastic || player_ponders_on_all(session->player)),
        .perft = request->perft,
        .style = {session->is_uci, settings->shows_wdl, settings->report_ms},
        .is_chess960 = settings->is_chess960,
        .resign_value = session->is_uci || request->is_infinite || settings->is_analysing
                            ? INT32_MAX
                            : settings->resign_value,
    };
    order.has_plan = !request->is_infinite && plan_time(session, request, now_ns, &order.plan);
    return order;
}

// The one place that answers `go mate`.
static void hunt_mate(Session *session, const GoRequest *request) {
    (void)request;
    voice_say(&session->voice, "checkmate notimplemented");
}

static void obey_go(Session *session, Str words) {
    const int64_t now_ns = clock_ns();
    obey_stop(session, words); // a second `go` ends the first
    settle(session);
    Error error;
    GoRequest *request = &session->asked;
    *request = (GoRequest){0};
    if (go_parse(words, &session->line.now, session->is_uci, request, &error) != STATUS_OK)
        voice_error(&session->voice, error.text);
    if (request->is_mate_hunt) {
        hunt_mate(session, request);
        return;
    }
    const ThinkOrder order = order_of(session, request, now_ns);
    if (thinker_go(&session->thinker, &session->line, &order, &error) != STATUS_OK) {
        voice_error(&session->voice, error.text);
        voice_say(&session->voice, session->is_uci ? "bestmove (none)" : "bestmove resign");
    }
}

// The clock may come with the hit instead of with the `go` before.
static void obey_ponderhit(Session *session, Str words) {
    const int64_t now_ns = clock_ns();
    if (!thinker_is_pondering(&session->thinker)) {
        voice_error(&session->voice, "ponderhit, but nothing is being pondered on");
        return;
    }
    Error error;
    TimePlan plan;
    GoRequest *request = &session->asked;
    if (go_parse(words, &session->line.now, session->is_uci, request, &error) != STATUS_OK)
        voice_error(&session->voice, error.text);
    if (!plan_time(session, request, now_ns, &plan))
        plan.maximum_ns = plan.optimum_ns = INT64_MAX / 2; // a depth or nodes will end it
    thinker_hit(&session->thinker, &plan);
}

static void obey_nothing(Session *session, Str words) {
    (void)session, (void)words;
}

// ---- lines ----

typedef struct SessionCommand {
    const char *name;
    void (*obey)(Session *session, Str words);
} SessionCommand;

static const SessionCommand COMMANDS[] = {
    {"usi", obey_usi},
    {"uci", obey_uci},
    {"isready", obey_isready},
    {"setoption", obey_setoption},
    {"usinewgame", obey_newgame},
    {"ucinewgame", obey_newgame},
    {"position", obey_position},
    {"go", obey_go},
    {"stop", obey_stop},
    {"ponderhit", obey_ponderhit},
    {"gameover", obey_stop}, // a GUI may say this instead of `stop`
    {"debug", obey_nothing},
    {"register", obey_nothing},
};

bool session_obey(Session *session, Str line) {
    const Str name = str_word(&line);
    if (!name.len)
        return true;
    if (str_eq(name, "quit")) {
        session->is_over = true;
        voice_mute(&session->voice);
        return false;
    }
    for (size_t i = 0; i < ARRAY_LEN(COMMANDS); i++)
        if (str_eq(name, COMMANDS[i].name)) {
            COMMANDS[i].obey(session, line);
            return true;
        }
    Error error;
    error_set(&error, STATUS_BAD_INPUT, "'%.*s' is not a command", STR_ARG(name));
    voice_error(&session->voice, error.text);
    return true;
}

void session_finish(Session *session) {
    Thinker *thinker = &session->thinker;
    if (thinker_is_held(thinker))
        thinker_stop(thinker);
    settle(session);
}

int session_patience_ms(const Session *session) {
    return thinker_is_loading(&session->thinker) ? ALIVE_MS : -1;
}

void session_tick(Session *session) {
    if (thinker_is_loading(&session->thinker))
        voice_say(&session->voice, "%s", "");
}

Status session_new(Session **out_session, FILE *out, Error *error) {
    *out_session = NULL;
    Session *session = calloc(1, sizeof *session);
    Player *player = player_new();
    if (!session || !player) {
        free(session);
        player_free(player);
        return error_set(error, STATUS_NO_MEMORY, "no memory for an engine");
    }
    voice_init(&session->voice, out);
    session->is_uci = GAME_IS_CHESS;
    session->player = player;
    setting_defaults(&session->settings);
    rng_init(&session->rng, 0);
    line_init(&session->line);
    Status status = line_parse(&session->line, str_of("startpos"), error);
    if (status == STATUS_OK)
        status = thinker_init(&session->thinker, &session->voice, player, error);
    if (status != STATUS_OK) {
        line_release(&session->line);
        voice_release(&session->voice);
        player_free(player);
        free(session);
        return status;
    }
    *out_session = session;
    return STATUS_OK;
}

void session_free(Session *session) {
    if (!session)
        return;
    thinker_release(&session->thinker);
    line_release(&session->line);
    player_free(session->player);
    voice_release(&session->voice);
    free(session->deferred);
    free(session);
}

static void read_lines(Session *session, Lines *lines) {
    for (;;) {
        Str line;
        switch (lines_next(lines, session_patience_ms(session), &line)) {
        case LINES_LINE:
            if (!session_obey(session, line))
                return;
            break;
        case LINES_LATE:
            session_tick(session);
            break;
        case LINES_TOO_LONG:
            voice_error(&session->voice, "a line is too long and was skipped");
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
