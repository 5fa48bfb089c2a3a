#include "lab/outsider.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum {
    WRITE_MS = 5000, // to take a line from us
    SLICE_MS = 100,  // how long a wait may be deaf to the end of the match
    DRAIN_LINES_MAX = 100000,
    RECOVERY_MS = 1000, // to answer `stop`
    FAREWELL_MS = 500,
    PONDER_OUTPUT = 1 << 20, // what it may say while nobody listens
};

static bool is_usi(const Outsider *outsider) {
    return outsider->contestant->dialect == DIALECT_USI;
}

static const char *ponder_option(const Outsider *outsider) {
    return is_usi(outsider) ? "USI_Ponder" : "Ponder";
}

bool outsider_is_running(const Outsider *outsider) {
    return outsider->process.pid > 0;
}

// ---- Talking ----

static void remember(Outsider *outsider, char direction, Str line) {
    char *place = outsider->tail[outsider->said++ % OUTSIDER_TAIL];
    StrBuf out = strbuf_init(place, OUTSIDER_LINE_MAX);
    strbuf_char(&out, direction);
    strbuf_char(&out, ' ');
    for (size_t i = 0; i < line.len && i < OUTSIDER_LINE_MAX; i++)
        strbuf_char(&out, line.at[i] >= ' ' && line.at[i] <= '~' ? line.at[i] : '?');
}

void outsider_story(const Outsider *outsider, StrBuf *story) {
    const int64_t from = outsider->said > OUTSIDER_TAIL ? outsider->said - OUTSIDER_TAIL : 0;
    for (int64_t i = from; i < outsider->said; i++)
        strbuf_format(story, "%s\n", outsider->tail[i % OUTSIDER_TAIL]);
}

static Status say(Outsider *outsider, const char *line, Error *error) {
    remember(outsider, '>', str_of(line));
    return process_write(&outsider->process, line, WRITE_MS, error);
}

typedef enum Heard { HEARD_LINE, HEARD_NOTHING, HEARD_END } Heard;

// The next line, if it comes before the deadline.
static Heard hear(Outsider *outsider, int64_t deadline_ms, Str *line, Error *error) {
    const int64_t left_ms = deadline_ms - clock_ms();
    const Status status =
        process_read(&outsider->process, left_ms > 0 ? (int)left_ms : 0, line, error);
    if (status == STATUS_OK) {
        remember(outsider, '<', *line);
        return HEARD_LINE;
    }
    return !outsider->process.has_ended && clock_ms() >= deadline_ms ? HEARD_NOTHING : HEARD_END;
}

// What a program says it has.
typedef struct Announced {
    bool settings[RECIPE_SETTINGS_MAX]; // of those the contestant is to be given
    bool ponder;
} Announced;

// Marks what the line announces, if it is `option name …`.
static void note_option(const Outsider *outsider, Str line, Announced *announced) {
    const Recipe *recipe = &outsider->contestant->recipe;
    if (!str_eq(str_word(&line), "option") || !str_eq(str_word(&line), "name"))
        return;
    const Str first = str_word(&line);
    Str name = first;
    for (Str word = str_word(&line); word.len && !str_eq(word, "type"); word = str_word(&line))
        name.len = (size_t)(word.at - first.at) + word.len;
    announced->ponder |= str_eq(name, ponder_option(outsider));
    for (int i = 0; i < recipe->setting_count; i++) {
        const Str wanted = recipe->settings[i].name;
        announced->settings[i] |= wanted.len == name.len && !memcmp(wanted.at, name.at, name.len);
    }
}

// Waits for a line of one word; what is announced on the way is noted, unless nobody wants to know.
static Status wait_for(Outsider *outsider, const char *word, int64_t patience_ms,
                       Announced *announced, Error *error) {
    const int64_t deadline_ms = clock_ms() + patience_ms;
    for (;;) {
        Str line;
        Error why;
        const Heard heard = hear(outsider, deadline_ms, &line, &why);
        // One that never stops talking must not keep us here.
        if (heard == HEARD_NOTHING || (heard == HEARD_LINE && clock_ms() > deadline_ms))
            return error_set(error, STATUS_IO, "no %s after %lld ms", word, (long long)patience_ms);
        if (heard == HEARD_END)
            return error_set(error, STATUS_IO, "instead of %s: %s", word, why.text);
        if (str_eq(str_trim(line), word))
            return STATUS_OK;
        if (announced)
            note_option(outsider, line, announced);
    }
}

// ---- Starting and stopping ----

static Status send_option(Outsider *outsider, Str name, Str value, Error *error) {
    char text[OPTION_NAME_MAX + OPTION_TEXT_MAX + 64];
    StrBuf out = strbuf_init(text, sizeof text);
    strbuf_format(&out, "setoption name %.*s value %.*s", (int)name.len, name.at, (int)value.len,
                  value.at);
    if (out.is_cut)
        return error_set(error, STATUS_BAD_INPUT, "option %.*s: its value is too long",
                         STR_ARG(name));
    return say(outsider, text, error);
}

static Status send_options(Outsider *outsider, const Announced *announced, Error *error) {
    const Recipe *recipe = &outsider->contestant->recipe;
    if (outsider->contestant->ponders && announced->ponder)
        TRY(send_option(outsider, str_of(ponder_option(outsider)), str_of("true"), error));
    for (int i = 0; i < recipe->setting_count; i++) {
        const RecipeSetting *setting = &recipe->settings[i];
        // These two belong to the GUI: engines need not announce them.
        const bool is_usual =
            str_eq(setting->name, "USI_Hash") || str_eq(setting->name, "USI_Ponder");
        if (!announced->settings[i] && !is_usual)
            return error_set(error, STATUS_BAD_INPUT, "it has no option %.*s",
                             STR_ARG(setting->name));
        TRY(send_option(outsider, setting->name, setting->value, error));
    }
    return STATUS_OK;
}

static Status shake_hands(Outsider *outsider, int64_t patience_ms, Error *error) {
    Announced announced = {0};
    TRY(say(outsider, is_usi(outsider) ? "usi" : "uci", error));
    TRY(wait_for(outsider, is_usi(outsider) ? "usiok" : "uciok", patience_ms, &announced, error));
    return send_options(outsider, &announced, error);
}

static Status start(Outsider *outsider, int64_t patience_ms, Error *error) {
    const Contestant *contestant = outsider->contestant;
    const char *argv[CONTESTANT_ARGS_MAX + 2];
    char path[PROCESS_PATH_MAX];
    memcpy(argv, contestant->argv, sizeof argv);
    if (!strchr(argv[0], '/')) {
        if (!process_find(argv[0], path))
            return error_set(error, STATUS_IO, "there is no program %.200s on the PATH", argv[0]);
        argv[0] = path;
    }
    TRY(process_start(&outsider->process, argv, error));
    if (contestant->ponders)
        process_deepen(&outsider->process, PONDER_OUTPUT);
    return shake_hands(outsider, patience_ms, error);
}

Status outsider_start(Outsider *outsider, const Contestant *contestant, int64_t patience_ms,
                      Error *error) {
    *outsider = (Outsider){.contestant = contestant, .process = {.input = -1, .output = -1}};
    const Status status = start(outsider, patience_ms, error);
    if (status != STATUS_OK)
        process_stop(&outsider->process, NULL, 0);
    return status;
}

void outsider_stop(Outsider *outsider) {
    process_stop(&outsider->process, "quit", FAREWELL_MS);
}

// ---- Games ----

static Status begin_game(Outsider *outsider, int64_t patience_ms, Error *error) {
    outsider->last[0] = '\0';
    // Shogi GUIs say isready before every game, chess GUIs after ucinewgame.
    if (!is_usi(outsider))
        TRY(say(outsider, "ucinewgame", error));
    TRY(say(outsider, "isready", error));
    TRY(wait_for(outsider, "readyok", patience_ms, NULL, error));
    return is_usi(outsider) ? say(outsider, "usinewgame", error) : STATUS_OK;
}

Status outsider_new_game(Outsider *outsider, int64_t patience_ms, Error *error) {
    const Status status = begin_game(outsider, patience_ms, error);
    if (status != STATUS_OK)
        process_stop(&outsider->process, NULL, 0);
    return status;
}

// ---- A move ----

static Status say_position(Outsider *outsider, const GameLine *line, Error *error) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    Status status = STATUS_NO_MEMORY;
    if (out) {
        fputs("position ", out);
        gametext_write_line(&(GameRecord){.line = line}, out);
        if (!fclose(out) && bytes) {
            text[bytes - 1] = '\0'; // the newline is process_write's
            if (outsider->contestant->drop == '@')
                for (char *star = text; (star = strchr(star, '*')); star++)
                    *star = '@';
            status = say(outsider, text, error);
        }
    }
    free(text);
    return status;
}

static void go_clock(const Outsider *outsider, const Question *question, StrBuf *out) {
    // USI calls FIRST black, UCI calls it white.
    const char *const names[] = {is_usi(outsider) ? "b" : "w", is_usi(outsider) ? "w" : "b"};
    const TimeTerms *own = &outsider->contestant->time;
    for (int color = 0; color < COLOR_NB; color++)
        strbuf_format(out, " %stime %lld", names[color], (long long)question->left_ms[color]);
    if (own->byoyomi_ms) {
        strbuf_format(out, " byoyomi %lld", (long long)own->byoyomi_ms);
        return;
    }
    for (int color = 0; color < COLOR_NB; color++)
        strbuf_format(out, " %sinc %lld", names[color],
                      (long long)question->terms[color]->increment_ms);
}

static Status say_go(Outsider *outsider, const char *verb, const Question *question, Error *error) {
    const TimeTerms *time = &outsider->contestant->time;
    const SearchLimits *limits = &outsider->contestant->recipe.limits;
    char text[256];
    StrBuf buffer = strbuf_init(text, sizeof text), *const out = &buffer;
    strbuf_text(out, verb);
    if (time->movetime_ms)
        strbuf_format(out, " movetime %lld", (long long)time->movetime_ms);
    else if (terms_have_clock(time))
        go_clock(outsider, question, out);
    if (limits->depth)
        strbuf_format(out, " depth %d", limits->depth);
    if (limits->nodes)
        strbuf_format(out, " nodes %lld", (long long)limits->nodes);
    return say(outsider, text, error);
}

static int value_of_mate(Dialect dialect, Str word) {
    const bool is_loss = word.len && word.at[0] == '-';
    int64_t distance = 0;
    if (word.len && (word.at[0] == '-' || word.at[0] == '+')) {
        word.at++;
        word.len--;
    }
    (void)str_int(word, 0, PLY_MAX, &distance); // a bare sign: it is not known how far
    // UCI counts moves, USI plies.
    const int plies =
        (int)(dialect == DIALECT_UCI && distance ? 2 * distance - !is_loss : distance);
    return is_loss ? value_loss_in(plies) : value_win_in(plies);
}

void outsider_hear_info(Dialect dialect, Str words, Answer *answer) {
    Answer heard = *answer;
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
            heard.value = value_of_mate(dialect, str_word(&words));
            heard.has_value = true;
        }
    }
    *answer = heard;
}

// A legal move as this program writes it, or MOVE_NONE.
static Move understood(const Outsider *outsider, const Position *pos, Str word) {
    char text[MOVE_TEXT_MAX];
    Move move = MOVE_NONE;
    if (word.len >= sizeof text)
        return MOVE_NONE;
    memcpy(text, word.at, word.len);
    if (outsider->contestant->drop == '@' && word.len > 1 && text[1] == '@')
        text[1] = '*';
    (void)move_parse(pos, (Str){text, word.len}, &move, NULL);
    return move;
}

// The reply a `bestmove` expects, the rest of whose line is `words`.
static Move expected_move(const Outsider *outsider, const Position *pos, Move best, Str words) {
    Position next = *pos;
    Undo undo;
    pos_do(&next, best, &undo);
    if (!str_eq(str_word(&words), "ponder"))
        return MOVE_NONE;
    return understood(outsider, &next, str_word(&words));
}

// Takes what follows the word `bestmove`. False: it is the last answer once more, come too late to
// have been dropped before the question, and impossible now.
static bool take_bestmove(Outsider *outsider, const Question *question, Str words, Answer *answer) {
    const Position *pos = &question->line->now;
    const Str word = str_word(&words);
    if (str_eq(word, "resign")) {
        answer->kind = ANSWER_RESIGN;
    } else if (str_eq(word, "win")) {
        answer->kind = ANSWER_WIN;
    } else if ((answer->move = understood(outsider, pos, word)) != MOVE_NONE) {
        answer->kind = ANSWER_MOVE;
        answer->expected = expected_move(outsider, pos, answer->move, words);
    } else if (word.len && str_eq(word, outsider->last)) {
        return false;
    } else {
        answer->kind = ANSWER_ILLEGAL;
    }
    StrBuf last = strbuf_init(outsider->last, sizeof outsider->last);
    strbuf_format(&last, "%.*s", (int)(word.len < sizeof outsider->last ? word.len : 0), word.at);
    return true;
}

// Reads up to the answer, or to the time when none is wanted any more.
static void await(Outsider *outsider, const Question *question, int64_t start_ns, Answer *answer) {
    const int64_t end_ms = start_ns / 1000000 + question->patience_ms + 1;
    for (;;) {
        const int64_t slice_ms = clock_ms() + SLICE_MS;
        Str line;
        const Heard heard = hear(outsider, slice_ms < end_ms ? slice_ms : end_ms, &line, NULL);
        answer->time_ns = clock_ns() - start_ns;
        if (heard == HEARD_END) {
            answer->kind = ANSWER_CRASH;
            return;
        }
        const Str first = heard == HEARD_LINE ? str_word(&line) : (Str){0};
        if (str_eq(first, "bestmove") && take_bestmove(outsider, question, line, answer))
            return;
        if (str_eq(first, "info"))
            outsider_hear_info(outsider->contestant->dialect, line, answer);
        if (control_is_stopped(question->stop)) {
            answer->kind = ANSWER_STOPPED;
            return;
        }
        if (clock_ms() >= end_ms) {
            answer->kind = ANSWER_SILENCE;
            return;
        }
    }
}

// One that thinks when nobody wants to know any more: if it still obeys it may go on with the next
// game.
static void recover(Outsider *outsider) {
    const int64_t deadline_ms = clock_ms() + RECOVERY_MS;
    Heard heard = say(outsider, "stop", NULL) == STATUS_OK ? HEARD_LINE : HEARD_END;
    while (heard == HEARD_LINE && clock_ms() < deadline_ms) {
        Str line;
        heard = hear(outsider, deadline_ms, &line, NULL);
        if (heard == HEARD_LINE && str_eq(str_word(&line), "bestmove"))
            return;
    }
    process_stop(&outsider->process, NULL, 0);
}

// Drops what was said out of turn, like a second answer to the last question.
static void drain(Outsider *outsider) {
    Str line;
    for (int i = 0; i < DRAIN_LINES_MAX; i++)
        if (hear(outsider, clock_ms(), &line, NULL) != HEARD_LINE)
            return;
}

// After an answer, or for want of one.
static void settle(Outsider *outsider, const Answer *answer) {
    if (answer->kind == ANSWER_SILENCE)
        recover(outsider);
    else if (answer->kind == ANSWER_CRASH)
        process_stop(&outsider->process, NULL, 0);
}

// The game went another way than it pondered on. False: it does not come back from there, and
// `answer` says why.
static bool call_off(Outsider *outsider, const Question *question, Answer *answer) {
    Question guess = *question;
    guess.line = outsider->pondered;
    guess.patience_ms = RECOVERY_MS;
    outsider->pondered = NULL;
    if (say(outsider, "stop", NULL) == STATUS_OK)
        await(outsider, &guess, clock_ns(), answer);
    const AnswerKind kind = answer->kind;
    if (kind == ANSWER_CRASH || kind == ANSWER_SILENCE || kind == ANSWER_STOPPED)
        return false;
    *answer = (Answer){.kind = ANSWER_CRASH};
    return true;
}

static void ask(Outsider *outsider, const Question *question, Answer *answer) {
    drain(outsider);
    if (say_position(outsider, question->line, NULL) != STATUS_OK)
        return;
    const int64_t start_ns = clock_ns(); // the clock is not for our own work
    if (say_go(outsider, "go", question, NULL) == STATUS_OK)
        await(outsider, question, start_ns, answer);
}

void outsider_ask(Outsider *outsider, const Question *question, Answer *answer) {
    *answer = (Answer){.kind = ANSWER_CRASH};
    if (!outsider->pondered || call_off(outsider, question, answer))
        ask(outsider, question, answer);
    settle(outsider, answer);
}

// ---- Pondering ----

// One that has died is found out when it is asked.
void outsider_ponder(Outsider *outsider, const Question *question) {
    drain(outsider);
    if (say_position(outsider, question->line, NULL) == STATUS_OK &&
        say_go(outsider, "go ponder", question, NULL) == STATUS_OK)
        outsider->pondered = question->line;
}

void outsider_hit(Outsider *outsider, const Question *question, Answer *answer) {
    *answer = (Answer){.kind = ANSWER_CRASH};
    outsider->pondered = NULL;
    const int64_t start_ns = clock_ns();
    if (say(outsider, "ponderhit", NULL) == STATUS_OK)
        await(outsider, question, start_ns, answer);
    settle(outsider, answer);
}

// ---- The end of a game ----

void outsider_game_over(Outsider *outsider, Result result) {
    if (outsider->pondered)
        recover(outsider);
    outsider->pondered = NULL;
    if (!is_usi(outsider) || !outsider_is_running(outsider))
        return;
    const char *word = result == RESULT_WIN ? "win" : result == RESULT_DRAW ? "draw" : "lose";
    char text[32];
    StrBuf out = strbuf_init(text, sizeof text);
    strbuf_format(&out, "gameover %s", word);
    // One that cannot hear it any more is found out at the next game.
    (void)say(outsider, text, NULL);
}
