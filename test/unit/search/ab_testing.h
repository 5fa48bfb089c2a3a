// ab_testing.h — an alpha-beta search whose single nodes a test can search.
//
// A test sets options, enters a position and calls the functions of the search on the one worker.
// Every method is off until the test turns it on, and the evaluator says what the test wants, so
// that each effect has one cause. What the search did is read from the moves it played in the
// position that was entered, and from the transposition table. Each test owns a rig of its own and
// runs on one thread.
#pragma once

#include "positions.h"

#include "game/by_game.h"
#include "search/alphabeta/ab_children.h"
#include "search/alphabeta/ab_worker.h"

// ---- the evaluator ----

// The moves that the search played in one position.
typedef struct Played {
    Key key;
    int times[1 << 16];   // by move
    Move moves[MOVE_MAX]; // each once, in the order in which they were first played
    int count;
} Played;

typedef struct TestEval {
    Eval base;
    int (*value)(const struct TestEval *eval, const Position *pos); // seen by FIRST
    int flat;                                                       // the value of eval_flat
    Key marked; // eval_marked adds 500 in this position
    Played *played;
} TestEval;

static inline int eval_flat(const TestEval *eval, const Position *pos) {
    (void)pos;
    return eval->flat;
}

static inline int eval_marked(const TestEval *eval, const Position *pos) {
    return eval->flat + (pos_key(pos) == eval->marked ? 500 : 0);
}

static inline int eval_material(const TestEval *eval, const Position *pos) {
    (void)eval;
    Feature features[FEATURE_ACTIVE_MAX];
    const int count = features_active(pos, features);
    int value = 0;
    for (int i = 0; i < count; i++)
        value += FEATURES.value[features[i]];
    return value;
}

static inline void test_refresh(const Eval *eval, const Position *pos, void *frame) {
    (void)eval, (void)pos, (void)frame;
}

static inline void test_advance(const Eval *eval, const Position *pos, Move move, const void *from,
                                void *to) {
    Played *played = ((const TestEval *)eval)->played;
    (void)from, (void)to;
    if (pos_key(pos) == played->key && !played->times[move]++)
        played->moves[played->count++] = move;
}

static inline int test_value(const Eval *base, const Position *pos, const void *frame) {
    const TestEval *eval = (const TestEval *)base;
    (void)frame;
    return pos_side(pos) == FIRST ? eval->value(eval, pos) : -eval->value(eval, pos);
}

static const EvalKind TEST_EVAL = {
    .name = "test", .refresh = test_refresh, .advance = test_advance, .value = test_value};

// ---- the search ----

typedef struct AbRig {
    TestEval eval;
    Played played;
    SearchShared memory;
    AlphaBeta *shared;
    SearchSetup setup;
    AbSettings settings;
    SearchLimits limits;
    SearchControl control;
} AbRig;

// The margins are the defaults; every method is off.
static inline AbSettings plain_settings(void) {
    AbSettings settings;
    memset(&settings, 0, sizeof settings);
    option_defaults(&AB_OPTIONS, &settings);
    for (size_t i = 0; i < AB_OPTIONS.count; i++) {
        const OptionSpec *spec = &AB_OPTIONS.specs[i];
        if (spec->kind == OPTION_CHECK)
            memset((char *)&settings + spec->offset, 0, spec->size);
    }
    return settings;
}

// For cmocka: the rig is the state of a test.
static inline int rig_open(void **state) {
    AbRig *rig = calloc(1, sizeof *rig);
    assert_non_null(rig);
    rig->eval =
        (TestEval){.base = {&TEST_EVAL, EVAL_ALIGN}, .value = eval_flat, .played = &rig->played};
    assert_ok(tt_init(&rig->memory.table, 4, error));
    rig->setup = (SearchSetup){
        .eval = &rig->eval.base, .shared = &rig->memory, .hash_mb = 4, .threads = 1, .multi_pv = 1};
    rig->settings = plain_settings();
    control_init(&rig->control);
    Search *search;
    assert_ok(SEARCH_ALPHABETA.create(&search, error));
    rig->shared = (AlphaBeta *)search;
    *state = rig;
    return 0;
}

static inline int rig_close(void **state) {
    AbRig *rig = *state;
    SEARCH_ALPHABETA.destroy(&rig->shared->base);
    tt_release(&rig->memory.table);
    free(rig);
    return 0;
}

#define rig_test(function) cmocka_unit_test_setup_teardown(function, rig_open, rig_close)

// Takes the settings over, forgets everything, and plays the moves of a line such as
// `fen … moves …`: each of them is one ply below the root. Returns the worker in that position.
static inline AbWorker *rig_enter(AbRig *rig, const char *text) {
    static const char frame[EVAL_ALIGN];
    Search *search = &rig->shared->base;
    assert_ok(SEARCH_ALPHABETA.configure(search, &rig->setup, &rig->settings, error));
    SEARCH_ALPHABETA.new_game(search);
    tt_clear(&rig->memory.table);
    GameLine line;
    line_init(&line);
    assert_ok(line_parse(&line, str_of(text), error));
    const AbParent parent = {
        .pos = &line.start, .frame = frame, .root_side = pos_side(&line.start)};
    alphabeta_visit(search, &parent, &rig->control);
    rig->shared->limits = &rig->limits;
    AbWorker *worker = &rig->shared->workers[0];
    worker->root_depth = PLY_MAX / 2;
    for (size_t i = 0; i < line.count; i++)
        worker_do(worker, line.moves[i]);
    line_release(&line);
    atomic_store(&worker->nodes, 0);
    memset(&rig->played, 0, sizeof rig->played);
    rig->played.key = pos_key(&worker->pos);
    return worker;
}

static inline int times_played(const AbRig *rig, Move move) {
    return rig->played.times[move];
}

static inline Move move_here(const AbWorker *worker, const char *text) {
    Move move = MOVE_NONE;
    assert_ok(move_parse(&worker->pos, str_of(text), &move, error));
    return move;
}

static inline int16_t *quiet_history(AbWorker *worker, Move move) {
    return &worker->histories->quiet[pos_side(&worker->pos)][move_path(move)];
}

// ---- the transposition table ----

static inline Tt *table_of(const AbWorker *worker) {
    return worker->shared->table;
}

// Of the two-stage quiescence search.
static inline Tt *second_table_of(const AbWorker *worker) {
    return &worker->shared->quiescence_table;
}

static inline bool is_stored(const AbWorker *worker, Key key) {
    TtEntry entry;
    return tt_probe(table_of(worker), key, worker->ply, &entry);
}

static inline TtEntry entry_of(const AbWorker *worker, Key key, int ply) {
    TtEntry entry;
    if (!tt_probe(table_of(worker), key, ply, &entry))
        fail_msg("the table has no entry");
    return entry;
}

static inline TtEntry entry_here(const AbWorker *worker) {
    return entry_of(worker, pos_key(&worker->pos), worker->ply);
}

static inline TtEntry entry_after(const AbWorker *worker, Move move) {
    return entry_of(worker, pos_key_after(&worker->pos, move), worker->ply + 1);
}

static inline void store_here(const AbWorker *worker, TtEntry entry) {
    tt_store(table_of(worker), pos_key(&worker->pos), worker->ply, entry);
}

static inline void store_after(const AbWorker *worker, Move move, TtEntry entry) {
    tt_store(table_of(worker), pos_key_after(&worker->pos, move), worker->ply + 1, entry);
}

// The table says that every move is worth 0, so that a node of any depth is searched at once.
static inline void answer_moves(const AbWorker *worker) {
    Move moves[MOVE_MAX];
    const int count = gen_useful(&worker->pos, moves);
    for (int i = 0; i < count; i++)
        store_after(worker, moves[i], (TtEntry){.depth = 20, .bound = BOUND_EXACT});
}

// ---- positions; FIRST is to move, one ply below the root, unless a name says otherwise ----

// Neither side can capture or give check.
static inline const char *quiet(void) {
    return BY_GAME("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 1c1d",
                   "2g1k/4p/5/P4/K1G2 w - 1 moves 1a2a",
                   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1 moves a7a6");
}

// The same with so few moves that their number alone prunes none.
static inline const char *quiet_few(void) {
    return BY_GAME("6g1k/8p/9/9/9/9/9/P8/K1G6 w - 1 moves 1a2a",
                   "2g1k/4p/5/P4/K1G2 w - 1 moves 1a2a",
                   "5n1k/7p/8/8/8/8/P7/KN6 b - - 0 1 moves h8g8");
}

// A rook can capture an unprotected piece.
static inline const char *hanging(void) {
    return BY_GAME("7k1/9/9/9/g8/9/9/9/R7K w - 1 moves 2a1a", "3k1/5/g4/5/R3K w - 1 moves 2a1a",
                   "8/7k/8/r7/8/8/8/R6K b - - 0 1 moves h7h8");
}

static inline const char *capture(void) {
    return BY_GAME("9i9e", "5e5c", "a1a5");
}

// The side to move mates at once, and after any other move SECOND cannot prevent it.
static inline const char *mate_in_one(void) {
    return BY_GAME("7k1/9/7G1/9/9/9/9/9/K8 w G 1 moves 2a1a", "3k1/5/3G1/5/K4 w G 1 moves 2a1a",
                   "6k1/R7/1R6/8/8/8/8/6K1 b - - 0 1 moves g8h8");
}

// SECOND is to move, and is mated two plies later.
static inline const char *lost_for_second(void) {
    return BY_GAME("8k/9/7G1/9/9/9/9/K8/9 b G 1 moves 9h9i", "4k/5/3G1/K4/5 b G 1 moves 5d5e",
                   "7k/R7/1R6/8/8/8/8/5K2 w - - 0 1 moves f1g1");
}

// SECOND is to move, two plies below the root, and is mated.
static inline const char *mated(void) {
    return BY_GAME("7k1/9/7G1/9/9/9/9/9/K8 w G 1 moves 2a1a G*1b",
                   "3k1/5/3G1/5/K4 w G 1 moves 2a1a G*1b",
                   "6k1/R7/1R6/8/8/8/8/6K1 b - - 0 1 moves g8h8 b6b8");
}

// SECOND is to move, is not in check, and has no move.
static inline const char *stuck(void) {
    return BY_GAME("8k/9/6GG1/9/9/9/9/9/K8 b - 1 moves 3c3b", "4k/5/2GG1/5/K4 b - 1 moves 3c3b",
                   "7k/8/8/5Q2/8/8/8/K7 w - - 0 1 moves f5f7");
}

// FIRST is to move, four plies below the root, in the position of the root.
static inline const char *repeated(void) {
    return BY_GAME("4k4/9/9/9/9/9/9/9/4K3R b - 1 moves 1i1h 5a5b 1h1i 5b5a",
                   "4k/5/5/5/KR3 b - 1 moves 4e4d 1a1b 4d4e 1b1a",
                   "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 moves a1a2 e8e7 a2a1 e7e8");
}

// FIRST can give check with a rook, where the king captures it and where it does not.
static inline const char *checking(void) {
    return BY_GAME("k8/7R1/9/9/9/9/9/9/8K w - 1 moves 9a8a", "k4/3R1/5/5/4K w - 1 moves 5a4a",
                   "k7/7R/8/8/8/8/8/7K b - - 0 1 moves a8b8");
}

static inline const char *safe_check(void) {
    return BY_GAME("2b2a+", "2b2a+", "h7h8");
}

static inline const char *unsafe_check(void) {
    return BY_GAME("2b8b+", "2b4b", "h7b7");
}

// FIRST is in check and has five moves, all quiet.
static inline const char *in_check(void) {
    return BY_GAME("k8/9/9/9/9/9/7r1/9/4K4 w G 1 moves 2g5g", "k4/5/3r1/5/2K2 w G 1 moves 2c3c",
                   "k7/8/8/8/7r/8/8/2N1K3 b - - 0 1 moves h4e4");
}

// A capture loses a small piece, and so does a quiet move.
static inline const char *losing(void) {
    return BY_GAME("7k1/9/9/g3g4/4p4/P3S4/9/9/8K w - 1 moves 2a1a",
                   "g1gk1/2p2/P1S2/5/4K w - 1 moves 2a1a",
                   "1k6/8/2p5/3p4/8/2N5/8/K7 b - - 0 1 moves b8a8");
}

// Enters a position of random play one ply below the root.
static inline AbWorker *enter_random(AbRig *rig, Rng *rng) {
    char text[POS_TEXT_MAX + MOVE_TEXT_MAX + 8];
    Position pos = random_start(rng);
    for (int plies = 3 + (int)rng_below(rng, 30); plies--;) {
        Move moves[MOVE_MAX];
        const int count = gen_legal(&pos, moves);
        if (!count)
            break;
        Undo undo;
        pos_do(&pos, moves[rng_below(rng, (uint32_t)count)], &undo);
    }
    pos_format(&pos, text);
    AbWorker *worker = rig_enter(rig, text);
    worker->ply = 1;
    return worker;
}

// ---- small searches ----

static inline int search_null(AbWorker *worker, int beta, int depth) {
    return node_search(worker, beta - 1, beta, depth, false);
}
