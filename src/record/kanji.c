#include "record/kanji.h"

#include <assert.h>
#include <string.h>

// How a piece goes to a square, as its owner sees it. One of the first three is always set.
enum {
    GOES_UP = 1,
    GOES_ASIDE = 2,
    GOES_BACK = 4,
    COMES_STRAIGHT = 8, // up its file
    COMES_LEFT = 16,
    COMES_RIGHT = 32,
    GOES_ANY = GOES_UP | GOES_ASIDE | GOES_BACK,
    COMES_SIDE = COMES_LEFT | COMES_RIGHT,
};

static const char *const FULL_DIGITS[] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};
static const char *const KANJI_DIGITS[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};

// In moves the promoted minor pieces have two characters, unlike on the board.
static const char *const NAMES[KIND_NB] = {
    "", "歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "成香", "成桂", "成銀", "馬", "龍",
};

static bool is_slider(Kind kind) {
    return kind == BISHOP || kind == ROOK || kind == HORSE || kind == DRAGON;
}

static int leftness(Color color, int square) {
    return color == FIRST ? square_file(square) : -square_file(square);
}

// The squares of all pieces of this kind that may go to this square.
static Bitboard origins_of(const Position *pos, Kind kind, int to) {
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    Bitboard origins = 0;
    for (int i = 0; i < count; i++)
        if (!move_is_drop(moves[i]) && move_to(moves[i]) == to &&
            piece_kind(pos->board[move_from(moves[i])]) == kind)
            origins |= bb_of(move_from(moves[i]));
    return origins;
}

// Left and right are relative to the target, except that a slider is left or right of its rival:
// two sliders may come from the same side of the target.
static unsigned side_of(const Position *pos, int from, int to, Bitboard rivals) {
    const Color us = pos_side(pos);
    const int own = leftness(us, from);
    if (!rivals || !is_slider(piece_kind(pos->board[from])))
        return own > leftness(us, to) ? COMES_LEFT : own < leftness(us, to) ? COMES_RIGHT : 0;
    unsigned side = COMES_SIDE;
    while (rivals) {
        const int other = leftness(us, bb_pop(&rivals));
        side &= own > other ? COMES_LEFT : own < other ? COMES_RIGHT : 0u;
    }
    return side;
}

static unsigned manner_of(const Position *pos, int from, int to, Bitboard origins) {
    const Color us = pos_side(pos);
    const int rise = square_depth(us, from) - square_depth(us, to);
    unsigned manner = rise > 0 ? GOES_UP : rise < 0 ? GOES_BACK : GOES_ASIDE;
    if (rise > 0 && square_file(from) == square_file(to))
        manner |= COMES_STRAIGHT;
    return manner | side_of(pos, from, to, origins & ~bb_of(from));
}

static bool is_shared(const Position *pos, int from, int to, Bitboard origins, unsigned manner) {
    Bitboard rivals = origins & ~bb_of(from);
    while (rivals)
        if (manner_of(pos, bb_pop(&rivals), to, origins) & manner)
            return true;
    return false;
}

static void goes_format(unsigned manner, StrBuf *out) {
    strbuf_text(out, manner & GOES_UP ? "上" : manner & GOES_BACK ? "引" : "寄");
}

// The association's order: the direction if it is enough, else 直 or the side, else both.
static void manner_format(const Position *pos, int from, int to, Bitboard origins, StrBuf *out) {
    if (!(origins & ~bb_of(from)))
        return;
    const unsigned manner = manner_of(pos, from, to, origins);
    if (!is_shared(pos, from, to, origins, manner & GOES_ANY)) {
        goes_format(manner, out);
    } else if ((manner & COMES_STRAIGHT) && !is_slider(piece_kind(pos->board[from]))) {
        strbuf_text(out, "直");
    } else {
        strbuf_text(out, manner & COMES_LEFT ? "左" : "右");
        if (is_shared(pos, from, to, origins, manner & COMES_SIDE))
            goes_format(manner, out);
    }
}

static void target_format(Move last, Move move, StrBuf *out) {
    const int to = move_to(move);
    if (last != MOVE_NONE && move_to(last) == to) {
        strbuf_text(out, "同　");
        return;
    }
    strbuf_text(out, FULL_DIGITS[square_file(to)]);
    strbuf_text(out, KANJI_DIGITS[square_rank(to)]);
}

void kanji_format(const Position *pos, Move last, Move legal, char text[KANJI_TEXT_MAX]) {
    StrBuf out = strbuf_init(text, KANJI_TEXT_MAX);
    strbuf_text(&out, pos_side(pos) == FIRST ? "▲" : "△");
    target_format(last, legal, &out);
    const bool is_drop = move_is_drop(legal);
    const int from = move_from(legal), to = move_to(legal);
    const Kind kind = is_drop ? move_drop_kind(legal) : piece_kind(pos->board[from]);
    const Bitboard origins = origins_of(pos, kind, to);
    strbuf_text(&out, NAMES[kind]);
    if (is_drop) {
        if (origins)
            strbuf_text(&out, "打");
    } else {
        manner_format(pos, from, to, origins, &out);
        if (move_is_promotion(legal))
            strbuf_text(&out, "成");
        else if (pos_is_legal(pos, legal | MOVE_PROMOTE))
            strbuf_text(&out, "不成");
    }
    assert(!out.is_cut);
}

void kanji_format_kif(const Position *pos, Move last, Move legal, char text[KANJI_TEXT_MAX]) {
    StrBuf out = strbuf_init(text, KANJI_TEXT_MAX);
    target_format(last, legal, &out);
    if (move_is_drop(legal)) {
        strbuf_format(&out, "%s打", NAMES[move_drop_kind(legal)]);
    } else {
        const int from = move_from(legal);
        strbuf_format(&out, "%s%s(%d%d)", NAMES[piece_kind(pos->board[from])],
                      move_is_promotion(legal) ? "成" : "", square_file(from) + 1,
                      square_rank(from) + 1);
    }
    assert(!out.is_cut);
}

typedef enum Choice { CHOICE_OPEN, CHOICE_YES, CHOICE_NO } Choice;

// What the text specifies.
typedef struct Pattern {
    int to, from; // `from` may be SQUARE_NONE
    Kind kind;
    unsigned manner; // all these must hold
    Choice promotion;
    bool is_drop;
} Pattern;

typedef struct Token {
    const char *text;
    unsigned value;
} Token;

static const Token MARKS[] = {
    {"▲", FIRST},  {"▼", FIRST},  {"☗", FIRST},  {"先手", FIRST},  {"下手", FIRST},
    {"△", SECOND}, {"▽", SECOND}, {"☖", SECOND}, {"後手", SECOND}, {"上手", SECOND},
};

// A longer name comes before its prefix.
static const Token PIECES[] = {
    {"成香", PRO_LANCE}, {"成桂", PRO_KNIGHT}, {"成銀", PRO_SILVER}, {"歩", PAWN},
    {"香", LANCE},       {"桂", KNIGHT},       {"銀", SILVER},       {"角", BISHOP},
    {"飛", ROOK},        {"金", GOLD},         {"玉", KING},         {"王", KING},
    {"と", TOKIN},       {"杏", PRO_LANCE},    {"圭", PRO_KNIGHT},   {"全", PRO_SILVER},
    {"馬", HORSE},       {"龍", DRAGON},       {"竜", DRAGON},
};

static const Token MANNERS[] = {
    {"上", GOES_UP},    {"行", GOES_UP},    {"入", GOES_UP},     {"引", GOES_BACK},
    {"寄", GOES_ASIDE}, {"左", COMES_LEFT}, {"右", COMES_RIGHT}, {"直", COMES_STRAIGHT},
};

static const Token PROMOTIONS[] = {{"不成", CHOICE_NO}, {"生", CHOICE_NO}, {"成", CHOICE_YES}};

static bool text_cut(Str *text, const char *prefix) {
    const size_t len = strlen(prefix);
    if (text->len < len || memcmp(text->at, prefix, len))
        return false;
    text->at += len;
    text->len -= len;
    return true;
}

static bool token_cut(Str *text, const Token *tokens, size_t count, unsigned *value) {
    for (size_t i = 0; i < count; i++)
        if (text_cut(text, tokens[i].text)) {
            *value = tokens[i].value;
            return true;
        }
    return false;
}

static void blank_cut(Str *text) {
    while (text_cut(text, " ") || text_cut(text, "\t") || text_cut(text, "　"))
        ;
}

// A digit in any spelling, as a coordinate of a board of this size.
static bool digit_cut(Str *text, int limit, bool has_kanji, int *value) {
    for (int i = 0; i < limit; i++) {
        const char plain[] = {(char)('1' + i), '\0'};
        if (text_cut(text, plain) || text_cut(text, FULL_DIGITS[i]) ||
            (has_kanji && text_cut(text, KANJI_DIGITS[i]))) {
            *value = i;
            return true;
        }
    }
    return false;
}

static bool square_cut(Str *text, bool has_kanji, int *square) {
    int file, rank;
    if (!digit_cut(text, FILE_NB, false, &file) || !digit_cut(text, RANK_NB, has_kanji, &rank))
        return false;
    *square = square_make(file, rank);
    return true;
}

static bool origin_cut(Str *text, int *from) {
    if (!text_cut(text, "(") && !text_cut(text, "（"))
        return true;
    return square_cut(text, false, from) && (text_cut(text, ")") || text_cut(text, "）"));
}

// What follows the name of the piece: manners, 成 or 不成, 打, each at most once, and the origin.
static bool tail_parse(Str text, Pattern *pattern) {
    for (unsigned value; text.len;) {
        if (token_cut(&text, MANNERS, ARRAY_LEN(MANNERS), &value)) {
            if (pattern->manner & value)
                return false;
            pattern->manner |= value;
        } else if (token_cut(&text, PROMOTIONS, ARRAY_LEN(PROMOTIONS), &value)) {
            if (pattern->promotion != CHOICE_OPEN)
                return false;
            pattern->promotion = (Choice)value;
        } else if (!pattern->is_drop && text_cut(&text, "打")) {
            pattern->is_drop = true;
        } else {
            return origin_cut(&text, &pattern->from) && !text.len;
        }
    }
    return true;
}

static KanjiFault wish_parse(const Position *pos, Move last, Str text, Pattern *pattern) {
    *pattern = (Pattern){.from = SQUARE_NONE};
    text = str_trim(text);
    unsigned mark, kind;
    if (token_cut(&text, MARKS, ARRAY_LEN(MARKS), &mark) && mark != pos_side(pos))
        return KANJI_OTHER_SIDE;
    blank_cut(&text);
    if (text_cut(&text, "同")) {
        if (last == MOVE_NONE)
            return KANJI_NO_LAST;
        pattern->to = move_to(last);
    } else if (!square_cut(&text, true, &pattern->to)) {
        return KANJI_NO_MOVE;
    }
    blank_cut(&text);
    if (!token_cut(&text, PIECES, ARRAY_LEN(PIECES), &kind))
        return KANJI_NO_MOVE;
    pattern->kind = (Kind)kind;
    return tail_parse(text, pattern) ? KANJI_FINE : KANJI_NO_MOVE;
}

static bool wish_matches(const Position *pos, const Pattern *pattern, Bitboard origins, Move move) {
    if (move_to(move) != pattern->to)
        return false;
    if (move_is_drop(move))
        return move_drop_kind(move) == pattern->kind && pattern->from == SQUARE_NONE &&
               !pattern->manner && pattern->promotion != CHOICE_YES;
    const int from = move_from(move);
    if (pattern->is_drop || piece_kind(pos->board[from]) != pattern->kind ||
        (pattern->from != SQUARE_NONE && pattern->from != from))
        return false;
    const bool may_promote = pattern->promotion == CHOICE_YES ||
                             (pattern->promotion == CHOICE_OPEN && pattern->from == SQUARE_NONE);
    if (move_is_promotion(move) ? !may_promote : pattern->promotion == CHOICE_YES)
        return false;
    return !pattern->manner || !(pattern->manner & ~manner_of(pos, from, pattern->to, origins));
}

// Keeps the drops only if no piece on the board matches: then 打 is not needed.
static int prefer_board(Move *found, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!move_is_drop(found[i]))
            found[kept++] = found[i];
    return kept ? kept : count;
}

static void moves_list(const Position *pos, const Move *moves, int count, StrBuf *out) {
    enum { LISTED = 8 };
    for (int i = 0; i < count && i < LISTED; i++) {
        char text[MOVE_TEXT_MAX];
        move_format(pos, moves[i], text);
        strbuf_format(out, "%s%s", i ? ", " : "", text);
    }
    if (count > LISTED)
        strbuf_text(out, ", ...");
}

static Status not_legal(const Position *pos, const KanjiReading *reading, Error *error) {
    static const char *const WORDS[KIND_NB] = {
        "nothing",
        "pawn",
        "lance",
        "knight",
        "silver",
        "bishop",
        "rook",
        "gold",
        "king",
        "promoted pawn",
        "promoted lance",
        "promoted knight",
        "promoted silver",
        "horse",
        "dragon",
    };
    char square[SQUARE_TEXT_MAX], others[128];
    square_format(reading->to, square);
    StrBuf out = strbuf_init(others, sizeof others);
    Move moves[MOVE_MAX];
    int count = gen_legal(pos, moves), kept = 0;
    for (int i = 0; i < count; i++)
        if (move_to(moves[i]) == reading->to)
            moves[kept++] = moves[i];
    moves_list(pos, moves, kept, &out);
    return error_set(error, STATUS_BAD_INPUT, "not a legal move here: %s to %s; legal there: %s",
                     WORDS[reading->kind], square, kept ? others : "nothing");
}

void kanji_read(const Position *pos, Move last, Str text, KanjiReading *reading) {
    Pattern pattern;
    *reading = (KanjiReading){.fault = wish_parse(pos, last, text, &pattern)};
    if (reading->fault != KANJI_FINE)
        return;
    reading->to = pattern.to;
    reading->from = pattern.from;
    reading->kind = pattern.kind;
    reading->is_drop = pattern.is_drop;
    const Bitboard origins = origins_of(pos, pattern.kind, pattern.to);
    Move moves[MOVE_MAX];
    const int legal = gen_legal(pos, moves);
    for (int i = 0; i < legal; i++)
        if (wish_matches(pos, &pattern, origins, moves[i]))
            reading->moves[reading->count++] = moves[i];
    reading->count = prefer_board(reading->moves, reading->count);
}

static Status refuse(const Position *pos, KanjiFault fault, Error *error) {
    const char *const sides[COLOR_NB] = {"Black", "White"};
    if (fault == KANJI_OTHER_SIDE)
        return error_set(error, STATUS_BAD_INPUT, "the mark is that of %s, but %s is to move",
                         sides[color_other(pos_side(pos))], sides[pos_side(pos)]);
    if (fault == KANJI_NO_LAST)
        return error_set(error, STATUS_BAD_INPUT,
                         "to the same square: there is no move before this one");
    return error_set(error, STATUS_BAD_INPUT,
                     "this is not a move; expected file, rank and piece, or one like %s",
                     GAME_IS_MINISHOGI ? "2e2d" : "7g7f");
}

Status kanji_parse(const Position *pos, Move last, Str text, Move *move, Error *error) {
    KanjiReading reading;
    kanji_read(pos, last, text, &reading);
    if (reading.fault != KANJI_FINE)
        return refuse(pos, reading.fault, error);
    if (!reading.count)
        return not_legal(pos, &reading, error);
    if (reading.count > 1) {
        char candidates[128];
        StrBuf out = strbuf_init(candidates, sizeof candidates);
        moves_list(pos, reading.moves, reading.count, &out);
        return error_set(error, STATUS_BAD_INPUT, "ambiguous, it could be any of %s", candidates);
    }
    *move = reading.moves[0];
    return STATUS_OK;
}
