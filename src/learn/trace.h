// trace.h — the turns of a game, each with the leaves that its value depends on.
//
// A learner that needs the result of the game records at every turn the leaves and the derivative
// of the turn's value by each, and adds the gradient when the game is over. A Trace owns its
// memory, is reused for many games and belongs to one thread at a time.
#pragma once

#include "learn/trainer.h"

typedef struct TraceLeaf {
    Position pos;
    double slope; // dValue(turn) / dValue(pos)
} TraceLeaf;

typedef struct Turn {
    Color side;
    double value;        // as its learner defines it: a value, a logarithm
    size_t first, count; // of its leaves
} Turn;

typedef struct Trace {
    Turn *turns;
    TraceLeaf *leaves;
    size_t turn_count, turn_capacity;
    size_t leaf_count, leaf_capacity;
} Trace;

void trace_init(Trace *trace);
void trace_release(Trace *trace);
void trace_clear(Trace *trace); // before a new game

Status trace_turn(Trace *trace, Color side, double value, Error *error);
// Adds a leaf to the last turn.
Status trace_leaf(Trace *trace, const Position *pos, double slope, Error *error);

// Adds the gradient of a turn, `amount` being dLoss/dValue of it.
void trace_add_gradient(const Trace *trace, const Turn *turn, double amount, Trainer *trainer);
