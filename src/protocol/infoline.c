#include "infoline.h"

#include <math.h>

#include "eval/winrate.h"

void score_format(int value, bool is_uci, StrBuf *out) {
    if (!value_is_decided(value)) {
        strbuf_format(out, "cp %d", value);
        return;
    }
    const int plies = value > 0 ? VALUE_WIN - value : VALUE_WIN + value;
    const int length = !is_uci ? plies : value > 0 ? (plies + 1) / 2 : plies / 2;
    // In UCI a side that is mated already loses in 0 moves, without a sign.
    strbuf_format(out, "mate %s%d", value < 0 && (length || !is_uci) ? "-" : "", length);
}

static void wdl_format(int value, StrBuf *out) {
    const WinDrawLoss chances = winrate_wdl(WINRATE_WDL_A, WINRATE_WDL_DRAW, value);
    const int win = (int)lround(1000 * chances.win);
    const int loss = (int)lround(1000 * chances.loss);
    strbuf_format(out, " wdl %d %d %d", win, 1000 - win - loss, loss);
}

// Stops at the first illegal move: a line from a table may hold moves of another position.
static void pv_format(const Position *root, const Move *pv, int count, StrBuf *out) {
    Position pos = *root;
    for (int i = 0; i < count && pos_is_legal(&pos, pv[i]); i++) {
        char text[MOVE_TEXT_MAX];
        move_format(&pos, pv[i], text);
        strbuf_format(out, "%s%s", i ? " " : " pv ", text);
        pos_play(&pos, pv[i]);
    }
}

void info_format(const SearchInfo *info, const Position *root, bool is_uci, bool shows_wdl,
                 StrBuf *out) {
    strbuf_format(out, "info depth %d seldepth %d multipv %d score ", info->depth, info->deepest,
                  info->multi_pv);
    score_format(info->value, is_uci, out);
    if (info->bound == BOUND_LOWER || info->bound == BOUND_UPPER)
        strbuf_text(out, info->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    if (shows_wdl)
        wdl_format(info->value, out);
    const int64_t time_ns = info->time_ns > 0 ? info->time_ns : 1;
    const double nps = (double)info->nodes * 1e9 / (double)time_ns;
    strbuf_format(out, " nodes %lld nps %.0f hashfull %d time %lld", (long long)info->nodes,
                  info->time_ns >= 1000 ? nps : 0.0, info->hash_permille,
                  (long long)(info->time_ns / 1000000));
    pv_format(root, info->pv, info->pv_count, out);
}
