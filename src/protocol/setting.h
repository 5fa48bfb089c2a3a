// setting.h — the options of a session: how it keeps time, ponders, reports and resigns. Options
// that concern the choice of moves belong to the Player.
//
// A session accepts the names of both protocols and announces those of its own. Spaces in names do
// not count, because UCI has them and USI cannot. SessionSettings are a plain value of the reader's
// thread.
#pragma once

#include "base/option.h"
#include "search/clockplan.h"
#include "search/player.h"

typedef struct SessionSettings {
    bool is_pondering, ponders_on_all;
    int delay_ms, delay_most_ms, minimum_ms, slow_mover;
    int draw_short_clock; // what a draw is worth more while our clock is the shorter one
    bool rounds_up;
    int resign_value;
    int report_ms; // the least time between two reports of one search
    int nodes_limit, depth_limit;
    int skill_level, elo;
    bool limits_strength; // to `elo`
    int variant;          // there is one choice: this game
    bool is_chess960, is_analysing, shows_wdl;
    bool clears_hash; // the button was pressed; the session clears and resets it
} SessionSettings;

extern const OptionTable SESSION_OPTIONS; // over SessionSettings

void setting_defaults(SessionSettings *settings);

// The text of option line `index` in one of the protocols; false after the last one.
bool setting_line(const Player *player, bool is_uci, size_t index, StrBuf *out);

// Executes the words after `setoption`. On failure nothing has changed.
Status setting_set(SessionSettings *settings, Player *player, Str words, Error *error);

// The name and the value of option `index`, in the order of setting_line, as `getoption` of other
// shogi engines prints them; false after the last one.
bool setting_value_line(const SessionSettings *settings, const Player *player, bool is_uci,
                        size_t index, StrBuf *out);
// The same for one option by its name, as setting_set understands it.
Status setting_value(const SessionSettings *settings, const Player *player, Str name, StrBuf *out,
                     Error *error);

// The nodes of a move by the options for its strength; 0: no limit.
int64_t setting_strength_nodes(const SessionSettings *settings);

ClockConfig setting_clock_config(const SessionSettings *settings);
