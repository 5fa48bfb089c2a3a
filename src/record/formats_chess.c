// The record formats of chess, in one list.
#include "record/gametext.h"
#include "record/pgn.h"

const GameFormat GAME_FORMATS[] = {
    {"uci", "one line, as the protocol has it", gametext_write_line},
    {"pgn", "PGN", pgn_write},
    {NULL, NULL, NULL},
};
