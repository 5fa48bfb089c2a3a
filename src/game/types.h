// types.h — the types that all games share.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// FIRST moves first: sente (SFEN `b`) in shogi, White in chess.
typedef enum Color { FIRST = 0, SECOND = 1, COLOR_NB = 2 } Color;

static inline Color color_other(Color color) {
    return (Color)(color ^ 1);
}

// A move uses the low 16 of 32 bits; each game defines their layout in its move.h. No legal move is
// 0.
typedef uint32_t Move;
enum { MOVE_NONE = 0 };

bool move_is_among(Move move, const Move *moves, int count);

typedef uint64_t Key;

// The result of a game, for the side to move.
typedef enum Result { RESULT_OPEN, RESULT_WIN, RESULT_DRAW, RESULT_LOSS } Result;

typedef enum Reason {
    REASON_NONE,
    REASON_CHECKMATE,
    REASON_STALEMATE, // no legal move without check: a loss in shogi, a draw in chess
    REASON_REPETITION,
    REASON_PERPETUAL_CHECK,
    REASON_HANDS,       // for a search: the same board again with a better or worse hand
    REASON_DECLARATION, // entering king
    REASON_TRY,         // the king stands where the opponent's king started
    REASON_MOVE_LIMIT,
    REASON_FIFTY_MOVES,
    REASON_MATERIAL, // neither side can mate
    REASON_NB
} Reason;

typedef struct Outcome {
    Result result;
    Reason reason;
} Outcome;

extern const char *const RESULT_NAMES[];
extern const char *const REASON_NAMES[];

typedef enum EnteringKing {
    ENTERING_KING_NONE,
    ENTERING_KING_24,  // 31 points win, 24 to 30 draw
    ENTERING_KING_24H, // the same in handicap games
    ENTERING_KING_27,  // 28 (FIRST) or 27 (SECOND) points win
    ENTERING_KING_27H, // the same in handicap games
    ENTERING_KING_TRY,
    ENTERING_KING_NB
} EnteringKing;

extern const char *const ENTERING_KING_NAMES[]; // as GUIs name them; null at the end

// What the players agreed on besides the rules of the game itself.
typedef struct Rules {
    EnteringKing entering_king;
    int move_limit; // a draw after this many plies; 0: no limit
} Rules;

// One piece in one place; each game numbers them in its feature.h.
typedef uint16_t Feature;

// What a move takes away and adds.
enum { FEATURE_CHANGE_MAX = 2 };
typedef struct FeatureChange {
    Feature removed[FEATURE_CHANGE_MAX], added[FEATURE_CHANGE_MAX];
    int removed_count, added_count;
    bool moves_king;
} FeatureChange;
