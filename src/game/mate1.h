// mate1.h — mate in one, for every game.
#pragma once

#include "game/contract.h"

// A move that mates at once, or MOVE_NONE. The position is the same afterwards.
Move pos_mate_in_one(Position *pos);
