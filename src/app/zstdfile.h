// zstdfile.h — whole files through Zstandard, for weights on their way to other people. Laboratory
// only.
#pragma once

#include "base/status.h"

// Each writes a whole file or none (a temporary file beside it, renamed at the end).
Status zstdfile_compress(const char *from, const char *to, Error *error);
// Refuses what would become larger than 4 GiB.
Status zstdfile_expand(const char *from, const char *to, Error *error);
