#include "netfile.h"

#include "base/macros.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the tables are copied as they lie");

enum {
    PIECE_FEATURES = 1548,
    KING_FEATURES = 2 * 81,
    WORD = sizeof(uint32_t),
    HEADER_BYTES = 3 * WORD, // followed by the text
    ROW_BYTES = NET_HALF * sizeof(int16_t),
    LAYER_BYTES = (NET_HIDDEN * WORD + NET_HIDDEN * NET_INPUTS) +
                  (NET_HIDDEN * WORD + NET_HIDDEN * NET_HIDDEN) + (WORD + NET_HIDDEN),
};

static const uint32_t VERSION = 0x7AF32F16u;

// The last bit of the HalfKP hash means that the viewer's own king selects the block. K and P are
// two sets of features; the second's hash is rotated by one bit before the two are combined, while
// its rows come first in the file, so that a row has the number of its feature in game/feature.h.
static const uint32_t HASH_HALF_KP = 0x5D69D5B9u ^ 1u;
static const uint32_t HASH_K = 0xD3CEE169u, HASH_P = 0x764CFB4Bu;

static const NetShape SHAPES[] = {
    {"HalfKP_256x2-32-32", HASH_HALF_KP, 81, PIECE_FEATURES},
    {"K-P_256x2-32-32", HASH_K ^ (HASH_P << 1 | HASH_P >> 31), 1, PIECE_FEATURES + KING_FEATURES},
};

static uint32_t hash_affine(uint32_t inner, uint32_t outputs) {
    return (0xCC03DAE4u + outputs) ^ inner >> 1 ^ inner << 31;
}

static uint32_t hash_relu(uint32_t inner) {
    return inner + 0x538D24C7u;
}

static uint32_t hash_layers(void) {
    const uint32_t input = 0xEC42E90Du ^ NET_INPUTS;
    const uint32_t first = hash_relu(hash_affine(input, NET_HIDDEN));
    const uint32_t second = hash_relu(hash_affine(first, NET_HIDDEN));
    return hash_affine(second, 1);
}

static uint32_t hash_transformer(const NetShape *shape) {
    return shape->feature_hash ^ NET_INPUTS;
}

static uint32_t hash_net(const NetShape *shape) {
    return hash_transformer(shape) ^ hash_layers();
}

// The size without the text.
static size_t bytes_of(const NetShape *shape) {
    return HEADER_BYTES + WORD + ROW_BYTES + netfile_rows(shape) * ROW_BYTES + WORD + LAYER_BYTES;
}

static uint32_t word_at(const unsigned char *data) {
    uint32_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

bool netfile_is(const unsigned char *data, size_t size) {
    return size >= WORD && word_at(data) == VERSION;
}

static const NetShape *find_shape(uint32_t hash) {
    for (size_t i = 0; i < ARRAY_LEN(SHAPES); i++)
        if (hash_net(&SHAPES[i]) == hash)
            return &SHAPES[i];
    return NULL;
}

static Status refuse_hash(const char *name, uint32_t hash, size_t size, Error *error) {
    return error_set(
        error, STATUS_BAD_INPUT,
        "%s: an NNUE net of a shape this program does not read: hash %08X, %zu bytes; "
        "expected %s (hash %08X, %zu bytes and a text) or %s (hash %08X, %zu bytes and "
        "a text)",
        name, hash, size, SHAPES[0].name, hash_net(&SHAPES[0]), bytes_of(&SHAPES[0]),
        SHAPES[1].name, hash_net(&SHAPES[1]), bytes_of(&SHAPES[1]));
}

Status netfile_read(NetFile *file, const char *name, const unsigned char *data, size_t size,
                    Error *error) {
    if (size < HEADER_BYTES)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: %zu bytes, too short for an NNUE net, whose header has %d", name,
                         size, HEADER_BYTES);
    if (!netfile_is(data, size))
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: not an NNUE net: version %08X, expected %08X; %zu bytes", name,
                         word_at(data), VERSION, size);
    const uint32_t hash = word_at(data + WORD), text_bytes = word_at(data + 2 * WORD);
    const NetShape *shape = find_shape(hash);
    if (!shape)
        return refuse_hash(name, hash, size, error);
    if (size - HEADER_BYTES < text_bytes || size - text_bytes != bytes_of(shape))
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: %zu bytes, expected %zu for %s (hash %08X) and a text of %u", name,
                         size, bytes_of(shape) + text_bytes, shape->name, hash, text_bytes);
    const unsigned char *transformer = data + HEADER_BYTES + text_bytes;
    const unsigned char *layers = data + size - LAYER_BYTES - WORD;
    if (word_at(transformer) != hash_transformer(shape) || word_at(layers) != hash_layers())
        return error_set(
            error, STATUS_BAD_INPUT,
            "%s: damaged: the parts of %s have the hashes %08X and %08X, expected %08X "
            "and %08X",
            name, shape->name, word_at(transformer), word_at(layers), hash_transformer(shape),
            hash_layers());
    *file = (NetFile){
        .shape = shape,
        .bias = transformer + WORD,
        .rows = transformer + WORD + ROW_BYTES,
        .layers = layers + WORD,
    };
    return STATUS_OK;
}
