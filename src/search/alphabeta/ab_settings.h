// ab_settings.h — the options of the alpha-beta search and their defaults.
#pragma once

#include <stdbool.h>

#include "base/option.h"

typedef enum AbQuiescence { QUIESCENCE_MODERN, QUIESCENCE_TWO_STAGE } AbQuiescence;
typedef enum AbRazoring { RAZORING_QUIESCENCE, RAZORING_LIMITED } AbRazoring;
typedef enum AbSingularBase { SINGULAR_VALUE, SINGULAR_ALPHA } AbSingularBase;

// Margins are in hundredths of a pawn.
typedef struct AbSettings {
    bool aspiration;
    int aspiration_window;
    bool null_move;
    bool static_null_move;
    int static_null_margin;
    bool razoring;
    int razoring_form; // AbRazoring
    int razoring_margin;
    bool futility;
    int futility_margin;
    bool extended_futility;
    int extended_futility_margin;
    int extended_futility_depth;
    bool see_pruning;
    bool late_move_pruning;
    bool late_move_reduction;
    bool internal_reduction;
    bool singular_extension;
    int singular_base; // AbSingularBase
    int singular_margin;
    bool check_extension;
    bool recapture_extension;
    bool multi_cut;
    bool probcut;
    int probcut_margin;
    bool mate_in_one;
    bool mate_search;
    int mate_nodes_root, mate_nodes_pv;
    bool pseudo_extension;
    bool correction_history;
    int quiescence; // AbQuiescence
    // Which margins and reductions are scaled by the information content.
    bool information_margins; // none of them without this
    bool information_singular;
    bool information_futility;
    bool information_extended_futility;
    bool information_razoring;
    bool information_static_null;
    bool information_null_move;
    bool information_reduction;
    bool information_multi_cut;
    bool information_probcut;
    double curve_a;
    double curve_draw;
} AbSettings;

extern const OptionTable AB_OPTIONS;
