// kanji.h — moves in Japanese notation, written and read. Drop games only.
//
//     ▲７六歩   △同　銀   ▲５二金右   △３八銀不成   ▲５五角打   ７六歩(77)
//
// Both directions use the legal moves of the position: the text distinguishes a piece from others
// of its kind only where necessary, and reading accepts only legal moves. `last` is the move
// before, which 同 ("the same square") refers to, or MOVE_NONE. Nothing is allocated or shared.
#pragma once

#include "game/contract.h"

enum { KANJI_TEXT_MAX = 32 }; // the longest, ▲５二成銀右上不成, would need 28 with its terminator

// As in books and KI2 files: the mark of the side to move, and as much of 右左直上引寄 as the rules
// of the Japan Shogi Association require.
void kanji_format(const Position *pos, Move last, Move legal, char text[KANJI_TEXT_MAX]);

// As in KIF files: no mark, and the origin in brackets.
void kanji_format_kif(const Position *pos, Move last, Move legal, char text[KANJI_TEXT_MAX]);

// What a text asks for, and the legal moves that match it.
typedef enum KanjiFault {
    KANJI_FINE,
    KANJI_NO_MOVE,    // it is not a move
    KANJI_OTHER_SIDE, // its mark is that of the side that is not to move
    KANJI_NO_LAST,    // 同, without a move before
} KanjiFault;

typedef struct KanjiReading {
    KanjiFault fault;
    int to, from; // `from` is SQUARE_NONE if the text does not say it
    Kind kind;
    bool is_drop; // the text says 打
    int count;    // 0: the move is illegal; more than one: it is ambiguous
    Move moves[MOVE_MAX];
} KanjiReading;

// Accepts variants: with or without marks, spaces and full-width digits, ranks as digits or kanji,
// all names of a piece, more words than necessary. Without 成 or 不成 a move with an origin does
// not promote, as in KIF; without an origin the text must be unambiguous.
void kanji_read(const Position *pos, Move last, Str text, KanjiReading *reading);

// The same, for one legal move. An ambiguous or illegal move is an error, which lists the possible
// moves in USI notation.
Status kanji_parse(const Position *pos, Move last, Str text, Move *move, Error *error);
