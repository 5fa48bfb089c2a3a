#include <assert.h>

#include "chess_inside.h"
#include "notation.h"

// Reading and writing FEN. The text comes from files and other programs and may be hostile, so
// every field is checked against the rules of chess, and the error names the first fault with its
// field and its square.

static const char *const COLOR_NAMES[] = {"White", "Black"};

enum { FULLMOVE_MAX = 65535, PAWNS_MAX = 8, PIECES_MAX = 16 };

#define BAD(...) error_set(error, STATUS_BAD_INPUT, __VA_ARGS__)

static Status parse_rank(Position *pos, Str text, unsigned rank, Error *error) {
    size_t file = 0;
    for (size_t i = 0; i < text.len; i++) {
        const char c = text.at[i];
        if (c >= '1' && c <= '8') {
            file += (size_t)(c - '0');
            continue;
        }
        const Piece piece = piece_parse(c);
        if (!piece)
            return BAD("piece placement: '%c' in rank %u is neither a piece letter nor 1 to 8", c,
                       rank + 1);
        if (file < FILE_NB)
            pos_put(pos, piece, square_make((unsigned)file, rank));
        file++;
    }
    if (file != FILE_NB)
        return BAD("piece placement: rank %u has %zu squares, must have 8", rank + 1, file);
    return STATUS_OK;
}

static Status parse_placement(Position *pos, Str field, Error *error) {
    if (!field.len)
        return BAD("the position is empty, expected a FEN");
    size_t ranks = 1;
    for (size_t i = 0; i < field.len; i++)
        ranks += field.at[i] == '/';
    if (ranks != RANK_NB)
        return BAD("piece placement: %zu ranks in '%.*s', must be 8", ranks, STR_ARG(field));
    for (unsigned rank = RANK_NB; rank-- > 0;)
        TRY(parse_rank(pos, str_until(&field, '/'), rank, error));
    return STATUS_OK;
}

static Status check_kings(const Position *pos, Color color, Error *error) {
    Bitboard kings = pos_pieces(pos, color, KING);
    const int count = bb_count(kings);
    if (count == 1)
        return STATUS_OK;
    if (count == 0)
        return BAD("piece placement: %s has no king, must have 1", COLOR_NAMES[color]);
    const Square one = bb_pop(&kings), two = bb_pop(&kings);
    return BAD("piece placement: %s has %d kings (%s, %s%s), must have 1", COLOR_NAMES[color],
               count, square_name(one).text, square_name(two).text, count > 2 ? ", ..." : "");
}

// Every piece more than at the start is a promoted pawn.
static Status check_counts(const Position *pos, Color color, Error *error) {
    static const int INITIAL[KIND_NB] = {[KNIGHT] = 2, [BISHOP] = 2, [ROOK] = 2, [QUEEN] = 1};
    const int pawns = bb_count(pos_pieces(pos, color, PAWN));
    const int pieces = bb_count(pos->colors[color]);
    if (pawns > PAWNS_MAX)
        return BAD("piece placement: %s has %d pawns, at most 8", COLOR_NAMES[color], pawns);
    if (pieces > PIECES_MAX)
        return BAD("piece placement: %s has %d pieces, at most 16", COLOR_NAMES[color], pieces);
    int promoted = 0;
    for (Kind kind = KNIGHT; kind <= QUEEN; kind++) {
        const int extra = bb_count(pos_pieces(pos, color, kind)) - INITIAL[kind];
        promoted += extra > 0 ? extra : 0;
    }
    if (promoted > PAWNS_MAX - pawns)
        return BAD("piece placement: %s has at least %d promoted pieces but only %d pawns missing",
                   COLOR_NAMES[color], promoted, PAWNS_MAX - pawns);
    return STATUS_OK;
}

Status pos_check_material(const Position *pos, Error *error) {
    const Bitboard stray = pos->kinds[PAWN] & (rank_bits(0) | rank_bits(7));
    if (stray)
        return BAD("piece placement: pawn on %s, pawns cannot stand on the first or last rank",
                   square_name(bb_first(stray)).text);
    for (int color = FIRST; color < COLOR_NB; color++) {
        TRY(check_kings(pos, (Color)color, error));
        TRY(check_counts(pos, (Color)color, error));
    }
    return STATUS_OK;
}

static Status parse_side(Position *pos, Str field, Error *error) {
    if (!field.len)
        return BAD("side to move: missing, must be w or b");
    if (!str_eq(field, "w") && !str_eq(field, "b"))
        return BAD("side to move: '%.*s', must be w or b", STR_ARG(field));
    pos->side = field.at[0] == 'w' ? FIRST : SECOND;
    return STATUS_OK;
}

// The rook of a castling letter: the outermost one on that side of the king for K and Q, the one on
// the named file for A to H. An empty set if there is none.
static Bitboard castling_rook(const Position *pos, Color color, char upper) {
    const Square king = pos_king(pos, color);
    const Bitboard home = rank_bits(rank_for(color, 0));
    const Bitboard rooks = pos_pieces(pos, color, ROOK) & home;
    const Bitboard left = rooks & (bb_of(king) - 1), right = rooks & ~left;
    if (upper == 'K')
        return right ? bb_of(63u - (Square)__builtin_clzll(right)) : 0;
    if (upper == 'Q')
        return left & -left;
    return rooks & file_bits((unsigned)(upper - 'A'));
}

static Status parse_castling_letter(Position *pos, char letter, Error *error) {
    const bool is_black = letter >= 'a' && letter <= 'z';
    const Color color = is_black ? SECOND : FIRST;
    const char upper = is_black ? (char)(letter - 'a' + 'A') : letter;
    if (upper != 'K' && upper != 'Q' && (upper < 'A' || upper > 'H'))
        return BAD("castling: '%c' is not one of KQkq, A to H, a to h, or -", letter);
    const char *name = is_black ? "black" : "white";
    const Square king = pos_king(pos, color);
    const unsigned home = rank_for(color, 0);
    if (square_rank(king) != home)
        return BAD("castling: %c needs the %s king on rank %u, it is on %s", letter, name, home + 1,
                   square_name(king).text);
    const Bitboard rook = castling_rook(pos, color, upper);
    if (!rook && upper >= 'A' && upper <= 'H')
        return BAD("castling: %c needs a %s rook on %s", letter, name,
                   square_name(square_make((unsigned)(upper - 'A'), home)).text);
    if (!rook)
        return BAD("castling: %c needs a %s rook %s of the king on rank %u", letter, name,
                   upper == 'K' ? "right" : "left", home + 1);
    // Each side of the king has at most one right: these are the rooks on the same side as this
    // one.
    const Bitboard left = bb_of(king) - 1;
    const Bitboard same_side = rook & left ? left : ~left;
    if (pos->castling_rooks & pos->colors[color] & same_side)
        return BAD("castling: %c is the second right of %s on that side", letter,
                   COLOR_NAMES[color]);
    pos->castling_rooks |= rook;
    return STATUS_OK;
}

static Status parse_castling(Position *pos, Str field, Error *error) {
    if (!field.len)
        return BAD("castling: missing, must be - or letters like KQkq");
    if (str_eq(field, "-"))
        return STATUS_OK;
    if (field.len > 4)
        return BAD("castling: '%.*s' has more than four letters", STR_ARG(field));
    for (size_t i = 0; i < field.len; i++)
        TRY(parse_castling_letter(pos, field.at[i], error));
    return STATUS_OK;
}

Status pos_offer_en_passant(Position *pos, Square square, Error *error) {
    const Color us = pos_side(pos), them = color_other(us);
    const SquareName name = square_name(square);
    if (square_rank(square) != rank_for(us, 5))
        return BAD("en passant: %s must be on rank %u when %s is to move", name.text,
                   rank_for(us, 5) + 1, COLOR_NAMES[us]);
    const Square victim = en_passant_victim(square), origin = square ^ 24;
    if (pos->board[victim] != piece_make(them, PAWN))
        return BAD("en passant: %s needs a %s pawn on %s", name.text,
                   them == FIRST ? "white" : "black", square_name(victim).text);
    if (pos->board[square] || pos->board[origin])
        return BAD("en passant: %s needs %s and %s empty, the pawn has just passed them", name.text,
                   name.text, square_name(origin).text);
    if (en_passant_is_possible(pos, us, square, pos_occupied(pos) ^ bb_of(victim)))
        pos->en_passant = (uint8_t)square;
    return STATUS_OK;
}

static Status parse_en_passant(Position *pos, Str field, Error *error) {
    if (!field.len)
        return BAD("en passant: missing, must be - or a square");
    if (str_eq(field, "-"))
        return STATUS_OK;
    Square square = 0;
    if (!square_parse(field, &square))
        return BAD("en passant: '%.*s' is neither - nor a square", STR_ARG(field));
    return pos_offer_en_passant(pos, square, error);
}

static Status parse_counters(Position *pos, Str *rest, Error *error) {
    const Str halfmove_text = str_word(rest), fullmove_text = str_word(rest);
    int64_t halfmove = 0, fullmove = 1;
    if (halfmove_text.len && !str_int(halfmove_text, 0, HALFMOVE_MAX, &halfmove))
        return BAD("halfmove clock: '%.*s', must be a number from 0 to %d", STR_ARG(halfmove_text),
                   HALFMOVE_MAX);
    // Some programs write 0 before the first move; that is refused.
    if (fullmove_text.len && !str_int(fullmove_text, 1, FULLMOVE_MAX, &fullmove))
        return BAD("move number: '%.*s', must be a number from 1 to %d", STR_ARG(fullmove_text),
                   FULLMOVE_MAX);
    pos->halfmove = (uint32_t)halfmove;
    pos->ply = (uint32_t)(fullmove - 1) * 2 + pos->side;
    return STATUS_OK;
}

static Status check_checks(const Position *pos, Error *error) {
    const Color us = pos_side(pos), them = color_other(us);
    if (pos_attackers(pos, us, pos_king(pos, them), pos_occupied(pos)))
        return BAD("the side not to move (%s) is in check", COLOR_NAMES[them]);
    if (bb_count(pos->checkers) > 2)
        return BAD("%s is in check from %d pieces at once, at most 2 are possible", COLOR_NAMES[us],
                   bb_count(pos->checkers));
    return STATUS_OK;
}

Status pos_accept(Position *pos, Error *error) {
    pos_refresh(pos, pos_side(pos));
    TRY(check_checks(pos, error));
    pos->key = pos_compute_key(pos);
    pos_set_chess960(pos, false);
    assert(pos_check(pos, NULL) == STATUS_OK);
    return STATUS_OK;
}

Status pos_parse(Position *pos, Str text, Error *error) {
    Position fresh = {.en_passant = SQUARE_NONE};
    Str rest = text;
    TRY(parse_placement(&fresh, str_word(&rest), error));
    TRY(pos_check_material(&fresh, error));
    TRY(parse_side(&fresh, str_word(&rest), error));
    TRY(parse_castling(&fresh, str_word(&rest), error));
    TRY(parse_en_passant(&fresh, str_word(&rest), error));
    TRY(parse_counters(&fresh, &rest, error));
    rest = str_trim(rest);
    if (rest.len)
        return BAD("'%.*s' after the position, expected nothing more", STR_ARG(rest));
    TRY(pos_accept(&fresh, error));
    *pos = fresh;
    return STATUS_OK;
}

static void format_placement(const Position *pos, StrBuf *out) {
    for (unsigned rank = RANK_NB; rank-- > 0;) {
        int empty = 0;
        for (unsigned file = 0; file < FILE_NB; file++) {
            const Piece piece = pos->board[square_make(file, rank)];
            if (!piece) {
                empty++;
                continue;
            }
            if (empty)
                strbuf_char(out, (char)('0' + empty));
            empty = 0;
            strbuf_char(out, piece_letter(piece));
        }
        if (empty)
            strbuf_char(out, (char)('0' + empty));
        if (rank)
            strbuf_char(out, '/');
    }
}

// K and Q mean the outermost rook; a right of another rook needs its file's letter.
static char castling_letter(const Position *pos, Color color, Square rook) {
    const char usual = rook > pos_king(pos, color) ? 'K' : 'Q';
    const bool is_outermost = castling_rook(pos, color, usual) == bb_of(rook);
    const char upper = is_outermost ? usual : (char)('A' + square_file(rook));
    return color == FIRST ? upper : (char)(upper - 'A' + 'a');
}

static void format_castling(const Position *pos, StrBuf *out) {
    if (!pos->castling_rooks)
        strbuf_char(out, '-');
    for (int color = FIRST; color < COLOR_NB; color++) {
        const Bitboard rooks = pos->castling_rooks & pos->colors[color];
        const Bitboard left = bb_of(pos_king(pos, (Color)color)) - 1;
        if (rooks & ~left)
            strbuf_char(out, castling_letter(pos, (Color)color, bb_first(rooks & ~left)));
        if (rooks & left)
            strbuf_char(out, castling_letter(pos, (Color)color, bb_first(rooks & left)));
    }
}

void pos_format(const Position *pos, char text[POS_TEXT_MAX]) {
    StrBuf out = strbuf_init(text, POS_TEXT_MAX);
    format_placement(pos, &out);
    strbuf_text(&out, pos_side(pos) == FIRST ? " w " : " b ");
    format_castling(pos, &out);
    const bool has_en_passant = pos->en_passant != SQUARE_NONE;
    strbuf_format(&out, " %s %u %u", has_en_passant ? square_name(pos->en_passant).text : "-",
                  pos->halfmove, pos->ply / 2 + 1);
    assert(!out.is_cut);
}
