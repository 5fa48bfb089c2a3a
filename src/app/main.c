// The engine program of one game. It needs libc only; commands that need more libraries are in the
// laboratory program in the same folder.
#include <stdio.h>

#include "program.h"
#include "protocol/session.h"

static void talk(void) {
    session_run(stdin, stdout);
}

int main(int argc, char **argv) {
    static const CommandGroup groups[] = {
        {.title = "Play and analyse",
         .commands = {&CMD_PLAY, &CMD_SHOW, &CMD_GO, &CMD_MATE, &CMD_TREE}},
        {.title = "Engine protocols", .commands = {&CMD_OPTIONS}, .has_protocols = true},
        {.title = "Measurements", .commands = {&CMD_PERFT, &CMD_BENCH, &CMD_SUITE}},
    };
    static const char *const laboratory[] = {"match", "games",   "spsa",    "curve", "selfplay",
                                             "learn", "samples", "weights", NULL};
    const Program engine = {
        .name = "yuragi-" GAME_NAME,
        .groups = groups,
        .group_count = ARRAY_LEN(groups),
        .sibling = "yuragi-lab-" GAME_NAME,
        .elsewhere = laboratory,
        .talk = talk,
    };
    return program_run(&engine, argc, argv);
}
