// eval.h — the interface of evaluators.
//
// An Eval is opened once and never changes afterwards, so any number of threads may use it. The
// state of a position is in a frame: memory of the caller, `frame_bytes` long and aligned to
// EVAL_ALIGN, one for each ply of a line. A frame is filled from scratch by `refresh` or from the
// frame before by `advance`.
//
// Values are in hundredths of a pawn, seen from the side to move, between -EVAL_LIMIT and
// EVAL_LIMIT.
#pragma once

#include "game/contract.h"

enum { EVAL_ALIGN = 64, EVAL_LIMIT = 30000 };

typedef struct Eval Eval;

// One family of evaluators. The functions are called for every node, so each does at least a
// hundred nanoseconds of work.
typedef struct EvalKind {
    const char *name;
    void (*close)(Eval *eval);

    void (*refresh)(const Eval *eval, const Position *pos, void *frame);
    // `pos` is the position before the legal `move`, `from` its frame; `to` becomes the frame
    // after.
    void (*advance)(const Eval *eval, const Position *pos, Move move, const void *from, void *to);
    int (*value)(const Eval *eval, const Position *pos, const void *frame);
    // The values of all positions after one of the legal `moves`, each seen from the side to move
    // *there*.
    void (*children)(const Eval *eval, const Position *pos, const void *frame, const Move *moves,
                     int count, int *values);
} EvalKind;

// Concrete evaluators begin with this.
struct Eval {
    const EvalKind *kind;
    size_t frame_bytes;
};

void eval_close(Eval *eval); // null: does nothing

// Memory for `count` frames, eval_frame_stride() apart; freed by free(). Null if there is no
// memory.
static inline size_t eval_frame_stride(const Eval *eval) {
    return (eval->frame_bytes + EVAL_ALIGN - 1) / EVAL_ALIGN * EVAL_ALIGN;
}
void *eval_frames_new(const Eval *eval, size_t count);

// The functions for searches. Debug builds recompute every value from scratch and compare.
void eval_refresh(const Eval *eval, const Position *pos, void *frame);
void eval_advance(const Eval *eval, const Position *pos, Move move, const void *from, void *to);
int eval_value(const Eval *eval, const Position *pos, const void *frame);
void eval_children(const Eval *eval, const Position *pos, const void *frame, const Move *moves,
                   int count, int *values);

static inline int eval_clamp(int64_t value) {
    return value > EVAL_LIMIT ? EVAL_LIMIT : value < -EVAL_LIMIT ? -EVAL_LIMIT : (int)value;
}
