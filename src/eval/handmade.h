// handmade.h — weights made by hand, to play with until better ones are learned: material, and a
// few words about where pieces like to stand.
#pragma once

#include "eval/relation/pp.h"

enum { HANDMADE_SCALE = 16 };

extern const char HANDMADE_PROVENANCE[];

void handmade_fill(PpFile *file);
