// tree_progress.h — a run as it goes on: what it reports now and then, how hard the choice of a
// move looks, and when it is over.
//
// The first worker calls these between two samples, while the other workers go on.
#pragma once

#include "search/tree/tree_search.h"

void tree_progress_begin(TreeSearch *search);

// Reports, and looks again how hard the choice is, where it is time to.
void tree_progress_step(TreeSearch *search);

// Whether a limit is reached or the control wants an answer.
bool tree_progress_is_over(TreeSearch *search);
