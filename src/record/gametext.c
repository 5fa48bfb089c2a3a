#include "record/gametext.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/atomic_file.h"

const GameFormat *gametext_format(const char *path, Error *error) {
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *dot = strrchr(name, '.');
    char known[64];
    StrBuf out = strbuf_init(known, sizeof known);
    for (const GameFormat *format = GAME_FORMATS; format->extension; format++) {
        if (dot && !strcasecmp(dot + 1, format->extension))
            return format;
        strbuf_format(&out, " .%s", format->extension);
    }
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

void gametext_print(const char *text, const char *otherwise, FILE *out) {
    for (const char *c = text ? text : otherwise; *c; c++)
        fputc((unsigned char)*c < ' ' ? ' ' : *c, out);
}

int gametext_first_value(const GameRecord *record, size_t index) {
    const bool is_first = (pos_side(&record->line->start) == FIRST) == (index % 2 == 0);
    const int value = record->notes[index].value;
    return is_first ? value : -value;
}

void gametext_date(const GameRecord *record, char separator, bool has_time, FILE *out) {
    struct tm local = {.tm_mday = 1};
    localtime_r(&record->began, &local);
    fprintf(out, "%04d%c%02d%c%02d", local.tm_year + 1900, separator, local.tm_mon + 1, separator,
            local.tm_mday);
    if (has_time)
        fprintf(out, " %02d:%02d:%02d", local.tm_hour, local.tm_min, local.tm_sec);
}

void gametext_write_line(const GameRecord *record, FILE *out) {
    char start[POS_TEXT_MAX], text[POS_TEXT_MAX];
    Position pos;
    pos_start(&pos);
    pos_format(&pos, start);
    pos = record->line->start;
    pos_format(&pos, text);
    if (!strcmp(start, text))
        fputs("startpos", out);
    else
        fprintf(out, "%s %s", GAME_IS_CHESS ? "fen" : "sfen", text);
    for (size_t i = 0; i < record->line->count; i++) {
        char move[MOVE_TEXT_MAX];
        move_format(&pos, record->line->moves[i], move);
        fprintf(out, "%s%s", i ? " " : " moves ", move);
        Undo undo;
        pos_do(&pos, record->line->moves[i], &undo);
    }
    fputc('\n', out);
}
