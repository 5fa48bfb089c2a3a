#include "record/handicap.h"

#include <string.h>

#include "base/nearest.h"

const Handicap *handicap_find(const char *name, Error *error) {
    for (const Handicap *row = HANDICAPS; row->name; row++)
        if (!strcmp(row->name, name) || !strcmp(row->japanese, name))
            return row;
    if (!HANDICAPS[0].name) {
        error_set(error, STATUS_BAD_INPUT, GAME_NAME " has no customary handicaps");
        return NULL;
    }
    char names[256];
    StrBuf list = strbuf_init(names, sizeof names);
    Nearest nearest = nearest_begin(name);
    for (const Handicap *row = HANDICAPS; row->name; row++) {
        strbuf_format(&list, "%s%s", row == HANDICAPS ? "" : ", ", row->name);
        nearest_offer(&nearest, row->name);
    }
    nearest_write(&nearest, "", &list);
    error_set(error, STATUS_BAD_INPUT, "'%.60s' is none of %s", name, names);
    return NULL;
}

// Without the number of the move, which is the last word of a position.
static size_t compared_len(const char *position) {
    return (size_t)(strrchr(position, ' ') - position);
}

const Handicap *handicap_of(const Position *start) {
    char text[POS_TEXT_MAX];
    pos_format(start, text);
    const size_t len = compared_len(text);
    for (const Handicap *row = HANDICAPS; row->name; row++)
        if (len == compared_len(row->position) && !memcmp(row->position, text, len))
            return row;
    return NULL;
}
