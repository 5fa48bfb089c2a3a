// progress.h — a bar with the time that is left, on standard error and only if that is a terminal.
//
// One thread at a time. Between begin and end nothing else should write to the terminal, except
// after progress_hide.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Progress {
    bool is_shown, is_drawn; // whether there is a bar; whether it is on the screen now
    size_t before, total;    // done when it began; in all
    int64_t start_ns, drawn_ns;
} Progress;

// What was done `before` counts for the bar but not for the time that is left.
void progress_begin(Progress *progress, size_t before, size_t total);
// `note` is a few words behind the bar, or null. Draws a few times a second at most, and never more
// than fits on one line.
void progress_update(Progress *progress, size_t done, const char *note);
// Clears the line; the next update draws it again.
void progress_hide(Progress *progress);
void progress_end(Progress *progress);
