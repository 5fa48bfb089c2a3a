#include "netops.h"

#include "base/macros.h"

#include <assert.h>
#include <string.h>

enum { ACTIVE_MAX = 127, LAYER_SHIFT = 6 };

// Only asserts call this, and a release build has none.
__attribute__((unused)) static bool is_fit(const void *memory) {
    return (uintptr_t)memory % NET_ALIGN == 0;
}

static void pack_weights(const unsigned char *weights, int inputs,
                         int8_t packed[][NET_HIDDEN][NET_QUAD]) {
    for (int output = 0; output < NET_HIDDEN; output++)
        for (int input = 0; input < inputs; input++)
            packed[input / NET_QUAD][output][input % NET_QUAD] =
                (int8_t)weights[output * inputs + input];
}

// A group is tame when, for every output, the products of each of its two lanes of 16 bits add up
// to less than 2^15 even if all inputs with weights of one sign are 127 and the others 0.
static bool is_tame(const int8_t weights[NET_GROUP][NET_HIDDEN][NET_QUAD]) {
    const int limit = INT16_MAX / ACTIVE_MAX;
    for (int output = 0; output < NET_HIDDEN; output++)
        for (int lane = 0; lane < NET_QUAD; lane += 2) {
            int above = 0, below = 0;
            for (int i = 0; i < 2 * NET_GROUP; i++) {
                const int weight = weights[i / 2][output][lane + i % 2];
                above += weight > 0 ? weight : 0;
                below += weight < 0 ? -weight : 0;
            }
            if (above > limit || below > limit)
                return false;
        }
    return true;
}

static void order_groups(NetLayers *layers) {
    int tame = 0, wild = NET_GROUP_NB;
    for (int i = 0; i < NET_GROUP_NB; i++)
        layers->group[is_tame(layers->weight1 + NET_GROUP * i) ? tame++ : --wild] = (uint8_t)i;
    layers->tame_count = tame;
}

void netops_pack(const NetFile *file, NetLayers *layers) {
    const unsigned char *next = file->layers;
    memcpy(layers->bias1, next, sizeof layers->bias1);
    next += sizeof layers->bias1;
    pack_weights(next, NET_INPUTS, layers->weight1);
    next += sizeof layers->weight1;
    memcpy(layers->bias2, next, sizeof layers->bias2);
    next += sizeof layers->bias2;
    pack_weights(next, NET_HIDDEN, layers->weight2);
    next += sizeof layers->weight2;
    memcpy(&layers->bias3, next, sizeof layers->bias3);
    next += sizeof layers->bias3;
    memcpy(layers->weight3, next, sizeof layers->weight3);
    order_groups(layers);
}

// ---- plain C ----

static void sum_scalar(const int16_t *from, const RowList *rows, int16_t to[NET_HALF]) {
    uint16_t sum[NET_HALF];
    memcpy(sum, from, sizeof sum);
    for (int i = 0; i < rows->removed_count; i++)
        for (int j = 0; j < NET_HALF; j++)
            sum[j] = (uint16_t)(sum[j] - (uint16_t)rows->removed[i][j]);
    for (int i = 0; i < rows->added_count; i++)
        for (int j = 0; j < NET_HALF; j++)
            sum[j] = (uint16_t)(sum[j] + (uint16_t)rows->added[i][j]);
    memcpy(to, sum, sizeof sum);
}

static uint8_t active(int32_t sum) {
    return (uint8_t)(sum < 0 ? 0 : sum > ACTIVE_MAX ? ACTIVE_MAX : sum);
}

static void clip_scalar(const int16_t *from, const RowList *rows, uint8_t to[NET_HALF]) {
    int16_t sum[NET_HALF];
    sum_scalar(from, rows, sum);
    for (int j = 0; j < NET_HALF; j++)
        to[j] = active(sum[j]);
}

// A bias may be any number, so the additions are unsigned, which may wrap.
static void layer_scalar(const int32_t bias[NET_HIDDEN],
                         const int8_t weights[][NET_HIDDEN][NET_QUAD], const uint8_t *input,
                         int inputs, uint8_t output[NET_HIDDEN]) {
    uint32_t sum[NET_HIDDEN];
    memcpy(sum, bias, sizeof sum);
    for (int quad = 0; quad < inputs / NET_QUAD; quad++)
        for (int i = 0; i < NET_HIDDEN; i++)
            for (int j = 0; j < NET_QUAD; j++)
                sum[i] += (uint32_t)(weights[quad][i][j] * input[NET_QUAD * quad + j]);
    for (int i = 0; i < NET_HIDDEN; i++)
        output[i] = active((int32_t)sum[i] >> LAYER_SHIFT);
}

static int32_t run_scalar(const NetLayers *layers, const uint8_t input[NET_INPUTS]) {
    uint8_t first[NET_HIDDEN], second[NET_HIDDEN];
    layer_scalar(layers->bias1, layers->weight1, input, NET_INPUTS, first);
    layer_scalar(layers->bias2, layers->weight2, first, NET_HIDDEN, second);
    uint32_t sum = (uint32_t)layers->bias3;
    for (int i = 0; i < NET_HIDDEN; i++)
        sum += (uint32_t)(layers->weight3[i] * second[i]);
    return (int32_t)sum;
}

const NetOps NETOPS_SCALAR = {"scalar", sum_scalar, clip_scalar, run_scalar};

// ---- AVX2 ----

#if defined(__x86_64__)

#include <immintrin.h>

// Compiled for these instructions in every build; netops_best checks the processor before use.
#define AVX2        __attribute__((target("avx2")))
#define AVX2_INLINE __attribute__((target("avx2"), always_inline)) static inline

// A quarter of a sum, kept in registers while rows are added as memory operands. Separate
// variables: gcc 12 takes a loop that loads an array of vectors for a copy and keeps the array in
// memory.
typedef struct Tile {
    __m256i a, b, c, d;
} Tile;

enum { TILE = sizeof(Tile) / sizeof(int16_t) };

AVX2_INLINE Tile tile_load(const int16_t *from) {
    const __m256i *at = (const __m256i *)from;
    return (Tile){_mm256_load_si256(at), _mm256_load_si256(at + 1), _mm256_load_si256(at + 2),
                  _mm256_load_si256(at + 3)};
}

AVX2_INLINE Tile tile_add(Tile x, Tile y) {
    return (Tile){_mm256_add_epi16(x.a, y.a), _mm256_add_epi16(x.b, y.b),
                  _mm256_add_epi16(x.c, y.c), _mm256_add_epi16(x.d, y.d)};
}

AVX2_INLINE Tile tile_sub(Tile x, Tile y) {
    return (Tile){_mm256_sub_epi16(x.a, y.a), _mm256_sub_epi16(x.b, y.b),
                  _mm256_sub_epi16(x.c, y.c), _mm256_sub_epi16(x.d, y.d)};
}

AVX2_INLINE Tile tile_sum(const int16_t *from, const RowList *rows, int at) {
    Tile sum = tile_load(from + at);
    for (int i = 0; i < rows->removed_count; i++)
        sum = tile_sub(sum, tile_load(rows->removed[i] + at));
    for (int i = 0; i < rows->added_count; i++)
        sum = tile_add(sum, tile_load(rows->added[i] + at));
    return sum;
}

AVX2 static void sum_avx2(const int16_t *from, const RowList *rows, int16_t to[NET_HALF]) {
    assert(is_fit(from) && is_fit(to));
    for (int at = 0; at < NET_HALF; at += TILE) {
        const Tile sum = tile_sum(from, rows, at);
        __m256i *half = (__m256i *)(to + at);
        _mm256_store_si256(half, sum.a);
        _mm256_store_si256(half + 1, sum.b);
        _mm256_store_si256(half + 2, sum.c);
        _mm256_store_si256(half + 3, sum.d);
    }
}

// Packing with saturation clips at 127, the maximum clips at 0. Packing works in halves of a
// vector, so the quarters are reordered afterwards.
AVX2_INLINE __m256i clip_two(__m256i low, __m256i high) {
    const __m256i packed = _mm256_max_epi8(_mm256_packs_epi16(low, high), _mm256_setzero_si256());
    return _mm256_permute4x64_epi64(packed, 0xD8);
}

AVX2 static void clip_avx2(const int16_t *from, const RowList *rows, uint8_t to[NET_HALF]) {
    assert(is_fit(from) && is_fit(to));
    for (int at = 0; at < NET_HALF; at += TILE) {
        const Tile sum = tile_sum(from, rows, at);
        _mm256_store_si256((__m256i *)(to + at), clip_two(sum.a, sum.b));
        _mm256_store_si256((__m256i *)(to + at) + 1, clip_two(sum.c, sum.d));
    }
}

// The products of four inputs and the weights of eight outputs. The instruction that multiplies
// bytes adds two products in 16 bits with saturation, which never happens here: an input is at most
// 127, so a pair is between -2 * 127 * 128 = -32512 and 2 * 127 * 127 = 32258.
AVX2_INLINE __m256i products(__m256i input, __m256i weights) {
    return _mm256_madd_epi16(_mm256_maddubs_epi16(input, weights), _mm256_set1_epi16(1));
}

AVX2_INLINE __m256i broadcast(const uint8_t *quad) {
    int32_t bytes;
    memcpy(&bytes, quad, sizeof bytes);
    return _mm256_set1_epi32(bytes);
}

// The sums of all outputs of a layer, eight in a vector.
typedef struct Outputs {
    __m256i a, b, c, d;
} Outputs;

AVX2_INLINE Outputs outputs_load(const int32_t bias[NET_HIDDEN]) {
    const __m256i *at = (const __m256i *)bias;
    return (Outputs){_mm256_load_si256(at), _mm256_load_si256(at + 1), _mm256_load_si256(at + 2),
                     _mm256_load_si256(at + 3)};
}

// Shifted, clipped and packed to 32 bytes in the order of the outputs.
AVX2_INLINE __m256i outputs_clip(Outputs sum) {
    const __m256i low = _mm256_packs_epi32(_mm256_srai_epi32(sum.a, LAYER_SHIFT),
                                           _mm256_srai_epi32(sum.b, LAYER_SHIFT));
    const __m256i high = _mm256_packs_epi32(_mm256_srai_epi32(sum.c, LAYER_SHIFT),
                                            _mm256_srai_epi32(sum.d, LAYER_SHIFT));
    const __m256i packed = _mm256_max_epi8(_mm256_packs_epi16(low, high), _mm256_setzero_si256());
    return _mm256_permutevar8x32_epi32(packed, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

AVX2_INLINE Outputs add_quad(Outputs sum, const int8_t weights[NET_HIDDEN][NET_QUAD],
                             const uint8_t *input) {
    const __m256i four = broadcast(input);
    const __m256i *row = (const __m256i *)weights;
    return (Outputs){
        _mm256_add_epi32(sum.a, products(four, _mm256_load_si256(row))),
        _mm256_add_epi32(sum.b, products(four, _mm256_load_si256(row + 1))),
        _mm256_add_epi32(sum.c, products(four, _mm256_load_si256(row + 2))),
        _mm256_add_epi32(sum.d, products(four, _mm256_load_si256(row + 3))),
    };
}

// A tame group widens its sums to 32 bits once for four multiplications.
AVX2_INLINE __m256i add_tame(__m256i sum, const int8_t weights[NET_GROUP][NET_HIDDEN][NET_QUAD],
                             const __m256i four[NET_GROUP], int at) {
    __m256i pairs = _mm256_setzero_si256();
    for (int quad = 0; quad < NET_GROUP; quad++) {
        const __m256i row = _mm256_load_si256((const __m256i *)weights[quad] + at);
        pairs = _mm256_add_epi16(pairs, _mm256_maddubs_epi16(four[quad], row));
    }
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

AVX2_INLINE Outputs add_tame_group(Outputs sum,
                                   const int8_t weights[NET_GROUP][NET_HIDDEN][NET_QUAD],
                                   const uint8_t *input) {
    const __m256i four[NET_GROUP] = {broadcast(input), broadcast(input + NET_QUAD),
                                     broadcast(input + 2 * NET_QUAD),
                                     broadcast(input + 3 * NET_QUAD)};
    return (Outputs){add_tame(sum.a, weights, four, 0), add_tame(sum.b, weights, four, 1),
                     add_tame(sum.c, weights, four, 2), add_tame(sum.d, weights, four, 3)};
}

AVX2_INLINE __m256i first_layer(const NetLayers *layers, const uint8_t input[NET_INPUTS]) {
    Outputs sum = outputs_load(layers->bias1);
    int i = 0;
    for (; i < layers->tame_count; i++) {
        const size_t quad = (size_t)NET_GROUP * layers->group[i];
        sum = add_tame_group(sum, layers->weight1 + quad, input + NET_QUAD * quad);
    }
    for (; i < NET_GROUP_NB; i++)
        for (int j = 0; j < NET_GROUP; j++) {
            const size_t quad = (size_t)NET_GROUP * layers->group[i] + (size_t)j;
            sum = add_quad(sum, layers->weight1[quad], input + NET_QUAD * quad);
        }
    return outputs_clip(sum);
}

AVX2_INLINE __m256i second_layer(const NetLayers *layers, const uint8_t input[NET_HIDDEN]) {
    Outputs sum = outputs_load(layers->bias2);
    for (int quad = 0; quad < NET_HIDDEN / NET_QUAD; quad++)
        sum = add_quad(sum, layers->weight2[quad], input + NET_QUAD * quad);
    return outputs_clip(sum);
}

AVX2 static int32_t run_avx2(const NetLayers *layers, const uint8_t input[NET_INPUTS]) {
    assert(is_fit(layers) && is_fit(input));
    _Alignas(NET_ALIGN) uint8_t first[NET_HIDDEN];
    _mm256_store_si256((__m256i *)first, first_layer(layers, input));
    const __m256i second = second_layer(layers, first);
    const __m256i eight = products(second, _mm256_load_si256((const __m256i *)layers->weight3));
    const __m128i four =
        _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    const __m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
    const __m128i one = _mm_add_epi32(two, _mm_shuffle_epi32(two, 0xB1));
    return (int32_t)((uint32_t)layers->bias3 + (uint32_t)_mm_cvtsi128_si32(one));
}

static const NetOps NETOPS_AVX2 = {"avx2", sum_avx2, clip_avx2, run_avx2};

const NetOps *netops_best(void) {
    return __builtin_cpu_supports("avx2") ? &NETOPS_AVX2 : &NETOPS_SCALAR;
}

#else

const NetOps *netops_best(void) {
    return &NETOPS_SCALAR;
}

#endif
