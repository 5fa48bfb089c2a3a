#include <string.h>

#include "record/movetext.h"
#include "san.h"

_Static_assert((int)SAN_TEXT_MAX <= (int)MOVETEXT_MAX, "room for every move");

void movetext_format(const Position *pos, Move last, Move legal, bool is_ascii,
                     char text[MOVETEXT_MAX]) {
    (void)last, (void)is_ascii;
    san_format(pos, legal, text);
}

// A text in its three readings: as it stands; in lower case, where b is a file; and with its first
// letter as that of a piece.
typedef struct Readings {
    Str texts[3];
    char lower[MOVETEXT_MAX], piece[MOVETEXT_MAX];
} Readings;

static void readings_of(Str text, Readings *readings) {
    text = str_trim(text);
    for (size_t i = 0; i < ARRAY_LEN(readings->texts); i++)
        readings->texts[i] = text;
    if (!text.len || text.len >= MOVETEXT_MAX) // too long for a move
        return;
    for (size_t i = 0; i < text.len; i++)
        readings->lower[i] = str_lower(text.at[i]);
    memcpy(readings->piece, readings->lower, text.len);
    if (readings->lower[0] >= 'a' && readings->lower[0] <= 'z')
        readings->piece[0] = (char)(readings->lower[0] - 'a' + 'A');
    readings->texts[1].at = readings->lower;
    readings->texts[2].at = readings->piece;
}

// The reading that comes nearest to a legal move: the first of one move, else of many, else of an
// illegal one, else of none. Its moves are in `moves`; returns their count, negative if it is none.
static int best_reading(const Position *pos, Readings *readings, Str *best, Move moves[MOVE_MAX]) {
    int count = -1;
    *best = readings->texts[0];
    for (size_t i = 0; i < ARRAY_LEN(readings->texts) && count != 1; i++) {
        Move found[MOVE_MAX];
        int more = san_read(pos, readings->texts[i], found);
        if (move_parse(pos, readings->texts[i], found, NULL) == STATUS_OK)
            more = 1;
        if (more != 1 && more <= count)
            continue;
        count = more;
        *best = readings->texts[i];
        memcpy(moves, found, sizeof *found * (size_t)(more > 0 ? more : 0));
    }
    return count;
}

Status movetext_parse(const Position *pos, Move last, Str text, Move *move, Error *error) {
    (void)last;
    Readings readings;
    Move moves[MOVE_MAX];
    Str best;
    readings_of(text, &readings);
    if (best_reading(pos, &readings, &best, moves) != 1)
        return san_parse(pos, best, move, error);
    *move = moves[0];
    return STATUS_OK;
}

MoveRefusal movetext_refusal(const Position *pos, Move last, Str text) {
    (void)last;
    Readings readings;
    Move moves[MOVE_MAX];
    Str best;
    readings_of(text, &readings);
    const int count = best_reading(pos, &readings, &best, moves);
    if (count <= 0)
        return (MoveRefusal){.fault = count < 0           ? FAULT_SHAPE
                                      : pos_in_check(pos) ? FAULT_CHECK
                                                          : FAULT_ILLEGAL};
    MoveRefusal refusal = {.fault = FAULT_AMBIGUOUS};
    for (int i = 0; i < count && i < MOVETEXT_CHOICES; i++)
        refusal.choices[refusal.count++] = moves[i];
    return refusal;
}
