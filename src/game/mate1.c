#include "game/mate1.h"

Move pos_mate_in_one(Position *pos) {
    Move checks[MOVE_MAX];
    const int count = gen_checks(pos, checks);
    for (int i = 0; i < count; i++) {
        Undo undo;
        pos_do(pos, checks[i], &undo);
        const bool is_mate = !pos_has_legal(pos);
        pos_undo(pos, checks[i], &undo);
        if (is_mate)
            return checks[i];
    }
    return MOVE_NONE;
}
