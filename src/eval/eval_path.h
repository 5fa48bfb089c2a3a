// eval_path.h — where the weights are that a GUI names by the options EvalDir and EvalFile.
//
// Other shogi engines have the two options, and users copy their values. A pure function of its
// arguments and of the files that exist; any thread.
#pragma once

#include <stddef.h>

#include "base/status.h"

enum { EVAL_PATH_MAX = 8192 };

// The path for eval_open: empty if folder and file are (the weights inside the program). A file
// that is not absolute is inside the folder, if there is one. A folder alone stands for its nn.bin,
// where there is one, or for itself (weights in several files). What is not found from the current
// directory is looked for beside the program.
Status eval_path(const char *folder, const char *file, char path[EVAL_PATH_MAX], Error *error);
