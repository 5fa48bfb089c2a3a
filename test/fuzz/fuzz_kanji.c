// Any text as a move of a drop game in Japanese notation.
#include "fuzz_notation.h"
#include "record/kanji.h"

_Static_assert((int)KANJI_TEXT_MAX <= (int)FUZZ_MOVE_TEXT_MAX, "room for every move");

// A square for 同, the same one for reading and writing.
static Move last_of(const Position *pos) {
    return move_make(0, (int)(pos_key(pos) % SQUARE_NB));
}

static Status parse(const Position *pos, Str text, Move *move, Error *error) {
    return kanji_parse(pos, last_of(pos), text, move, error);
}

static void format(const Position *pos, Move move, char *text) {
    if (pos_key(pos) & 1 << 20)
        kanji_format(pos, last_of(pos), move, text);
    else
        kanji_format_kif(pos, last_of(pos), move, text);
}

static const FuzzNotation NOTATION = {parse, format};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_notation_try(data, size, NOTATION);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    return fuzz_notation_mutate(data, size, max_size, seed, NOTATION);
}
