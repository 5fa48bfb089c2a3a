#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cpu.h"
#include "base/nearest.h"
#include "describe.h"
#include "help.h"
#include "outstream.h"
#include "sibling.h"

enum { COLUMN = 14 }; // of the summaries of commands

static Exit fail(const Program *program, const char *text) {
    fprintf(stderr, "%s: %s\n", program->name, text);
    return EXIT_BAD;
}

// ---- the list of commands ----

static void print_groups(const Program *program, FILE *out) {
    for (size_t i = 0; i < program->group_count; i++) {
        const CommandGroup *group = &program->groups[i];
        fprintf(out, "\n%s\n", group->title);
        if (group->has_protocols) {
            help_row("(none)", "USI or UCI on standard input, for a GUI", COLUMN, out);
            help_row("usi, uci", "the same", COLUMN, out);
        }
        for (const Command *const *at = group->commands; *at; at++)
            help_row((*at)->name, (*at)->summary, COLUMN, out);
    }
}

// The sibling lists its own commands: only there are their summaries.
static Exit list(const Program *program) {
    print_groups(program, stdout);
    if (!program->sibling)
        return EXIT_OK;
    if (!outstream_flush(program->name))
        return EXIT_BAD;
    char self[1], word[] = "--list", *argv[] = {self, word, NULL};
    Error error;
    sibling_run(program->sibling, argv, &error);
    printf("\nLaboratory (%s is not installed)\n ", program->sibling);
    for (const char *const *name = program->elsewhere; *name; name++)
        printf(" %s", *name);
    putchar('\n');
    return EXIT_OK;
}

static void print_usage(const Program *program, FILE *out) {
    fprintf(out,
            "usage: %s COMMAND [options]\n"
            "       %s help COMMAND\n"
            "       %s --version\n",
            program->name, program->name, program->name);
}

// ---- finding the command ----

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
    for (size_t i = 0; i < program->group_count; i++)
        for (const Command *const *at = program->groups[i].commands; *at; at++) {
            const int count = count_words(*at, argc, argv);
            if (count > *words) {
                found = *at;
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

static Exit refuse_command(const Program *program, const char *name) {
    Nearest nearest = nearest_begin(name);
    for (size_t i = 0; i < program->group_count; i++)
        for (const Command *const *at = program->groups[i].commands; *at; at++)
            nearest_offer(&nearest, (*at)->name);
    if (program->sibling)
        nearest_offer_all(&nearest, program->elsewhere);
    nearest_offer_all(&nearest, (const char *const[]){"help", "--help", "--version", NULL});
    char memory[96];
    StrBuf hint = strbuf_init(memory, sizeof memory);
    nearest_write(&nearest, "", &hint);
    Error error;
    error_set(&error, STATUS_BAD_INPUT, "'%.60s' is not a command%s%s", name, memory,
              nearest.found ? " See --help" : "; see --help");
    return fail(program, error.text);
}

// ---- the game ----

// Runs the same program of another game if the launcher allows it.
static Exit change_game(const Program *program, const char *game, bool is_any_game, char **argv) {
    Error error;
    if (sibling_game(game, &error) != STATUS_OK)
        return fail(program, error.text);
    if (!strcmp(game, GAME_NAME))
        return EXIT_OK;
    char name[64];
    const int prefix = (int)(strlen(program->name) - strlen(GAME_NAME));
    snprintf(name, sizeof name, "%.*s%s", prefix, program->name, game);
    if (is_any_game)
        sibling_run(name, argv, &error);
    else
        error_set(&error, STATUS_BAD_INPUT,
                  "--game: this program plays " GAME_NAME "; run %s, or yuragi --game %s", name,
                  game);
    return fail(program, error.text);
}

// Takes --game out of the words.
static Exit check_game(const Program *program, bool is_any_game, int *argc, char **argv) {
    static const ArgTable NONE = {NULL, 0};
    const char *game = NULL;
    Error error;
    if (args_take(NULL, "game", argc, argv, &game, &error) != STATUS_OK)
        return fail(program, error.text);
    int words;
    const Command *command = find_command(program, *argc - 1, argv + 1, &words);
    const bool is_handed_on = !command && *argc > 1 && is_elsewhere(program, argv[1]);
    if (!is_handed_on &&
        args_take(command ? &command->args : &NONE, "game", argc, argv, &game, &error) != STATUS_OK)
        return fail(program, error.text);
    return game ? change_game(program, game, is_any_game, argv) : EXIT_OK;
}

// ---- running ----

static Exit hand_on(const Program *program, bool is_any_game, int argc, char **argv) {
    static char any_game[] = SIBLING_ANY_GAME;
    char **words = calloc((size_t)argc + 2, sizeof *words);
    if (!words)
        return fail(program, "no memory");
    int count = 1;
    if (is_any_game)
        words[count++] = any_game;
    memcpy(words + count, argv + 1, (size_t)(argc - 1) * sizeof *words);
    Error error;
    sibling_run(program->sibling, words, &error);
    free(words);
    fprintf(stderr, "%s: %s is a command of the laboratory: %s\n", program->name, argv[1],
            error.text);
    return EXIT_BAD;
}

static Exit talk(const Program *program, bool is_told) {
    // A person at a terminal would wait for a prompt; a GUI is no terminal.
    if (!is_told && isatty(STDIN_FILENO))
        fprintf(stderr,
                "%s waits for the commands of a GUI: usi or uci, later quit.\n"
                "Try '%s play' to play here, or '%s --help' for all commands.\n",
                program->name, program->name, program->name);
    program->talk();
    return EXIT_OK;
}

static Exit run_words(const Program *program, bool is_any_game, int argc, char **argv) {
    int words;
    const Command *command = find_command(program, argc - 1, argv + 1, &words);
    if (command)
        return command_run(command, argc - words, argv + words);
    if (is_elsewhere(program, argv[1]))
        return hand_on(program, is_any_game, argc, argv);
    return refuse_command(program, argv[1]);
}

// `help COMMAND` is `COMMAND --help`.
static Exit explain(const Program *program, bool is_any_game, int argc, char **argv) {
    static char help[] = "--help";
    memmove(argv + 1, argv + 2, (size_t)(argc - 2) * sizeof *argv);
    argv[argc - 1] = help;
    return run_words(program, is_any_game, argc, argv);
}

static Exit run(const Program *program, int argc, char **argv) {
    const bool is_any_game = argc > 1 && !strcmp(argv[1], SIBLING_ANY_GAME);
    argc -= is_any_game;
    argv += is_any_game;
    const Exit exit_code = check_game(program, is_any_game, &argc, argv);
    if (exit_code != EXIT_OK)
        return exit_code;
    const char *name = argc > 1 ? argv[1] : "";
    if (program->talk && (argc < 2 || !strcmp(name, "usi") || !strcmp(name, "uci")))
        return talk(program, argc > 1);
    if (argc < 2) {
        print_usage(program, stderr);
        return EXIT_BAD;
    }
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || (argc == 2 && !strcmp(name, "help"))) {
        print_usage(program, stdout);
        return list(program);
    }
    if (!strcmp(name, "--list"))
        return list(program);
    if (!strcmp(name, "--describe")) {
        describe_program(program->name, program->groups, program->group_count, stdout);
        return EXIT_OK;
    }
    if (!strcmp(name, "--version")) {
        printf("%s %s (%s)\n", program->name, YURAGI_VERSION, cpu_level());
        return EXIT_OK;
    }
    return (!strcmp(name, "help") ? explain : run_words)(program, is_any_game, argc, argv);
}

int program_run(const Program *program, int argc, char **argv) {
    return outstream_close(program->name, (int)run(program, argc, argv));
}
