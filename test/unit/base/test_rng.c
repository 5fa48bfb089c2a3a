#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "base/macros.h"
#include "base/rng.h"

// Both generators again, written directly from their definitions.
static uint64_t plain_splitmix(uint64_t *state) {
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z ^= z >> 30;
    z *= 0xbf58476d1ce4e5b9u;
    z ^= z >> 27;
    z *= 0x94d049bb133111ebu;
    z ^= z >> 31;
    return z;
}

static void plain_step(uint64_t s[4]) {
    const uint64_t a = s[0], b = s[1], c = s[2], d = s[3];
    const uint64_t bd = b ^ d;
    s[0] = a ^ bd;
    s[1] = a ^ b ^ c;
    s[2] = a ^ c ^ b << 17;
    s[3] = bd << 45 | bd >> 19;
}

static uint64_t plain_output(const uint64_t s[4]) {
    const uint64_t five = s[1] + 4 * s[1];
    const uint64_t turned = five << 7 | five >> 57;
    return turned + 8 * turned;
}

static void splitmix_known_answers(void **state) {
    (void)state;
    // The published test vector of splitmix64 for the seed 1234567.
    static const uint64_t KNOWN[] = {6457827717110365317u, 3203168211198807973u,
                                     9817491932198370423u, 4593380528125082431u,
                                     16408922859458223821u};
    uint64_t at = 1234567;
    for (size_t i = 0; i < ARRAY_LEN(KNOWN); i++) {
        assert_true(rng_mix(at) == KNOWN[i]);
        assert_true(plain_splitmix(&at) == KNOWN[i]);
    }
    assert_true(rng_mix(0) == 0xe220a8397b1dcdafu);
}

static void xoshiro_known_answers(void **state) {
    (void)state;
    // The first outputs from the state 1, 2, 3, 4, worked out by hand and as other implementations
    // print them.
    static const uint64_t KNOWN[] = {11520u, 0u, 1509978240u, 1215971899390074240u};
    Rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < ARRAY_LEN(KNOWN); i++)
        assert_true(rng_next(&rng) == KNOWN[i]);
}

static void agrees_with_the_plain_generator(void **state) {
    (void)state;
    static const uint64_t SEEDS[] = {0, 1, 2, 42, UINT64_MAX, 0x123456789abcdef0u};
    for (size_t i = 0; i < ARRAY_LEN(SEEDS); i++) {
        uint64_t at = SEEDS[i], s[4];
        for (int word = 0; word < 4; word++)
            s[word] = plain_splitmix(&at);
        Rng rng;
        rng_init(&rng, SEEDS[i]);
        for (int n = 0; n < 10000; n++) {
            assert_true(rng_next(&rng) == plain_output(s));
            plain_step(s);
        }
    }
}

// How far the counts are from uniform, in standard deviations of a chi-square with n - 1 degrees.
static double chi_square_sigmas(const int *counts, int n, int draws) {
    const double expected = (double)draws / n;
    double chi_square = 0;
    for (int i = 0; i < n; i++)
        chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
    return (chi_square - (n - 1)) / sqrt(2.0 * (n - 1));
}

static void below_is_uniform(void **state) {
    (void)state;
    enum { DRAWS = 200000 };
    static const uint32_t SIZES[] = {2, 3, 7, 30, 81, 593, 1000};
    Rng rng;
    rng_init(&rng, 2026);
    for (size_t i = 0; i < ARRAY_LEN(SIZES); i++) {
        int counts[1000] = {0};
        for (int draw = 0; draw < DRAWS; draw++) {
            const uint32_t n = rng_below(&rng, SIZES[i]);
            assert_true(n < SIZES[i]);
            counts[n]++;
        }
        // The seed is fixed, so this always passes or always fails; uniform counts give about -1 to
        // 1.
        assert_true(fabs(chi_square_sigmas(counts, (int)SIZES[i], DRAWS)) < 4);
    }
}

// With n = 3 * 2^30 a plain multiply or remainder would draw a third of the numbers twice as often.
static void below_has_no_bias_for_large_n(void **state) {
    (void)state;
    enum { DRAWS = 300000 };
    const uint32_t n = 3u << 30;
    Rng rng;
    rng_init(&rng, 7);
    int counts[3] = {0}, residues[3] = {0};
    for (int draw = 0; draw < DRAWS; draw++) {
        const uint32_t drawn = rng_below(&rng, n);
        assert_true(drawn < n);
        counts[drawn >> 30]++;
        residues[drawn % 3]++;
    }
    assert_true(fabs(chi_square_sigmas(counts, 3, DRAWS)) < 4);
    assert_true(fabs(chi_square_sigmas(residues, 3, DRAWS)) < 4);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(rng_below(&rng, 1), 0);
}

static void unit_is_uniform_and_below_one(void **state) {
    (void)state;
    enum { DRAWS = 200000, BINS = 64 };
    int counts[BINS] = {0}, counts_f[BINS] = {0};
    Rng rng;
    rng_init(&rng, 99);
    for (int draw = 0; draw < DRAWS; draw++) {
        const double unit = rng_unit(&rng);
        const float unit_f = rng_unit_f(&rng);
        assert_true(unit >= 0 && unit < 1);
        assert_true(unit_f >= 0 && unit_f < 1);
        counts[(int)(unit * BINS)]++;
        counts_f[(int)(unit_f * BINS)]++;
    }
    assert_true(fabs(chi_square_sigmas(counts, BINS, DRAWS)) < 4);
    assert_true(fabs(chi_square_sigmas(counts_f, BINS, DRAWS)) < 4);
}

// A state whose next output has all bits set: the largest number either function can draw.
static void unit_stays_below_one_at_the_extreme(void **state) {
    (void)state;
    // The output is rotl(s1 * 5, 7) * 9; both factors are odd and have inverses modulo 2^64.
    const uint64_t ninth = UINT64_MAX * 0x8e38e38e38e38e39u;
    const uint64_t s1 = (ninth >> 7 | ninth << 57) * 0xcccccccccccccccdu;
    Rng rng = {{1, s1, 3, 4}};
    assert_true(rng_next(&rng) == UINT64_MAX);
    rng = (Rng){{1, s1, 3, 4}};
    assert_true(rng_unit(&rng) == 1 - 0x1p-53);
    rng = (Rng){{1, s1, 3, 4}};
    assert_true(rng_unit_f(&rng) == 1 - 0x1p-24f);
}

static void weighted_draws_keep_the_proportions(void **state) {
    (void)state;
    const double weights[] = {0, 3, 0, 1, 4, 0};
    int counts[6] = {0};
    Rng rng;
    rng_init(&rng, 5);
    for (int i = 0; i < 80000; i++)
        counts[rng_weighted(&rng, weights, 6, 8)]++;
    assert_int_equal(counts[0] + counts[2] + counts[5], 0);
    assert_in_range(counts[1], 29400, 30600);
    assert_in_range(counts[3], 9600, 10400);
    // Rounding: what is left at the end goes to the last index with weight.
    for (int i = 0; i < 1000; i++)
        assert_int_not_equal(rng_weighted(&rng, weights, 6, 8 + 1e9), 5);
}

static void splits_repeat_and_differ(void **state) {
    (void)state;
    enum { STREAMS = 200 };
    Rng parent, before, stream[STREAMS];
    rng_init(&parent, 5);
    before = parent;
    for (uint64_t i = 0; i < STREAMS; i++)
        stream[i] = rng_split(&parent, i);
    assert_memory_equal(&parent, &before, sizeof parent);
    const Rng again = rng_split(&parent, 17);
    assert_memory_equal(&again, &stream[17], sizeof again);
    // No word of a state is shared, whatever its place: seeds in arithmetic progression would share
    // them.
    for (int i = 0; i < STREAMS; i++)
        for (int j = 0; j < i; j++)
            for (int a = 0; a < 4; a++)
                for (int b = 0; b < 4; b++)
                    assert_true(stream[i].s[a] != stream[j].s[b]);
    rng_next(&parent);
    const Rng later = rng_split(&parent, 17);
    assert_memory_not_equal(&later, &stream[17], sizeof later);
}

// Neighbouring streams and neighbouring seeds must not correlate: half of the bits agree.
static void neighbours_are_uncorrelated(void **state) {
    (void)state;
    enum { WORDS = 10000 };
    Rng parent;
    rng_init(&parent, 0);
    Rng pair[2][2];
    pair[0][0] = rng_split(&parent, 0);
    pair[0][1] = rng_split(&parent, 1);
    rng_init(&pair[1][0], 0);
    rng_init(&pair[1][1], 1);
    for (int i = 0; i < 2; i++) {
        int same_bits = 0;
        for (int word = 0; word < WORDS; word++)
            same_bits += __builtin_popcountll(~(rng_next(&pair[i][0]) ^ rng_next(&pair[i][1])));
        const double sigmas = (same_bits - 32.0 * WORDS) / (4.0 * sqrt(WORDS));
        assert_true(fabs(sigmas) < 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splitmix_known_answers),
        cmocka_unit_test(xoshiro_known_answers),
        cmocka_unit_test(agrees_with_the_plain_generator),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(below_has_no_bias_for_large_n),
        cmocka_unit_test(unit_is_uniform_and_below_one),
        cmocka_unit_test(unit_stays_below_one_at_the_extreme),
        cmocka_unit_test(weighted_draws_keep_the_proportions),
        cmocka_unit_test(splits_repeat_and_differ),
        cmocka_unit_test(neighbours_are_uncorrelated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
