// game.h — one game: its moves, its clocks, what the players say about them, and how it ended.
//
// The one game loop of this program: matches and self-play run game_play, the terminal takes the
// same steps one by one. The rules are those of game/ (repetition, perpetual check, entering kings,
// fifty moves); a game may end earlier by the values of the players (adjudication.h) or by a clock.
// A Game owns its memory and is used for many games; all belongs to one thread.
#pragma once

#include "play/adjudication.h"
#include "play/game_clock.h"
#include "play/game_player.h"
#include "record/gametext.h"

typedef enum Finish {
    FINISH_NONE,        // the game goes on, or was stopped
    FINISH_ABORTED,     // it was longer than the limit, and has no result
    FINISH_RULES,       // `outcome` says how
    FINISH_RESIGNATION, // of the side to move
    FINISH_ADJUDICATED, // by values: `outcome` says how
    FINISH_TIME,        // this one and all that follow are lost for the side to move
    FINISH_ILLEGAL,
    FINISH_CRASH,
    FINISH_HANG, // no reply, without a clock
    FINISH_NB
} Finish;

extern const char *const FINISH_NAMES[]; // ended by NULL

// Whether a player has lost by something else than its moves.
static inline bool finish_is_fault(Finish finish) {
    return finish >= FINISH_TIME;
}

typedef struct GameConfig {
    Rules rules;
    AdjudicationConfig adjudication;
    TimeControl time[COLOR_NB];
    int64_t margin_ms;   // how late a reply may be before the flag falls
    int64_t patience_ms; // for a reply without a clock, and for starting a program
    int ply_limit;       // plies after the opening before the game is aborted; 0: no limit
} GameConfig;

typedef struct Game {
    GameConfig config; // of the last game_begin
    GameLine line;
    MoveNote *notes; // one for each move of the line
    size_t note_capacity;
    size_t opening_plies; // moves of the line that were not played here
    GameClock clock;
    Adjudication adjudication;
    time_t began;
    int64_t time_ns; // spent in game_play
    Finish finish;
    Outcome outcome;                 // of the side to move at the end
    char transcript[TRANSCRIPT_MAX]; // of the player at fault: its last lines
} Game;

void game_init(Game *game);
void game_release(Game *game);

// ---- A whole game ----

// Plays on from the game's line, which the caller has set up and which is the opening, until the
// game is finished or stopped. Both sides may be the same player. `seeds` are for what is random in
// built-in engines; null: 0. Fails for want of memory, or as a player of this program fails.
Status game_play(Game *game, const GameConfig *config, GamePlayer *const players[COLOR_NB],
                 const uint64_t seeds[COLOR_NB], const SearchControl *stop, Error *error);

// Whether the game has ended with a result.
bool game_has_result(const Game *game);
// 1: FIRST has won, 0: a draw or no result, -1: SECOND has won.
int game_result(const Game *game);
// The side that has lost; of a game that is not drawn.
Color game_loser(const Game *game);
// The same game as writers of game texts need it; borrows from the game.
GameRecord game_record(const Game *game);

// ---- Step by step ----

// Begins a game at the end of its line: clocks and notes are fresh.
Status game_begin(Game *game, const GameConfig *config, Error *error);
// Finishes the game if the rules, the values or the limit say so.
void game_judge(Game *game);
// Does what the side to move replies.
Status game_take(Game *game, const MoveReply *reply, Error *error);
// Takes the last move back, also after the end; the clocks stay.
void game_take_back(Game *game);
// Makes room for notes of `count` moves in all.
Status game_reserve(Game *game, size_t count, Error *error);
