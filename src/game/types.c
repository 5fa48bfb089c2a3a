#include "game/types.h"

#include <stddef.h>

#include "base/macros.h"

bool move_is_among(Move move, const Move *moves, int count) {
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

const char *const RESULT_NAMES[] = {"open", "win", "draw", "loss"};

const char *const REASON_NAMES[] = {
    [REASON_NONE] = "",
    [REASON_CHECKMATE] = "checkmate",
    [REASON_STALEMATE] = "no legal move",
    [REASON_REPETITION] = "repetition",
    [REASON_PERPETUAL_CHECK] = "perpetual check",
    [REASON_HANDS] = "repetition with another hand",
    [REASON_DECLARATION] = "entering-king declaration",
    [REASON_TRY] = "try",
    [REASON_MOVE_LIMIT] = "move limit",
    [REASON_FIFTY_MOVES] = "fifty moves",
    [REASON_MATERIAL] = "insufficient material",
};
_Static_assert(ARRAY_LEN(REASON_NAMES) == REASON_NB, "every reason has a name");

const char *const ENTERING_KING_NAMES[] = {
    [ENTERING_KING_NONE] = "NoEnteringKing",
    [ENTERING_KING_24] = "CSARule24",
    [ENTERING_KING_24H] = "CSARule24H",
    [ENTERING_KING_27] = "CSARule27",
    [ENTERING_KING_27H] = "CSARule27H",
    [ENTERING_KING_TRY] = "TryRule",
    [ENTERING_KING_NB] = NULL,
};
