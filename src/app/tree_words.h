// tree_words.h — the moves at the root of a search tree as rows of a table and as a list in JSON.
// Stateless.
#pragma once

#include "base/json.h"
#include "search/player.h"

// The layout of a table.
typedef struct TreeStyle {
    int width; // in characters; 0: no limit
    bool is_ascii, has_color;
    bool has_static; // with a column for H, the static value
    double full;     // the probability of a full bar
} TreeStyle;

// A bar of `cells` characters that is filled to `share`; the rest is blank.
void tree_bar(double share, int cells, bool is_ascii, StrBuf *text);

// Cuts a UTF-8 text to so many characters of one column each.
void tree_cut(StrBuf *text, int letters);

// The heading of the table, and a row of it; `best` is the best move.
void tree_heading(const TreeStyle *style, StrBuf *text);
void tree_row(const TreeStyle *style, const TreeView *view, const Position *pos,
              const TreeChild *child, Move best, StrBuf *text);

// The members `value` and `mate`, of which one is null: centipawns, or plies to mate, negative for
// a loss.
void tree_json_value(Json *json, float value);

// The members `expected_depth`, `entropy` and `root`, the most probable move first. `is_full`: with
// all members of a move.
void tree_json_root(Json *json, const TreeView *view, const Position *pos, bool is_full);

// The members that `is_full` adds, of any node.
void tree_json_rest(Json *json, const TreeChild *child);
