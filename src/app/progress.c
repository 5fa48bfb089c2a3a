#include "progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "wording.h"

enum { BAR_WIDTH = 30, BAR_LEAST = 5, PERIOD_MS = 100, COLUMNS_FALLBACK = 80, COLUMNS_MAX = 250 };

static size_t columns(void) {
    struct winsize size;
    const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col;
    const size_t count = is_known ? size.ws_col : COLUMNS_FALLBACK;
    return count < COLUMNS_MAX ? count : COLUMNS_MAX;
}

static void time_left(const Progress *progress, size_t done, char left[WORD_MAX]) {
    StrBuf out = strbuf_init(left, WORD_MAX);
    if (done <= progress->before) {
        strbuf_char(&out, '?');
        return;
    }
    const double each_ns =
        (double)(clock_ns() - progress->start_ns) / (double)(done - progress->before);
    word_time((int64_t)(each_ns * (double)(progress->total - done)), left);
}

static void draw(Progress *progress, size_t done, const char *note) {
    char words[COLUMNS_MAX], bar[BAR_WIDTH + 4], left[WORD_MAX];
    StrBuf text = strbuf_init(words, sizeof words), front = strbuf_init(bar, sizeof bar);
    time_left(progress, done, left);
    strbuf_format(&text, "%zu/%zu, %s left%s%s", done, progress->total, left, note ? ", " : "",
                  note ? note : "");
    // The last column stays free: some terminals begin a new line there. The bar gets what the
    // text, two brackets and a space leave.
    const size_t width = columns() - 1;
    size_t room = width > text.len + 3 ? width - text.len - 3 : 0;
    room = room < BAR_WIDTH ? room : BAR_WIDTH;
    const size_t filled = progress->total ? done * room / progress->total : 0;
    if (room >= BAR_LEAST) {
        strbuf_char(&front, '[');
        for (size_t i = 0; i < room; i++)
            strbuf_char(&front, i < filled ? '#' : '.');
        strbuf_text(&front, "] ");
    }
    fprintf(stderr, "\r%s%.*s\x1b[K", bar, (int)width, words);
    fflush(stderr);
    progress->drawn_ns = clock_ns();
    progress->is_drawn = true;
}

void progress_begin(Progress *progress, size_t before, size_t total) {
    *progress = (Progress){
        .is_shown = isatty(STDERR_FILENO) == 1,
        .before = before,
        .total = total,
        .start_ns = clock_ns(),
    };
    if (progress->is_shown)
        draw(progress, before, NULL);
}

void progress_update(Progress *progress, size_t done, const char *note) {
    if (progress->is_shown && clock_ns() - progress->drawn_ns >= (int64_t)PERIOD_MS * 1000000)
        draw(progress, done, note);
}

void progress_hide(Progress *progress) {
    if (!progress->is_drawn)
        return;
    fputs("\r\x1b[K", stderr);
    fflush(stderr);
    progress->is_drawn = false;
}

void progress_end(Progress *progress) {
    progress_hide(progress);
    progress->is_shown = false;
}
