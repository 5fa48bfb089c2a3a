#include "record/movetext.h"
#include "san.h"

_Static_assert((int)SAN_TEXT_MAX <= (int)MOVETEXT_MAX, "room for every move");

void movetext_format(const Position *pos, Move last, Move legal, bool is_ascii,
                     char text[MOVETEXT_MAX]) {
    (void)last, (void)is_ascii;
    san_format(pos, legal, text);
}

Status movetext_parse(const Position *pos, Move last, Str text, Move *move, Error *error) {
    (void)last;
    if (move_parse(pos, str_trim(text), move, NULL) == STATUS_OK)
        return STATUS_OK;
    return san_parse(pos, text, move, error);
}
