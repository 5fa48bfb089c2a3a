// show.h (drop games) — a position as a diagram.
#pragma once

#include <stdio.h>

#include "game/view.h"
#include "position.h"

// With kanji as in a Japanese diagram (`v` marks white's pieces), or in plain ASCII with SFEN's
// letters.
void pos_show(const Position *pos, const BoardView *view, FILE *out);

// The board with a frame, the coordinates of USI and of Japanese books, and the last move marked.
// The hand of the side at the top comes before it, the other one after it. A board that is too wide
// is drawn without its margins.
void pos_draw(const Position *pos, const BoardView *view, FILE *out);
