// ab_order.h — the moves of a node in order of promise, generated in stages.
//
// Order: the hash move; captures and promotions that lose no material, by their gain; killers and
// the counter move; quiet moves by history; captures that lose material. In check all moves are in
// one list. A Picker is on the stack of its node.
#pragma once

#include "search/alphabeta/ab_history.h"

typedef enum PickStage {
    PICK_TABLE,
    PICK_TACTICAL_START,
    PICK_TACTICAL,
    PICK_REFUTATION,
    PICK_QUIET_START,
    PICK_QUIET,
    PICK_LOSING,
    PICK_EVASION_START,
    PICK_EVASION,
    PICK_QUIESCENCE_START,
    PICK_QUIESCENCE,
    PICK_CHECK_START,
    PICK_CHECK,
    PICK_END,
} PickStage;

enum { REFUTATION_NB = 3 };

typedef struct Picker {
    const Position *pos;
    const AbHistories *histories;
    const int16_t *counter_history, *followup_history; // rows of continuation
    Move table_move;
    Move refutations[REFUTATION_NB]; // two killers and the counter move
    PickStage stage, after_table;
    int next, count; // of `moves`
    int losing;      // number of losing captures, kept at the front of `moves`
    int refutation;
    int depth;          // of the node: the deeper, the more moves are sorted
    int exchange_floor; // of captures in the good stage
    bool is_with_checks;
    bool skips_quiet;        // set by the node after enough quiet moves
    bool lists_all;          // set by the node before the first move: not only the useful ones
    int64_t moves[MOVE_MAX]; // score << 16 | move
} Picker;

// For a node of the main search. `table_move`, the hash move, is legal or MOVE_NONE; refutations
// may be illegal.
void picker_main(Picker *picker, const Position *pos, const AbHistories *histories,
                 const int16_t *counter_history, const int16_t *followup_history, Move table_move,
                 const Move refutations[REFUTATION_NB], int depth);
// Captures and promotions (in check: all moves), and quiet checks if requested.
void picker_quiescence(Picker *picker, const Position *pos, const AbHistories *histories,
                       const int16_t *counter_history, const int16_t *followup_history,
                       Move table_move, bool is_with_checks);
// Captures and promotions that win at least `floor`.
void picker_winning(Picker *picker, const Position *pos, const AbHistories *histories,
                    Move table_move, int floor);

// The next move, or MOVE_NONE at the end.
Move picker_next(Picker *picker);
