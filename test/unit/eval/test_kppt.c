// The KPPT evaluator against a slow, literal computation of its definition from the bytes of a
// weight file.
//
// Weights are random. Shogi's tables would be 857 MB, so there only king squares near the start
// square have numbers, and the file is sparse. Two files: in one the numbers are free, in the other
// left and right and both sides are tied, as learners tie them.
#include "positions.h"

#include <ctype.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eval/relation/apery.h"
#include "eval/relation/bonanza.h"
#include "eval/relation/kppt.h"

enum { F = FEATURE_KINGS, S = SQUARE_NB, SCALE = 17, TABLES_AT = 128 };

#define ONE_AT ((size_t)TABLES_AT)
#define KK_AT  (ONE_AT + 8 * (size_t)F)
#define KKP_AT (KK_AT + 8 * (size_t)S * S)
#define KPP_AT (KKP_AT + 8 * (size_t)S * S * F)
#define END_AT (KPP_AT + 4 * (size_t)S * F * F)

// A weight file in memory and on disk, and its evaluator.
typedef struct Image {
    char path[512];
    unsigned char *bytes;
    Eval *eval;
} Image;

static char directory[256];
static Image free_file, tied_file;
static Image *now; // the one under test in random play
static long visited, without_king;

// ---- making weights ----

static int noise(uint64_t what, uint64_t a, uint64_t b, uint64_t c) {
    return (int)(rng_mix(what << 60 ^ a << 40 ^ b << 20 ^ c) % 301) - 150;
}

static int mirrored_square(int square) {
    return FEATURES.mirrored[FEATURE_KINGS + square] - FEATURE_KINGS;
}

// Whether the relations of a king on this square, as its owner sees it, have numbers.
static bool is_filled(int square) {
    return !GAME_IS_SHOGI || (square / 9 >= 3 && square / 9 <= 5 && square % 9 >= 6);
}

static KpptPair pair_weight(bool is_tied, int king, int i, int j) {
    const uint64_t k = (uint64_t)king, high = (uint64_t)(i > j ? i : j),
                   low = (uint64_t)(i > j ? j : i);
    KpptPair pair = {(int16_t)noise(1, k, high, low), (int16_t)noise(2, k, high, low)};
    if (is_tied) {
        const KpptPair other =
            pair_weight(false, mirrored_square(king), FEATURES.mirrored[i], FEATURES.mirrored[j]);
        pair.board = (int16_t)(pair.board + other.board);
        pair.turn = (int16_t)(pair.turn + other.turn);
    }
    return pair;
}

static KpptTerm term_plus(KpptTerm a, KpptTerm b, int sign) {
    return (KpptTerm){a.board + sign * b.board, a.turn + b.turn};
}

static KpptTerm free_term(int k0, int k1, int f) {
    return (KpptTerm){noise(3, (uint64_t)k0, (uint64_t)k1, (uint64_t)f) * 50,
                      noise(4, (uint64_t)k0, (uint64_t)k1, (uint64_t)f)};
}

static KpptTerm mirror_term(int k0, int k1, int f) {
    return term_plus(free_term(k0, k1, f),
                     free_term(mirrored_square(k0), mirrored_square(k1), FEATURES.mirrored[f]), 1);
}

// The term of the opponent's view is the negative of the own one.
static KpptTerm tied_term(int k0, int k1, int f) {
    return term_plus(
        mirror_term(k0, k1, f),
        mirror_term(square_seen(SECOND, k1), square_seen(SECOND, k0), FEATURES.turned[f]), -1);
}

// For kk the piece is king 0's own square, which both ties keep; for one, the kings are on two
// middle squares.
static KpptTerm kings_weight(bool is_tied, int k0, int k1) {
    KpptTerm sum = free_term(k0, k1, 0);
    if (!is_tied)
        return sum;
    const int m0 = mirrored_square(k0), m1 = mirrored_square(k1);
    sum = term_plus(sum, free_term(m0, m1, 0), 1);
    sum = term_plus(sum, free_term(square_seen(SECOND, k1), square_seen(SECOND, k0), 0), -1);
    return term_plus(sum, free_term(square_seen(SECOND, m1), square_seen(SECOND, m0), 0), -1);
}

static KpptTerm one_weight(bool is_tied, int f) {
    const Feature mirrored = FEATURES.mirrored[f];
    KpptTerm sum = free_term(S, S, f);
    if (!is_tied)
        return sum;
    sum = term_plus(sum, free_term(S, S, mirrored), 1);
    sum = term_plus(sum, free_term(S, S, FEATURES.turned[f]), -1);
    return term_plus(sum, free_term(S, S, FEATURES.turned[mirrored]), -1);
}

static void fill_terms(Image *image, bool is_tied) {
    for (int f = 0; f < F; f++) {
        const KpptTerm term = one_weight(is_tied, f);
        memcpy(image->bytes + ONE_AT + 8 * (size_t)f, &term, sizeof term);
    }
    for (int k0 = 0; k0 < S; k0++)
        for (int k1 = 0; k1 < S; k1++) {
            const size_t kings = (size_t)k0 * S + (size_t)k1;
            KpptTerm term = kings_weight(is_tied, k0, k1);
            memcpy(image->bytes + KK_AT + 8 * kings, &term, sizeof term);
            if (!is_filled(k0) || !is_filled(square_seen(SECOND, k1)))
                continue;
            for (int f = 0; f < F; f++) {
                term = is_tied ? tied_term(k0, k1, f) : free_term(k0, k1, f);
                memcpy(image->bytes + KKP_AT + 8 * (kings * F + (size_t)f), &term, sizeof term);
            }
        }
}

static size_t pair_at(int king, int i, int j) {
    return KPP_AT + 4 * (((size_t)king * F + (size_t)i) * F + (size_t)j);
}

static void fill_pairs(Image *image, bool is_tied) {
    for (int king = 0; king < S; king++) {
        if (!is_filled(king))
            continue;
        for (int i = 0; i < F; i++)
            for (int j = 0; j <= i; j++) {
                const KpptPair pair = pair_weight(is_tied, king, i, j);
                memcpy(image->bytes + pair_at(king, i, j), &pair, sizeof pair);
                memcpy(image->bytes + pair_at(king, j, i), &pair, sizeof pair);
            }
    }
}

static void put32(Image *image, size_t at, uint32_t number) {
    memcpy(image->bytes + at, &number, sizeof number);
}

static void put64(Image *image, size_t at, uint64_t number) {
    memcpy(image->bytes + at, &number, sizeof number);
}

static void seal(Image *image) {
    put64(image, 48, weights_checksum(image->bytes + 64, END_AT - 64, SHAPE_KPPT));
}

static void path_to(const char *name, char path[512]) {
    snprintf(path, 512, "%s/%s", directory, name);
}

static void make_file(Image *image, const char *name, bool is_tied) {
    path_to(name, image->path);
    const int file = open(image->path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0 && ftruncate(file, (off_t)END_AT) == 0);
    image->bytes = mmap(NULL, END_AT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert_true(image->bytes != MAP_FAILED);
    close(file);
    memcpy(image->bytes, "YURAGIW\n", 8);
    put32(image, 8, 1);
    put32(image, 12, 64);
    memcpy(image->bytes + 16, GAME_NAME, sizeof GAME_NAME);
    put32(image, 32, SHAPE_KPPT);
    put32(image, 36, SCALE);
    put64(image, 40, END_AT - TABLES_AT);
    put32(image, 56, 5);
    put32(image, 60, is_tied ? WEIGHTS_MIRROR_TIED : 0);
    memcpy(image->bytes + 64, "noise", 5);
    fill_terms(image, is_tied);
    fill_pairs(image, is_tied);
    seal(image);
    assert_ok(kppt_open(image->path, &image->eval, error));
}

static void drop_file(Image *image) {
    EVAL_KPPT.close(image->eval);
    munmap(image->bytes, END_AT);
    unlink(image->path);
    *image = (Image){0};
}

static int set_up(void **state) {
    (void)state;
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/kppt-%s-XXXXXX", base ? base : "/tmp", GAME_NAME);
    assert_non_null(mkdtemp(directory));
    make_file(&free_file, "free", false);
    make_file(&tied_file, "tied", true);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    drop_file(&free_file);
    drop_file(&tied_file);
    assert_int_equal(rmdir(directory), 0);
    return 0;
}

// ---- the definition, read literally ----

static void add_term(const Image *image, size_t at, int64_t *board, int64_t *turn) {
    int32_t pair[2];
    memcpy(pair, image->bytes + at, sizeof pair);
    *board += pair[0];
    *turn += pair[1];
}

static void add_view(const Image *image, const Feature *list, int count, int king, int sign,
                     int64_t *board, int64_t *turn) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++) {
            const int high = list[i] > list[j] ? list[i] : list[j];
            const int low = list[i] > list[j] ? list[j] : list[i];
            int16_t pair[2];
            memcpy(pair, image->bytes + pair_at(king, high, low), sizeof pair);
            *board += sign * pair[0];
            *turn += pair[1];
        }
}

static int literal(const Image *image, const Position *pos) {
    Feature all[FEATURE_ACTIVE_MAX], list0[FEATURE_ACTIVE_MAX], list1[FEATURE_ACTIVE_MAX];
    const int total = features_active(pos, all);
    int count = 0, k0 = -1, k1 = -1;
    for (int i = 0; i < total; i++) {
        if (all[i] < FEATURE_KINGS) {
            list0[count] = all[i];
            list1[count++] = FEATURES.turned[all[i]];
        } else if (all[i] < FEATURE_KINGS + SQUARE_NB) {
            k0 = all[i] - FEATURE_KINGS;
        } else {
            k1 = all[i] - FEATURE_KINGS - SQUARE_NB;
        }
    }
    without_king += k0 < 0 || k1 < 0;
    int64_t board = 0, turn = 0;
    for (int i = 0; i < count; i++)
        add_term(image, ONE_AT + 8 * (size_t)list0[i], &board, &turn);
    if (k0 >= 0 && k1 >= 0) {
        const size_t kings = (size_t)k0 * S + (size_t)k1;
        add_term(image, KK_AT + 8 * kings, &board, &turn);
        for (int i = 0; i < count; i++)
            add_term(image, KKP_AT + 8 * (kings * F + list0[i]), &board, &turn);
    }
    if (k0 >= 0)
        add_view(image, list0, count, k0, 1, &board, &turn);
    if (k1 >= 0)
        add_view(image, list1, count, square_seen(SECOND, k1), -1, &board, &turn);
    const int64_t value = ((pos_side(pos) == FIRST ? board : -board) + turn) / SCALE;
    return value > EVAL_LIMIT ? EVAL_LIMIT : value < -EVAL_LIMIT ? -EVAL_LIMIT : (int)value;
}

// ---- the ways to a value ----

static int fresh_value(const Eval *eval, const Position *pos) {
    KpptFrame frame;
    EVAL_KPPT.refresh(eval, pos, &frame);
    return EVAL_KPPT.value(eval, pos, &frame);
}

static void assert_same_frame(const KpptFrame *a, const KpptFrame *b) {
    for (int i = 0; i < COLOR_NB; i++)
        assert_true(a->view[i].board == b->view[i].board && a->view[i].turn == b->view[i].turn);
    assert_true(a->both.board == b->both.board && a->both.turn == b->both.turn);
}

static void visit_children(Position *pos, Rng *rng) {
    const Eval *eval = now->eval;
    KpptFrame frame, next, fresh;
    Move moves[MOVE_MAX];
    int values[MOVE_MAX];
    EVAL_KPPT.refresh(eval, pos, &frame);
    assert_int_equal(EVAL_KPPT.value(eval, pos, &frame), literal(now, pos));
    const int count = gen_legal(pos, moves);
    EVAL_KPPT.children(eval, pos, &frame, moves, count, values);
    const int literally = count ? (int)rng_below(rng, (uint32_t)count) : 0;
    for (int i = 0; i < count; i++) {
        Undo undo;
        EVAL_KPPT.advance(eval, pos, moves[i], &frame, &next);
        pos_do(pos, moves[i], &undo);
        EVAL_KPPT.refresh(eval, pos, &fresh);
        assert_same_frame(&next, &fresh);
        assert_int_equal(values[i], EVAL_KPPT.value(eval, pos, &fresh));
        if (i == literally)
            assert_int_equal(values[i], literal(now, pos));
        pos_undo(pos, moves[i], &undo);
        visited++;
    }
}

static void test_all_ways_agree(void **state) {
    (void)state;
    now = &free_file;
    visited = without_king = 0;
    random_play(1, testing_count("YURAGI_KPPT_PLIES", 2000), visit_children);
    testing_note("%ld children, %ld literal readings without a king\n", visited, without_king);
    assert_true(GAME_IS_CHESS || without_king > 0);
}

// `children` accepts any subset of the moves, in any order.
static void test_some_children(void **state) {
    (void)state;
    Position pos;
    pos_start(&pos);
    KpptFrame frame;
    Move moves[MOVE_MAX], backwards[MOVE_MAX];
    int values[MOVE_MAX], others[MOVE_MAX];
    EVAL_KPPT.refresh(free_file.eval, &pos, &frame);
    const int count = gen_legal(&pos, moves);
    EVAL_KPPT.children(free_file.eval, &pos, &frame, moves, count, values);
    EVAL_KPPT.children(free_file.eval, &pos, &frame, moves, 0, others);
    for (int i = 0; i < count; i++)
        backwards[i] = moves[count - 1 - i];
    EVAL_KPPT.children(free_file.eval, &pos, &frame, backwards, count / 2, others);
    for (int i = 0; i < count / 2; i++)
        assert_int_equal(others[i], values[count - 1 - i]);
}

static void test_long_lines(void **state) {
    (void)state;
    Rng rng;
    rng_init(&rng, 2);
    for (int game = 0; game < 40; game++) {
        Position pos = random_start(&rng);
        KpptFrame frames[2], fresh;
        EVAL_KPPT.refresh(free_file.eval, &pos, &frames[0]);
        for (int ply = 0; ply < 150; ply++) {
            Move moves[MOVE_MAX];
            Undo undo;
            const int count = gen_legal(&pos, moves);
            if (!count)
                break;
            const Move move = moves[rng_below(&rng, (uint32_t)count)];
            EVAL_KPPT.advance(free_file.eval, &pos, move, &frames[ply % 2], &frames[1 - ply % 2]);
            pos_do(&pos, move, &undo);
            EVAL_KPPT.refresh(free_file.eval, &pos, &fresh);
            assert_same_frame(&frames[1 - ply % 2], &fresh);
        }
    }
}

// ---- mirrored positions ----

// The pieces of one rank of the board's text, last first.
static void reverse_rank(const char *rank, size_t len, char *out) {
    size_t at = 0;
    for (size_t end = len; end > 0;) {
        const size_t start = end >= 2 && rank[end - 2] == '+' ? end - 2 : end - 1;
        memcpy(out + at, rank + start, end - start);
        at += end - start;
        end = start;
    }
    out[at] = '\0';
}

static void swap_case(char *text) {
    for (; *text; text++)
        *text = (char)(isupper((unsigned char)*text) ? tolower((unsigned char)*text)
                                                     : toupper((unsigned char)*text));
}

typedef struct Fields {
    char board[128], side, hand[64];
} Fields;

static Position position_from(const Fields *fields) {
    char text[256];
    snprintf(text, sizeof text, "%s %c %s %s", fields->board, fields->side,
             GAME_IS_CHESS ? "-" : fields->hand, GAME_IS_CHESS ? "- 0 1" : "1");
    return position_of(str_of(text));
}

// Ranks reversed or not, files reversed or not, colours exchanged or not.
static Position picture(const Position *pos, bool turns_ranks, bool turns_files, bool swaps) {
    char text[POS_TEXT_MAX];
    pos_format(pos, text);
    Str rest = str_of(text);
    Str board = str_word(&rest), side = str_word(&rest), hand = str_word(&rest);
    Str ranks[RANK_NB];
    for (int i = 0; i < RANK_NB; i++)
        ranks[turns_ranks ? RANK_NB - 1 - i : i] = str_until(&board, '/');
    Fields fields = {.side = *side.at};
    StrBuf out = strbuf_init(fields.board, sizeof fields.board);
    for (int i = 0; i < RANK_NB; i++) {
        char rank[64];
        snprintf(rank, sizeof rank, "%.*s", (int)ranks[i].len, ranks[i].at);
        if (turns_files)
            reverse_rank(ranks[i].at, ranks[i].len, rank);
        strbuf_format(&out, "%s%s", i ? "/" : "", rank);
    }
    snprintf(fields.hand, sizeof fields.hand, "%.*s", (int)hand.len, hand.at);
    if (swaps) {
        swap_case(fields.board);
        swap_case(fields.hand);
        fields.side =
            GAME_IS_CHESS ? (fields.side == 'w' ? 'b' : 'w') : (fields.side == 'b' ? 'w' : 'b');
    }
    return position_from(&fields);
}

static void visit_pictures(Position *pos, Rng *rng) {
    (void)rng;
    const int value = fresh_value(tied_file.eval, pos);
    const Position turned = picture(pos, true, !GAME_IS_CHESS, true);
    assert_int_equal(fresh_value(tied_file.eval, &turned), value);
    const Position mirrored = picture(pos, false, true, false);
    assert_int_equal(fresh_value(tied_file.eval, &mirrored), value);
    visited += value != 0;
}

static void test_pictures(void **state) {
    (void)state;
    visited = 0;
    random_play(3, 3000, visit_pictures);
    assert_true(visited > 2000);
}

// ---- files ----

static Image again;

static void visit_both(Position *pos, Rng *rng) {
    (void)rng;
    assert_int_equal(fresh_value(now->eval, pos), fresh_value(again.eval, pos));
}

static void test_written_and_read(void **state) {
    (void)state;
    now = &tied_file;
    path_to("again", again.path);
    const Str provenance = str_of("a test; longer than the first, so that the tables lie elsewhere "
                                  "in the file than they did before");
    assert_ok(kppt_write(tied_file.eval, again.path, provenance, error));
    assert_true(kppt_recognises(again.path));
    assert_ok(kppt_open(again.path, &again.eval, error));
    const Kppt *kppt = (const Kppt *)again.eval;
    assert_int_equal(kppt->scale, SCALE);
    assert_int_equal(kppt->flags, WEIGHTS_MIRROR_TIED);
    assert_memory_equal(kppt->tables.one, tied_file.bytes + TABLES_AT, END_AT - TABLES_AT);
    random_play(4, 10000, visit_both);
    Weights weights;
    FileMap map;
    assert_ok(filemap_open(&map, again.path, error));
    assert_ok(weights_read(&weights, again.path, map.data, map.size, error));
    assert_int_equal(weights.provenance.len, provenance.len);
    assert_memory_equal(weights.provenance.at, provenance.at, provenance.len);
    EVAL_KPPT.close(again.eval);
    // Weights in memory are borrowed, not copied.
    assert_ok(kppt_from_weights(&weights, "memory", &again.eval, error));
    assert_ptr_equal(((const Kppt *)again.eval)->tables.one, weights.tables);
    random_play(5, 100, visit_both);
    EVAL_KPPT.close(again.eval);
    filemap_release(&map);
    unlink(again.path);
}

static void test_write_refused(void **state) {
    (void)state;
    Error error = {""};
    char path[512];
    path_to("none/such", path);
    assert_int_equal(kppt_write(free_file.eval, path, str_of(""), &error), STATUS_IO);
    assert_non_null(strstr(error.text, path));
    const Str endless = {(const char *)free_file.bytes, (1 << 20) + 1};
    assert_int_equal(kppt_write(free_file.eval, path, endless, &error), STATUS_BAD_INPUT);
    // A directory is in the place of the file: the temporary file is complete and must be removed.
    path_to("taken", path);
    assert_int_equal(mkdir(path, 0700), 0);
    char inside[600];
    snprintf(inside, sizeof inside, "%s/x", path);
    assert_int_equal(mkdir(inside, 0700), 0);
    assert_int_equal(kppt_write(free_file.eval, path, str_of(""), &error), STATUS_IO);
    assert_int_equal(rmdir(inside), 0);
    assert_int_equal(rmdir(path), 0);
}

static uint64_t count_unsettled(const Image *image) {
    uint64_t count = 0;
    for (int king = 0; king < S; king++)
        for (int i = 0; is_filled(king) && i < F; i++)
            for (int j = 0; j < i; j++)
                count += memcmp(image->bytes + pair_at(king, i, j),
                                image->bytes + pair_at(king, j, i), sizeof(KpptPair)) != 0;
    return count;
}

// Files of other programs may have two values of a pair: the one in the row of the larger feature
// is used, and the number of such pairs is known.
static void test_two_values_for_a_pair(void **state) {
    (void)state;
    Rng rng;
    Image image = free_file;
    rng_init(&rng, 5);
    for (int king = 0; king < S; king++)
        for (int n = 0; is_filled(king) && n < 20000; n++) {
            const int i = (int)rng_below(&rng, F), j = (int)rng_below(&rng, F);
            image.bytes[pair_at(king, i < j ? i : j, i < j ? j : i)] ^= 0x55;
        }
    seal(&image);
    assert_ok(kppt_open(image.path, &image.eval, error));
    assert_true(count_unsettled(&image) > 1000);
    assert_int_equal(((const Kppt *)image.eval)->unsettled, count_unsettled(&image));
    assert_int_equal(((const Kppt *)tied_file.eval)->unsettled, 0);
    now = &image;
    random_play(6, 300, visit_children);
    EVAL_KPPT.close(image.eval);
    fill_pairs(&free_file, false);
    seal(&free_file);
}

static void assert_refused(const char *path, const char *why) {
    Error error = {""};
    Eval *eval = &(Eval){0};
    assert_int_not_equal(kppt_open(path, &eval, &error), STATUS_OK);
    assert_null(eval);
    if (!strstr(error.text, path) || !strstr(error.text, why))
        fail_msg("\"%s\" names neither %s nor \"%s\"", error.text, path, why);
}

static void assert_byte_matters(Image *image, size_t at, const char *why) {
    image->bytes[at] ^= 2;
    assert_refused(image->path, why);
    image->bytes[at] ^= 2;
}

static void test_refusals(void **state) {
    (void)state;
    Image *image = &free_file;
    char path[512];
    path_to("nothing", path);
    assert_false(kppt_recognises(path));
    assert_refused(path, "No such file");
    assert_true(kppt_recognises(image->path));
    assert_byte_matters(image, 0, "not a yuragi weight file");
    assert_byte_matters(image, 8, "version");
    assert_byte_matters(image, 16, "expected " GAME_NAME);
    assert_byte_matters(image, 40, "the header says");
    assert_byte_matters(image, 48, "checksum");
    assert_byte_matters(image, ONE_AT + 5, "checksum");
    assert_byte_matters(image, END_AT - 1, "checksum");
    image->bytes[32] = SHAPE_PP;
    assert_false(kppt_recognises(image->path));
    put64(image, 48, weights_checksum(image->bytes + 64, END_AT - 64, SHAPE_PP));
    assert_refused(image->path, "shape 1, expected 2");
    image->bytes[32] = SHAPE_KPPT;
    seal(image);
    EVAL_KPPT.close(NULL);
}

// A valid file with the tables of another shape.
static void test_wrong_tables(void **state) {
    (void)state;
    char path[512];
    path_to("short", path);
    const unsigned char tables[64] = {0};
    const Weights weights = {.shape = SHAPE_KPPT,
                             .scale = 1,
                             .provenance = str_of("short"),
                             .tables = tables,
                             .table_bytes = sizeof tables};
    assert_ok(weights_write(&weights, path, error));
    assert_true(kppt_recognises(path));
    char size[32];
    snprintf(size, sizeof size, "%zu", (size_t)KPPT_TABLE_BYTES);
    assert_refused(path, size);
    assert_int_equal(truncate(path, 100), 0);
    assert_refused(path, "100 bytes");
    assert_int_equal(truncate(path, 10), 0);
    assert_false(kppt_recognises(path));
    assert_refused(path, "10 bytes");
    unlink(path);
}

static void make_sparse(const char *path, off_t size) {
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0 && ftruncate(file, size) == 0);
    close(file);
}

// Shogi's readers have their own tests; the other games refuse with a reason.
static void test_others_of_shogi(void **state) {
    (void)state;
    if (GAME_IS_SHOGI)
        skip();
    char path[512];
    path_to("fv.bin", path);
    make_sparse(path, BONANZA_FILE_BYTES);
    assert_true(kppt_recognises(path));
    assert_refused(path, "for shogi");
    unlink(path);
    path_to("KPP.bin", path);
    assert_false(kppt_recognises(directory));
    make_sparse(path, 776402496);
    assert_true(kppt_recognises(directory));
    assert_refused(directory, "for shogi");
    unlink(path);
    Error error = {""};
    assert_int_equal(apery_write(free_file.eval, directory, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "for shogi"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_ways_agree),
        cmocka_unit_test(test_some_children),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_written_and_read),
        cmocka_unit_test(test_write_refused),
        cmocka_unit_test(test_two_values_for_a_pair),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_wrong_tables),
        cmocka_unit_test(test_others_of_shogi),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
