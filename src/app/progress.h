// progress.h — a progress bar with the remaining time, on standard error if that is a terminal.
//
// One thread at a time. Between begin and end nothing else should write to the terminal, except
// after progress_hide.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Progress {
    bool is_shown, is_drawn; // there is a bar; it is on the screen now
    size_t before, total;    // items done at the start; items in all
    int64_t start_ns, drawn_ns;
} Progress;

// The items done `before` count for the bar but not for the remaining time.
void progress_begin(Progress *progress, size_t before, size_t total);
// `note` is a short text behind the bar, or null. Draws a few times a second at most, on one line.
void progress_update(Progress *progress, size_t done, const char *note);
// Clears the line; the next update draws it again.
void progress_hide(Progress *progress);
void progress_end(Progress *progress);
