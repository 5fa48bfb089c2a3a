// The engine program of one game. It needs libc only; commands that need more libraries are in the
// laboratory program in the same folder.
#include <stdio.h>

#include "program.h"
#include "protocol/session.h"

static void talk(void) {
    session_run(stdin, stdout);
}

int main(int argc, char **argv) {
    static const Command *const commands[] = {&CMD_PLAY, &CMD_SHOW,  &CMD_PERFT, &CMD_GO,
                                              &CMD_TREE, &CMD_BENCH, &CMD_SUITE, &CMD_OPTIONS};
    static const char *const laboratory[] = {"match", "games",   "spsa",    "curve", "selfplay",
                                             "learn", "samples", "weights", NULL};
    const Program engine = {
        .name = "yuragi-" GAME_NAME,
        .commands = commands,
        .command_count = ARRAY_LEN(commands),
        .sibling = "yuragi-lab-" GAME_NAME,
        .elsewhere = laboratory,
        .talk = talk,
    };
    return program_run(&engine, argc, argv);
}
