// The laboratory program of one game: the commands that need more than libc.
#include "program.h"

int main(int argc, char **argv) {
    static const Command *const commands[] = {&CMD_MATCH, &CMD_GAMES,      &CMD_SPSA,
                                              &CMD_CURVE, &CMD_SELFPLAY,   &CMD_SAMPLES,
                                              &CMD_LEARN, &CMD_LEARN_PLOT, &CMD_WEIGHTS};
    const Program laboratory = {
        .name = "yuragi-lab-" GAME_NAME,
        .commands = commands,
        .command_count = ARRAY_LEN(commands),
    };
    return program_run(&laboratory, argc, argv);
}
