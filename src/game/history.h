// history.h — the positions of a game so far, to detect repetition.
//
// The search for repetitions is here, for all games; their result is in each game's rules.c. A
// History owns its memory, grows only in `history_reserve`, and belongs to one thread. A search
// reserves room for its deepest line before it starts, so push and pop never allocate.
//
// `history_push` records the position *after* each move, and first the starting position.
#pragma once

#include <stddef.h>

#include "base/status.h"
#include "game/types.h"

typedef struct HistoryEntry {
    Key board_key;       // pieces on the board and the side to move
    uint64_t hands;      // both hands, packed; 0 in games without drops
    uint32_t reversible; // how many plies back a repetition of this position can lie
    uint32_t check_run;  // consecutive checks given by the player who moved into this position
} HistoryEntry;

typedef struct History {
    HistoryEntry *entries;
    size_t count, capacity;
} History;

void history_init(History *history);
void history_release(History *history);
void history_clear(History *history);

// Makes room for `more` further pushes.
Status history_reserve(History *history, size_t more, Error *error);

// A copy of `from` with room for `more` further pushes. On failure `history` is unchanged.
Status history_copy(History *history, const History *from, size_t more, Error *error);

void history_push(History *history, Key board_key, uint64_t hands, uint32_t reversible,
                  bool is_check);
void history_pop(History *history);

// How often the newest position has occurred (1: never before), and what happened since its
// `occurrences`th latest occurrence. At most `max_back` plies are searched.
typedef struct Repetition {
    int occurrences;
    bool mover_checked;    // every move since then of the side now to move gave check
    bool opponent_checked; // every move since then of the other side gave check
} Repetition;

// Stops at `wanted` occurrences, the newest one included.
Repetition history_repetition(const History *history, int wanted, size_t max_back);
