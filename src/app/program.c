#include "program.h"

#include <stdio.h>
#include <string.h>

#include "base/cpu.h"
#include "help.h"
#include "sibling.h"

enum { COLUMN = 14 }; // of the summaries of commands

static void print_help(const Program *program, FILE *out) {
    fprintf(out, "usage: %s COMMAND [options]\n\n", program->name);
    if (program->talk)
        help_row("(none)", "USI or UCI on standard input, for a GUI", COLUMN, out);
    for (size_t i = 0; i < program->command_count; i++)
        help_row(program->commands[i]->name, program->commands[i]->summary, COLUMN, out);
    if (program->sibling) {
        fprintf(out, "\nand, where %s is installed:", program->sibling);
        for (const char *const *name = program->elsewhere; *name; name++)
            fprintf(out, " %s", *name);
        fputc('\n', out);
    }
    fprintf(out, "\n  --help, --version\n\n%s COMMAND --help explains a command.\n", program->name);
}

// How many of the words are the name of the command; 0: it is another command.
static int count_words(const Command *command, int argc, char **argv) {
    Str rest = str_of(command->name);
    int count = 0;
    for (; rest.len; count++)
        if (count == argc || !str_eq(str_word(&rest), argv[count]))
            return 0;
    return count;
}

// The command with the longest name that the words begin with, or null.
static const Command *find_command(const Program *program, int argc, char **argv, int *words) {
    const Command *found = NULL;
    *words = 0;
    for (size_t i = 0; i < program->command_count; i++) {
        const int count = count_words(program->commands[i], argc, argv);
        if (count > *words) {
            found = program->commands[i];
            *words = count;
        }
    }
    return found;
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
    int words;
    const Command *command = find_command(program, argc - 1, argv + 1, &words);
    if (command)
        return (int)command_run(command, argc - words, argv + words);
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
