#include "learn/learners.h"

const LearnerKind *const LEARNER_KINDS[] = {&LEARNER_REGRESS, &LEARNER_RECORDS, &LEARNER_TD,
                                            &LEARNER_PG, NULL};
