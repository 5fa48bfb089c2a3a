#include "position.h"

#include <assert.h>
#include <string.h>

#include "board_attacks.h"
#include "zobrist.h"

const PieceInfo PIECE_INFO[KIND_NB] = {
#define PIECE(kind, letter, kanji, count, value) [kind] = {letter, kanji, count, value},
#include "pieces.def"
#undef PIECE
};

const uint8_t HAND_SHIFT[HAND_KIND_NB] = {
    [PAWN] = 0, [LANCE] = 6, [KNIGHT] = 10, [SILVER] = 14, [BISHOP] = 18, [ROOK] = 21, [GOLD] = 24};

void pos_clear(Position *pos) {
    memset(pos, 0, sizeof *pos);
    pos->king[FIRST] = pos->king[SECOND] = SQUARE_NONE;
}

// Puts a piece on the bitboards, or removes it: the operation is its own inverse.
ALWAYS_INLINE void flip(Position *pos, Color color, Kind kind, int square) {
    const Bitboard bit = bb_of(square);
    pos->color[color] ^= bit;
    pos->kind[kind] ^= bit;
    if (kind_moves_like_gold(kind))
        pos->golds ^= bit;
}

void pos_put(Position *pos, Color color, Kind kind, int square) {
    assert(!pos->board[square]);
    flip(pos, color, kind, square);
    pos->board[square] = piece_make(color, kind);
    if (kind == KING)
        pos->king[color] = (uint8_t)square;
}

static Key key_of_board(const Position *pos) {
    Key key = pos_side(pos) == SECOND ? ZOBRIST.side : 0;
    for (Bitboard rest = pos_occupied(pos); rest;) {
        const int square = bb_pop(&rest);
        const Piece piece = pos->board[square];
        key ^= ZOBRIST.board[piece_color(piece)][piece_kind(piece)][square];
    }
    return key;
}

static Key key_of_hands(const Position *pos) {
    Key key = 0;
    for (Color color = FIRST; color < COLOR_NB; color++)
        for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++)
            key += ZOBRIST.hand[color][kind] * (Key)hand_count(pos->hand[color], kind);
    return key;
}

// Finds the attackers and the shields of the king of the side to move, in one pass over the sliders
// on lines to it.
static void find_checkers(Position *pos) {
    const Color us = pos_side(pos), them = color_other(us);
    const int king = pos->king[us];
    pos->checkers = pos->pinned = 0;
    if (king == SQUARE_NONE)
        return;
    const Bitboard occupied = pos_occupied(pos);
    Bitboard checkers = board_step_attackers(pos, them, king);
    Bitboard pinned = 0;
    for (Bitboard rest = board_sliders_towards(pos, them, king); rest;) {
        const int slider = bb_pop(&rest);
        const Bitboard blockers = attacks_between(king, slider) & occupied;
        if (!blockers)
            checkers |= bb_of(slider);
        else if (!bb_has_many(blockers))
            pinned |= blockers;
    }
    pos->checkers = checkers;
    pos->pinned = pinned & pos->color[us];
}

void pos_settle(Position *pos) {
    pos->board_key = key_of_board(pos);
    pos->hand_key = key_of_hands(pos);
    find_checkers(pos);
}

static void pass_turn(Position *pos, int plies) {
    pos->side ^= 1;
    pos->ply += plies;
}

ALWAYS_INLINE void remember(const Position *pos, Piece captured, Undo *undo) {
    undo->checkers = pos->checkers;
    undo->pinned = pos->pinned;
    undo->board_key = pos->board_key;
    undo->hand_key = pos->hand_key;
    undo->captured = captured;
}

void pos_do(Position *pos, Move move, Undo *undo) {
    assert(pos_is_legal(pos, move));
    const Color us = pos_side(pos), them = color_other(us);
    const int to = move_to(move);
    const Piece captured = move_is_drop(move) ? 0 : pos->board[to];
    remember(pos, captured, undo);
    Key key = pos->board_key ^ ZOBRIST.side;

    if (move_is_drop(move)) {
        const Kind kind = move_drop_kind(move);
        pos->hand[us] -= hand_one(kind);
        pos->hand_key -= ZOBRIST.hand[us][kind];
        flip(pos, us, kind, to);
        pos->board[to] = piece_make(us, kind);
        key ^= ZOBRIST.board[us][kind][to];
    } else {
        const int from = move_from(move);
        const Kind kind = piece_kind(pos->board[from]);
        const Kind after = move_is_promotion(move) ? kind_promoted(kind) : kind;
        if (captured) {
            const Kind taken = piece_kind(captured), gained = kind_base(taken);
            flip(pos, them, taken, to);
            key ^= ZOBRIST.board[them][taken][to];
            pos->hand[us] += hand_one(gained);
            pos->hand_key += ZOBRIST.hand[us][gained];
        }
        flip(pos, us, kind, from);
        flip(pos, us, after, to);
        pos->board[from] = 0;
        pos->board[to] = piece_make(us, after);
        key ^= ZOBRIST.board[us][kind][from] ^ ZOBRIST.board[us][after][to];
        if (kind == KING)
            pos->king[us] = (uint8_t)to;
    }
    pos->board_key = key;
    pass_turn(pos, 1);
    find_checkers(pos);
    assert(pos_check(pos, NULL) == STATUS_OK);
}

void pos_undo(Position *pos, Move move, const Undo *undo) {
    pass_turn(pos, -1);
    const Color us = pos_side(pos), them = color_other(us);
    const int to = move_to(move);
    if (move_is_drop(move)) {
        const Kind kind = move_drop_kind(move);
        pos->hand[us] += hand_one(kind);
        flip(pos, us, kind, to);
        pos->board[to] = 0;
    } else {
        const int from = move_from(move);
        const Kind after = piece_kind(pos->board[to]);
        const Kind kind = move_is_promotion(move) ? kind_base(after) : after;
        flip(pos, us, after, to);
        flip(pos, us, kind, from);
        pos->board[from] = piece_make(us, kind);
        pos->board[to] = undo->captured;
        if (undo->captured) {
            const Kind taken = piece_kind(undo->captured);
            flip(pos, them, taken, to);
            pos->hand[us] -= hand_one(kind_base(taken));
        }
        if (kind == KING)
            pos->king[us] = (uint8_t)from;
    }
    pos->checkers = undo->checkers;
    pos->pinned = undo->pinned;
    pos->board_key = undo->board_key;
    pos->hand_key = undo->hand_key;
}

void pos_pass(Position *pos, Undo *undo) {
    assert(!pos_in_check(pos));
    remember(pos, 0, undo);
    pos->board_key ^= ZOBRIST.side;
    pass_turn(pos, 1);
    find_checkers(pos);
}

void pos_unpass(Position *pos, const Undo *undo) {
    pass_turn(pos, -1);
    pos->checkers = undo->checkers;
    pos->pinned = undo->pinned;
    pos->board_key = undo->board_key;
}

Key pos_key_after(const Position *pos, Move move) {
    const Color us = pos_side(pos), them = color_other(us);
    const int to = move_to(move);
    const Key board = pos->board_key ^ ZOBRIST.side;
    if (move_is_drop(move)) {
        const Kind kind = move_drop_kind(move);
        return (board ^ ZOBRIST.board[us][kind][to]) + pos->hand_key - ZOBRIST.hand[us][kind];
    }
    const int from = move_from(move);
    const Kind kind = piece_kind(pos->board[from]);
    const Kind after = move_is_promotion(move) ? kind_promoted(kind) : kind;
    const Key moved = board ^ ZOBRIST.board[us][kind][from] ^ ZOBRIST.board[us][after][to];
    const Piece captured = pos->board[to];
    if (!captured)
        return moved + pos->hand_key;
    const Kind taken = piece_kind(captured);
    return (moved ^ ZOBRIST.board[them][taken][to]) + pos->hand_key +
           ZOBRIST.hand[us][kind_base(taken)];
}

void pos_start(Position *pos) {
    const Status status = pos_parse(pos, str_of(GAME_START), NULL);
    assert(status == STATUS_OK);
    (void)status;
}

// Recomputes the derived fields and compares them with the stored ones.
Status pos_check(const Position *pos, Error *error) {
    Position fresh;
    pos_clear(&fresh);
    for (int square = 0; square < SQUARE_NB; square++)
        if (pos->board[square])
            pos_put(&fresh, piece_color(pos->board[square]), piece_kind(pos->board[square]),
                    square);
    fresh.side = pos->side;
    fresh.ply = pos->ply;
    fresh.hand[FIRST] = pos->hand[FIRST];
    fresh.hand[SECOND] = pos->hand[SECOND];
    pos_settle(&fresh);
    const struct {
        const char *name;
        bool is_same;
    } fields[] = {
        {"kind", memcmp(fresh.kind, pos->kind, sizeof fresh.kind) == 0},
        {"golds", fresh.golds == pos->golds},
        {"color", memcmp(fresh.color, pos->color, sizeof fresh.color) == 0},
        {"king", memcmp(fresh.king, pos->king, sizeof fresh.king) == 0},
        {"board_key", fresh.board_key == pos->board_key},
        {"hand_key", fresh.hand_key == pos->hand_key},
        {"checkers", fresh.checkers == pos->checkers},
        {"pinned", fresh.pinned == pos->pinned},
        {"hand", ((pos->hand[FIRST] | pos->hand[SECOND]) & HAND_SPARE_BITS) == 0},
    };
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        if (!fields[i].is_same)
            return error_set(error, STATUS_BAD_INPUT, "position field %s is wrong", fields[i].name);
    const Color them = color_other(pos_side(pos));
    if (pos_has_king(pos, them) &&
        pos_attackers(pos, pos_side(pos), pos->king[them], pos_occupied(pos)))
        return error_set(error, STATUS_BAD_INPUT, "the side not to move is in check");
    return STATUS_OK;
}
