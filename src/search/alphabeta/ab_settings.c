#include "ab_settings.h"

#include "geometry.h"

// What differs by game stands in one place.
#define BY_GAME(shogi, minishogi, chess)                                                           \
    (GAME_IS_SHOGI ? (shogi) : GAME_IS_MINISHOGI ? (minishogi) : (chess))

static const char *const QUIESCENCES[] = {"modern", "two-stage", NULL};
static const char *const RAZORINGS[] = {"quiescence", "limited", NULL};
static const char *const SINGULAR_BASES[] = {"value", "alpha", NULL};

#define CHECK(name, field, fallback, text)                                                         \
    { name, OPTION_CHECK, OPTION_FIELD(AbSettings, field), fallback, .help = text }
#define MARGIN(name, field, fallback, text)                                                        \
    {                                                                                              \
        name, OPTION_SPIN, OPTION_FIELD(AbSettings, field), fallback, .min = 0, .max = 10000,      \
                                                                      .help = text                 \
    }

const OptionSpec AB_OPTIONS[] = {
    CHECK("Aspiration", aspiration, "true", "search a small window round the last value first"),
    MARGIN("AspirationWindow", aspiration_window, BY_GAME("25", "25", "15"), "half its width"),
    CHECK("NullMove", null_move, "true", "a side that may pass and still wins needs no more proof"),
    CHECK("StaticNullMove", static_null_move, "true", "the same by the static value, near leaves"),
    MARGIN("StaticNullMargin", static_null_margin, BY_GAME("110", "120", "75"), "a ply"),
    CHECK("Razoring", razoring, "true", "a hopeless static value is left to the quiescence search"),
    {"RazoringForm", OPTION_COMBO, OPTION_FIELD(AbSettings, razoring_form), "quiescence",
     .choices = RAZORINGS,
     .help = "near the leaves the quiescence search answers, or at depth three a ply is saved "
             "(limited)"},
    MARGIN("RazoringMargin", razoring_margin, BY_GAME("450", "450", "350"), "at depth one"),
    CHECK("Futility", futility, "true", "no quiet moves at depth one that cannot reach alpha"),
    MARGIN("FutilityMargin", futility_margin, BY_GAME("150", "150", "120"), "at depth one"),
    CHECK("ExtendedFutility", extended_futility, "true", "the same at larger depths"),
    MARGIN("ExtendedFutilityMargin", extended_futility_margin, BY_GAME("120", "120", "90"),
           "for every ply more"),
    {"ExtendedFutilityDepth", OPTION_SPIN, OPTION_FIELD(AbSettings, extended_futility_depth), "8",
     .min = 2, .max = 64, .help = "up to which depth"},
    CHECK("SeePruning", see_pruning, "true", "no losing exchanges near the leaves"),
    CHECK("LateMovePruning", late_move_pruning, "true", "no late quiet moves near the leaves"),
    CHECK("LateMoveReduction", late_move_reduction, "true", "late moves are searched less deep"),
    CHECK("InternalReduction", internal_reduction, "true",
          "without a move from the table one ply less is enough"),
    CHECK("SingularExtension", singular_extension, "true",
          "a move much better than all others is searched deeper"),
    {"SingularBase", OPTION_COMBO, OPTION_FIELD(AbSettings, singular_base), "value",
     .choices = SINGULAR_BASES,
     .help = "better than what: the value of the move in the table, or alpha (the paper)"},
    MARGIN("SingularMargin", singular_margin, BY_GAME("30", "30", "25"),
           "by how much the others must be worse"),
    CHECK("CheckExtension", check_extension, "false", "checks are searched deeper"),
    CHECK("RecaptureExtension", recapture_extension, "false", "recaptures are searched deeper"),
    CHECK("MultiCut", multi_cut, "false", "several moves that fail high at less depth are enough"),
    CHECK("ProbCut", probcut, GAME_IS_SHOGI ? "false" : "true",
          "a capture that wins much at less depth is enough"),
    MARGIN("ProbCutMargin", probcut_margin, BY_GAME("200", "200", "150"), "how much"),
    CHECK("MateInOne", mate_in_one, GAME_IS_MINISHOGI ? "true" : "false",
          "looks for a mate in one at the leaves"),
    CHECK("PseudoExtension", pseudo_extension, "false",
          "a move that only delays is compared with not delaying"),
    CHECK("CorrectionHistory", correction_history, "true",
          "static values learn from the search by structure"),
    {"Quiescence", OPTION_COMBO, OPTION_FIELD(AbSettings, quiescence), "modern",
     .choices = QUIESCENCES, .help = "how captures are followed at the leaves"},
    CHECK("InformationMargins", information_margins, "true",
          "margins know how much the game is still open"),
    CHECK("InformationSingular", information_singular, "true", "of SingularExtension"),
    CHECK("InformationFutility", information_futility, "true", "of Futility"),
    CHECK("InformationExtendedFutility", information_extended_futility, "true",
          "of ExtendedFutility"),
    CHECK("InformationRazoring", information_razoring, "true", "of Razoring"),
    CHECK("InformationStaticNullMove", information_static_null, "false", "of StaticNullMove"),
    CHECK("InformationNullMove", information_null_move, "false", "of NullMove"),
    CHECK("InformationReduction", information_reduction, "false", "of LateMoveReduction"),
    CHECK("InformationMultiCut", information_multi_cut, "false", "of MultiCut"),
    CHECK("InformationProbCut", information_probcut, "false", "of ProbCut"),
    {"CurveA", OPTION_REAL, OPTION_FIELD(AbSettings, curve_a),
     BY_GAME("0.00116", "0.0022", "0.0122"), .min = 0.00001, .max = 1,
     .help = "the evaluation curve: win rate 1/(1+exp(-a V))"},
    {"CurveDraw", OPTION_REAL, OPTION_FIELD(AbSettings, curve_draw), "0", .min = 0, .max = 10000,
     .help = "half the width of draws in it, in hundredths of a pawn; 0: no draws"},
};
