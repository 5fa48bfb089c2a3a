// handmade.h — weights made by hand: material, and a few words about where pieces like to stand.
// Tests play with them, since they never change, and what is learned has to beat them.
#pragma once

#include "eval/relation/pp.h"

enum { HANDMADE_SCALE = 16 };

extern const char HANDMADE_PROVENANCE[];

void handmade_fill(PpFile *file);
