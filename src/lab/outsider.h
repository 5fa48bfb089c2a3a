// outsider.h — another program at the board, spoken to by USI or UCI.
//
// The whole game is sent with every position. Nothing the program does can hurt more than its own
// game: it runs in a process group of its own that is killed with it, every wait ends, what it says
// too much is dropped, and what it said last is remembered. An Outsider belongs to the thread that
// started it, whose end would kill the program.
#pragma once

#include "base/process.h"
#include "lab/seat.h"

enum { OUTSIDER_TAIL = 12, OUTSIDER_LINE_MAX = 200 };

typedef struct Outsider {
    const Contestant *contestant;
    Process process;                             // pid 0: it does not run
    char tail[OUTSIDER_TAIL][OUTSIDER_LINE_MAX]; // the last lines, cut; a ring
    int64_t said;                                // how many lines there were
    char last[MOVE_TEXT_MAX];                    // the move it answered with, in its words
    const GameLine *pondered;                    // what it ponders on, borrowed; null: it does not
} Outsider;

// Starts the program and gives it its options, which must be among those it announces. On failure
// nothing is left running.
Status outsider_start(Outsider *outsider, const Contestant *contestant, int64_t patience_ms,
                      Error *error);
void outsider_stop(Outsider *outsider); // also of one that does not run
bool outsider_is_running(const Outsider *outsider);

// On failure it has been stopped.
Status outsider_new_game(Outsider *outsider, int64_t patience_ms, Error *error);
void outsider_game_over(Outsider *outsider, Result result);

void outsider_ask(Outsider *outsider, const Question *question, Answer *answer);

// As in seat.h; the line stays where it is until the next call of any of these.
void outsider_ponder(Outsider *outsider, const Question *question);
void outsider_hit(Outsider *outsider, const Question *question, Answer *answer);

void outsider_story(const Outsider *outsider, StrBuf *story);

// For tests: what a line of information says about depth, nodes and value; the rest of the answer
// stays.
void outsider_hear_info(Dialect dialect, Str words, Answer *answer);
