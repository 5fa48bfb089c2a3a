// fuzz_teacher.h — the checks of readers of training records, for both formats.
#pragma once

#include "fuzz.h"
#include "record/teacher.h"

// A sample that was read is valid, and round-trips through its written form.
static inline void fuzz_check_sample(const Sample *sample) {
    Position pos;
    Sample back;
    uint8_t psv[PSV_BYTES], hcpe[HCPE_BYTES];
    fuzz_require(pos_unpack(&pos, &sample->position, NULL) == STATUS_OK, NULL, "it has a position");
    fuzz_require(pos_check(&pos, NULL) == STATUS_OK, &pos, "the position is sound");
    fuzz_require(sample_fits(sample, &pos, NULL) == STATUS_OK, &pos, "the rest of it too");
    fuzz_require(sample_to_psv(sample, psv, NULL) == STATUS_OK, &pos, "PSV can be written");
    fuzz_require(sample_from_psv(&back, psv, NULL) == STATUS_OK, &pos, "and read");
    fuzz_require(memcmp(&back, sample, sizeof back) == 0, &pos, "and is the same");
    fuzz_require(sample_to_hcpe(sample, hcpe, NULL) == STATUS_OK, &pos, "hcpe can be written");
    fuzz_require(sample_from_hcpe(&back, hcpe, NULL) == STATUS_OK, &pos, "and read");
    back.ply = sample->ply;
    fuzz_require(memcmp(&back, sample, sizeof back) == 0, &pos, "and is the same but for the ply");
}
