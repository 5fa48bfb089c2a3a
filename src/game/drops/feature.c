#include "feature.h"

FeatureTables FEATURES;

// The blocks of the board in their order, own before enemy, and the number of places of each kind
// in a hand.
typedef struct Block {
    Kind kind;
    uint8_t places; // in one hand, the place of "none" included
} Block;

static const Block SHOGI_BLOCKS[] = {{PAWN, 19},  {LANCE, 5}, {KNIGHT, 5}, {SILVER, 5}, {GOLD, 5},
                                     {BISHOP, 3}, {HORSE, 0}, {ROOK, 3},   {DRAGON, 0}};
// Minishogi has its own numbers, without a place of "none" in hand.
static const Block MINISHOGI_BLOCKS[] = {{PAWN, 2},  {SILVER, 2}, {GOLD, 2},  {BISHOP, 2},
                                         {HORSE, 0}, {ROOK, 2},   {DRAGON, 0}};

static int mirror_square(int square) {
    return square_make(FILE_NB - 1 - square_file(square), square_rank(square));
}

static void set_value(int own, int enemy, Kind kind) {
    const int value = kind == KING ? 0 : PIECE_INFO[kind].value;
    FEATURES.value[own] = (int16_t)value;
    FEATURES.value[enemy] = (int16_t)-value;
}

static void fill_hands(const Block *blocks, size_t count) {
    int next = 0;
    for (size_t i = 0; i < count; i++) {
        if (!blocks[i].places)
            continue;
        // The n-th piece is at offset + n: where "none" has no place the offset is one before the
        // first.
        const int offset = GAME_IS_SHOGI ? next : next - 1;
        const int other = offset + blocks[i].places;
        FEATURES.hand[FIRST][blocks[i].kind] = (Feature)offset;
        FEATURES.hand[SECOND][blocks[i].kind] = (Feature)other;
        for (int place = 0; place < blocks[i].places; place++) {
            const int own = next + place, enemy = own + blocks[i].places;
            FEATURES.turned[own] = (Feature)enemy;
            FEATURES.turned[enemy] = (Feature)own;
            FEATURES.mirrored[own] = (Feature)own;
            FEATURES.mirrored[enemy] = (Feature)enemy;
            set_value(own, enemy, blocks[i].kind);
        }
        next += 2 * blocks[i].places;
    }
}

// One kind's squares, own and enemy.
static void fill_block(Kind kind, int own_base, int enemy_base) {
    for (int square = 0; square < SQUARE_NB; square++) {
        const int own = own_base + square, enemy = enemy_base + square;
        FEATURES.board[FIRST][kind][square] = (Feature)own;
        FEATURES.board[SECOND][kind][square] = (Feature)enemy;
        FEATURES.turned[own] = (Feature)(enemy_base + square_seen(SECOND, square));
        FEATURES.turned[enemy] = (Feature)(own_base + square_seen(SECOND, square));
        FEATURES.mirrored[own] = (Feature)(own_base + mirror_square(square));
        FEATURES.mirrored[enemy] = (Feature)(enemy_base + mirror_square(square));
        set_value(own, enemy, kind);
    }
}

__attribute__((constructor)) static void features_fill(void) {
    const Block *blocks = GAME_IS_SHOGI ? SHOGI_BLOCKS : MINISHOGI_BLOCKS;
    const size_t count = GAME_IS_SHOGI ? ARRAY_LEN(SHOGI_BLOCKS) : ARRAY_LEN(MINISHOGI_BLOCKS);
    fill_hands(blocks, count);
    for (size_t i = 0; i < count; i++) {
        const int base = FEATURE_HAND_NB + 2 * SQUARE_NB * (int)i;
        fill_block(blocks[i].kind, base, base + SQUARE_NB);
    }
    fill_block(KING, FEATURE_KINGS, FEATURE_KINGS + SQUARE_NB);
    for (Color color = FIRST; color < COLOR_NB; color++)
        for (Kind kind = TOKIN; kind <= PRO_SILVER; kind++)
            for (int square = 0; square < SQUARE_NB; square++)
                FEATURES.board[color][kind][square] = FEATURES.board[color][GOLD][square];
}

static Feature feature_of(Piece piece, int square) {
    return FEATURES.board[piece_color(piece)][piece_kind(piece)][square];
}

static Feature feature_in_hand(const Position *pos, Color color, Kind kind, int more) {
    return (Feature)(FEATURES.hand[color][kind] + hand_count(pos->hand[color], kind) + more);
}

int features_active(const Position *pos, Feature features[FEATURE_ACTIVE_MAX]) {
    int count = 0;
    for (Bitboard rest = pos_occupied(pos) & ~pos->kind[KING]; rest;) {
        const int square = bb_pop(&rest);
        features[count++] = feature_of(pos->board[square], square);
    }
    for (Color color = FIRST; color < COLOR_NB; color++) {
        if (!pos->hand[color])
            continue;
        for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++)
            for (int n = hand_count(pos->hand[color], kind); n > 0; n--)
                features[count++] = (Feature)(FEATURES.hand[color][kind] + n);
    }
    for (Color color = FIRST; color < COLOR_NB; color++)
        if (pos_has_king(pos, color))
            features[count++] = FEATURES.board[color][KING][pos->king[color]];
    return count;
}

void features_change(const Position *pos, Move move, FeatureChange *change) {
    const Color us = pos_side(pos);
    const int to = move_to(move);
    *change = (FeatureChange){.removed_count = 1, .added_count = 1};
    if (move_is_drop(move)) {
        const Kind kind = move_drop_kind(move);
        change->removed[0] = feature_in_hand(pos, us, kind, 0);
        change->added[0] = FEATURES.board[us][kind][to];
        return;
    }
    const int from = move_from(move);
    const Kind kind = piece_kind(pos->board[from]);
    const Kind after = move_is_promotion(move) ? kind_promoted(kind) : kind;
    change->removed[0] = FEATURES.board[us][kind][from];
    change->added[0] = FEATURES.board[us][after][to];
    change->moves_king = kind == KING;
    if (!pos->board[to])
        return;
    change->removed[change->removed_count++] = feature_of(pos->board[to], to);
    const Kind gained = kind_base(piece_kind(pos->board[to]));
    change->added[change->added_count++] = feature_in_hand(pos, us, gained, 1);
}
