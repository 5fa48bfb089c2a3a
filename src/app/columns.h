// columns.h — text as a terminal shows it: kanji are two columns wide. Stateless.
#pragma once

#include <stdio.h>

#include "base/str.h"

// Text is UTF-8. Bytes that are not count one column each, like control characters.
int columns_of(Str text);

// The longest beginning that fits into so many columns.
Str columns_cut(Str text, int width);

// Prints a text of one or more lines so that none is wider than `width`. A line is broken at a
// space, or beside a kanji but not before a closing mark or after an opening one; what continues a
// line begins with `indent` spaces.
void columns_wrap(Str text, int width, int indent, FILE *out);

// Copies a foreign text for a message: what cannot be printed becomes a question mark, and so does
// what is not ASCII if `is_ascii`. Cut to `cap` bytes, terminated.
void columns_clean(Str text, bool is_ascii, char *out, size_t cap);
