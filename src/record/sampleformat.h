// sampleformat.h — training data of other programs: files of records of one length. The formats
// depend on the game; only shogi has any.
#pragma once

#include "record/sample.h"

enum { SAMPLE_RECORD_MAX = 64 }; // bytes of the longest

typedef struct SampleFormat {
    const char *name;
    const char *endings[2]; // of file names; null where there is only one
    size_t bytes;           // of a record
    // Both check everything; the error says what is wrong.
    Status (*read)(Sample *sample, const uint8_t *record, Error *error);
    Status (*write)(const Sample *sample, uint8_t *record, Error *error);
} SampleFormat;

// The formats of this game; a null name at the end.
extern const SampleFormat SAMPLE_FORMATS[];
