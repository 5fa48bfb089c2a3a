#include "smallnet_ops.h"

#include <assert.h>

// Only asserts call this, and a release build has none.
__attribute__((unused)) static bool is_fit(const void *memory) {
    return (uintptr_t)memory % SMALLNET_ALIGN == 0;
}

__attribute__((unused)) static bool is_move(const SmallnetChange *change) {
    return change->added_count >= 1 && change->added_count <= FEATURE_CHANGE_MAX &&
           change->removed_count >= 1 && change->removed_count <= FEATURE_CHANGE_MAX;
}

// ---- plain C ----

static void add_row(int16_t *restrict sum, const int16_t *restrict row) {
    for (int j = 0; j < SMALLNET_WIDTH; j++)
        sum[j] = (int16_t)(sum[j] + row[j]);
}

static void remove_row(int16_t *restrict sum, const int16_t *restrict row) {
    for (int j = 0; j < SMALLNET_WIDTH; j++)
        sum[j] = (int16_t)(sum[j] - row[j]);
}

static void gather_scalar(const int16_t *bias, const int16_t *const *rows, int count,
                          int16_t sum[SMALLNET_WIDTH]) {
    for (int j = 0; j < SMALLNET_WIDTH; j++)
        sum[j] = bias[j];
    for (int i = 0; i < count; i++)
        add_row(sum, rows[i]);
}

static void change_scalar(const SmallnetSums *from, const SmallnetChange *change,
                          SmallnetSums *to) {
    *to = *from;
    for (Color view = FIRST; view < COLOR_NB; view++) {
        for (int i = 0; i < change->removed_count; i++)
            remove_row(to->view[view], change->removed[view][i]);
        for (int i = 0; i < change->added_count; i++)
            add_row(to->view[view], change->added[view][i]);
    }
}

static int64_t view_output(const int16_t *sum, const int16_t *weights) {
    int32_t lane[SMALLNET_OUT_LANES] = {0};
    for (int at = 0; at < SMALLNET_WIDTH; at += SMALLNET_OUT_LANES)
        for (int j = 0; j < SMALLNET_OUT_LANES; j++) {
            const int32_t any = sum[at + j];
            const int32_t v = any < 0 ? 0 : any > SMALLNET_ONE ? SMALLNET_ONE : any;
            lane[j] += (v * v >> SMALLNET_SQUARE_SHIFT) * weights[at + j];
        }
    int64_t total = 0;
    for (int j = 0; j < SMALLNET_OUT_LANES; j++)
        total += lane[j];
    return total;
}

static int64_t output_scalar(const SmallnetSums *sums, const SmallnetOut *out) {
    return view_output(sums->view[FIRST], out->weights[FIRST]) +
           view_output(sums->view[SECOND], out->weights[SECOND]);
}

static int64_t output_after_scalar(const SmallnetSums *from, const SmallnetChange *change,
                                   const SmallnetOut *out) {
    SmallnetSums after;
    change_scalar(from, change, &after);
    return output_scalar(&after, out);
}

const SmallnetOps SMALLNET_SCALAR = {"scalar", gather_scalar, change_scalar, output_scalar,
                                     output_after_scalar};

// ---- AVX2 ----

#if defined(__x86_64__)

#include <immintrin.h>

// Compiled for these instructions in every build; smallnet_ops_best checks the processor before
// use.
#define AVX2        __attribute__((target("avx2")))
#define AVX2_INLINE __attribute__((target("avx2"), always_inline)) static inline

enum { LANES = 16, STEP = 2 * LANES };

AVX2_INLINE __m256i lanes(const int16_t *at) {
    return _mm256_load_si256((const __m256i *)at);
}

AVX2_INLINE void store(int16_t *at, __m256i sum) {
    _mm256_store_si256((__m256i *)at, sum);
}

// A part of the sum stays in registers while the rows are added, four vectors at a time. Separate
// variables: the compiler would keep an array of vectors in memory.
AVX2 static void gather_avx2(const int16_t *bias, const int16_t *const *rows, int count,
                             int16_t sum[SMALLNET_WIDTH]) {
    assert(is_fit(bias) && is_fit(sum));
    int at = 0;
    for (; at + 2 * STEP <= SMALLNET_WIDTH; at += 2 * STEP) {
        const int16_t *from = bias + at;
        __m256i a = lanes(from), b = lanes(from + LANES), c = lanes(from + 2 * LANES),
                d = lanes(from + 3 * LANES);
        for (int i = 0; i < count; i++) {
            const int16_t *row = rows[i] + at;
            a = _mm256_add_epi16(a, lanes(row));
            b = _mm256_add_epi16(b, lanes(row + LANES));
            c = _mm256_add_epi16(c, lanes(row + 2 * LANES));
            d = _mm256_add_epi16(d, lanes(row + 3 * LANES));
        }
        store(sum + at, a);
        store(sum + at + LANES, b);
        store(sum + at + 2 * LANES, c);
        store(sum + at + 3 * LANES, d);
    }
    for (; at < SMALLNET_WIDTH; at += LANES) {
        __m256i a = lanes(bias + at);
        for (int i = 0; i < count; i++)
            a = _mm256_add_epi16(a, lanes(rows[i] + at));
        store(sum + at, a);
    }
}

// The counts are constants wherever this is inlined, so the loops have no branches on them.
typedef struct Counts {
    int added, removed;
} Counts;

AVX2_INLINE __m256i changed(const int16_t *from, const int16_t *const *added,
                            const int16_t *const *removed, Counts counts, int at) {
    __m256i sum = _mm256_sub_epi16(lanes(from + at), lanes(removed[0] + at));
    sum = _mm256_add_epi16(sum, lanes(added[0] + at));
    if (counts.removed == 2)
        sum = _mm256_sub_epi16(sum, lanes(removed[1] + at));
    return counts.added == 2 ? _mm256_add_epi16(sum, lanes(added[1] + at)) : sum;
}

AVX2_INLINE void change_counted(const SmallnetSums *from, const SmallnetChange *change,
                                SmallnetSums *to, Counts counts) {
    for (Color view = FIRST; view < COLOR_NB; view++)
        for (int at = 0; at < SMALLNET_WIDTH; at += LANES)
            store(to->view[view] + at, changed(from->view[view], change->added[view],
                                               change->removed[view], counts, at));
}

AVX2 static void change_avx2(const SmallnetSums *from, const SmallnetChange *change,
                             SmallnetSums *to) {
    assert(is_fit(from) && is_fit(to) && is_move(change));
    if (change->removed_count == 1 && change->added_count == 1)
        change_counted(from, change, to, (Counts){1, 1});
    else if (change->added_count == 1)
        change_counted(from, change, to, (Counts){1, 2});
    else if (change->removed_count == 1)
        change_counted(from, change, to, (Counts){2, 1});
    else
        change_counted(from, change, to, (Counts){2, 2});
}

// The shift turns the clamped v into v * 64, below 2^15; the upper half of its square is v * v /
// 16.
AVX2_INLINE __m256i weighed(__m256i sum, __m256i weights) {
    const __m256i most = _mm256_set1_epi16(SMALLNET_ONE);
    const __m256i v = _mm256_min_epi16(_mm256_max_epi16(sum, _mm256_setzero_si256()), most);
    const __m256i wide = _mm256_slli_epi16(v, (16 - SMALLNET_SQUARE_SHIFT) / 2);
    return _mm256_madd_epi16(_mm256_mulhi_epi16(wide, wide), weights);
}

_Static_assert(SMALLNET_ONE << (16 - SMALLNET_SQUARE_SHIFT) / 2 <= INT16_MAX, "v * 64 has a sign");

AVX2_INLINE int64_t across(__m256i eight) {
    const __m256i four =
        _mm256_add_epi64(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(eight)),
                         _mm256_cvtepi32_epi64(_mm256_extracti128_si256(eight, 1)));
    const __m128i two =
        _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return _mm_cvtsi128_si64(two) + _mm_extract_epi64(two, 1);
}

AVX2_INLINE int64_t output_view(const int16_t *sum, const int16_t *weights) {
    __m256i even = _mm256_setzero_si256(), odd = even;
    for (int at = 0; at < SMALLNET_WIDTH; at += STEP) {
        const int next = at + LANES;
        even = _mm256_add_epi32(even, weighed(lanes(sum + at), lanes(weights + at)));
        odd = _mm256_add_epi32(odd, weighed(lanes(sum + next), lanes(weights + next)));
    }
    return across(_mm256_add_epi32(even, odd));
}

AVX2 static int64_t output_avx2(const SmallnetSums *sums, const SmallnetOut *out) {
    assert(is_fit(sums));
    return output_view(sums->view[FIRST], out->weights[FIRST]) +
           output_view(sums->view[SECOND], out->weights[SECOND]);
}

AVX2_INLINE int64_t after_view(const SmallnetSums *from, const SmallnetChange *change, Color view,
                               const int16_t *weights, Counts counts) {
    const int16_t *sum = from->view[view];
    const int16_t *const *added = change->added[view], *const *removed = change->removed[view];
    __m256i even = _mm256_setzero_si256(), odd = even;
    for (int at = 0; at < SMALLNET_WIDTH; at += STEP) {
        const int next = at + LANES;
        even = _mm256_add_epi32(
            even, weighed(changed(sum, added, removed, counts, at), lanes(weights + at)));
        odd = _mm256_add_epi32(
            odd, weighed(changed(sum, added, removed, counts, next), lanes(weights + next)));
    }
    return across(_mm256_add_epi32(even, odd));
}

AVX2_INLINE int64_t after_counted(const SmallnetSums *from, const SmallnetChange *change,
                                  const SmallnetOut *out, Counts counts) {
    return after_view(from, change, FIRST, out->weights[FIRST], counts) +
           after_view(from, change, SECOND, out->weights[SECOND], counts);
}

AVX2 static int64_t output_after_avx2(const SmallnetSums *from, const SmallnetChange *change,
                                      const SmallnetOut *out) {
    assert(is_fit(from) && is_move(change));
    if (change->removed_count == 1 && change->added_count == 1)
        return after_counted(from, change, out, (Counts){1, 1});
    if (change->added_count == 1)
        return after_counted(from, change, out, (Counts){1, 2});
    if (change->removed_count == 1)
        return after_counted(from, change, out, (Counts){2, 1});
    return after_counted(from, change, out, (Counts){2, 2});
}

static const SmallnetOps SMALLNET_AVX2 = {"avx2", gather_avx2, change_avx2, output_avx2,
                                          output_after_avx2};

const SmallnetOps *smallnet_ops_best(void) {
    return __builtin_cpu_supports("avx2") ? &SMALLNET_AVX2 : &SMALLNET_SCALAR;
}

#else

const SmallnetOps *smallnet_ops_best(void) {
    return &SMALLNET_SCALAR;
}

#endif
