// game_player.h — a player of a game: asked for a move, it replies, fails to, or resigns.
//
// There are three kinds: a built-in engine (internal_engine.h), another program
// (external_engine.h), and a plain search on the calling thread (search_player.h). What goes wrong
// with another program is a MoveReply, not a Status: it costs a game, not the match. A player that
// ponders also thinks while its opponent does, about the reply it expects. A GamePlayer belongs to
// the thread that opened it and plays many games.
#pragma once

#include "play/game_clock.h"

typedef enum ReplyKind {
    REPLY_MOVE,
    REPLY_RESIGN,
    REPLY_WIN,     // a declaration; the game checks it
    REPLY_ILLEGAL, // something else than a legal move
    REPLY_CRASH,   // the program ended, or never began
    REPLY_TIMEOUT, // no reply in time
    REPLY_STOPPED, // the caller stopped the game
} ReplyKind;

typedef struct MoveReply {
    ReplyKind kind;
    Move move;
    Move expected; // the opponent's reply it expects, which need not be legal; or MOVE_NONE
    int64_t time_ns;
    bool has_value;
    int value, depth;
    int64_t nodes;
} MoveReply;

// What a player is asked.
typedef struct MoveRequest {
    const GameLine *line;
    const GameClock *clock;
    int64_t patience_ms; // how long to wait for another program
    const SearchControl *stop;
} MoveRequest;

enum { TRANSCRIPT_MAX = 4096 };

typedef struct GamePlayer GamePlayer;

typedef struct GamePlayerKind {
    Status (*new_game)(GamePlayer *player, uint64_t seed, int64_t patience_ms, Error *error);
    // With `is_hit` the line is the one the player ponders on.
    Status (*ask)(GamePlayer *player, const MoveRequest *request, bool is_hit, MoveReply *reply,
                  Error *error);
    // Begins to think about the line, which stays in place until the next call; false: it cannot.
    // Null: this kind does not ponder. The functions below may be null too.
    bool (*ponder)(GamePlayer *player, const MoveRequest *request);
    void (*game_over)(GamePlayer *player, Result result);
    void (*transcript)(const GamePlayer *player, StrBuf *transcript);
    void (*close)(GamePlayer *player);
} GamePlayerKind;

// Concrete players begin with this.
struct GamePlayer {
    const GamePlayerKind *kind;
    bool ponders;
    Move expected;     // the opponent's reply to the player's last move, as the player guesses
    bool is_pondering; // on `ahead`: the game with that reply
    GameLine ahead;
};

// On the thread that opened the player. Null is allowed.
void game_player_close(GamePlayer *player);

// Before every game; the seed is for what is random in built-in engines. Another program that has
// ended is started again; one that cannot be is no failure here, but crashes when it is asked.
Status game_player_new_game(GamePlayer *player, uint64_t seed, int64_t patience_ms, Error *error);

// After every game that has a result, which is the player's own.
void game_player_game_over(GamePlayer *player, Result result);

// The opponent is about to be asked. A player that ponders begins to, if its last reply said what
// it expects. The request is as this player would get it. Fails only for want of memory.
Status game_player_ponder(GamePlayer *player, const MoveRequest *request, Error *error);

// Also ends its pondering: with a hit the clock runs from now on, otherwise the search starts anew.
Status game_player_ask(GamePlayer *player, const MoveRequest *request, MoveReply *reply,
                       Error *error);

// For players that search: a move (MOVE_NONE: it resigns) or a declaration, with what the search
// says. The time is left to the caller.
MoveReply game_player_reply(const SearchResult *result, Move move);

// The last lines exchanged with another program; empty for other kinds.
void game_player_transcript(const GamePlayer *player, StrBuf *transcript);
