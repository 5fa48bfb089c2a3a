// kif.h — writes a game of shogi or minishogi as a KIF file, in UTF-8.
//
// http://kakinoki.o.oo7.jp/kif_format.html. Where the game did not begin with all pieces the board
// is drawn as the format asks. Values go into comments that ShogiHome reads.
#pragma once

#include "record/gametext.h"

void kif_write(const GameRecord *record, FILE *out);
