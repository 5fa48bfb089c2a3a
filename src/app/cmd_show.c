#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "command.h"
#include "eval/eval_open.h"
#include "wording.h"

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

static void print_moves(const Position *pos) {
    enum { COLUMNS = 12 };
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    printf("%d legal %s:", count, word_plural(count, "move", "moves"));
    for (int i = 0; i < count; i++) {
        char move[MOVE_TEXT_MAX];
        move_format(pos, moves[i], move);
        printf("%s%-6s", i % COLUMNS ? " " : "\n  ", move);
    }
    putchar('\n');
}

static void print_text(const GameLine *line, int value, bool is_ascii, bool has_moves) {
    const Position *pos = &line->now;
    char text[POS_TEXT_MAX];
    pos_format(pos, text);
    pos_show(pos, is_ascii, stdout);
    printf("%s: %s\n", GAME_IS_CHESS ? "fen" : "sfen", text);
    printf("key: %016" PRIx64 "\n", pos_key(pos));
    printf("to move: %s%s\n", side_name(pos), pos_in_check(pos) ? ", in check" : "");
    printf("value: %+.2f pawns for %s\n", value / 100.0, side_name(pos));
    const Outcome outcome = outcome_of(line);
    if (outcome.result != RESULT_OPEN)
        printf("outcome: %s for %s (%s)\n", RESULT_NAMES[outcome.result], side_name(pos),
               REASON_NAMES[outcome.reason]);
    else if (pos_declaration(pos, RULES_DEFAULT.entering_king) != RESULT_OPEN)
        printf("outcome: open; %s may declare a win\n", side_name(pos));
    else
        puts("outcome: open");
    if (has_moves)
        print_moves(pos);
}

typedef struct Request {
    const char *position, *weights; // null: the start position; the weights inside the program
    bool is_json, is_ascii, has_moves;
} Request;

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
        print_text(&line, value, request->is_ascii, request->has_moves);
    line_release(&line);
    return exit_code;
}

static const Arg ROWS[] = {
    ARG_ROW_POSITION(Request, position),
    ARG_ROW_TEXT(Request, weights, "eval", "PATH",
                 "weights of the evaluation, instead of those inside the program"),
    ARG_ROW_FLAG(Request, has_moves, "moves", "also print the legal moves"),
    ARG_ROW_FLAG(Request, is_ascii, "ascii", "use ASCII letters only"),
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
    .run = run,
};
