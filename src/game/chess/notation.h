// notation.h — squares, pieces and moves as text. Moves are in UCI notation: e2e4, e7e8q, castling
// as e1g1 or, in Chess960, as e1h1. Stateless.
#pragma once

#include "position.h"

enum { MOVE_TEXT_MAX = 8, MOVE_WORD_MAX = 12 };

// Legal moves only. Both spellings of castling are accepted in every position.
Status move_parse(const Position *pos, Str text, Move *move, Error *error);
void move_format(const Position *pos, Move move, char text[MOVE_TEXT_MAX]);

// As game files write them: SAN (see san.h); UCI notation is accepted too.
Status move_read(const Position *pos, Str text, Move *move, Error *error);
void move_write(const Position *pos, Move legal, char text[MOVE_WORD_MAX]);

// "e4": small enough to be passed by value into a format's arguments.
typedef struct SquareName {
    char text[3];
} SquareName;

SquareName square_name(Square square);

// False unless the text is a letter a to h and a digit 1 to 8.
bool square_parse(Str text, Square *square);

// FEN's letter: upper case for White, lower case for Black; '.' for an empty square.
char piece_letter(Piece piece);

// The piece of a FEN letter, or NO_PIECE.
Piece piece_parse(char letter);
