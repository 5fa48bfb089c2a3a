#include <stdio.h>
#include <string.h>

#include "columns.h"
#include "play.h"
#include "record/movetext.h"

// One command of the person who plays. Names are separated by spaces; the first one is shown.
typedef struct PlayCommand {
    const char *names;
    Word help;
    bool has_argument;
    bool needs_game;   // makes no sense when it is over
    bool needs_person; // nor in a game that is only watched
    void (*run)(Play *play, Str argument);
} PlayCommand;

static void do_hint(Play *play, Str argument) {
    (void)argument;
    SearchResult result;
    bool is_interrupted;
    Error error;
    const Status status = play_think(play, true, &result, &is_interrupted, &error);
    if (status != STATUS_OK)
        screen_fail(play, status, &error);
    else if (result.best != MOVE_NONE)
        screen_hint(play, &result);
    else
        screen_say(play, WORD_HINT_WIN, "", "");
}

// Back to the latest earlier position in which a person is to move.
static void do_undo(Play *play, Str argument) {
    (void)argument;
    Game *game = &play->game;
    size_t count = game->line.count;
    Color mover = pos_side(&game->line.now);
    do {
        if (!count) {
            screen_say(play, WORD_NO_UNDO, "", "");
            return;
        }
        count--;
        mover = color_other(mover);
    } while (!play->setup.is_human[mover]);
    while (game->line.count > count)
        game_take_back(game);
    play->is_unsaved = true;
    play_turn(play);
    screen_say(play, WORD_UNDONE, "", "");
}

static void do_moves(Play *play, Str argument) {
    (void)argument;
    screen_moves(play);
}

static void do_board(Play *play, Str argument) {
    (void)argument;
    screen_board(play);
    play->needs_board = false;
}

static void do_flip(Play *play, Str argument) {
    play->is_flipped = !play->is_flipped;
    do_board(play, argument);
}

static void do_eval(Play *play, Str argument) {
    (void)argument;
    Error error;
    engine_wait(play->engine); // then the player is ours
    Player *player = engine_player(play->engine);
    const Status status = player_prepare(player, &error);
    if (status != STATUS_OK)
        screen_fail(play, status, &error);
    else
        screen_value(play, player_quiesce(player, &play->game.line.now));
}

// A new level replaces the limits of the command line, but not the clock.
static void do_level(Play *play, Str argument) {
    char least[16], most[16], now[16];
    snprintf(least, sizeof least, "%d", LEVEL_MIN);
    snprintf(most, sizeof most, "%d", LEVEL_MAX);
    int64_t level;
    if (argument.len && !str_int(argument, LEVEL_MIN, LEVEL_MAX, &level)) {
        screen_say(play, WORD_BAD_LEVEL, least, most);
        return;
    }
    if (argument.len) {
        play->setup.level = (int)level;
        play->setup.config.limits = (SearchLimits){0};
        play->setup.config.time_ms = 0;
    }
    snprintf(now, sizeof now, "%d", play_level(play));
    const Word word = argument.len                      ? WORD_LEVEL_SET
                      : play_level(play) == LEVEL_UNSET ? WORD_LEVEL_OFF
                                                        : WORD_LEVEL;
    screen_say(play, word, now, most);
}

static void do_save(Play *play, Str argument) {
    char path[PROMPT_LINE_MAX + 1];
    snprintf(path, sizeof path, "%.*s", (int)argument.len, argument.at);
    if (argument.len)
        play_save(play, path);
    else if (play->setup.save)
        play_save(play, play->setup.save);
    else
        screen_say(play, WORD_SAVE_WHERE, GAME_IS_CHESS ? "pgn" : "kifu", "");
}

static void take_reply(Play *play, MoveReply reply) {
    Error error;
    const Status status = play_take(play, reply, &error);
    if (status != STATUS_OK)
        screen_fail(play, status, &error);
}

static void do_win(Play *play, Str argument) {
    (void)argument;
    const Position *pos = &play->game.line.now;
    if (pos_declaration(pos, play->game.config.rules.entering_king) == RESULT_OPEN)
        screen_say(play, WORD_NO_CLAIM, screen_side(play, pos_side(pos)), "");
    else
        take_reply(play, (MoveReply){.kind = REPLY_WIN});
}

static void do_resign(Play *play, Str argument) {
    (void)argument;
    take_reply(play, (MoveReply){.kind = REPLY_RESIGN});
}

static void do_new(Play *play, Str argument) {
    (void)argument;
    Error error;
    const Status status = play_begin(play, &error);
    if (status != STATUS_OK) {
        screen_fail(play, status, &error);
        return;
    }
    screen_say(play, WORD_NEW_GAME, "", "");
    play_turn(play);
}

static void do_quit(Play *play, Str argument) {
    (void)argument;
    play->is_quitting = true;
}

static void do_help(Play *play, Str argument);

static const PlayCommand COMMANDS[] = {
    {"hint ヒント", WORD_HELP_HINT, .needs_game = true, .run = do_hint},
    {"undo 待った", WORD_HELP_UNDO, .run = do_undo},
    {"moves 合法手", WORD_HELP_MOVES, .run = do_moves},
    {"board 盤面", WORD_HELP_BOARD, .run = do_board},
    {"flip 反転", WORD_HELP_FLIP, .run = do_flip},
    {"eval 評価値", WORD_HELP_EVAL, .run = do_eval},
    {"level レベル", WORD_HELP_LEVEL, .has_argument = true, .run = do_level},
    {"save 保存", WORD_HELP_SAVE, .has_argument = true, .run = do_save},
    {"win 宣言", WORD_HELP_WIN, .needs_game = true, .needs_person = true, .run = do_win},
    {"resign 投了", WORD_HELP_RESIGN, .needs_game = true, .needs_person = true, .run = do_resign},
    {"new 新規", WORD_HELP_NEW, .run = do_new},
    {"help ? ヘルプ", WORD_HELP_HELP, .run = do_help},
    {"quit exit 終了", WORD_HELP_QUIT, .run = do_quit},
};

static Str command_name(const PlayCommand *command) {
    Str names = str_of(command->names);
    return str_word(&names);
}

// Only shogi has a rule about entered kings that a person claims.
static bool is_offered(const PlayCommand *command) {
    return command->run != do_win || GAME_IS_SHOGI;
}

static void help_row(const Play *play, Str name, const char *text) {
    enum { NAME_COLUMNS = 12, INDENT = NAME_COLUMNS + 2 };
    char row[512];
    StrBuf out = strbuf_init(row, sizeof row);
    strbuf_format(&out, "  %.*s%*s%s\n", STR_ARG(name), NAME_COLUMNS - columns_of(name), "", text);
    screen_print(play, row, INDENT);
}

static void do_help(Play *play, Str argument) {
    (void)argument;
    const char *examples = GAME_IS_CHESS          ? "e2e4, Nf3, exd5, O-O, e8=Q"
                           : play->setup.is_ascii ? "7g7f, 8h2b+, P*5e"
                           : GAME_IS_MINISHOGI    ? "2e2d, P*3c, 24角, ▲２四角"
                                               : "7g7f, 8h2b+, P*5e, 76歩, ▲７六歩, 同銀";
    help_row(play, str_of(words_text(play->setup.language, WORD_HELP_MOVE)), examples);
    for (size_t i = 0; i < ARRAY_LEN(COMMANDS); i++)
        if (is_offered(&COMMANDS[i]))
            help_row(play, command_name(&COMMANDS[i]),
                     words_text(play->setup.language, COMMANDS[i].help));
}

static const PlayCommand *find_command(Str word) {
    for (size_t i = 0; i < ARRAY_LEN(COMMANDS); i++) {
        Str names = str_of(COMMANDS[i].names);
        for (Str name = str_word(&names); name.len; name = str_word(&names))
            if (is_offered(&COMMANDS[i]) && name.len == word.len &&
                !memcmp(name.at, word.at, word.len))
                return &COMMANDS[i];
    }
    return NULL;
}

static void make_move(Play *play, Str text) {
    const GameLine *line = &play->game.line;
    Move move;
    if (play->game.finish)
        screen_say(play, WORD_IS_OVER, "", "");
    else if (play_is_watched(play))
        screen_say(play, WORD_WATCHING, "", "");
    else if (movetext_parse(&line->now, gametext_before(line, line->count), text, &move, NULL) !=
             STATUS_OK)
        play_refuse(play, text);
    else
        take_reply(play, (MoveReply){.kind = REPLY_MOVE, .move = move});
}

void play_obey(Play *play, Str line) {
    Str argument = line;
    const Str word = str_word(&argument);
    argument = str_trim(argument);
    if (!word.len)
        return;
    const PlayCommand *command = find_command(word);
    if (!command) {
        make_move(play, line);
    } else if (argument.len && !command->has_argument) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", STR_ARG(word));
        screen_say(play, WORD_NO_ARGUMENT, name, "");
    } else if (command->needs_game && play->game.finish) {
        screen_say(play, WORD_IS_OVER, "", "");
    } else if (command->needs_person && play_is_watched(play)) {
        screen_say(play, WORD_WATCHING, "", "");
    } else {
        command->run(play, argument);
    }
}

char *play_complete(const char *begin, int index, void *context) {
    const Play *play = context;
    const size_t len = strlen(begin);
    Move moves[MOVE_MAX];
    const int count = play->game.finish ? 0 : gen_legal(&play->game.line.now, moves);
    for (int i = 0; i < (int)ARRAY_LEN(COMMANDS) + count; i++) {
        char word[MOVE_WORD_MAX > 16 ? MOVE_WORD_MAX : 16];
        if (i < count)
            move_write(&play->game.line.now, moves[i], word);
        else
            snprintf(word, sizeof word, "%.*s", STR_ARG(command_name(&COMMANDS[i - count])));
        const bool is_word = i < count || is_offered(&COMMANDS[i - count]);
        if (is_word && !strncmp(word, begin, len) && index-- == 0)
            return strdup(word);
    }
    return NULL;
}
