#include <stdio.h>
#include <stdlib.h>

#include "config_args.h"
#include "outfile.h"
#include "think.h"
#include "tree_report.h"

enum {
    TIME_MS = 3000,
    TOP_MAX = 100000, // nodes of a dump or a picture
    MOVES_DEFAULT = 16,
    PICTURE_DEFAULT = 36,
    PICTURE_PLIES = 6,
    PICTURE_SIBLINGS = 4, // children drawn of one node, unless --top is given
    DUMP_DEFAULT = 1000,
};

typedef struct Request {
    ThinkArgs args;
    bool is_dump;
    const char *svg, *dot; // files to write, or null
    char out_name[OUTFILE_NAME_MAX];
    int top, plies; // 0: the defaults
    double least;   // probability
    TreeStats stats;
} Request;

static TreeTopLimits picture_limits(const Request *request) {
    return (TreeTopLimits){
        .nodes = 1 + (request->top ? request->top : PICTURE_DEFAULT),
        .plies = request->plies ? request->plies : PICTURE_PLIES,
        .siblings = request->top ? 0 : PICTURE_SIBLINGS,
        .least_probability = request->least,
    };
}

static TreeTopLimits dump_limits(const Request *request) {
    return (TreeTopLimits){
        .nodes = 1 + (request->top ? request->top : DUMP_DEFAULT),
        .plies = request->plies ? request->plies : PLY_MAX,
        .least_probability = request->least,
    };
}

static Status tell(const Request *request, const TreeReport *report, Error *error) {
    const TreeTopLimits limits = picture_limits(request);
    if (report->view.children && request->svg)
        TRY(tree_report_svg(report, &limits, request->svg, error));
    if (report->view.children && request->dot)
        TRY(tree_report_dot(report, &limits, request->dot, error));
    if (request->args.is_json)
        return tree_report_json(report, stdout, error);
    if (report->view.children)
        tree_report_text(report, stdout);
    else
        puts(report->result->is_declared ? "the win can be declared, without a search"
                                         : "there is no legal move");
    return STATUS_OK;
}

static Status grow(void *context, Player *player, SearchControl *control, Exit *exit_code,
                   Error *error) {
    Request *request = context;
    const Config *config = &request->args.config;
    const SearchKind *kind = SEARCH_KINDS[player_settings(player)->search];
    if (!kind->tree)
        return error_set(error, STATUS_BAD_INPUT, "the search %s keeps no tree; softmax and uct do",
                         kind->name);
    SearchResult result;
    TRY(config_go(config, player, &request->args.line, &config->limits, control,
                  &(SearchReport){NULL, NULL}, &result, error));
    const TreeTopLimits dump = dump_limits(request);
    TreeReport report = {.search = kind->name,
                         .line = &request->args.line,
                         .result = &result,
                         .stats = &request->stats,
                         .moves = request->top ? request->top : MOVES_DEFAULT,
                         .dump = request->is_dump ? &dump : NULL};
    if (result.best == MOVE_NONE || !player_tree(player, &report.view))
        *exit_code = EXIT_NO;
    else
        TRY(tree_stats_fill(&report.view, &request->stats, error));
    return tell(request, &report, error);
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    Error error;
    request->args.is_json |= request->is_dump;
    if (outfile_claim(&request->svg, &request->dot, request->out_name, &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    return think_run(self, &request->args, TIME_MS, grow, request);
}

static const Arg ROWS[] = {
    ARG_ROW_GROUP(Request, args, THINK_ARGS),
    ARG_ROW_TEXT(Request, svg, "svg", "FILE", "draw the top of the tree (-: on standard output)"),
    ARG_ROW_TEXT(Request, dot, "dot", "FILE", "the same for graphviz"),
    ARG_ROW_FLAG(Request, args.is_json, "json",
                 "one JSON object: nodes seconds nps value mate samples expanded leaves leaf_depth "
                 "sample_length bytes bytes_per_child expected_depth entropy root levels"),
    ARG_ROW_FLAG(Request, is_dump, "dump",
                 "the JSON object with the top of the tree, in `tree`: nodes with their children"),
    ARG_ROW_NUMBER(Request, top, "top", "N", 1, TOP_MAX,
                   "moves of the root in the text (16), nodes in pictures (36) and in the dump "
                   "(1000)"),
    ARG_ROW_NUMBER(Request, plies, "plies", "N", 1, PLY_MAX,
                   "depth of pictures (6) and of the dump (no limit)"),
    ARG_ROW_REAL(Request, least, "min-probability", "P", 0, 1,
                 "leave out nodes that are reached with a smaller probability"),
};

const Command CMD_TREE = {
    .name = "tree",
    .summary = "the search tree as numbers and as a picture",
    .usage = "[options]",
    .about = "Grows a tree by softmax search, for 3 s unless a limit is given, and shows it: the "
             "moves of the root; nodes, leaves and their probability at each depth; the entropy of "
             "the selection policy and the expected depth D there.",
    .args = ARG_TABLE(ROWS),
    .notes = "Values are in centipawns, from the side of the player who makes the move. p is the "
             "probability of a move in the expected depth D; `selection` is the probability that "
             "the next sample follows it.",
    .example = "--nodes 100000 --svg tree.svg",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.args.config = CONFIG_WITH("Search", "softmax")},
    .run = run,
};
