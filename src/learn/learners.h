// learners.h — every learner there is.
#pragma once

#include "learn/learner.h"

extern const LearnerKind LEARNER_PG;
extern const LearnerKind LEARNER_RECORDS;
extern const LearnerKind LEARNER_REGRESS;
extern const LearnerKind LEARNER_TD;
