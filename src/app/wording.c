#include "wording.h"

#include <inttypes.h>
#include <stdio.h>

void word_value(int value, char text[WORD_MAX]) {
    if (value >= VALUE_DECIDED)
        snprintf(text, WORD_MAX, "win %d", VALUE_WIN - value);
    else if (value <= -VALUE_DECIDED)
        snprintf(text, WORD_MAX, "loss %d", VALUE_WIN + value);
    else
        snprintf(text, WORD_MAX, "%+.2f", value / 100.0);
}

void word_count(int64_t count, char text[WORD_MAX]) {
    static const char UNITS[] = {'k', 'M', 'G', 'T'};
    if (count < 1000) {
        snprintf(text, WORD_MAX, "%" PRId64, count);
        return;
    }
    double value = (double)count / 1000;
    int unit = 0;
    // A number that would be rounded up to 1000 gets the next unit.
    for (; value >= 999.5 && unit < 3; unit++)
        value /= 1000;
    snprintf(text, WORD_MAX, "%.*f%c",
             value < 9.995   ? 2
             : value < 99.95 ? 1
                             : 0,
             value, UNITS[unit]);
}

const char *word_plural(int64_t count, const char *one, const char *many) {
    return count == 1 ? one : many;
}

void word_time(int64_t time_ns, char text[WORD_MAX]) {
    const double seconds = (double)time_ns * 1e-9;
    const int64_t whole = (int64_t)(seconds + 0.5);
    if (seconds < 9.995)
        snprintf(text, WORD_MAX, "%.2fs", seconds);
    else if (seconds < 59.95)
        snprintf(text, WORD_MAX, "%.1fs", seconds);
    else if (whole < 3600)
        snprintf(text, WORD_MAX, "%dm%02ds", (int)(whole / 60), (int)(whole % 60));
    else
        snprintf(text, WORD_MAX, "%" PRId64 "h%02dm", whole / 3600, (int)(whole / 60 % 60));
}

void word_line(const Position *pos, const Move *moves, int count, StrBuf *text) {
    Position now = *pos;
    for (int i = 0; i < count && pos_is_legal(&now, moves[i]); i++) {
        char word[MOVE_WORD_MAX];
        move_write(&now, moves[i], word);
        strbuf_format(text, "%s%s", i ? " " : "", word);
        pos_play(&now, moves[i]);
    }
}

double per_second(int64_t count, int64_t time_ns) {
    return (double)count / ((double)(time_ns > 0 ? time_ns : 1) * 1e-9);
}
