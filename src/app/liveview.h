// liveview.h — the progress of a running search: on a terminal a table that is redrawn in place,
// elsewhere one line for each iteration.
//
// One thread at a time: liveview_add is called from SearchReport.info. On a terminal only the last
// rows are kept, cut to its width, and drawn a few times a second at most; liveview_end draws the
// last state. If the search keeps a tree, the table shows the moves of the root with their
// probabilities instead.
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
    Move best;              // first move of the newest best line
    SearchInfo news;        // the newest report, without its line
    int row_count, painted; // rows kept; lines drawn on the screen
    int64_t painted_ns;
    char rows[LIVEVIEW_ROWS][LIVEVIEW_COLUMNS]; // the newest last
} LiveView;

// The player and the position outlive the view.
void liveview_begin(LiveView *view, FILE *out, const Position *root, const Player *player);
void liveview_add(LiveView *view, const SearchInfo *info);
void liveview_end(LiveView *view);
