// outfile.h — the files that a command writes for its user, beyond what base/atomic_file.h does:
// standard output holds one file and nothing else, and an input is never replaced.
#pragma once

#include <stddef.h>

#include "base/status.h"

enum { OUTFILE_NAME_MAX = 24 };

// If one of two files (each may be null) goes to standard output, all that is printed from now on
// goes to standard error, and the name of that file becomes `name`, which leads to what standard
// output was. Refuses both.
Status outfile_claim(const char **one, const char **other, char name[OUTFILE_NAME_MAX],
                     Error *error);

// Refuses an output, a file or a folder, that is one of the inputs, by whatever names or links.
Status outfile_check(const char *output, const char *const *inputs, size_t count, Error *error);
