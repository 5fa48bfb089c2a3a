// The learners of this program, in one list.
#include "learn/pg.h"
#include "learn/td.h"

const LearnerKind *const LEARNER_KINDS[] = {&LEARNER_TD, &LEARNER_PG, NULL};
