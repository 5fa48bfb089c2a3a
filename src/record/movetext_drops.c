#include "record/kanji.h"
#include "record/movetext.h"

_Static_assert((int)KANJI_TEXT_MAX <= (int)MOVETEXT_MAX, "room for every move");

void movetext_format(const Position *pos, Move last, Move legal, bool is_ascii,
                     char text[MOVETEXT_MAX]) {
    if (is_ascii)
        move_format(pos, legal, text);
    else
        kanji_format(pos, last, legal, text);
}

static bool is_ascii_text(Str text) {
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.at[i] >= 0x80)
            return false;
    return true;
}

Status movetext_parse(const Position *pos, Move last, Str text, Move *move, Error *error) {
    return is_ascii_text(text) ? move_parse(pos, str_trim(text), move, error)
                               : kanji_parse(pos, last, text, move, error);
}

// ---- why a move is illegal ----

static MoveFault drop_fault(const Position *pos, Kind kind, int to) {
    const Color us = pos_side(pos);
    const int depth = square_depth(us, to);
    if (!hand_count(pos->hand[us], kind))
        return FAULT_NOT_IN_HAND;
    if (pos->board[to])
        return FAULT_OCCUPIED;
    if (((kind == PAWN || kind == LANCE) && depth < 1) || (kind == KNIGHT && depth < 2))
        return FAULT_DEAD_END;
    for (Bitboard pawns = kind == PAWN ? pos_pieces(pos, us, PAWN) : 0; pawns;)
        if (square_file(bb_pop(&pawns)) == square_file(to))
            return FAULT_TWO_PAWNS;
    // A drop that these rules allow is illegal because of one of the two kings.
    return pos_in_check(pos) ? FAULT_CHECK : FAULT_PAWN_MATE;
}

static MoveFault step_fault(const Position *pos, int from, int to) {
    const Color us = pos_side(pos);
    const Kind kind = piece_kind(pos->board[from]);
    const bool may_go = bb_has(pos->color[us], from) && !bb_has(pos->color[us], to) &&
                        bb_has(attacks_of(us, kind, from, pos_occupied(pos)), to);
    if (!may_go || pos_is_legal(pos, move_make(from, to)))
        return FAULT_ILLEGAL;
    return pos_is_legal(pos, move_make(from, to) | MOVE_PROMOTE) ? FAULT_DEAD_END : FAULT_CHECK;
}

// The reason of a piece of this kind that could go there, or the first other one.
static MoveFault kind_fault(const Position *pos, const KanjiReading *reading) {
    const Color us = pos_side(pos);
    MoveFault fault = FAULT_ILLEGAL;
    for (Bitboard rest = reading->is_drop ? 0 : pos_pieces(pos, us, reading->kind);
         rest && fault == FAULT_ILLEGAL;) {
        const int from = bb_pop(&rest);
        if (reading->from == SQUARE_NONE || reading->from == from)
            fault = step_fault(pos, from, reading->to);
    }
    const bool may_drop = reading->kind < HAND_KIND_NB && reading->from == SQUARE_NONE &&
                          (reading->is_drop || hand_count(pos->hand[us], reading->kind));
    if (fault == FAULT_ILLEGAL && may_drop)
        fault = drop_fault(pos, reading->kind, reading->to);
    return fault;
}

static bool usi_square(const char *at, int *square) {
    const int file = at[0] - '1', rank = at[1] - 'a';
    *square = square_make(file, rank);
    return file >= 0 && file < FILE_NB && rank >= 0 && rank < RANK_NB;
}

static MoveFault usi_fault(const Position *pos, Str text) {
    int from, to;
    const bool is_promotion = text.len == 5 && text.at[4] == '+';
    if ((text.len != 4 && !is_promotion) || !usi_square(text.at + 2, &to))
        return FAULT_SHAPE;
    if (text.at[1] != '*')
        return usi_square(text.at, &from) ? step_fault(pos, from, to) : FAULT_SHAPE;
    for (Kind kind = PAWN; kind < HAND_KIND_NB && !is_promotion; kind++)
        if (PIECE_INFO[kind].letter == text.at[0])
            return drop_fault(pos, kind, to);
    return FAULT_SHAPE;
}

static int legal_moves_to(const Position *pos, int to, Move moves[MOVE_MAX]) {
    const int count = gen_legal(pos, moves);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (move_to(moves[i]) == to)
            moves[kept++] = moves[i];
    return kept;
}

MoveRefusal movetext_refusal(const Position *pos, Move last, Str text) {
    if (is_ascii_text(text))
        return (MoveRefusal){.fault = usi_fault(pos, str_trim(text))};
    static const MoveFault FAULTS[] = {[KANJI_NO_MOVE] = FAULT_SHAPE,
                                       [KANJI_OTHER_SIDE] = FAULT_OTHER_SIDE,
                                       [KANJI_NO_LAST] = FAULT_NO_LAST};
    KanjiReading reading;
    kanji_read(pos, last, text, &reading);
    if (reading.fault != KANJI_FINE)
        return (MoveRefusal){.fault = FAULTS[reading.fault]};
    MoveRefusal refusal = {.fault = FAULT_AMBIGUOUS};
    if (!reading.count) {
        refusal.fault = kind_fault(pos, &reading);
        reading.count = legal_moves_to(pos, reading.to, reading.moves);
    }
    for (int i = 0; i < reading.count && i < MOVETEXT_CHOICES; i++)
        refusal.choices[refusal.count++] = reading.moves[i];
    return refusal;
}
