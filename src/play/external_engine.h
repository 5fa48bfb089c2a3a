// external_engine.h — another program as a player of games, spoken to by USI or UCI.
//
// The whole game is sent with every position. Nothing the program does can hurt more than its own
// game: it runs in a process group of its own that is killed with it, every wait ends, output that
// is too much is dropped, and the last lines are remembered. An external engine belongs to the
// thread that opened it, whose end would kill the program.
#pragma once

#include "play/engine_config.h"
#include "play/game_player.h"

// Starts the program and gives it its options, which must be among those it announces. On failure
// nothing is left running.
Status external_engine_open(GamePlayer **player, const EngineConfig *engine, int64_t patience_ms,
                            Error *error);

// For tests: what a line of information says about depth, nodes and value; the rest of the reply
// stays.
void external_engine_read_info(EngineProtocol protocol, Str words, MoveReply *reply);
