// spsa_report.h — how a tuning stands: a note while it runs, and a table or JSON at the end.
// Stateless.
#pragma once

#include <stdio.h>

#include "lab/tuning.h"

typedef struct SpsaView {
    const Spsa *spsa;
    int games; // in an iteration
    int threads;
    int64_t earlier; // iterations that were done before this run
    double seconds;  // of this run
    bool is_stopped;
} SpsaView;

// A few words behind the progress bar: games a second and the first values.
void spsa_report_note(const SpsaView *view, StrBuf *note);
void spsa_report_text(const SpsaView *view, FILE *out);
void spsa_report_json(const SpsaView *view, FILE *out);
