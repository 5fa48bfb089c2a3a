// Any bytes as a training record: hcpe.
#include "fuzz_teacher.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t bytes[HCPE_BYTES] = {0};
    memcpy(bytes, data, size < sizeof bytes ? size : sizeof bytes);
    Sample sample;
    Error error;
    const Status status = sample_from_hcpe(&sample, bytes, &error);
    if (status == STATUS_OK)
        fuzz_check_sample(&sample);
    else
        fuzz_require_error(status, &error);
    return 0;
}
