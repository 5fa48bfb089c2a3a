// zstdfile.h — whole files compressed and expanded by Zstandard. Laboratory only.
#pragma once

#include <stddef.h>

#include "base/status.h"

// Each writes a whole file or none (a temporary file beside it, renamed at the end).
Status zstdfile_compress(const char *from, const char *to, Error *error);
// Refuses a file that would expand to more than 4 GiB, and what `check` refuses of its contents.
typedef Status ZstdfileCheck(const char *name, const void *data, size_t size, Error *error);
Status zstdfile_expand(const char *from, const char *to, ZstdfileCheck *check, Error *error);
