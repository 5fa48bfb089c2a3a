// yuragi: runs the engine program of a game, which is in the same folder.
#include <stdio.h>
#include <string.h>

#include "base/macros.h"
#include "sibling.h"

static const char *const GAMES[] = {"shogi", "minishogi", "chess"};

static const char HELP[] = "usage: yuragi [--game shogi|minishogi|chess] COMMAND [options]\n"
                           "\n"
                           "Runs yuragi-GAME COMMAND (shogi unless another game is named).\n"
                           "yuragi --help shows this, yuragi COMMAND --help explains a command,\n"
                           "yuragi --game chess --help lists the commands.\n";

static const char *find_game(const char *name) {
    for (size_t i = 0; i < ARRAY_LEN(GAMES); i++)
        if (!strcmp(name, GAMES[i]))
            return GAMES[i];
    return NULL;
}

// Reads `--game X` or `--game=X` at the front and removes it from *argc and *argv.
static const char *take_game(int *argc, char ***argv) {
    const char *name;
    int used;
    if (*argc > 2 && !strcmp((*argv)[1], "--game")) {
        name = (*argv)[2];
        used = 2;
    } else if (*argc > 1 && !strncmp((*argv)[1], "--game", 6)) {
        name = (*argv)[1][6] == '=' ? (*argv)[1] + 7 : "";
        used = 1;
    } else {
        return GAMES[0];
    }
    *argc -= used;
    *argv += used;
    return find_game(name);
}

int main(int argc, char **argv) {
    if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
        fputs(HELP, stdout);
        return 0;
    }
    const char *game = take_game(&argc, &argv);
    if (!game) {
        fputs("yuragi: --game must be shogi, minishogi or chess\n", stderr);
        return 2;
    }
    char name[32];
    snprintf(name, sizeof name, "yuragi-%s", game);
    Error error;
    sibling_run(name, argv, &error);
    fprintf(stderr, "yuragi: %s\n", error.text);
    return 2;
}
