#include "program.h"

#include <stdio.h>
#include <string.h>

#include "base/cpu.h"
#include "sibling.h"

static void print_help(const Program *program, FILE *out) {
    fprintf(out, "usage: %s COMMAND [options]\n\n", program->name);
    if (program->talk)
        fputs("  (none)   talk USI or UCI on standard input, as a GUI does\n", out);
    for (size_t i = 0; i < program->command_count; i++)
        fprintf(out, "  %-8s %s\n", program->commands[i]->name, program->commands[i]->summary);
    if (program->sibling) {
        fprintf(out, "\nand, where %s is installed:", program->sibling);
        for (const char *const *name = program->elsewhere; *name; name++)
            fprintf(out, " %s", *name);
        fputc('\n', out);
    }
    fprintf(out, "\n  --help, --version\n\n%s COMMAND --help explains a command.\n", program->name);
}

static bool is_elsewhere(const Program *program, const char *command) {
    if (program->sibling)
        for (const char *const *name = program->elsewhere; *name; name++)
            if (!strcmp(command, *name))
                return true;
    return false;
}

int program_run(const Program *program, int argc, char **argv) {
    if (program->talk && (argc < 2 || !strcmp(argv[1], "usi") || !strcmp(argv[1], "uci"))) {
        program->talk();
        return EXIT_OK;
    }
    if (argc < 2) {
        print_help(program, stderr);
        return EXIT_BAD;
    }
    const char *name = argv[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h")) {
        print_help(program, stdout);
        return EXIT_OK;
    }
    if (!strcmp(name, "--version")) {
        printf("%s %s (%s)\n", program->name, YURAGI_VERSION, cpu_level());
        return EXIT_OK;
    }
    for (size_t i = 0; i < program->command_count; i++)
        if (!strcmp(name, program->commands[i]->name))
            return (int)command_run(program->commands[i], argc - 1, argv + 1);
    Error error;
    if (is_elsewhere(program, name)) {
        sibling_run(program->sibling, argv, &error);
        fprintf(stderr, "%s: %s is a command of the laboratory: %s\n", program->name, name,
                error.text);
        return EXIT_BAD;
    }
    error_set(&error, STATUS_BAD_INPUT, "'%.60s' is not a command; see --help", name);
    fprintf(stderr, "%s: %s\n", program->name, error.text);
    return EXIT_BAD;
}
