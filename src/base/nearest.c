#include "base/nearest.h"

#include <assert.h>
#include <stdbool.h>

Nearest nearest_begin(const char *word) {
    return nearest_begin_str(str_of(word));
}

Nearest nearest_begin_str(Str word) {
    return (Nearest){.word = word, .distance = SIZE_MAX};
}

static bool is_same(char a, char b) {
    return str_lower(a) == str_lower(b);
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

// How many letters to change, add, drop or swap with their neighbour, without regard to case
// (optimal string alignment).
static size_t edit_distance(Str a, Str b) {
    assert(b.len <= NEAREST_MAX);
    size_t rows[3][NEAREST_MAX + 1] = {{0}}; // of the last three lengths of `a`, in turn
    for (size_t j = 0; j <= b.len; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            const bool is_equal = is_same(a.at[i - 1], b.at[j - 1]);
            row[j] = least(above[j - 1] + !is_equal, 1 + least(above[j], row[j - 1]));
            if (i > 1 && j > 1 && is_same(a.at[i - 1], b.at[j - 2]) &&
                is_same(a.at[i - 2], b.at[j - 1]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return rows[a.len % 3][b.len];
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
