// game_player.h — a engine at the board: asked for a move, it answers, fails to, or gives up.
//
// What goes wrong on the other side of the board is an MoveReply, not a Status: it costs a game,
// not the match. A engine that ponders also thinks while the other one does, about the reply it
// expects. A GamePlayer belongs to the thread that opened it and serves many games.
#pragma once

#include "play/engine_config.h"
#include "record/gametext.h"

typedef enum ReplyKind {
    REPLY_MOVE,
    REPLY_RESIGN,
    REPLY_WIN,     // a declaration; whether it is right is the referee's affair
    REPLY_ILLEGAL, // something else than a legal move
    REPLY_CRASH,   // the program ended, or never began
    REPLY_TIMEOUT, // it did not reply in time
    REPLY_STOPPED, // somebody ended the match
} ReplyKind;

typedef struct MoveReply {
    ReplyKind kind;
    Move move;
    Move expected; // the reply it expects, which need not be legal; or MOVE_NONE
    int64_t time_ns;
    bool has_value;
    int value, depth;
    int64_t nodes;
} MoveReply;

// What the engine is asked.
typedef struct MoveRequest {
    const GameLine *line;
    int64_t left_ms[COLOR_NB]; // of the main time, where there is a clock
    const TimeControl *terms[COLOR_NB];
    int64_t patience_ms; // after so long it will not reply
    const SearchControl *stop;
} MoveRequest;

enum { TRANSCRIPT_MAX = 4096 };

typedef struct GamePlayer {
    const EngineConfig *engine;      // null: nobody sits here
    struct InternalEngine *internal; // a built-in player
    struct ExternalEngine *external; // or another program
    Move expected;                   // the reply to its last move, as it guesses
    bool is_pondering;               // on `ahead`: the game with that reply
    GameLine ahead;
} GamePlayer;

// Takes the engine's place: makes the player or starts the program. `control`, which has been
// initialised, is what a built-in player searches by; another thread that pulls it once the match
// is over, and until this one has noticed, need not wait for long moves to end.
Status game_player_open(GamePlayer *game_player, const EngineConfig *engine, SearchControl *control,
                        int64_t patience_ms, Error *error);
void game_player_release(GamePlayer *game_player);

// The built-in player who sits there, for whoever changes its options between games.
Player *game_player_player(const GamePlayer *game_player);

// Before every game, whose `seed` is for what is random in built-in players. Another program that
// has died is started again. False: it could not be; the game is lost by a crash.
bool game_player_new_game(GamePlayer *game_player, uint64_t seed, int64_t patience_ms,
                          Error *error);

// After every game that was finished; the result is this game_player's.
void game_player_game_over(GamePlayer *game_player, Result result);

// The other side is about to be asked. A engine that ponders begins to, if its last reply said
// what it expects; for others this is nothing. The request is as this engine would get it.
// Fails only for want of memory.
Status game_player_ponder(GamePlayer *game_player, const MoveRequest *request, Error *error);

// Also ends its pondering: with a hit its clock runs from now on, otherwise it begins anew.
Status game_player_ask(GamePlayer *game_player, const MoveRequest *request, MoveReply *reply,
                       Error *error);

// The last words exchanged with another program, a line each; empty for built-in players.
void game_player_transcript(const GamePlayer *game_player, StrBuf *transcript);
