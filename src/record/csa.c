#include "record/csa.h"

static const char *const NAMES[KIND_NB] = {
    " *", "FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY",
};

static char sign(Color color) {
    return color == FIRST ? '+' : '-';
}

static bool is_ascii(const char *text) {
    for (; text && *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static void write_header(const GameRecord *record, FILE *out) {
    // Version 2.2 is Shift-JIS by default; the first line of version 3, here a comment, declares
    // UTF-8.
    if (!is_ascii(record->names[FIRST]) || !is_ascii(record->names[SECOND]) ||
        !is_ascii(record->event))
        fputs("'CSA encoding=UTF-8\n", out);
    fputs("V2.2\n", out);
    if (record->names[FIRST])
        gametext_field("N+", record->names[FIRST], out);
    if (record->names[SECOND])
        gametext_field("N-", record->names[SECOND], out);
    if (record->event)
        gametext_field("$EVENT:", record->event, out);
    char began[DATE_TEXT_MAX];
    if (gametext_date(record, began))
        gametext_field("$START_TIME:", began, out);
}

static void write_position(const Position *pos, FILE *out) {
    for (int rank = 0; rank < RANK_NB; rank++) {
        fprintf(out, "P%d", rank + 1);
        for (int file = FILE_NB; file-- > 0;) {
            const Piece piece = pos->board[square_make(file, rank)];
            if (piece)
                fprintf(out, "%c%s", sign(piece_color(piece)), NAMES[piece_kind(piece)]);
            else
                fputs(" * ", out);
        }
        fputc('\n', out);
    }
    for (Color color = FIRST; color < COLOR_NB; color++) {
        if (!pos->hand[color])
            continue;
        fprintf(out, "P%c", sign(color));
        for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++)
            for (int n = hand_count(pos->hand[color], kind); n > 0; n--)
                fprintf(out, "00%s", NAMES[kind]);
        fputc('\n', out);
    }
    fprintf(out, "%c\n", sign(pos_side(pos)));
}

static void write_square(int square, FILE *out) {
    fprintf(out, "%d%d", square_file(square) + 1, square_rank(square) + 1);
}

// The piece is named as it is after the move.
static void write_move(const Position *pos, Move move, FILE *out) {
    fputc(sign(pos_side(pos)), out);
    if (move_is_drop(move)) {
        fputs("00", out);
        write_square(move_to(move), out);
        fprintf(out, "%s\n", NAMES[move_drop_kind(move)]);
        return;
    }
    const Kind kind = piece_kind(pos->board[move_from(move)]);
    write_square(move_from(move), out);
    write_square(move_to(move), out);
    fprintf(out, "%s\n", NAMES[move_is_promotion(move) ? kind_promoted(kind) : kind]);
}

// The code for a perpetual check that `mover` has won or lost by.
static const char *foul_code(Color mover, Result result) {
    const Color loser = result == RESULT_LOSS ? mover : color_other(mover);
    return loser == FIRST ? "%+ILLEGAL_ACTION" : "%-ILLEGAL_ACTION";
}

static const char *rules_code(Color mover, Outcome outcome) {
    switch (outcome.reason) {
    case REASON_REPETITION:
        return "%SENNICHITE";
    case REASON_PERPETUAL_CHECK:
        return foul_code(mover, outcome.result);
    case REASON_DECLARATION:
        return outcome.result == RESULT_WIN ? "%KACHI" : "%JISHOGI";
    case REASON_MOVE_LIMIT:
        return "%MAX_MOVES";
    case REASON_TRY:
        return "%TORYO"; // the format has no code for it; this one has the right winner
    default:
        return "%TSUMI";
    }
}

static const char *end_code(const GameRecord *record) {
    static const char *const CODES[] = {
        [END_NONE] = NULL,           [END_RESIGNATION] = "%TORYO",
        [END_TIME] = "%TIME_UP",     [END_ILLEGAL] = "%ILLEGAL_MOVE",
        [END_ABANDONED] = "%CHUDAN", [END_ADJUDICATION] = "%CHUDAN",
    };
    return record->end == END_RULES ? rules_code(pos_side(&record->line->now), record->outcome)
                                    : CODES[record->end];
}

// The format has no code for it: the game was broken off, and a comment has the result.
static void write_adjudication(const GameRecord *record, FILE *out) {
    const Color mover = pos_side(&record->line->now);
    const Result result = gametext_result(record);
    if (result == RESULT_DRAW)
        fputs("'*adjudication: draw\n", out);
    else
        fprintf(out, "'*adjudication: %c wins\n",
                sign(result == RESULT_WIN ? mover : color_other(mover)));
}

void csa_write(const GameRecord *record, FILE *out) {
    write_header(record, out);
    Position pos = record->line->start;
    write_position(&pos, out);
    for (size_t i = 0; i < record->line->count; i++) {
        write_move(&pos, record->line->moves[i], out);
        const MoveNote *note = record->notes ? &record->notes[i] : NULL;
        if (note && note->time_ms >= 0)
            fprintf(out, "T%lld\n", (long long)(note->time_ms / 1000));
        if (note && note->has_value)
            fprintf(out, "'** %d\n", gametext_first_value(record, i));
        pos_play(&pos, record->line->moves[i]);
    }
    if (record->end == END_ADJUDICATION)
        write_adjudication(record, out);
    if (end_code(record))
        fprintf(out, "%s\n", end_code(record));
}
