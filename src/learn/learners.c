#include "learn/learners.h"

const LearnerKind *const LEARNER_KINDS[] = {&LEARNER_REGRESS, &LEARNER_RECORDS, &LEARNER_TD,
                                            &LEARNER_PG, NULL};
const char *const LEARNER_NAMES[] = {"regress", "records", "td", "pg", NULL};
