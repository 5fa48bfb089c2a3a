// sampleformat.h — how other programs keep training data: files of records of one length. Which
// there are depends on the game; shogi alone has any.
#pragma once

#include "record/sample.h"

enum { SAMPLE_RECORD_MAX = 64 }; // bytes of the longest

typedef struct SampleFormat {
    const char *name;
    const char *endings[2]; // of file names; null where there is only one
    size_t bytes;           // of a record
    // Both check everything; a refusal says what is wrong.
    Status (*read)(Sample *sample, const uint8_t *record, Error *error);
    Status (*write)(const Sample *sample, uint8_t *record, Error *error);
} SampleFormat;

// Those of this game; a null name at the end.
extern const SampleFormat SAMPLE_FORMATS[];
