#include "exchange.h"

enum { EXCHANGE_MAX = 40 }; // no board has more pieces

int capture_value(Kind kind) {
    return PIECE_INFO[kind].value + PIECE_INFO[kind_base(kind)].value;
}

// The one of `attackers` (all of one colour) whose loss costs least, by capture_value: a promoted
// pawn becomes a pawn in the enemy's hand, so it captures before a silver.
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

// The gain of the move itself, before any recapture; *standing is the piece that can then be
// captured.
static int first_gain(const Position *pos, Move move, Kind *standing) {
    *standing = pos_mover(pos, move);
    int gain = capture_value(pos_captured(pos, move));
    if (move_is_promotion(move)) {
        gain += PIECE_INFO[kind_promoted(*standing)].value - PIECE_INFO[*standing].value;
        *standing = kind_promoted(*standing);
    }
    return gain;
}

bool pos_exchange_reaches(const Position *pos, Move move, int floor) {
    Kind standing;
    const int gain = first_gain(pos, move, &standing);
    if (gain < floor)
        return false;
    // A recapture may promote; a pawn gains most by that.
    const int most = PIECE_INFO[TOKIN].value - PIECE_INFO[PAWN].value;
    return gain - capture_value(standing) - most >= floor || pos_exchange(pos, move) >= floor;
}

int pos_exchange(const Position *pos, Move move) {
    const int to = move_to(move);
    Color side = pos_side(pos);
    Bitboard occupied = pos_occupied(pos) | bb_of(to);
    int gain[EXCHANGE_MAX];
    int depth = 0;
    Kind standing; // the piece on the square, next to be captured

    gain[0] = first_gain(pos, move, &standing);
    if (!move_is_drop(move))
        occupied ^= bb_of(move_from(move));
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
    // From the last capture backwards, each side takes the better of capturing and stopping.
    for (; depth > 0; depth--)
        if (gain[depth - 1] > -gain[depth])
            gain[depth - 1] = -gain[depth];
    return gain[0];
}
