// problem.h — one line of a problem file: a position, and what counts as having solved it.
//
// Three kinds of lines are understood, whatever the file is called:
//
//     EPD     r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; id "one";
//     table   lnsgk… b - 1 <TAB> 7g7f <TAB> …
//     bare    4k4/9/4P4/9/9/9/9/9/9 b G 1
//
// EPD has bm, am or dm (mate in so many moves). A bare position is a problem only where a win is
// asked for. A line that begins with `#` is a comment; if tabs cut it, it names the columns of the
// table, and `best_move`, `answer_lines` (alternatives cut by |, their first moves count),
// `mate_plies` or `recorded_line_plies`, and `id` are used. Without a header the second column is
// the best moves, or a number of plies to mate. Moves are as move_read takes them: SAN or UCI, USI.
//
// A Problem is a plain value that borrows nothing. No state; any thread.
#pragma once

#include "search/search.h"

enum { PROBLEM_MOVES_MAX = 32, PROBLEM_ID_MAX = 64, PROBLEM_COLUMNS_MAX = 16 };

typedef struct Problem {
    Position position;
    char id[PROBLEM_ID_MAX]; // printable ASCII, terminated
    Move best[PROBLEM_MOVES_MAX], avoid[PROBLEM_MOVES_MAX];
    int best_count, avoid_count;
    bool asks_mate; // any winning move will do, and moves are not looked at
    int mate_plies; // the win must be seen within so many plies; 0: at any distance
} Problem;

typedef enum ProblemColumn {
    COLUMN_OTHER,
    COLUMN_BEST,
    COLUMN_LINES,
    COLUMN_MATE,
    COLUMN_ID,
} ProblemColumn;

// What the lines of a file mean.
typedef struct ProblemForm {
    ProblemColumn columns[PROBLEM_COLUMNS_MAX];
    int column_count; // 0: no header was seen
    bool wants_mate;  // every problem asks for a win, whatever else its line says
} ProblemForm;

// Whether the line holds no problem: it is blank or a comment. A header changes `form`.
bool problem_skip(ProblemForm *form, Str line);

// On failure *problem is unchanged. `number` names a problem that has no id.
Status problem_parse(const ProblemForm *form, Str line, size_t number, Problem *problem,
                     Error *error);

// Whether this move with this value, seen from the side to move, is a solution. MOVE_NONE is none.
bool problem_is_solved(const Problem *problem, Move move, int value);

// The solution, for people: `Qg6`, `not Kh1`, `a win in 5 plies`.
void problem_expected(const Problem *problem, StrBuf *text);
