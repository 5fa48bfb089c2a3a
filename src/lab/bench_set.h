// bench_set.h — the positions of the bench: openings, middlegames, endgames, near mates. Constant.
#pragma once

#include <stddef.h>

// Texts as line_parse reads them.
const char *const *bench_set(size_t *count);
