#include "thinker.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "game/perft.h"

enum { PERFT_LEAF = 3 }; // subtrees of this depth are counted without a look at `stop`

Status thinker_init(Thinker *thinker, Voice *voice, Player *player, Error *error) {
    memset(thinker, 0, sizeof *thinker);
    thinker->voice = voice;
    thinker->player = player;
    line_init(&thinker->line);
    control_init(&thinker->control);
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->released, NULL);
    const Status status = workers_init(&thinker->workers, 1, error);
    if (status != STATUS_OK) {
        pthread_cond_destroy(&thinker->released);
        pthread_mutex_destroy(&thinker->lock);
    }
    return status;
}

void thinker_release(Thinker *thinker) {
    thinker_stop(thinker);
    workers_release(&thinker->workers);
    pthread_cond_destroy(&thinker->released);
    pthread_mutex_destroy(&thinker->lock);
    line_release(&thinker->line);
}

bool thinker_is_thinking(const Thinker *thinker) {
    return atomic_load_explicit(&thinker->is_thinking, memory_order_acquire);
}

bool thinker_is_loading(const Thinker *thinker) {
    return atomic_load_explicit(&thinker->is_loading, memory_order_acquire);
}

bool thinker_is_held(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    const bool is_held = thinker_is_thinking(thinker) && thinker->is_held;
    pthread_mutex_unlock(&thinker->lock);
    return is_held;
}

bool thinker_is_pondering(Thinker *thinker) {
    return thinker_is_held(thinker) && thinker->order.is_pondering;
}

// ---- in the thread that thinks ----

// Weights that cannot be opened, or memory that is not there, must not end the game.
static void prepare(Thinker *thinker) {
    Error error;
    if (player_prepare(thinker->player, &error) == STATUS_OK)
        return;
    voice_error(thinker->voice, error.text);
    if (player_recover(thinker->player, &error) != STATUS_OK)
        voice_error(thinker->voice, error.text);
}

// Clearing large tables takes its time, which a second call for the same game does not waste.
static void forget(Thinker *thinker) {
    if (thinker->has_memory)
        player_new_game(thinker->player);
    player_warm(thinker->player);
    thinker->has_memory = false;
}

// The first search of a process is slow: code and weights come into memory page by page. That is
// for now, not for the first move of a game.
static void rehearse(Thinker *thinker) {
    SearchControl control;
    SearchResult result;
    control_init(&control);
    if (line_parse(&thinker->line, str_of("startpos"), NULL) == STATUS_OK)
        player_go(thinker->player, &thinker->line, &(SearchLimits){.depth = 8, .nodes = 20000},
                  &control, &(SearchReport){NULL, NULL}, &result, NULL);
    thinker->is_warm = thinker->has_memory = true;
}

static void run_load(void *context, int worker_index) {
    (void)worker_index;
    Thinker *thinker = context;
    prepare(thinker);
    const bool is_first = !thinker->is_warm;
    if (is_first)
        rehearse(thinker);
    if (is_first || thinker->is_new_game)
        forget(thinker);
    else
        player_warm(thinker->player);
    atomic_store_explicit(&thinker->is_loading, false, memory_order_release);
    voice_say(thinker->voice, "readyok");
}

static void run_forget(void *context, int worker_index) {
    (void)worker_index;
    forget(context);
}

static void await_release(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    while (thinker->is_held)
        pthread_cond_wait(&thinker->released, &thinker->lock);
    pthread_mutex_unlock(&thinker->lock);
}

// Ponders on whatever the opponent may play, for the tables and trees to remember. Nobody is told:
// these lines do not begin where the GUI thinks they do. True: the expected move was played, and
// the control is ready for the real search. False: another one was, so that nobody wants an answer
// to this one; the result is what is known without a search, which would leave a tree for the wrong
// move.
static bool dream(Thinker *thinker, SearchResult *result) {
    const Move expected = thinker->line.moves[thinker->line.count - 1];
    line_pop(&thinker->line);
    const bool can_think =
        player_go(thinker->player, &thinker->line, &(SearchLimits){0}, &thinker->control,
                  &(SearchReport){NULL, NULL}, result, NULL) == STATUS_OK;
    const bool is_known = result->pv_count > 1 && result->pv[0] == expected;
    const Status status = line_push(&thinker->line, expected, NULL);
    assert(status == STATUS_OK); // there was room for it before
    (void)status;
    *result =
        (SearchResult){.best = is_known ? result->pv[1] : (Move)MOVE_NONE,
                       .value = can_think ? player_quiesce(thinker->player, &thinker->line.now) : 0,
                       .depth = 1,
                       .deepest = 1};
    await_release(thinker);
    pthread_mutex_lock(&thinker->lock);
    control_init(&thinker->control);
    if (thinker->order.has_plan)
        control_time(&thinker->control, &thinker->order.plan);
    const bool is_hit = !thinker->is_stopped;
    pthread_mutex_unlock(&thinker->lock);
    return is_hit;
}

// Whatever a search came back with, the move is one that can be played if there is one.
static void settle_move(const Thinker *thinker, SearchResult *result) {
    const Position *pos = &thinker->line.now;
    if (result->is_declared)
        return;
    if (pos_is_legal(pos, result->best)) {
        if (!result->pv_count || result->pv[0] != result->best) {
            result->pv[0] = result->best;
            result->pv_count = 1;
        }
        return;
    }
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    result->best = !count                                 ? (Move)MOVE_NONE
                   : thinker->order.limits.move_count > 0 ? thinker->moves[0]
                                                          : moves[0];
    result->pv[0] = result->best;
    result->pv_count = count ? 1 : 0;
    result->ponder = MOVE_NONE;
}

// There is no move: what that means is the rules' affair.
static void say_end(const Thinker *thinker) {
    const bool is_uci = thinker->order.style.is_uci;
    const Outcome outcome = pos_outcome(&thinker->line.now, &thinker->line.history, &RULES_DEFAULT);
    char score[32];
    StrBuf out = strbuf_init(score, sizeof score);
    score_format(outcome.result == RESULT_DRAW ? 0 : value_loss_in(0), is_uci, &out);
    voice_say(thinker->voice, "info depth 0 score %s", score);
    voice_say(thinker->voice, is_uci ? "bestmove (none)" : "bestmove resign");
}

static void say_move(const Thinker *thinker, const SearchResult *result) {
    Position pos = thinker->line.now;
    char best[MOVE_TEXT_MAX], ponder[MOVE_TEXT_MAX];
    move_format(&pos, result->best, best);
    const Move expected = result->ponder         ? result->ponder
                          : result->pv_count > 1 ? result->pv[1]
                                                 : (Move)MOVE_NONE;
    Undo undo;
    pos_do(&pos, result->best, &undo);
    if (!pos_is_legal(&pos, expected)) {
        voice_say(thinker->voice, "bestmove %s", best);
        return;
    }
    move_format(&pos, expected, ponder);
    voice_say(thinker->voice, "bestmove %s ponder %s", best, ponder);
}

static void answer(Thinker *thinker, const SearchResult *result) {
    // From here on a new command finds us idle and only waits for the end of this job.
    atomic_store_explicit(&thinker->is_thinking, false, memory_order_release);
    if (result->is_declared)
        voice_say(thinker->voice, "bestmove win");
    else if (result->best == MOVE_NONE)
        say_end(thinker);
    else if (result->value < -thinker->order.resign_value)
        voice_say(thinker->voice, "bestmove resign");
    else
        say_move(thinker, result);
}

static void run_go(void *context, int worker_index) {
    (void)worker_index;
    Thinker *thinker = context;
    prepare(thinker);
    thinker->has_memory = true;
    SearchResult result;
    const bool is_asked =
        !(thinker->order.is_stochastic && thinker->line.count) || dream(thinker, &result);
    Reporter reporter;
    reporter_init(&reporter, thinker->voice, thinker->order.style, &thinker->line.now,
                  player_settings(thinker->player)->multi_pv);
    const SearchReport report = reporter_report(&reporter);
    Error error;
    if (is_asked && player_go(thinker->player, &thinker->line, &thinker->order.limits,
                              &thinker->control, &report, &result, &error) != STATUS_OK)
        voice_error(thinker->voice, error.text);
    settle_move(thinker, &result);
    if (result.is_declared || result.best != MOVE_NONE)
        reporter_finish(&reporter, &result);
    reporter_release(&reporter);
    await_release(thinker);
    answer(thinker, &result);
}

static uint64_t count_paths(const Thinker *thinker, Position *pos, int depth) {
    if (control_is_over(&thinker->control))
        return 0;
    if (depth <= PERFT_LEAF)
        return perft_count(pos, depth);
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        Undo undo;
        pos_do(pos, moves[i], &undo);
        total += count_paths(thinker, pos, depth - 1);
        pos_undo(pos, moves[i], &undo);
    }
    return total;
}

// The form is Stockfish's, which scripts read.
static void run_perft(void *context, int worker_index) {
    (void)worker_index;
    Thinker *thinker = context;
    Position pos = thinker->line.now;
    Move moves[MOVE_MAX];
    const int count = gen_legal(&pos, moves);
    uint64_t total = 0;
    for (int i = 0; i < count && !control_is_over(&thinker->control); i++) {
        char text[MOVE_TEXT_MAX];
        move_format(&pos, moves[i], text);
        Undo undo;
        pos_do(&pos, moves[i], &undo);
        const uint64_t paths = count_paths(thinker, &pos, thinker->order.perft - 1);
        pos_undo(&pos, moves[i], &undo);
        if (!control_is_over(&thinker->control))
            voice_say(thinker->voice, "%s: %" PRIu64, text, paths);
        total += paths;
    }
    const bool is_whole = !control_is_over(&thinker->control);
    atomic_store_explicit(&thinker->is_thinking, false, memory_order_release);
    if (is_whole)
        voice_say(thinker->voice, "\nNodes searched: %" PRIu64, total);
    else
        voice_error(thinker->voice, "perft was stopped");
}

// ---- in the owner's thread ----

void thinker_load(Thinker *thinker, bool is_new_game) {
    thinker->is_new_game = is_new_game;
    atomic_store_explicit(&thinker->is_loading, true, memory_order_release);
    workers_start(&thinker->workers, run_load, thinker);
}

void thinker_forget(Thinker *thinker) {
    workers_start(&thinker->workers, run_forget, thinker);
}

Status thinker_go(Thinker *thinker, const GameLine *line, const ThinkOrder *order, Error *error) {
    TRY(line_copy(&thinker->line, line, error));
    pos_set_chess960(&thinker->line.start, order->is_chess960);
    pos_set_chess960(&thinker->line.now, order->is_chess960);
    thinker->order = *order;
    if (order->limits.move_count)
        memcpy(thinker->moves, order->limits.moves,
               (size_t)order->limits.move_count * sizeof *thinker->moves);
    thinker->order.limits.moves = order->limits.move_count ? thinker->moves : NULL;
    control_init(&thinker->control);
    if (order->has_plan && !order->is_patient)
        control_time(&thinker->control, &order->plan);
    thinker->is_held = order->is_patient;
    thinker->is_stopped = false;
    atomic_store_explicit(&thinker->is_thinking, true, memory_order_release);
    workers_start(&thinker->workers, order->perft > 0 ? run_perft : run_go, thinker);
    return STATUS_OK;
}

void thinker_stop(Thinker *thinker) {
    pthread_mutex_lock(&thinker->lock);
    thinker->is_stopped = true;
    thinker->is_held = false;
    control_stop(&thinker->control);
    pthread_cond_signal(&thinker->released);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_hit(Thinker *thinker, const TimePlan *plan) {
    pthread_mutex_lock(&thinker->lock);
    thinker->order.plan = *plan;
    thinker->order.has_plan = true;
    thinker->is_held = false;
    if (thinker->order.is_stochastic)
        control_stop(&thinker->control);
    else
        control_time(&thinker->control, plan);
    pthread_cond_signal(&thinker->released);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_wait(Thinker *thinker) {
    workers_wait(&thinker->workers);
}
