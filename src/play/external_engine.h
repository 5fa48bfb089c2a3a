// external.h — another program at the board, spoken to by USI or UCI.
//
// The whole game is sent with every position. Nothing the program does can hurt more than its own
// game: it runs in a process group of its own that is killed with it, every wait ends, what it says
// too much is dropped, and what it said last is remembered. An ExternalEngine belongs to the thread
// that started it, whose end would kill the program.
#pragma once

#include "base/process.h"
#include "play/game_player.h"

enum { TRANSCRIPT_LINES = 12, TRANSCRIPT_LINE_MAX = 200 };

typedef struct ExternalEngine {
    const EngineConfig *engine;
    Process process;                                  // pid 0: it does not run
    char tail[TRANSCRIPT_LINES][TRANSCRIPT_LINE_MAX]; // the last lines, cut; a ring
    int64_t said;                                     // how many lines there were
    char last[MOVE_TEXT_MAX];                         // the move it answered with, in its words
    const GameLine *pondered; // what it ponders on, borrowed; null: it does not
} ExternalEngine;

// Starts the program and gives it its options, which must be among those it announces. On failure
// nothing is left running.
Status external_engine_start(ExternalEngine *external, const EngineConfig *engine,
                             int64_t patience_ms, Error *error);
void external_engine_stop(ExternalEngine *external); // also of one that does not run
bool external_engine_is_running(const ExternalEngine *external);

// On failure it has been stopped.
Status external_engine_new_game(ExternalEngine *external, int64_t patience_ms, Error *error);
void external_engine_game_over(ExternalEngine *external, Result result);

void external_engine_ask(ExternalEngine *external, const MoveRequest *request, MoveReply *reply);

// As in game_player.h; the line stays where it is until the next call of any of these.
void external_engine_ponder(ExternalEngine *external, const MoveRequest *request);
void external_engine_hit(ExternalEngine *external, const MoveRequest *request, MoveReply *reply);

void external_engine_transcript(const ExternalEngine *external, StrBuf *transcript);

// For tests: what a line of information says about depth, nodes and value; the rest of the reply
// stays.
void external_engine_read_info(EngineProtocol protocol, Str words, MoveReply *reply);
