// svgtext.h — text inside SVG pictures, and the colours our pictures share.
#pragma once

#include <stdio.h>

#define SVG_INK  "#24292f"
#define SVG_GREY "#57606a"
#define SVG_GRID "#e6e8eb"
#define SVG_FONT "system-ui, Segoe UI, Helvetica, Arial, sans-serif"

// Escaped, so that any text is well-formed.
void svgtext_write(const char *text, FILE *out);

// How wide text will be, near enough to leave room for it: letters of a sans-serif face.
double svgtext_width(const char *text, double size);
