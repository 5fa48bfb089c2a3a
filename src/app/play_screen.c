#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "columns.h"
#include "play.h"
#include "record/movetext.h"
#include "terminal.h"

enum { TEXT_MAX = 6144 }; // a message, which may hold the name of a file

void screen_print(const Play *play, const char *text, int indent) {
    columns_wrap(str_of(text), terminal_wrap(play->out), indent, play->out);
}

static void say(const Play *play, Word word, const char *const *values, int indent) {
    char text[TEXT_MAX];
    StrBuf out = strbuf_init(text, sizeof text);
    words_format(play->setup.language, word, values, &out);
    screen_print(play, text, indent);
}

void screen_say(const Play *play, Word word, const char *a, const char *b) {
    const char *const values[] = {a, b};
    say(play, word, values, 0);
}

void screen_fail(const Play *play, Status status, const Error *error) {
    screen_say(play, status == STATUS_NO_MEMORY ? WORD_NO_MEMORY : WORD_FAILED, error->text, "");
}

const char *screen_side(const Play *play, Color color) {
    const Word word = play->handicap ? (color == FIRST ? WORD_HANDICAP_FIRST : WORD_HANDICAP_SECOND)
                                     : (color == FIRST ? WORD_FIRST : WORD_SECOND);
    return words_text(play->setup.language, word);
}

const char *screen_example(const Play *play) {
    const bool has_kanji = play->setup.language == LANGUAGE_JA && !play->setup.is_ascii;
    if (GAME_IS_CHESS)
        return "e2e4, Nf3";
    if (GAME_IS_MINISHOGI)
        return has_kanji ? "2e2d, 24角" : "2e2d";
    return has_kanji ? "7g7f, 76歩" : "7g7f";
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
    int width, height;
    terminal_size(play->out, &width, &height);
    const BoardView view = {.is_ascii = play->setup.is_ascii,
                            .is_flipped = play->is_flipped,
                            .has_color = play->setup.has_color,
                            .is_japanese = play->setup.language == LANGUAGE_JA,
                            .width = width,
                            .last = last_move(play),
                            .sides = {screen_side(play, FIRST), screen_side(play, SECOND)}};
    const Color top = play->is_flipped ? FIRST : SECOND;
    fputc('\n', play->out);
    if (timecontrol_has_clock(&play->setup.time))
        show_clock(play, top);
    pos_draw(&play->game.line.now, &view, play->out);
    if (timecontrol_has_clock(&play->setup.time))
        show_clock(play, color_other(top));
    fputc('\n', play->out);
}

void screen_prompt(const Play *play, char text[PROMPT_TEXT_MAX]) {
    const Position *pos = &play->game.line.now;
    StrBuf out = strbuf_init(text, PROMPT_TEXT_MAX);
    if (!play->game.finish) {
        const char *const side[] = {screen_side(play, pos_side(pos))};
        words_format(play->setup.language, WORD_TURN, side, &out);
        if (pos_in_check(pos))
            strbuf_text(&out, words_text(play->setup.language, WORD_CHECK));
        strbuf_format(&out, " %zu", play->game.line.count + 1);
    }
    strbuf_text(&out, "> ");
}

// On one row, so that it can be cleared.
void screen_thinking(const Play *play, bool is_on) {
    if (!play->setup.is_terminal)
        return;
    if (is_on) {
        const char *const side[] = {screen_side(play, pos_side(&play->game.line.now))};
        char text[PROMPT_TEXT_MAX];
        StrBuf out = strbuf_init(text, sizeof text);
        words_format(play->setup.language, WORD_THINKING, side, &out);
        const Str shown = columns_cut(str_of(text), terminal_wrap(play->out) - 1);
        fprintf(play->out, "%.*s", (int)shown.len, shown.at);
    } else {
        fputs("\r\033[K", play->out);
    }
    fflush(play->out);
}

enum { VALUE_TEXT_MAX = 48, NUMBER_MAX = 24 };

static void value_format(const Play *play, int value, char text[VALUE_TEXT_MAX]) {
    StrBuf out = strbuf_init(text, VALUE_TEXT_MAX);
    words_value(play->setup.language, value, &out);
}

void screen_reply(const Play *play, const SearchResult *result, int64_t time_ms) {
    char move[MOVETEXT_MAX], value[VALUE_TEXT_MAX], depth[NUMBER_MAX], seconds[NUMBER_MAX];
    screen_move(play, result->best, move);
    value_format(play, result->value, value);
    snprintf(depth, sizeof depth, "%d", result->depth);
    snprintf(seconds, sizeof seconds, "%.1f", (double)time_ms / 1000);
    const char *const values[] = {screen_side(play, pos_side(&play->game.line.now)), move, value,
                                  depth, seconds};
    say(play, WORD_REPLY, values, 2);
}

void screen_hint(const Play *play, const SearchResult *result) {
    enum { LINE_SHOWN = 10 };
    char move[MOVETEXT_MAX], value[VALUE_TEXT_MAX], depth[NUMBER_MAX], seconds[NUMBER_MAX];
    char line[LINE_SHOWN * (MOVETEXT_MAX + 1)];
    screen_move(play, result->best, move);
    value_format(play, result->value, value);
    snprintf(depth, sizeof depth, "%d", result->depth);
    snprintf(seconds, sizeof seconds, "%d", HINT_MS / 1000);
    StrBuf out = strbuf_init(line, sizeof line);
    Position pos = play->game.line.now;
    Move last = last_move(play);
    for (int i = 0; i < result->pv_count && i < LINE_SHOWN && pos_is_legal(&pos, result->pv[i]);
         i++) {
        char text[MOVETEXT_MAX];
        movetext_format(&pos, last, result->pv[i], play->setup.is_ascii, text);
        strbuf_format(&out, " %s", text);
        last = result->pv[i];
        pos_play(&pos, last);
    }
    const char *const values[] = {move, value, depth, seconds, line};
    say(play, WORD_HINT, values, 2);
}

void screen_value(const Play *play, int value) {
    char text[VALUE_TEXT_MAX];
    value_format(play, value, text);
    screen_say(play, WORD_VALUE, screen_side(play, pos_side(&play->game.line.now)), text);
}

void screen_moves(const Play *play) {
    enum { WIDTH = 15, INDENT = 2 };
    int width, height;
    terminal_size(play->out, &width, &height);
    const int columns = (width - INDENT) / WIDTH < 1 ? 1 : (width - INDENT) / WIDTH;
    Move moves[MOVE_MAX];
    const int count = gen_legal(&play->game.line.now, moves);
    char number[NUMBER_MAX];
    snprintf(number, sizeof number, "%d", count);
    screen_say(play, WORD_MOVES, number, "");
    for (int i = 0; i < count; i++) {
        char text[MOVETEXT_MAX];
        screen_move(play, moves[i], text);
        const bool is_last = i % columns == columns - 1 || i == count - 1;
        const int gap = WIDTH - columns_of(str_of(text));
        fprintf(play->out, "%*s%s%*s", i % columns ? 0 : INDENT, "", text,
                is_last   ? 0
                : gap > 1 ? gap
                          : 1,
                "");
        if (is_last)
            fputc('\n', play->out);
    }
}

void screen_end(const Play *play) {
    const Color mover = pos_side(&play->game.line.now);
    const GameRecord record = game_record(&play->game);
    const Result result = gametext_result(&record);
    char why[PROMPT_TEXT_MAX];
    StrBuf out = strbuf_init(why, sizeof why);
    const Word word = record.end == END_RESIGNATION ? WORD_RESIGNATION
                      : record.end == END_TIME      ? WORD_TIME
                                                    : words_reason(record.outcome.reason);
    const char *const side[] = {screen_side(play, mover)};
    words_format(play->setup.language, word, side, &out);
    const Color winner = result == RESULT_WIN ? mover : color_other(mover);
    screen_say(play, result == RESULT_DRAW ? WORD_DRAWN : WORD_WINS, screen_side(play, winner),
               why);
}
