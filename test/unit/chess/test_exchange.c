// Static exchange evaluation against the definition, played literally on a board, and against
// positions counted by hand.
#include <stdlib.h>

#include "positions.h"

// A bare board for the recursion: no bitboards, no x-ray logic, lines walked square by square.
typedef struct Bare {
    Piece board[SQUARE_NB];
} Bare;

static bool on_board(int file, int rank) {
    return file >= 0 && file < FILE_NB && rank >= 0 && rank < RANK_NB;
}

static bool walks_to(const Bare *bare, Square from, Square to, int files, int ranks) {
    int file = (int)square_file(from) + files, rank = (int)square_rank(from) + ranks;
    for (; on_board(file, rank); file += files, rank += ranks) {
        const Square square = square_make((unsigned)file, (unsigned)rank);
        if (square == to)
            return true;
        if (bare->board[square])
            return false;
    }
    return false;
}

static bool attacks(const Bare *bare, Square from, Square to) {
    const int files = (int)square_file(to) - (int)square_file(from);
    const int ranks = (int)square_rank(to) - (int)square_rank(from);
    const int wide = abs(files), high = abs(ranks);
    const int file_step = (files > 0) - (files < 0), rank_step = (ranks > 0) - (ranks < 0);
    const Piece piece = bare->board[from];
    const bool is_diagonal = wide == high, is_straight = !wide || !high;
    switch (piece_kind(piece)) {
    case PAWN:
        return wide == 1 && ranks == (piece_color(piece) == FIRST ? 1 : -1);
    case KNIGHT:
        return wide * high == 2;
    case BISHOP:
        return is_diagonal && walks_to(bare, from, to, file_step, rank_step);
    case ROOK:
        return is_straight && walks_to(bare, from, to, file_step, rank_step);
    case QUEEN:
        return (is_diagonal || is_straight) && walks_to(bare, from, to, file_step, rank_step);
    case KING:
        return wide <= 1 && high <= 1;
    default:
        return false;
    }
}

// The square of the least valuable attacker of `color`, or SQUARE_NONE.
static Square least_attacker(const Bare *bare, Color color, Square to) {
    Square best = SQUARE_NONE;
    for (Square from = 0; from < SQUARE_NB; from++) {
        const Piece piece = bare->board[from];
        if (from == to || !piece || piece_color(piece) != color || !attacks(bare, from, to))
            continue;
        if (best == SQUARE_NONE || piece_kind(piece) < piece_kind(bare->board[best]))
            best = from;
    }
    return best;
}

static int value_at(const Bare *bare, Square square) {
    return EXCHANGE_VALUES[piece_kind(bare->board[square])];
}

// The best gain of `color` by capturing on `to` or not.
static int literal(Bare bare, Color color, Square to) {
    const Square from = least_attacker(&bare, color, to);
    if (from == SQUARE_NONE)
        return 0;
    int gain = value_at(&bare, to);
    const bool is_king = piece_kind(bare.board[from]) == KING;
    const bool promotes = piece_kind(bare.board[from]) == PAWN &&
                          (square_rank(to) == 0 || square_rank(to) == RANK_NB - 1);
    bare.board[to] = promotes ? piece_make(color, QUEEN) : bare.board[from];
    bare.board[from] = NO_PIECE;
    if (promotes)
        gain += EXCHANGE_VALUES[QUEEN] - EXCHANGE_VALUES[PAWN];
    if (is_king && least_attacker(&bare, color_other(color), to) != SQUARE_NONE)
        return 0;
    gain -= literal(bare, color_other(color), to);
    return gain > 0 ? gain : 0;
}

static int literal_exchange(const Position *pos, Move move) {
    if (move_is_castling(move))
        return 0;
    Bare bare;
    for (Square square = 0; square < SQUARE_NB; square++)
        bare.board[square] = pos->board[square];
    const Square from = move_from(move), to = move_to(move);
    const Color us = pos_side(pos);
    int gain = EXCHANGE_VALUES[pos_captured(pos, move)];
    bare.board[to] = bare.board[from];
    bare.board[from] = NO_PIECE;
    if (move_is_en_passant(move))
        bare.board[square_make(square_file(to), square_rank(from))] = NO_PIECE;
    if (move_is_promotion(move)) {
        bare.board[to] = piece_make(us, move_promotion(move));
        gain += EXCHANGE_VALUES[move_promotion(move)] - EXCHANGE_VALUES[PAWN];
    }
    return gain - literal(bare, color_other(us), to);
}

static void visit(Position *pos, Rng *rng) {
    (void)rng;
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        const int value = pos_exchange(pos, moves[i]), expected = literal_exchange(pos, moves[i]);
        if (value != expected) {
            char fen[POS_TEXT_MAX], text[MOVE_TEXT_MAX];
            pos_format(pos, fen);
            move_format(pos, moves[i], text);
            fail_msg("%s in %s: %d, expected %d", text, fen, value, expected);
        }
        if (!pos_is_tactical(pos, moves[i]))
            assert_true(value <= 0);
    }
}

static void test_literal(void **state) {
    (void)state;
    random_play(31, 12500, visit);
}

static void test_counted(void **state) {
    (void)state;
    static const struct {
        const char *fen, *move;
        int value;
    } CASES[] = {
        {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
        {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
        {"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0},
        {"3r4/4P3/8/6k1/8/8/8/4K3 w - - 0 1", "e7d8q", 1300},
        {"8/4Pk2/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", -100},
        {"4k3/8/8/3r4/4p3/3B4/8/4K3 w - - 0 1", "d3e4", 100},
        {"4k3/8/3r4/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", -300},
        {"4k3/8/8/8/3p4/8/4K3/3R4 w - - 0 1", "d1d4", 100},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(CASES); i++) {
        const Position pos = position_of(str_of(CASES[i].fen));
        Move move = MOVE_NONE;
        assert_int_equal(move_parse(&pos, str_of(CASES[i].move), &move, NULL), STATUS_OK);
        assert_int_equal(pos_exchange(&pos, move), CASES[i].value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_literal),
        cmocka_unit_test(test_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
