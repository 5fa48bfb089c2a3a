// tree_report.h — the output of the command `tree`: text, JSON, pictures.
#pragma once

#include "lab/tree_stats.h"
#include "lab/tree_top.h"
#include "search/player.h"

typedef struct TreeReport {
    const char *search; // its name
    const GameLine *line;
    const SearchResult *result;
    TreeView view; // `children` is null: there is no tree
    const TreeStats *stats;
    int moves;                 // of the root, in the text
    const TreeTopLimits *dump; // null: no dump
} TreeReport;

void tree_report_text(const TreeReport *report, FILE *out);
Status tree_report_json(const TreeReport *report, FILE *out, Error *error);

// Each file is written whole or not at all.
Status tree_report_svg(const TreeReport *report, const TreeTopLimits *limits, const char *path,
                       Error *error);
Status tree_report_dot(const TreeReport *report, const TreeTopLimits *limits, const char *path,
                       Error *error);
