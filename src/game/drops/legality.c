// Tests of one move: is it legal, is it useful, does it give check; and the attack sets for these
// tests.
#include "board_attacks.h"
#include "position.h"

Bitboard pos_attackers(const Position *pos, Color color, int square, Bitboard occupied) {
    return board_attackers(pos, color, square, occupied);
}

Bitboard pos_attack_map(const Position *pos, Color color, Bitboard occupied) {
    return color == FIRST ? board_attack_map(pos, FIRST, occupied, BB_BOARD)
                          : board_attack_map(pos, SECOND, occupied, BB_BOARD);
}

Bitboard pos_shields(const Position *pos, Color color) {
    const int king = pos->king[color];
    if (king == SQUARE_NONE)
        return 0;
    const Bitboard occupied = pos_occupied(pos);
    Bitboard shields = 0;
    for (Bitboard rest = board_sliders_towards(pos, color_other(color), king); rest;) {
        const Bitboard blockers = attacks_between(king, bb_pop(&rest)) & occupied;
        if (!bb_has_many(blockers))
            shields |= blockers;
    }
    return shields;
}

// A pawn check comes from the square in front of the king, so it cannot be blocked: the king leaves
// or takes, or another piece takes. A pinned piece may take along its line.
bool pos_is_drop_pawn_mate(const Position *pos, int square) {
    const Color us = pos_side(pos), them = color_other(us);
    const int king = pos->king[them];
    const Bitboard occupied = pos_occupied(pos) | bb_of(square);

    Bitboard takers = pos_attackers(pos, them, square, occupied) & ~bb_of(king);
    if (takers) {
        const Bitboard pinned = pos_shields(pos, them);
        while (takers) {
            const int taker = bb_pop(&takers);
            if (!bb_has(pinned, taker) || bb_has(attacks_through(king, taker), square))
                return false;
        }
    }
    const Bitboard escapes = attacks_step(them, KING, king) & ~pos->color[them];
    return !(escapes & ~pos_attack_map(pos, us, occupied ^ bb_of(king)));
}

static bool is_dead_square(Color color, Kind kind, int square) {
    const int depth = square_depth(color, square);
    return ((kind == PAWN || kind == LANCE) && depth < 1) || (kind == KNIGHT && depth < 2);
}

// A piece other than the king must capture the checking piece or block its line.
static bool answers_check(const Position *pos, int to) {
    if (!pos->checkers)
        return true;
    if (bb_has_many(pos->checkers))
        return false;
    const int king = pos->king[pos->side];
    return bb_has(pos->checkers | attacks_between(king, bb_first(pos->checkers)), to);
}

static bool is_legal_drop(const Position *pos, Kind kind, int to) {
    const Color us = pos_side(pos), them = color_other(us);
    if (kind < PAWN || kind >= HAND_KIND_NB || !hand_count(pos->hand[us], kind))
        return false;
    if (pos->board[to] || is_dead_square(us, kind, to) || !answers_check(pos, to))
        return false;
    if (kind != PAWN)
        return true;
    if (!bb_has(bb_files_without(pos_pieces(pos, us, PAWN)), to))
        return false;
    const bool is_check =
        pos_has_king(pos, them) && bb_has(attacks_step(us, PAWN, to), pos->king[them]);
    return !is_check || !pos_is_drop_pawn_mate(pos, to);
}

static bool is_in_zone(Color color, int square) {
    return square_depth(color, square) < ZONE_RANKS;
}

bool pos_is_legal(const Position *pos, uint32_t any) {
    const int to = move_to(any), from = move_from(any);
    const Color us = pos_side(pos), them = color_other(us);
    if (any >> 16 || to >= SQUARE_NB)
        return false;
    if (move_is_drop(any))
        return !move_is_promotion(any) && is_legal_drop(pos, move_drop_kind(any), to);
    if (from >= SQUARE_NB || !bb_has(pos->color[us], from) || bb_has(pos->color[us], to))
        return false;

    const Kind kind = piece_kind(pos->board[from]);
    const Bitboard occupied = pos_occupied(pos);
    if (!bb_has(attacks_of(us, kind, from, occupied), to))
        return false;
    if (move_is_promotion(any)) {
        if (!kind_can_promote(kind) || !(is_in_zone(us, from) || is_in_zone(us, to)))
            return false;
    } else if (is_dead_square(us, kind, to)) {
        return false;
    }
    if (kind == KING)
        return !pos_attackers(pos, them, to, occupied ^ bb_of(from));
    if (bb_has(pos->pinned, from) && !bb_has(attacks_through(pos->king[us], from), to))
        return false;
    return answers_check(pos, to);
}

bool pos_is_useful(const Position *pos, Move move) {
    if (move_is_drop(move) || move_is_promotion(move))
        return true;
    const Color us = pos_side(pos);
    const int from = move_from(move), to = move_to(move);
    const Kind kind = piece_kind(pos->board[from]);
    if (kind == LANCE)
        return square_depth(us, to) >= 2;
    if (kind == PAWN || kind == BISHOP || kind == ROOK)
        return !is_in_zone(us, from) && !is_in_zone(us, to);
    return true;
}

bool pos_gives_check(const Position *pos, Move move) {
    const Color us = pos_side(pos), them = color_other(us);
    const int king = pos->king[them], to = move_to(move);
    if (king == SQUARE_NONE)
        return false;
    const Bitboard occupied = pos_occupied(pos);
    if (move_is_drop(move))
        return bb_has(attacks_of(us, move_drop_kind(move), to, occupied), king);
    const int from = move_from(move);
    const Kind kind = piece_kind(pos->board[from]);
    const Kind after = move_is_promotion(move) ? kind_promoted(kind) : kind;
    if (bb_has(attacks_of(us, after, to, occupied ^ bb_of(from)), king))
        return true;
    // Uncovered: the origin was on a line to the king and the target is not.
    if (!attacks_through(king, from) || bb_has(attacks_through(king, from), to))
        return false;
    const Bitboard sliders = board_sliders_towards(pos, us, king) & attacks_through(king, from);
    for (Bitboard rest = sliders & ~bb_of(from); rest;) {
        const Bitboard between = attacks_between(king, bb_pop(&rest));
        if (bb_has(between, from) && !(between & occupied & ~bb_of(from)))
            return true;
    }
    return false;
}
