// command.h — a subcommand of a program: one file, and one row in the program's table.
//
// Everything that is said about a command is constant data: the parser of its options and its help
// text are made from it. The exit status is 0 for success, 1 if the answer is "no", 2 for bad usage
// or bad input, with one line on standard error, and 3 if a test has no answer yet.
#pragma once

#include "args.h"
#include "game/line.h"

typedef enum Exit { EXIT_OK = 0, EXIT_NO = 1, EXIT_BAD = 2, EXIT_UNDECIDED = 3 } Exit;

typedef struct Command {
    const char *name;
    const char *summary; // for the list of commands
    const char *usage;   // what follows the name; a line for each form
    const char *about;   // what the command does
    ArgTable args;       // over a request struct of its own
    const char *notes;   // what else the help text says below the options, or null
    const char *example; // what follows the name
    size_t request_size;
    const void *defaults; // the request before any option is read; null: zeros
    Exit (*run)(const struct Command *self, void *request);
    // For commands that are not made from tables yet.
    const char *help;
    Exit (*run_words)(const struct Command *self, int argc, char **argv);
} Command;

extern const Command CMD_BENCH, CMD_CURVE, CMD_GAMES, CMD_GO, CMD_LEARN, CMD_MATCH, CMD_OPTIONS,
    CMD_PERFT, CMD_PLAY, CMD_SAMPLES, CMD_SELFPLAY, CMD_SHOW, CMD_SPSA, CMD_SUITE, CMD_TREE,
    CMD_WEIGHTS;

// Reads the words behind the program's name, of which argv[0] is the command's, and runs it; or
// prints its help text.
Exit command_run(const Command *self, int argc, char **argv);

// One line on standard error, `yuragi-GAME COMMAND: …`; returns EXIT_BAD.
__attribute__((format(printf, 2, 3))) Exit command_fail(const Command *self, const char *format,
                                                        ...);

// getopt_long, with our own words for what it rejects. `take` gets each option, its text being
// optarg, and what it knows as `context`; the words beside them begin at argv[optind] afterwards.
// False: that was all, and *exit_code is how the command ends, having said what is wrong or printed
// the help.
struct option;
typedef Exit CommandTake(const Command *self, void *context, int option);
bool command_arguments(const Command *self, int argc, char **argv, const struct option *options,
                       CommandTake *take, void *context, Exit *exit_code);

// The same for commands that have options and nothing else.
bool command_options(const Command *self, int argc, char **argv, const struct option *options,
                     CommandTake *take, void *context, Exit *exit_code);

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

// The default number of threads: one for each processor, but at most so many.
int command_threads(int most);

// The value of --position; null means the start position.
Exit command_line(const Command *self, const char *text, GameLine *line);
