#include "session.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "search/player.h"

typedef struct Session {
    FILE *out;
    bool is_uci;
    bool is_waiting; // a `go` is unanswered until `stop` or `ponderhit`
    Player *player;
    GameLine line;
} Session;

__attribute__((format(printf, 2, 3))) static void say(Session *session, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vfprintf(session->out, format, args);
    va_end(args);
    fputc('\n', session->out);
    fflush(session->out);
}

static void say_error(Session *session, const char *text) {
    say(session, "info string error: %s", text);
}

static void greet(Session *session, bool is_uci) {
    session->is_uci = is_uci;
    say(session, "id name yuragi " YURAGI_VERSION);
    say(session, "id author the yuragi team");
    size_t count;
    const OptionSpec *options = player_options(session->player, &count);
    for (size_t i = 0; i < count; i++) {
        char text[8192];
        StrBuf buf = strbuf_init(text, sizeof text);
        option_print(&options[i], is_uci ? OPTION_UCI : OPTION_USI, &buf);
        say(session, "%s", text);
    }
    say(session, is_uci ? "uciok" : "usiok");
}

static void load(Session *session) {
    Error error;
    if (player_prepare(session->player, &error) != STATUS_OK)
        say_error(session, error.text);
}

static void set_option(Session *session, Str rest) {
    Str name = {0}, word = str_word(&rest);
    if (str_eq(word, "name"))
        word = str_word(&rest);
    name = word;
    // Names of UCI may have spaces: everything up to `value` is the name.
    Str value = {0};
    for (word = str_word(&rest); word.len; word = str_word(&rest)) {
        if (str_eq(word, "value")) {
            value = str_trim(rest);
            break;
        }
        name.len = (size_t)(word.at + word.len - name.at);
    }
    if (str_eq(name, "USI_Ponder"))
        return;
    Error error;
    if (player_set(session->player, name, value, &error) != STATUS_OK)
        say_error(session, error.text);
}

static void say_result(Session *session) {
    const Position *pos = &session->line.now;
    SearchControl control;
    control_init(&control);
    SearchResult result;
    Error error;
    if (player_go(session->player, &session->line, &(SearchLimits){.depth = 6}, &control,
                  &(SearchReport){NULL, NULL}, &result, &error) != STATUS_OK)
        say_error(session, error.text);
    if (result.is_declared) {
        say(session, "bestmove win");
        return;
    }
    if (result.best == MOVE_NONE) {
        say(session, session->is_uci ? "bestmove (none)" : "bestmove resign");
        return;
    }
    char move[MOVE_TEXT_MAX];
    move_format(pos, result.best, move);
    say(session, "bestmove %s", move);
}

static void finish(Session *session) {
    if (session->is_waiting)
        say_result(session);
    session->is_waiting = false;
}

static void go(Session *session, Str rest) {
    finish(session); // a second `go` ends the first
    bool is_patient = false;
    for (Str word = str_word(&rest); word.len; word = str_word(&rest)) {
        if (str_eq(word, "mate") && !session->is_uci) {
            say(session, "checkmate notimplemented");
            return;
        }
        is_patient |= str_eq(word, "infinite") || str_eq(word, "ponder");
    }
    session->is_waiting = true;
    if (!is_patient)
        finish(session);
}

static void set_position(Session *session, Str rest) {
    Error error;
    if (line_parse(&session->line, rest, &error) != STATUS_OK)
        say_error(session, error.text);
}

// Returns false at `quit`.
static bool obey(Session *session, Str text) {
    Str rest = text;
    const Str word = str_word(&rest);
    if (str_eq(word, "quit"))
        return false;
    if (str_eq(word, "usi") || str_eq(word, "uci")) {
        greet(session, str_eq(word, "uci"));
    } else if (str_eq(word, "isready")) {
        load(session);
        say(session, "readyok");
    } else if (str_eq(word, "setoption")) {
        set_option(session, rest);
    } else if (str_eq(word, "position")) {
        set_position(session, rest);
    } else if (str_eq(word, "go")) {
        go(session, rest);
    } else if (str_eq(word, "stop") || str_eq(word, "ponderhit") || str_eq(word, "gameover")) {
        finish(session);
    } else if (word.len && !str_eq(word, "usinewgame") && !str_eq(word, "ucinewgame")) {
        Error error;
        error_set(&error, STATUS_BAD_INPUT, "'%.*s' is not a command", STR_ARG(word));
        say_error(session, error.text);
    }
    return true;
}

void session_run(FILE *in, FILE *out) {
    Session session = {.out = out, .is_uci = GAME_IS_CHESS};
    Error error;
    session.player = player_new();
    if (!session.player)
        return;
    line_init(&session.line);
    if (line_parse(&session.line, str_of("startpos"), &error) != STATUS_OK)
        say_error(&session, error.text);
    char *text = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&text, &capacity, in)) >= 0)
        if (!obey(&session, (Str){text, (size_t)length}))
            break;
    free(text);
    line_release(&session.line);
    player_free(session.player);
}
