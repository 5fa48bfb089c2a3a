// Any text as a game: `startpos moves …`, `sfen … moves …`. An accepted game has outcomes and can
// be taken back.
#include "fuzz.h"
#include "game/line.h"

static void check_verdicts(const GameLine *line) {
    const Position *pos = &line->now;
    const int count = pos_count_legal(pos);
    for (int king = ENTERING_KING_NONE; king < ENTERING_KING_NB; king++) {
        const Rules rules = {.entering_king = (EnteringKing)king, .move_limit = king * 64};
        const Outcome outcome = pos_outcome(pos, &line->history, &rules);
        fuzz_require((outcome.result == RESULT_OPEN) == (outcome.reason == REASON_NONE), pos,
                     "a verdict has a reason");
        fuzz_require(count || outcome.result != RESULT_OPEN, pos, "without moves a game is over");
        const Result claim = pos_declaration(pos, (EnteringKing)king);
        fuzz_require(claim != RESULT_LOSS, pos, "nobody claims a loss");
    }
    pos_outcome(pos, &line->history, &RULES_DEFAULT);
    static const size_t BACK[] = {0, 1, 4, 5, 100, SIZE_MAX};
    for (size_t i = 0; i < ARRAY_LEN(BACK); i++)
        pos_repetition(pos, &line->history, BACK[i]);
}

static void check_line(GameLine *line) {
    fuzz_require(line->history.count == line->count + 1, &line->now, "history has all positions");
    fuzz_require(pos_check(&line->now, NULL) == STATUS_OK, &line->now, "the line ends soundly");
    Position pos = line->start;
    for (size_t i = 0; i < line->count; i++) {
        fuzz_require(pos_is_legal(&pos, line->moves[i]), &pos, "a move of the line is legal");
        Undo undo;
        pos_do(&pos, line->moves[i], &undo);
    }
    fuzz_require(pos_key(&pos) == pos_key(&line->now), &pos, "the moves lead where the line is");
    for (size_t i = line->count; i > 0; i--) {
        check_verdicts(line);
        line_pop(line);
        fuzz_require(line->count == i - 1 && line->history.count == i, &line->now,
                     "line_pop takes back one move");
    }
    check_verdicts(line);
    fuzz_require(pos_key(&line->now) == pos_key(&line->start), &line->now, "all is taken back");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    GameLine line;
    Error error;
    line_init(&line);
    fuzz_require(line_parse(&line, str_of("startpos"), &error) == STATUS_OK, NULL,
                 "startpos is one");
    const Key key = pos_key(&line.now);
    const Status status = line_parse(&line, fuzz_text(data, size), &error);
    if (status == STATUS_OK) {
        check_line(&line);
    } else {
        fuzz_require_error(status, &error);
        fuzz_require(line.count == 0 && line.history.count == 1 && pos_key(&line.now) == key,
                     &line.now, "a refused line changes nothing");
    }
    line_release(&line);
    return 0;
}

// Every second mutation appends a legal move; random bytes would seldom form one.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    Rng rng;
    rng_init(&rng, seed);
    GameLine line;
    line_init(&line);
    char added[2 * MOVE_TEXT_MAX] = "";
    if (rng_below(&rng, 2) && line_parse(&line, fuzz_text(data, size), NULL) == STATUS_OK) {
        const Move move = fuzz_some_move(&line.now, &rng);
        char text[MOVE_TEXT_MAX];
        move_format(&line.now, move, text);
        const bool has_moves = memmem(data, size, "moves", 5) != NULL;
        if (move)
            snprintf(added, sizeof added, "%s%s", has_moves ? " " : " moves ", text);
    }
    line_release(&line);
    const size_t length = strlen(added);
    if (!length || size + length > max_size)
        return LLVMFuzzerMutate(data, size, max_size);
    memcpy(data + size, added, length);
    return size + length;
}
