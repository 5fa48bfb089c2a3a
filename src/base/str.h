// str.h — text: slices to read from, a bounded buffer to write to.
//
// A `Str` borrows bytes (not terminated) and never owns them. A `StrBuf` writes into memory of the
// caller, always terminates it, and sets `is_cut` when text did not fit.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct Str {
    const char *at;
    size_t len;
} Str;

// For printf: printf("%.*s", STR_ARG(word)). Long hostile text is cut.
#define STR_ARG(s) (int)((s).len < 60 ? (s).len : 60), (s).at

Str str_of(const char *text);
bool str_eq(Str s, const char *text);

// Cuts the next word (separated by spaces, tabs, CR, LF) off the front of *rest; an empty word at
// the end.
Str str_word(Str *rest);

// Cuts everything up to `separator` (which is dropped) off the front of *rest.
Str str_until(Str *rest, char separator);

// The small letter of an ASCII one. Not tolower, which asks the locale.
char str_lower(char c);

// Removes white space at both ends.
Str str_trim(Str s);

// A whole decimal number (optional sign, digits, nothing else) within [min, max]. False leaves
// *value alone.
bool str_int(Str s, int64_t min, int64_t max, int64_t *value);

// A finite decimal number and nothing else. False leaves *value alone.
bool str_real(Str s, double *value);

typedef struct StrBuf {
    char *at;
    size_t len, cap; // len < cap; at[len] is '\0'
    bool is_cut;     // something did not fit
} StrBuf;

StrBuf strbuf_init(char *memory, size_t cap);
void strbuf_char(StrBuf *buf, char c);
void strbuf_text(StrBuf *buf, const char *text);
__attribute__((format(printf, 2, 3))) void strbuf_format(StrBuf *buf, const char *format, ...);
