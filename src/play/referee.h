// referee.h — one game between two game_players: the clocks, the rules, and how it ended.
//
// The rules are those of game/: four repetitions, perpetual check, entering kings, fifty moves. On
// top of them a match may end games early, by values both sides agree on. A Scoresheet owns its
// memory and is used for many games; all belongs to one thread.
#pragma once

#include "play/game_player.h"

typedef enum Finish {
    FINISH_RULES,       // `outcome` says how
    FINISH_RESIGNATION, // by the side to move
    FINISH_ADJUDICATED, // adjudicated: lost for the side to move, or drawn
    FINISH_TIME,        // all that follow are lost for the side to move
    FINISH_ILLEGAL,
    FINISH_CRASH,
    FINISH_HANG, // without a clock, but longer than anybody waits
    FINISH_NB
} Finish;

extern const char *const FINISH_NAMES[];

typedef struct RefereeConfig {
    Rules rules;
    // A side that says for `resign_count` moves in a row that it has lost by so much has; so must
    // the other one say, unless `resigns_alone`. 0 moves: nobody is asked.
    int resign_value, resign_count;
    bool resigns_alone;
    // Both sides say for `draw_count` moves each, from ply `draw_from` on, that it is this even.
    int draw_value, draw_count, draw_from;
    int64_t margin_ms;   // how late an reply may be before the flag falls
    int64_t patience_ms; // for an reply without a clock, and for starting a program
} RefereeConfig;

typedef struct Scoresheet {
    GameLine line;
    MoveNote *notes; // one a move of the line
    size_t note_capacity;
    size_t opening_plies;
    time_t began;
    int64_t time_ns, moves; // spent on the game, and how many moves were asked for
    bool is_finished;       // false: the match was stopped
    Finish finish;
    Outcome outcome;                 // of the side to move at the end
    char transcript[TRANSCRIPT_MAX]; // of a side that failed: what was said last
} Scoresheet;

void scoresheet_init(Scoresheet *sheet);
void scoresheet_release(Scoresheet *sheet);

// Half points of FIRST: 2 for a win, 1 for a draw.
int scoresheet_points(const Scoresheet *sheet);
// The same game as writers of game texts want it; borrows from the sheet.
GameRecord scoresheet_record(const Scoresheet *sheet);

// Plays on from the sheet's line, which the caller has set up. The seeds are what is random in each
// side. Fails only for want of memory.
Status referee_play(const RefereeConfig *terms, GamePlayer *const game_players[COLOR_NB],
                    const uint64_t seeds[COLOR_NB], const SearchControl *stop, Scoresheet *sheet,
                    Error *error);
