#include "record/handicap.h"

const Handicap HANDICAPS[] = {{0}};
