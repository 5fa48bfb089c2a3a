// infoline.h — what a search reports, as `info` lines: often enough to follow, seldom enough to
// read.
//
// A Reporter belongs to the thread that searches. Lines that come too soon after the last ones are
// kept, the newest of each rank, and said before the move at the latest.
#pragma once

#include "search/search.h"
#include "voice.h"

typedef struct ReportStyle {
    bool is_uci; // mates are counted in moves, not in plies
    bool shows_wdl;
    int interval_ms;
} ReportStyle;

typedef struct Reporter {
    Voice *voice;
    ReportStyle style;
    const Position *root; // lines begin here; borrowed
    char *kept;           // a line each for the ranks from 1; empty: nothing to say
    int kept_count;
    int64_t said_ns; // when the last line of rank 1 was said, or the search began
    bool is_open;    // the present round of lines is said, not kept
    Move told;       // the first move of the newest line of rank 1
    Bound told_bound;
} Reporter;

// Without memory for `ranks` lines it does not throttle.
void reporter_init(Reporter *reporter, Voice *voice, ReportStyle style, const Position *root,
                   int ranks);
void reporter_release(Reporter *reporter);

SearchReport reporter_report(Reporter *reporter);

// Says what was kept and, if the result is not what the listener was told last, the result.
void reporter_finish(Reporter *reporter, const SearchResult *result);

// ` cp 12`, ` mate 3`: how a value is spelt.
void score_format(int value, bool is_uci, StrBuf *out);
