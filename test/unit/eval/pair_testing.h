// pair_testing.h — shared by the tests of evaluators with pairs: random tables, the definition of
// the pairs' part computed from the file's tables, and the comparison of all ways to compute a
// value.
#pragma once

#include "eval/relation/pp.h"
#include "positions.h"

enum { PAIR_SCALE = 16 };

// Large enough for every relation evaluator; visitors check it.
typedef union Frame {
    _Alignas(EVAL_ALIGN) unsigned char bytes[256];
} Frame;

static inline int fresh_value(const Eval *eval, const Position *pos) {
    Frame frame;
    assert_true(eval->frame_bytes <= sizeof frame);
    eval->kind->refresh(eval, pos, &frame);
    return eval->kind->value(eval, pos, &frame);
}

// A number in [0, n) from 16 random bits, which is fast enough for large tables.
static inline int bits_below(uint64_t bits, int n) {
    return (int)((bits & 0xffff) * (uint64_t)n >> 16);
}

// Random weights of every sign, small enough for the table: both views of a pair together stay
// within the limit.
static inline void pairs_fill(PpFile *file, Rng *rng) {
    const int range = PP_PAIR_LIMIT;
    for (int i = 0; i < FEATURE_NB; i++)
        file->one[i] =
            (PpTerm){(int32_t)rng_below(rng, 40001) - 20000, (int32_t)rng_below(rng, 401) - 200};
    for (int i = 0; i < PP_PAIR_NB; i++) {
        const uint64_t bits = rng_next(rng);
        file->pair[i] = (PpPair){(int16_t)(bits_below(bits, range) - range / 2),
                                 (int16_t)(bits_below(bits >> 16, range) - range / 2)};
    }
}

// A position as each side sees it.
typedef struct Views {
    Feature seen[COLOR_NB][FEATURE_ACTIVE_MAX];
    int count;
    int64_t board[COLOR_NB], turn; // in stored units
} Views;

// The view of each side, pair by pair, directly from the file's tables.
static inline Views pairs_literally(const PpFile *file, const Position *pos) {
    Views views = {.turn = 0};
    views.count = features_active(pos, views.seen[FIRST]);
    for (int i = 0; i < views.count; i++)
        views.seen[SECOND][i] = FEATURES.turned[views.seen[FIRST][i]];
    for (Color view = FIRST; view < COLOR_NB; view++)
        for (int i = 0; i < views.count; i++) {
            const Feature feature = views.seen[view][i];
            views.board[view] += file->one[feature].board;
            views.turn += file->one[feature].turn;
            for (int j = 0; j < i; j++) {
                const PpPair pair = file->pair[pp_pair_index(feature, views.seen[view][j])];
                views.board[view] += pair.board;
                views.turn += pair.turn;
            }
        }
    return views;
}

static inline int views_value(const Views *views, const Position *pos) {
    const Color us = pos_side(pos);
    return eval_clamp((views->board[us] - views->board[color_other(us)] + views->turn) /
                      PAIR_SCALE);
}

// From scratch, after a move, all children at once, and the definition: the same value.
static inline void assert_every_way(const Eval *eval, Position *pos,
                                    int (*literally)(const Position *pos)) {
    Frame frame, next;
    assert_true(eval->frame_bytes <= sizeof frame);
    eval->kind->refresh(eval, pos, &frame);
    assert_int_equal(eval->kind->value(eval, pos, &frame), literally(pos));

    Move moves[MOVE_MAX];
    int values[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    eval->kind->children(eval, pos, &frame, moves, count, values);
    for (int i = 0; i < count; i++) {
        eval->kind->advance(eval, pos, moves[i], &frame, &next);
        Undo undo;
        pos_do(pos, moves[i], &undo);
        assert_int_equal(eval->kind->value(eval, pos, &next), values[i]);
        assert_int_equal(fresh_value(eval, pos), values[i]);
        assert_int_equal(literally(pos), values[i]);
        pos_undo(pos, moves[i], &undo);
    }
}
