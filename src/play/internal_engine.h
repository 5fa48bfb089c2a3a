// internal.h — a built-in player at the board.
//
// It thinks in the thread that asks it, and ponders in one of its own, which exists only for
// engines that ponder. While it ponders the player belongs to that thread. All calls are made
// by the thread that started the InternalEngine; only the SearchControl may be pulled by others.
#pragma once

#include "base/workers.h"
#include "play/game_player.h"

typedef struct InternalEngine {
    const EngineConfig *engine;
    SearchControl *control; // the game_player's, borrowed
    Player *player;
    Workers thread; // one worker that ponders; none if the engine does not
    bool is_pondering;
    // Written by the owner before it ponders, by the pondering thread afterwards.
    const GameLine *line; // what to ponder on: borrowed, or `before`
    GameLine before;      // the position before the opponent's move
    SearchResult result;
    Status status;
    Error error;
} InternalEngine;

// Makes the player. On failure nothing is left.
Status internal_engine_start(InternalEngine *internal, const EngineConfig *engine,
                             SearchControl *control, Error *error);
void internal_engine_stop(InternalEngine *internal);

// `seed` is for everything random, unless the engine has a Seed of its own.
Status internal_engine_new_game(InternalEngine *internal, uint64_t seed, Error *error);
void internal_engine_game_over(InternalEngine *internal);

Status internal_engine_ask(InternalEngine *internal, const MoveRequest *request, MoveReply *reply,
                           Error *error);

// As in game_player.h; the line stays where it is until the next call of any of these.
void internal_engine_ponder(InternalEngine *internal, const MoveRequest *request);
Status internal_engine_hit(InternalEngine *internal, const MoveRequest *request, MoveReply *reply,
                           Error *error);
