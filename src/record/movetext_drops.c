#include "record/kanji.h"
#include "record/movetext.h"

_Static_assert((int)KANJI_TEXT_MAX <= (int)MOVETEXT_MAX, "room for every move");

void movetext_format(const Position *pos, Move last, Move legal, bool is_ascii,
                     char text[MOVETEXT_MAX]) {
    if (is_ascii)
        move_format(pos, legal, text);
    else
        kanji_format(pos, last, legal, text);
}

static bool is_ascii_text(Str text) {
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.at[i] >= 0x80)
            return false;
    return true;
}

Status movetext_parse(const Position *pos, Move last, Str text, Move *move, Error *error) {
    return is_ascii_text(text) ? move_parse(pos, str_trim(text), move, error)
                               : kanji_parse(pos, last, text, move, error);
}
