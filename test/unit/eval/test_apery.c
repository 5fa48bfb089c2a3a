// Reading and writing the weights of Apery and YaneuraOu, in every variant; shogi only.
//
// The files are sparse: only king squares near the start square have numbers. The three variants
// hold the same numbers where their widths allow it, so they must agree with each other and with
// our own format.
#include "positions.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eval/relation/apery.h"
#include "eval/relation/kppt.h"

enum { F = 1548, S = 81, KINGS = S * S };

static char directory[256];

static void path_to(const char *folder, const char *name, char path[512]) {
    snprintf(path, 512, "%s%s%s%s%s", directory, *folder ? "/" : "", folder, *name ? "/" : "",
             name);
}

static int create(const char *folder, const char *name, off_t size) {
    char path[512];
    path_to(folder, name, path);
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0 && ftruncate(file, size) == 0);
    return file;
}

static void put(int file, off_t at, const void *data, size_t bytes) {
    assert_int_equal(pwrite(file, data, bytes, at), (ssize_t)bytes);
}

static int16_t noise(uint64_t what, uint64_t a, uint64_t b, uint64_t c) {
    return (int16_t)((int)(rng_mix(what << 60 ^ a << 40 ^ b << 20 ^ c) % 601) - 300);
}

static bool is_filled(int square) {
    return square / 9 >= 3 && square / 9 <= 5 && square % 9 >= 7;
}

static void fill_kpp(int file) {
    static int16_t slice[F][F][2];
    for (int king = 0; king < S; king++) {
        if (!is_filled(king))
            continue;
        for (int i = 0; i < F; i++)
            for (int j = 0; j < i; j++)
                for (int n = 0; n < 2; n++)
                    slice[i][j][n] = slice[j][i][n] =
                        noise((uint64_t)n, (uint64_t)king, (uint64_t)i, (uint64_t)j);
        put(file, (off_t)king * (off_t)sizeof slice, slice, sizeof slice);
    }
    close(file);
}

// `count` numbers for each pair of kings.
static void fill_terms(int file, int count, bool is_wide) {
    static int16_t narrow[F][2];
    static int32_t wide[F][2];
    for (int kings = 0; kings < KINGS; kings++) {
        if (!is_filled(kings / S) || !is_filled(S - 1 - kings % S))
            continue;
        for (int i = 0; i < count; i++)
            for (int n = 0; n < 2; n++)
                wide[i][n] = narrow[i][n] =
                    noise((uint64_t)(n + 4), (uint64_t)kings, (uint64_t)i, (uint64_t)count);
        if (is_wide)
            put(file, (off_t)kings * count * 8, wide, (size_t)count * 8);
        else
            put(file, (off_t)kings * count * 4, narrow, (size_t)count * 4);
    }
    close(file);
}

static void link_kpp(const char *folder, const char *name) {
    char from[512], to[512];
    path_to("wide", "KPP_synthesized.bin", from);
    path_to(folder, name, to);
    assert_int_equal(link(from, to), 0);
}

static const char *const FOLDERS[] = {"wide", "narrow", "plain", "out"};

static int set_up(void **state) {
    (void)state;
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/apery-XXXXXX", base ? base : "/tmp");
    assert_non_null(mkdtemp(directory));
    for (size_t i = 0; i < ARRAY_LEN(FOLDERS); i++) {
        char path[512];
        path_to(FOLDERS[i], "", path);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    fill_terms(create("wide", "KK_synthesized.bin", 52488), 1, true);
    fill_terms(create("wide", "KKP_synthesized.bin", 81251424), F, true);
    fill_kpp(create("wide", "KPP_synthesized.bin", 776402496));
    fill_terms(create("narrow", "KK_synthesized.bin", 26244), 1, false);
    fill_terms(create("narrow", "KKP_synthesized.bin", 40625712), F, false);
    link_kpp("narrow", "KPP_synthesized.bin");
    fill_terms(create("plain", "KKP.bin", 40625712), F, false);
    link_kpp("plain", "KPP.bin");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    static const char *const names[] = {"KK_synthesized.bin", "KKP_synthesized.bin",
                                        "KPP_synthesized.bin", "KKP.bin", "KPP.bin"};
    char path[512];
    for (size_t i = 0; i < ARRAY_LEN(FOLDERS); i++) {
        for (size_t j = 0; j < ARRAY_LEN(names); j++) {
            path_to(FOLDERS[i], names[j], path);
            unlink(path);
        }
        path_to(FOLDERS[i], "", path);
        assert_int_equal(rmdir(path), 0); // no temporary file is left
    }
    assert_int_equal(rmdir(directory), 0);
    return 0;
}

static Eval *open_folder(const char *folder) {
    char path[512];
    Eval *eval = NULL;
    path_to(folder, "", path);
    assert_true(kppt_recognises(path));
    assert_ok(kppt_open(path, &eval, error));
    return eval;
}

static int value_of(const Eval *eval, const Position *pos) {
    KpptFrame frame;
    EVAL_KPPT.refresh(eval, pos, &frame);
    return EVAL_KPPT.value(eval, pos, &frame);
}

static Eval *left, *right;

static void visit_both(Position *pos, Rng *rng) {
    (void)rng;
    assert_int_equal(value_of(left, pos), value_of(right, pos));
}

// Values printed by Apery itself are not available; this is its sum, term by term, with its
// material.
static int material(const Position *pos) {
    static const int values[KIND_NB] = {
        [PAWN] = 90,        [LANCE] = 315, [KNIGHT] = 405, [SILVER] = 495,    [GOLD] = 540,
        [BISHOP] = 855,     [ROOK] = 990,  [TOKIN] = 540,  [PRO_LANCE] = 540, [PRO_KNIGHT] = 540,
        [PRO_SILVER] = 540, [HORSE] = 945, [DRAGON] = 1395};
    int sum = 0;
    for (int square = 0; square < S; square++) {
        const int value = values[piece_kind(pos->board[square])];
        sum += piece_color(pos->board[square]) == FIRST ? value : -value;
    }
    for (Kind kind = PAWN; kind < HAND_KIND_NB; kind++)
        sum += values[kind] *
               (hand_count(pos->hand[FIRST], kind) - hand_count(pos->hand[SECOND], kind));
    return sum;
}

static void visit_definition(Position *pos, Rng *rng) {
    (void)rng;
    const int k0 = pos->king[FIRST], k1 = pos->king[SECOND];
    if (k0 == SQUARE_NONE || k1 == SQUARE_NONE)
        return;
    Feature list[FEATURE_ACTIVE_MAX];
    const int count = features_active(pos, list) - 2, kings = k0 * S + k1;
    const bool is_kkp = is_filled(k0) && is_filled(S - 1 - k1);
    int64_t sum[2] = {material(pos) * 32, 0};
    for (int n = 0; n < 2; n++) {
        sum[n] += is_kkp ? noise((uint64_t)(n + 4), (uint64_t)kings, 0, 1) : 0;
        for (int i = 0; i < count; i++) {
            sum[n] += is_kkp ? noise((uint64_t)(n + 4), (uint64_t)kings, list[i], F) : 0;
            for (int j = 0; j < i; j++) {
                const Feature a = list[i] > list[j] ? list[i] : list[j],
                              b = list[i] > list[j] ? list[j] : list[i];
                const Feature ta = FEATURES.turned[a], tb = FEATURES.turned[b];
                const Feature high = ta > tb ? ta : tb, low = ta > tb ? tb : ta;
                sum[n] += is_filled(k0) ? noise((uint64_t)n, (uint64_t)k0, a, b) : 0;
                const int other = is_filled(S - 1 - k1)
                                      ? noise((uint64_t)n, (uint64_t)(S - 1 - k1), high, low)
                                      : 0;
                sum[n] += n ? other : -other;
            }
        }
    }
    const int64_t value = ((pos->side == FIRST ? sum[0] : -sum[0]) + sum[1]) / 32;
    assert_int_equal(value_of(left, pos), eval_clamp(value));
}

static void test_definition(void **state) {
    (void)state;
    left = open_folder("wide");
    random_play(1, 3000, visit_definition);
    EVAL_KPPT.close(left);
}

static void test_narrow(void **state) {
    (void)state;
    left = open_folder("wide");
    right = open_folder("narrow");
    random_play(2, 3000, visit_both);
    EVAL_KPPT.close(left);
    EVAL_KPPT.close(right);
}

static void test_without_kk(void **state) {
    (void)state;
    left = open_folder("narrow");
    right = open_folder("plain");
    Kppt *kppt = (Kppt *)left;
    memset(kppt->memory[KPPT_KK], 0, 52488);
    random_play(3, 3000, visit_both);
    EVAL_KPPT.close(left);
    EVAL_KPPT.close(right);
}

static void test_written_and_read(void **state) {
    (void)state;
    char path[512];
    left = open_folder("narrow");
    // Values of our own that differ from Apery's material must be kept.
    KpptTerm *one = ((Kppt *)left)->memory[KPPT_ONE];
    for (int i = 0; i < F; i++)
        one[i] =
            (KpptTerm){one[i].board + noise(9, 0, 0, (uint64_t)i), noise(10, 0, 0, (uint64_t)i)};
    path_to("out", "", path);
    assert_ok(apery_write(left, path, error));
    struct stat info;
    path_to("out", "KKP_synthesized.bin", path);
    assert_true(stat(path, &info) == 0 && info.st_size == 81251424);
    right = open_folder("out");
    Rng rng;
    rng_init(&rng, 4);
    for (int visited = 0; visited < 10000;) {
        Position pos;
        pos_start(&pos);
        for (int ply = 0; ply < 200 && visited < 10000; ply++, visited++) {
            Move moves[MOVE_MAX];
            Undo undo;
            const int count = gen_legal(&pos, moves);
            visit_both(&pos, &rng);
            if (!count)
                break;
            pos_do(&pos, moves[rng_below(&rng, (uint32_t)count)], &undo);
        }
    }
    EVAL_KPPT.close(left);
    EVAL_KPPT.close(right);
}

static void test_scale_refused(void **state) {
    (void)state;
    Error error = {""};
    char path[512];
    left = open_folder("narrow");
    ((Kppt *)left)->scale = 31;
    path_to("out", "", path);
    assert_int_equal(apery_write(left, path, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "scale 31"));
    ((Kppt *)left)->scale = 32;
    // A piece value does not fit into kkp: none of the three files may be left.
    ((KpptTerm *)((Kppt *)left)->memory[KPPT_ONE])[200].board = INT32_MAX;
    path_to("out", "KK_synthesized.bin", path);
    unlink(path);
    path_to("out", "", path);
    assert_int_equal(apery_write(left, path, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "KKP_synthesized.bin"));
    path_to("out", "KK_synthesized.bin", path);
    assert_int_not_equal(access(path, F_OK), 0);
    path_to("none/such", "", path);
    assert_int_equal(apery_write(left, path, &error), STATUS_IO);
    EVAL_KPPT.close(left);
}

static void assert_refused(const char *folder, const char *what, const char *why) {
    char path[512];
    Error error = {""};
    Eval *eval = NULL;
    path_to(folder, "", path);
    assert_int_not_equal(kppt_open(path, &eval, &error), STATUS_OK);
    assert_null(eval);
    if (!strstr(error.text, what) || !strstr(error.text, why))
        fail_msg("\"%s\" names neither %s nor %s", error.text, what, why);
}

static void test_refusals(void **state) {
    (void)state;
    char path[512], away[512];
    assert_false(kppt_recognises(directory));
    path_to("plain", "KKP.bin", path);
    assert_int_equal(truncate(path, 40625711), 0);
    assert_refused("plain", "plain/KKP.bin",
                   "40625711 bytes, expected 81251424 (32 bits) or 40625712");
    path_to("narrow", "KK_synthesized.bin", path);
    path_to("narrow", "away", away);
    assert_int_equal(rename(path, away), 0);
    assert_refused("narrow", "narrow/KK_synthesized.bin", "No such file");
    assert_int_equal(rename(away, path), 0);
    path_to("wide", "KPP_synthesized.bin", path);
    assert_int_equal(truncate(path, 388201248), 0); // KPP without the turn, of KPP_KKPT
    assert_refused("wide", "wide/KPP_synthesized.bin", "388201248 bytes, expected 776402496");
    assert_int_equal(unlink(path), 0);
    path_to("wide", "", path);
    assert_false(kppt_recognises(path));
    assert_refused("wide", "wide/KPP.bin", "No such file");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition),    cmocka_unit_test(test_narrow),
        cmocka_unit_test(test_without_kk),    cmocka_unit_test(test_written_and_read),
        cmocka_unit_test(test_scale_refused), cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
