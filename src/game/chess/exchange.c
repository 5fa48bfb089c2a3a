#include "exchange.h"

#include "chess_inside.h"

const int EXCHANGE_VALUES[KIND_NB] = {
#define PIECE(kind, letter, value) [kind] = (value),
#include "pieces.def"
#undef PIECE
};

enum { SWAPS_MAX = 32 }; // every capture takes one of 32 pieces off the board

typedef struct Swap {
    const Position *pos;
    Square square;
    Bitboard occupied;  // without the pieces that have already captured
    Bitboard attackers; // of both colours, x-rays included
    bool is_last_rank;  // pawns that capture here promote
} Swap;

// Adds the sliders that the last capture uncovered and drops the pieces that have captured.
static void uncover(Swap *swap) {
    const Position *pos = swap->pos;
    swap->attackers |=
        (bishop_attacks(swap->square, swap->occupied) & (pos->kinds[BISHOP] | pos->kinds[QUEEN])) |
        (rook_attacks(swap->square, swap->occupied) & (pos->kinds[ROOK] | pos->kinds[QUEEN]));
    swap->attackers &= swap->occupied;
}

// The least valuable attacker of `color`, taken off the board; NO_KIND when it has none, or only a
// king that would step into an attack.
static Kind capture_next(Swap *swap, Color color) {
    const Bitboard own = swap->attackers & swap->pos->colors[color];
    for (Kind kind = PAWN; own && kind < KIND_NB; kind++) {
        const Bitboard candidates = own & swap->pos->kinds[kind];
        if (!candidates)
            continue;
        swap->occupied ^= candidates & -candidates;
        uncover(swap);
        if (kind == KING && (swap->attackers & swap->pos->colors[color_other(color)]))
            return NO_KIND;
        return kind;
    }
    return NO_KIND;
}

static Swap swap_start(const Position *pos, Move move) {
    const Square from = move_from(move), to = move_to(move);
    Swap swap = {.pos = pos, .square = to, .occupied = pos_occupied(pos) ^ bb_of(from)};
    if (move_is_en_passant(move))
        swap.occupied ^= bb_of(en_passant_victim(to));
    swap.occupied |= bb_of(to);
    swap.is_last_rank = square_rank(to) == 0 || square_rank(to) == RANK_NB - 1;
    swap.attackers = pos_attackers(pos, FIRST, to, swap.occupied) |
                     pos_attackers(pos, SECOND, to, swap.occupied);
    return swap;
}

// The gain of the move itself, before any recapture; *standing is the piece that can then be
// captured.
static int first_gain(const Position *pos, Move legal, Kind *standing) {
    *standing = pos_mover(pos, legal);
    int gain = EXCHANGE_VALUES[pos_captured(pos, legal)];
    if (move_is_promotion(legal)) {
        *standing = move_promotion(legal);
        gain += EXCHANGE_VALUES[*standing] - EXCHANGE_VALUES[PAWN];
    }
    return gain;
}

bool pos_exchange_reaches(const Position *pos, Move legal, int floor) {
    if (move_is_castling(legal))
        return 0 >= floor;
    Kind standing;
    const int gain = first_gain(pos, legal, &standing);
    if (gain < floor)
        return false;
    // A recapture may promote.
    const unsigned rank = square_rank(move_to(legal));
    const bool can_promote = rank == 0 || rank == RANK_NB - 1;
    const int most = can_promote ? EXCHANGE_VALUES[QUEEN] - EXCHANGE_VALUES[PAWN] : 0;
    return gain - EXCHANGE_VALUES[standing] - most >= floor || pos_exchange(pos, legal) >= floor;
}

int pos_exchange(const Position *pos, Move legal) {
    if (move_is_castling(legal))
        return 0;
    Swap swap = swap_start(pos, legal);
    Kind standing;
    // gains[n]: the balance of the side making capture n if the exchange ends with that capture.
    int gains[SWAPS_MAX];
    gains[0] = first_gain(pos, legal, &standing);
    int last = 0;
    Color side = color_other(pos_side(pos));
    for (; last + 1 < SWAPS_MAX; side = color_other(side)) {
        const Kind taker = capture_next(&swap, side);
        if (!taker)
            break;
        const int taken = EXCHANGE_VALUES[standing];
        const bool promotes = taker == PAWN && swap.is_last_rank;
        standing = promotes ? QUEEN : taker;
        last++;
        gains[last] = taken - gains[last - 1] +
                      (promotes ? EXCHANGE_VALUES[QUEEN] - EXCHANGE_VALUES[PAWN] : 0);
    }
    // Backwards: a side makes capture n only if that is better than to stop.
    for (; last > 0; last--) {
        const int declined = gains[last - 1], accepted = -gains[last];
        gains[last - 1] = accepted < declined ? accepted : declined;
    }
    return gains[0];
}
