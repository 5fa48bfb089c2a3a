// play.h — a game at the terminal: what the files of the command `play` share.
//
// play.c runs the game, play_commands.c does what the person types, play_refusal.c says why a move
// is refused, play_screen.c shows things, cmd_play.c reads the options. A Play belongs to the one
// thread that runs it.
#pragma once

#include <stdio.h>

#include "command.h"
#include "engine/engine.h"
#include "play/config.h"
#include "play/game.h"
#include "play_clock.h"
#include "prompt.h"
#include "record/handicap.h"
#include "search/level.h"
#include "words.h"

enum {
    LEVEL_UNSET = LEVEL_MIN - 1,
    HINT_MS = 1000, // a hint searches so long, at full strength
    FULL_MS = 5000, // and so long a move of the highest level, if there is no clock
};

// What the options say; nothing changes it but the command `level`.
typedef struct PlaySetup {
    bool is_human[COLOR_NB];
    Config config;    // the engine's options and limits
    int level;        // LEVEL_UNSET: the config's limits are meant, or the clock
    TimeControl time; // of both sides
    bool is_ascii, is_terminal, has_color;
    Language language;
    const char *position;     // as --position; null is the usual start
    const Handicap *handicap; // or null
    const char *save;         // where the game goes in the end, or null
} PlaySetup;

typedef struct Play {
    PlaySetup setup;
    Engine *engine;
    Prompt prompt;
    FILE *out;
    Game game;
    const Handicap *handicap; // of this game, or null
    int64_t turn_ns;          // when the present turn began, as clock_ns() has it
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
// Whether the engine plays both sides.
bool play_is_watched(const Play *play);
// The level the engine plays at; LEVEL_UNSET if it is limited by something else.
int play_level(const Play *play);
// Searches the present position; for a hint at full strength. *is_interrupted: by Ctrl-C.
Status play_think(Play *play, bool is_hint, SearchResult *result, bool *is_interrupted,
                  Error *error);
// Says whether the file was written.
bool play_save(Play *play, const char *path);

// play_commands.c
// What the person typed: a command or a move.
void play_obey(Play *play, Str line);
// For the completion of words: the commands and the legal moves that begin with `begin`, one for
// each index; null after the last. The context is the Play; the caller frees the word.
char *play_complete(const char *begin, int index, void *context);

// play_refusal.c
// Says why what was typed is not a move.
void play_refuse(const Play *play, Str text);

// play_screen.c
void screen_board(const Play *play);
enum { PROMPT_TEXT_MAX = 128 };
void screen_prompt(const Play *play, char text[PROMPT_TEXT_MAX]); // what stands before the input
void screen_thinking(const Play *play, bool is_on);               // only on a terminal
void screen_reply(const Play *play, const SearchResult *result, int64_t time_ms);
void screen_hint(const Play *play, const SearchResult *result);
void screen_value(const Play *play, int value); // of the side to move
void screen_moves(const Play *play);
void screen_end(const Play *play);
// Words, and any text, wrapped to the width of the terminal.
void screen_say(const Play *play, Word word, const char *a, const char *b);
void screen_print(const Play *play, const char *text, int indent);
void screen_fail(const Play *play, Status status, const Error *error);
const char *screen_side(const Play *play, Color color);
// A typical move, for messages.
const char *screen_example(const Play *play);
// The present position's move as this person reads it.
void screen_move(const Play *play, Move move, char *text); // at most MOVETEXT_MAX
