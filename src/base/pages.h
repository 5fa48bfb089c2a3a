// pages.h — large blocks of zeroed memory, on huge pages where the system grants them.
//
// Tables of many megabytes that are read at random cost a walk through the page tables at almost
// every access; huge pages save most of that. The memory belongs to the caller. Any thread.
#pragma once

#include <stddef.h>

// Null if there is none. Nothing is committed until it is touched.
void *pages_new(size_t bytes);
void pages_free(void *memory, size_t bytes); // allowed on null

// Makes it zero again; if it is large, in no time: the pages go back to the system.
void pages_clear(void *memory, size_t bytes);

// Commits it now, contents unchanged: a huge page that is touched for the first time costs a
// millisecond, which a short clock does not have. Nobody else writes to it meanwhile.
void pages_commit(void *memory, size_t bytes);
