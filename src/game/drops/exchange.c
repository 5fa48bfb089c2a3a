#include "exchange.h"

enum { EXCHANGE_MAX = 40 }; // no board has more pieces

int capture_value(Kind kind) {
    return PIECE_INFO[kind].value + PIECE_INFO[kind_base(kind)].value;
}

// The one of `attackers` (all of one colour) whose loss would cost least, in the order of
// capture_value: a promoted pawn goes back to the enemy's hand as a pawn, so it is sent forward
// before a silver.
static int cheapest(const Position *pos, Bitboard attackers) {
    static const Kind order[] = {PAWN,       LANCE, TOKIN,  KNIGHT, PRO_LANCE, PRO_KNIGHT, SILVER,
                                 PRO_SILVER, GOLD,  BISHOP, HORSE,  ROOK,      DRAGON};
    for (size_t i = 0; i < ARRAY_LEN(order); i++) {
        const Bitboard of_kind = attackers & pos->kind[order[i]];
        if (of_kind)
            return bb_first(of_kind);
    }
    return bb_first(attackers); // the king
}

int pos_exchange(const Position *pos, Move move) {
    const int to = move_to(move);
    Color side = pos_side(pos);
    Bitboard occupied = pos_occupied(pos) | bb_of(to);
    int gain[EXCHANGE_MAX];
    int depth = 0;
    Kind standing; // the piece on the square, next to be captured

    gain[0] = 0;
    if (move_is_drop(move)) {
        standing = move_drop_kind(move);
    } else {
        const int from = move_from(move);
        standing = piece_kind(pos->board[from]);
        occupied ^= bb_of(from);
        if (pos->board[to])
            gain[0] = capture_value(piece_kind(pos->board[to]));
        if (move_is_promotion(move)) {
            gain[0] += PIECE_INFO[kind_promoted(standing)].value - PIECE_INFO[standing].value;
            standing = kind_promoted(standing);
        }
    }
    for (side = color_other(side); depth + 1 < EXCHANGE_MAX; side = color_other(side)) {
        const Bitboard attackers = pos_attackers(pos, side, to, occupied) & occupied;
        if (!attackers)
            break;
        const int from = cheapest(pos, attackers);
        const Kind kind = piece_kind(pos->board[from]);
        occupied ^= bb_of(from);
        if (kind == KING && (pos_attackers(pos, color_other(side), to, occupied) & occupied))
            break;
        depth++;
        gain[depth] = capture_value(standing) - gain[depth - 1];
        standing = kind;
        const bool is_in_zone =
            square_depth(side, to) < ZONE_RANKS || square_depth(side, from) < ZONE_RANKS;
        if (kind_can_promote(kind) && is_in_zone) {
            standing = kind_promoted(kind);
            gain[depth] += PIECE_INFO[standing].value - PIECE_INFO[kind].value;
        }
    }
    // Each side, from the last capture back, keeps the better of capturing and standing still.
    for (; depth > 0; depth--)
        if (gain[depth - 1] > -gain[depth])
            gain[depth - 1] = -gain[depth];
    return gain[0];
}
