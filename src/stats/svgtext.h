// svgtext.h — text in SVG, and the colours and the font that all plots share.
#pragma once

#include <stdio.h>

#define SVG_INK  "#24292f"
#define SVG_GREY "#57606a"
#define SVG_GRID "#e6e8eb"
#define SVG_FONT "system-ui, Segoe UI, Helvetica, Arial, sans-serif"

// Escaped, so that any text is well-formed.
void svgtext_write(const char *text, FILE *out);

// The approximate width of a text in a sans-serif font, to reserve room for it.
double svgtext_width(const char *text, double size);
