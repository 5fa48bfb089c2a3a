// chess_inside.h — shared by the files of this folder; no file outside may include it.
//
// Attacks on a position, the legality of castling and en passant, and the hash keys (filled before
// main, read-only afterwards).
#pragma once

#include "attacks.h"
#include "position.h"

typedef struct ZobristKeys {
    Key pieces[PIECE_NB][SQUARE_NB]; // 0 for NO_PIECE, so that a capture of nothing costs no branch
    Key castling[SQUARE_NB];         // by the square of the rook that may castle
    Key en_passant[SQUARE_NB + 1];   // by square; 0 for SQUARE_NONE
    Key side;                        // SECOND is to move
} ZobristKeys;

extern ZobristKeys ZOBRIST;

ALWAYS_INLINE Bitboard pos_straight(const Position *pos, Color color) {
    return (pos->kinds[ROOK] | pos->kinds[QUEEN]) & pos->colors[color];
}

ALWAYS_INLINE Bitboard pos_diagonal(const Position *pos, Color color) {
    return (pos->kinds[BISHOP] | pos->kinds[QUEEN]) & pos->colors[color];
}

// The pieces of `by` that attack `square` if `occupied` were the occupied squares. Pieces outside
// `occupied` count as removed: they neither block nor attack.
ALWAYS_INLINE Bitboard pos_attackers(const Position *pos, Color by, Square square,
                                     Bitboard occupied) {
    const Bitboard leapers = (ATTACKS.pawn[color_other(by)][square] & pos->kinds[PAWN]) |
                             (ATTACKS.knight[square] & pos->kinds[KNIGHT]) |
                             (ATTACKS.king[square] & pos->kinds[KING]);
    return ((leapers & pos->colors[by]) |
            (bishop_attacks(square, occupied) & pos_diagonal(pos, by)) |
            (rook_attacks(square, occupied) & pos_straight(pos, by))) &
           occupied;
}

// All squares that `by` attacks, if `occupied` were the occupied squares.
ALWAYS_INLINE Bitboard pos_attack_map(const Position *pos, Color by, Bitboard occupied) {
    const Bitboard pawns = pos_pieces(pos, by, PAWN);
    return pawns_attack_west(by, pawns) | pawns_attack_east(by, pawns) |
           knights_attack(pos_pieces(pos, by, KNIGHT)) | ATTACKS.king[pos_king(pos, by)] |
           sliders_attack(pos_straight(pos, by), pos_diagonal(pos, by), occupied);
}

// The square of the pawn that is captured when a pawn moves to `en_passant`: same file, one rank
// behind.
ALWAYS_INLINE Square en_passant_victim(Square en_passant) {
    return en_passant ^ 8;
}

// True if the pawn of `us` on `from` may capture en passant on `to` without leaving its king in
// check. `occupied` is the board without the victim. Both pawns leave one rank at once, which pin
// masks do not cover, so the attacks are computed again.
ALWAYS_INLINE bool en_passant_is_safe(const Position *pos, Color us, Square from, Square to,
                                      Bitboard occupied) {
    const Bitboard after = (occupied ^ bb_of(from)) | bb_of(to);
    return !pos_attackers(pos, color_other(us), pos_king(pos, us), after);
}

// True if `us` has a legal en passant capture on `to`; `occupied` is the board without the victim.
static inline bool en_passant_is_possible(const Position *pos, Color us, Square to,
                                          Bitboard occupied) {
    Bitboard takers = ATTACKS.pawn[color_other(us)][to] & pos_pieces(pos, us, PAWN);
    while (takers)
        if (en_passant_is_safe(pos, us, bb_pop(&takers), to, occupied))
            return true;
    return false;
}

// The squares the castling king passes over, both ends included: none may be attacked.
ALWAYS_INLINE Bitboard castling_walk(Square king, Square rook) {
    const Square to = castling_king_to(king, rook);
    return ATTACKS.between[king][to] | bb_of(king) | bb_of(to);
}

// True if no third piece stands in the way of king or rook.
ALWAYS_INLINE bool castling_is_free(Square king, Square rook, Bitboard occupied) {
    const Square rook_to = castling_rook_to(king, rook);
    const Bitboard needed = castling_walk(king, rook) | ATTACKS.between[king][rook] |
                            ATTACKS.between[rook][rook_to] | bb_of(rook_to);
    return !(needed & occupied & ~(bb_of(king) | bb_of(rook)));
}

// True if `us`, not in check and with the right, may castle with `rook`, where `attacked` is the
// enemy's attack map with our king off the board. The map misses one attack: a slider that the
// castling rook uncovers, and then the rook was pinned on its rank.
ALWAYS_INLINE bool castling_is_legal(const Position *pos, Color us, Square rook,
                                     Bitboard attacked) {
    const Square king = pos_king(pos, us);
    return castling_is_free(king, rook, pos_occupied(pos)) &&
           !(castling_walk(king, rook) & attacked) && !(pos->pinned & bb_of(rook));
}

// Which pieces of `us` stand alone between `king` (of either side) and a slider of `by`. Sliders
// with a free line to the king are added to *checkers.
ALWAYS_INLINE Bitboard pos_blockers(const Position *pos, Color us, Color by, Square king,
                                    Bitboard *checkers) {
    const Bitboard occupied = pos_occupied(pos);
    Bitboard snipers = (ATTACKS.straight[king] & pos_straight(pos, by)) |
                       (ATTACKS.diagonal[king] & pos_diagonal(pos, by));
    Bitboard blockers = 0;
    while (snipers) {
        const Bitboard sniper = snipers & -snipers;
        const Bitboard blocking = ATTACKS.between[king][bb_pop(&snipers)] & occupied;
        *checkers |= blocking ? 0 : sniper;
        blockers |= bb_has_many(blocking) ? 0 : blocking;
    }
    return blockers & pos->colors[us];
}

// Recomputes `checkers` and `pinned` of the side to move.
ALWAYS_INLINE void pos_refresh(Position *pos, Color us) {
    const Color them = color_other(us);
    const Square king = pos_king(pos, us);
    Bitboard checkers = ((ATTACKS.pawn[us][king] & pos->kinds[PAWN]) |
                         (ATTACKS.knight[king] & pos->kinds[KNIGHT])) &
                        pos->colors[them];
    pos->pinned = pos_blockers(pos, us, them, king, &checkers);
    pos->checkers = checkers;
}

// The largest clock a text or a packed position may state.
enum { HALFMOVE_MAX = 32767 };

// How to build a position from input: put pieces, check the material (from then on there are
// kings), set the side and the rights, offer the en passant square (kept only if a capture there is
// legal, as many programs write it after every double step), and accept, which computes the derived
// fields and refuses impossible positions.
ALWAYS_INLINE void pos_put(Position *pos, Piece piece, Square square) {
    pos->board[square] = piece;
    pos->kinds[piece_kind(piece)] |= bb_of(square);
    pos->colors[piece_color(piece)] |= bb_of(square);
}

Status pos_check_material(const Position *pos, Error *error);
Status pos_check_castling(const Position *pos, Error *error);
Status pos_offer_en_passant(Position *pos, Square square, Error *error);
Status pos_accept(Position *pos, Error *error);

// The key computed from scratch.
Key pos_compute_key(const Position *pos);

// True if a slider of `us` attacks `king`, if `occupied` were the occupied squares. Sliders outside
// `occupied` count as removed.
ALWAYS_INLINE bool sliders_hit(const Position *pos, Color us, Square king, Bitboard occupied) {
    return ((bishop_attacks(king, occupied) & pos_diagonal(pos, us)) |
            (rook_attacks(king, occupied) & pos_straight(pos, us))) &
           occupied;
}

// True if castling with `rook` gives check: by the rook on its new square, or by another slider
// along a line that king and rook have left.
ALWAYS_INLINE bool castling_gives_check(const Position *pos, Color us, Square rook) {
    const Square king = pos_king(pos, us), enemy = pos_king(pos, color_other(us));
    const Square rook_to = castling_rook_to(king, rook);
    const Bitboard others = pos_occupied(pos) & ~(bb_of(king) | bb_of(rook));
    const Bitboard after = others | bb_of(castling_king_to(king, rook)) | bb_of(rook_to);
    return (rook_attacks(enemy, after) & bb_of(rook_to)) ||
           ((bishop_attacks(enemy, after) & pos_diagonal(pos, us)) |
            (rook_attacks(enemy, after) & pos_straight(pos, us))) &
               others;
}

// True if the en passant capture gives check: by the pawn itself, or along a line that the two
// pawns have left.
ALWAYS_INLINE bool en_passant_gives_check(const Position *pos, Color us, Square from, Square to) {
    const Square enemy = pos_king(pos, color_other(us));
    const Bitboard after =
        (pos_occupied(pos) & ~bb_of(from) & ~bb_of(en_passant_victim(to))) | bb_of(to);
    return (ATTACKS.pawn[us][to] & bb_of(enemy)) || sliders_hit(pos, us, enemy, after);
}

// True if a pawn that becomes `kind` on `to` attacks the enemy king directly.
ALWAYS_INLINE bool promotion_hits(const Position *pos, Color us, Square from, Square to,
                                  Kind kind) {
    const Bitboard enemy = pos_pieces(pos, color_other(us), KING);
    return (kind_attacks(kind, to, pos_occupied(pos) ^ bb_of(from)) & enemy) != 0;
}
