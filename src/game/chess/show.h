// show.h (chess) — a position as a picture for people.
#pragma once

#include <stdio.h>

#include "game/view.h"
#include "position.h"

// With the figures of chess diagrams, or in plain ASCII with FEN's letters.
void pos_show(const Position *pos, bool is_ascii, FILE *out);

// The board with a frame, as one of the players sees it; both squares of the last move are marked.
void pos_draw(const Position *pos, const BoardView *view, FILE *out);
