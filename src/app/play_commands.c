#include <string.h>

#include "play.h"
#include "record/movetext.h"

// One command of the person who plays. Names are separated by spaces; the first one is shown.
typedef struct PlayCommand {
    const char *names;
    Word help;
    bool has_argument;
    bool needs_game; // makes no sense when it is over
    void (*run)(Play *play, Str argument);
} PlayCommand;

static void say_error(const Play *play, const Error *error) {
    screen_say(play, WORD_REFUSED, error->text, "");
}

static void do_hint(Play *play, Str argument) {
    (void)argument;
    SearchResult result;
    bool is_interrupted;
    Error error;
    if (play_think(play, true, &result, &is_interrupted, &error) != STATUS_OK)
        say_error(play, &error);
    else if (result.best != MOVE_NONE)
        screen_hint(play, &result);
    else
        screen_say(play, WORD_HINT, "win\n", "");
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
    play->needs_board = true;
}

static void do_flip(Play *play, Str argument) {
    (void)argument;
    play->is_flipped = !play->is_flipped;
    play->needs_board = true;
}

static void do_eval(Play *play, Str argument) {
    (void)argument;
    Error error;
    engine_wait(play->engine); // then the player is ours
    Player *player = engine_player(play->engine);
    if (player_prepare(player, &error) != STATUS_OK)
        say_error(play, &error);
    else
        screen_value(play, player_quiesce(player, &play->game.line.now));
}

static void do_level(Play *play, Str argument) {
    char most[16], now[16];
    StrBuf most_buf = strbuf_init(most, sizeof most), now_buf = strbuf_init(now, sizeof now);
    strbuf_format(&most_buf, "%d", LEVEL_MAX);
    int64_t level;
    if (argument.len && !str_int(argument, 1, LEVEL_MAX, &level)) {
        screen_say(play, WORD_BAD_LEVEL, most, "");
        return;
    }
    if (argument.len) {
        play->setup.level = (int)level;
        play->setup.config.limits = (SearchLimits){0};
        play->setup.config.time_ms = 0;
    }
    strbuf_format(&now_buf, "%d", play->setup.level);
    screen_say(play, play->setup.level ? WORD_LEVEL : WORD_LEVEL_OFF, now, most);
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
    if (play_take(play, reply, &error) != STATUS_OK)
        say_error(play, &error);
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
    if (play_begin(play, &error) != STATUS_OK) {
        say_error(play, &error);
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
    {"hint ヒント", WORD_HELP_HINT, false, true, do_hint},
    {"undo 待った", WORD_HELP_UNDO, false, false, do_undo},
    {"moves 合法手", WORD_HELP_MOVES, false, false, do_moves},
    {"board 盤面", WORD_HELP_BOARD, false, false, do_board},
    {"flip 反転", WORD_HELP_FLIP, false, false, do_flip},
    {"eval 評価値", WORD_HELP_EVAL, false, false, do_eval},
    {"level レベル", WORD_HELP_LEVEL, true, false, do_level},
    {"save 保存", WORD_HELP_SAVE, true, false, do_save},
    {"win 宣言", WORD_HELP_WIN, false, true, do_win},
    {"resign 投了", WORD_HELP_RESIGN, false, true, do_resign},
    {"new 新規", WORD_HELP_NEW, false, false, do_new},
    {"help ? ヘルプ", WORD_HELP_HELP, false, false, do_help},
    {"quit exit 終了", WORD_HELP_QUIT, false, false, do_quit},
};

static void do_help(Play *play, Str argument) {
    (void)argument;
    const char *examples = GAME_IS_CHESS          ? "e2e4, Nf3, exd5, O-O, e8=Q"
                           : play->setup.is_ascii ? "7g7f, 8h2b+, P*5e"
                           : GAME_IS_MINISHOGI    ? "2e2d, P*3c, 24角, ▲２四角"
                                               : "7g7f, 8h2b+, P*5e, 76歩, ▲７六歩, 同銀";
    screen_say(play, WORD_HELP_MOVE, examples, "");
    for (size_t i = 0; i < ARRAY_LEN(COMMANDS); i++) {
        Str names = str_of(COMMANDS[i].names);
        const Str name = str_word(&names);
        if (COMMANDS[i].run == do_win && !GAME_IS_SHOGI)
            continue;
        fprintf(play->out, "  %-10.*s  %s\n", STR_ARG(name),
                words_text(play->setup.language, COMMANDS[i].help));
    }
}

static const PlayCommand *find_command(Str word) {
    for (size_t i = 0; i < ARRAY_LEN(COMMANDS); i++) {
        Str names = str_of(COMMANDS[i].names);
        for (Str name = str_word(&names); name.len; name = str_word(&names))
            if (name.len == word.len && !memcmp(name.at, word.at, word.len))
                return &COMMANDS[i];
    }
    return NULL;
}

static void make_move(Play *play, Str text) {
    const GameLine *line = &play->game.line;
    Move move;
    Error error;
    if (play->game.finish)
        screen_say(play, WORD_IS_OVER, "", "");
    else if (movetext_parse(&line->now, gametext_before(line, line->count), text, &move, &error) !=
             STATUS_OK)
        say_error(play, &error);
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
    } else {
        command->run(play, argument);
    }
}
