// Any text as a chess move in SAN.
#include "fuzz_notation.h"
#include "san.h"

_Static_assert((int)SAN_TEXT_MAX <= (int)FUZZ_MOVE_TEXT_MAX, "room for every move");

static const FuzzNotation NOTATION = {san_parse, san_format};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_notation_try(data, size, NOTATION);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    return fuzz_notation_mutate(data, size, max_size, seed, NOTATION);
}
