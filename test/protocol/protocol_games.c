// Games of an engine against itself through its protocol, at clocks that leave no room for slack.
//
//     protocol_games ENGINE [--games N] [--threads N] [--margin MS] [--seed N]
//
// Two processes play; this one keeps the clocks, from the moment `go` is sent to the moment
// `bestmove` is read, and judges moves and results by the rules of our own game library. Every
// fourth game has the same clock. A flag falls when a move takes more than MARGIN (0) longer than
// the clock had. It is the machine's fault, and no failure, if the engine waited for a processor
// for at least as long as it was late: the kernel counts that (/proc/PID/task/TID/schedstat), and
// the time its host takes away, in hundredths of a second (/proc/stat).
// YURAGI_SELFPLAY_GAMES is the default for N. Prints TAP and a summary.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/macros.h"
#include "base/process.h"
#include "base/rng.h"
#include "game/line.h"

enum { WAIT_MS = 60000, OPENING_PLIES = 6, TICK_NS = 10000000 };

typedef struct Clock {
    const char *name;
    int64_t time_ms, increment_ms, byoyomi_ms;
    int plies; // the game is broken off here
} Clock;

static const Clock CLOCKS[] = {
    {"100 ms + 10 ms a move", 100, 10, 0, 300},
    {"byoyomi 20 ms", 0, 0, 20, 200},
    {"1 s for the game", 1000, 0, 0, 400},
    {"byoyomi 100 ms", 0, 0, 100, 60},
};

typedef struct Tally {
    int games, moves, illegal, crashes, flags;
    int excused; // of the flags: the machine was busy
    int first_wins, second_wins, draws, unfinished;
    int64_t worst_ns; // the longest a move took beyond its clock; negative: it never did
} Tally;

typedef struct Match {
    const char *engine;
    int games, threads;
    int64_t margin_ns;
    Rng rng;
    Tally tallies[ARRAY_LEN(CLOCKS)];
} Match;

// What the kernel says of the threads of a process so far, all together.
typedef struct Usage {
    int64_t ran_ns, stalled_ns; // on a processor; ready to run but without one
} Usage;

typedef struct Game {
    Match *match;
    const Clock *clock;
    Tally *tally;
    Process players[COLOR_NB];
    Usage used; // by the last move, the driver's waiting included
    int64_t left_ns[COLOR_NB];
    GameLine line;
    char *said; // `position …`
    size_t said_len, said_cap;
} Game;

__attribute__((noreturn)) static void die(const char *text) {
    printf("Bail out! %s\n", text);
    exit(1);
}

static void append(Game *game, const char *text) {
    const size_t length = strlen(text);
    if (game->said_len + length + 1 > game->said_cap) {
        game->said_cap = 2 * (game->said_len + length + 1);
        game->said = realloc(game->said, game->said_cap);
        if (!game->said)
            die("no memory");
    }
    memcpy(game->said + game->said_len, text, length + 1);
    game->said_len += length;
}

static void play(Game *game, Move move) {
    char text[MOVE_TEXT_MAX + 1] = " ";
    move_format(&game->line.now, move, text + 1);
    append(game, text);
    if (line_push(&game->line, move, NULL) != STATUS_OK)
        die("no memory");
}

// Until the line that begins with `word`; false if the engine is gone.
static bool listen(Process *player, const char *word, Str *line) {
    const size_t length = strlen(word);
    do
        if (process_read(player, WAIT_MS, line, NULL) != STATUS_OK)
            return false;
    while (line->len < length || memcmp(line->at, word, length) != 0);
    return true;
}

static bool tell(Process *player, const char *line) {
    return process_write(player, line, WAIT_MS, NULL) == STATUS_OK;
}

static bool begin(Game *game, Process *player) {
    Error error;
    Str line;
    char threads[64];
    snprintf(threads, sizeof threads, "setoption name Threads value %d", game->match->threads);
    if (process_start(player, (const char *const[]){game->match->engine, NULL}, &error) !=
        STATUS_OK)
        die(error.text);
    return tell(player, GAME_IS_CHESS ? "uci" : "usi") &&
           listen(player, GAME_IS_CHESS ? "uciok" : "usiok", &line) && tell(player, threads) &&
           tell(player, "setoption name USI_Hash value 8") && tell(player, "isready") &&
           listen(player, "readyok", &line) &&
           tell(player, GAME_IS_CHESS ? "ucinewgame" : "usinewgame");
}

// The clocks as `go` says them: shogi's first player is black, chess's is white.
static void format_go(const Game *game, char *text, size_t size) {
    const long long first = game->left_ns[FIRST] / 1000000,
                    second = game->left_ns[SECOND] / 1000000;
    StrBuf go = strbuf_init(text, size);
    strbuf_format(&go, "go btime %lld wtime %lld", GAME_IS_CHESS ? second : first,
                  GAME_IS_CHESS ? first : second);
    if (game->clock->increment_ms)
        strbuf_format(&go, " binc %lld winc %lld", (long long)game->clock->increment_ms,
                      (long long)game->clock->increment_ms);
    if (game->clock->byoyomi_ms)
        strbuf_format(&go, " byoyomi %lld", (long long)game->clock->byoyomi_ms);
}

static void usage_add(const char *path, Usage *usage) {
    char text[128];
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    Str rest = str_of(fgets(text, sizeof text, file) ? text : "");
    fclose(file);
    int64_t ran, stalled;
    const Str first = str_word(&rest), second = str_word(&rest);
    if (str_int(first, 0, INT64_MAX, &ran) && str_int(second, 0, INT64_MAX, &stalled)) {
        usage->ran_ns += ran;
        usage->stalled_ns += stalled;
    }
}

// The eighth number behind `cpu`.
static int64_t stolen_ns(void) {
    char text[256];
    FILE *file = fopen("/proc/stat", "r");
    Str rest = str_of(file && fgets(text, sizeof text, file) ? text : "");
    if (file)
        fclose(file);
    Str word = {0};
    for (int i = 0; i <= 8; i++)
        word = str_word(&rest);
    int64_t ticks = 0;
    return str_int(word, 0, INT64_MAX / TICK_NS, &ticks) ? ticks * TICK_NS : 0;
}

static Usage usage_of(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *folder = opendir(path);
    Usage usage = {0};
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "/proc/%d/task/%.16s/schedstat", (int)pid, entry->d_name);
        usage_add(path, &usage);
    }
    if (folder)
        closedir(folder);
    return usage;
}

// Stops the clock of the side to move. False: the flag has fallen.
static bool punch(Game *game, int64_t took_ns) {
    int64_t *left = &game->left_ns[pos_side(&game->line.now)];
    const int64_t over_ns = took_ns - *left - game->clock->byoyomi_ms * 1000000;
    if (over_ns > game->tally->worst_ns)
        game->tally->worst_ns = over_ns;
    *left = *left > took_ns ? *left - took_ns : 0;
    *left += game->clock->increment_ms * 1000000;
    const bool is_in_time = over_ns <= game->match->margin_ns;
    game->tally->flags += !is_in_time;
    game->tally->excused += !is_in_time && over_ns <= game->used.stalled_ns;
    if (!is_in_time)
        printf("# %s: %.1f ms, %.1f too long, %.1f on a processor, %.1f waiting for one: %s\n",
               game->clock->name, (double)took_ns / 1e6, (double)over_ns / 1e6,
               (double)game->used.ran_ns / 1e6, (double)game->used.stalled_ns / 1e6, game->said);
    return is_in_time;
}

static void score(Game *game, Result for_mover) {
    const bool first_moves = pos_side(&game->line.now) == FIRST;
    if (for_mover == RESULT_DRAW)
        game->tally->draws++;
    else if ((for_mover == RESULT_WIN) == first_moves)
        game->tally->first_wins++;
    else
        game->tally->second_wins++;
}

// One move. False: the game is over.
static bool step(Game *game) {
    Process *player = &game->players[pos_side(&game->line.now)];
    char go[160];
    format_go(game, go, sizeof go);
    Str line;
    if (!tell(player, game->said)) {
        game->tally->crashes++;
        return false;
    }
    const Usage before = usage_of(player->pid), ours = usage_of(getpid());
    const int64_t stolen = stolen_ns();
    const int64_t start = clock_ns();
    if (!tell(player, go) || !listen(player, "bestmove ", &line)) {
        game->tally->crashes++;
        return false;
    }
    const int64_t took_ns = clock_ns() - start;
    const Usage after = usage_of(player->pid);
    game->used = (Usage){after.ran_ns - before.ran_ns, after.stalled_ns - before.stalled_ns +
                                                           usage_of(getpid()).stalled_ns -
                                                           ours.stalled_ns + stolen_ns() - stolen};
    const bool is_in_time = punch(game, took_ns);
    game->tally->moves++;
    str_word(&line);
    const Str word = str_word(&line);
    Move move;
    if (!is_in_time) {
        score(game, RESULT_LOSS);
        return false;
    }
    if (str_eq(word, "win") &&
        pos_declaration(&game->line.now, RULES_DEFAULT.entering_king) == RESULT_WIN) {
        score(game, RESULT_WIN);
        return false;
    }
    if (str_eq(word, "resign")) {
        score(game, RESULT_LOSS);
        return false;
    }
    Error error;
    if (move_parse(&game->line.now, word, &move, &error) != STATUS_OK) {
        printf("# %s after %s\n", error.text, game->said);
        game->tally->illegal++;
        return false;
    }
    play(game, move);
    return true;
}

static void play_game(Match *match, int number) {
    Game game = {.match = match, .clock = &CLOCKS[(size_t)number % ARRAY_LEN(CLOCKS)]};
    game.tally = &match->tallies[game.clock - CLOCKS];
    game.left_ns[FIRST] = game.left_ns[SECOND] = game.clock->time_ms * 1000000;
    line_init(&game.line);
    if (line_parse(&game.line, str_of("startpos"), NULL) != STATUS_OK)
        die("no memory");
    append(&game, "position startpos moves");
    for (int i = 0; i < OPENING_PLIES; i++) {
        Move moves[MOVE_MAX];
        const int count = gen_legal(&game.line.now, moves);
        if (count)
            play(&game, moves[rng_below(&match->rng, (uint32_t)count)]);
    }
    game.tally->games++;
    if (!begin(&game, &game.players[FIRST]) || !begin(&game, &game.players[SECOND]))
        game.tally->crashes++;
    else
        for (bool is_on = true; is_on;) {
            const Outcome outcome = pos_outcome(&game.line.now, &game.line.history, &RULES_DEFAULT);
            if (outcome.result != RESULT_OPEN) {
                score(&game, outcome.result);
                is_on = false;
            } else if (game.line.count >= (size_t)game.clock->plies) {
                game.tally->unfinished++;
                is_on = false;
            } else {
                is_on = step(&game);
            }
        }
    // A sanitizer that found something says so in the exit status.
    for (int side = FIRST; side < COLOR_NB; side++)
        if (process_stop(&game.players[side], "quit", WAIT_MS) != 0)
            game.tally->crashes++;
    line_release(&game.line);
    free(game.said);
}

static int report(const Match *match) {
    int failed = 0;
    for (size_t i = 0; i < ARRAY_LEN(CLOCKS); i++) {
        const Tally *tally = &match->tallies[i];
        const bool is_fine = !tally->illegal && !tally->crashes && tally->flags == tally->excused;
        if (!tally->games) {
            printf("ok %zu - %s # SKIP no game\n", i + 1, CLOCKS[i].name);
            continue;
        }
        printf("%s %zu - " GAME_NAME ", %s\n", is_fine ? "ok" : "not ok", i + 1, CLOCKS[i].name);
        printf("# %d games, %d moves, %d illegal, %d crashes, %d time losses (%d of them while "
               "waiting for a processor), worst overrun %.1f ms; first %d, second %d, drawn %d, "
               "broken off %d\n",
               tally->games, tally->moves, tally->illegal, tally->crashes, tally->flags,
               tally->excused, (double)tally->worst_ns / 1e6, tally->first_wins, tally->second_wins,
               tally->draws, tally->unfinished);
        failed |= !is_fine;
    }
    printf("1..%zu\n", ARRAY_LEN(CLOCKS));
    return failed;
}

static int64_t number_of(const char *text, int64_t min, int64_t max) {
    int64_t number;
    if (!text || !str_int(str_of(text), min, max, &number))
        die("usage: protocol_games ENGINE [--games N] [--threads N] [--margin MS] [--seed N]");
    return number;
}

int main(int argc, char **argv) {
    const char *games = getenv("YURAGI_SELFPLAY_GAMES");
    Match match = {.games = games ? (int)number_of(games, 1, 1000000) : (int)ARRAY_LEN(CLOCKS),
                   .threads = 1};
    int64_t seed = 1;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--games"))
            match.games = (int)number_of(argv[++i], 1, 1000000);
        else if (!strcmp(argv[i], "--threads"))
            match.threads = (int)number_of(argv[++i], 1, 512);
        else if (!strcmp(argv[i], "--margin"))
            match.margin_ns = number_of(argv[++i], 0, 100000) * 1000000;
        else if (!strcmp(argv[i], "--seed"))
            seed = number_of(argv[++i], 0, INT32_MAX);
        else
            match.engine = argv[i];
    }
    if (!match.engine)
        number_of(NULL, 0, 0);
    rng_init(&match.rng, (uint64_t)seed);
    for (size_t i = 0; i < ARRAY_LEN(CLOCKS); i++)
        match.tallies[i].worst_ns = INT64_MIN / 2;
    for (int i = 0; i < match.games; i++)
        play_game(&match, i);
    return report(&match);
}
