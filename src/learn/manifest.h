// manifest.h — what the files of a folder depend on, as a text file beside them, a line for each
// fact. A command that goes on in the folder compares its own manifest, so that files of different
// origin are never mixed. Stateless.
#pragma once

#include "base/str.h"

#define MANIFEST_NAME "manifest"

// Writes the text into the folder, or compares it where the folder has a manifest. The error names
// the first line that differs; removing the file allows the folder for any manifest.
Status manifest_keep(const char *folder, Str text, Error *error);
