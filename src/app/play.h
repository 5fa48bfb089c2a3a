// play.h — a game at the terminal: what the files of the command `play` share.
//
// play.c runs the game, play_commands.c does what the person types, play_screen.c shows things,
// cmd_play.c reads the options. A Play belongs to the one thread that runs it.
#pragma once

#include <stdio.h>

#include "command.h"
#include "engine/engine.h"
#include "play/config.h"
#include "play/game.h"
#include "play_clock.h"
#include "prompt.h"
#include "words.h"

enum { LEVEL_MAX = 10, LEVEL_DEFAULT = 5 };

// What the options say; nothing changes it but the command `level`.
typedef struct PlaySetup {
    bool is_human[COLOR_NB];
    Config config;    // the engine's options and limits
    int level;        // 0: the config's limits are meant, or the clock
    TimeControl time; // of both sides
    bool is_ascii, is_terminal, has_color;
    Language language;
    const char *position; // as --position; null is the usual start
    const char *save;     // where the game goes in the end, or null
} PlaySetup;

typedef struct Play {
    PlaySetup setup;
    Engine *engine;
    Prompt prompt;
    FILE *out;
    Game game;
    int64_t turn_ns; // when the present turn began, as clock_ns() has it
    bool is_flipped, needs_board, is_unsaved, is_quitting;
    Exit exit_code;
} Play;

// play.c
// Runs until the person leaves. On entry `setup` is set and all else is zero.
Exit play_run(Play *play, const Command *self);
Status play_begin(Play *play, Error *error); // a new game from the setup's position
void play_turn(Play *play);                  // the turn begins, or the game is over
// Does what the side to move replies, after the time of its turn.
Status play_take(Play *play, MoveReply reply, Error *error);
// Searches the present position; for a hint the clock does not count. *is_interrupted: by Ctrl-C.
Status play_think(Play *play, bool is_hint, SearchResult *result, bool *is_interrupted,
                  Error *error);
// Says whether the file was written.
bool play_save(Play *play, const char *path);

// play_commands.c
// What the person typed: a command or a move.
void play_obey(Play *play, Str line);

// play_screen.c
void screen_board(const Play *play);
void screen_prompt(const Play *play);
void screen_thinking(const Play *play, bool is_on); // only on a terminal
void screen_reply(const Play *play, const SearchResult *result, int64_t time_ms);
void screen_hint(const Play *play, const SearchResult *result);
void screen_value(const Play *play, int value); // of the side to move
void screen_moves(const Play *play);
void screen_end(const Play *play);
void screen_say(const Play *play, Word word, const char *a, const char *b);
const char *screen_side(const Play *play, Color color);
// The present position's move as this person reads it.
void screen_move(const Play *play, Move move, char *text); // at most MOVETEXT_MAX
