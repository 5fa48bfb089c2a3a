// kif.h — writes a game of shogi or minishogi as a KIF file, in UTF-8.
//
// http://kakinoki.o.oo7.jp/kif_format.html. If the game did not start from the usual position, the
// board is drawn as the format requires. Values are written as comments that ShogiHome reads.
#pragma once

#include "record/gametext.h"

void kif_write(const GameRecord *record, FILE *out);
