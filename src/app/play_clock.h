// play_clock.h — clocks as a person types and reads them. Stateless.
#pragma once

#include "play/game_clock.h"

enum { CLOCK_TEXT_MAX = 40 };

// `10+5`: ten minutes, and five seconds more with every move. `10m+30s`: ten minutes, then thirty
// seconds a move. `5m`, `90s`, `1h`: no more than that.
Status play_clock_parse(Str text, TimeControl *time, Error *error);

// `9:58`, or `0:00 +30` when only byoyomi is left.
void play_clock_format(const GameClock *clock, Color side, char text[CLOCK_TEXT_MAX]);
