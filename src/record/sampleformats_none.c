// Games without training data of other programs.
#include "record/sampleformat.h"

const SampleFormat SAMPLE_FORMATS[] = {{0}};
