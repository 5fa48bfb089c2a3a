// The engine of one game: finds the subcommand and runs it.
#include <stdio.h>
#include <string.h>

#include "base/cpu.h"
#include "command.h"

static const Command *const COMMANDS[] = {&CMD_SHOW, &CMD_PERFT};

static void print_help(FILE *out) {
    fputs("usage: yuragi-" GAME_NAME " COMMAND [options]\n\n", out);
    for (size_t i = 0; i < ARRAY_LEN(COMMANDS); i++)
        fprintf(out, "  %-8s %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
    fputs("\n  --help, --version\n\n"
          "yuragi-" GAME_NAME " COMMAND --help explains a command.\n",
          out);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        print_help(stderr);
        return EXIT_BAD;
    }
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
        print_help(stdout);
        return EXIT_OK;
    }
    if (!strcmp(name, "--version")) {
        printf("yuragi-%s %s (%s)\n", GAME_NAME, YURAGI_VERSION, cpu_level());
        return EXIT_OK;
    }
    for (size_t i = 0; i < ARRAY_LEN(COMMANDS); i++)
        if (!strcmp(name, COMMANDS[i]->name))
            return (int)COMMANDS[i]->run(COMMANDS[i], argc - 1, argv + 1);
    Error error;
    error_set(&error, STATUS_BAD_INPUT, "'%.60s' is not a command; see --help", name);
    fprintf(stderr, "yuragi-%s: %s\n", GAME_NAME, error.text);
    return EXIT_BAD;
}
