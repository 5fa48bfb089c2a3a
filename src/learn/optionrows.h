// optionrows.h — rows of the learners' option tables, so that settings which several of them have
// are written once, whatever struct they are part of.
#pragma once

#include "base/option.h"

// The value at which a side wins e times as often as it loses, fitted to the engine's own games
// (`yuragi curve`).
#define LEARNER_TAU (GAME_IS_CHESS ? "200" : "600")

#define ROW_SPIN(Settings, field, name, fallback, low, high, text)                                 \
    {                                                                                              \
        name, OPTION_SPIN, OPTION_FIELD(Settings, field), fallback, .min = low, .max = high,       \
                                                                    .help = text                   \
    }
#define ROW_REAL(Settings, field, name, fallback, low, high, text)                                 \
    {                                                                                              \
        name, OPTION_REAL, OPTION_FIELD(Settings, field), fallback, .min = low, .max = high,       \
                                                                    .help = text                   \
    }
#define ROW_COMBO(Settings, field, name, fallback, words, text)                                    \
    { name, OPTION_COMBO, OPTION_FIELD(Settings, field), fallback, .choices = words, .help = text }
