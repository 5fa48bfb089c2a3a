// command.h — one subcommand, one file, one row in main.c's table.
//
// Exit status: 0 success, 1 the answer is "no", 2 bad usage or bad input with one line on standard
// error.
#pragma once

#include "game/line.h"

typedef enum Exit { EXIT_OK = 0, EXIT_NO = 1, EXIT_BAD = 2 } Exit;

typedef struct Command {
    const char *name;
    const char *summary; // for the list of commands
    const char *help;    // for --help: usage, options, an example
    Exit (*run)(const struct Command *self, int argc, char **argv); // argv[0] is the command's name
} Command;

extern const Command CMD_BENCH, CMD_CURVE, CMD_GAMES, CMD_GO, CMD_LEARN, CMD_MATCH, CMD_PERFT,
    CMD_PLAY, CMD_SAMPLES, CMD_SELFPLAY, CMD_SHOW, CMD_SPSA, CMD_SUITE, CMD_TREE, CMD_WEIGHTS;

// One line on standard error, `yuragi-GAME COMMAND: …`; returns EXIT_BAD.
__attribute__((format(printf, 2, 3))) Exit command_fail(const Command *self, const char *format,
                                                        ...);

// getopt_long, with our own words for what it rejects. Returns the option's value, -1 at the end,
// or '?' after having said what is wrong (or, for --help, printed the help: then *exit_code is
// EXIT_OK).
struct option;
int command_option(const Command *self, int argc, char **argv, const struct option *options,
                   Exit *exit_code);

// All of them, for commands that have options and nothing else: `take` gets each one, its text
// being optarg, and what it knows as `context`. EXIT_NO: the help was printed, and that was all.
typedef Exit CommandTake(const Command *self, void *context, int option);
Exit command_options(const Command *self, int argc, char **argv, const struct option *options,
                     CommandTake *take, void *context);

// An option that wants a whole number, as command_option returns it, and where the number goes.
typedef struct CommandNumber {
    int option;
    const char *name;
    int64_t min, max, *field;
} CommandNumber;

// Takes the value of `option`; EXIT_NO where it is not one of these.
Exit command_take_number(const Command *self, const CommandNumber *numbers, size_t count,
                         int option);

// A whole number in [min, max] given to `name`.
Exit command_number(const Command *self, const char *name, const char *text, int64_t min,
                    int64_t max, int64_t *value);

// How many threads where nobody says: one a processor, but at most so many.
int command_threads(int most);

// The value of --position; null means the start position.
Exit command_line(const Command *self, const char *text, GameLine *line);
