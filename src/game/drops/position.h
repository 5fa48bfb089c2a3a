// position.h (drop games) — a position: pieces on the board, pieces in hand, the side to move.
//
// A Position is a plain value: assignment copies it, nothing is owned, no history is inside
// (game/history.h has that). Only pos_start, pos_parse, pos_do/undo and pos_pass/unpass change one.
// The caller of pos_do keeps the Undo until pos_undo. Threads may share a Position for reading.
//
// A side may have no king (mate problems); it is then never in check.
#pragma once

#include "attacks.h"
#include "base/status.h"
#include "base/str.h"
#include "move.h"

typedef struct Position {
    Bitboard kind[KIND_NB];   // by kind, both colours
    Bitboard golds;           // GOLD and the kinds that move like one
    Bitboard color[COLOR_NB]; // by colour, all kinds
    Bitboard checkers;        // pieces that attack the king of the side to move
    Bitboard pinned;          // pieces of the side to move that alone shield its king
    Key board_key;            // board and side to move
    Key hand_key;             // sum over both hands
    Hand hand[COLOR_NB];
    int32_t ply;            // plies since the start of the game, as the SFEN counts them
    uint8_t king[COLOR_NB]; // square, or SQUARE_NONE
    uint8_t side;
    Piece board[SQUARE_NB];
} Position;

typedef struct Undo {
    Bitboard checkers, pinned;
    Key board_key, hand_key;
    Piece captured;
} Undo;

enum { POS_TEXT_MAX = 256 };

void pos_start(Position *pos);
Status pos_parse(Position *pos, Str text, Error *error);
void pos_format(const Position *pos, char text[POS_TEXT_MAX]);
Status pos_check(const Position *pos, Error *error);

// There is no castling; this exists for callers that are written for all games.
static inline void pos_set_chess960(Position *pos, bool is_chess960) {
    (void)pos, (void)is_chess960;
}

void pos_do(Position *pos, Move move, Undo *undo);
void pos_undo(Position *pos, Move move, const Undo *undo);
void pos_pass(Position *pos, Undo *undo);
void pos_unpass(Position *pos, const Undo *undo);

Key pos_key_after(const Position *pos, Move move);
bool pos_gives_check(const Position *pos, Move move);
bool pos_is_legal(const Position *pos, uint32_t any);
bool pos_is_useful(const Position *pos, Move move);

// Building a position square by square: clear, put pieces and hands, then settle, which computes
// the derived fields; for input, accept refuses impossible positions and then settles.
void pos_clear(Position *pos);
void pos_put(Position *pos, Color color, Kind kind, int square);
void pos_settle(Position *pos);
Status pos_accept(Position *pos, Error *error);

static inline Color pos_side(const Position *pos) {
    return (Color)pos->side;
}

static inline int pos_ply(const Position *pos) {
    return pos->ply;
}

static inline Key pos_key(const Position *pos) {
    return pos->board_key + pos->hand_key;
}

static inline bool pos_in_check(const Position *pos) {
    return pos->checkers != 0;
}

static inline Bitboard pos_occupied(const Position *pos) {
    return pos->color[FIRST] | pos->color[SECOND];
}

static inline Bitboard pos_pieces(const Position *pos, Color color, Kind kind) {
    return pos->color[color] & pos->kind[kind];
}

// SQUARE_NONE: there is none.
static inline int pos_king(const Position *pos, Color color) {
    return pos->king[color];
}

static inline bool pos_has_king(const Position *pos, Color color) {
    return pos->king[color] != SQUARE_NONE;
}

// The kind that moves or is dropped, as it is before the move.
static inline Kind pos_mover(const Position *pos, Move move) {
    return move_is_drop(move) ? move_drop_kind(move) : piece_kind(pos->board[move_from(move)]);
}

// The kind a move captures, or NO_KIND.
static inline Kind pos_captured(const Position *pos, Move move) {
    return piece_kind(pos->board[move_to(move)]);
}

// With pieces in hand there is almost always a waiting move.
static inline bool pos_fears_zugzwang(const Position *pos) {
    (void)pos;
    return false;
}

// Changes seldom. The error of an evaluator is often similar in all positions of the same
// structure.
static inline uint64_t pos_structure(const Position *pos) {
    const Bitboard first = pos_pieces(pos, FIRST, PAWN), second = pos_pieces(pos, SECOND, PAWN);
    const unsigned __int128 mixed = (unsigned __int128)first * 3 + second;
    return (uint64_t)mixed ^ (uint64_t)(mixed >> 64) * 0x9e3779b97f4a7c15u;
}

static inline bool pos_is_tactical(const Position *pos, Move move) {
    return !move_is_drop(move) && (move_is_promotion(move) || pos->board[move_to(move)]);
}

// Pieces of `color` that attack `square`, if `occupied` were the occupied squares.
Bitboard pos_attackers(const Position *pos, Color color, int square, Bitboard occupied);

// All squares that `color` attacks, if `occupied` were the occupied squares; squares of its own
// pieces too (protected).
Bitboard pos_attack_map(const Position *pos, Color color, Bitboard occupied);

// Pieces, of either colour, that alone stand between the king of `color` and a slider of the other
// side.
Bitboard pos_shields(const Position *pos, Color color);

// Whether a pawn of the side to move, dropped in front of the other king, would be mate (and so is
// illegal). The square is known to be empty and in front of the king.
bool pos_is_drop_pawn_mate(const Position *pos, int square);
