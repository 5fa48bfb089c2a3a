// Static exchange evaluation against a literal implementation: a board of bytes, attacks walked
// step by step, recursion.
#include "positions.h"

#include "notation.h"

// Whether the piece on `from` attacks `to` on this board, square by square.
static bool attacks_literally(const Piece *board, int from, int to) {
    const Piece piece = board[from];
    const int forward = piece_color(piece) == FIRST ? -1 : 1;
    const int files = square_file(to) - square_file(from);
    const int ranks = (square_rank(to) - square_rank(from)) * forward; // positive: forward
    const int wide = abs(files), high = abs(ranks);
    const bool is_near = wide <= 1 && high <= 1 && (wide || high);
    bool slides_straight = false, slides_diagonally = false, slides_forward = false;
    switch (piece_kind(piece)) {
    case PAWN:
        return files == 0 && ranks == 1;
    case KNIGHT:
        return wide == 1 && ranks == 2;
    case SILVER:
        return is_near && (ranks == 1 || (ranks == -1 && wide == 1));
    case KING:
        return is_near;
    case LANCE:
        slides_forward = true;
        break;
    case BISHOP:
        slides_diagonally = true;
        break;
    case ROOK:
        slides_straight = true;
        break;
    case HORSE:
        if (is_near)
            return true;
        slides_diagonally = true;
        break;
    case DRAGON:
        if (is_near)
            return true;
        slides_straight = true;
        break;
    default: // gold and what moves like it
        return is_near && !(ranks == -1 && wide == 1);
    }
    const bool is_in_line = (slides_straight && (!wide || !high)) ||
                            (slides_diagonally && wide == high) ||
                            (slides_forward && !wide && ranks > 0);
    if (!is_in_line || from == to)
        return false;
    const int file_step = (files > 0) - (files < 0);
    const int rank_step = ((ranks > 0) - (ranks < 0)) * forward;
    int square = from + file_step * RANK_NB + rank_step;
    for (; square != to; square += file_step * RANK_NB + rank_step)
        if (board[square])
            return false;
    return true;
}

static int swing(Kind kind) {
    return PIECE_INFO[kind].value + PIECE_INFO[kind_base(kind)].value;
}

static bool is_attacked_literally(const Piece *board, Color by, int square) {
    for (int from = 0; from < SQUARE_NB; from++)
        if (board[from] && piece_color(board[from]) == by && attacks_literally(board, from, square))
            return true;
    return false;
}

// The best `side` can get by capturing on `square` or leaving it.
static int capture_literally(Piece *board, Color side, int square) {
    int best = -1;
    for (int from = 0; from < SQUARE_NB; from++) {
        if (!board[from] || piece_color(board[from]) != side ||
            !attacks_literally(board, from, square))
            continue;
        if (best < 0 || swing(piece_kind(board[from])) < swing(piece_kind(board[best])))
            best = from;
    }
    if (best < 0)
        return 0;
    const Piece mover = board[best], target = board[square];
    const Kind kind = piece_kind(mover);
    const bool promotes = kind_can_promote(kind) && (square_depth(side, best) < ZONE_RANKS ||
                                                     square_depth(side, square) < ZONE_RANKS);
    const Kind after = promotes ? kind_promoted(kind) : kind;
    board[best] = 0;
    board[square] = piece_make(side, after);
    int value = swing(piece_kind(target)) + PIECE_INFO[after].value - PIECE_INFO[kind].value;
    if (kind == KING && is_attacked_literally(board, color_other(side), square))
        value = 0;
    else
        value -= capture_literally(board, color_other(side), square);
    board[best] = mover;
    board[square] = target;
    return value > 0 ? value : 0;
}

static int exchange_literally(const Position *pos, Move move) {
    Piece board[SQUARE_NB];
    memcpy(board, pos->board, sizeof board);
    const Color us = pos_side(pos);
    const int to = move_to(move);
    int value = 0;
    if (move_is_drop(move)) {
        board[to] = piece_make(us, move_drop_kind(move));
    } else {
        const Kind kind = piece_kind(board[move_from(move)]);
        const Kind after = move_is_promotion(move) ? kind_promoted(kind) : kind;
        if (board[to])
            value = swing(piece_kind(board[to]));
        value += PIECE_INFO[after].value - PIECE_INFO[kind].value;
        board[move_from(move)] = 0;
        board[to] = piece_make(us, after);
    }
    return value - capture_literally(board, color_other(us), to);
}

static long compared, unequal_zero;

static void visit(Position *pos, Rng *rng) {
    (void)rng;
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    for (int i = 0; i < count; i++) {
        const int found = pos_exchange(pos, moves[i]);
        const int expected = exchange_literally(pos, moves[i]);
        if (found != expected) {
            char text[POS_TEXT_MAX], move[MOVE_TEXT_MAX];
            pos_format(pos, text);
            move_format(pos, moves[i], move);
            fail_msg("%s %s: %d, expected %d", text, move, found, expected);
        }
        compared++;
        unequal_zero += found != 0;
    }
}

static void test_random_play(void **state) {
    (void)state;
    random_play(7, 3000, visit);
    testing_note("%ld moves, %ld with an exchange\n", compared, unequal_zero);
    assert_true(unequal_zero > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_play)};
    return cmocka_run_group_tests_name("exchange " GAME_NAME, tests, NULL, NULL);
}
