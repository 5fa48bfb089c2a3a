#include "session.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/option.h"
#include "eval/eval_open.h"
#include "game/line.h"
#include "search/first/first.h"

typedef struct Settings {
    char eval_file[4096];
} Settings;

static const OptionSpec OPTIONS[] = {
    {"EvalFile", OPTION_FILE, OPTION_FIELD(Settings, eval_file), "",
     .help = "weights to play with; empty: those inside the program"},
};

typedef struct Session {
    FILE *out;
    bool is_uci;
    bool is_waiting; // a `go` is unanswered until `stop` or `ponderhit`
    Settings settings;
    char opened[sizeof(((Settings *)0)->eval_file)]; // the EvalFile that `eval` came from
    Eval *eval;
    void *frame;
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
    for (size_t i = 0; i < ARRAY_LEN(OPTIONS); i++) {
        char text[8192];
        StrBuf buf = strbuf_init(text, sizeof text);
        option_print(&OPTIONS[i], is_uci ? OPTION_UCI : OPTION_USI, &buf);
        say(session, "%s", text);
    }
    say(session, is_uci ? "uciok" : "usiok");
}

// Opens the weights the settings name, unless they are open. Weights that cannot be opened leave
// the old ones, or those inside the program.
static void load(Session *session) {
    const char *path = session->settings.eval_file;
    if (session->eval && !strcmp(session->opened, path))
        return;
    Eval *eval = NULL;
    Error error;
    if (eval_open(path, &eval, &error) != STATUS_OK) {
        say_error(session, error.text);
        if (session->eval || eval_open(NULL, &eval, &error) != STATUS_OK)
            return;
        path = "";
        session->settings.eval_file[0] = '\0';
    }
    void *frame = eval_frames_new(eval, 1);
    if (!frame) {
        say_error(session, "no memory for the evaluator");
        eval_close(eval);
        return;
    }
    eval_close(session->eval);
    free(session->frame);
    session->eval = eval;
    session->frame = frame;
    snprintf(session->opened, sizeof session->opened, "%s", path);
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
    // GUIs set these two whether they are offered or not.
    if (str_eq(name, "USI_Hash") || str_eq(name, "USI_Ponder"))
        return;
    Error error;
    if (option_set(OPTIONS, ARRAY_LEN(OPTIONS), &session->settings, name, value, &error) !=
        STATUS_OK)
        say_error(session, error.text);
}

static void say_result(Session *session) {
    const Position *pos = &session->line.now;
    if (pos_declaration(pos, RULES_DEFAULT.entering_king) == RESULT_WIN) {
        say(session, "bestmove win");
        return;
    }
    const FirstResult result = first_search(session->eval, pos, session->frame);
    if (result.move == MOVE_NONE) {
        say(session, session->is_uci ? "bestmove (none)" : "bestmove resign");
        return;
    }
    char move[MOVE_TEXT_MAX];
    move_format(pos, result.move, move);
    if (result.is_mate)
        say(session, "info depth 1 score mate 1 nodes %d pv %s", result.nodes, move);
    else
        say(session, "info depth 1 score cp %d nodes %d pv %s", result.value, result.nodes, move);
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
    load(session);
    if (!session->eval) {
        say(session, session->is_uci ? "bestmove (none)" : "bestmove resign");
        return;
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
    option_defaults(OPTIONS, ARRAY_LEN(OPTIONS), &session.settings);
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
    eval_close(session.eval);
    free(session.frame);
}
