// The record formats of shogi and minishogi, in one list.
#include "record/csa.h"
#include "record/gamerow.h"
#include "record/gametext.h"
#include "record/kif.h"

const GameFormat GAME_FORMATS[] = {
    {"usi", "one line, as the protocol has it", gametext_write_line},
    {"csa", "CSA 2.2", csa_write},
    {"kif", "KIF, in UTF-8", kif_write},
    {"kifu", "KIF, in UTF-8", kif_write},
    {"tsv", "a row of a table of games", gamerow_write},
    {NULL, NULL, NULL},
};
