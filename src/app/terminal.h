// terminal.h — what the environment says about the place where text appears. Stateless.
#pragma once

#include <stdbool.h>
#include <stdio.h>

// The locale of a category (LC_CTYPE, …): the first variable that is set counts. Never null.
const char *terminal_locale(const char *category);
bool terminal_is_utf8(void);
// A terminal that understands escapes.
bool terminal_is(FILE *out);
// https://no-color.org
bool terminal_has_color(FILE *out);
// In letters; something usual where nobody knows.
void terminal_size(FILE *out, int *width, int *height);
