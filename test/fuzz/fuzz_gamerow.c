// Any text as a line of a table of games. An accepted line is a game of legal moves with a result.
#include "fuzz.h"
#include "record/gamerow.h"

static void check_game(const GameLine *line, RowResult end) {
    fuzz_require(end >= ROW_UNKNOWN && end <= ROW_SECOND, &line->now, "a result is one of four");
    fuzz_require(line->history.count == line->count + 1, &line->now, "history has all positions");
    Position pos = line->start;
    for (size_t i = 0; i < line->count; i++) {
        fuzz_require(pos_is_legal(&pos, line->moves[i]), &pos, "a move of the game is legal");
        Undo undo;
        pos_do(&pos, line->moves[i], &undo);
    }
    fuzz_require(pos_key(&pos) == pos_key(&line->now), &pos, "the moves lead where the line is");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    GameLine line;
    Error error;
    RowResult end = ROW_UNKNOWN;
    line_init(&line);
    const Str text = fuzz_text(data, size);
    // Twice, since the second game reuses the memory of the first.
    for (int i = 0; i < 2; i++) {
        const Status status = gamerow_parse(text, &line, &end, &error);
        if (status == STATUS_OK) {
            fuzz_require(gamerow_is_game(text), &line.now, "a game is one");
            check_game(&line, end);
        } else {
            fuzz_require_error(status, &error);
        }
    }
    line_release(&line);
    return 0;
}
