// position.h — a chess position: a plain value that assignment copies.
//
// The board array and the bitboards hold the same information, each for the accesses it makes fast.
// `checkers` and `pinned` are computed at the end of every change of position, because every
// generator uses them. Castling rights are the set of rooks that may still castle, which is enough
// for Chess960 too. The en passant square is kept only while a capture there is legal, so that
// equal keys mean equal rights. The caller owns a Position; functions that take it const may run on
// many threads at once.
#pragma once

#include "base/status.h"
#include "base/str.h"
#include "game/types.h"
#include "geometry.h"
#include "move.h"

typedef struct Position {
    Bitboard kinds[KIND_NB]; // [NO_KIND] stays empty
    Bitboard colors[COLOR_NB];
    Bitboard checkers;       // enemy pieces that give check to the side to move
    Bitboard pinned;         // own pieces that may move only on a line with their king
    Bitboard castling_rooks; // rooks that have not lost the right to castle
    Key key;
    uint32_t ply;        // plies since the first move of the game, from the counters of the FEN
    uint32_t halfmove;   // plies since the last capture or pawn move
    uint32_t reversible; // plies since the last pass or irreversible move
    uint8_t side;
    uint8_t en_passant; // SQUARE_NONE, or the square of a legal en passant capture
    bool is_chess960;   // castling is printed as king takes rook
    Piece board[SQUARE_NB];
} Position;
_Static_assert(sizeof(Position) == 184, "a copy is three cache lines");

// The state that pos_undo restores. Filled by pos_do, owned by the caller.
typedef struct Undo {
    Bitboard checkers, pinned, castling_rooks;
    Key key;
    uint32_t halfmove, reversible;
    uint8_t en_passant;
    Piece captured;
} Undo;
_Static_assert(sizeof(Undo) == 48, "one Undo a ply on the stack of a search");

enum { POS_TEXT_MAX = 128 };

void pos_start(Position *pos);

// FEN of four to six fields, with castling rights in standard, X-FEN or Shredder-FEN letters. On
// failure *pos is unchanged and the error names the field and what is wrong with it.
Status pos_parse(Position *pos, Str text, Error *error);
void pos_format(const Position *pos, char text[POS_TEXT_MAX]);

// How castling is spelt. A position whose rights standard notation cannot express stays Chess960.
void pos_set_chess960(Position *pos, bool is_chess960);

void pos_do(Position *pos, Move legal, Undo *undo);
void pos_undo(Position *pos, Move move, const Undo *undo);

// The null move, for a side that is not in check.
void pos_pass(Position *pos, Undo *undo);
void pos_unpass(Position *pos, const Undo *undo);

Key pos_key_after(const Position *pos, Move legal);
bool pos_gives_check(const Position *pos, Move legal);
bool pos_is_legal(const Position *pos, uint32_t any);
Status pos_check(const Position *pos, Error *error);

static inline Color pos_side(const Position *pos) {
    return (Color)pos->side;
}

static inline int pos_ply(const Position *pos) {
    return (int)pos->ply;
}

static inline Key pos_key(const Position *pos) {
    return pos->key;
}

static inline bool pos_in_check(const Position *pos) {
    return pos->checkers != 0;
}

static inline Bitboard pos_occupied(const Position *pos) {
    return pos->colors[FIRST] | pos->colors[SECOND];
}

static inline Bitboard pos_pieces(const Position *pos, Color color, Kind kind) {
    return pos->kinds[kind] & pos->colors[color];
}

static inline Square pos_king(const Position *pos, Color color) {
    return bb_first(pos_pieces(pos, color, KING));
}

// The kind a move captures, en passant included, or NO_KIND.
static inline Kind pos_captured(const Position *pos, Move move) {
    if (move_is_en_passant(move))
        return PAWN;
    return move_is_castling(move) ? NO_KIND : piece_kind(pos->board[move_to(move)]);
}

static inline Kind pos_mover(const Position *pos, Move move) {
    return piece_kind(pos->board[move_from(move)]);
}

// A side with pawns only is often in zugzwang.
static inline bool pos_fears_zugzwang(const Position *pos) {
    const Bitboard quiet = pos->kinds[PAWN] | pos->kinds[KING];
    return (pos->colors[pos->side] & ~quiet) == 0;
}

// Changes seldom. The error of an evaluator is often similar in all positions of the same
// structure.
static inline uint64_t pos_structure(const Position *pos) {
    return pos_pieces(pos, FIRST, PAWN) * 3 + pos_pieces(pos, SECOND, PAWN);
}

static inline bool pos_is_tactical(const Position *pos, Move move) {
    return move_is_promotion(move) || pos_captured(pos, move) != NO_KIND;
}

// In chess a pawn must promote, so every move may be useful.
static inline bool pos_is_useful(const Position *pos, Move move) {
    (void)pos, (void)move;
    return true;
}
