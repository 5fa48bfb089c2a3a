// Pairs, and large pieces beside a king: all ways to compute a value give the same one, that of the
// definition.
#include "pair_testing.h"

#include <ctype.h>
#include <unistd.h>

#include "eval/eval_file.h"
#include "eval/relation/ppk.h"

static PpkFile *tables; // shogi's are 90 MB: made once, and restored after a change
static Weights weights;
static Eval *eval;

static void fill_kpp(PpkFile *file, Rng *rng) {
    uint64_t bits = 0;
    int left = 0;
    for (int king = 0; king < SQUARE_NB; king++)
        for (int i = 0; i < PPK_PAIR_NB; i++, left--, bits >>= 16) {
            if (!left) {
                bits = rng_next(rng);
                left = 4;
            }
            file->kpp[king][i] = (int16_t)(bits_below(bits, 2 * PPK_LIMIT + 1) - PPK_LIMIT);
        }
}

static int setup(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 5);
    tables = malloc(sizeof *tables);
    if (!tables)
        return 1;
    pairs_fill(&tables->pp, &rng);
    fill_kpp(tables, &rng);
    weights = (Weights){.shape = SHAPE_PP_KPP,
                        .scale = PAIR_SCALE,
                        .provenance = str_of("a test"),
                        .tables = (const unsigned char *)tables,
                        .table_bytes = sizeof *tables};
    assert_ok(ppk_from_weights(&weights, "test", &eval, error));
    return 0;
}

static int teardown(void **state) {
    (void)state;
    eval->kind->close(eval);
    free(tables);
    return 0;
}

// A feature is large by its piece value; the large ones are numbered without gaps, in order.
static void test_large_pieces(void **state) {
    (void)state;
    int next = 0;
    for (int feature = 0; feature < FEATURE_NB; feature++) {
        const bool is_big = abs(FEATURES.value[feature]) >= PPK_VALUE_MIN;
        assert_int_equal(ppk_big(feature), is_big ? next : -1);
        next += is_big;
    }
    assert_int_equal(next, PPK_BIG_NB);
}

// ---- the definition, from the file's tables ----

static int64_t kpp_literally(const Feature *seen, int count, int king) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            if (abs(FEATURES.value[seen[i]]) < PPK_VALUE_MIN ||
                abs(FEATURES.value[seen[j]]) < PPK_VALUE_MIN)
                continue;
            sum += tables->kpp[king][pp_pair_index(ppk_big(seen[i]), ppk_big(seen[j]))];
        }
    return sum;
}

// A viewer's own king is in the first block of kings.
static int own_king(const Feature *seen, int count) {
    for (int i = 0; i < count; i++)
        if (seen[i] >= FEATURE_KINGS && seen[i] < FEATURE_KINGS + SQUARE_NB)
            return seen[i] - FEATURE_KINGS;
    return -1;
}

static int value_literally(const Position *pos) {
    Views views = pairs_literally(&tables->pp, pos);
    for (Color view = FIRST; view < COLOR_NB; view++) {
        const int king = own_king(views.seen[view], views.count);
        if (king >= 0)
            views.board[view] += kpp_literally(views.seen[view], views.count, king);
    }
    return views_value(&views, pos);
}

// ---- the ways to a value ----

static void visit(Position *pos, Rng *rng) {
    (void)rng;
    assert_every_way(eval, pos, value_literally);
}

static void test_every_way(void **state) {
    (void)state;
    random_play(31, 800, visit);
}

// A side without a king has no view, whichever side is to move.
static void test_without_king(void **state) {
    (void)state;
    if (GAME_IS_CHESS)
        skip();
    static const char *const SHOGI[] = {
        "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
        "3r1r3/9/4+P3p/4N4/1B7/9/1SG6/2S5K/9 w LPp 1",
        "3r1r3/9/4+P3p/4N4/1B7/9/1SG6/2S5K/9 b LPp 1",
    };
    static const char *const MINISHOGI[] = {
        "4k/5/5/5/5 b 2R2B2G2S2P 1",
        "r2g1/5/1b3/5/1SKG1 w RBs 1",
        "r2g1/5/1b3/5/1SKG1 b RBs 1",
    };
    Rng rng;
    rng_init(&rng, 1);
    for (size_t i = 0; i < ARRAY_LEN(SHOGI); i++) {
        Position pos = position_of(str_of(GAME_IS_SHOGI ? SHOGI[i] : MINISHOGI[i]));
        visit(&pos, &rng);
    }
}

// One frame advanced along a whole line stays exact.
static void test_long_lines(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 8);
    Frame frames[2];
    for (int game = 0; game < 30; game++) {
        Position pos = random_start(&rng);
        eval->kind->refresh(eval, &pos, &frames[0]);
        for (int ply = 0; ply < 200; ply++) {
            Move moves[MOVE_MAX];
            const int count = gen_legal(&pos, moves);
            if (!count)
                break;
            const Move move = moves[rng_below(&rng, (uint32_t)count)];
            Undo undo;
            eval->kind->advance(eval, &pos, move, &frames[ply % 2], &frames[(ply + 1) % 2]);
            pos_do(&pos, move, &undo);
            assert_int_equal(eval->kind->value(eval, &pos, &frames[(ply + 1) % 2]),
                             fresh_value(eval, &pos));
        }
    }
}

// ---- the sides exchanged ----

// The pieces of one rank of the board's text, last first.
static void reverse_rank(const char *rank, size_t len, char *out) {
    for (size_t end = len; end > 0;) {
        const size_t start = end >= 2 && rank[end - 2] == '+' ? end - 2 : end - 1;
        memcpy(out, rank + start, end - start);
        out += end - start;
        end = start;
    }
    *out = '\0';
}

static void swap_case(char *text) {
    for (; *text; text++)
        *text = (char)(isupper((unsigned char)*text) ? tolower((unsigned char)*text)
                                                     : toupper((unsigned char)*text));
}

// The same position with the sides exchanged.
static Position reversed(const Position *pos) {
    char text[POS_TEXT_MAX], board_text[128], hand_text[64], whole[256];
    pos_format(pos, text);
    Str rest = str_of(text);
    Str board = str_word(&rest);
    const Str side = str_word(&rest), hand = str_word(&rest);
    Str ranks[RANK_NB];
    for (int i = RANK_NB - 1; i >= 0; i--)
        ranks[i] = str_until(&board, '/');
    StrBuf out = strbuf_init(board_text, sizeof board_text);
    for (int i = 0; i < RANK_NB; i++) {
        char rank[64];
        snprintf(rank, sizeof rank, "%.*s", (int)ranks[i].len, ranks[i].at);
        if (!GAME_IS_CHESS)
            reverse_rank(ranks[i].at, ranks[i].len, rank);
        strbuf_format(&out, "%s%s", i ? "/" : "", rank);
    }
    snprintf(hand_text, sizeof hand_text, "%.*s", (int)hand.len, hand.at);
    swap_case(board_text);
    swap_case(hand_text);
    const char first = GAME_IS_CHESS ? 'w' : 'b', second = GAME_IS_CHESS ? 'b' : 'w';
    snprintf(whole, sizeof whole, "%s %c %s", board_text, *side.at == first ? second : first,
             GAME_IS_CHESS ? "- - 0 1" : hand_text);
    if (!GAME_IS_CHESS)
        strcat(whole, " 1");
    return position_of(str_of(whole));
}

static void visit_reversed(Position *pos, Rng *rng) {
    (void)rng;
    const Position other = reversed(pos);
    assert_int_equal(fresh_value(eval, &other), fresh_value(eval, pos));
}

static void test_reversed(void **state) {
    (void)state;
    random_play(3, 1000, visit_reversed);
}

// ---- the limits of the range ----

// The largest allowed numbers do not overflow 16 bits in any sum.
static void test_largest(void **state) {
    (void)state;
    PpkFile *const kept = tables;
    Eval *const kept_eval = eval;
    tables = calloc(1, sizeof *tables);
    assert_non_null(tables);
    for (int king = 0; king < SQUARE_NB; king++)
        for (int i = 0; i < PPK_PAIR_NB; i++)
            tables->kpp[king][i] = king % 2 ? PPK_LIMIT : -PPK_LIMIT;
    Weights large = weights;
    large.tables = (const unsigned char *)tables;
    assert_ok(ppk_from_weights(&large, "large", &eval, error));
    random_play(32, 100, visit);
    eval->kind->close(eval);
    free(tables);
    tables = kept;
    eval = kept_eval;
}

static void assert_refused(const char *name, const char *why) {
    Eval *none = NULL;
    Error error = {""};
    assert_int_equal(ppk_from_weights(&weights, name, &none, &error), STATUS_BAD_INPUT);
    if (!strstr(error.text, why))
        fail_msg("%s", error.text);
    assert_null(none);
}

static void test_refusals(void **state) {
    (void)state;
    weights.table_bytes -= 2;
    assert_refused("short", "short: shape 3 with ");
    weights.table_bytes += 2;
    weights.shape = SHAPE_PP;
    assert_refused("pairs", "pairs: shape 1 with ");
    weights.shape = SHAPE_PP_KPP;

    int16_t *const pair = &tables->kpp[3][pp_pair_index(12, 7)];
    const int16_t kept = *pair;
    *pair = PPK_LIMIT + 1;
    assert_refused("loud", "loud: a king on square 3 with the large pieces 12 and 7 is ");
    *pair = INT16_MIN;
    assert_refused("low", "low: a king on square 3 with the large pieces 12 and 7 is -32768");
    *pair = kept;

    const PpTerm one = tables->pp.one[3];
    tables->pp.one[3].turn = INT32_MIN;
    assert_refused("heavy", "heavy: feature 3");
    tables->pp.one[3] = one;
}

// ---- files ----

static void visit_same(Position *pos, Rng *rng) {
    (void)rng;
    assert_int_equal(fresh_value(eval, pos), value_literally(pos));
}

static void test_file(void **state) {
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "/tmp/yuragi-ppk-%s-%d.weights", GAME_NAME, (int)getpid());
    assert_ok(weights_write(&weights, path, error));
    Eval *const kept = eval;
    eval = NULL;
    const Status status = eval_from_file(path, &eval, &(Error){""});
    Eval *none = NULL;
    Error error = {""};
    assert_int_equal(pp_from_weights(&weights, path, &none, &error), STATUS_BAD_INPUT);
    unlink(path);
    assert_int_equal(status, STATUS_OK);
    assert_ptr_equal(eval->kind, &EVAL_PPK);
    random_play(33, 300, visit_same);
    eval->kind->close(eval);
    eval = kept;
    assert_int_not_equal(eval_from_file(path, &none, &error), STATUS_OK);
    assert_null(none);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_pieces), cmocka_unit_test(test_every_way),
        cmocka_unit_test(test_without_king), cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_reversed),     cmocka_unit_test(test_largest),
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_file),
    };
    return cmocka_run_group_tests_name("ppk " GAME_NAME, tests, setup, teardown);
}
