#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "config_args.h"
#include "liveview.h"
#include "think.h"
#include "tree_words.h"
#include "wording.h"

enum { TIME_MS = 5000 };

// The newest line of one of the best moves.
typedef struct Best {
    int value, depth, pv_count;
    Move pv[PLY_MAX];
} Best;

typedef struct Request {
    ThinkArgs args;
    LiveView view;
    Best *best; // by multi_pv - 1
    int best_count;
} Request;

static void listen(void *context, const SearchInfo *info) {
    Request *request = context;
    if (!request->args.is_json)
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

// One of the two is null: centipawns, or plies to mate, negative for a loss.
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
        pos_play(&now, moves[i]);
    }
    json_list_end(json);
}

static void json_ponder(Json *json, const Position *pos, const SearchResult *result) {
    Position next = *pos;
    if (result->best)
        pos_play(&next, result->best);
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
        json_move(json, "move", &request->args.line.now, best->pv[0]);
        json_score(json, best->value);
        json_int(json, "depth", best->depth);
        json_line(json, &request->args.line.now, best->pv, best->pv_count);
        json_object_end(json);
    }
    json_list_end(json);
}

static void print_json(const Request *request, const Player *player, const SearchResult *result) {
    const char *search = SEARCH_KINDS[player_settings(player)->search]->name;
    const Position *pos = &request->args.line.now;
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
        move_write(&request->args.line.now, result->best, move);
        printf("best move %s, value %s, depth %d/%d, %" PRId64 " %s in %s, %s a second\n", move,
               value, result->depth, result->deepest, result->nodes,
               word_plural(result->nodes, "node", "nodes"), time, speed);
    }
}

static Exit answer(const Request *request, const Player *player, const SearchResult *result) {
    if (request->args.is_json)
        print_json(request, player, result);
    else
        print_text(request, result);
    const int mate = request->args.config.limits.mate;
    const bool is_missed = mate && result->value < value_win_in(mate);
    return is_missed || (result->best == MOVE_NONE && !result->is_declared) ? EXIT_NO : EXIT_OK;
}

static Status search(void *context, Player *player, SearchControl *control, Exit *exit_code,
                     Error *error) {
    Request *request = context;
    const Config *config = &request->args.config;
    request->best_count = player_settings(player)->multi_pv;
    request->best = calloc((size_t)request->best_count, sizeof *request->best);
    if (!request->best)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d lines", request->best_count);
    liveview_begin(&request->view, stdout, &request->args.line.now, player);
    SearchResult result;
    const Status status = config_go(config, player, &request->args.line, &config->limits, control,
                                    &(SearchReport){listen, request}, &result, error);
    liveview_end(&request->view);
    if (status == STATUS_OK)
        *exit_code = answer(request, player, &result);
    free(request->best);
    return status;
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    return think_run(self, &request->args, TIME_MS, search, request);
}

static const Arg ROWS[] = {
    ARG_ROW_GROUP(Request, args, THINK_ARGS),
    ARG_ROW_NUMBER(Request, args.config.limits.mate, "mate", "N", 1, PLY_MAX,
                   "stop at a win within N plies; exit status 1 if there is none"),
    ARG_ROW_GROUP(Request, args.config, CONFIG_ARGS_MULTIPV),
    ARG_ROW_FLAG(Request, args.is_json, "json",
                 "one JSON object: bestmove ponder score_cp score_mate (in plies) depth seldepth "
                 "nodes nps seconds "
                 "pv [lines]; softmax adds expected_depth entropy root"),
};

const Command CMD_GO = {
    .name = "go",
    .summary = "search one position",
    .usage = "[options]",
    .about = "Searches one position, for 5 s unless a limit is given. Ctrl-C ends the search with "
             "what it has found; a second Ctrl-C ends the program.",
    .args = ARG_TABLE(ROWS),
    .example = "--movetime 2000 --threads 2 --hash 256",
    .request_size = sizeof(Request),
    .run = run,
};
