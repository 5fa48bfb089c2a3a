// trace.h — what a game leaves behind for its learner: the turns, and for each of them the
// positions that its value hangs on.
//
// A learner that waits for the result notes at every turn where the evaluator spoke and how much
// that counted, and trains when the game is over. A Trace owns its memory, is used for many games
// and belongs to one thread.
#pragma once

#include "learn/trainer.h"

// A position the evaluator was asked about, and the derivative of the turn's value by its own.
typedef struct TraceLeaf {
    Position pos;
    double slope;
} TraceLeaf;

typedef struct Turn {
    Color side;
    double value; // what its learner makes of it: a value, a logarithm
    size_t first, count;
} Turn;

typedef struct Trace {
    Turn *turns;
    TraceLeaf *leaves;
    size_t turn_count, turn_capacity;
    size_t leaf_count, leaf_capacity;
} Trace;

void trace_init(Trace *trace);
void trace_release(Trace *trace);
void trace_clear(Trace *trace); // a new game

Status trace_turn(Trace *trace, Color side, double value, Error *error);
// Belongs to the last turn.
Status trace_leaf(Trace *trace, const Position *pos, double slope, Error *error);

// Tells the trainer that the loss grows by `amount` with the value of a turn.
void trace_add_gradient(const Trace *trace, const Turn *turn, double amount, Trainer *trainer);
