// uct.h — UCT: a sample takes the child with the best upper confidence bound. Leaves have static
// values, or the results of playouts. See README.md here.
#pragma once

#include "search/uct/uct_settings.h"

extern const SearchKind SEARCH_UCT;
