#include "terminal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/macros.h"
#include "base/str.h"

enum { WIDTH_FALLBACK = 80, HEIGHT_FALLBACK = 24, WIDTH_LEAST = 20 };

const char *terminal_locale(const char *category) {
    const char *const names[] = {"LC_ALL", category, "LANG"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return value;
    }
    return "";
}

bool terminal_is_utf8(void) {
    const char *locale = terminal_locale("LC_CTYPE");
    return strcasestr(locale, "utf-8") || strcasestr(locale, "utf8");
}

bool terminal_is(FILE *out) {
    const char *kind = getenv("TERM");
    return isatty(fileno(out)) == 1 && kind && *kind && strcmp(kind, "dumb");
}

bool terminal_has_color(FILE *out) {
    const char *refusal = getenv("NO_COLOR");
    return terminal_is(out) && !(refusal && *refusal);
}

// 0: unknown.
static int known_width(FILE *out, struct winsize *size) {
    *size = (struct winsize){0};
    if (ioctl(fileno(out), TIOCGWINSZ, size) == 0 && size->ws_col)
        return size->ws_col;
    const char *columns = getenv("COLUMNS");
    int64_t width = 0;
    return columns && str_int(str_of(columns), 1, INT_MAX, &width) ? (int)width : 0;
}

void terminal_size(FILE *out, int *width, int *height) {
    struct winsize size;
    *width = known_width(out, &size);
    *height = size.ws_row ? size.ws_row : HEIGHT_FALLBACK;
    if (!*width)
        *width = WIDTH_FALLBACK;
    if (*width < WIDTH_LEAST)
        *width = WIDTH_LEAST;
}

int terminal_wrap(FILE *out) {
    struct winsize size;
    int width, height;
    if (!known_width(out, &size))
        return INT_MAX;
    terminal_size(out, &width, &height);
    return width;
}
