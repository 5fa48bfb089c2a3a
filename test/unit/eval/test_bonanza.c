// Bonanza's fv.bin, converted, against its own evaluation computed from the file's bytes; shogi
// only.
#include "positions.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "eval/relation/bonanza.h"

enum { S = 81, ENTRIES = 1476, TRIANGLE = ENTRIES * (ENTRIES + 1) / 2, KKP = 738 };
#define NUMBERS ((size_t)S * TRIANGLE + (size_t)S * S * KKP)

static char path[256];
static int16_t *numbers;
static Eval *eval;

static int set_up(void **state) {
    (void)state;
    const char *base = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/fv-XXXXXX", base ? base : "/tmp");
    const int file = mkstemp(path);
    assert_true(file >= 0 && ftruncate(file, 186268248) == 0);
    assert_int_equal(NUMBERS * 2, 186268248);
    numbers = mmap(NULL, NUMBERS * 2, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert_true(numbers != MAP_FAILED);
    close(file);
    for (size_t i = 0; i < NUMBERS; i++)
        numbers[i] = (int16_t)((int)(rng_mix(i) % 401) - 200);
    assert_true(kppt_recognises(path));
    assert_ok(kppt_open(path, &eval, error));
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    EVAL_KPPT.close(eval);
    munmap(numbers, NUMBERS * 2);
    unlink(path);
    return 0;
}

// ---- Bonanza's evaluation ----

// In the order of Bonanza's hands: pawn, lance, knight, silver, gold, bishop, rook.
static const Kind HAND_ORDER[7] = {PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK};
static const int HAND_OWN[7] = {0, 38, 48, 58, 68, 78, 84};
static const int HAND_ENEMY[7] = {19, 43, 53, 63, 73, 81, 87};
static const int HAND_KKP[7] = {0, 19, 24, 29, 34, 39, 42};

static const int BOARD_OWN[KIND_NB] = {
    [PAWN] = 81,       [LANCE] = 225,      [KNIGHT] = 360,    [SILVER] = 504,  [GOLD] = 666,
    [BISHOP] = 828,    [HORSE] = 990,      [ROOK] = 1152,     [DRAGON] = 1314, [TOKIN] = 666,
    [PRO_LANCE] = 666, [PRO_KNIGHT] = 666, [PRO_SILVER] = 666};
static const int BOARD_KKP[KIND_NB] = {
    [PAWN] = 36,       [LANCE] = 108,      [KNIGHT] = 171,    [SILVER] = 252, [GOLD] = 333,
    [BISHOP] = 414,    [HORSE] = 495,      [ROOK] = 576,      [DRAGON] = 657, [TOKIN] = 333,
    [PRO_LANCE] = 333, [PRO_KNIGHT] = 333, [PRO_SILVER] = 333};
static const int VALUE[KIND_NB] = {
    [PAWN] = 87,       [LANCE] = 232,      [KNIGHT] = 257,    [SILVER] = 369, [GOLD] = 444,
    [BISHOP] = 569,    [HORSE] = 827,      [ROOK] = 642,      [DRAGON] = 945, [TOKIN] = 444,
    [PRO_LANCE] = 444, [PRO_KNIGHT] = 444, [PRO_SILVER] = 444};

// The block of the enemy's pieces directly follows the own one, and overlaps the next for pieces
// that cannot stand everywhere.
static int board_enemy(Kind kind) {
    return BOARD_OWN[kind] + S;
}

// 9a is 0, 8a is 1, 9b is 9; rotated for the other side.
static int bonanza_square(int square, Color viewer) {
    const int file = square / 9, rank = square % 9, seen = rank * 9 + (8 - file);
    return viewer == FIRST ? seen : 80 - seen;
}

static int make_list(const Position *pos, Color viewer, int list[52]) {
    int count = 0;
    for (int i = 0; i < 7; i++) {
        list[count++] = HAND_OWN[i] + hand_count(pos->hand[viewer], HAND_ORDER[i]);
        list[count++] = HAND_ENEMY[i] + hand_count(pos->hand[color_other(viewer)], HAND_ORDER[i]);
    }
    for (int square = 0; square < S; square++) {
        const Kind kind = piece_kind(pos->board[square]);
        if (!kind || kind == KING)
            continue;
        const bool is_own = piece_color(pos->board[square]) == viewer;
        list[count++] =
            (is_own ? BOARD_OWN[kind] : board_enemy(kind)) + bonanza_square(square, viewer);
    }
    return count;
}

static int64_t pairs_sum(const Position *pos, Color viewer) {
    int list[52];
    const int count = make_list(pos, viewer, list);
    const int16_t *triangle =
        numbers + (size_t)bonanza_square(pos->king[viewer], viewer) * TRIANGLE;
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j <= i; j++) {
            const int high = list[i] > list[j] ? list[i] : list[j];
            const int low = list[i] > list[j] ? list[j] : list[i];
            sum += triangle[high * (high + 1) / 2 + low];
        }
    return sum;
}

static int64_t kkp_sum(const Position *pos, Color viewer) {
    const size_t own = (size_t)bonanza_square(pos->king[viewer], viewer);
    const size_t enemy = (size_t)bonanza_square(pos->king[color_other(viewer)], viewer);
    const int16_t *row = numbers + (size_t)S * TRIANGLE + (own * S + enemy) * KKP;
    int64_t sum = 0;
    for (int i = 0; i < 7; i++) {
        const int n = hand_count(pos->hand[viewer], HAND_ORDER[i]);
        sum += row[HAND_KKP[i] + n] + (int64_t)n * VALUE[HAND_ORDER[i]] * 32;
    }
    for (int square = 0; square < S; square++) {
        const Kind kind = piece_kind(pos->board[square]);
        if (kind && kind != KING && piece_color(pos->board[square]) == viewer)
            sum +=
                row[BOARD_KKP[kind] + bonanza_square(square, viewer)] + (int64_t)VALUE[kind] * 32;
    }
    return sum;
}

static void visit(Position *pos, Rng *rng) {
    (void)rng;
    if (!pos_has_king(pos, FIRST) || !pos_has_king(pos, SECOND))
        return;
    const int64_t score =
        pairs_sum(pos, FIRST) - pairs_sum(pos, SECOND) + kkp_sum(pos, FIRST) - kkp_sum(pos, SECOND);
    KpptFrame frame;
    EVAL_KPPT.refresh(eval, pos, &frame);
    const int64_t found = frame.view[FIRST].board - frame.view[SECOND].board + frame.both.board;
    assert_true(found == score);
    assert_true(!frame.view[FIRST].turn && !frame.view[SECOND].turn && !frame.both.turn);
    const int64_t seen = pos_side(pos) == FIRST ? score : -score;
    assert_int_equal(EVAL_KPPT.value(eval, pos, &frame), eval_clamp(seen / 32));
}

static void test_evaluation(void **state) {
    (void)state;
    random_play(1, 5000, visit);
}

// Writes the converted weights in our own format and reads them back.
static void test_kept(void **state) {
    (void)state;
    char kept[300];
    snprintf(kept, sizeof kept, "%s.kept", path);
    assert_ok(kppt_write(eval, kept, str_of("fv.bin"), error));
    Eval *before = eval;
    assert_ok(kppt_open(kept, &eval, error));
    random_play(2, 500, visit);
    EVAL_KPPT.close(eval);
    eval = before;
    unlink(kept);
}

static void test_refusals(void **state) {
    (void)state;
    Error error = {""};
    Eval *other = NULL;
    // A hand whose counts differ by more than 16 bits.
    const size_t at = 1000 * 1001 / 2;
    const int16_t kept[2] = {numbers[at], numbers[at + 1]};
    numbers[at] = INT16_MIN;
    numbers[at + 1] = INT16_MAX;
    assert_int_equal(kppt_open(path, &other, &error), STATUS_BAD_INPUT);
    assert_null(other);
    assert_non_null(strstr(error.text, path));
    assert_non_null(strstr(error.text, "expected 16 bits"));
    memcpy(numbers + at, kept, sizeof kept);
    assert_int_equal(truncate(path, 186268246), 0);
    assert_false(kppt_recognises(path));
    assert_int_equal(kppt_open(path, &other, &error), STATUS_BAD_INPUT);
    Kppt kppt = {0};
    assert_int_equal(bonanza_read(&kppt, path, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "186268246 bytes, expected 186268248"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_evaluation),
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
