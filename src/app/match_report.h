// match_report.h — how a match stands, for people and for programs.
//
// Everything is the caller's; nothing is kept. One thread.
#pragma once

#include <stdio.h>

#include "play/match.h"

typedef struct MatchView {
    const Match *match;
    double seconds;  // since it began
    int64_t repeats; // games that are move for move like another one
    bool is_stopped; // from outside, before its end
} MatchView;

void match_report_text(const MatchView *view, FILE *out);
void match_report_json(const MatchView *view, FILE *out);

// A few words behind a progress bar: how the first one stands against all it has met, and the
// speed.
void match_report_note(const MatchView *view, StrBuf *note);

// A game that was lost by a fault, with the last lines of the program at fault.
void match_report_fault(const Match *match, const PairingGame *game, const Game *played, FILE *out);
