#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/json.h"
#include "command.h"
#include "game/perft.h"
#include "wording.h"

enum { DEPTH_LIMIT = 32, THREAD_LIMIT = 256 };

typedef struct Request {
    int depth, threads;
    const char *position; // null: the start position
    bool is_divided, is_json;
    GameLine line;
} Request;

typedef struct PerftResult {
    uint64_t nodes;
    double seconds;
    uint64_t counts[MOVE_MAX]; // by move, in the order of gen_legal
} PerftResult;

static void print_json(const Request *request, const PerftResult *answer) {
    const Position *pos = &request->line.now;
    char text[POS_TEXT_MAX];
    pos_format(pos, text);
    Json json = json_begin(stdout);
    json_object(&json, NULL);
    json_text(&json, "game", GAME_NAME);
    json_text(&json, "position", text);
    json_int(&json, "depth", request->depth);
    json_int(&json, "nodes", (int64_t)answer->nodes);
    json_real(&json, "seconds", answer->seconds);
    json_real(&json, "nps", (double)answer->nodes / answer->seconds);
    if (request->is_divided) {
        Move moves[MOVE_MAX];
        const int count = gen_legal(pos, moves);
        json_object(&json, "divide");
        for (int i = 0; i < count; i++) {
            char move[MOVE_TEXT_MAX];
            move_format(pos, moves[i], move);
            json_int(&json, move, (int64_t)answer->counts[i]);
        }
        json_object_end(&json);
    }
    json_object_end(&json);
    json_end(&json);
}

static void print_text(const Request *request, const PerftResult *answer) {
    const Position *pos = &request->line.now;
    if (request->is_divided) {
        Move moves[MOVE_MAX];
        const int count = gen_legal(pos, moves);
        for (int i = 0; i < count; i++) {
            char move[MOVE_TEXT_MAX];
            move_format(pos, moves[i], move);
            printf("%s: %" PRIu64 "\n", move, answer->counts[i]);
        }
        putchar('\n');
    }
    printf("perft %d: %" PRIu64 " %s in %.3f s, %.1f million a second\n", request->depth,
           answer->nodes, word_plural((int64_t)answer->nodes, "path", "paths"), answer->seconds,
           (double)answer->nodes / answer->seconds / 1e6);
}

static Exit count(const Command *self, const Request *request) {
    static PerftResult answer; // too large for the stack; the program runs one command
    Error error;
    const int64_t start = clock_ns();
    if (request->depth == 0)
        answer.nodes = 1;
    else if (perft_parallel(&request->line.now, request->depth, request->threads, &answer.nodes,
                            answer.counts, &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    answer.seconds = (double)(clock_ns() - start + 1) * 1e-9;
    if (request->is_json)
        print_json(request, &answer);
    else
        print_text(request, &answer);
    return EXIT_OK;
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    line_init(&request->line);
    Exit exit_code = command_line(self, request->position, &request->line);
    if (exit_code == EXIT_OK)
        exit_code = count(self, request);
    line_release(&request->line);
    return exit_code;
}

static const Arg ROWS[] = {
    ARG_ROW_NUMBER(Request, depth, "DEPTH", NULL, 0, DEPTH_LIMIT, "length of the paths"),
    ARG_ROW_POSITION(Request, position),
    ARG_ROW_FLAG(Request, is_divided, "divide", "also print the count of every first move"),
    ARG_ROW_NUMBER(Request, threads, "threads", "N", 1, THREAD_LIMIT,
                   "number of threads, 1 to 256 (1)"),
    ARG_ROW_FLAG(Request, is_json, "json",
                 "one JSON object: game position depth nodes seconds nps [divide]"),
};

const Command CMD_PERFT = {
    .name = "perft",
    .summary = "count the paths of legal moves of a given length",
    .usage = "DEPTH [options]",
    .about = "Counts the paths of DEPTH legal moves. The last move is counted, not played.",
    .args = ARG_TABLE(ROWS),
    .example = "5 --threads 2",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.threads = 1},
    .run = run,
};
