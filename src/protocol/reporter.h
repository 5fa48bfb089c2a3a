// reporter.h — what an Engine reports, as text for the GUI: `info`, `bestmove`, `checkmate`,
// `readyok`.
//
// Reports that come too soon after the last ones are kept, the newest of each rank, and written at
// the latest when the search ends. The Session owns the Reporter and calls these functions between
// jobs; its listener runs on the engine's thread.
#pragma once

#include "engine/engine.h"
#include "infoline.h"
#include "output.h"

typedef struct ReportStyle {
    bool is_uci, shows_wdl;
    int interval_ms;  // the least time between two reports
    int resign_value; // resign below minus this; INT32_MAX: never
} ReportStyle;

typedef struct Reporter {
    Output *output;
    // Set by reporter_begin.
    ReportStyle style;
    EngineJob job;
    Position root; // where the lines begin
    // Written by the engine's thread during the job.
    char *kept;           // a line for each rank from 1; empty: nothing to write
    int kept_count;       // ranks there is room for
    int64_t written_ns;   // the search's time at its last written line of rank 1
    bool is_open;         // the lines of the present depth are written, not kept
    Move reported;        // the first move of the newest line of rank 1
    Bound reported_bound; // of the same line
} Reporter;

void reporter_init(Reporter *reporter, Output *output);
void reporter_release(Reporter *reporter);

EngineListener reporter_listener(Reporter *reporter);

// Before each engine_go. Without memory for `ranks` lines the Reporter writes every line at once.
void reporter_begin(Reporter *reporter, ReportStyle style, EngineJob job, const Position *root,
                    int ranks);

// The answer where there is no move.
void reporter_no_move(const Reporter *reporter);
