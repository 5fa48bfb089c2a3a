#include "movegen.h"

#include <assert.h>

#include "chess_inside.h"

// All generators share one core: it is inlined with a constant colour and a constant mode, and the
// compiler removes the code that a mode does not need. COUNT and ANY never write a move: they add
// population counts of whole target sets.
typedef enum Mode {
    MODE_LEGAL,
    MODE_TACTICAL,
    MODE_QUIET,
    MODE_CHECKS,
    MODE_COUNT,
    MODE_ANY, // like COUNT, but may stop as soon as the count is not zero
} Mode;

typedef struct Core {
    const Position *pos;
    Color us;
    Mode mode;
    Square king, enemy_king;
    Bitboard own, enemy, occupied;
    Bitboard landing; // targets of this mode for pieces other than king and pawn
    Bitboard evading; // squares that stop a check: the checker and the squares between; all squares
                      // without check
    Bitboard discoverers;       // CHECKS: own pieces that uncover a check by leaving their line
    Bitboard checking[KIND_NB]; // CHECKS: where a piece of each kind would give check
    Move *next;
    int count;
} Core;

ALWAYS_INLINE bool is_counting(Mode mode) {
    return mode == MODE_COUNT || mode == MODE_ANY;
}

ALWAYS_INLINE void emit(Core *core, Move move) {
    if (!is_counting(core->mode)) {
        assert(core->next);
        *core->next++ = move;
    }
    core->count++;
}

ALWAYS_INLINE void emit_targets(Core *core, Square from, Bitboard targets) {
    core->count += bb_count(targets);
    if (is_counting(core->mode))
        return;
    while (targets)
        *core->next++ = move_make(from, bb_pop(&targets));
}

// Leaves the targets that give check, directly or by uncovering a line.
ALWAYS_INLINE Bitboard checking_targets(const Core *core, Kind kind, Square from,
                                        Bitboard targets) {
    if (core->mode != MODE_CHECKS)
        return targets;
    Bitboard wanted = core->checking[kind];
    if (core->discoverers & bb_of(from))
        wanted |= ~ATTACKS.through[core->enemy_king][from];
    return targets & wanted;
}

// Castling, given the enemy's attack map. It is a quiet move.
ALWAYS_INLINE void gen_castling(Core *core, Bitboard rooks, Bitboard attacked) {
    while (rooks) {
        const Square rook = bb_pop(&rooks);
        if (!castling_is_legal(core->pos, core->us, rook, attacked))
            continue;
        if (core->mode == MODE_CHECKS && !castling_gives_check(core->pos, core->us, rook))
            continue;
        emit(core, move_make_typed(MOVE_CASTLING, core->king, rook));
    }
}

// The enemy's attacks are computed without our king, which would hide the squares behind it from
// sliders.
ALWAYS_INLINE void gen_king(Core *core) {
    const Position *pos = core->pos;
    Bitboard targets = ATTACKS.king[core->king] & ~core->own;
    if (core->mode == MODE_TACTICAL)
        targets &= core->enemy;
    if (core->mode == MODE_QUIET)
        targets &= ~core->enemy;
    targets = checking_targets(core, KING, core->king, targets);
    Bitboard rooks = pos->castling_rooks & core->own;
    if (pos->checkers || core->mode == MODE_TACTICAL)
        rooks = 0;
    if (!(targets | rooks))
        return;
    const Bitboard attacked =
        pos_attack_map(pos, color_other(core->us), core->occupied ^ bb_of(core->king));
    emit_targets(core, core->king, targets & ~attacked);
    gen_castling(core, rooks, attacked);
}

// The sliders of one kind, one by one.
ALWAYS_INLINE void gen_sliders(Core *core, Kind kind) {
    const Position *pos = core->pos;
    Bitboard sliders = pos->kinds[kind] & core->own;
    while (sliders) {
        const Square from = bb_pop(&sliders);
        Bitboard targets = kind_attacks(kind, from, core->occupied) & core->landing;
        if (pos->pinned & bb_of(from))
            targets &= ATTACKS.through[core->king][from];
        emit_targets(core, from, checking_targets(core, kind, from, targets));
    }
}

// All sliders at once, which makes perft a fifth faster than one by one. (Knights by lanes were
// tried too and lost 4 %: there are two of them at most.) A pinned slider keeps only the line it
// shares with its king, so in each lane the free sliders may move and the pinned ones on the king's
// line of that lane.
ALWAYS_INLINE void count_sliders(Core *core) {
    const Position *pos = core->pos;
    const Bitboard straight = pos_straight(pos, core->us), diagonal = pos_diagonal(pos, core->us);
    const Lanes sliders = (Lanes){straight, straight, diagonal, diagonal} &
                          (ATTACKS.lines[core->king] | ~pos->pinned);
    Lanes reach[2];
    sliders_fill(&sliders, core->occupied, reach);
    reach[0] &= core->landing;
    reach[1] &= core->landing;
    for (int lane = 0; lane < LINE_NB; lane++)
        core->count += bb_count(reach[0][lane]) + bb_count(reach[1][lane]);
}

ALWAYS_INLINE void gen_pieces(Core *core) {
    Bitboard knights = core->pos->kinds[KNIGHT] & core->own & ~core->pos->pinned;
    while (knights) {
        const Square from = bb_pop(&knights);
        const Bitboard targets = ATTACKS.knight[from] & core->landing;
        emit_targets(core, from, checking_targets(core, KNIGHT, from, targets));
    }
    if (is_counting(core->mode)) {
        count_sliders(core);
        return;
    }
    gen_sliders(core, BISHOP);
    gen_sliders(core, ROOK);
    gen_sliders(core, QUEEN);
}

ALWAYS_INLINE void emit_promotions(Core *core, Bitboard targets, int delta) {
    if (is_counting(core->mode)) {
        core->count += 4 * bb_count(targets);
        return;
    }
    while (targets) {
        const Square to = bb_pop(&targets), from = (Square)((int)to - delta);
        const bool uncovers =
            core->mode == MODE_CHECKS && checking_targets(core, NO_KIND, from, bb_of(to)) != 0;
        for (Kind kind = QUEEN; kind >= KNIGHT; kind--)
            if (core->mode != MODE_CHECKS || uncovers ||
                promotion_hits(core->pos, core->us, from, to, kind))
                emit(core, move_make_promotion(from, to, kind));
    }
}

// Pawn moves as a set of target squares, each reached from `delta` squares before.
ALWAYS_INLINE void emit_pawns(Core *core, Bitboard targets, int delta) {
    if (is_counting(core->mode)) {
        core->count += bb_count(targets);
        return;
    }
    while (targets) {
        const Square to = bb_pop(&targets), from = (Square)((int)to - delta);
        if (checking_targets(core, PAWN, from, bb_of(to)))
            emit(core, move_make(from, to));
    }
}

ALWAYS_INLINE void gen_en_passant(Core *core) {
    const Position *pos = core->pos;
    const Square to = pos->en_passant;
    const Bitboard occupied = core->occupied ^ bb_of(en_passant_victim(to));
    Bitboard takers = ATTACKS.pawn[color_other(core->us)][to] & pos->kinds[PAWN] & core->own;
    while (takers) {
        const Square from = bb_pop(&takers);
        if (!en_passant_is_safe(pos, core->us, from, to, occupied))
            continue;
        if (core->mode == MODE_CHECKS && !en_passant_gives_check(pos, core->us, from, to))
            continue;
        emit(core, move_make_typed(MOVE_EN_PASSANT, from, to));
    }
}

// A pinned pawn may still move along its pin: straight ahead on the king's file, sideways on the
// king's diagonal of the same slope. That takes three masks for all pawns and no loop over the
// pinned ones.
ALWAYS_INLINE void gen_pawns(Core *core) {
    const Position *pos = core->pos;
    const Color us = core->us;
    const Bitboard pawns = pos->kinds[PAWN] & core->own;
    const Bitboard last = rank_bits(rank_for(us, 7));
    const Lanes *lines = &ATTACKS.lines[core->king];
    const int west_line = us == FIRST ? LINE_FALLING : LINE_RISING;
    const int east_line = us == FIRST ? LINE_RISING : LINE_FALLING;
    const Bitboard free = ~pos->pinned;
    const Bitboard taking = core->enemy & core->evading;
    const Bitboard west = pawns_attack_west(us, pawns & (free | (*lines)[west_line])) & taking;
    const Bitboard east = pawns_attack_east(us, pawns & (free | (*lines)[east_line])) & taking;
    const Bitboard ahead = bb_forward(us, pawns & (free | (*lines)[LINE_FILE])) & ~core->occupied;
    const Bitboard push = ahead & core->evading;
    const Bitboard leap =
        bb_forward(us, ahead & rank_bits(rank_for(us, 2))) & ~core->occupied & core->evading;
    const int forward = us == FIRST ? 8 : -8;
    if (core->mode != MODE_TACTICAL) {
        emit_pawns(core, push & ~last, forward);
        emit_pawns(core, leap, 2 * forward);
    }
    if (core->mode == MODE_QUIET)
        return;
    emit_pawns(core, west & ~last, forward - 1);
    emit_pawns(core, east & ~last, forward + 1);
    if (UNLIKELY((west | east | push) & last)) {
        emit_promotions(core, west & last, forward - 1);
        emit_promotions(core, east & last, forward + 1);
        emit_promotions(core, push & last, forward);
    }
    if (UNLIKELY(pos->en_passant != SQUARE_NONE))
        gen_en_passant(core);
}

// For CHECKS: the squares that attack the enemy king, and our pieces that block a line of ours to
// it.
ALWAYS_INLINE void prepare_checks(Core *core) {
    const Position *pos = core->pos;
    const Color us = core->us;
    const Square enemy_king = pos_king(pos, color_other(us));
    Bitboard none = 0;
    core->enemy_king = enemy_king;
    core->discoverers = pos_blockers(pos, us, us, enemy_king, &none);
    core->checking[NO_KIND] = core->checking[KING] = 0;
    core->checking[PAWN] = ATTACKS.pawn[color_other(us)][enemy_king];
    core->checking[KNIGHT] = ATTACKS.knight[enemy_king];
    core->checking[BISHOP] = bishop_attacks(enemy_king, core->occupied);
    core->checking[ROOK] = rook_attacks(enemy_king, core->occupied);
    core->checking[QUEEN] = core->checking[BISHOP] | core->checking[ROOK];
}

ALWAYS_INLINE int generate_as(const Position *pos, Color us, Mode mode, Move *moves) {
    Core core = {.pos = pos, .us = us, .mode = mode, .next = moves, .count = 0};
    core.own = pos->colors[us];
    core.enemy = pos->colors[color_other(us)];
    core.occupied = core.own | core.enemy;
    core.king = pos_king(pos, us);
    if (mode == MODE_CHECKS)
        prepare_checks(&core);
    gen_king(&core);
    if (mode == MODE_ANY && core.count)
        return core.count;
    core.evading = ~(Bitboard)0;
    if (UNLIKELY(pos->checkers)) {
        if (bb_has_many(pos->checkers))
            return core.count;
        core.evading = ATTACKS.between[core.king][bb_first(pos->checkers)] | pos->checkers;
    }
    core.landing = core.evading & ~core.own;
    if (mode == MODE_TACTICAL)
        core.landing &= core.enemy;
    if (mode == MODE_QUIET)
        core.landing &= ~core.enemy;
    gen_pieces(&core);
    if (mode == MODE_ANY && core.count)
        return core.count;
    gen_pawns(&core);
    return core.count;
}

ALWAYS_INLINE int generate(const Position *pos, Mode mode, Move *moves) {
    return pos_side(pos) == FIRST ? generate_as(pos, FIRST, mode, moves)
                                  : generate_as(pos, SECOND, mode, moves);
}

int gen_legal(const Position *pos, Move *moves) {
    return generate(pos, MODE_LEGAL, moves);
}

int gen_useful(const Position *pos, Move *moves) {
    return gen_legal(pos, moves);
}

int gen_tactical(const Position *pos, Move *moves) {
    return generate(pos, MODE_TACTICAL, moves);
}

int gen_quiet(const Position *pos, Move *moves) {
    return generate(pos, MODE_QUIET, moves);
}

int gen_evasions(const Position *pos, Move *moves) {
    assert(pos_in_check(pos));
    return gen_legal(pos, moves);
}

int gen_checks(const Position *pos, Move *moves) {
    return generate(pos, MODE_CHECKS, moves);
}

int pos_count_legal(const Position *pos) {
    return generate(pos, MODE_COUNT, NULL);
}

bool pos_has_legal(const Position *pos) {
    return generate(pos, MODE_ANY, NULL) != 0;
}
