// epd.h — one line of an EPD file: a position and operations about it.
//
//     r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O Ke2; id "castles; both sides";
//
// The same shape serves every game: the position is four FEN fields (or six) in chess and three
// SFEN fields (or four) in games with drops. Perft suites, whose operations read `;D1 20 ;D2 400`,
// are accepted too. A record borrows slices of the line, which must outlive it; nothing is
// allocated or shared.
#pragma once

#include "game/contract.h"

enum { EPD_OPERATIONS_MAX = 32 };

typedef struct EpdOperation {
    Str opcode;
    Str operands; // all of them; cut them with epd_next
} EpdOperation;

typedef struct EpdRecord {
    Position position;
    Str position_text;
    int count;
    EpdOperation operations[EPD_OPERATIONS_MAX];
} EpdRecord;

// On failure *record is unchanged.
Status epd_parse(EpdRecord *record, Str line, Error *error);

// The first operation with this opcode, or NULL.
const EpdOperation *epd_find(const EpdRecord *record, const char *opcode);

// Cuts the next operand off the front: a word, or a quoted string without its quotes. False at the
// end.
bool epd_next(Str *operands, Str *operand);
