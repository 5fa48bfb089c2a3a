// kanji.h — a move as Japanese players write it, and back. Drop games only.
//
//     ▲７六歩   △同　銀   ▲５二金右   △３八銀不成   ▲５五角打   ７六歩(77)
//
// Both directions look at the legal moves of the position: a piece is told from others of its kind
// only where that is necessary, and what is read is a legal move or nothing. `last` is the move
// before, which 同 ("the same square") refers to, or MOVE_NONE. Nothing is allocated or shared.
#pragma once

#include "game/contract.h"

enum { KANJI_TEXT_MAX = 32 }; // the longest, ▲５二成銀右上不成, would need 28 with its terminator

// As game books and KI2 files have it: the mark of the side to move, and as much of 右左直上引寄 as
// the rules of the Japan Shogi Association ask for.
void kanji_format(const Position *pos, Move last, Move legal, char text[KANJI_TEXT_MAX]);

// As KIF files have it: no mark, and the origin in brackets.
void kanji_format_kif(const Position *pos, Move last, Move legal, char text[KANJI_TEXT_MAX]);

// Tolerant as people are: marks, spaces and full-width digits or not, ranks as digits or kanji, the
// several names of a piece, more words than necessary. What is ambiguous or illegal is an error,
// which names the moves that could have been meant as USI writes them. Without 成 or 不成 a move
// with an origin does not promote, as in KIF; without an origin it must be clear.
Status kanji_parse(const Position *pos, Move last, Str text, Move *move, Error *error);
