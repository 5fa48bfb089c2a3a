// playterms.h — what the games in a folder depend on, kept beside them: a run that goes on there
// with other terms would mix what does not belong together.
#pragma once

#include "learn/selfplay.h"

// Keeps the terms of the plan in its folder, or refuses the plan if there are others; the error
// says in what they differ. Threads and the number of games are no terms.
Status playterms_keep(const SelfplayPlan *plan, Error *error);
