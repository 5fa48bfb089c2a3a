// board_attacks.h — attacks of the pieces that stand on a board, for the inner loops of this
// folder.
//
// Bodies are in the header because the generators specialise them by colour. Other code calls the
// pos_attack… functions of position.h.
#pragma once

#include "position.h"

// Steps that reach `square`: seen from there, a piece attacks like one of the other colour. Mostly
// no such piece is near the square, and one test shows it.
ALWAYS_INLINE Bitboard board_step_attackers(const Position *pos, Color color, int square) {
    const Color other = color_other(color);
    Bitboard set = 0;
    if (attacks_step(other, KING, square) & pos->color[color]) {
        set = attacks_step(other, PAWN, square) & pos->kind[PAWN];
        set |= attacks_step(other, SILVER, square) & pos->kind[SILVER];
        set |= attacks_step(other, GOLD, square) & pos->golds;
        set |= attacks_step(other, KING, square) &
               (pos->kind[KING] | pos->kind[HORSE] | pos->kind[DRAGON]);
    }
    if (GAME_HAS_LANCES)
        set |= attacks_step(other, KNIGHT, square) & pos->kind[KNIGHT];
    return set & pos->color[color];
}

// Sliders of `color` that would reach `square` on an empty board.
ALWAYS_INLINE Bitboard board_sliders_towards(const Position *pos, Color color, int square) {
    Bitboard set = ATTACKS.bishop_rays[square] & (pos->kind[BISHOP] | pos->kind[HORSE]);
    set |= ATTACKS.rook_rays[square] & (pos->kind[ROOK] | pos->kind[DRAGON]);
    if (GAME_HAS_LANCES) {
        const LineMask *file = &ATTACKS.line[LINE_FILE][square];
        set |= (color == FIRST ? file->upper : file->lower) & pos->kind[LANCE];
    }
    return set & pos->color[color];
}

ALWAYS_INLINE Bitboard board_attackers(const Position *pos, Color color, int square,
                                       Bitboard occupied) {
    Bitboard set = board_step_attackers(pos, color, square);
    for (Bitboard rest = board_sliders_towards(pos, color, square); rest;) {
        const int slider = bb_pop(&rest);
        if (!(attacks_between(square, slider) & occupied))
            set |= bb_of(slider);
    }
    return set;
}

// All steps of a colour at once, by shifting whole sets: `ahead` collects the pieces that may go to
// the three squares in front, `beside` and `behind` likewise, and one sideways shift serves all
// three rows.
ALWAYS_INLINE Bitboard board_step_map(const Position *pos, Color color) {
    const Bitboard own = pos->color[color];
    const Bitboard golds = pos->golds & own;
    const Bitboard silvers = pos->kind[SILVER] & own;
    const Bitboard kings = (pos->kind[KING] | pos->kind[HORSE] | pos->kind[DRAGON]) & own;
    const Bitboard ahead = bb_forward(color, golds | silvers | kings);
    const Bitboard beside = golds | kings;
    const Bitboard straight_behind = bb_backward(color, golds | kings);
    const Bitboard behind = bb_backward(color, silvers | kings);
    Bitboard map = ahead | straight_behind | bb_sideways(ahead | beside | behind);
    map |= bb_forward(color, pos->kind[PAWN] & own);
    if (GAME_HAS_LANCES)
        map |= bb_sideways(bb_forward(color, bb_forward(color, pos->kind[KNIGHT] & own)));
    return map;
}

// The squares of `zone` that `color` attacks; the result outside `zone` is unspecified. A slider
// that could not reach the zone on an empty board is skipped.
ALWAYS_INLINE Bitboard board_attack_map(const Position *pos, Color color, Bitboard occupied,
                                        Bitboard zone) {
    const Bitboard own = pos->color[color];
    Bitboard map = board_step_map(pos, color);
    if (GAME_HAS_LANCES)
        for (Bitboard rest = pos->kind[LANCE] & own; rest;) {
            const int from = bb_pop(&rest);
            const LineMask *file = &ATTACKS.line[LINE_FILE][from];
            if ((color == FIRST ? file->lower : file->upper) & zone)
                map |= attacks_lance(color, from, occupied);
        }
    for (Bitboard rest = (pos->kind[BISHOP] | pos->kind[HORSE]) & own; rest;) {
        const int from = bb_pop(&rest);
        if (ATTACKS.bishop_rays[from] & zone)
            map |= attacks_bishop(from, occupied);
    }
    for (Bitboard rest = (pos->kind[ROOK] | pos->kind[DRAGON]) & own; rest;) {
        const int from = bb_pop(&rest);
        if (ATTACKS.rook_rays[from] & zone)
            map |= attacks_rook(from, occupied);
    }
    return map;
}
