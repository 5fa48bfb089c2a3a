#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "wording.h"

enum { BAR_WIDTH = 30, PERIOD_MS = 100 };

void progress_begin(Progress *progress, size_t total) {
    *progress = (Progress){
        .is_shown = isatty(STDERR_FILENO) == 1,
        .total = total,
        .start_ns = clock_ns(),
    };
}

void progress_update(Progress *progress, size_t done, const char *note) {
    const int64_t now = clock_ns();
    if (!progress->is_shown || now - progress->drawn_ns < (int64_t)PERIOD_MS * 1000000)
        return;
    progress->drawn_ns = now;
    progress->is_drawn = true;
    char bar[BAR_WIDTH + 1], left[WORD_MAX] = "?";
    const size_t filled = progress->total ? done * BAR_WIDTH / progress->total : 0;
    for (size_t i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[BAR_WIDTH] = '\0';
    if (done)
        word_time((int64_t)((double)(now - progress->start_ns) / (double)done *
                            (double)(progress->total - done)),
                  left);
    fprintf(stderr, "\r[%s] %zu/%zu, %s left%s%s\x1b[K", bar, done, progress->total, left,
            note ? ", " : "", note ? note : "");
    fflush(stderr);
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
