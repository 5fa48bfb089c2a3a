// movetext.h — moves in the notation of players, written and read: Japanese in the drop games, SAN
// in chess.
//
// Reading also accepts the protocol's notation (7g7f, e2e4). `last` is the move before, or
// MOVE_NONE. Stateless.
#pragma once

#include "game/contract.h"

enum { MOVETEXT_MAX = 32 };

// `is_ascii` selects a form without kanji.
void movetext_format(const Position *pos, Move last, Move legal, bool is_ascii,
                     char text[MOVETEXT_MAX]);

// Legal moves only; otherwise the error says what is wrong.
Status movetext_parse(const Position *pos, Move last, Str text, Move *move, Error *error);
