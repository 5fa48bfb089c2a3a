// The searches of this program, in one list.
#include "search/first/first.h"
#include "search/search.h"

const SearchKind *const SEARCH_KINDS[] = {&SEARCH_FIRST, NULL};
const char *const SEARCH_NAMES[] = {"first", NULL};
