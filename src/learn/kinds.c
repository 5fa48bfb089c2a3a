#include "learn/kinds.h"

const LearnerKind *const LEARNER_KINDS[] = {&LEARNER_REGRESS, &LEARNER_RECORDS, NULL};
