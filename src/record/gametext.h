// gametext.h — a game as a text file: the formats of this game, and how to write one.
//
// A GameRecord borrows everything it points at; interactive play or a match fills it. The extension
// of a file name selects the format: .usi .csa .kif .kifu in the drop games, .uci .pgn in chess,
// .tsv in all. KIF is always written in UTF-8, and its first line says so. Writers are stateless;
// the caller owns the stream and checks ferror.
#pragma once

#include <stdio.h>
#include <time.h>

#include "game/line.h"

// How a game ended; "the mover" is the side to move in the last position.
typedef enum GameEnd {
    END_NONE,        // it has not ended
    END_RULES,       // see `outcome`: mate, repetition, a declaration, …
    END_RESIGNATION, // of the mover
    END_TIME,        // the mover lost on time
    END_ILLEGAL,     // the mover's answer was not a legal move
    END_ABANDONED,   // aborted, without a winner
    // The match ended it by the values that the players reported; `outcome` has the result.
    END_ADJUDICATION,
} GameEnd;

// Additional data of one move.
typedef struct MoveNote {
    int64_t time_ms; // negative: not measured
    bool has_value;
    int value; // hundredths of a pawn, for the side that moved
    int depth;
} MoveNote;

typedef struct GameRecord {
    const GameLine *line;
    const char *names[COLOR_NB]; // UTF-8; null: unknown
    const char *event;           // likewise
    time_t began;                // 0: unknown
    GameEnd end;
    Outcome outcome;       // of END_RULES and END_ADJUDICATION
    const MoveNote *notes; // one for every move of the line; or null
} GameRecord;

typedef struct GameFormat {
    const char *extension; // without the dot
    const char *summary;
    void (*write)(const GameRecord *record, FILE *out);
} GameFormat;

// The formats of this game; the last row has no extension.
extern const GameFormat GAME_FORMATS[];

// By its extension, without the dot; null if there is none.
const GameFormat *gametext_format_named(Str extension);

// By the extension of a file name. Null, with an error that lists the extensions, if there is none.
const GameFormat *gametext_format(const char *path, Error *error);

// Writes the file atomically.
Status gametext_save(const GameRecord *record, const char *path, Error *error);

// The result for the mover; RESULT_OPEN if the game was not finished.
Result gametext_result(const GameRecord *record);

// For writers: `1-0` if FIRST won, `0-1`, `1/2-1/2`, or `*` if the game was not finished.
const char *gametext_points(const GameRecord *record);

// For writers: the move before move `index`, or MOVE_NONE.
static inline Move gametext_before(const GameLine *line, size_t index) {
    return index ? line->moves[index - 1] : (Move)MOVE_NONE;
}

// For writers: whether the game began at the start position.
bool gametext_is_from_start(const GameRecord *record);

// For writers: one line with `label` and foreign text, whose control characters become spaces; null
// is the empty text.
void gametext_field(const char *label, const char *text, FILE *out);

// For writers: the value of a move for FIRST, as in shogi files.
int gametext_first_value(const GameRecord *record, size_t index);

enum { DATE_TEXT_MAX = 64 };

// For writers: when the game began, in local time: the date in chess, date and time in shogi files.
// Null if it is unknown.
const char *gametext_date(const GameRecord *record, char text[DATE_TEXT_MAX]);

// The argument of `position` in the protocols: startpos or sfen/fen, and the moves.
void gametext_write_line(const GameRecord *record, FILE *out);
