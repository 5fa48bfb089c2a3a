// tree_words.h — the moves at the root of a search tree in words and figures: rows of a table for
// people, a list in JSON. Stateless.
#pragma once

#include "base/json.h"
#include "search/player.h"

// How a table is written.
typedef struct TreeStyle {
    int width; // in letters; 0: lines are as long as they are
    bool is_ascii, has_color;
    bool has_still; // with a column for H
    double full;    // the probability of a full bar
} TreeStyle;

// A bar of `cells` letters that is filled to `share`; the rest is blank.
void tree_bar(double share, int cells, bool is_ascii, StrBuf *text);

// Cuts a text to so many letters, which are UTF-8 and one column each.
void tree_cut(StrBuf *text, int letters);

// The heading of the table, and a row of it; `best` is the move that would be played.
void tree_heading(const TreeStyle *style, StrBuf *text);
void tree_row(const TreeStyle *style, const TreeView *view, const Position *pos,
              const TreeChild *child, Move best, StrBuf *text);

// The members `value` and `mate`, of which one is null: hundredths of a pawn, or plies to the end,
// negative for a loss.
void tree_json_value(Json *json, float value);

// The members `expected_depth`, `entropy` and `root`, the likeliest move first. `is_full`: with
// everything there is to say about a move.
void tree_json_root(Json *json, const TreeView *view, const Position *pos, bool is_full);

// What `is_full` adds, for any node.
void tree_json_rest(Json *json, const TreeChild *child);
