#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "config_args.h"
#include "play.h"
#include "terminal.h"

static PlaySetup default_setup(void) {
    const bool is_utf8 = terminal_is_utf8();
    const bool is_japanese = is_utf8 && !strncmp(terminal_locale("LC_MESSAGES"), "ja", 2);
    return (PlaySetup){.is_human = {true, false},
                       .is_ascii = !is_utf8,
                       .is_terminal = terminal_is(stdout),
                       .has_color = terminal_has_color(stdout),
                       .language = is_japanese ? LANGUAGE_JA : LANGUAGE_EN};
}

static Exit set_side(const Command *self, const char *text, PlaySetup *setup) {
    const bool is_both = !strcmp(text, "both");
    const bool is_white = !strcmp(text, "white"), is_black = !strcmp(text, "black");
    if (!is_both && !is_white && !is_black && strcmp(text, "none"))
        return command_fail(self, "--side is black, white, both or none");
    // White begins in chess, Black in shogi.
    setup->is_human[FIRST] = is_both || (GAME_IS_CHESS ? is_white : is_black);
    setup->is_human[SECOND] = is_both || (GAME_IS_CHESS ? is_black : is_white);
    return EXIT_OK;
}

static Exit set_language(const Command *self, const char *text, PlaySetup *setup) {
    if (strcmp(text, "en") && strcmp(text, "ja"))
        return command_fail(self, "--lang is en or ja");
    setup->language = text[0] == 'j' ? LANGUAGE_JA : LANGUAGE_EN;
    return EXIT_OK;
}

static Exit set_clock(const Command *self, const char *text, PlaySetup *setup) {
    Error error;
    if (play_clock_parse(str_of(text), &setup->time, &error) == STATUS_OK)
        return EXIT_OK;
    return command_fail(self, "--clock: %s", error.text);
}

static Exit set_save(const Command *self, const char *text, PlaySetup *setup) {
    Error error;
    setup->save = text;
    if (gametext_format(text, &error))
        return EXIT_OK;
    return command_fail(self, "--save: %s", error.text);
}

static Exit set_level(const Command *self, const char *text, PlaySetup *setup) {
    int64_t level = 0;
    const Exit exit_code = command_number(self, "--level", text, 1, LEVEL_MAX, &level);
    setup->level = (int)level;
    return exit_code;
}

static Exit take_option(const Command *self, void *context, int option) {
    PlaySetup *setup = context;
    switch (option) {
    case 's':
        return set_side(self, optarg, setup);
    case 'l':
        return set_level(self, optarg, setup);
    case 'c':
        return set_clock(self, optarg, setup);
    case 'p':
        setup->position = optarg;
        return EXIT_OK;
    case 'f':
        return set_save(self, optarg, setup);
    case 'a':
        setup->is_ascii = true;
        return EXIT_OK;
    case 'g':
        return set_language(self, optarg, setup);
    default:
        return config_args_take(self, &setup->config, option, optarg);
    }
}

static Exit run(const Command *self, int argc, char **argv) {
    static const struct option options[] = {
        CONFIG_ARGS,
        {"threads", required_argument, NULL, ARG_THREADS},
        {"side", required_argument, NULL, 's'},
        {"level", required_argument, NULL, 'l'},
        {"clock", required_argument, NULL, 'c'},
        {"position", required_argument, NULL, 'p'},
        {"save", required_argument, NULL, 'f'},
        {"ascii", no_argument, NULL, 'a'},
        {"lang", required_argument, NULL, 'g'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    Play play = {.setup = default_setup()};
    Exit exit_code;
    if (!command_options(self, argc, argv, options, take_option, &play.setup, &exit_code))
        return exit_code;
    return play_run(&play, self);
}

const Command CMD_PLAY = {
    .name = "play",
    .summary = "a game in the terminal against the engine",
    .help =
        "usage: yuragi-" GAME_NAME " play [options]\n"
        "\n"
        "A game in the terminal. Moves are typed as the protocol writes them or as people do;\n"
        "`help` during the game lists the other commands: hint, undo, moves, board, flip, eval,\n"
        "level, save, win, resign, new, quit. Ctrl-C makes a thinking engine move at once, and\n"
        "leaves otherwise.\n"
        "\n"
        "  --side SIDE      yours: black, white, both, or none to watch (the side that begins)\n"
        "  --level N        how strong the engine plays, 1 to 10 (5)\n"
        "  --clock CLOCK    for both sides: 10+5 is ten minutes and five seconds more a move,\n"
        "                   10m+30s ten minutes and then thirty seconds a move (byoyomi),\n"
        "                   5m, 90s or 1h no more than that; a flag that falls loses\n"
        "  --position TEXT  startpos, startpos moves ..., sfen/fen ..., or a bare SFEN/FEN\n"
        "  --save FILE      where the game, or the latest of several, is written when it ends or\n"
        "                   you leave: .usi .csa .kif .kifu in shogi and minishogi, .uci .pgn in\n"
        "                   chess\n" CONFIG_ARGS_HELP "  --threads N      how many threads think\n"
        "  --ascii          letters only (default where the locale is not UTF-8)\n"
        "  --lang en|ja     language of the messages (by the locale)\n"
        "\n"
        "Colours appear only on a terminal, and not if NO_COLOR is set.\n"
        "\n"
        "example: yuragi-" GAME_NAME " play --level 3 --clock 10m+30s\n",
    .run_words = run,
};
