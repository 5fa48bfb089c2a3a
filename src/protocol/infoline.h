// infoline.h — the text of an `info` line. Pure functions without state.
#pragma once

#include "base/str.h"
#include "search/search.h"

enum { INFO_LINE_MAX = 256 + PLY_MAX * (MOVE_TEXT_MAX + 1) };

// A whole line, at most INFO_LINE_MAX bytes long. The principal variation begins at `root`.
void info_format(const SearchInfo *info, const Position *root, bool is_uci, bool shows_wdl,
                 StrBuf *out);

// `cp 12`, `mate 3`. Mates are counted in moves in UCI, in plies in USI.
void score_format(int value, bool is_uci, StrBuf *out);
