#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "columns.h"
#include "command.h"
#include "eval/eval_open.h"
#include "terminal.h"
#include "words.h"

enum { UNSAID = -1 };

static const char *side_name(const Position *pos) {
    const bool is_white = (pos_side(pos) == FIRST) == (bool)GAME_IS_CHESS;
    return is_white ? "white" : "black";
}

static Outcome outcome_of(const GameLine *line) {
    return pos_outcome(&line->now, &line->history, &RULES_DEFAULT);
}

// The static value of a position, from the side to move.
static Status evaluate(const Position *pos, const char *path, int *value, Error *error) {
    Eval *eval = NULL;
    TRY(eval_open(path, &eval, error));
    void *frame = eval_frames_new(eval, 1);
    Status status = STATUS_OK;
    if (frame) {
        eval_refresh(eval, pos, frame);
        *value = eval_value(eval, pos, frame);
    } else {
        status = error_set(error, STATUS_NO_MEMORY, "no memory for an evaluation");
    }
    free(frame);
    eval_close(eval);
    return status;
}

static void print_json(const GameLine *line, int value) {
    const Position *pos = &line->now;
    char text[POS_TEXT_MAX], key[17];
    pos_format(pos, text);
    snprintf(key, sizeof key, "%016" PRIx64, pos_key(pos));
    const Outcome outcome = outcome_of(line);
    Json json = json_begin(stdout);
    json_object(&json, NULL);
    json_text(&json, "game", GAME_NAME);
    json_text(&json, GAME_IS_CHESS ? "fen" : "sfen", text);
    json_text(&json, "side", side_name(pos));
    json_bool(&json, "check", pos_in_check(pos));
    json_text(&json, "key", key);
    json_int(&json, "value", value);
    json_text(&json, "outcome", RESULT_NAMES[outcome.result]);
    json_text(&json, "reason", REASON_NAMES[outcome.reason]);
    json_text(&json, "declaration",
              RESULT_NAMES[pos_declaration(pos, RULES_DEFAULT.entering_king)]);
    json_list(&json, "legal");
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        char move[MOVE_TEXT_MAX];
        move_format(pos, moves[i], move);
        json_text(&json, NULL, move);
    }
    json_list_end(&json);
    json_object_end(&json);
    json_end(&json);
}

typedef struct Request {
    const char *position, *weights; // null: the start position; the weights inside the program
    bool is_json, is_ascii, has_moves;
    int language; // Language, or UNSAID
} Request;

// One line, or more of it on a narrow terminal.
static void say(Language language, Word word, const char *a, const char *b, const char *c) {
    const char *const values[] = {a, b, c};
    char text[512];
    StrBuf out = strbuf_init(text, sizeof text);
    words_format(language, word, values, &out);
    columns_wrap(str_of(text), terminal_wrap(stdout), 2, stdout);
}

static void print_moves(const Position *pos, Language language) {
    enum { WIDTH = 7, INDENT = 2 };
    int width, height;
    terminal_size(stdout, &width, &height);
    const int columns = (width - INDENT) / WIDTH < 12 ? (width - INDENT) / WIDTH : 12;
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    char number[16];
    snprintf(number, sizeof number, "%d", count);
    say(language, WORD_MOVES, number, "", "");
    for (int i = 0; i < count; i++) {
        char move[MOVE_TEXT_MAX];
        move_format(pos, moves[i], move);
        const bool is_last = i % columns == columns - 1 || i == count - 1;
        printf("%s%-*s%s", i % columns ? " " : "  ", is_last ? 0 : WIDTH - 1, move,
               is_last ? "\n" : "");
    }
}

static const char *shown_side(const Position *pos, Language language) {
    if (language == LANGUAGE_EN)
        return side_name(pos);
    return words_text(language, pos_side(pos) == FIRST ? WORD_FIRST : WORD_SECOND);
}

static void print_outcome(const GameLine *line, Language language) {
    static const Word RESULTS[] = {[RESULT_WIN] = WORD_RESULT_WIN,
                                   [RESULT_LOSS] = WORD_RESULT_LOSS,
                                   [RESULT_DRAW] = WORD_RESULT_DRAW};
    const Position *pos = &line->now;
    const char *side = shown_side(pos, language);
    const Outcome outcome = outcome_of(line);
    if (outcome.result != RESULT_OPEN)
        say(language, WORD_SHOW_OUTCOME, words_text(language, RESULTS[outcome.result]), side,
            language == LANGUAGE_EN ? REASON_NAMES[outcome.reason]
                                    : words_text(language, words_reason(outcome.reason)));
    else if (pos_declaration(pos, RULES_DEFAULT.entering_king) != RESULT_OPEN)
        say(language, WORD_SHOW_CLAIM, side, "", "");
    else
        say(language, WORD_SHOW_OPEN, "", "", "");
}

static void print_text(const GameLine *line, int value, const Request *request) {
    const Language language =
        request->language == UNSAID ? words_language() : (Language)request->language;
    const Position *pos = &line->now;
    const BoardView view = {
        .is_ascii = request->is_ascii || !terminal_is_utf8(),
        .is_japanese = language == LANGUAGE_JA,
        .sides = {words_text(language, WORD_FIRST), words_text(language, WORD_SECOND)}};
    char text[POS_TEXT_MAX], key[17], pawns[16];
    pos_format(pos, text);
    pos_show(pos, &view, stdout);
    // In one piece, to be copied.
    printf("%s: %s\n", GAME_IS_CHESS ? "fen" : "sfen", text);
    snprintf(key, sizeof key, "%016" PRIx64, pos_key(pos));
    say(language, WORD_SHOW_KEY, key, "", "");
    const char *side = shown_side(pos, language);
    say(language, WORD_SHOW_TURN, side,
        pos_in_check(pos) ? words_text(language, WORD_SHOW_CHECK) : "", "");
    const bool has_pawns = language == LANGUAGE_EN || GAME_IS_CHESS;
    snprintf(pawns, sizeof pawns, has_pawns ? "%+.2f" : "%+.0f",
             has_pawns ? value / 100.0 : (double)value);
    say(language, WORD_SHOW_VALUE, pawns, side, "");
    print_outcome(line, language);
    if (request->has_moves)
        print_moves(pos, language);
}

static Exit run(const Command *self, void *context) {
    const Request *request = context;
    GameLine line;
    line_init(&line);
    Exit exit_code = command_line(self, request->position, &line);
    int value = 0;
    Error error;
    if (exit_code == EXIT_OK && evaluate(&line.now, request->weights, &value, &error) != STATUS_OK)
        exit_code = command_fail(self, "--eval: %s", error.text);
    if (exit_code == EXIT_OK && request->is_json)
        print_json(&line, value);
    else if (exit_code == EXIT_OK)
        print_text(&line, value, request);
    line_release(&line);
    return exit_code;
}

static const Arg ROWS[] = {
    ARG_ROW_POSITION(Request, position),
    ARG_ROW_TEXT(Request, weights, "eval", "PATH",
                 "weights of the evaluation, instead of those inside the program"),
    ARG_ROW_FLAG(Request, has_moves, "moves", "also print the legal moves"),
    ARG_ROW_FLAG(Request, is_ascii, "ascii",
                 "use ASCII letters for the pieces (the default if the locale is not UTF-8)"),
    ARG_ROW_CHOICE(Request, language, "lang", LANGUAGE_NAMES,
                   "language of the captions (that of the locale)"),
    ARG_ROW_FLAG(
        Request, is_json, "json",
        "one JSON object: game sfen|fen side check key value outcome reason declaration legal"),
};

const Command CMD_SHOW = {
    .name = "show",
    .summary = "a position for people: board, hands, key, outcome",
    .usage = "[options]",
    .about = "Shows a position: board, side to move, key, and whether the game is over.",
    .args = ARG_TABLE(ROWS),
    .example = "--moves",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.language = UNSAID},
    .run = run,
};
