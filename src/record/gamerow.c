#include "record/gamerow.h"

#include <string.h>

bool gamerow_is_game(Str text) {
    const Str trimmed = str_trim(text);
    return trimmed.len && trimmed.at[0] != '#';
}

static Status end_parse(Str word, RowResult *end, Error *error) {
    static const struct {
        const char *word;
        RowResult end;
    } ends[] = {
        {"1-0", ROW_FIRST},
        {"0-1", ROW_SECOND},
        {"1/2-1/2", ROW_DRAW},
        {"d", ROW_DRAW},
        {"*", ROW_UNKNOWN},
        {"?", ROW_UNKNOWN},
        // White moves first in chess and second in shogi, where the first is called black.
        {"b", GAME_HAS_DROPS ? ROW_FIRST : ROW_SECOND},
        {"w", GAME_HAS_DROPS ? ROW_SECOND : ROW_FIRST},
    };
    for (size_t i = 0; i < ARRAY_LEN(ends); i++)
        if (str_eq(word, ends[i].word)) {
            *end = ends[i].end;
            return STATUS_OK;
        }
    return error_set(error, STATUS_BAD_INPUT,
                     "'%.*s' is not a result: 1-0, 0-1, 1/2-1/2, *, or one of b w d ?",
                     STR_ARG(word));
}

// The first column and the last, or the first word and the rest.
static void cut_columns(Str text, Str *result, Str *game) {
    const char *tab = memrchr(text.at, '\t', text.len);
    if (!tab) {
        *result = str_word(&text);
        *game = str_trim(text);
        return;
    }
    *game = str_trim((Str){tab + 1, (size_t)(text.at + text.len - tab - 1)});
    *result = str_trim(str_until(&text, '\t'));
}

static bool is_position(Str game) {
    const Str word = str_word(&game);
    return str_eq(word, "startpos") || str_eq(word, "sfen") || str_eq(word, "fen");
}

// A bare list of moves. The line is reused, so that reading many games does not allocate.
static Status moves_parse(Str moves, GameLine *line, Error *error) {
    Position start;
    pos_start(&start);
    TRY(line_begin(line, &start, error));
    return line_push_text(line, moves, error);
}

Status gamerow_parse(Str text, GameLine *line, RowResult *end, Error *error) {
    Str result, game;
    cut_columns(str_trim(text), &result, &game);
    TRY(end_parse(result, end, error));
    if (!game.len)
        return error_set(error, STATUS_BAD_INPUT, "there are no moves after the result");
    return is_position(game) ? line_parse(line, game, error) : moves_parse(game, line, error);
}

static void write_name(const char *name, FILE *out) {
    for (; name && *name; name++)
        fputc((unsigned char)*name < ' ' ? ' ' : *name, out);
}

void gamerow_write(const GameRecord *record, FILE *out) {
    static const char *const ENDS[] = {
        [END_NONE] = "not ended",      [END_RESIGNATION] = "resignation",
        [END_TIME] = "time",           [END_ILLEGAL] = "illegal move",
        [END_ABANDONED] = "abandoned", [END_ADJUDICATION] = "adjudication",
    };
    fprintf(out, "%s\t", gametext_points(record));
    write_name(record->names[FIRST], out);
    fputc('\t', out);
    write_name(record->names[SECOND], out);
    fprintf(out, "\t%s\t",
            record->end == END_RULES ? REASON_NAMES[record->outcome.reason] : ENDS[record->end]);
    gametext_write_line(record, out);
}
