// Bytes as a weight file: refused with a sentence, or read within their bounds. The checksum is put
// right first, so that the fuzzer gets past it.
#include <string.h>

#include "eval/relation/pp.h"
#include "eval/weights.h"
#include "fuzz.h"

enum { CHECKSUM_AT = 48, SHAPE_AT = 32 };

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
        Eval *eval = NULL;
        if (pp_from_weights(&weights, "fuzz", &eval, &error) == STATUS_OK)
            eval->kind->close(eval);
        (void)sum;
    }
    free(bytes);
    return 0;
}
