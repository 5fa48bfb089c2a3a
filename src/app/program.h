// program.h — a program as a table of commands: the engine and the laboratory of a game.
#pragma once

#include "command.h"

typedef struct Program {
    const char *name;           // of the file, yuragi-GAME or yuragi-lab-GAME
    const CommandGroup *groups; // in the order of the list of commands
    size_t group_count;
    const char *sibling;          // program that has the commands below, or null
    const char *const *elsewhere; // names of commands, ended by NULL
    void (*talk)(void);           // runs the protocols if no command is given, or null
} Program;

// Runs the command that argv names. Returns the exit status; standard output is closed.
int program_run(const Program *program, int argc, char **argv);
