#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "config_args.h"
#include "interrupt.h"
#include "tree_report.h"

enum {
    TIME_MS = 3000,
    TOP_MAX = 100000, // nodes of a dump or a picture
    MOVES_DEFAULT = 16,
    PICTURE_DEFAULT = 36,
    PICTURE_PLIES = 6,
    PICTURE_SIBLINGS = 4, // of one node, unless a number of nodes is asked for
    DUMP_DEFAULT = 1000,
};

typedef struct Request {
    Config config;
    const char *position; // null: the start position
    bool is_json, is_dump;
    const char *svg, *dot; // files to write, or null
    int64_t top, plies;    // 0: as usual
    double least;          // probability
    GameLine line;
    TreeStats stats;
} Request;

static TreeTopLimits picture_limits(const Request *request) {
    return (TreeTopLimits){
        .nodes = 1 + (int)(request->top ? request->top : PICTURE_DEFAULT),
        .plies = request->plies ? (int)request->plies : PICTURE_PLIES,
        .siblings = request->top ? 0 : PICTURE_SIBLINGS,
        .least_probability = request->least,
    };
}

static TreeTopLimits dump_limits(const Request *request) {
    return (TreeTopLimits){
        .nodes = 1 + (int)(request->top ? request->top : DUMP_DEFAULT),
        .plies = request->plies ? (int)request->plies : PLY_MAX,
        .least_probability = request->least,
    };
}

static Status tell(const Request *request, const TreeReport *report, Error *error) {
    const TreeTopLimits limits = picture_limits(request);
    if (report->view.children && request->svg)
        TRY(tree_report_svg(report, &limits, request->svg, error));
    if (report->view.children && request->dot)
        TRY(tree_report_dot(report, &limits, request->dot, error));
    if (request->is_json)
        return tree_report_json(report, stdout, error);
    if (report->view.children)
        tree_report_text(report, stdout);
    else
        puts(report->result->is_declared ? "the win can be declared, without a search"
                                         : "there is no legal move");
    return STATUS_OK;
}

static Status grow(Request *request, Player *player, SearchControl *control, bool *is_grown,
                   Error *error) {
    const SearchKind *kind = SEARCH_KINDS[player_settings(player)->search];
    if (!kind->tree)
        return error_set(error, STATUS_BAD_INPUT, "the search %s keeps no tree; softmax does",
                         kind->name);
    SearchResult result;
    TRY(config_go(&request->config, player, &request->line, &request->config.limits, control,
                  &(SearchReport){NULL, NULL}, &result, error));
    const TreeTopLimits dump = dump_limits(request);
    TreeReport report = {.search = kind->name,
                         .line = &request->line,
                         .result = &result,
                         .stats = &request->stats,
                         .moves = request->top ? (int)request->top : MOVES_DEFAULT,
                         .dump = request->is_dump ? &dump : NULL};
    *is_grown = result.best != MOVE_NONE && player_tree(player, &report.view);
    if (*is_grown)
        TRY(tree_stats_fill(&report.view, &request->stats, error));
    return tell(request, &report, error);
}

static Exit answer(const Command *self, Request *request) {
    // Before the player, whose threads must not take the signal.
    Interrupt interrupt;
    SearchControl control;
    control_init(&control);
    interrupt_begin(&interrupt, &control);
    Player *player = NULL;
    Error error;
    bool is_grown = false;
    Status status = config_player(&request->config, &player, &error);
    if (status == STATUS_OK) {
        status = grow(request, player, &control, &is_grown, &error);
        player_free(player);
    }
    interrupt_end(&interrupt);
    if (status != STATUS_OK)
        return command_fail(self, "%s", error.text);
    return is_grown ? EXIT_OK : EXIT_NO;
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
    case 'd':
        request->is_json = request->is_dump = true;
        return EXIT_OK;
    case 's':
        request->svg = optarg;
        return EXIT_OK;
    case 'g':
        request->dot = optarg;
        return EXIT_OK;
    case 't':
        return command_number(self, "--top", optarg, 1, TOP_MAX, &request->top);
    case 'l':
        return command_number(self, "--plies", optarg, 1, PLY_MAX, &request->plies);
    case 'm':
        if (str_real(str_of(optarg), &request->least) && request->least >= 0 && request->least <= 1)
            return EXIT_OK;
        return command_fail(self, "--min-probability: '%.60s' is not a number from 0 to 1", optarg);
    default:
        return config_args_take(self, &request->config, option, optarg);
    }
}

static Exit run(const Command *self, int argc, char **argv) {
    static const struct option options[] = {
        CONFIG_ARGS,
        {"threads", required_argument, NULL, ARG_THREADS},
        {"position", required_argument, NULL, 'p'},
        {"json", no_argument, NULL, 'j'},
        {"dump", no_argument, NULL, 'd'},
        {"svg", required_argument, NULL, 's'},
        {"dot", required_argument, NULL, 'g'},
        {"top", required_argument, NULL, 't'},
        {"plies", required_argument, NULL, 'l'},
        {"min-probability", required_argument, NULL, 'm'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    static Request request; // large, and the program does this once
    Exit exit_code;
    Error error;
    // Before the user's own options, which overrule it.
    if (config_add(&request.config, str_of("Search"), str_of("softmax"), &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
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

const Command CMD_TREE = {
    .name = "tree",
    .summary = "the search tree as numbers and as a picture",
    .help =
        "usage: yuragi-" GAME_NAME " tree [options]\n"
        "\n"
        "Grows a tree by softmax search, for 3 s unless something else is asked for, and shows\n"
        "it: the moves of the root; nodes, leaves and their probability at each depth; the\n"
        "entropy of the selection policy and the expected depth D there.\n"
        "\n"
        "  --position TEXT  startpos, startpos moves ..., sfen/fen ..., or a bare SFEN/FEN\n" //
    CONFIG_ARGS_HELP                                                                          //
        "  --threads N      how many threads think\n"
        "  --svg FILE       draw the top of the tree\n"
        "  --dot FILE       the same for graphviz\n"
        "  --json           one JSON object: nodes seconds nps value mate samples expanded leaves\n"
        "                   leaf_depth sample_length bytes bytes_per_child expected_depth entropy\n"
        "                   root levels\n"
        "  --dump           also the top of the tree, in `tree`: nodes with their children\n"
        "  --top N          moves of the root in the text (16), nodes in pictures (36), in the\n"
        "                   dump (1000)\n"
        "  --plies N        how deep pictures (6) and the dump go\n"
        "  --min-probability P\n"
        "                   nodes less likely to be reached are left out of both\n"
        "\n"
        "Values are in hundredths of a pawn, as the player sees them who makes the move. p is the\n"
        "probability of a move by which D is weighed; `selection` that of the next sample.\n"
        "\n"
        "example: yuragi-" GAME_NAME " tree --nodes 100000 --svg tree.svg\n",
    .run_words = run,
};
