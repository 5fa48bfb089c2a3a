// setting.h — the options of a session: how it keeps time, ponders, reports and resigns. What
// concerns the choice of moves belongs to the player.
//
// Both protocols' names are taken in either; only the usual ones are announced. Spaces in names do
// not count, because UCI has them and USI cannot.
#pragma once

#include "base/option.h"
#include "search/clockplan.h"
#include "search/player.h"

typedef struct SessionSettings {
    bool is_pondering, is_stochastic;
    int delay_ms, delay_most_ms, minimum_ms, slow_mover;
    int resign_value;
    int report_ms; // the least time between two reports of one search
    int nodes_limit, depth_limit;
    int variant; // one choice
    bool is_chess960, is_analysing, shows_wdl;
    bool clears_hash; // pressed; whoever clears resets it
} SessionSettings;

// For tests.
const OptionSpec *setting_options(size_t *count);

void setting_defaults(SessionSettings *settings);

// The text of the option line number `index` of a dialect, or false behind the last.
bool setting_line(const Player *player, bool is_uci, size_t index, StrBuf *out);

// Obeys what follows `setoption`. Refused: nothing has changed.
Status setting_set(SessionSettings *settings, Player *player, Str words, Error *error);

ClockConfig setting_clock_config(const SessionSettings *settings);
