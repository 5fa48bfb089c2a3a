#include "softmax_settings.h"

#include "geometry.h"

static const char *const METHODS[] = {"softmax", "ucth", "uctmaxh", NULL};
static const char *const DEPTH_INDICES[] = {"expected", "pv", NULL};
static const char *const TEMPERATURE_MODES[] = {"fixed", "target", NULL};
static const char *const LEAF_SEARCHES[] = {
    "static", "quiescence", "alphabeta-1", "alphabeta-2", "alphabeta-3", "alphabeta-4", NULL};

#define REAL(name, field, fallback, low, high, text)                                               \
    {                                                                                              \
        name, OPTION_REAL, OPTION_FIELD(SoftmaxSettings, field), fallback,                         \
            .min = low, .max = high, .help = text                                                  \
    }
#define COMBO(name, field, fallback, words, text)                                                  \
    {                                                                                              \
        name, OPTION_COMBO, OPTION_FIELD(SoftmaxSettings, field), fallback, .choices = words,      \
                                                                            .help = text           \
    }
#define CHECK(name, field, fallback, text)                                                         \
    { name, OPTION_CHECK, OPTION_FIELD(SoftmaxSettings, field), fallback, .help = text }

// The papers have 120, 40 and 100 with static leaves. Searched leaves are worth far more and want a
// colder tree; doc/softmax-search.md has the matches.
const OptionSpec SOFTMAX_OPTIONS[SOFTMAX_OPTION_NB] = {
    COMBO("Method", method, "softmax", METHODS,
          "how samples choose: Boltzmann, or UCT with static values and means or maxima"),
    REAL("Ts", ts, "15", 0, 100000, "temperature of selection; 0: always the best"),
    REAL("Tb", tb, "5", 0, 100000, "temperature of the values backed up; 0: minimax"),
    REAL("Td", td, "15", 0, 100000, "temperature of the expected depth; 0: of the best line"),
    REAL("TsMin", ts_min, "0", 0, 100000, "Ts of the first thread, where threads differ"),
    REAL("TsMax", ts_max, "0", 0, 100000, "Ts of the last thread; 0: all threads use Ts"),
    REAL("TsAlpha", ts_alpha, "1", 0.01, 2, "Ts is multiplied by this for every ply of depth"),
    COMBO("TemperatureMode", temperature_mode, "fixed", TEMPERATURE_MODES,
          "Ts as it is, or found for each node from TemperatureQ"),
    REAL("TemperatureQ", temperature_q, "0.8", 0.01, 0.99,
         "the mean of a draw lies so far from the average value to the best"),
    {"Objective", OPTION_SPIN, OPTION_FIELD(SoftmaxSettings, objective), "18", .min = 0, .max = 18,
     .help = "what selection goes by, numbered as in the paper; 0: the value"},
    REAL("ObjectiveC", objective_c, "0", 0, 100000, "its parameter c; 0: the paper's"),
    COMBO("DepthIndex", depth_index, "expected", DEPTH_INDICES,
          "what depth means: expected, or that of the best line"),
    REAL("MoveDecisionR", decision_r, "0.5", 0, 1,
         "moves looked at less deep than this share of the whole are not played"),
    COMBO("LeafSearch", leaf_search, GAME_IS_SHOGI ? "quiescence" : "alphabeta-4", LEAF_SEARCHES,
          "what a leaf is worth"),
    REAL("UctC", uct_c, "100", 0, 100000, "how much UCT explores, in hundredths of a pawn"),
    CHECK("ReuseTree", reuse_tree, "true", "goes on with the tree of the move before"),
    CHECK("TimeByDepth", time_by_depth, "true", "thinks longer where the depth grows slowly"),
    CHECK("TreeInfo", tree_info, "false", "says the root's entropy, depth and temperature"),
};
