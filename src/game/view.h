// view.h — how a board is drawn.
#pragma once

#include "game/types.h"

typedef struct BoardView {
    bool is_ascii;
    bool is_flipped;             // SECOND at the bottom
    bool has_color;              // ANSI colours
    bool is_japanese;            // the captions
    int width;                   // columns there are; 0: any number
    Move last;                   // to be marked, or MOVE_NONE
    const char *sides[COLOR_NB]; // what the sides are called; null: Black and White
} BoardView;

#define VIEW_LAST   "\033[1;7m" // the piece that has just moved
#define VIEW_SECOND "\033[36m"  // the pieces of the side that moves second
#define VIEW_PLAIN  "\033[0m"
