#include "record/sampleformat.h"
#include "record/teacher.h"

const SampleFormat SAMPLE_FORMATS[] = {
    {"PSV", {".psv", ".bin"}, PSV_BYTES, sample_from_psv, sample_to_psv},
    {"hcpe", {".hcpe", NULL}, HCPE_BYTES, sample_from_hcpe, sample_to_hcpe},
    {0},
};
