// terms.h — what the things in a folder depend on, kept beside them as a text of a line each:
// whoever goes on there with other terms would mix what does not belong together.
#pragma once

#include "base/str.h"

#define MANIFEST_NAME "manifest"

// Keeps the text in the folder; where there is one already it has to be the same. The error says in
// what they differ. Whoever knows better removes the file.
Status manifest_keep(const char *folder, Str text, Error *error);
