#include "record/sample.h"

Status sample_fits(const Sample *sample, const Position *pos, Error *error) {
    if (sample->result < -1 || sample->result > 1)
        return error_set(error, STATUS_BAD_INPUT, "sample: the result is %d, must be -1, 0 or 1",
                         sample->result);
    if (sample->flags)
        return error_set(error, STATUS_BAD_INPUT, "sample: the flags are %#x, must be 0",
                         (unsigned)sample->flags);
    if (sample->move == MOVE_NONE || pos_is_legal(pos, sample->move))
        return STATUS_OK;
    char text[POS_TEXT_MAX];
    pos_format(pos, text);
    return error_set(error, STATUS_BAD_INPUT, "sample: the move %#x is not legal in %s",
                     (unsigned)sample->move, text);
}
