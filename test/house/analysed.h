// The analysers of check_analysis.py include this first. They analyse one file at a time and would
// otherwise assume that error_set may return STATUS_OK.
#pragma once

#include "base/status.h"

#define error_set(error, status, ...)                                                              \
    ({                                                                                             \
        const Status analysed_status_ = (status);                                                  \
        (error_set)(error, analysed_status_, __VA_ARGS__);                                         \
        analysed_status_;                                                                          \
    })
