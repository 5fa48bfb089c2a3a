// yuragi: runs the engine program of a game, which is in the same folder.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "outstream.h"
#include "sibling.h"

enum { BAD_USAGE = 2 };

static const char NAME[] = "yuragi";

static const char HELP[] = "usage: yuragi [--game shogi|minishogi|chess] COMMAND [options]\n"
                           "       yuragi help COMMAND\n"
                           "       yuragi --version\n"
                           "\n"
                           "Runs yuragi-GAME COMMAND (shogi unless another game is named).\n";

// Reads `--game X` or `--game=X` at the front and removes it from *argc and *argv. Elsewhere only
// the program that has the tables of options can tell it from the value of another option.
static Status take_game(int *argc, char ***argv, const char **game, Error *error) {
    static const char OPTION[] = "--game";
    const size_t length = strlen(OPTION);
    const char *word = *argc > 1 ? (*argv)[1] : "";
    if (strncmp(word, OPTION, length) != 0 || (word[length] && word[length] != '='))
        return STATUS_OK;
    *game = word[length] ? word + length + 1 : (*argv)[2];
    if (!*game)
        return error_set(error, STATUS_BAD_INPUT, "--game needs a value: shogi, minishogi, chess");
    const int used = word[length] ? 1 : 2;
    *argc -= used;
    *argv += used;
    return sibling_game(*game, error);
}

static bool is_help(int argc, char **argv) {
    return argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
                        (argc == 2 && !strcmp(argv[1], "help")));
}

// The engine's arguments: those given, after SIBLING_ANY_GAME if no game is named. Help is the
// engine's list of commands.
static Status run_engine(const char *game, int argc, char **argv, Error *error) {
    static char any_game[] = SIBLING_ANY_GAME, list[] = "--list";
    char **words = calloc((size_t)argc + 2, sizeof *words);
    if (!words)
        return error_set(error, STATUS_NO_MEMORY, "no memory");
    int count = 1;
    if (!game && argc > 1)
        words[count++] = any_game;
    for (int i = 1; i < argc; i++)
        words[count++] = i == 1 && is_help(argc, argv) ? list : argv[i];
    char name[32];
    snprintf(name, sizeof name, "yuragi-%s", game ? game : SIBLING_GAMES[0]);
    const Status status = sibling_run(name, words, error);
    free(words);
    return status;
}

int main(int argc, char **argv) {
    const char *game = NULL;
    Error error;
    if (take_game(&argc, &argv, &game, &error) == STATUS_OK) {
        if (is_help(argc, argv))
            fputs(HELP, stdout);
        if (!outstream_flush(NAME))
            return BAD_USAGE;
        run_engine(game, argc, argv, &error);
    }
    fprintf(stderr, "%s: %s\n", NAME, error.text);
    return BAD_USAGE;
}
