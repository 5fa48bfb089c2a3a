// insider.h — a built-in player at the board.
//
// It thinks in the thread that asks it, and ponders in one of its own, which exists only for
// contestants that ponder. While it ponders the player belongs to that thread. All calls are made
// by the thread that started the Insider; only the SearchControl may be pulled by others.
#pragma once

#include "base/worker.h"
#include "lab/seat.h"

typedef struct Insider {
    const Contestant *contestant;
    SearchControl *control; // the seat's, borrowed
    Player *player;
    Workers thread; // one worker that ponders; none if the contestant does not
    bool is_pondering;
    // Written by the owner before it ponders, by the pondering thread afterwards.
    const GameLine *line; // what to ponder on: borrowed, or `before`
    GameLine before;      // the position before the opponent's move
    SearchResult result;
    Status status;
    Error error;
} Insider;

// Makes the player. On failure nothing is left.
Status insider_start(Insider *insider, const Contestant *contestant, SearchControl *control,
                     Error *error);
void insider_stop(Insider *insider);

// `seed` is for everything random, unless the contestant has a Seed of its own.
Status insider_new_game(Insider *insider, uint64_t seed, Error *error);
void insider_game_over(Insider *insider);

Status insider_ask(Insider *insider, const Question *question, Answer *answer, Error *error);

// As in seat.h; the line stays where it is until the next call of any of these.
void insider_ponder(Insider *insider, const Question *question);
Status insider_hit(Insider *insider, const Question *question, Answer *answer, Error *error);
