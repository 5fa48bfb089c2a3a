// Any 32 bytes as a packed position. An accepted position satisfies every invariant and packs to
// the same bytes.
#include "fuzz.h"
#include "game/packed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    PackedPosition packed = {{0}}, again;
    memcpy(packed.bytes, data, size < PACKED_BYTES ? size : PACKED_BYTES);
    Position pos, parsed;
    Error error;
    const Status status = pos_unpack(&pos, &packed, &error);
    if (status != STATUS_OK) {
        fuzz_require_error(status, &error);
        return 0;
    }
    fuzz_require(pos_check(&pos, NULL) == STATUS_OK, &pos, "an unpacked position is sound");
    pos_pack(&pos, &again);
    fuzz_require(memcmp(&again, &packed, sizeof packed) == 0, &pos, "it packs to the same bytes");
    char text[POS_TEXT_MAX];
    pos_format(&pos, text);
    fuzz_require(pos_parse(&parsed, str_of(text), NULL) == STATUS_OK, &pos, "its text is accepted");
    fuzz_require(memcmp(&parsed, &pos, sizeof pos) == 0, &pos, "and reads as the same position");
    return 0;
}
