// sibling.h — another program of ours, in the folder of this one.
#pragma once

#include "base/status.h"

// Becomes the program `name` with these arguments (argv[0] is replaced). Returns only if that
// fails.
Status sibling_run(const char *name, char **argv, Error *error);
