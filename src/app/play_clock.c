#include "play_clock.h"

enum {
    MINUTE_MS = 60000,
    HOUR_MS = 60 * MINUTE_MS,
    TIME_MAX_MS = 100 * HOUR_MS,
};

// Cuts the unit off the end; without one, or with a unit not in the list, *unit stays.
static Str unit_cut(Str text, int64_t *unit_ms) {
    const char last = text.len ? text.at[text.len - 1] : '\0';
    if (last != 'h' && last != 'm' && last != 's')
        return text;
    *unit_ms = last == 'h' ? HOUR_MS : last == 'm' ? MINUTE_MS : 1000;
    return (Str){text.at, text.len - 1};
}

static bool time_parse(Str text, int64_t unit_ms, int64_t *time_ms) {
    const Str number = unit_cut(text, &unit_ms);
    int64_t value;
    if (!str_int(number, 0, TIME_MAX_MS / unit_ms, &value))
        return false;
    *time_ms = value * unit_ms;
    return true;
}

Status play_clock_parse(Str text, TimeControl *time, Error *error) {
    TimeControl fresh = {0};
    Str rest = text;
    const Str main_text = str_until(&rest, '+');
    const bool has_more = main_text.len < text.len;
    // With a unit it is the byoyomi of Japanese tournaments, without one the increment of chess.
    const bool is_byoyomi = rest.len && rest.at[rest.len - 1] == 's';
    if (!time_parse(main_text, MINUTE_MS, &fresh.main_ms) ||
        (has_more &&
         !time_parse(rest, 1000, is_byoyomi ? &fresh.byoyomi_ms : &fresh.increment_ms)) ||
        fresh.main_ms + fresh.increment_ms + fresh.byoyomi_ms <= 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "'%.*s' is not a clock; expected like 10+5 (10 minutes, 5 seconds more a "
                         "move), 10m+30s (then 30 seconds a move) or 5m",
                         STR_ARG(text));
    *time = fresh;
    return STATUS_OK;
}

void play_clock_format(const GameClock *clock, Color side, char text[CLOCK_TEXT_MAX]) {
    StrBuf out = strbuf_init(text, CLOCK_TEXT_MAX);
    const int64_t left_s = clock->left_ns[side] / 1000000000;
    if (left_s >= 3600)
        strbuf_format(&out, "%d:%02d:%02d", (int)(left_s / 3600), (int)(left_s / 60 % 60),
                      (int)(left_s % 60));
    else
        strbuf_format(&out, "%d:%02d", (int)(left_s / 60), (int)(left_s % 60));
    if (clock->time[side].byoyomi_ms)
        strbuf_format(&out, " +%d", (int)(clock->time[side].byoyomi_ms / 1000));
}
