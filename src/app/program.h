// program.h — what the engine and the laboratory of a game have in common: a table of commands.
#pragma once

#include "command.h"

typedef struct Program {
    const char *name; // of the file, yuragi-GAME or yuragi-lab-GAME
    const Command *const *commands;
    size_t command_count;
    const char *sibling;          // who knows the commands below, or null
    const char *const *elsewhere; // their names, null at the end
    void (*talk)(void);           // what it does without a command, or null
} Program;

int program_run(const Program *program, int argc, char **argv);
