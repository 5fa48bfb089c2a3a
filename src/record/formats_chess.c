// The record formats of chess, in one list.
#include "record/gamerow.h"
#include "record/gametext.h"
#include "record/pgn.h"

const GameFormat GAME_FORMATS[] = {
    {"uci", "one line, as the protocol has it", gametext_write_line},
    {"pgn", "PGN", pgn_write},
    {"tsv", "a row of a table of games", gamerow_write},
    {NULL, NULL, NULL},
};
