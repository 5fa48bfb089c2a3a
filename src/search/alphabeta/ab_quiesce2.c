// The two-stage quiescence search of ym-shogi. Stage one: captures, promotions, a check that mates
// at once, escapes of attacked pieces; or standing pat, at a value that includes the opponent's
// threat. Stage two: exchanges on one square only. Stage one has its own table, with values and
// without moves.
#include "ab_order.h"
#include "ab_worker.h"
#include "game/mate1.h"

enum {
    STAGE_ONE_PLIES = 4,
    THREAT_SHARE = 2, // half of the threatened material counts as lost
};

// What the opponent could win by one capture after a pass, and where.
typedef struct Threat {
    int gain;
    int square;
} Threat;

static Threat worst_threat(AbWorker *worker) {
    Position probe = worker->pos;
    Undo undo;
    pos_pass(&probe, &undo);
    Move moves[MOVE_MAX];
    const int count = gen_tactical(&probe, moves);
    Threat worst = {0, -1};
    for (int i = 0; i < count; i++) {
        if (!pos_captured(&probe, moves[i]))
            continue;
        const int gain = pos_exchange(&probe, moves[i]);
        if (gain > worst.gain)
            worst = (Threat){gain, (int)move_to(moves[i])};
    }
    return worst;
}

// Stage two: the side to move may recapture on `square` or stop.
static int exchange_on(AbWorker *worker, int alpha, int beta, int square) {
    if (worker_must_stop(worker))
        return 0;
    int best = worker_eval(worker);
    if (best >= beta || worker->ply >= PLY_MAX - 1)
        return best;
    if (best > alpha)
        alpha = best;
    Picker picker;
    picker_winning(&picker, &worker->pos, worker->histories, MOVE_NONE, 0);
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        if ((int)move_to(move) != square)
            continue;
        worker_do(worker, move);
        const int value = -exchange_on(worker, -beta, -alpha, square);
        worker_undo(worker);
        if (value > best)
            best = value;
        if (best >= beta)
            break;
        if (best > alpha)
            alpha = best;
    }
    return best;
}

// Tactical moves that lose no material, then escapes of the threatened piece; in check all moves.
static int stage_one_moves(const AbWorker *worker, const Threat *threat, Move *moves) {
    const Position *pos = &worker->pos;
    if (pos_in_check(pos))
        return gen_useful(pos, moves);
    Move list[MOVE_MAX];
    int count = 0, listed = gen_tactical(pos, list);
    for (int i = 0; i < listed; i++)
        if (pos_exchange_reaches(pos, list[i], 0))
            moves[count++] = list[i];
    if (threat->square < 0)
        return count;
    listed = gen_quiet(pos, list);
    for (int i = 0; i < listed; i++) {
        if (!move_is_drop(list[i]) && (int)move_from(list[i]) == threat->square &&
            pos_exchange_reaches(pos, list[i], 0))
            moves[count++] = list[i];
    }
    return count;
}

static int stage_one(AbWorker *worker, int alpha, int beta, int plies) {
    const bool is_in_check = pos_in_check(&worker->pos);
    if (worker_must_stop(worker))
        return 0;
    const int verdict = worker_gameover(worker);
    if (verdict != VALUE_NONE)
        return verdict;
    if (worker->ply >= PLY_MAX - 1)
        return is_in_check ? worker_draw(worker) : worker_eval(worker);
    if (!is_in_check && pos_mate_in_one(&worker->pos) != MOVE_NONE)
        return value_win_in(worker->ply + 1);

    Threat threat = {0, -1};
    int best = -VALUE_INFINITE;
    if (!is_in_check) {
        threat = worst_threat(worker);
        best = worker_eval(worker) - threat.gain / THREAT_SHARE;
        if (best >= beta)
            return best;
        if (best > alpha)
            alpha = best;
    }
    Move moves[MOVE_MAX];
    const int count = stage_one_moves(worker, &threat, moves);
    if (is_in_check && !count)
        return worker_no_moves(worker);
    for (int i = 0; i < count && best < beta; i++) {
        worker_do(worker, moves[i]);
        const bool is_last = plies <= 1 && !pos_in_check(&worker->pos);
        const int value = is_last ? -exchange_on(worker, -beta, -alpha, (int)move_to(moves[i]))
                                  : -stage_one(worker, -beta, -alpha, plies - 1);
        worker_undo(worker);
        if (worker_is_stopped(worker))
            return 0;
        if (value > best)
            best = value;
        if (best > alpha)
            alpha = best;
    }
    return best;
}

int quiesce_two_stage(AbWorker *worker, int alpha, int beta) {
    worker->pv_count[worker->ply] = 0;
    if (worker->ply > worker->deepest)
        worker->deepest = worker->ply;
    Tt *table = &worker->shared->quiescence_table;
    const Key key = pos_key(&worker->pos);
    TtEntry known;
    if (tt_probe(table, key, worker->ply, &known) &&
        (known.bound & (known.value >= beta    ? BOUND_LOWER
                        : known.value <= alpha ? BOUND_UPPER
                                               : BOUND_NONE)))
        return known.value;
    const int value = stage_one(worker, alpha, beta, STAGE_ONE_PLIES);
    if (!worker_is_stopped(worker))
        tt_store(table, key, worker->ply,
                 (TtEntry){.value = value,
                           .eval = VALUE_NONE,
                           .bound = value >= beta    ? BOUND_LOWER
                                    : value <= alpha ? BOUND_UPPER
                                                     : BOUND_EXACT});
    return value;
}
