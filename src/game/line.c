#include "game/line.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void line_init(GameLine *line) {
    memset(line, 0, sizeof *line);
    history_init(&line->history);
}

void line_release(GameLine *line) {
    free(line->moves);
    history_release(&line->history);
    line_init(line);
}

Status line_begin(GameLine *line, const Position *start, Error *error) {
    if (!line->history.capacity)
        TRY(history_reserve(&line->history, 1, error));
    line->start = line->now = *start;
    line->count = 0;
    history_clear(&line->history);
    pos_record(start, &line->history);
    return STATUS_OK;
}

Status line_push(GameLine *line, Move move, Error *error) {
    TRY(ARRAY_RESERVE(line->moves, line->capacity, line->count + 1, "a game", error));
    TRY(history_reserve(&line->history, 1, error));
    pos_play(&line->now, move);
    pos_record(&line->now, &line->history);
    line->moves[line->count++] = move;
    return STATUS_OK;
}

Status line_push_text(GameLine *line, Str moves, Error *error) {
    for (Str word = str_word(&moves); word.len; word = str_word(&moves)) {
        Move move = MOVE_NONE;
        Error why;
        if (move_parse(&line->now, word, &move, &why) != STATUS_OK)
            return error_set(error, STATUS_BAD_INPUT, "move %zu: %s", line->count + 1, why.text);
        TRY(line_push(line, move, error));
    }
    return STATUS_OK;
}

// A line keeps no Undo, so taking back replays the game: fast enough for a user, not for a search.
void line_pop(GameLine *line) {
    assert(line->count > 0);
    line->count--;
    history_pop(&line->history);
    line->now = line->start;
    for (size_t i = 0; i < line->count; i++) {
        pos_play(&line->now, line->moves[i]);
    }
}

Status line_copy(GameLine *line, const GameLine *from, Error *error) {
    TRY(ARRAY_RESERVE(line->moves, line->capacity, from->count, "a game", error));
    TRY(history_copy(&line->history, &from->history, 1, error));
    if (from->count)
        memcpy(line->moves, from->moves, from->count * sizeof *from->moves);
    line->count = from->count;
    line->start = from->start;
    line->now = from->now;
    return STATUS_OK;
}

// Splits off everything before the word `moves`; *moves is what follows it, empty without the word.
static Str split_moves(Str text, Str *moves) {
    Str rest = text;
    for (Str word = str_word(&rest); word.len; word = str_word(&rest))
        if (str_eq(word, "moves")) {
            *moves = rest;
            return (Str){text.at, (size_t)(word.at - text.at)};
        }
    *moves = (Str){0};
    return text;
}

static Status parse_start(Position *pos, Str text, Error *error) {
    Str rest = text;
    const Str keyword = str_word(&rest);
    if (str_eq(keyword, "startpos")) {
        rest = str_trim(rest);
        if (rest.len)
            return error_set(error, STATUS_BAD_INPUT,
                             "'%.*s' after startpos; expected moves or nothing", STR_ARG(rest));
        pos_start(pos);
        return STATUS_OK;
    }
    const bool is_named = str_eq(keyword, "sfen") || str_eq(keyword, "fen");
    return pos_parse(pos, is_named ? rest : text, error);
}

Status line_parse(GameLine *line, Str text, Error *error) {
    Str moves;
    Position start;
    TRY(parse_start(&start, split_moves(text, &moves), error));

    GameLine fresh;
    line_init(&fresh);
    Status status = line_begin(&fresh, &start, error);
    if (status == STATUS_OK)
        status = line_push_text(&fresh, moves, error);
    if (status != STATUS_OK) {
        line_release(&fresh);
        return status;
    }
    line_release(line);
    *line = fresh;
    return STATUS_OK;
}
