// Our legal moves against those of Fairy-Stockfish, an independent implementation of all three
// games.
//
// YURAGI_PEER_POSITIONS positions (default 1000) of random games are sent to the peer as text, and
// `go perft 1` lists its legal moves. Both sets must be equal, with one exception that the peer has
// to confirm: it lists a pawn drop that mates, which is illegal, and only scores the game after it
// as lost for the dropper. Tried with fairy-stockfish 11.1 of Debian 12; skipped where there is
// none.
#include "base/process.h"
#include "positions.h"

enum { TIME_MS = 10000, GAME_PLIES = 200, SAMPLE_EVERY = 4, TEXT_MAX = 8192 };

static const uint64_t SEED = 20240611;

typedef struct Names {
    int count;
    char name[MOVE_MAX][MOVE_TEXT_MAX];
} Names;

static int name_compare(const void *a, const void *b) {
    return strcmp(a, b);
}

static void names_sort(Names *names) {
    qsort(names->name, (size_t)names->count, sizeof *names->name, name_compare);
}

static void names_add(Names *names, Str name) {
    if (names->count == MOVE_MAX || name.len >= MOVE_TEXT_MAX)
        fail_msg("fairy-stockfish: move %d is '%.*s'", names->count + 1, STR_ARG(name));
    memcpy(names->name[names->count], name.at, name.len);
    names->name[names->count++][name.len] = '\0';
}

static Names names_of(const Position *pos) {
    Names names;
    Move moves[MOVE_MAX];
    names.count = gen_legal(pos, moves);
    for (int i = 0; i < names.count; i++)
        move_format(pos, moves[i], names.name[i]);
    names_sort(&names);
    return names;
}

// The elements that only one of two sorted sets has.
static void names_split(const Names *left, const Names *right, Names *only_left,
                        Names *only_right) {
    only_left->count = only_right->count = 0;
    for (int i = 0, j = 0; i < left->count || j < right->count;) {
        const int order = i == left->count    ? 1
                          : j == right->count ? -1
                                              : strcmp(left->name[i], right->name[j]);
        if (order < 0)
            names_add(only_left, str_of(left->name[i]));
        if (order > 0)
            names_add(only_right, str_of(right->name[j]));
        i += order <= 0;
        j += order >= 0;
    }
}

static void names_write(const Names *names, StrBuf *out) {
    for (int i = 0; i < names->count; i++)
        strbuf_format(out, " %s", names->name[i]);
    if (!names->count)
        strbuf_text(out, " none");
}

// ---- The peer ----

static void peer_tell(Process *peer, const char *line) {
    assert_ok(process_write(peer, line, TIME_MS, error));
}

static Str peer_line(Process *peer) {
    Str line;
    assert_ok(process_read(peer, TIME_MS, &line, error));
    return line;
}

static bool str_begins(Str text, const char *with) {
    const size_t length = strlen(with);
    return text.len >= length && memcmp(text.at, with, length) == 0;
}

static void peer_tell_position(Process *peer, const char *position, const char *move) {
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "position %s %s%s%s", GAME_HAS_DROPS ? "sfen" : "fen", position,
             move ? " moves " : "", move ? move : "");
    peer_tell(peer, text);
}

// The answer is one `move: 1` a line, an empty line, and `Nodes searched: count`.
static Names peer_names(Process *peer) {
    static const char END[] = "Nodes searched: ";
    Names names = {.count = 0};
    peer_tell(peer, "go perft 1");
    for (;;) {
        Str line = peer_line(peer);
        if (str_begins(line, END)) {
            int64_t count = -1;
            line.at += sizeof END - 1, line.len -= sizeof END - 1;
            str_int(str_trim(line), 0, MOVE_MAX, &count);
            assert_int_equal(count, names.count);
            names_sort(&names);
            return names;
        }
        if (!str_trim(line).len || str_begins(line, "info "))
            continue;
        const Str name = str_until(&line, ':');
        if (!str_eq(str_trim(line), "1"))
            fail_msg("fairy-stockfish: '%.*s' where a move is expected", STR_ARG(name));
        names_add(&names, name);
    }
}

// `d` draws the position; the line of the checkers is its last.
static bool peer_is_check(Process *peer) {
    static const char CHECKERS[] = "Checkers:";
    peer_tell(peer, "d");
    for (;;) {
        Str line = peer_line(peer);
        if (!str_begins(line, CHECKERS))
            continue;
        line.at += sizeof CHECKERS - 1, line.len -= sizeof CHECKERS - 1;
        return str_trim(line).len > 0;
    }
}

static void peer_await(Process *peer, const char *word) {
    while (!str_eq(str_trim(peer_line(peer)), word)) {
    }
}

// ---- The comparison ----

typedef struct Tally {
    long positions, moves, drop_pawn_mates;
} Tally;

// Whether the peer confirms that this move is a pawn drop after which the other side is in check
// without a legal move.
static bool peer_says_drop_pawn_mate(Process *peer, const char *position, const char *move) {
    if (!GAME_HAS_DROPS || strncmp(move, "P*", 2) != 0)
        return false;
    peer_tell_position(peer, position, move);
    return peer_names(peer).count == 0 && peer_is_check(peer);
}

static void compare(Process *peer, const Position *pos, Tally *tally) {
    char position[POS_TEXT_MAX];
    pos_format(pos, position);
    peer_tell_position(peer, position, NULL);
    const Names ours = names_of(pos), theirs = peer_names(peer);
    Names only_ours, only_theirs, unexplained = {.count = 0};
    names_split(&ours, &theirs, &only_ours, &only_theirs);
    for (int i = 0; i < only_theirs.count; i++)
        if (peer_says_drop_pawn_mate(peer, position, only_theirs.name[i]))
            tally->drop_pawn_mates++;
        else
            names_add(&unexplained, str_of(only_theirs.name[i]));
    tally->positions++;
    tally->moves += ours.count;
    if (!only_ours.count && !unexplained.count)
        return;
    char text[TEXT_MAX];
    StrBuf out = strbuf_init(text, sizeof text);
    strbuf_format(&out, "%s: only ours:", position);
    names_write(&only_ours, &out);
    strbuf_text(&out, "; only fairy-stockfish's:");
    names_write(&unexplained, &out);
    fail_msg("%s", text);
}

// ---- The tests ----

static Process *peer_of(void **state) {
    if (!*state) {
        testing_note("skipped: no fairy-stockfish on PATH or in /usr/games\n");
        skip();
    }
    return *state;
}

static void test_random_games(void **state) {
    Process *peer = peer_of(state);
    const long wanted = testing_count("YURAGI_PEER_POSITIONS", 1000);
    Rng rng;
    rng_init(&rng, SEED);
    Tally tally = {0};
    long games = 0;
    while (tally.positions < wanted) {
        Position pos;
        pos_start(&pos);
        games++;
        for (int ply = 0; ply < GAME_PLIES && tally.positions < wanted; ply++) {
            Move moves[MOVE_MAX];
            const int count = gen_legal(&pos, moves);
            // Neighbouring positions are similar: a sample covers more games. Ends of games are
            // rare and always taken.
            if (!count || rng_below(&rng, SAMPLE_EVERY) == 0)
                compare(peer, &pos, &tally);
            if (!count)
                break;
            Undo undo;
            pos_do(&pos, moves[rng_below(&rng, (uint32_t)count)], &undo);
        }
    }
    testing_note("%s: %ld positions of %ld games, %ld moves, %ld pawn drops that would mate\n",
                 GAME_NAME, tally.positions, games, tally.moves, tally.drop_pawn_mates);
}

typedef struct Known {
    const char *position;
    int drop_pawn_mates;
} Known;

// Rare in random play: mates by a dropped pawn, and drops that are nearly one.
static const Known SHOGI[] = {
    {"8k/6G2/7S1/9/9/9/9/9/4K4 b P 1", 1},
    {"7sk/6G2/7S1/9/9/9/9/9/4K4 b P 1", 0},   // the silver takes the pawn,
    {"5R1sk/6G2/7S1/9/9/9/9/9/4K4 b P 1", 1}, // unless it is pinned
    {"7k1/R8/6SN1/9/9/9/9/9/4K4 b P 1", 0},   // the pawn shuts the rook out of 1b
    {"7k1/R8/6SNG/9/9/9/9/9/4K4 b P 1", 1},
    {"4k4/9/9/9/9/9/1s7/2g6/K8 w p 1", 1},
    {"4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1", 0},   // a full hand
    {"R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 0}, // 593 moves, the most there are
};
static const Known MINISHOGI[] = {
    {"4k/2G2/3S1/5/K4 b P 1", 1},      {"3sk/2G2/3S1/5/K4 b P 1", 0},
    {"1R1sk/2G2/3S1/5/K4 b P 1", 1},   {"4k/5/1s3/2g2/K4 w p 1", 1},
    {"4k/5/5/5/K4 b RBGSPrbgsp 1", 0},
};
static const Known CHESS[] = {
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 0},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 0},
    {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 0}, // en passant would uncover the queen
    {"r3k2r/8/8/8/8/8/8/1R2K2R w Kkq - 0 1", 0},
    {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 0},
    {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 0}, // 218 moves, the most there are
};

static void test_known_positions(void **state) {
    Process *peer = peer_of(state);
    const Known *known = GAME_IS_SHOGI ? SHOGI : GAME_IS_MINISHOGI ? MINISHOGI : CHESS;
    const size_t count = GAME_IS_SHOGI       ? ARRAY_LEN(SHOGI)
                         : GAME_IS_MINISHOGI ? ARRAY_LEN(MINISHOGI)
                                             : ARRAY_LEN(CHESS);
    for (size_t i = 0; i < count; i++) {
        const Position pos = position_of(str_of(known[i].position));
        Tally tally = {0};
        compare(peer, &pos, &tally);
        if (tally.drop_pawn_mates != known[i].drop_pawn_mates)
            fail_msg("%s: %ld pawn drops that would mate, expected %d", known[i].position,
                     tally.drop_pawn_mates, known[i].drop_pawn_mates);
    }
}

static Process the_peer;

static int peer_start(void **state) {
    char path[PROCESS_PATH_MAX];
    if (!process_find("fairy-stockfish", path))
        return 0; // every test says that it is skipped
    assert_ok(process_start(&the_peer, (const char *const[]){path, NULL}, error));
    peer_tell(&the_peer, GAME_HAS_DROPS ? "usi" : "uci"); // also decides how moves are spelt
    peer_await(&the_peer, GAME_HAS_DROPS ? "usiok" : "uciok");
    peer_tell(&the_peer, "setoption name UCI_Variant value " GAME_NAME);
    peer_tell(&the_peer, "isready");
    peer_await(&the_peer, "readyok");
    *state = &the_peer;
    return 0;
}

static int peer_stop(void **state) {
    (void)state;
    process_stop(&the_peer, "quit", TIME_MS);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_positions),
        cmocka_unit_test(test_random_games),
    };
    return cmocka_run_group_tests_name("fairy-" GAME_NAME, tests, peer_start, peer_stop);
}
