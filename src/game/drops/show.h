// show.h (drop games) — a position as people like to see it.
#pragma once

#include <stdio.h>

#include "position.h"

// With kanji as in a Japanese diagram (`v` marks white's pieces), or in plain ASCII with SFEN's
// letters.
void pos_show(const Position *pos, bool is_ascii, FILE *out);
