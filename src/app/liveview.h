// liveview.h — a search while it runs, for people: on a terminal a table that is painted over in
// place, elsewhere one line an iteration.
//
// One thread at a time: liveview_add is for SearchReport.info. On a terminal only the last rows are
// kept, cut to its width, and painted a few times a second at most; the last state is painted by
// liveview_end. Where the search keeps a tree, the table is of the moves of its root instead, with
// their probabilities.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "search/player.h"

enum { LIVEVIEW_ROWS = 14, LIVEVIEW_COLUMNS = 400 };

typedef struct LiveView {
    FILE *out;
    const Position *root;
    const Player *player;
    bool is_terminal, is_changed;
    bool is_open; // the newest row is a bound and may be replaced
    bool has_header;
    Move best;              // the newest best line's first
    SearchInfo news;        // without its line
    int row_count, painted; // rows kept; lines on the screen
    int64_t painted_ns;
    char rows[LIVEVIEW_ROWS][LIVEVIEW_COLUMNS]; // the newest last
} LiveView;

// The player outlives the view, the position too.
void liveview_begin(LiveView *view, FILE *out, const Position *root, const Player *player);
void liveview_add(LiveView *view, const SearchInfo *info);
void liveview_end(LiveView *view);
