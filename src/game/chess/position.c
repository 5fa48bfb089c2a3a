#include "position.h"

#include <assert.h>
#include <string.h>

#include "base/rng.h"
#include "chess_inside.h"

ZobristKeys ZOBRIST;

__attribute__((constructor)) static void keys_fill(void) {
    uint64_t n = 1;
    for (Kind kind = PAWN; kind < KIND_NB; kind++)
        for (int color = FIRST; color < COLOR_NB; color++)
            for (Square square = 0; square < SQUARE_NB; square++)
                ZOBRIST.pieces[piece_make((Color)color, kind)][square] = rng_mix(n++);
    for (Square square = 0; square < SQUARE_NB; square++)
        ZOBRIST.castling[square] = rng_mix(n++);
    for (Square square = 0; square < SQUARE_NB; square++)
        ZOBRIST.en_passant[square] = rng_mix(n++);
    ZOBRIST.side = rng_mix(n);
}

Key pos_compute_key(const Position *pos) {
    Key key = pos_side(pos) == SECOND ? ZOBRIST.side : 0;
    for (Square square = 0; square < SQUARE_NB; square++)
        key ^= ZOBRIST.pieces[pos->board[square]][square];
    Bitboard rooks = pos->castling_rooks;
    while (rooks)
        key ^= ZOBRIST.castling[bb_pop(&rooks)];
    return key ^ ZOBRIST.en_passant[pos->en_passant];
}

void pos_start(Position *pos) {
    static const char START[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const Status status = pos_parse(pos, (Str){START, sizeof START - 1}, NULL);
    assert(status == STATUS_OK);
    (void)status;
}

// The changes of a move besides the board, computed before the board changes: shared by pos_do and
// pos_key_after, so that they agree.
typedef struct Change {
    Key key;           // of the position after the move
    Bitboard lost;     // rooks that lose the right to castle
    Square en_passant; // the square of a legal en passant reply
} Change;

ALWAYS_INLINE Key castling_key(Color us, Square king, Square rook) {
    const Key *kings = ZOBRIST.pieces[piece_make(us, KING)];
    const Key *rooks = ZOBRIST.pieces[piece_make(us, ROOK)];
    return kings[king] ^ kings[castling_king_to(king, rook)] ^ rooks[rook] ^
           rooks[castling_rook_to(king, rook)];
}

ALWAYS_INLINE Change change_of(const Position *pos, Color us, Move move) {
    const Color them = color_other(us);
    const Square from = move_from(move), to = move_to(move);
    const MoveType type = move_type(move);
    const Piece piece = pos->board[from];
    const bool is_king = piece == piece_make(us, KING);
    Change change = {.key = pos->key ^ ZOBRIST.side ^ ZOBRIST.en_passant[pos->en_passant],
                     .lost = (bb_of(from) | bb_of(to) | (is_king ? pos->colors[us] : 0)) &
                             pos->castling_rooks,
                     .en_passant = SQUARE_NONE};
    if (UNLIKELY(type == MOVE_CASTLING)) {
        change.key ^= castling_key(us, from, to);
    } else {
        const Kind kind = move_promotion(move);
        const Piece settled = kind ? piece_make(us, kind) : piece;
        change.key ^= ZOBRIST.pieces[piece][from] ^ ZOBRIST.pieces[settled][to] ^
                      ZOBRIST.pieces[pos->board[to]][to];
        if (UNLIKELY(type == MOVE_EN_PASSANT))
            change.key ^= ZOBRIST.pieces[piece_make(them, PAWN)][en_passant_victim(to)];
    }
    if (piece == piece_make(us, PAWN) && (from ^ to) == 16) {
        const Square skipped = (from + to) / 2;
        const Bitboard occupied = pos_occupied(pos) ^ bb_of(from);
        if (en_passant_is_possible(pos, them, skipped, occupied))
            change.en_passant = skipped;
        change.key ^= ZOBRIST.en_passant[change.en_passant];
    }
    for (Bitboard lost = change.lost; lost;)
        change.key ^= ZOBRIST.castling[bb_pop(&lost)];
    return change;
}

Key pos_key_after(const Position *pos, Move legal) {
    return change_of(pos, pos_side(pos), legal).key;
}

// Puts a piece on an empty square, or removes it: the operation is its own inverse.
ALWAYS_INLINE void toggle(Position *pos, Color color, Kind kind, Bitboard bits) {
    pos->colors[color] ^= bits;
    pos->kinds[kind] ^= bits;
}

// King and rook may change places or stay, so both leave the board before either returns.
static void castling_move(Position *pos, Color us, Square king_from, Square rook_from,
                          Square king_to, Square rook_to) {
    toggle(pos, us, KING, bb_of(king_from));
    toggle(pos, us, ROOK, bb_of(rook_from));
    pos->board[king_from] = pos->board[rook_from] = NO_PIECE;
    toggle(pos, us, KING, bb_of(king_to));
    toggle(pos, us, ROOK, bb_of(rook_to));
    pos->board[king_to] = piece_make(us, KING);
    pos->board[rook_to] = piece_make(us, ROOK);
}

// Everything but castling. A captured NO_PIECE changes nothing, which saves an unpredictable
// branch.
ALWAYS_INLINE Piece step_move(Position *pos, Color us, Move move) {
    const Color them = color_other(us);
    const Square from = move_from(move), to = move_to(move);
    const Bitboard from_bit = bb_of(from), to_bit = bb_of(to);
    const Kind kind = piece_kind(pos->board[from]);
    const Piece captured = pos->board[to];
    pos->colors[them] &= ~to_bit;
    pos->kinds[piece_kind(captured)] &= ~to_bit;
    toggle(pos, us, kind, from_bit | to_bit);
    pos->board[to] = pos->board[from];
    pos->board[from] = NO_PIECE;
    if (LIKELY(move_type(move) == MOVE_NORMAL))
        return captured;
    if (move_is_promotion(move)) {
        pos->kinds[PAWN] ^= to_bit;
        pos->kinds[move_promotion(move)] ^= to_bit;
        pos->board[to] = piece_make(us, move_promotion(move));
        return captured;
    }
    const Square victim = en_passant_victim(to);
    toggle(pos, them, PAWN, bb_of(victim));
    pos->board[victim] = NO_PIECE;
    return piece_make(them, PAWN);
}

ALWAYS_INLINE void do_as(Position *pos, Color us, Move move, Undo *undo) {
    const Change change = change_of(pos, us, move);
    *undo = (Undo){pos->checkers, pos->pinned,     pos->castling_rooks, pos->key,
                   pos->halfmove, pos->reversible, pos->en_passant,     NO_PIECE};
    const Square from = move_from(move), to = move_to(move);
    const bool is_pawn = pos->board[from] == piece_make(us, PAWN);
    if (UNLIKELY(move_is_castling(move)))
        castling_move(pos, us, from, to, castling_king_to(from, to), castling_rook_to(from, to));
    else
        undo->captured = step_move(pos, us, move);
    const bool is_final = is_pawn | (undo->captured != NO_PIECE);
    pos->key = change.key;
    pos->castling_rooks ^= change.lost;
    pos->en_passant = (uint8_t)change.en_passant;
    pos->ply++;
    pos->halfmove = is_final ? 0 : pos->halfmove + 1;
    pos->reversible = is_final || change.lost ? 0 : pos->reversible + 1;
    pos->side = (uint8_t)color_other(us);
    pos_refresh(pos, color_other(us));
}

void pos_do(Position *pos, Move legal, Undo *undo) {
    assert(pos_is_legal(pos, legal));
    if (pos_side(pos) == FIRST)
        do_as(pos, FIRST, legal, undo);
    else
        do_as(pos, SECOND, legal, undo);
}

static void restore(Position *pos, const Undo *undo) {
    pos->checkers = undo->checkers;
    pos->pinned = undo->pinned;
    pos->castling_rooks = undo->castling_rooks;
    pos->key = undo->key;
    pos->halfmove = undo->halfmove;
    pos->reversible = undo->reversible;
    pos->en_passant = undo->en_passant;
    pos->ply--;
    pos->side ^= 1;
}

ALWAYS_INLINE void undo_as(Position *pos, Color us, Move move, const Undo *undo) {
    const Color them = color_other(us);
    const Square from = move_from(move), to = move_to(move);
    if (UNLIKELY(move_is_castling(move))) {
        castling_move(pos, us, castling_king_to(from, to), castling_rook_to(from, to), from, to);
        return;
    }
    const Bitboard from_bit = bb_of(from), to_bit = bb_of(to);
    if (UNLIKELY(move_is_promotion(move))) {
        pos->kinds[move_promotion(move)] ^= to_bit;
        pos->kinds[PAWN] ^= to_bit;
        pos->board[to] = piece_make(us, PAWN);
    }
    toggle(pos, us, piece_kind(pos->board[to]), from_bit | to_bit);
    pos->board[from] = pos->board[to];
    pos->board[to] = NO_PIECE;
    const Square victim = UNLIKELY(move_is_en_passant(move)) ? en_passant_victim(to) : to;
    const Bitboard victim_bit = undo->captured ? bb_of(victim) : 0;
    toggle(pos, them, piece_kind(undo->captured), victim_bit);
    pos->board[victim] = undo->captured;
}

void pos_undo(Position *pos, Move move, const Undo *undo) {
    restore(pos, undo);
    if (pos_side(pos) == FIRST)
        undo_as(pos, FIRST, move, undo);
    else
        undo_as(pos, SECOND, move, undo);
}

void pos_pass(Position *pos, Undo *undo) {
    assert(!pos_in_check(pos));
    *undo = (Undo){pos->checkers, pos->pinned,     pos->castling_rooks, pos->key,
                   pos->halfmove, pos->reversible, pos->en_passant,     NO_PIECE};
    pos->key ^= ZOBRIST.side ^ ZOBRIST.en_passant[pos->en_passant];
    pos->en_passant = SQUARE_NONE;
    pos->ply++;
    pos->halfmove++;
    pos->reversible = 0; // no game has a pass, so no repetition reaches across it
    pos->side ^= 1;
    pos_refresh(pos, pos_side(pos));
}

void pos_unpass(Position *pos, const Undo *undo) {
    restore(pos, undo);
}

// True if standard notation cannot express the rights: it has only kings on e and rooks in the
// corners.
static bool needs_chess960(const Position *pos) {
    for (int color = FIRST; color < COLOR_NB; color++) {
        const Bitboard rooks = pos->castling_rooks & pos->colors[color];
        if (rooks && square_file(pos_king(pos, (Color)color)) != 4)
            return true;
    }
    return pos->castling_rooks & ~(FILE_A_BITS | FILE_H_BITS);
}

void pos_set_chess960(Position *pos, bool is_chess960) {
    pos->is_chess960 = is_chess960 || needs_chess960(pos);
}

static Status check_board(const Position *pos, Error *error) {
    Position again = {0};
    for (Square square = 0; square < SQUARE_NB; square++) {
        const Piece piece = pos->board[square];
        const Kind kind = piece_kind(piece);
        if (piece >= PIECE_NB || kind >= KIND_NB || (piece && !kind))
            return error_set(error, STATUS_BAD_INPUT, "board: square %u holds %u", square, piece);
        if (kind)
            toggle(&again, piece_color(piece), kind, bb_of(square));
    }
    if (memcmp(again.kinds, pos->kinds, sizeof again.kinds) ||
        memcmp(again.colors, pos->colors, sizeof again.colors))
        return error_set(error, STATUS_BAD_INPUT, "board: the bitboards differ from the squares");
    for (int color = FIRST; color < COLOR_NB; color++)
        if (bb_count(pos_pieces(pos, (Color)color, KING)) != 1)
            return error_set(error, STATUS_BAD_INPUT, "board: a side without its one king");
    return STATUS_OK;
}

Status pos_check_castling(const Position *pos, Error *error) {
    for (int color = FIRST; color < COLOR_NB; color++) {
        const Bitboard home = rank_bits(rank_for((Color)color, 0));
        const Bitboard rooks = pos->castling_rooks & pos->colors[color];
        const Bitboard king = pos_pieces(pos, (Color)color, KING);
        if (rooks & ~(pos->kinds[ROOK] & home) || (rooks && !(king & home)) ||
            bb_has_many(rooks & (king - 1)) || bb_has_many(rooks & ~(king - 1)))
            return error_set(error, STATUS_BAD_INPUT, "castling: rights without king and rook");
    }
    if (pos->castling_rooks & ~pos_occupied(pos))
        return error_set(error, STATUS_BAD_INPUT, "castling: rights of an empty square");
    return STATUS_OK;
}

static Status check_rights(const Position *pos, Error *error) {
    const Color us = pos_side(pos), them = color_other(us);
    TRY(pos_check_castling(pos, error));
    if (pos->en_passant != SQUARE_NONE) {
        const Square victim = en_passant_victim(pos->en_passant);
        if (square_rank(pos->en_passant) != rank_for(us, 5) ||
            pos->board[victim] != piece_make(them, PAWN) ||
            !en_passant_is_possible(pos, us, pos->en_passant, pos_occupied(pos) ^ bb_of(victim)))
            return error_set(error, STATUS_BAD_INPUT, "en passant: no legal capture");
    }
    if (needs_chess960(pos) && !pos->is_chess960)
        return error_set(error, STATUS_BAD_INPUT, "castling: rights need Chess960 notation");
    return STATUS_OK;
}

Status pos_check(const Position *pos, Error *error) {
    if (pos->side >= COLOR_NB || pos->en_passant > SQUARE_NONE)
        return error_set(error, STATUS_BAD_INPUT, "side to move or en passant out of range");
    TRY(check_board(pos, error));
    TRY(check_rights(pos, error));
    const Color us = pos_side(pos), them = color_other(us);
    const Bitboard occupied = pos_occupied(pos);
    if (pos->key != pos_compute_key(pos))
        return error_set(error, STATUS_BAD_INPUT, "key: differs from the key of the board");
    if (pos_attackers(pos, us, pos_king(pos, them), occupied))
        return error_set(error, STATUS_BAD_INPUT, "the side not to move is in check");
    if (pos->checkers != pos_attackers(pos, them, pos_king(pos, us), occupied))
        return error_set(error, STATUS_BAD_INPUT, "checkers: differ from the attackers");
    Bitboard pinned = 0;
    for (Bitboard own = pos->colors[us]; own;) {
        const Bitboard without = occupied ^ bb_of(bb_pop(&own));
        if (pos_attackers(pos, them, pos_king(pos, us), without) & ~pos->checkers)
            pinned |= occupied ^ without;
    }
    if (pos->pinned != (pinned & ~pos->kinds[KING]))
        return error_set(error, STATUS_BAD_INPUT, "pinned: differ from the pieces that shield");
    if (pos->reversible > pos->halfmove)
        return error_set(error, STATUS_BAD_INPUT,
                         "counters: more reversible plies than quiet ones");
    return STATUS_OK;
}
