// The searches of this program, in one list.
#include "search/alphabeta/alphabeta.h"
#include "search/first/first.h"
#include "search/hybrid/hybrid.h"
#include "search/search.h"
#include "search/softmax/softmax.h"
#include "search/uct/uct.h"

const SearchKind *const SEARCH_KINDS[] = {&SEARCH_ALPHABETA, &SEARCH_SOFTMAX, &SEARCH_UCT,
                                          &SEARCH_HYBRID,    &SEARCH_FIRST,   NULL};
const char *const SEARCH_NAMES[] = {"alphabeta", "softmax", "uct", "hybrid", "first", NULL};
