#include "hands.h"

#include "zobrist.h"

Key pos_board_key_after(const Position *pos, Move move) {
    const Color us = pos_side(pos);
    const int to = move_to(move);
    const Key key = pos->board_key ^ ZOBRIST.side;
    if (move_is_drop(move))
        return key ^ ZOBRIST.board[us][move_drop_kind(move)][to];
    const int from = move_from(move);
    const Kind kind = piece_kind(pos->board[from]);
    const Kind after = move_is_promotion(move) ? kind_promoted(kind) : kind;
    const Key moved = key ^ ZOBRIST.board[us][kind][from] ^ ZOBRIST.board[us][after][to];
    const Piece captured = pos->board[to];
    return captured ? moved ^ ZOBRIST.board[color_other(us)][piece_kind(captured)][to] : moved;
}

Hand pos_hand_after(const Position *pos, Move move, Hand hand) {
    if (move_is_drop(move))
        return hand - hand_one(move_drop_kind(move));
    const Kind captured = pos_captured(pos, move);
    return captured ? hand + hand_one(kind_base(captured)) : hand;
}

Hand pos_hand_before(const Position *pos, Move move, Hand hand) {
    if (move_is_drop(move))
        return hand + hand_one(move_drop_kind(move));
    const Kind captured = pos_captured(pos, move);
    const bool needs_captured = captured && hand_count(hand, kind_base(captured));
    return needs_captured ? hand - hand_one(kind_base(captured)) : hand;
}

Hand pos_hand_withheld(const Position *pos) {
    const Color us = pos_side(pos);
    if (bb_has_many(pos->checkers))
        return 0;
    const Bitboard between = attacks_between(pos->king[us], bb_first(pos->checkers));
    if (!between)
        return 0;
    const Hand lacked = hand_kinds_lacked(pos->hand[color_other(us)], pos->hand[us]);
    const Bitboard files = bb_files_without(pos_pieces(pos, us, PAWN));
    const bool has_pawn_square = between & files & ~bb_far_ranks(us, 1);
    return has_pawn_square ? lacked : lacked & ~hand_kinds_held(lacked, hand_one(PAWN));
}
