#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "command.h"
#include "config_args.h"
#include "interrupt.h"
#include "liveview.h"
#include "tree_words.h"
#include "wording.h"

enum { TIME_MS = 5000 };

// The newest line of each of the best moves.
typedef struct Best {
    int value, depth, pv_count;
    Move pv[PLY_MAX];
} Best;

typedef struct Request {
    Config config;
    const char *position; // null: the start position
    bool is_json;
    GameLine line;
    LiveView view;
    Best *best; // by multi_pv - 1
    int best_count;
} Request;

static void listen(void *context, const SearchInfo *info) {
    Request *request = context;
    if (!request->is_json)
        liveview_add(&request->view, info);
    if (info->text || info->multi_pv < 1 || info->multi_pv > request->best_count)
        return;
    Best *best = &request->best[info->multi_pv - 1];
    *best = (Best){.value = info->value, .depth = info->depth};
    for (; best->pv_count < info->pv_count && best->pv_count < PLY_MAX; best->pv_count++)
        best->pv[best->pv_count] = info->pv[best->pv_count];
}

static void json_move(Json *json, const char *key, const Position *pos, Move move) {
    char text[MOVE_TEXT_MAX];
    move_format(pos, move, text);
    json_text(json, key, text);
}

// One of the two is null: hundredths of a pawn, or plies to the end, negative for a loss.
static void json_score(Json *json, int value) {
    const bool is_decided = value_is_decided(value);
    json_real(json, "score_cp", is_decided ? (double)NAN : value);
    if (is_decided)
        json_int(json, "score_mate", value > 0 ? VALUE_WIN - value : -(VALUE_WIN + value));
    else
        json_real(json, "score_mate", (double)NAN);
}

static void json_line(Json *json, const Position *pos, const Move *moves, int count) {
    Position now = *pos;
    json_list(json, "pv");
    for (int i = 0; i < count && pos_is_legal(&now, moves[i]); i++) {
        json_move(json, NULL, &now, moves[i]);
        Undo undo;
        pos_do(&now, moves[i], &undo);
    }
    json_list_end(json);
}

static void json_ponder(Json *json, const Position *pos, const SearchResult *result) {
    Position next = *pos;
    Undo undo;
    if (result->best)
        pos_do(&next, result->best, &undo);
    if (result->best && pos_is_legal(&next, result->ponder))
        json_move(json, "ponder", &next, result->ponder);
    else
        json_real(json, "ponder", (double)NAN);
}

static void json_lines(Json *json, const Request *request) {
    json_list(json, "lines");
    for (int i = 0; i < request->best_count && request->best[i].pv_count; i++) {
        const Best *best = &request->best[i];
        json_object(json, NULL);
        json_move(json, "move", &request->line.now, best->pv[0]);
        json_score(json, best->value);
        json_int(json, "depth", best->depth);
        json_line(json, &request->line.now, best->pv, best->pv_count);
        json_object_end(json);
    }
    json_list_end(json);
}

static void print_json(const Request *request, const Player *player, const SearchResult *result) {
    const char *search = SEARCH_KINDS[player_settings(player)->search]->name;
    const Position *pos = &request->line.now;
    char text[POS_TEXT_MAX];
    pos_format(pos, text);
    Json json = json_begin(stdout);
    json_object(&json, NULL);
    json_text(&json, "game", GAME_NAME);
    json_text(&json, "search", search);
    json_text(&json, "position", text);
    if (result->best)
        json_move(&json, "bestmove", pos, result->best);
    else
        json_real(&json, "bestmove", (double)NAN);
    json_ponder(&json, pos, result);
    json_bool(&json, "declared", result->is_declared);
    json_score(&json, result->value);
    json_int(&json, "depth", result->depth);
    json_int(&json, "seldepth", result->deepest);
    json_int(&json, "nodes", result->nodes);
    json_real(&json, "nps", round(per_second(result->nodes, result->time_ns)));
    json_real(&json, "seconds", (double)result->time_ns * 1e-9);
    json_line(&json, pos, result->pv, result->pv_count);
    if (request->best_count > 1)
        json_lines(&json, request);
    TreeView tree;
    if (result->best && player_tree(player, &tree))
        tree_json_root(&json, &tree, pos, false);
    json_object_end(&json);
    json_end(&json);
}

static void print_text(const Request *request, const SearchResult *result) {
    char value[WORD_MAX], time[WORD_MAX], speed[WORD_MAX], move[MOVE_WORD_MAX];
    word_value(result->value, value);
    word_time(result->time_ns, time);
    word_count((int64_t)per_second(result->nodes, result->time_ns), speed);
    if (result->is_declared) {
        puts("the win can be declared, without a move");
    } else if (result->best == MOVE_NONE) {
        puts("there is no legal move");
    } else {
        move_write(&request->line.now, result->best, move);
        printf("best move %s, value %s, depth %d/%d, %" PRId64 " nodes in %s, %s a second\n", move,
               value, result->depth, result->deepest, result->nodes, time, speed);
    }
}

static Exit think(const Command *self, Request *request, Player *player, SearchControl *control) {
    request->best_count = player_settings(player)->multi_pv;
    request->best = calloc((size_t)request->best_count, sizeof *request->best);
    if (!request->best)
        return command_fail(self, "no memory for %d lines", request->best_count);
    liveview_begin(&request->view, stdout, &request->line.now, player);
    SearchResult result;
    Error error;
    const Status status =
        config_go(&request->config, player, &request->line, &request->config.limits, control,
                  &(SearchReport){listen, request}, &result, &error);
    liveview_end(&request->view);
    if (status != STATUS_OK)
        return command_fail(self, "%s", error.text);
    if (request->is_json)
        print_json(request, player, &result);
    else
        print_text(request, &result);
    const int mate = request->config.limits.mate;
    const bool is_missed = mate && result.value < value_win_in(mate);
    return is_missed || (result.best == MOVE_NONE && !result.is_declared) ? EXIT_NO : EXIT_OK;
}

static Exit answer(const Command *self, Request *request) {
    // Before the player, whose threads must not take the signal.
    Interrupt interrupt;
    SearchControl control;
    control_init(&control);
    interrupt_begin(&interrupt, &control);
    Player *player;
    Error error;
    Exit exit_code;
    if (config_player(&request->config, &player, &error) == STATUS_OK) {
        exit_code = think(self, request, player, &control);
        player_free(player);
    } else {
        exit_code = command_fail(self, "%s", error.text);
    }
    interrupt_end(&interrupt);
    free(request->best);
    return exit_code;
}

static Exit take_option(const Command *self, void *context, int option) {
    Request *request = context;
    switch (option) {
    case 'p':
        request->position = optarg;
        return EXIT_OK;
    case 'j':
        request->is_json = true;
        return EXIT_OK;
    default:
        return config_args_take(self, &request->config, option, optarg);
    }
}

static Exit run(const Command *self, int argc, char **argv) {
    static const struct option options[] = {
        CONFIG_ARGS,
        {"threads", required_argument, NULL, ARG_THREADS},
        {"multipv", required_argument, NULL, ARG_MULTI_PV},
        {"mate", required_argument, NULL, ARG_MATE},
        {"position", required_argument, NULL, 'p'},
        {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    static Request request; // large, and the program does this once
    Exit exit_code;
    if (!command_options(self, argc, argv, options, take_option, &request, &exit_code))
        return exit_code;
    if (!config_args_has_limit(&request.config))
        request.config.time_ms = TIME_MS;
    line_init(&request.line);
    exit_code = command_line(self, request.position, &request.line);
    if (exit_code == EXIT_OK)
        exit_code = answer(self, &request);
    line_release(&request.line);
    return exit_code;
}

const Command CMD_GO = {
    .name = "go",
    .summary = "think about one position",
    .help =
        "usage: yuragi-" GAME_NAME " go [options]\n"
        "\n"
        "Searches one position, for 5 s unless something else is asked for. Ctrl-C ends the\n"
        "search with what it has found; pressed again it ends the program.\n"
        "\n"
        "  --position TEXT  startpos, startpos moves ..., sfen/fen ..., or a bare SFEN/FEN\n" //
    CONFIG_ARGS_HELP                                                                          //
        "  --mate N         stop at a win within N plies; exit 1 if there is none\n"
        "  --threads N      how many threads think\n"
        "  --multipv N      lines for the N best moves\n"
        "  --json           bestmove ponder score_cp score_mate (in plies) depth seldepth nodes\n"
        "                   nps seconds pv [lines]; softmax adds expected_depth entropy root\n"
        "\n"
        "example: yuragi-" GAME_NAME " go --movetime 2000 --threads 2 --hash 256\n",
    .run_words = run,
};
