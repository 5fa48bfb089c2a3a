// learners.h — every learner there is.
#pragma once

#include "learn/learner.h"

extern const LearnerKind LEARNER_RECORDS;
extern const LearnerKind LEARNER_REGRESS;
