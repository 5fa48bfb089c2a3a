#include "record/epd.h"

#include <string.h>

enum {
    FIELDS_NEEDED = GAME_HAS_DROPS ? 3 : 4,
    FIELDS_OPTIONAL = GAME_HAS_DROPS ? 1 : 2, // counters, which strict EPD omits
    OPCODE_MAX = 15,
};

static void skip(Str *text, size_t n) {
    text->at += n;
    text->len -= n;
}

// The next word, which also ends at a semicolon. *rest is what follows it.
static Str field_cut(Str *rest) {
    Str after = *rest;
    Str word = str_word(&after);
    const char *end = word.len ? memchr(word.at, ';', word.len) : NULL;
    if (end)
        word.len = (size_t)(end - word.at);
    if (word.len || end)
        skip(rest, (size_t)(word.at - rest->at) + word.len);
    return word;
}

static bool is_number(Str word) {
    for (size_t i = 0; i < word.len; i++)
        if (word.at[i] < '0' || word.at[i] > '9')
            return false;
    return word.len > 0;
}

// Cuts the position off the front of the line: the fields it must have, and numbers that follow.
static Str position_cut(Str *rest) {
    Str text = {rest->at, 0};
    for (int i = 0; i < FIELDS_NEEDED + FIELDS_OPTIONAL; i++) {
        Str after = *rest;
        const Str field = field_cut(&after);
        if (!field.len || (i >= FIELDS_NEEDED && !is_number(field)))
            break;
        *rest = after;
        text.len = (size_t)(field.at - text.at) + field.len;
    }
    return str_trim(text);
}

// Cuts up to the next semicolon outside quotes.
static Status operation_cut(Str *rest, Str *operation, Error *error) {
    bool is_quoted = false;
    size_t n = 0;
    for (; n < rest->len; n++) {
        if (rest->at[n] == '"')
            is_quoted = !is_quoted;
        if (rest->at[n] == ';' && !is_quoted)
            break;
    }
    *operation = str_trim((Str){rest->at, n});
    if (is_quoted)
        return error_set(error, STATUS_BAD_INPUT, "operation '%.*s': a quote is not closed",
                         STR_ARG(*operation));
    skip(rest, n < rest->len ? n + 1 : n);
    return STATUS_OK;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_opcode(Str word) {
    if (!word.len || word.len > OPCODE_MAX || !is_letter(word.at[0]))
        return false;
    for (size_t i = 1; i < word.len; i++) {
        const char c = word.at[i];
        if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '_' && c != '-')
            return false;
    }
    return true;
}

static Status operation_add(EpdRecord *record, Str text, Error *error) {
    const Str opcode = str_word(&text);
    if (!is_opcode(opcode))
        return error_set(error, STATUS_BAD_INPUT,
                         "operation '%.*s': not an opcode, a letter and up to %d letters or digits",
                         STR_ARG(opcode), OPCODE_MAX - 1);
    if (record->count == EPD_OPERATIONS_MAX)
        return error_set(error, STATUS_BAD_INPUT, "operation '%.*s': more than %d operations",
                         STR_ARG(opcode), EPD_OPERATIONS_MAX);
    record->operations[record->count++] = (EpdOperation){opcode, str_trim(text)};
    return STATUS_OK;
}

Status epd_parse(EpdRecord *record, Str line, Error *error) {
    EpdRecord fresh = {.count = 0};
    Str rest = str_trim(line);
    fresh.position_text = position_cut(&rest);
    TRY(pos_parse(&fresh.position, fresh.position_text, error));
    while (rest.len) {
        Str operation;
        TRY(operation_cut(&rest, &operation, error));
        if (operation.len)
            TRY(operation_add(&fresh, operation, error));
    }
    *record = fresh;
    return STATUS_OK;
}

const EpdOperation *epd_find(const EpdRecord *record, const char *opcode) {
    for (int i = 0; i < record->count; i++)
        if (str_eq(record->operations[i].opcode, opcode))
            return &record->operations[i];
    return NULL;
}

bool epd_next(Str *operands, Str *operand) {
    *operands = str_trim(*operands);
    if (!operands->len)
        return false;
    if (operands->at[0] != '"') {
        *operand = str_word(operands);
        return true;
    }
    skip(operands, 1);
    *operand = str_until(operands, '"');
    return true;
}
