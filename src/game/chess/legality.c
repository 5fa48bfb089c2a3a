#include "chess_inside.h"

// Exact tests of a single move that comes from a hash table or another program.

// The pseudo-legal targets of the piece on `from`, without promotions, castling and en passant.
static Bitboard reach_of(const Position *pos, Color us, Square from) {
    const Bitboard occupied = pos_occupied(pos), own = pos->colors[us];
    const Kind kind = piece_kind(pos->board[from]);
    if (kind != PAWN)
        return kind_attacks(kind, from, occupied) & ~own;
    const Bitboard ahead = bb_forward(us, bb_of(from)) & ~occupied;
    const Bitboard leap = bb_forward(us, ahead & rank_bits(rank_for(us, 2))) & ~occupied;
    return ahead | leap | (ATTACKS.pawn[us][from] & occupied & ~own);
}

// True if the king of `us` is safe after the piece on `from` has gone to `to`, not en passant.
static bool is_safe(const Position *pos, Color us, Square from, Square to) {
    const Color them = color_other(us);
    const Square king = pos_king(pos, us);
    if (from == king)
        return !pos_attackers(pos, them, to, pos_occupied(pos) ^ bb_of(from));
    if (bb_has_many(pos->checkers))
        return false;
    if (pos->checkers) {
        const Square checker = bb_first(pos->checkers);
        if (!((ATTACKS.between[king][checker] | pos->checkers) & bb_of(to)))
            return false;
    }
    return !(pos->pinned & bb_of(from)) || (ATTACKS.through[king][from] & bb_of(to));
}

static bool castling_is_legal_here(const Position *pos, Color us, Square from, Square to) {
    const Bitboard rooks = pos->castling_rooks & pos->colors[us];
    if (!(rooks & bb_of(to)) || from != pos_king(pos, us) || pos->checkers)
        return false;
    const Bitboard attacked = pos_attack_map(pos, color_other(us), pos_occupied(pos) ^ bb_of(from));
    return castling_is_legal(pos, us, to, attacked);
}

static bool en_passant_is_legal(const Position *pos, Color us, Square from, Square to) {
    const Bitboard taker = pos_pieces(pos, us, PAWN) & bb_of(from);
    if (to != pos->en_passant || !(ATTACKS.pawn[us][from] & bb_of(to)) || !taker)
        return false;
    const Bitboard occupied = pos_occupied(pos) ^ bb_of(en_passant_victim(to));
    return en_passant_is_safe(pos, us, from, to, occupied);
}

bool pos_is_legal(const Position *pos, uint32_t any) {
    if (any >= MOVE_CODE_NB)
        return false;
    const Color us = pos_side(pos);
    const Square from = move_from(any), to = move_to(any);
    const MoveType type = move_type(any);
    if (!(pos->colors[us] & bb_of(from)) || (type != MOVE_PROMOTION && (any >> 12 & 3)))
        return false;
    if (type == MOVE_CASTLING)
        return castling_is_legal_here(pos, us, from, to);
    if (type == MOVE_EN_PASSANT)
        return en_passant_is_legal(pos, us, from, to);
    const bool is_pawn = piece_kind(pos->board[from]) == PAWN;
    const bool promotes = is_pawn && square_rank(to) == rank_for(us, 7);
    return promotes == (type == MOVE_PROMOTION) && (reach_of(pos, us, from) & bb_of(to)) &&
           is_safe(pos, us, from, to);
}

bool pos_gives_check(const Position *pos, Move legal) {
    const Color us = pos_side(pos);
    const Square from = move_from(legal), to = move_to(legal);
    const Square enemy = pos_king(pos, color_other(us));
    const MoveType type = move_type(legal);
    if (type == MOVE_CASTLING)
        return castling_gives_check(pos, us, to);
    if (type == MOVE_EN_PASSANT)
        return en_passant_gives_check(pos, us, from, to);
    const Bitboard after = (pos_occupied(pos) ^ bb_of(from)) | bb_of(to);
    const Kind kind = piece_kind(pos->board[from]);
    if (type == MOVE_PROMOTION) {
        if (promotion_hits(pos, us, from, to, move_promotion(legal)))
            return true;
    } else if (kind == PAWN) {
        if (ATTACKS.pawn[us][to] & bb_of(enemy))
            return true;
    } else if (kind_attacks(kind, to, after) & bb_of(enemy)) {
        return true;
    }
    // Only a piece that stood on a line with the enemy king can uncover a check. A piece captured
    // on `to` is not of `us`, so it cannot be counted as giving check.
    return ATTACKS.through[enemy][from] && sliders_hit(pos, us, enemy, after);
}
