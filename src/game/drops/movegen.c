// One generator for all modes. It works on sets of target squares; the mode narrows the sets, and a
// sink either writes each target as a move or only counts the set. Colour and mode are constants at
// every call, so the compiler makes a specialised copy for each pair.
//
// Order of work: king moves against the map of attacked squares; then, unless two pieces give
// check, the free pieces kind by kind (pawns and knights all at once by shifting), the restricted
// ones (pinned, or in MODE_CHECKS uncovering a check) one by one, and the drops.
#include "movegen.h"

#include <assert.h>

#include "board_attacks.h"

typedef enum Mode {
    MODE_LEGAL,
    MODE_USEFUL,
    MODE_TACTICAL,
    MODE_QUIET,
    MODE_CHECKS,
    MODE_COUNT, // legal, counted without a list
    MODE_ANY,   // as COUNT, but one is enough
} Mode;

typedef struct Sink {
    Move *end; // where the next move is written
    int count; // instead, in MODE_COUNT and MODE_ANY
} Sink;

typedef struct Scene {
    const Position *pos;
    Bitboard occupied, own, enemy;
    Bitboard target;    // targets of moves and drops, except of the king
    int enemy_king;     // SQUARE_NONE if there is none
    Bitboard uncoverer; // MODE_CHECKS: own pieces that uncover a check by leaving their line
} Scene;

ALWAYS_INLINE bool only_counts(Mode mode) {
    return mode == MODE_COUNT || mode == MODE_ANY;
}

// Writes base + target * stride for every target. The stride is 1, or 1 + 128 where the origin
// moves along with the target.
ALWAYS_INLINE void emit(Sink *sink, Mode mode, Bitboard targets, Move base, Move stride) {
    if (only_counts(mode)) {
        sink->count += bb_count(targets);
        return;
    }
    assert(sink->end);
    Move *end = sink->end;
    for (uint64_t low = bb_low(targets); low; low &= low - 1)
        *end++ = base + stride * (Move)__builtin_ctzll(low);
    base += stride * 64;
    for (uint64_t high = bb_high(targets); high; high &= high - 1)
        *end++ = base + stride * (Move)__builtin_ctzll(high);
    sink->end = end;
}

// Where a piece may not stay unpromoted because it could never move again.
ALWAYS_INLINE Bitboard dead_squares(Color us, Kind kind) {
    if (kind == PAWN || kind == LANCE)
        return bb_far_ranks(us, 1);
    return kind == KNIGHT ? bb_far_ranks(us, 2) : 0;
}

// Of the targets where promotion is possible, those where not promoting has no advantage: a
// promoted pawn, bishop or rook has all moves of the unpromoted one. A lance on the second rank has
// one move left; promoted it has six, including that one. (Only the rule against mating by a
// dropped pawn makes such moves useful, once in thousands of games; problem solvers use gen_legal
// and gen_checks.)
ALWAYS_INLINE Bitboard pointless_stays(Color us, Kind kind, Bitboard promoting) {
    if (kind == PAWN || kind == BISHOP || kind == ROOK)
        return promoting;
    return kind == LANCE ? bb_far_ranks(us, 2) : 0;
}

// The squares from which a piece of this kind would give check.
ALWAYS_INLINE Bitboard check_squares(const Scene *scene, Color us, Kind kind) {
    return attacks_of(color_other(us), kind, scene->enemy_king, scene->occupied);
}

// Splits the targets of a piece into promotions and non-promotions, narrows both by the mode, and
// emits them. `uncovering`: targets that uncover a check, whatever the piece itself attacks. The
// flag is added, not or-ed: with a stride the base wraps below zero and comes out right only once
// the target is added.
ALWAYS_INLINE void emit_piece(const Scene *scene, Sink *sink, Color us, Mode mode, Kind kind,
                              Bitboard targets, Bitboard promoting, Bitboard uncovering, Move base,
                              Move stride) {
    Bitboard staying = targets & ~dead_squares(us, kind);
    if (mode == MODE_USEFUL || mode == MODE_TACTICAL || mode == MODE_QUIET)
        staying &= ~pointless_stays(us, kind, promoting);
    if (mode == MODE_TACTICAL)
        staying &= scene->enemy;
    if (mode == MODE_QUIET) {
        staying &= ~scene->enemy;
        promoting = 0;
    }
    if (mode == MODE_CHECKS) {
        staying &= check_squares(scene, us, kind) | uncovering;
        if (kind_can_promote(kind))
            promoting &= check_squares(scene, us, kind_promoted(kind)) | uncovering;
    }
    if (kind_can_promote(kind))
        emit(sink, mode, promoting, base + MOVE_PROMOTE, stride);
    emit(sink, mode, staying, base, stride);
}

ALWAYS_INLINE void emit_from(const Scene *scene, Sink *sink, Color us, Mode mode, Kind kind,
                             int from, Bitboard targets, Bitboard uncovering) {
    const Bitboard zone = bb_far_ranks(us, ZONE_RANKS);
    Bitboard promoting = 0;
    if (kind_can_promote(kind))
        promoting = bb_has(zone, from) ? targets : targets & zone;
    emit_piece(scene, sink, us, mode, kind, targets, promoting, uncovering, move_make(from, 0), 1);
}

// All pieces that make the same step `by`: the target determines the origin and, as they only move
// forward, whether they may promote.
ALWAYS_INLINE void emit_shifted(const Scene *scene, Sink *sink, Color us, Mode mode, Kind kind,
                                Bitboard reached, int by) {
    const Bitboard targets = reached & scene->target;
    const Bitboard promoting = targets & bb_far_ranks(us, ZONE_RANKS);
    const Move stride = 1 + (1 << MOVE_FROM_SHIFT);
    emit_piece(scene, sink, us, mode, kind, targets, promoting, 0, (Move)(-by) << MOVE_FROM_SHIFT,
               stride);
}

ALWAYS_INLINE void emit_each(const Scene *scene, Sink *sink, Color us, Mode mode, Kind kind,
                             Bitboard pieces) {
    while (pieces) {
        const int from = bb_pop(&pieces);
        const Bitboard targets = attacks_of(us, kind, from, scene->occupied) & scene->target;
        emit_from(scene, sink, us, mode, kind, from, targets, 0);
    }
}

ALWAYS_INLINE void free_moves(const Scene *scene, Sink *sink, Color us, Mode mode, Bitboard free) {
    const Position *pos = scene->pos;
    const int ahead = us == FIRST ? -1 : 1;
    emit_shifted(scene, sink, us, mode, PAWN, bb_forward(us, pos->kind[PAWN] & free), ahead);
    if (GAME_HAS_LANCES) {
        emit_each(scene, sink, us, mode, LANCE, pos->kind[LANCE] & free);
        const Bitboard leap = bb_forward(us, bb_forward(us, pos->kind[KNIGHT] & free));
        emit_shifted(scene, sink, us, mode, KNIGHT, leap << RANK_NB & BB_BOARD,
                     2 * ahead + RANK_NB);
        emit_shifted(scene, sink, us, mode, KNIGHT, leap >> RANK_NB, 2 * ahead - RANK_NB);
    }
    emit_each(scene, sink, us, mode, SILVER, pos->kind[SILVER] & free);
    emit_each(scene, sink, us, mode, GOLD, pos->golds & free);
    emit_each(scene, sink, us, mode, BISHOP, pos->kind[BISHOP] & free);
    emit_each(scene, sink, us, mode, ROOK, pos->kind[ROOK] & free);
    emit_each(scene, sink, us, mode, HORSE, pos->kind[HORSE] & free);
    emit_each(scene, sink, us, mode, DRAGON, pos->kind[DRAGON] & free);
}

// Pinned pieces stay on the line to their king; pieces on a line of ours to the enemy king uncover
// a check by leaving it.
ALWAYS_INLINE void restricted_moves(const Scene *scene, Sink *sink, Color us, Mode mode,
                                    Bitboard pieces) {
    const Position *pos = scene->pos;
    while (pieces) {
        const int from = bb_pop(&pieces);
        const Kind kind = piece_kind(pos->board[from]);
        Bitboard targets = attacks_of(us, kind, from, scene->occupied) & scene->target;
        if (bb_has(pos->pinned, from))
            targets &= attacks_through(pos->king[us], from);
        Bitboard uncovering = 0;
        if (mode == MODE_CHECKS && bb_has(scene->uncoverer, from))
            uncovering = ~attacks_through(scene->enemy_king, from);
        emit_from(scene, sink, us, mode, kind, from, targets, uncovering);
    }
}

ALWAYS_INLINE void king_moves(const Scene *scene, Sink *sink, Color us, Mode mode) {
    const Position *pos = scene->pos;
    const int king = pos->king[us];
    Bitboard targets = attacks_step(us, KING, king) & ~scene->own;
    if (mode == MODE_TACTICAL)
        targets &= scene->enemy;
    if (mode == MODE_QUIET)
        targets &= ~scene->enemy;
    if (mode == MODE_CHECKS)
        targets &= bb_has(scene->uncoverer, king) ? ~attacks_through(scene->enemy_king, king) : 0;
    if (!targets)
        return;
    // Without the king, which would hide the squares behind it from sliders.
    const Bitboard occupied = scene->occupied ^ bb_of(king);
    targets &= ~board_attack_map(pos, color_other(us), occupied, targets);
    emit(sink, mode, targets, move_make(king, 0), 1);
}

ALWAYS_INLINE void pawn_drops(const Scene *scene, Sink *sink, Color us, Mode mode,
                              Bitboard targets) {
    const Position *pos = scene->pos;
    targets &= bb_files_without(pos->kind[PAWN] & scene->own) & ~dead_squares(us, PAWN);
    if (scene->enemy_king != SQUARE_NONE) {
        const Bitboard checking = check_squares(scene, us, PAWN);
        if (mode == MODE_CHECKS)
            targets &= checking;
        const Bitboard check = targets & checking;
        if (check && pos_is_drop_pawn_mate(pos, bb_first(check)))
            targets ^= check;
    }
    emit(sink, mode, targets, move_make_drop(PAWN, 0), 1);
}

typedef Move MoveVector __attribute__((vector_size(32), aligned(4)));

// Each target gets every kind of `bases` in one vector store; the next store overwrites what is
// behind the `count` kinds.
ALWAYS_INLINE void emit_vectors(Sink *sink, Bitboard targets, const Move bases[8], int count) {
    if (!count)
        return;
    const MoveVector kinds = *(const MoveVector *)bases;
    Move *end = sink->end;
    while (targets) {
        *(MoveVector *)end = kinds + (Move)bb_pop(&targets);
        end += count;
    }
    sink->end = end;
}

// All kinds but the pawn. Knight and lance come last in the list, so that a shorter list serves the
// ranks that are dead for them.
ALWAYS_INLINE void piece_drops(const Scene *scene, Sink *sink, Color us, Mode mode,
                               Bitboard targets) {
    static const Kind order[] = {SILVER, GOLD, BISHOP, ROOK, LANCE, KNIGHT};
    const Hand hand = scene->pos->hand[us];
    Move bases[8] = {0};
    int count = 0, limited = 0;
    for (int i = 0; i < (GAME_HAS_LANCES ? 6 : 4); i++) {
        const Kind kind = order[i];
        if (!hand_count(hand, kind))
            continue;
        if (mode == MODE_CHECKS) {
            const Bitboard checking = check_squares(scene, us, kind) & ~dead_squares(us, kind);
            emit(sink, mode, targets & checking, move_make_drop(kind, 0), 1);
            continue;
        }
        bases[count++] = move_make_drop(kind, 0);
        limited += kind == LANCE || kind == KNIGHT;
    }
    if (mode == MODE_CHECKS || !count)
        return;
    if (only_counts(mode)) {
        sink->count += count * bb_count(targets);
        if (limited) {
            const int knight = hand_count(hand, KNIGHT) > 0, lance = hand_count(hand, LANCE) > 0;
            sink->count -= knight * bb_count(targets & dead_squares(us, KNIGHT));
            sink->count -= lance * bb_count(targets & dead_squares(us, LANCE));
        }
        return;
    }
    if (!limited) {
        emit_vectors(sink, targets, bases, count);
        return;
    }
    const int without_knight = count - (hand_count(hand, KNIGHT) > 0);
    const Bitboard last = bb_far_ranks(us, 1), second = bb_far_ranks(us, 2) & ~last;
    emit_vectors(sink, targets & ~(last | second), bases, count);
    emit_vectors(sink, targets & second, bases, without_knight);
    emit_vectors(sink, targets & last, bases, count - limited);
}

ALWAYS_INLINE void drops(const Scene *scene, Sink *sink, Color us, Mode mode) {
    const Hand hand = scene->pos->hand[us];
    if (mode == MODE_TACTICAL || !hand)
        return;
    const Bitboard targets = scene->target & ~scene->occupied;
    if (hand_count(hand, PAWN))
        pawn_drops(scene, sink, us, mode, targets);
    if (hand & ~(Hand)31)
        piece_drops(scene, sink, us, mode, targets);
}

ALWAYS_INLINE void generate(const Position *pos, Sink *sink, Color us, Mode mode) {
    const Color them = color_other(us);
    const int king = pos->king[us];
    Scene scene = {
        .pos = pos,
        .occupied = pos_occupied(pos),
        .own = pos->color[us],
        .enemy = pos->color[them],
        .target = BB_BOARD & ~pos->color[us],
        .enemy_king = pos->king[them],
    };
    if (mode == MODE_CHECKS)
        scene.uncoverer = pos_shields(pos, them) & scene.own;

    Bitboard free = scene.own & ~pos->pinned;
    if (king != SQUARE_NONE) {
        king_moves(&scene, sink, us, mode);
        if (mode == MODE_ANY && sink->count)
            return;
        if (pos->checkers) {
            if (bb_has_many(pos->checkers))
                return;
            scene.target = pos->checkers | attacks_between(king, bb_first(pos->checkers));
        }
    }
    Bitboard restricted = pos->pinned;
    if (mode == MODE_CHECKS) {
        restricted |= scene.uncoverer & ~pos->kind[KING];
        free &= ~scene.uncoverer;
    }
    free_moves(&scene, sink, us, mode, free);
    if (restricted)
        restricted_moves(&scene, sink, us, mode, restricted);
    if (mode == MODE_ANY && sink->count)
        return;
    drops(&scene, sink, us, mode);
}

ALWAYS_INLINE int list(const Position *pos, Move *moves, Mode mode) {
    Sink sink = {.end = moves};
    if (pos_side(pos) == FIRST)
        generate(pos, &sink, FIRST, mode);
    else
        generate(pos, &sink, SECOND, mode);
    return only_counts(mode) ? sink.count : (int)(sink.end - moves);
}

int gen_legal(const Position *pos, Move *moves) {
    return list(pos, moves, MODE_LEGAL);
}

int gen_useful(const Position *pos, Move *moves) {
    return list(pos, moves, MODE_USEFUL);
}

int gen_tactical(const Position *pos, Move *moves) {
    return list(pos, moves, MODE_TACTICAL);
}

int gen_quiet(const Position *pos, Move *moves) {
    return list(pos, moves, MODE_QUIET);
}

int gen_evasions(const Position *pos, Move *moves) {
    assert(pos_in_check(pos));
    return gen_legal(pos, moves);
}

int gen_checks(const Position *pos, Move *moves) {
    if (!pos_has_king(pos, color_other(pos_side(pos))))
        return 0;
    return list(pos, moves, MODE_CHECKS);
}

int pos_count_legal(const Position *pos) {
    return list(pos, NULL, MODE_COUNT);
}

bool pos_has_legal(const Position *pos) {
    return list(pos, NULL, MODE_ANY) > 0;
}
