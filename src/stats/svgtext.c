#include "stats/svgtext.h"

#include <stddef.h>

void svgtext_write(const char *text, FILE *out) {
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '<')
            fputs("&lt;", out);
        else if (c == '>')
            fputs("&gt;", out);
        else if (c == '&')
            fputs("&amp;", out);
        else if (c == '"')
            fputs("&quot;", out);
        else if (c < ' ' || c == 127) // not allowed in XML, even escaped
            fputc(' ', out);
        else
            fputc(c, out);
    }
}

double svgtext_width(const char *text, double size) {
    size_t letters = 0;
    for (; *text; text++)
        letters += ((unsigned char)*text & 0xC0) != 0x80; // not the later bytes of a UTF-8 letter
    return 0.54 * size * (double)letters;
}
