// tree_svg.h — the top of a search tree as a picture: SVG that stands alone, or DOT for graphviz.
//
// The root is at the left and every column is a ply further. A box shows the move, its value E for
// the side that plays it, the expected depth D below, and its share; the tint, from the left, is
// the share too. The width of an edge is the realisation probability of its node. The likeliest
// line runs straight along the top. Moves left out are counted. The same numbers always give the
// same bytes. No state; any thread.
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
Status tree_svg_write(const TreePicture *picture, FILE *out, Error *error);
void tree_svg_write_dot(const TreePicture *picture, FILE *out);
