#include "record/pgn.h"

#include <string.h>

#include "san.h"

enum { LINE_MAX_COLUMNS = 80 };

static void write_tag(const char *name, const char *value, const char *otherwise, FILE *out) {
    fprintf(out, "[%s \"", name);
    for (const char *c = value ? value : otherwise; *c; c++) {
        if (*c == '"' || *c == '\\')
            fputc('\\', out);
        fputc((unsigned char)*c < ' ' ? ' ' : *c, out);
    }
    fputs("\"]\n", out);
}

static const char *termination(GameEnd end) {
    static const char *const WORDS[] = {
        [END_NONE] = "unterminated",         [END_RULES] = "normal",
        [END_RESIGNATION] = "normal",        [END_TIME] = "time forfeit",
        [END_ILLEGAL] = "rules infraction",  [END_ABANDONED] = "abandoned",
        [END_ADJUDICATION] = "adjudication",
    };
    return WORDS[end];
}

static void write_start(const GameRecord *record, FILE *out) {
    const Position *start = &record->line->start;
    if (gametext_is_from_start(record))
        return;
    char text[POS_TEXT_MAX];
    pos_format(start, text);
    if (start->is_chess960)
        write_tag("Variant", "Chess960", "", out);
    write_tag("SetUp", "1", "", out);
    write_tag("FEN", text, "", out);
}

static void write_tags(const GameRecord *record, FILE *out) {
    write_tag("Event", record->event, "?", out);
    write_tag("Site", NULL, "?", out);
    char began[DATE_TEXT_MAX];
    write_tag("Date", gametext_date(record, began), "????.??.??", out);
    write_tag("Round", NULL, "?", out);
    write_tag("White", record->names[FIRST], "?", out);
    write_tag("Black", record->names[SECOND], "?", out);
    write_tag("Result", gametext_points(record), "", out);
    write_start(record, out);
    write_tag("Termination", termination(record->end), "", out);
    fputc('\n', out);
}

// Writes one word and updates the column.
static void write_word(const char *word, size_t *column, FILE *out) {
    const size_t len = strlen(word);
    if (*column && *column + 1 + len >= LINE_MAX_COLUMNS) {
        fputc('\n', out);
        *column = 0;
    }
    fprintf(out, "%s%s", *column ? " " : "", word);
    *column += (*column ? 1 : 0) + len;
}

static void write_note(const MoveNote *note, size_t *column, FILE *out) {
    char value[32] = "", time[32] = "";
    StrBuf value_buf = strbuf_init(value, sizeof value), time_buf = strbuf_init(time, sizeof time);
    if (note->has_value)
        strbuf_format(&value_buf, "{%+.2f/%d", note->value / 100.0, note->depth);
    if (note->time_ms >= 0)
        strbuf_format(&time_buf, "%s%.2fs", note->has_value ? "" : "{",
                      (double)note->time_ms / 1000);
    strbuf_char(note->time_ms >= 0 ? &time_buf : &value_buf, '}');
    if (note->has_value)
        write_word(value, column, out);
    if (note->time_ms >= 0)
        write_word(time, column, out);
}

static void write_moves(const GameRecord *record, size_t *column, FILE *out) {
    Position pos = record->line->start;
    for (size_t i = 0; i < record->line->count; i++) {
        const Move move = record->line->moves[i];
        char number[24], san[SAN_TEXT_MAX];
        StrBuf buf = strbuf_init(number, sizeof number);
        if (pos_side(&pos) == FIRST || !i) {
            strbuf_format(&buf, "%d%s", pos_ply(&pos) / 2 + 1,
                          pos_side(&pos) == FIRST ? "." : "...");
            write_word(number, column, out);
        }
        san_format(&pos, move, san);
        write_word(san, column, out);
        const MoveNote *note = record->notes ? &record->notes[i] : NULL;
        if (note && (note->has_value || note->time_ms >= 0))
            write_note(note, column, out);
        pos_play(&pos, move);
    }
}

void pgn_write(const GameRecord *record, FILE *out) {
    size_t column = 0;
    write_tags(record, out);
    write_moves(record, &column, out);
    write_word(gametext_points(record), &column, out);
    fputs("\n\n", out);
}
