// terminal.h — properties of the terminal: locale, colour, size. Stateless.
#pragma once

#include <stdbool.h>
#include <stdio.h>

// The locale of a category (LC_CTYPE, …), from the first environment variable that is set. Never
// null.
const char *terminal_locale(const char *category);
bool terminal_is_utf8(void);
// Whether it is a terminal that understands escape sequences.
bool terminal_is(FILE *out);
// False also if NO_COLOR is set (https://no-color.org).
bool terminal_has_color(FILE *out);
// In characters. Where there is no terminal to ask, the width is that of the variable COLUMNS; 80
// by 24 if the size is unknown.
void terminal_size(FILE *out, int *width, int *height);
// Where lines of prose are broken: the width, if it is known; INT_MAX otherwise, so that a file or
// another program gets whole lines.
int terminal_wrap(FILE *out);
