// treepicture.h — the top of a search tree as a picture: SVG that stands alone, or DOT for
// graphviz.
//
// The root is at the left and every column is a ply further. A box says the move, its value E as
// the player sees it who makes it, the expected depth D below, and how likely it is there; its
// tint, from the left, is the same probability. A line is the wider the likelier its node is from
// the root on. The likeliest line runs straight along the top. Moves left out are counted. Always
// the same bytes for the same numbers.
#pragma once

#include <stdio.h>

#include "lab/tree_top.h"

typedef struct TreePicture {
    const TreeTop *top;
    Color side;                          // to move at the root
    Move best;                           // of the root, with a thick border; or MOVE_NONE
    const char *title, *subtitle, *note; // borrowed; subtitle and note may be null
} TreePicture;

// Fails only for want of memory.
Status tree_svg_svg(const TreePicture *picture, FILE *out, Error *error);
void tree_svg_dot(const TreePicture *picture, FILE *out);
