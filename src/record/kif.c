#include "record/kif.h"

#include "record/handicap.h"
#include "record/kanji.h"

static const char *const FULL_DIGITS[] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
static const char *const KANJI_DIGITS[] = {"",   "一", "二", "三", "四", "五",
                                           "六", "七", "八", "九", "十"};
static const char *const SIDES[COLOR_NB] = {"先手", "後手"};

// A game at a handicap has other names for the sides.
static const char *side_name(const GameRecord *record, Color color) {
    const bool is_handicap = handicap_of(&record->line->start) != NULL;
    return !is_handicap ? SIDES[color] : color == FIRST ? "下手" : "上手";
}

static void write_hand(const Position *pos, Color color, FILE *out) {
    static const Kind ORDER[] = {ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN};
    fprintf(out, "%sの持駒：%s", SIDES[color], pos->hand[color] ? "" : "なし");
    for (size_t i = 0; i < ARRAY_LEN(ORDER); i++) {
        const int count = hand_count(pos->hand[color], ORDER[i]);
        if (!count)
            continue;
        fputs(PIECE_INFO[ORDER[i]].kanji, out);
        if (count > 1)
            fprintf(out, "%s%s", count > 10 ? "十" : "",
                    KANJI_DIGITS[count > 10 ? count - 10 : count]);
        fputs("　", out);
    }
    fputc('\n', out);
}

static void write_frame(FILE *out) {
    fputc('+', out);
    for (int file = 0; file < FILE_NB; file++)
        fputs("---", out);
    fputs("+\n", out);
}

static void write_board(const Position *pos, FILE *out) {
    write_hand(pos, SECOND, out);
    fputc(' ', out);
    for (int file = FILE_NB; file-- > 0;)
        fprintf(out, " %s", FULL_DIGITS[file]);
    fputc('\n', out);
    write_frame(out);
    for (int rank = 0; rank < RANK_NB; rank++) {
        fputc('|', out);
        for (int file = FILE_NB; file-- > 0;) {
            const Piece piece = pos->board[square_make(file, rank)];
            fprintf(out, "%c%s", piece && piece_color(piece) == SECOND ? 'v' : ' ',
                    piece ? PIECE_INFO[piece_kind(piece)].kanji : "・");
        }
        fprintf(out, "|%s\n", KANJI_DIGITS[rank + 1]);
    }
    write_frame(out);
    write_hand(pos, FIRST, out);
    if (pos_side(pos) == SECOND)
        fputs("後手番\n", out);
}

static void write_header(const GameRecord *record, FILE *out) {
    fputs("#KIF version=2.0 encoding=UTF-8\n", out);
    char began[DATE_TEXT_MAX];
    if (gametext_date(record, began))
        gametext_field("開始日時：", began, out);
    if (record->event)
        gametext_field("棋戦：", record->event, out);
    const bool is_usual = gametext_is_from_start(record);
    const Handicap *handicap = handicap_of(&record->line->start);
    if (handicap)
        fprintf(out, "手合割：%s\n", handicap->japanese);
    else if (is_usual)
        fputs(GAME_IS_MINISHOGI ? "手合割：5五将棋\n" : "手合割：平手\n", out);
    // Programs that support only shogi can read the minishogi board from the diagram.
    if ((!is_usual && !handicap) || GAME_IS_MINISHOGI)
        write_board(&record->line->start, out);
    for (Color color = FIRST; color < COLOR_NB; color++) {
        fputs(side_name(record, color), out);
        gametext_field("：", record->names[color], out);
    }
    fputs("手数----指手---------消費時間--\n", out);
}

static void write_seconds(int64_t move_s, int64_t total_s, FILE *out) {
    fprintf(out, "   (%2lld:%02lld/%02lld:%02lld:%02lld)", (long long)(move_s / 60),
            (long long)(move_s % 60), (long long)(total_s / 3600), (long long)(total_s / 60 % 60),
            (long long)(total_s % 60));
}

static void write_moves(const GameRecord *record, FILE *out) {
    Position pos = record->line->start;
    int64_t total_s[COLOR_NB] = {0, 0};
    for (size_t i = 0; i < record->line->count; i++) {
        const Move move = record->line->moves[i];
        const MoveNote *note = record->notes ? &record->notes[i] : NULL;
        char text[KANJI_TEXT_MAX];
        kanji_format_kif(&pos, gametext_before(record->line, i), move, text);
        fprintf(out, "%4zu %s", i + 1, text);
        if (note && note->time_ms >= 0) {
            total_s[pos_side(&pos)] += note->time_ms / 1000;
            write_seconds(note->time_ms / 1000, total_s[pos_side(&pos)], out);
        }
        fputc('\n', out);
        if (note && note->has_value)
            fprintf(out, "*#評価値=%d\n", gametext_first_value(record, i));
        pos_play(&pos, move);
    }
}

static const char *rules_word(Outcome outcome) {
    switch (outcome.reason) {
    case REASON_REPETITION:
        return "千日手";
    case REASON_PERPETUAL_CHECK:
        return outcome.result == RESULT_WIN ? "反則勝ち" : "反則負け";
    case REASON_DECLARATION:
        return outcome.result == RESULT_WIN ? "入玉勝ち" : "持将棋";
    case REASON_TRY:
        return "投了"; // the format has no word for it; this one has the right winner
    case REASON_MOVE_LIMIT:
        return "最大手数"; // programs show a word that they do not know as it is
    default:
        return "詰み";
    }
}

static const char *end_word(const GameRecord *record) {
    static const char *const WORDS[] = {
        [END_NONE] = NULL,           [END_RESIGNATION] = "投了", [END_TIME] = "切れ負け",
        [END_ILLEGAL] = "反則負け",  [END_ABANDONED] = "中断",
        [END_ADJUDICATION] = "中断", // the format has no word for it; the last line has the result
    };
    return record->end == END_RULES ? rules_word(record->outcome) : WORDS[record->end];
}

static void write_result(const GameRecord *record, const char *undecided, FILE *out) {
    const Color mover = pos_side(&record->line->now);
    const Result result = gametext_result(record);
    if (result == RESULT_WIN || result == RESULT_LOSS)
        fprintf(out, "%sの勝ち\n",
                side_name(record, result == RESULT_WIN ? mover : color_other(mover)));
    else
        fprintf(out, "%s\n", undecided);
}

static void write_end(const GameRecord *record, FILE *out) {
    const bool is_adjudicated = record->end == END_ADJUDICATION;
    const char *word = end_word(record), *undecided = is_adjudicated ? "引き分け" : word;
    if (!word)
        return;
    fprintf(out, "%4zu %s\n", record->line->count + 1, word);
    if (is_adjudicated) {
        fputs("*裁定により", out);
        write_result(record, undecided, out);
    }
    fprintf(out, "まで%zu手で", record->line->count);
    write_result(record, undecided, out);
}

void kif_write(const GameRecord *record, FILE *out) {
    write_header(record, out);
    write_moves(record, out);
    write_end(record, out);
}
