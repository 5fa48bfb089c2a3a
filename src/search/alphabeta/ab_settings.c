#include "ab_settings.h"

#include "eval/winrate.h"
#include "game/by_game.h"

static const char *const QUIESCENCES[] = {"modern", "two-stage", NULL};
static const char *const RAZORINGS[] = {"quiescence", "limited", NULL};
static const char *const SINGULAR_BASES[] = {"value", "alpha", NULL};

// Margins are in centipawns.
enum { MARGIN_MAX = 10000 };

static const OptionSpec ROWS[] = {
    OPTION_ROW_CHECK(
        AbSettings, aspiration, "Aspiration", "true",
        "aspiration windows: search a small window around the value of the last iteration first"),
    OPTION_ROW_SPIN(AbSettings, aspiration_window, "AspirationWindow", BY_GAME("25", "25", "15"), 0,
                    MARGIN_MAX, "half the width of the first aspiration window, in centipawns"),
    OPTION_ROW_CHECK(
        AbSettings, null_move, "NullMove", "true",
        "null-move pruning: if passing still fails high at reduced depth, the node is cut"),
    OPTION_ROW_CHECK(
        AbSettings, static_null_move, "StaticNullMove", "true",
        "reverse futility pruning: near the leaves a static value far above beta cuts the node"),
    OPTION_ROW_SPIN(AbSettings, static_null_margin, "StaticNullMargin", BY_GAME("110", "120", "75"),
                    0, MARGIN_MAX,
                    "margin of StaticNullMove for every ply of depth, in centipawns"),
    OPTION_ROW_CHECK(
        AbSettings, razoring, "Razoring", "true",
        "razoring: near the leaves a static value far below alpha is not searched at full depth"),
    OPTION_ROW_COMBO(AbSettings, razoring_form, "RazoringForm", "quiescence", RAZORINGS,
                     "what Razoring does: the quiescence search gives the value, or (limited, by "
                     "Heinz) depth 3 becomes depth 2"),
    OPTION_ROW_SPIN(AbSettings, razoring_margin, "RazoringMargin", BY_GAME("450", "450", "350"), 0,
                    MARGIN_MAX, "margin of Razoring at depth 1, in centipawns"),
    OPTION_ROW_CHECK(
        AbSettings, futility, "Futility", "true",
        "futility pruning: at depth 1 quiet moves that cannot reach alpha are skipped"),
    OPTION_ROW_SPIN(AbSettings, futility_margin, "FutilityMargin", BY_GAME("150", "150", "120"), 0,
                    MARGIN_MAX, "margin of Futility, in centipawns"),
    OPTION_ROW_CHECK(AbSettings, extended_futility, "ExtendedFutility", "true",
                     "futility pruning at larger depths"),
    OPTION_ROW_SPIN(
        AbSettings, extended_futility_margin, "ExtendedFutilityMargin", BY_GAME("120", "120", "90"),
        0, MARGIN_MAX,
        "margin that ExtendedFutility adds for every ply beyond the first, in centipawns"),
    OPTION_ROW_SPIN(AbSettings, extended_futility_depth, "ExtendedFutilityDepth", "8", 2, 64,
                    "largest depth of ExtendedFutility"),
    OPTION_ROW_CHECK(
        AbSettings, see_pruning, "SeePruning", "true",
        "near the leaves moves that lose material by static exchange evaluation are skipped"),
    OPTION_ROW_CHECK(AbSettings, late_move_pruning, "LateMovePruning", "true",
                     "late move pruning: near the leaves late quiet moves are skipped"),
    OPTION_ROW_CHECK(AbSettings, late_move_reduction, "LateMoveReduction", "true",
                     "late move reductions: late moves are searched at reduced depth first"),
    OPTION_ROW_CHECK(
        AbSettings, internal_reduction, "InternalReduction", "true",
        "internal iterative reduction: a node without a table move is searched one ply less deep"),
    OPTION_ROW_CHECK(
        AbSettings, singular_extension, "SingularExtension", "true",
        "singular extension: a table move much better than all other moves is searched deeper"),
    OPTION_ROW_COMBO(AbSettings, singular_base, "SingularBase", "value", SINGULAR_BASES,
                     "what the other moves of SingularExtension are compared with: the value of "
                     "the table move, or alpha"),
    OPTION_ROW_SPIN(AbSettings, singular_margin, "SingularMargin", BY_GAME("30", "30", "25"), 0,
                    MARGIN_MAX,
                    "how much worse the other moves must be for SingularExtension, in centipawns"),
    OPTION_ROW_CHECK(AbSettings, check_extension, "CheckExtension", "false",
                     "check extension: checks that lose no material are searched one ply deeper"),
    OPTION_ROW_CHECK(AbSettings, recapture_extension, "RecaptureExtension", "false",
                     "recapture extension: recaptures in PV nodes are searched one ply deeper"),
    OPTION_ROW_CHECK(AbSettings, multi_cut, "MultiCut", "false",
                     "multi-cut: if several moves fail high at reduced depth, the node is cut"),
    OPTION_ROW_CHECK(
        AbSettings, probcut, "ProbCut", GAME_IS_SHOGI ? "false" : "true",
        "ProbCut: if a capture exceeds beta by a margin at reduced depth, the node is cut"),
    OPTION_ROW_SPIN(AbSettings, probcut_margin, "ProbCutMargin", BY_GAME("200", "200", "150"), 0,
                    MARGIN_MAX, "margin of ProbCut, in centipawns"),
    OPTION_ROW_CHECK(AbSettings, mate_in_one, "MateInOne", GAME_IS_MINISHOGI ? "true" : "false",
                     "look for a mate in one move near the leaves and in the quiescence search"),
    OPTION_ROW_CHECK(AbSettings, mate_search, "MateSearch", "false",
                     "df-pn at the root and in PV nodes: look for a mate by checks (ym-shogi)"),
    OPTION_ROW_SPIN(AbSettings, mate_nodes_root, "MateNodesRoot", "2000", 0, 100000000,
                    "nodes of MateSearch at the root"),
    OPTION_ROW_SPIN(AbSettings, mate_nodes_pv, "MateNodesPv", "100", 0, 1000000,
                    "nodes of MateSearch in each PV node"),
    OPTION_ROW_CHECK(AbSettings, pseudo_extension, "PseudoExtension", "false",
                     "pseudo extension (ym-shogi): a sacrifice that only delays the next move of "
                     "the PV is searched without the delay"),
    OPTION_ROW_CHECK(AbSettings, correction_history, "CorrectionHistory", "true",
                     "correction history: static values are corrected by what searches of similar "
                     "positions found"),
    OPTION_ROW_COMBO(AbSettings, quiescence, "Quiescence", "modern", QUIESCENCES,
                     "quiescence search: captures, promotions and first checks (modern), or that "
                     "of ym-shogi (two-stage)"),
    OPTION_ROW_CHECK(AbSettings, information_margins, "InformationMargins", "true",
                     "scale margins by the information content of the outcome: smaller when the "
                     "game is decided"),
    OPTION_ROW_CHECK(AbSettings, information_singular, "InformationSingular", "true",
                     "InformationMargins applies to SingularExtension"),
    OPTION_ROW_CHECK(AbSettings, information_futility, "InformationFutility", "true",
                     "InformationMargins applies to Futility"),
    OPTION_ROW_CHECK(AbSettings, information_extended_futility, "InformationExtendedFutility",
                     "true", "InformationMargins applies to ExtendedFutility"),
    OPTION_ROW_CHECK(AbSettings, information_razoring, "InformationRazoring", "true",
                     "InformationMargins applies to Razoring"),
    OPTION_ROW_CHECK(AbSettings, information_static_null, "InformationStaticNullMove", "false",
                     "InformationMargins applies to StaticNullMove"),
    OPTION_ROW_CHECK(AbSettings, information_null_move, "InformationNullMove", "false",
                     "InformationMargins applies to NullMove"),
    OPTION_ROW_CHECK(AbSettings, information_reduction, "InformationReduction", "false",
                     "InformationMargins applies to LateMoveReduction"),
    OPTION_ROW_CHECK(AbSettings, information_multi_cut, "InformationMultiCut", "false",
                     "InformationMargins applies to MultiCut"),
    OPTION_ROW_CHECK(AbSettings, information_probcut, "InformationProbCut", "false",
                     "InformationMargins applies to ProbCut"),
    OPTION_ROW_REAL(AbSettings, curve_a, "CurveA", WINRATE_A, 0.00001, 1,
                    "a in the evaluation curve of InformationMargins: win rate 1/(1+exp(-a V)), V "
                    "in centipawns"),
    OPTION_ROW_REAL(AbSettings, curve_draw, "CurveDraw", "0", 0, 10000,
                    "half the width of draws in the evaluation curve, in centipawns; 0: no draws"),
};

const OptionTable AB_OPTIONS = OPTION_TABLE(ROWS);
