#include "feature.h"

#include "chess_inside.h"
#include "exchange.h"

FeatureTables FEATURES;

__attribute__((constructor)) static void features_fill(void) {
    for (Kind kind = PAWN; kind <= KING; kind++) {
        const int own_base = 2 * SQUARE_NB * ((int)kind - PAWN), enemy_base = own_base + SQUARE_NB;
        for (int square = 0; square < SQUARE_NB; square++) {
            const int own = own_base + square, enemy = enemy_base + square;
            FEATURES.board[FIRST][kind][square] = (Feature)own;
            FEATURES.board[SECOND][kind][square] = (Feature)enemy;
            FEATURES.turned[own] = (Feature)(enemy_base + square_seen(SECOND, square));
            FEATURES.turned[enemy] = (Feature)(own_base + square_seen(SECOND, square));
            FEATURES.mirrored[own] = (Feature)(own_base + (square ^ 7));
            FEATURES.mirrored[enemy] = (Feature)(enemy_base + (square ^ 7));
            const int value = kind == KING ? 0 : EXCHANGE_VALUES[kind];
            FEATURES.value[own] = (int16_t)value;
            FEATURES.value[enemy] = (int16_t)-value;
        }
    }
}

static Feature feature_of(Piece piece, Square square) {
    return FEATURES.board[piece_color(piece)][piece_kind(piece)][square];
}

int features_active(const Position *pos, Feature features[FEATURE_ACTIVE_MAX]) {
    int count = 0;
    for (Bitboard rest = pos_occupied(pos) & ~pos->kinds[KING]; rest;) {
        const Square square = bb_pop(&rest);
        features[count++] = feature_of(pos->board[square], square);
    }
    for (Color color = FIRST; color < COLOR_NB; color++)
        features[count++] = FEATURES.board[color][KING][pos_king(pos, color)];
    return count;
}

static void castling_change(const Position *pos, Move move, FeatureChange *change) {
    const Color us = pos_side(pos);
    const Square king = move_from(move), rook = move_to(move);
    *change = (FeatureChange){
        .removed = {FEATURES.board[us][KING][king], FEATURES.board[us][ROOK][rook]},
        .added = {FEATURES.board[us][KING][castling_king_to(king, rook)],
                  FEATURES.board[us][ROOK][castling_rook_to(king, rook)]},
        .removed_count = 2,
        .added_count = 2,
        .moves_king = true,
    };
}

void features_change(const Position *pos, Move move, FeatureChange *change) {
    if (move_is_castling(move)) {
        castling_change(pos, move, change);
        return;
    }
    const Color us = pos_side(pos);
    const Square from = move_from(move), to = move_to(move);
    const Kind kind = piece_kind(pos->board[from]), promoted = move_promotion(move);
    *change = (FeatureChange){
        .removed = {FEATURES.board[us][kind][from]},
        .added = {FEATURES.board[us][promoted ? promoted : kind][to]},
        .removed_count = 1,
        .added_count = 1,
        .moves_king = kind == KING,
    };
    const Square taken = move_is_en_passant(move) ? en_passant_victim(to) : to;
    if (pos->board[taken])
        change->removed[change->removed_count++] = feature_of(pos->board[taken], taken);
}
