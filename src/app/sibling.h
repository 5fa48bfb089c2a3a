// sibling.h — another program of the same installation, in the folder of this one.
#pragma once

#include "base/status.h"

// Replaces this process by the program `name` with these arguments (argv[0] is replaced). Returns
// only on failure.
Status sibling_run(const char *name, char **argv, Error *error);
