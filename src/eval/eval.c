#include "eval/eval.h"

#include <assert.h>
#include <stdlib.h>

void eval_close(Eval *eval) {
    if (eval)
        eval->kind->close(eval);
}

void *eval_frames_new(const Eval *eval, size_t count) {
    return aligned_alloc(EVAL_ALIGN, count * eval_frame_stride(eval));
}

// Only asserts call this, and a release build has none.
__attribute__((unused)) static bool is_value_from_scratch(const Eval *eval, const Position *pos,
                                                          int value) {
    void *frame = eval_frames_new(eval, 1);
    if (!frame)
        return true;
    eval->kind->refresh(eval, pos, frame);
    const bool is_same = eval->kind->value(eval, pos, frame) == value;
    free(frame);
    return is_same;
}

__attribute__((unused)) static bool is_child_from_scratch(const Eval *eval, const Position *pos,
                                                          Move move, int value) {
    Position after = *pos;
    pos_play(&after, move);
    return is_value_from_scratch(eval, &after, value);
}

void eval_refresh(const Eval *eval, const Position *pos, void *frame) {
    eval->kind->refresh(eval, pos, frame);
}

void eval_advance(const Eval *eval, const Position *pos, Move move, const void *from, void *to) {
    eval->kind->advance(eval, pos, move, from, to);
}

int eval_value(const Eval *eval, const Position *pos, const void *frame) {
    const int value = eval->kind->value(eval, pos, frame);
    assert(is_value_from_scratch(eval, pos, value));
    return value;
}

void eval_children(const Eval *eval, const Position *pos, const void *frame, const Move *moves,
                   int count, int *values) {
    eval->kind->children(eval, pos, frame, moves, count, values);
    for (int i = 0; i < count; i++)
        assert(is_child_from_scratch(eval, pos, moves[i], values[i]));
}
