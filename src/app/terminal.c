#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/macros.h"

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

void terminal_size(FILE *out, int *width, int *height) {
    struct winsize size;
    const bool is_known = ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col;
    *width = is_known ? size.ws_col : WIDTH_FALLBACK;
    *height = is_known && size.ws_row ? size.ws_row : HEIGHT_FALLBACK;
    if (*width < WIDTH_LEAST)
        *width = WIDTH_LEAST;
}
