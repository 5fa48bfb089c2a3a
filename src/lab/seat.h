// seat.h — a contestant at the board: asked for a move, it answers, fails to, or gives up.
//
// What goes wrong on the other side of the board is an Answer, not a Status: it costs a game, not
// the match. A contestant that ponders also thinks while the other one does, about the reply it
// expects. A Seat belongs to the thread that opened it and serves many games.
#pragma once

#include "lab/contestant.h"
#include "record/gametext.h"

typedef enum AnswerKind {
    ANSWER_MOVE,
    ANSWER_RESIGN,
    ANSWER_WIN,     // a declaration; whether it is right is the referee's affair
    ANSWER_ILLEGAL, // something else than a legal move
    ANSWER_CRASH,   // the program ended, or never began
    ANSWER_SILENCE, // it did not answer in time
    ANSWER_STOPPED, // somebody ended the match
} AnswerKind;

typedef struct Answer {
    AnswerKind kind;
    Move move;
    Move expected; // the reply it expects, which need not be legal; or MOVE_NONE
    int64_t time_ns;
    bool has_value;
    int value, depth;
    int64_t nodes;
} Answer;

// What the contestant is asked.
typedef struct Question {
    const GameLine *line;
    int64_t left_ms[COLOR_NB]; // of the main time, where there is a clock
    const TimeTerms *terms[COLOR_NB];
    int64_t patience_ms; // after so long it will not answer
    const SearchControl *stop;
} Question;

enum { SEAT_STORY_MAX = 4096 };

typedef struct Seat {
    const Contestant *contestant; // null: nobody sits here
    struct Insider *insider;      // a built-in player
    struct Outsider *outsider;    // or another program
    Move expected;                // the reply to its last move, as it guesses
    bool is_pondering;            // on `ahead`: the game with that reply
    GameLine ahead;
} Seat;

// Takes the contestant's place: makes the player or starts the program. `control`, which has been
// initialised, is what a built-in player searches by; another thread that pulls it once the match
// is over, and until this one has noticed, need not wait for long moves to end.
Status seat_open(Seat *seat, const Contestant *contestant, SearchControl *control,
                 int64_t patience_ms, Error *error);
void seat_release(Seat *seat);

// The built-in player who sits there, for whoever changes its options between games.
Player *seat_player(const Seat *seat);

// Before every game, whose `seed` is for what is random in built-in players. Another program that
// has died is started again. False: it could not be; the game is lost by a crash.
bool seat_new_game(Seat *seat, uint64_t seed, int64_t patience_ms, Error *error);

// After every game that was finished; the result is this seat's.
void seat_game_over(Seat *seat, Result result);

// The other side is about to be asked. A contestant that ponders begins to, if its last answer said
// what it expects; for others this is nothing. The question is as this contestant would get it.
// Fails only for want of memory.
Status seat_ponder(Seat *seat, const Question *question, Error *error);

// Also ends its pondering: with a hit its clock runs from now on, otherwise it begins anew.
Status seat_ask(Seat *seat, const Question *question, Answer *answer, Error *error);

// The last words exchanged with another program, a line each; empty for built-in players.
void seat_story(const Seat *seat, StrBuf *story);
