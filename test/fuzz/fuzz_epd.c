// Any text as a line of an EPD file. An accepted record points only into the line.
#include "fuzz.h"
#include "record/epd.h"

static bool is_inside(Str part, Str whole) {
    return part.at >= whole.at && part.at + part.len <= whole.at + whole.len;
}

static void check_operation(const EpdRecord *record, const EpdOperation *operation, Str line) {
    const Position *pos = &record->position;
    fuzz_require(operation->opcode.len > 0, pos, "an operation has an opcode");
    fuzz_require(is_inside(operation->opcode, line), pos, "an opcode is part of the line");
    fuzz_require(is_inside(operation->operands, line), pos, "operands are part of the line");
    char opcode[64];
    snprintf(opcode, sizeof opcode, "%.*s", STR_ARG(operation->opcode));
    const EpdOperation *found = epd_find(record, opcode);
    fuzz_require(found && found <= operation && str_eq(found->opcode, opcode), pos,
                 "epd_find finds the first operation of the name");
    Str rest = operation->operands, operand;
    while (rest.len) {
        const size_t before = rest.len;
        const bool is_one = epd_next(&rest, &operand);
        fuzz_require(is_one || !rest.len, pos, "epd_next stops at the end only");
        fuzz_require(rest.len < before, pos, "epd_next gets ahead");
        fuzz_require(!is_one || is_inside(operand, line), pos, "an operand is part of the line");
    }
    fuzz_require(!epd_next(&rest, &operand), pos, "at the end there is no operand");
}

static void check_record(const EpdRecord *record, Str line) {
    const Position *pos = &record->position;
    Position again;
    fuzz_require(pos_check(pos, NULL) == STATUS_OK, pos, "an accepted position is sound");
    fuzz_require(is_inside(record->position_text, line), pos, "the position is part of the line");
    fuzz_require(pos_parse(&again, record->position_text, NULL) == STATUS_OK &&
                     pos_key(&again) == pos_key(pos),
                 pos, "the position is that of its text");
    fuzz_require(record->count >= 0 && record->count <= EPD_OPERATIONS_MAX, pos,
                 "operations are counted");
    for (int i = 0; i < record->count; i++)
        check_operation(record, &record->operations[i], line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static EpdRecord record, before; // zero, so that padding is equal too
    memset(&record, 0, sizeof record);
    pos_start(&record.position);
    record.count = 1;
    record.operations[0].opcode = str_of("untouched");
    memcpy(&before, &record, sizeof record);
    Error error;
    const Str line = fuzz_text(data, size);
    const Status status = epd_parse(&record, line, &error);
    if (status == STATUS_OK) {
        check_record(&record, line);
        return 0;
    }
    fuzz_require_error(status, &error);
    fuzz_require(memcmp(&record, &before, sizeof record) == 0, NULL,
                 "a refused line leaves the record as it was");
    return 0;
}
