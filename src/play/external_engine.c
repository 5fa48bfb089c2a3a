#include "play/external_engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/process.h"
#include "record/gametext.h"

enum {
    WRITE_MS = 5000, // how long the program may take to accept a line
    SLICE_MS = 100,  // how long a wait may overlook that the game was stopped
    DRAIN_LINES_MAX = 100000,
    RECOVERY_MS = 1000,      // how long it may take to obey `stop`
    QUIT_MS = 500,           // or `quit`
    PONDER_OUTPUT = 1 << 20, // bytes it may write while it ponders, when its output is not read
    TRANSCRIPT_LINES = 12,
    TRANSCRIPT_LINE_MAX = 200,
};

typedef struct ExternalEngine {
    GamePlayer base;
    const EngineConfig *engine;
    Process process;                                  // pid 0: it does not run
    char tail[TRANSCRIPT_LINES][TRANSCRIPT_LINE_MAX]; // the last lines, cut; a ring
    int64_t line_count;                               // how many lines there were
    char last[MOVE_TEXT_MAX]; // the move of its last reply, in its own spelling
    const GameLine *pondered; // what it ponders on, borrowed; null: it does not
} ExternalEngine;

static bool is_usi(const ExternalEngine *external) {
    return external->engine->protocol == PROTOCOL_USI;
}

static const char *ponder_option(const ExternalEngine *external) {
    return is_usi(external) ? "USI_Ponder" : "Ponder";
}

static const char *variant_option(const ExternalEngine *external) {
    return is_usi(external) ? "USI_Variant" : "UCI_Variant";
}

static bool is_running(const ExternalEngine *external) {
    return external->process.pid > 0;
}

// ---- Talking ----

static void remember(ExternalEngine *external, char direction, Str line) {
    char *place = external->tail[external->line_count++ % TRANSCRIPT_LINES];
    StrBuf out = strbuf_init(place, TRANSCRIPT_LINE_MAX);
    strbuf_char(&out, direction);
    strbuf_char(&out, ' ');
    for (size_t i = 0; i < line.len && i < TRANSCRIPT_LINE_MAX; i++)
        strbuf_char(&out, line.at[i] >= ' ' && line.at[i] <= '~' ? line.at[i] : '?');
}

static void external_transcript(const GamePlayer *base, StrBuf *transcript) {
    const ExternalEngine *external = (const ExternalEngine *)base;
    const int64_t count = external->line_count;
    for (int64_t i = count > TRANSCRIPT_LINES ? count - TRANSCRIPT_LINES : 0; i < count; i++)
        strbuf_format(transcript, "%s\n", external->tail[i % TRANSCRIPT_LINES]);
}

static Status say(ExternalEngine *external, const char *line, Error *error) {
    remember(external, '>', str_of(line));
    return process_write(&external->process, line, WRITE_MS, error);
}

typedef enum Heard { HEARD_LINE, HEARD_NOTHING, HEARD_END } Heard;

// The next line, if it comes before the deadline.
static Heard hear(ExternalEngine *external, int64_t deadline_ms, Str *line, Error *error) {
    const int64_t left_ms = deadline_ms - clock_ms();
    const Status status =
        process_read(&external->process, left_ms > 0 ? (int)left_ms : 0, line, error);
    if (status == STATUS_OK) {
        remember(external, '<', *line);
        return HEARD_LINE;
    }
    return !external->process.output.has_ended && clock_ms() >= deadline_ms ? HEARD_NOTHING
                                                                            : HEARD_END;
}

// What a program says it has.
typedef struct Announced {
    bool settings[CONFIG_OPTIONS_MAX]; // of those the engine is to be given
    bool ponder;
    bool variant;           // it has an option for the game …
    bool is_variant_played; // … and this game is one of its values
    bool is_variant_set;    // … and its default
} Announced;

static bool is_this_game(Str name) {
    return str_eq(name, GAME_NAME);
}

// `combo default … var …`: the words after the type of the option for the game.
static void note_variant(Str words, Announced *announced) {
    announced->variant = true;
    for (Str word = str_word(&words); word.len; word = str_word(&words)) {
        if (str_eq(word, "default"))
            announced->is_variant_set = is_this_game(str_word(&words));
        else if (str_eq(word, "var"))
            announced->is_variant_played |= is_this_game(str_word(&words));
    }
}

// Marks what the line announces, if it is `option name …`.
static void note_option(const ExternalEngine *external, Str line, Announced *announced) {
    const Config *config = &external->engine->config;
    if (!str_eq(str_word(&line), "option") || !str_eq(str_word(&line), "name"))
        return;
    const Str first = str_word(&line);
    Str name = first;
    for (Str word = str_word(&line); word.len && !str_eq(word, "type"); word = str_word(&line))
        name.len = (size_t)(word.at - first.at) + word.len;
    announced->ponder |= str_eq(name, ponder_option(external));
    if (str_eq(name, variant_option(external)))
        note_variant(line, announced);
    for (int i = 0; i < config->setting_count; i++) {
        const Str wanted = config->settings[i].name;
        announced->settings[i] |= wanted.len == name.len && !memcmp(wanted.at, name.at, name.len);
    }
}

// Waits for a line of one word. Notes what is announced on the way, unless `announced` is null.
static Status wait_for(ExternalEngine *external, const char *word, int64_t patience_ms,
                       Announced *announced, Error *error) {
    const int64_t deadline_ms = clock_ms() + patience_ms;
    for (;;) {
        Str line;
        Error why;
        const Heard heard = hear(external, deadline_ms, &line, &why);
        // A program that never stops writing must not keep the caller here.
        if (heard == HEARD_NOTHING || (heard == HEARD_LINE && clock_ms() > deadline_ms))
            return error_set(error, STATUS_IO, "no %s after %lld ms", word, (long long)patience_ms);
        if (heard == HEARD_END)
            return error_set(error, STATUS_IO, "instead of %s: %s", word, why.text);
        if (str_eq(str_trim(line), word))
            return STATUS_OK;
        if (announced)
            note_option(external, line, announced);
    }
}

// ---- Starting and stopping ----

static Status send_option(ExternalEngine *external, Str name, Str value, Error *error) {
    char text[OPTION_NAME_MAX + OPTION_TEXT_MAX + 64];
    StrBuf out = strbuf_init(text, sizeof text);
    strbuf_format(&out, "setoption name %.*s value %.*s", (int)name.len, name.at, (int)value.len,
                  value.at);
    if (out.is_cut)
        return error_set(error, STATUS_BAD_INPUT, "option %.*s: its value is too long",
                         STR_ARG(name));
    return say(external, text, error);
}

// A program for several games is told which one; a program for other games is of no use.
static Status agree_on_game(ExternalEngine *external, const Announced *announced, Error *error) {
    if (!announced->variant || announced->is_variant_set)
        return STATUS_OK;
    if (!announced->is_variant_played)
        return error_set(error, STATUS_BAD_INPUT,
                         "it does not play " GAME_NAME ": " GAME_NAME
                         " is no value of its option %s",
                         variant_option(external));
    return send_option(external, str_of(variant_option(external)), str_of(GAME_NAME), error);
}

static Status send_options(ExternalEngine *external, const Announced *announced, Error *error) {
    const Config *config = &external->engine->config;
    if (external->engine->ponders && announced->ponder)
        TRY(send_option(external, str_of(ponder_option(external)), str_of("true"), error));
    for (int i = 0; i < config->setting_count; i++) {
        const ConfigOption *setting = &config->settings[i];
        // These two belong to the GUI: engines need not announce them.
        const bool is_usual =
            str_eq(setting->name, "USI_Hash") || str_eq(setting->name, "USI_Ponder");
        if (!announced->settings[i] && !is_usual)
            return error_set(error, STATUS_BAD_INPUT, "it has no option %.*s",
                             STR_ARG(setting->name));
        TRY(send_option(external, setting->name, setting->value, error));
    }
    return STATUS_OK;
}

static Status handshake(ExternalEngine *external, int64_t patience_ms, Error *error) {
    Announced announced = {0};
    TRY(say(external, is_usi(external) ? "usi" : "uci", error));
    TRY(wait_for(external, is_usi(external) ? "usiok" : "uciok", patience_ms, &announced, error));
    TRY(agree_on_game(external, &announced, error));
    return send_options(external, &announced, error);
}

static Status start(ExternalEngine *external, int64_t patience_ms, Error *error) {
    const EngineConfig *engine = external->engine;
    const char *argv[ENGINE_ARGS_MAX + 2];
    char path[PROCESS_PATH_MAX];
    memcpy(argv, engine->argv, sizeof argv);
    if (!strchr(argv[0], '/')) {
        if (!process_find(argv[0], path))
            return error_set(error, STATUS_IO, "there is no program %.200s on the PATH", argv[0]);
        argv[0] = path;
    }
    TRY(process_start(&external->process, argv, error));
    if (engine->ponders)
        process_deepen(&external->process, PONDER_OUTPUT);
    return handshake(external, patience_ms, error);
}

static void external_close(GamePlayer *base) {
    process_stop(&((ExternalEngine *)base)->process, "quit", QUIT_MS);
    line_release(&base->ahead);
    free(base);
}

// ---- Games ----

static Status begin_game(ExternalEngine *external, int64_t patience_ms, Error *error) {
    external->last[0] = '\0';
    // Shogi GUIs say isready before every game, chess GUIs after ucinewgame.
    if (!is_usi(external))
        TRY(say(external, "ucinewgame", error));
    TRY(say(external, "isready", error));
    TRY(wait_for(external, "readyok", patience_ms, NULL, error));
    return is_usi(external) ? say(external, "usinewgame", error) : STATUS_OK;
}

// A program that has ended between two games or in the last one is started again. Where that fails
// too, the reason goes into the transcript.
static Status external_new_game(GamePlayer *base, uint64_t seed, int64_t patience_ms,
                                Error *error) {
    ExternalEngine *external = (ExternalEngine *)base;
    (void)seed, (void)error;
    Error why;
    if (is_running(external) && begin_game(external, patience_ms, &why) == STATUS_OK)
        return STATUS_OK;
    process_stop(&external->process, NULL, 0);
    external->line_count = 0;
    external->pondered = NULL;
    if (start(external, patience_ms, &why) == STATUS_OK &&
        begin_game(external, patience_ms, &why) == STATUS_OK)
        return STATUS_OK;
    process_stop(&external->process, NULL, 0);
    remember(external, '!', str_of(why.text));
    return STATUS_OK;
}

// ---- A move ----

static Status say_position(ExternalEngine *external, const GameLine *line, Error *error) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    Status status = STATUS_NO_MEMORY;
    if (out) {
        fputs("position ", out);
        gametext_write_line(&(GameRecord){.line = line}, out);
        if (!fclose(out) && bytes) {
            text[bytes - 1] = '\0'; // the newline is process_write's
            if (external->engine->drop == '@')
                for (char *star = text; (star = strchr(star, '*')); star++)
                    *star = '@';
            status = say(external, text, error);
        }
    }
    free(text);
    return status;
}

static void go_clock(const ExternalEngine *external, const MoveRequest *request, StrBuf *out) {
    // USI calls FIRST black, UCI calls it white.
    const char *const names[] = {is_usi(external) ? "b" : "w", is_usi(external) ? "w" : "b"};
    const GameClock *clock = request->clock;
    const TimeControl *own = &clock->time[pos_side(&request->line->now)];
    for (int color = 0; color < COLOR_NB; color++)
        strbuf_format(out, " %stime %lld", names[color],
                      (long long)(clock->left_ns[color] / 1000000));
    if (own->byoyomi_ms) {
        strbuf_format(out, " byoyomi %lld", (long long)own->byoyomi_ms);
        return;
    }
    for (int color = 0; color < COLOR_NB; color++)
        strbuf_format(out, " %sinc %lld", names[color], (long long)clock->time[color].increment_ms);
}

static Status say_go(ExternalEngine *external, const char *verb, const MoveRequest *request,
                     Error *error) {
    const TimeControl *time = &request->clock->time[pos_side(&request->line->now)];
    const SearchLimits *limits = &external->engine->config.limits;
    char text[256];
    StrBuf buffer = strbuf_init(text, sizeof text), *const out = &buffer;
    strbuf_text(out, verb);
    if (time->movetime_ms)
        strbuf_format(out, " movetime %lld", (long long)time->movetime_ms);
    else if (timecontrol_has_clock(time))
        go_clock(external, request, out);
    if (limits->depth)
        strbuf_format(out, " depth %d", limits->depth);
    if (limits->nodes)
        strbuf_format(out, " nodes %lld", (long long)limits->nodes);
    return say(external, text, error);
}

static int value_of_mate(EngineProtocol protocol, Str word) {
    const bool is_loss = word.len && word.at[0] == '-';
    int64_t distance = 0;
    if (word.len && (word.at[0] == '-' || word.at[0] == '+')) {
        word.at++;
        word.len--;
    }
    (void)str_int(word, 0, PLY_MAX, &distance); // a bare sign: it is not known how far
    // UCI counts moves, USI plies.
    const int plies =
        (int)(protocol == PROTOCOL_UCI && distance ? 2 * distance - !is_loss : distance);
    return is_loss ? value_loss_in(plies) : value_win_in(plies);
}

void external_engine_read_info(EngineProtocol protocol, Str words, MoveReply *reply) {
    MoveReply heard = *reply;
    for (Str word = str_word(&words); word.len; word = str_word(&words)) {
        int64_t number;
        if (str_eq(word, "string") || str_eq(word, "pv"))
            break; // the rest of the line is theirs
        if (str_eq(word, "multipv")) {
            if (!str_eq(str_word(&words), "1"))
                return;
        } else if (str_eq(word, "depth")) {
            if (str_int(str_word(&words), 0, INT16_MAX, &number))
                heard.depth = (int)number;
        } else if (str_eq(word, "nodes")) {
            if (str_int(str_word(&words), 0, INT64_MAX, &number))
                heard.nodes = number;
        } else if (str_eq(word, "cp")) {
            if (str_int(str_word(&words), -VALUE_DECIDED, VALUE_DECIDED, &number)) {
                heard.value = (int)number;
                heard.has_value = true;
            }
        } else if (str_eq(word, "mate")) {
            heard.value = value_of_mate(protocol, str_word(&words));
            heard.has_value = true;
        }
    }
    *reply = heard;
}

// A legal move as this program writes it, or MOVE_NONE.
static Move understood(const ExternalEngine *external, const Position *pos, Str word) {
    char text[MOVE_TEXT_MAX];
    Move move = MOVE_NONE;
    if (word.len >= sizeof text)
        return MOVE_NONE;
    memcpy(text, word.at, word.len);
    if (external->engine->drop == '@' && word.len > 1 && text[1] == '@')
        text[1] = '*';
    (void)move_parse(pos, (Str){text, word.len}, &move, NULL);
    return move;
}

// The reply a `bestmove` expects, the rest of whose line is `words`.
static Move expected_move(const ExternalEngine *external, const Position *pos, Move best,
                          Str words) {
    Position next = *pos;
    pos_play(&next, best);
    if (!str_eq(str_word(&words), "ponder"))
        return MOVE_NONE;
    return understood(external, &next, str_word(&words));
}

// Takes what follows the word `bestmove`. False: it is the last reply once more, come too late to
// have been dropped before the request, and impossible now.
static bool take_bestmove(ExternalEngine *external, const MoveRequest *request, Str words,
                          MoveReply *reply) {
    const Position *pos = &request->line->now;
    const Str word = str_word(&words);
    if (str_eq(word, "resign")) {
        reply->kind = REPLY_RESIGN;
    } else if (str_eq(word, "win")) {
        reply->kind = REPLY_WIN;
    } else if ((reply->move = understood(external, pos, word)) != MOVE_NONE) {
        reply->kind = REPLY_MOVE;
        reply->expected = expected_move(external, pos, reply->move, words);
    } else if (word.len && str_eq(word, external->last)) {
        return false;
    } else {
        reply->kind = REPLY_ILLEGAL;
    }
    snprintf(external->last, sizeof external->last, "%.*s",
             (int)(word.len < sizeof external->last ? word.len : 0), word.at);
    return true;
}

// Reads up to the reply, to the end of the patience, or until the game is stopped.
static void await(ExternalEngine *external, const MoveRequest *request, int64_t start_ns,
                  MoveReply *reply) {
    const int64_t end_ms = start_ns / 1000000 + request->patience_ms + 1;
    for (;;) {
        const int64_t slice_ms = clock_ms() + SLICE_MS;
        Str line;
        const Heard heard = hear(external, slice_ms < end_ms ? slice_ms : end_ms, &line, NULL);
        reply->time_ns = clock_ns() - start_ns;
        if (heard == HEARD_END) {
            reply->kind = REPLY_CRASH;
            return;
        }
        const Str first = heard == HEARD_LINE ? str_word(&line) : (Str){0};
        if (str_eq(first, "bestmove") && take_bestmove(external, request, line, reply))
            return;
        if (str_eq(first, "info"))
            external_engine_read_info(external->engine->protocol, line, reply);
        if (control_is_stopped(request->stop)) {
            reply->kind = REPLY_STOPPED;
            return;
        }
        if (clock_ms() >= end_ms) {
            reply->kind = REPLY_TIMEOUT;
            return;
        }
    }
}

// Stops a search whose result is not wanted. A program that still obeys may play the next game.
static void recover(ExternalEngine *external) {
    const int64_t deadline_ms = clock_ms() + RECOVERY_MS;
    Heard heard = say(external, "stop", NULL) == STATUS_OK ? HEARD_LINE : HEARD_END;
    while (heard == HEARD_LINE && clock_ms() < deadline_ms) {
        Str line;
        heard = hear(external, deadline_ms, &line, NULL);
        if (heard == HEARD_LINE && str_eq(str_word(&line), "bestmove"))
            return;
    }
    process_stop(&external->process, NULL, 0);
}

// Drops lines that came out of turn, like a second reply to the last request.
static void drain(ExternalEngine *external) {
    Str line;
    for (int i = 0; i < DRAIN_LINES_MAX; i++)
        if (hear(external, clock_ms(), &line, NULL) != HEARD_LINE)
            return;
}

// After a reply, or where there was none.
static void settle(ExternalEngine *external, const MoveReply *reply) {
    if (reply->kind == REPLY_TIMEOUT)
        recover(external);
    else if (reply->kind == REPLY_CRASH)
        process_stop(&external->process, NULL, 0);
}

// The opponent played another move than the expected one. False: the program does not stop
// pondering, and `reply` says why.
static bool end_pondering(ExternalEngine *external, const MoveRequest *request, MoveReply *reply) {
    MoveRequest guess = *request;
    guess.line = external->pondered;
    guess.patience_ms = RECOVERY_MS;
    external->pondered = NULL;
    if (say(external, "stop", NULL) == STATUS_OK)
        await(external, &guess, clock_ns(), reply);
    const ReplyKind kind = reply->kind;
    if (kind == REPLY_CRASH || kind == REPLY_TIMEOUT || kind == REPLY_STOPPED)
        return false;
    *reply = (MoveReply){.kind = REPLY_CRASH};
    return true;
}

static void ask(ExternalEngine *external, const MoveRequest *request, MoveReply *reply) {
    drain(external);
    if (say_position(external, request->line, NULL) != STATUS_OK)
        return;
    const int64_t start_ns = clock_ns(); // the clock is not for our own work
    if (say_go(external, "go", request, NULL) == STATUS_OK)
        await(external, request, start_ns, reply);
}

static void ask_after_hit(ExternalEngine *external, const MoveRequest *request, MoveReply *reply) {
    external->pondered = NULL;
    const int64_t start_ns = clock_ns();
    if (say(external, "ponderhit", NULL) == STATUS_OK)
        await(external, request, start_ns, reply);
}

static Status external_ask(GamePlayer *base, const MoveRequest *request, bool is_hit,
                           MoveReply *reply, Error *error) {
    ExternalEngine *external = (ExternalEngine *)base;
    (void)error;
    *reply = (MoveReply){.kind = REPLY_CRASH};
    if (!is_running(external))
        return STATUS_OK;
    if (is_hit)
        ask_after_hit(external, request, reply);
    else if (!external->pondered || end_pondering(external, request, reply))
        ask(external, request, reply);
    settle(external, reply);
    return STATUS_OK;
}

// A program that has ended is found out when it is asked.
static bool external_ponder(GamePlayer *base, const MoveRequest *request) {
    ExternalEngine *external = (ExternalEngine *)base;
    drain(external);
    if (say_position(external, request->line, NULL) != STATUS_OK ||
        say_go(external, "go ponder", request, NULL) != STATUS_OK)
        return false;
    external->pondered = request->line;
    return true;
}

// ---- The end of a game ----

static void external_game_over(GamePlayer *base, Result result) {
    ExternalEngine *external = (ExternalEngine *)base;
    if (external->pondered)
        recover(external);
    external->pondered = NULL;
    if (!is_usi(external) || !is_running(external))
        return;
    const char *word = result == RESULT_WIN ? "win" : result == RESULT_DRAW ? "draw" : "lose";
    char text[32];
    StrBuf out = strbuf_init(text, sizeof text);
    strbuf_format(&out, "gameover %s", word);
    // A program that does not read it is found out at the next game.
    (void)say(external, text, NULL);
}

// ---- Opening ----

static const GamePlayerKind KIND = {
    .new_game = external_new_game,
    .ask = external_ask,
    .ponder = external_ponder,
    .game_over = external_game_over,
    .transcript = external_transcript,
    .close = external_close,
};

Status external_engine_open(GamePlayer **player, const EngineConfig *engine, int64_t patience_ms,
                            Error *error) {
    ExternalEngine *external = calloc(1, sizeof *external);
    if (!external)
        return error_set(error, STATUS_NO_MEMORY, "no memory for another program");
    external->base = (GamePlayer){.kind = &KIND, .ponders = engine->ponders};
    line_init(&external->base.ahead);
    external->engine = engine;
    external->process = (Process){.input = -1};
    const Status status = start(external, patience_ms, error);
    if (status == STATUS_OK) {
        *player = &external->base;
        return STATUS_OK;
    }
    process_stop(&external->process, NULL, 0);
    free(external);
    return status;
}
