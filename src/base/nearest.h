// nearest.h — which of the known words a mistyped one is most similar to, for suggestions in
// errors.
//
// Stateless but for the caller's Nearest: begin with the word, offer every known one, and look at
// `found`. Case does not matter.
#pragma once

#include "base/str.h"

enum { NEAREST_MAX = 63 }; // bytes; longer words are similar to none

typedef struct Nearest {
    Str word;
    const char *found; // borrowed; null: no word is similar
    size_t distance;   // of `found`
} Nearest;

Nearest nearest_begin(const char *word);
Nearest nearest_begin_str(Str word);

// A word is similar if at most half of the letters differ. Of equally similar ones the first
// counts.
void nearest_offer(Nearest *nearest, const char *known);
// All words of a list that NULL ends.
void nearest_offer_all(Nearest *nearest, const char *const *known);

// Writes `; did you mean PREFIXfound?`, or nothing if no word is similar.
void nearest_write(const Nearest *nearest, const char *prefix, StrBuf *out);
