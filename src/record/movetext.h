// movetext.h — moves in the notation of players, written and read: Japanese in the drop games, SAN
// in chess.
//
// For a person at the keyboard; records are read more strictly. Reading also accepts the protocol's
// notation (7g7f, e2e4), and in chess SAN in lower case. `last` is the move before, or MOVE_NONE.
// Stateless.
#pragma once

#include "game/contract.h"

enum { MOVETEXT_MAX = 32, MOVETEXT_CHOICES = 8 };

// `is_ascii` selects a form without kanji.
void movetext_format(const Position *pos, Move last, Move legal, bool is_ascii,
                     char text[MOVETEXT_MAX]);

// Legal moves only; otherwise the error says what is wrong. In chess a text that is no SAN as it
// stands is read again with the letters of the pieces in any case: `bxc4` is the pawn's move if
// that is legal, else the bishop's.
Status movetext_parse(const Position *pos, Move last, Str text, Move *move, Error *error);

// Why movetext_parse refuses a text.
typedef enum MoveFault {
    FAULT_SHAPE, // it is not a move
    FAULT_OTHER_SIDE,
    FAULT_NO_LAST, // 同, without a move before
    FAULT_AMBIGUOUS,
    FAULT_ILLEGAL, // all that follow are illegal moves too
    FAULT_CHECK,   // the mover's king would be left in check
    FAULT_OCCUPIED,
    FAULT_NOT_IN_HAND,
    FAULT_DEAD_END, // the piece could never move again
    FAULT_TWO_PAWNS,
    FAULT_PAWN_MATE,
} MoveFault;

typedef struct MoveRefusal {
    MoveFault fault;
    int count; // FAULT_AMBIGUOUS: the first moves that match; an illegal one in Japanese notation:
               // the legal moves to the same square
    Move choices[MOVETEXT_CHOICES];
} MoveRefusal;

// Of a text that movetext_parse refuses.
MoveRefusal movetext_refusal(const Position *pos, Move last, Str text);
