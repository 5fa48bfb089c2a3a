// show.h (chess) — a position as a diagram.
#pragma once

#include <stdio.h>

#include "game/view.h"
#include "position.h"

// With the Unicode chess symbols, or in plain ASCII with FEN's letters.
void pos_show(const Position *pos, const BoardView *view, FILE *out);

// The board with a frame, from either side; both squares of the last move are marked.
void pos_draw(const Position *pos, const BoardView *view, FILE *out);
