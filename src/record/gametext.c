#include "record/gametext.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/atomic_file.h"

const GameFormat *gametext_format_named(Str extension) {
    for (const GameFormat *format = GAME_FORMATS; format->extension; format++)
        if (extension.len == strlen(format->extension) &&
            !strncasecmp(extension.at, format->extension, extension.len))
            return format;
    return NULL;
}

const GameFormat *gametext_format(const char *path, Error *error) {
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *dot = strrchr(name, '.');
    const GameFormat *found = dot ? gametext_format_named(str_of(dot + 1)) : NULL;
    if (found)
        return found;
    char known[64];
    StrBuf out = strbuf_init(known, sizeof known);
    for (const GameFormat *format = GAME_FORMATS; format->extension; format++)
        strbuf_format(&out, " .%s", format->extension);
    error_set(error, STATUS_BAD_INPUT, "%.200s: the name must end in one of%s", path, known);
    return NULL;
}

Status gametext_save(const GameRecord *record, const char *path, Error *error) {
    const GameFormat *format = gametext_format(path, error);
    if (!format)
        return STATUS_BAD_INPUT;
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return error_set(error, STATUS_NO_MEMORY, "no memory to write %.200s", path);
    format->write(record, out);
    Status status = STATUS_OK;
    if (fclose(out))
        status = error_set(error, STATUS_NO_MEMORY, "no memory to write %.200s", path);
    if (status == STATUS_OK)
        status = atomic_file_write(path, text, bytes, error);
    free(text);
    return status;
}

Result gametext_result(const GameRecord *record) {
    switch (record->end) {
    case END_RULES:
    case END_ADJUDICATION:
        return record->outcome.result;
    case END_RESIGNATION:
    case END_TIME:
    case END_ILLEGAL:
        return RESULT_LOSS;
    case END_NONE:
    case END_ABANDONED:
        break;
    }
    return RESULT_OPEN;
}

const char *gametext_points(const GameRecord *record) {
    const bool is_first = pos_side(&record->line->now) == FIRST;
    switch (gametext_result(record)) {
    case RESULT_WIN:
        return is_first ? "1-0" : "0-1";
    case RESULT_LOSS:
        return is_first ? "0-1" : "1-0";
    case RESULT_DRAW:
        return "1/2-1/2";
    case RESULT_OPEN:
        break;
    }
    return "*";
}

bool gametext_is_from_start(const GameRecord *record) {
    Position start;
    char usual[POS_TEXT_MAX], text[POS_TEXT_MAX];
    pos_start(&start);
    pos_format(&start, usual);
    pos_format(&record->line->start, text);
    return !strcmp(usual, text);
}

void gametext_field(const char *label, const char *text, FILE *out) {
    fputs(label, out);
    for (; text && *text; text++)
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    fputc('\n', out);
}

int gametext_first_value(const GameRecord *record, size_t index) {
    const bool is_first = (pos_side(&record->line->start) == FIRST) == (index % 2 == 0);
    const int value = record->notes[index].value;
    return is_first ? value : -value;
}

const char *gametext_date(const GameRecord *record, char text[DATE_TEXT_MAX]) {
    struct tm local = {.tm_mday = 1};
    if (!record->began)
        return NULL;
    localtime_r(&record->began, &local);
    strftime(text, DATE_TEXT_MAX, GAME_IS_CHESS ? "%Y.%m.%d" : "%Y/%m/%d %H:%M:%S", &local);
    return text;
}

void gametext_write_line(const GameRecord *record, FILE *out) {
    char text[POS_TEXT_MAX];
    Position pos = record->line->start;
    pos_format(&pos, text);
    if (gametext_is_from_start(record))
        fputs("startpos", out);
    else
        fprintf(out, "%s %s", GAME_IS_CHESS ? "fen" : "sfen", text);
    for (size_t i = 0; i < record->line->count; i++) {
        char move[MOVE_TEXT_MAX];
        move_format(&pos, record->line->moves[i], move);
        fprintf(out, "%s%s", i ? " " : " moves ", move);
        pos_play(&pos, record->line->moves[i]);
    }
    fputc('\n', out);
}
