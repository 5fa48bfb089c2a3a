#include "infoline.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"

enum { LINE_MAX_BYTES = 256 + PLY_MAX * (MOVE_TEXT_MAX + 1) };

// The chance to win of an advantage v in hundredths of a pawn is 1 / (1 + exp(-CURVE v)).
static const double CURVE = 0.0074;

void score_format(int value, bool is_uci, StrBuf *out) {
    if (!value_is_decided(value)) {
        strbuf_format(out, "cp %d", value);
        return;
    }
    const int plies = value > 0 ? VALUE_WIN - value : VALUE_WIN + value;
    const int length = !is_uci ? plies : value > 0 ? (plies + 1) / 2 : plies / 2;
    // A side that is mated already loses in no moves; the sign says who wins.
    strbuf_format(out, "mate %s%d", value < 0 && (length || !is_uci) ? "-" : "", length);
}

static void wdl_format(int value, StrBuf *out) {
    const int win = (int)lround(1000 / (1 + exp(-CURVE * value)));
    strbuf_format(out, " wdl %d 0 %d", win, 1000 - win); // the curve knows no draws
}

// Only moves that can be played: a line from a table may have got mixed up.
static void pv_format(const Position *root, const Move *pv, int count, StrBuf *out) {
    Position pos = *root;
    for (int i = 0; i < count && pos_is_legal(&pos, pv[i]); i++) {
        char text[MOVE_TEXT_MAX];
        move_format(&pos, pv[i], text);
        strbuf_format(out, "%s%s", i ? " " : " pv ", text);
        Undo undo;
        pos_do(&pos, pv[i], &undo);
    }
}

static void info_format(const Reporter *reporter, const SearchInfo *info, StrBuf *out) {
    strbuf_format(out, "info depth %d seldepth %d multipv %d score ", info->depth, info->deepest,
                  info->multi_pv);
    score_format(info->value, reporter->style.is_uci, out);
    if (info->bound == BOUND_LOWER || info->bound == BOUND_UPPER)
        strbuf_text(out, info->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    if (reporter->style.shows_wdl)
        wdl_format(info->value, out);
    const int64_t time_ns = info->time_ns > 0 ? info->time_ns : 1;
    const double nps = (double)info->nodes * 1e9 / (double)time_ns;
    strbuf_format(out, " nodes %lld nps %.0f hashfull %d time %lld", (long long)info->nodes,
                  info->time_ns >= 1000 ? nps : 0.0, info->hash_permille,
                  (long long)(info->time_ns / 1000000));
    pv_format(reporter->root, info->pv, info->pv_count, out);
}

static char *kept_line(const Reporter *reporter, int rank) {
    return reporter->kept + (size_t)(rank - 1) * LINE_MAX_BYTES;
}

void reporter_init(Reporter *reporter, Voice *voice, ReportStyle style, const Position *root,
                   int ranks) {
    *reporter = (Reporter){.voice = voice, .style = style, .root = root, .said_ns = clock_ns()};
    reporter->kept = calloc((size_t)ranks, LINE_MAX_BYTES);
    reporter->kept_count = reporter->kept ? ranks : 0;
}

void reporter_release(Reporter *reporter) {
    free(reporter->kept);
    reporter->kept = NULL;
    reporter->kept_count = 0;
}

static void say(Reporter *reporter, const SearchInfo *info) {
    char text[LINE_MAX_BYTES];
    StrBuf out = strbuf_init(text, sizeof text);
    info_format(reporter, info, &out);
    voice_say(reporter->voice, "%s", text);
}

static void listen(void *context, const SearchInfo *info) {
    Reporter *reporter = context;
    if (info->text) {
        voice_say(reporter->voice, "info string %s", info->text);
        return;
    }
    if (info->multi_pv == 1) {
        const int64_t now = clock_ns();
        reporter->is_open =
            now - reporter->said_ns >= (int64_t)reporter->style.interval_ms * 1000000;
        if (reporter->is_open)
            reporter->said_ns = now;
        reporter->told = info->pv_count ? info->pv[0] : (Move)MOVE_NONE;
        reporter->told_bound = info->bound;
    }
    const bool has_place = info->multi_pv >= 1 && info->multi_pv <= reporter->kept_count;
    if (reporter->is_open || !has_place) {
        if (has_place)
            *kept_line(reporter, info->multi_pv) = '\0';
        say(reporter, info);
        return;
    }
    StrBuf out = strbuf_init(kept_line(reporter, info->multi_pv), LINE_MAX_BYTES);
    info_format(reporter, info, &out);
}

SearchReport reporter_report(Reporter *reporter) {
    return (SearchReport){listen, reporter};
}

void reporter_finish(Reporter *reporter, const SearchResult *result) {
    for (int rank = 1; rank <= reporter->kept_count; rank++)
        if (*kept_line(reporter, rank)) {
            voice_say(reporter->voice, "%s", kept_line(reporter, rank));
            *kept_line(reporter, rank) = '\0';
        }
    if (reporter->told_bound == BOUND_EXACT && reporter->told == result->best)
        return;
    say(reporter, &(SearchInfo){.depth = result->depth,
                                .deepest = result->deepest,
                                .multi_pv = 1,
                                .value = result->value,
                                .bound = BOUND_EXACT,
                                .nodes = result->nodes,
                                .time_ns = result->time_ns,
                                .pv = result->pv,
                                .pv_count = result->pv_count});
}
