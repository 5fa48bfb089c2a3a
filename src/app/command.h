// command.h — a subcommand of a program: one file, and one row in the program's table.
//
// Everything that is said about a command is constant data: the parser of its options and its help
// text are made from it. The exit status is 0 for success, 1 if the answer is "no", 2 for bad usage
// or bad input, with one line on standard error, and 3 if a test has no answer yet.
#pragma once

#include <stdio.h>

#include "args.h"
#include "game/line.h"

typedef enum Exit { EXIT_OK = 0, EXIT_NO = 1, EXIT_BAD = 2, EXIT_UNDECIDED = 3 } Exit;

typedef struct Command {
    const char *name;
    const char *summary; // for the list of commands
    const char *usage;   // what follows the name; a line for each form
    const char *about;   // what the command does
    ArgTable args;       // over a request struct of its own
    // Prints what the tables do not know below the options, or null; `words` follow the name.
    void (*print_more)(char **words, FILE *out);
    const char *notes;   // what else the help text says below the options, or null
    const char *example; // what follows the name
    size_t request_size;
    const void *defaults; // the request before any option is read; null: zeros
    Exit (*run)(const struct Command *self, void *request);
} Command;

extern const Command CMD_BENCH, CMD_CURVE, CMD_GAMES, CMD_GO, CMD_LEARN, CMD_LEARN_PLOT, CMD_MATCH,
    CMD_MATE, CMD_OPTIONS, CMD_PERFT, CMD_PLAY, CMD_SAMPLES, CMD_SELFPLAY, CMD_SHOW, CMD_SPSA,
    CMD_SUITE, CMD_TREE, CMD_WEIGHTS;

// A part of the list of commands.
typedef struct CommandGroup {
    const char *title;
    const Command *commands[12]; // ended by NULL
    bool has_protocols;          // usi and uci, which are no commands, are listed here
} CommandGroup;

// Reads the options in argv[1] to argv[argc - 1] and runs the command, or prints its help text.
Exit command_run(const Command *self, int argc, char **argv);

// Prints the help text: usage, description, options, notes, example. `words` follow the command's
// name, ended by NULL.
void command_help(const Command *self, char **words, FILE *out);

// One line on standard error, `yuragi-GAME COMMAND: …`; returns EXIT_BAD.
__attribute__((format(printf, 2, 3))) Exit command_fail(const Command *self, const char *format,
                                                        ...);

// One line on standard error: the command line that continues an interrupted run, to be typed as it
// is. `extra` is an option to add to that of this process, or null.
void command_say_again(const char *extra);

// The default number of threads: one for each processor, but at most so many.
int command_threads(int most);

// The value of --position; null means the start position.
Exit command_line(const Command *self, const char *text, GameLine *line);
