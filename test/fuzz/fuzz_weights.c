// Bytes as a weight file: refused with a sentence, or read within their bounds. The checksum is
// corrected first, so that the fuzzer gets past it. The input is too short for a whole net, so its
// bytes are repeated to fill one: unchanged, which may be refused, and reduced to the range of a
// net. Then every way to compute a value gives the same one.
#include <string.h>

#include "eval/eval_file.h"
#include "eval/net/smallnet.h"
#include "fuzz.h"

enum { CHECKSUM_AT = 48, SHAPE_AT = 32 };

static void require_every_way(const Eval *eval) {
    unsigned char *frames = eval_frames_new(eval, 2);
    if (!frames)
        return;
    void *next = frames + eval_frame_stride(eval);
    Position pos;
    pos_start(&pos);
    Move moves[MOVE_MAX];
    int values[MOVE_MAX];
    const int count = gen_legal(&pos, moves);
    eval->kind->refresh(eval, &pos, frames);
    eval->kind->children(eval, &pos, frames, moves, count, values);
    for (int i = 0; i < count; i++) {
        eval->kind->refresh(eval, &pos, frames);
        eval->kind->advance(eval, &pos, moves[i], frames, next);
        Undo undo;
        pos_do(&pos, moves[i], &undo);
        const int stepped = eval->kind->value(eval, &pos, next);
        eval->kind->refresh(eval, &pos, frames);
        const int fresh = eval->kind->value(eval, &pos, frames);
        fuzz_require(stepped == fresh && values[i] == fresh, &pos, "one value, whatever the way");
        pos_undo(&pos, moves[i], &undo);
    }
    free(frames);
}

static bool try_weights(const Weights *weights) {
    Eval *eval = NULL;
    Error error = {""};
    const Status status = eval_from_weights(weights, "fuzz", &eval, &error);
    if (status != STATUS_OK) {
        fuzz_require_error(status, &error);
        return false;
    }
    require_every_way(eval);
    eval->kind->close(eval);
    return true;
}

static void cut(int16_t *numbers, size_t count, int limit) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = (int16_t)(numbers[i] % (limit + 1));
}

static void cut_net(SmallnetFile *net) {
    cut(net->row[0], (size_t)FEATURE_NB * SMALLNET_WIDTH, SMALLNET_ROW_LIMIT);
    cut(net->bias, SMALLNET_WIDTH, SMALLNET_ROW_LIMIT);
    cut(net->own, SMALLNET_WIDTH, SMALLNET_OUT_LIMIT);
    cut(net->other, SMALLNET_WIDTH, SMALLNET_OUT_LIMIT);
    for (int i = 0; i < FEATURE_NB; i++)
        net->psqt[i] %= SMALLNET_PSQT_LIMIT + 1;
}

static void try_net(const Weights *found) {
    SmallnetFile *net = malloc(sizeof *net);
    if (!net || !found->table_bytes) {
        free(net);
        return;
    }
    unsigned char *bytes = (unsigned char *)net;
    for (size_t at = 0; at < sizeof *net; at += found->table_bytes) {
        const size_t rest = sizeof *net - at;
        memcpy(bytes + at, found->tables, rest < found->table_bytes ? rest : found->table_bytes);
    }
    Weights whole = *found;
    whole.tables = bytes;
    whole.table_bytes = sizeof *net;
    whole.scale = SMALLNET_SCALE;
    try_weights(&whole);
    cut_net(net);
    fuzz_require(try_weights(&whole), NULL, "a net within its limits is opened");
    free(net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned char *bytes = aligned_alloc(64, (size + 64) / 64 * 64);
    if (!bytes)
        return 0;
    if (size)
        memcpy(bytes, data, size);
    if (size >= WEIGHTS_HEADER_BYTES) {
        uint32_t shape;
        memcpy(&shape, bytes + SHAPE_AT, sizeof shape);
        const uint64_t sum =
            weights_checksum(bytes + WEIGHTS_HEADER_BYTES, size - WEIGHTS_HEADER_BYTES, shape);
        memcpy(bytes + CHECKSUM_AT, &sum, sizeof sum);
    }
    Weights weights;
    Error error;
    if (weights_read(&weights, "fuzz", bytes, size, &error) == STATUS_OK) {
        unsigned sum = 0;
        for (size_t i = 0; i < weights.table_bytes; i++)
            sum += weights.tables[i];
        for (size_t i = 0; i < weights.provenance.len; i++)
            sum += (unsigned char)weights.provenance.at[i];
        (void)sum;
        try_weights(&weights);
        if (weights.shape == SHAPE_NET)
            try_net(&weights);
    }
    free(bytes);
    return 0;
}
