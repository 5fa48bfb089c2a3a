// seat.h — a contestant at the board: asked for a move, it answers, fails to, or gives up.
//
// What goes wrong on the other side of the board is an Answer, not a Status: it costs a game, not
// the match. A Seat belongs to the thread that opened it and serves many games.
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
    Player *player;               // of a built-in one
    struct Outsider *outsider;    // of another program
} Seat;

// Takes the contestant's place: makes the player or starts the program.
Status seat_open(Seat *seat, const Contestant *contestant, int64_t patience_ms, Error *error);
void seat_release(Seat *seat);

// Before every game. Another program that has died is started again. False: it could not be; the
// game is lost by a crash.
bool seat_new_game(Seat *seat, int64_t patience_ms, Error *error);

// After every game that was finished; the result is this seat's.
void seat_game_over(Seat *seat, Result result);

Status seat_ask(Seat *seat, const Question *question, Answer *answer, Error *error);

// The last words exchanged with another program, a line each; empty for built-in players.
void seat_story(const Seat *seat, StrBuf *story);
