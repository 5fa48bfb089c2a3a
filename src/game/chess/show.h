// show.h (chess) — a position as a picture for people.
#pragma once

#include <stdio.h>

#include "position.h"

// With the figures of chess diagrams, or in plain ASCII with FEN's letters.
void pos_show(const Position *pos, bool is_ascii, FILE *out);
