// ab_children.h — the moves of one position, each with a value of its own.
#pragma once

#include "search/alphabeta/ab_worker.h"
#include "search/alphabeta/alphabeta.h"

// Puts the first worker into the position.
AbWorker *alphabeta_visit(Search *search, const AbParent *parent, const SearchControl *control);
