#include "base/str.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

Str str_of(const char *text) {
    return (Str){text, strlen(text)};
}

bool str_eq(Str s, const char *text) {
    return strlen(text) == s.len && (!s.len || memcmp(s.at, text, s.len) == 0);
}

Str str_word(Str *rest) {
    while (rest->len && is_space(*rest->at))
        rest->at++, rest->len--;
    Str word = {rest->at, 0};
    while (rest->len && !is_space(*rest->at))
        rest->at++, rest->len--, word.len++;
    return word;
}

Str str_until(Str *rest, char separator) {
    if (!rest->len)
        return *rest;
    const char *end = memchr(rest->at, separator, rest->len);
    const Str head = {rest->at, end ? (size_t)(end - rest->at) : rest->len};
    const size_t used = head.len + (end != NULL);
    rest->at += used;
    rest->len -= used;
    return head;
}

char str_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

Str str_trim(Str s) {
    while (s.len && is_space(*s.at))
        s.at++, s.len--;
    while (s.len && is_space(s.at[s.len - 1]))
        s.len--;
    return s;
}

bool str_int(Str s, int64_t min, int64_t max, int64_t *value) {
    const bool is_negative = s.len && *s.at == '-';
    if (s.len && (*s.at == '-' || *s.at == '+'))
        s.at++, s.len--;
    if (!s.len)
        return false;
    // Accumulated as a negative number, whose range is the larger one, so that INT64_MIN parses.
    int64_t n = 0;
    for (; s.len; s.at++, s.len--) {
        if (*s.at < '0' || *s.at > '9')
            return false;
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_sub_overflow(n, *s.at - '0', &n))
            return false;
    }
    if (!is_negative && __builtin_sub_overflow(0, n, &n))
        return false;
    if (n < min || n > max)
        return false;
    *value = n;
    return true;
}

// strtod alone would also take "nan", "inf" and hexadecimal.
bool str_real(Str s, double *value) {
    char text[64];
    if (!s.len || s.len >= sizeof text)
        return false;
    for (size_t i = 0; i < s.len; i++)
        if (!s.at[i] || !strchr("+-.0123456789eE", s.at[i]))
            return false;
    memcpy(text, s.at, s.len);
    text[s.len] = '\0';
    char *end;
    const double number = strtod(text, &end);
    if (*end || end == text || !isfinite(number))
        return false;
    *value = number;
    return true;
}

StrBuf strbuf_init(char *memory, size_t cap) {
    assert(cap > 0);
    memory[0] = '\0';
    return (StrBuf){memory, 0, cap, false};
}

void strbuf_char(StrBuf *buf, char c) {
    if (buf->len + 1 >= buf->cap) {
        buf->is_cut = true;
        return;
    }
    buf->at[buf->len++] = c;
    buf->at[buf->len] = '\0';
}

void strbuf_text(StrBuf *buf, const char *text) {
    for (; *text; text++)
        strbuf_char(buf, *text);
}

void strbuf_format(StrBuf *buf, const char *format, ...) {
    const size_t room = buf->cap - buf->len;
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(buf->at + buf->len, room, format, args);
    va_end(args);
    if (n < 0)
        return;
    buf->is_cut |= (size_t)n >= room;
    buf->len += (size_t)n < room ? (size_t)n : room - 1;
}
