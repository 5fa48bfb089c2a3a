// handmade.h — hand-made weights: material and simple piece-square terms. Tests use them, since
// they never change, and learned weights have to beat them.
#pragma once

#include "eval/relation/pp.h"

enum { HANDMADE_SCALE = 16 };

extern const char HANDMADE_PROVENANCE[];

void handmade_fill(PpFile *file);
