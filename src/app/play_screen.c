#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play.h"
#include "record/movetext.h"

void screen_say(const Play *play, Word word, const char *a, const char *b) {
    words_print(play->setup.language, word, a, b, play->out);
}

const char *screen_side(const Play *play, Color color) {
    const Word word = GAME_IS_CHESS ? (color == FIRST ? WORD_CHESS_FIRST : WORD_CHESS_SECOND)
                                    : (color == FIRST ? WORD_FIRST : WORD_SECOND);
    return words_text(play->setup.language, word);
}

static Move last_move(const Play *play) {
    return gametext_before(&play->game.line, play->game.line.count);
}

void screen_move(const Play *play, Move move, char *text) {
    movetext_format(&play->game.line.now, last_move(play), move, play->setup.is_ascii, text);
}

static void show_clock(const Play *play, Color color) {
    char text[CLOCK_TEXT_MAX];
    play_clock_format(&play->game.clock, color, text);
    fprintf(play->out, "  %s %s\n", screen_side(play, color), text);
}

void screen_board(const Play *play) {
    const BoardView view = {.is_ascii = play->setup.is_ascii,
                            .is_flipped = play->is_flipped,
                            .has_color = play->setup.has_color,
                            .last = last_move(play)};
    const Color top = play->is_flipped ? FIRST : SECOND;
    fputc('\n', play->out);
    if (timecontrol_has_clock(&play->setup.time))
        show_clock(play, top);
    pos_draw(&play->game.line.now, &view, play->out);
    if (timecontrol_has_clock(&play->setup.time))
        show_clock(play, color_other(top));
    fputc('\n', play->out);
}

void screen_prompt(const Play *play) {
    const Position *pos = &play->game.line.now;
    if (!isatty(play->prompt.input))
        return;
    if (!play->game.finish) {
        screen_say(play, WORD_TURN, screen_side(play, pos_side(pos)), "");
        if (pos_in_check(pos))
            screen_say(play, WORD_CHECK, "", "");
        fprintf(play->out, " %zu", play->game.line.count + 1);
    }
    fputs("> ", play->out);
    fflush(play->out);
}

// Hundredths of a pawn as pawns, or the length of the mate.
static void show_value(const Play *play, int value) {
    char plies[16];
    snprintf(plies, sizeof plies, "%d", VALUE_WIN - abs(value));
    if (value_is_decided(value))
        screen_say(play, value > 0 ? WORD_MATES : WORD_MATED, plies, "");
    else
        fprintf(play->out, "%+.2f", value / 100.0);
}

static const char *text_of(const Play *play, Word word) {
    return words_text(play->setup.language, word);
}

void screen_thinking(const Play *play, bool is_on) {
    if (play->setup.is_terminal && is_on)
        screen_say(play, WORD_THINKING, screen_side(play, pos_side(&play->game.line.now)), "");
    else if (play->setup.is_terminal)
        fputs("\r\033[K", play->out);
    fflush(play->out);
}

void screen_reply(const Play *play, const SearchResult *result, int64_t time_ms) {
    char move[MOVETEXT_MAX];
    screen_move(play, result->best, move);
    screen_say(play, WORD_PLAYS, screen_side(play, pos_side(&play->game.line.now)), move);
    fputs("  (", play->out);
    show_value(play, result->value);
    fprintf(play->out, ", %s %d, %.1f%s)\n", text_of(play, WORD_DEPTH), result->depth,
            (double)time_ms / 1000, text_of(play, WORD_SECONDS));
}

void screen_hint(const Play *play, const SearchResult *result) {
    enum { LINE_SHOWN = 10 };
    char text[MOVETEXT_MAX];
    screen_move(play, result->best, text);
    screen_say(play, WORD_HINT, text, "");
    fputs("  (", play->out);
    show_value(play, result->value);
    fprintf(play->out, ", %s %d)  %s", text_of(play, WORD_DEPTH), result->depth,
            text_of(play, WORD_LINE));
    Position pos = play->game.line.now;
    Move last = last_move(play);
    for (int i = 0; i < result->pv_count && i < LINE_SHOWN && pos_is_legal(&pos, result->pv[i]);
         i++) {
        movetext_format(&pos, last, result->pv[i], play->setup.is_ascii, text);
        fprintf(play->out, " %s", text);
        last = result->pv[i];
        pos_play(&pos, last);
    }
    fputc('\n', play->out);
}

void screen_value(const Play *play, int value) {
    screen_say(play, WORD_VALUE, screen_side(play, pos_side(&play->game.line.now)), "");
    show_value(play, value);
    fputc('\n', play->out);
}

// Columns a terminal uses: kanji are two wide. The marks of the sides are one or two, but every
// move has one, so the columns stay straight.
static int width_of(const char *text) {
    int width = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        width += *c < 0x80 ? 1 : (*c & 0xc0) != 0x80 ? 2 : 0;
    return width;
}

void screen_moves(const Play *play) {
    enum { COLUMNS = 5, WIDTH = 15 };
    Move moves[MOVE_MAX];
    const int count = gen_legal(&play->game.line.now, moves);
    char number[16];
    snprintf(number, sizeof number, "%d", count);
    screen_say(play, WORD_MOVES, number, "");
    for (int i = 0; i < count; i++) {
        char text[MOVETEXT_MAX];
        screen_move(play, moves[i], text);
        fprintf(play->out, "%s%s%*s", i % COLUMNS ? "" : "\n  ", text,
                width_of(text) < WIDTH ? WIDTH - width_of(text) : 1, "");
    }
    fputc('\n', play->out);
}

static Word reason_word(Reason reason) {
    switch (reason) {
    case REASON_STALEMATE:
        return WORD_STALEMATE;
    case REASON_REPETITION:
    case REASON_HANDS:
        return WORD_REPETITION;
    case REASON_PERPETUAL_CHECK:
        return WORD_PERPETUAL_CHECK;
    case REASON_DECLARATION:
        return WORD_DECLARATION;
    case REASON_TRY:
        return WORD_TRY;
    case REASON_MOVE_LIMIT:
        return WORD_MOVE_LIMIT;
    case REASON_FIFTY_MOVES:
        return WORD_FIFTY_MOVES;
    case REASON_MATERIAL:
        return WORD_MATERIAL;
    case REASON_NONE:
    case REASON_CHECKMATE:
    case REASON_NB:
        break;
    }
    return WORD_CHECKMATE;
}

void screen_end(const Play *play) {
    const Color mover = pos_side(&play->game.line.now);
    const GameRecord record = game_record(&play->game);
    const Result result = gametext_result(&record);
    char *why = NULL;
    size_t bytes;
    FILE *out = open_memstream(&why, &bytes);
    if (!out)
        return;
    const Word word = record.end == END_RESIGNATION ? WORD_RESIGNATION
                      : record.end == END_TIME      ? WORD_TIME
                                                    : reason_word(record.outcome.reason);
    words_print(play->setup.language, word, screen_side(play, mover), "", out);
    if (!fclose(out)) {
        const Color winner = result == RESULT_WIN ? mover : color_other(mover);
        screen_say(play, result == RESULT_DRAW ? WORD_DRAWN : WORD_WINS, screen_side(play, winner),
                   why);
    }
    free(why);
}
