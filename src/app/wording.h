// wording.h — values, counts, times and moves as text for people. Stateless.
#pragma once

#include "search/search.h"

enum { WORD_MAX = 24 };

// `+0.31`, or the distance in plies: `win 5`, `loss 4`.
void word_value(int value, char text[WORD_MAX]);
// Four figures at most: `950`, `12.3k`, `4.56M`.
void word_count(int64_t count, char text[WORD_MAX]);
// Which word goes with a count.
const char *word_plural(int64_t count, const char *one, const char *many);
// `0.35s`, `12.3s`, `4m05s`, `2h10m`.
void word_time(int64_t time_ns, char text[WORD_MAX]);
// Moves from a position on, as people write them. Stops at an illegal one.
void word_line(const Position *pos, const Move *moves, int count, StrBuf *text);

double per_second(int64_t count, int64_t time_ns);
