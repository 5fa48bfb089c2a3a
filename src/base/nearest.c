#include "base/nearest.h"

#include <assert.h>

Nearest nearest_begin(const char *word) {
    return nearest_begin_str(str_of(word));
}

Nearest nearest_begin_str(Str word) {
    return (Nearest){.word = word, .distance = SIZE_MAX};
}

// Levenshtein distance without regard to case: how many letters to change, add or drop.
static size_t edit_distance(Str a, Str b) {
    assert(b.len <= NEAREST_MAX);
    size_t row[NEAREST_MAX + 1];
    for (size_t j = 0; j <= b.len; j++)
        row[j] = j;
    for (size_t i = 0; i < a.len; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b.len; j++) {
            const size_t change = diagonal + (str_lower(a.at[i]) != str_lower(b.at[j]));
            const size_t shift = 1 + (row[j] < row[j + 1] ? row[j] : row[j + 1]);
            diagonal = row[j + 1];
            row[j + 1] = change < shift ? change : shift;
        }
    }
    return row[b.len];
}

void nearest_offer(Nearest *nearest, const char *known) {
    const Str name = str_of(known);
    if (nearest->word.len > NEAREST_MAX || name.len > NEAREST_MAX)
        return;
    const size_t length = name.len > nearest->word.len ? name.len : nearest->word.len;
    const size_t distance = edit_distance(nearest->word, name);
    if (distance <= length / 2 && distance < nearest->distance) {
        nearest->found = known;
        nearest->distance = distance;
    }
}

void nearest_offer_all(Nearest *nearest, const char *const *known) {
    for (; *known; known++)
        nearest_offer(nearest, *known);
}

void nearest_write(const Nearest *nearest, const char *prefix, StrBuf *out) {
    if (nearest->found)
        strbuf_format(out, "; did you mean %s%s?", prefix, nearest->found);
}
