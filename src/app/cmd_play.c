#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "config_args.h"
#include "play.h"
#include "terminal.h"

enum { UNSAID = -1 };
typedef enum Side { SIDE_BLACK, SIDE_WHITE, SIDE_BOTH, SIDE_NONE } Side;

static const char *const SIDES[] = {"black", "white", "both", "none", NULL};

typedef struct Request {
    Play play;
    int side, language; // Side, Language, or UNSAID
} Request;

static Status take_clock(const Arg *arg, void *request, const char *text, Error *error) {
    (void)arg;
    return play_clock_parse(str_of(text), &((Request *)request)->play.setup.time, error);
}

static Status take_save(const Arg *arg, void *request, const char *text, Error *error) {
    (void)arg;
    ((Request *)request)->play.setup.save = text;
    return gametext_format(text, error) ? STATUS_OK : STATUS_BAD_INPUT;
}

static Status take_handicap(const Arg *arg, void *request, const char *text, Error *error) {
    (void)arg;
    const Handicap *handicap = handicap_find(text, error);
    ((Request *)request)->play.setup.handicap = handicap;
    return handicap ? STATUS_OK : STATUS_BAD_INPUT;
}

// The side that begins, or the one that receives the handicap.
static Color default_side(const PlaySetup *setup) {
    return setup->handicap ? color_other(setup->handicap->giver) : FIRST;
}

static void take_sides(const Request *request, PlaySetup *setup) {
    const Color white = GAME_IS_CHESS ? FIRST : SECOND;
    const Color chosen = request->side == SIDE_WHITE   ? white
                         : request->side == SIDE_BLACK ? color_other(white)
                                                       : default_side(setup);
    for (Color color = FIRST; color < COLOR_NB; color++)
        setup->is_human[color] =
            request->side == SIDE_BOTH || (request->side != SIDE_NONE && color == chosen);
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    PlaySetup *setup = &request->play.setup;
    if (setup->handicap && setup->position)
        return command_fail(self, "--handicap and --position both say where the game starts; "
                                  "give one of them");
    take_sides(request, setup);
    setup->is_ascii |= !terminal_is_utf8();
    setup->is_terminal = terminal_is(stdout);
    setup->has_color = terminal_has_color(stdout);
    setup->language = request->language == UNSAID ? words_language() : (Language)request->language;
    return play_run(&request->play, self);
}

static const Arg ROWS[] = {
    ARG_ROW_CHOICE(Request, side, "side", SIDES,
                   "your side, or none to watch (the side that begins, or receives the "
                   "handicap)"),
    ARG_ROW_NUMBER(Request, play.setup.level, "level", "N", LEVEL_MIN, LEVEL_MAX,
                   "strength of the engine, 0 to 20 (8); 20 is full strength, five seconds a move "
                   "without a clock"),
    ARG_ROW_CALL("clock", "CLOCK", take_clock,
                 "the clock of both sides: 10+5 is ten minutes and five seconds more a move, "
                 "10m+30s ten minutes and then thirty seconds a move (byoyomi), 5m, 90s or 1h no "
                 "more than that; a side whose time is used up loses"),
    ARG_ROW_CALL("handicap", "NAME", take_handicap,
                 "the game starts with a customary handicap, which you receive unless --side says "
                 "otherwise. Shogi: lance, right-lance, bishop, rook, rook-lance, 2-piece, "
                 "3-piece, 4-piece, 5-piece, left-5-piece, 6-piece, left-7-piece, right-7-piece, "
                 "8-piece, 10-piece; chess: pawn, knight, rook, queen; or their Japanese names"),
    ARG_ROW_POSITION(Request, play.setup.position),
    ARG_ROW_CALL("save", "FILE", take_save,
                 "where the game, or the latest of several, is written when it ends or you leave: "
                 ".usi .csa .kif .kifu .tsv in shogi and minishogi, .uci .pgn .tsv in chess"),
    ARG_ROW_GROUP(Request, play.setup.config, CONFIG_ARGS_SEARCH),
    ARG_ROW_GROUP(Request, play.setup.config, CONFIG_ARGS_COMMON),
    ARG_ROW_GROUP(Request, play.setup.config, CONFIG_ARGS_THREADS),
    ARG_ROW_FLAG(Request, play.setup.is_ascii, "ascii",
                 "use ASCII letters only (the default if the locale is not UTF-8)"),
    ARG_ROW_CHOICE(Request, language, "lang", LANGUAGE_NAMES,
                   "language of the messages (that of the locale)"),
};

const Command CMD_PLAY = {
    .name = "play",
    .summary = "a game in the terminal against the engine",
    .usage = "[options]",
    .about = "A game in the terminal. Moves are typed as the protocol writes them or as people do; "
             "`help` during the game lists the other commands: hint, undo, moves, board, flip, "
             "eval, level, save, win, resign, new, quit. Ctrl-C makes a thinking engine move at "
             "once, and leaves the program otherwise.",
    .args = ARG_TABLE(ROWS),
    .notes = "Colours appear only on a terminal, and not if NO_COLOR is set.",
    .example = "--level 3 --clock 10m+30s",
    .request_size = sizeof(Request),
    .defaults =
        &(const Request){.side = UNSAID, .language = UNSAID, .play.setup.level = LEVEL_UNSET},
    .run = run,
};
