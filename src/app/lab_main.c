// The laboratory program of one game: the commands that need more than libc.
#include "program.h"

int main(int argc, char **argv) {
    static const CommandGroup groups[] = {
        {.title = "Laboratory", .commands = {&CMD_MATCH, &CMD_GAMES, &CMD_SPSA, &CMD_CURVE}},
        {.title = "Learning",
         .commands = {&CMD_SELFPLAY, &CMD_SAMPLES, &CMD_LEARN, &CMD_LEARN_PLOT, &CMD_WEIGHTS}},
    };
    const Program laboratory = {
        .name = "yuragi-lab-" GAME_NAME,
        .groups = groups,
        .group_count = ARRAY_LEN(groups),
    };
    return program_run(&laboratory, argc, argv);
}
