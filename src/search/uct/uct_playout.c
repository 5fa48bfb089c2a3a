#include "uct_playout.h"

#include <math.h>

#include "base/clock.h"
#include "eval/winrate.h"
#include "game/mate1.h"
#include "search/gameover.h"
#include "search/tree/tree_boltzmann.h"

// ---- win rates ----

static const float TAU = BY_GAME(862, 455, 82);

float playout_rate_of(float value) {
    return 1 / (1 + expf(-value / TAU));
}

float playout_value_of(float rate) {
    static const float LEAST = 1e-4f;
    const float bounded = fminf(fmaxf(rate, LEAST), 1 - LEAST);
    return TAU * logf(bounded / (1 - bounded));
}

float playout_result(const UctSettings *settings, int value, float draw) {
    if (settings->result == RESULT_CURVE)
        return 2 * playout_rate_of((float)value) - 1;
    return value > settings->band ? 1 : value < -settings->band ? -1 : draw;
}

// ---- roulette ----

int playout_draw(const ScoreContext *context, const Move *moves, int count, float temperature,
                 Rng *rng) {
    _Alignas(SIMD_ALIGN) float weights[MOVE_MAX + SIMD_LANES];
    const size_t padded = simd_padded((size_t)count);
    bool is_exact[MOVE_MAX];
    for (size_t i = 0; i < padded; i++)
        weights[i] = (int)i < count ? (float)score_bound(context, moves[i]) : SIMD_PAD;
    for (int i = 0; i < count; i++)
        is_exact[i] = false;
    float sum = boltzmann_weights(weights, padded, temperature, weights);
    for (;;) {
        const int drawn = boltzmann_draw(weights, padded, sum, rng);
        if (drawn < 0 || is_exact[drawn])
            return drawn < 0 ? 0 : drawn;
        const int loss = score_loss(context->pos, moves[drawn]);
        const float kept = expf((float)loss / temperature);
        if (loss == 0 || rng_unit_f(rng) < kept)
            return drawn;
        // Never 0: where every move loses much, one of them is drawn all the same.
        const float weight = fmaxf(weights[drawn] * kept, 1e-30f);
        sum += weight - weights[drawn];
        weights[drawn] = weight;
        is_exact[drawn] = true;
    }
}

Move playout_choose(const ScoreContext *context, const Move *moves, int count,
                    const UctSettings *settings, Rng *rng) {
    const float temperature = (float)settings->temperature;
    Move best = moves[playout_draw(context, moves, count, temperature, rng)];
    int best_score = settings->best_of > 1 ? score_move(context, best) : 0;
    for (int i = 1; i < settings->best_of; i++) {
        const Move move = moves[playout_draw(context, moves, count, temperature, rng)];
        const int score = score_move(context, move);
        if (score > best_score) {
            best = move;
            best_score = score;
        }
    }
    return best;
}

// ---- a playout ----

static float draw_result(const TreeSearch *search, Color side) {
    const int value = search->setup.draw_value[search->root_side];
    return 2 * playout_rate_of((float)(side == search->root_side ? value : -value)) - 1;
}

// The result for the side to move at the end of a playout.
static float judge_end(TreeWorker *worker, const Position *pos) {
    const TreeSearch *search = worker->search;
    void *frame = tree_worker_frame(worker, worker->ply + 1); // no move is played there now
    eval_refresh(search->setup.eval, pos, frame);
    const int value = eval_value(search->setup.eval, pos, frame);
    return playout_result(uct_settings(search), value, draw_result(search, pos_side(pos)));
}

// Plays on until the game ends or the length is reached. The result is for the side then to move.
static float play_on(TreeWorker *worker, Position *pos, Move last, Move *played, int *count) {
    const TreeSearch *search = worker->search;
    const UctSettings *settings = uct_settings(search);
    for (*count = 0; *count < settings->length; ++*count) {
        Move moves[MOVE_MAX];
        // The tree has looked for a mate in the leaf itself.
        if (*count && pos_mate_in_one(pos) != MOVE_NONE)
            return 1;
        const int legal = gen_useful(pos, moves);
        if (!legal)
            return value_is_decided(gameover_no_moves(pos, 0, 0))
                       ? -1
                       : draw_result(search, pos_side(pos));
        const ScoreContext context = {pos, uct_history(search), last};
        last = playout_choose(&context, moves, legal, settings, &worker->rng);
        played[*count] = last;
        pos_play(pos, last);
    }
    return judge_end(worker, pos);
}

// All moves of the sample, those in the tree too. A draw teaches nothing.
static void teach_history(TreeWorker *worker, int ply, const Move *played, int count, Color side,
                          float result) {
    ScoreHistory *history = uct_history(worker->search);
    const Color winner = result > 0 ? side : color_other(side);
    if (result == 0)
        return;
    Color mover = worker->search->root_side;
    for (int i = 0; i < ply + count; i++, mover = color_other(mover))
        score_history_add(history, mover, i < ply ? worker->path[i].move : played[i - ply],
                          mover == winner);
}

static void add_count(_Atomic int64_t *count, int64_t more) {
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + more,
                          memory_order_relaxed);
}

float playout_play(TreeWorker *worker, int ply) {
    const bool is_timed = worker->search->settings->tree_info;
    const int64_t start_ns = is_timed ? clock_ns() : 0;
    const Color mover = color_other(pos_side(&worker->pos));
    Position pos = worker->pos;
    Move played[PLAYOUT_LENGTH_MAX];
    int count;
    const Move last = ply ? worker->path[ply - 1].move : MOVE_NONE;
    const float result = play_on(worker, &pos, last, played, &count);
    teach_history(worker, ply, played, count, pos_side(&pos), result);
    tree_worker_count(worker, count + 1);
    add_count(&worker->count.playouts, 1);
    add_count(&worker->count.tree_plies, ply);
    add_count(&worker->count.plies, count);
    if (is_timed)
        add_count(&worker->count.time_ns, clock_ns() - start_ns);
    return pos_side(&pos) == mover ? result : -result;
}
