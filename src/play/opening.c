#include "play/opening.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/filemap.h"
#include "record/epd.h"

bool opening_is_open(const GameLine *line) {
    const Rules rules = {.entering_king = RULES_DEFAULT.entering_king};
    return pos_outcome(&line->now, &line->history, &rules).result == RESULT_OPEN;
}

static bool has_moves(Str text) {
    for (Str word = str_word(&text); word.len; word = str_word(&text))
        if (str_eq(word, "moves"))
            return true;
    return false;
}

Status opening_parse(GameLine *line, Str text, Error *error) {
    text = str_trim(str_until(&text, '\t'));
    Str rest = text;
    const Str first = str_word(&rest);
    const bool is_named =
        str_eq(first, "startpos") || str_eq(first, "sfen") || str_eq(first, "fen");
    if (is_named || has_moves(text)) {
        TRY(line_parse(line, text, error));
    } else {
        EpdRecord record;
        TRY(epd_parse(&record, text, error));
        TRY(line_begin(line, &record.position, error));
    }
    if (!opening_is_open(line))
        return error_set(error, STATUS_BAD_INPUT, "the game is already over in '%.*s'",
                         STR_ARG(text));
    return STATUS_OK;
}

Status opening_random(GameLine *line, int plies, Rng *rng, Error *error) {
    Position start;
    pos_start(&start);
    TRY(line_begin(line, &start, error));
    while (line->count < (size_t)plies) {
        Move moves[MOVE_MAX];
        const int count = gen_legal(&line->now, moves);
        TRY(line_push(line, moves[rng_below(rng, (uint32_t)count)], error));
        // There are always openings that do not end the game, so it is found in the end.
        if (!opening_is_open(line))
            TRY(line_begin(line, &start, error));
    }
    return STATUS_OK;
}

static Status add(Openings *openings, Str text, Error *error) {
    if (openings->count == OPENINGS_MAX)
        return error_set(error, STATUS_NO_MEMORY, "more than %d openings", OPENINGS_MAX);
    TRY(ARRAY_RESERVE(openings->lines, openings->capacity, openings->count + 1, "openings", error));
    openings->lines[openings->count++] = text;
    return STATUS_OK;
}

static Status read_lines(Openings *openings, Str text, const char *path, Error *error) {
    GameLine line;
    line_init(&line);
    Status status = STATUS_OK;
    for (size_t number = 1; text.len && status == STATUS_OK; number++) {
        const Str row = str_trim(str_until(&text, '\n'));
        if (!row.len || *row.at == '#')
            continue;
        Error why;
        status = opening_parse(&line, row, &why);
        if (status == STATUS_OK)
            status = add(openings, row, &why);
        if (status != STATUS_OK)
            error_set(error, status, "%.160s: line %zu: %s", path, number, why.text);
    }
    line_release(&line);
    if (status == STATUS_OK && !openings->count)
        return error_set(error, STATUS_BAD_INPUT, "%.160s: there is no opening in it", path);
    return status;
}

Status openings_open(Openings *openings, const char *path, Error *error) {
    *openings = (Openings){0};
    FileMap map;
    TRY(filemap_open(&map, path, error));
    openings->text = malloc(map.size + 1); // a copy: the file may change during a long match
    Status status = STATUS_OK;
    if (openings->text) {
        if (map.size)
            memcpy(openings->text, map.data, map.size);
        status = read_lines(openings, (Str){openings->text, map.size}, path, error);
    } else {
        status = error_set(error, STATUS_NO_MEMORY, "no memory to read %.160s", path);
    }
    filemap_release(&map);
    if (status != STATUS_OK)
        openings_release(openings);
    return status;
}

void openings_shuffle(Openings *openings, uint64_t seed) {
    Rng rng;
    rng_init(&rng, seed);
    for (size_t left = openings->count; left > 1; left--) {
        const size_t at = rng_below(&rng, (uint32_t)left);
        const Str swapped = openings->lines[at];
        openings->lines[at] = openings->lines[left - 1];
        openings->lines[left - 1] = swapped;
    }
}

void openings_release(Openings *openings) {
    free(openings->text);
    free(openings->lines);
    *openings = (Openings){0};
}

Status opening_of_round(GameLine *line, const Openings *openings, int random_plies,
                        const Rng *parent, uint64_t round, Error *error) {
    if (openings)
        return opening_parse(line, openings->lines[round % openings->count], error);
    Rng rng = rng_split(parent, round);
    return opening_random(line, random_plies, &rng, error);
}
