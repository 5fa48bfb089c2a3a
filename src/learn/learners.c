#include "learn/learners.h"

#include "learn/pg.h"
#include "learn/td.h"

const LearnerKind *const LEARNER_KINDS[] = {&LEARNER_REGRESS, &LEARNER_RECORDS, &LEARNER_TD,
                                            &LEARNER_PG, NULL};
