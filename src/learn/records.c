// Records: the moves strong players chose should have the largest values (Hoki's Bonanza method,
// 2006, with the softmax policy of the search in the place of his sum of sigmoids).
//
//   V(a) = -E(position after a)      pi(a) = exp(V(a) / T) / sum over all legal b of exp(V(b) / T)
//   loss = -ln pi(move)              dLoss/dV(a) = (pi(a) - [a is the move]) / T
//   dLoss/dE(position after a) = -dLoss/dV(a)
//
// Taken literally this learns three false things; three options correct them. In chess, after
// 150000 positions, the weights won 61.8 % of 200 games (+-6) against the worth of the pieces with
// all three, 44.8 % without Exchanges, 64.8 % without Noise, which is why Noise is 0 by default,
// and 8.5 % without Turns.
//
// Exchanges: E is a static value. After a queen takes a defended pawn it shows a pawn won, and the
// trainer explains the rarity of such moves by a low value of the queen. So V(a) is reduced by what
// the opponent's best exchange then wins, counted in the worth of the pieces, which does not depend
// on the weights.
//
// Noise: some moves are played for reasons that no static value shows: a sacrifice, a trap, a
// mistake. So a share e of all moves is taken to be random among the n legal ones, and the gradient
// is multiplied by the belief that the move was not random:
//
//   loss = -ln ((1 - e) pi(move) + e / n)
//   belief = (1 - e) pi(move) / ((1 - e) pi(move) + e / n)
//
// Turns: after a move the side that chose it is never to move, so the trainer cannot tell the worth
// of its pieces from the worth of pieces of the side not to move, and half of what it learns would
// end in the weights for the side to move. So in every second sample the move is followed by a
// pass, V(a) = E(position after a and a pass). A pass in check is not legal; so moves that give
// check are left out of the choice, in the other samples too, or the weights for the side to move
// would learn the worth of checks. Searches do not evaluate positions in check either.
#include <math.h>

#include "learn/data_learner.h"
#include "learn/learners.h"

typedef struct RecordsSettings {
    DataSettings data;
    double temperature;
    double noise;
    double policy_least;
    bool exchanges, turns;
} RecordsSettings;

typedef struct Choice {
    Move moves[MOVE_MAX];
    double policy[MOVE_MAX];
    int count, played; // `played` is the index of the move; -1: it is not among them
    bool has_pass;     // a pass follows each move
    double belief;     // that the move was not random
} Choice;

static int sign_of(const Choice *choice) {
    return choice->has_pass ? 1 : -1;
}

static void play(const Choice *choice, const Position *pos, int index, Position *after) {
    Undo undo;
    *after = *pos;
    pos_do(after, choice->moves[index], &undo);
    if (choice->has_pass)
        pos_pass(after, &undo);
}

// The gain of the best exchange of the side to move, or 0.
static int best_exchange(const Position *pos) {
    Move moves[MOVE_MAX];
    int gain = 0;
    const int count = gen_tactical(pos, moves);
    for (int i = 0; i < count; i++)
        if (pos_exchange_reaches(pos, moves[i], gain + 1))
            gain = pos_exchange(pos, moves[i]);
    return gain;
}

static double value_after(const RecordsSettings *records, Trainer *trainer, const Position *pos,
                          const Choice *choice, int index) {
    Position after;
    play(choice, pos, index, &after);
    const double value = sign_of(choice) * trainer_value(trainer, &after);
    if (!records->exchanges)
        return value;
    after = *pos;
    pos_play(&after, choice->moves[index]);
    return value - best_exchange(&after);
}

// Fills the policy and adds to the stats. Equal first choices share the top-1 point.
static void weigh(const RecordsSettings *records, Trainer *trainer, const Position *pos,
                  Choice *choice, StepStats *stats) {
    double values[MOVE_MAX], largest = -HUGE_VAL, sum = 0;
    int largest_count = 0;
    for (int i = 0; i < choice->count; i++) {
        values[i] = value_after(records, trainer, pos, choice, i);
        largest_count = values[i] > largest ? 1 : largest_count + (values[i] == largest);
        largest = fmax(largest, values[i]);
    }
    for (int i = 0; i < choice->count; i++)
        sum += choice->policy[i] = exp((values[i] - largest) / records->temperature);
    for (int i = 0; i < choice->count; i++)
        choice->policy[i] /= sum;
    const double played = values[choice->played], noise = records->noise;
    const double surprisal = (largest - played) / records->temperature + log(sum); // -ln pi
    const double meant = (1 - noise) * exp(-surprisal), likely = meant + noise / choice->count;
    choice->belief = noise > 0 ? meant / likely : 1;
    stats->loss += noise > 0 ? -log(likely) : surprisal;
    stats->top1 += played == largest ? 1.0 / largest_count : 0;
    stats->has_top1 = true;
    stats->samples++;
}

static void train_move(const RecordsSettings *records, Trainer *trainer, const Position *pos,
                       const Choice *choice, int index, double amount) {
    Position after;
    play(choice, pos, index, &after);
    trainer_add_gradient_at(trainer, &after, sign_of(choice) * amount / records->temperature);
}

// Moves below PolicyLeast have next to no gradient and cost as much as any. The gradient of the
// played move balances those of the other moves, so that the gradients add up to 0.
static void train_choice(const RecordsSettings *records, Trainer *trainer, const Position *pos,
                         const Choice *choice, double share) {
    double others = 0;
    for (int i = 0; i < choice->count; i++)
        if (i != choice->played && choice->policy[i] >= records->policy_least) {
            others += choice->policy[i];
            train_move(records, trainer, pos, choice, i, share * choice->policy[i]);
        }
    train_move(records, trainer, pos, choice, choice->played, -share * others);
}

static void find_choice(const Position *pos, Move move, bool with_checks, Choice *choice) {
    Move moves[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    choice->count = 0;
    choice->played = -1;
    for (int i = 0; i < count; i++) {
        if (!with_checks && pos_gives_check(pos, moves[i]))
            continue;
        if (moves[i] == move)
            choice->played = choice->count;
        choice->moves[choice->count++] = moves[i];
    }
}

static void add_loss(const void *settings, Trainer *trainer, const Sample *sample,
                     const Position *pos, Move move, double share, StepStats *stats) {
    const RecordsSettings *records = settings;
    Choice choice = {.has_pass = records->turns && (sample_hash(sample) & 1)};
    find_choice(pos, move, !records->turns, &choice);
    if (choice.count < 2 || choice.played < 0)
        return;
    weigh(records, trainer, pos, &choice, stats);
    if (share > 0)
        train_choice(records, trainer, pos, &choice, share * choice.belief);
}

static Status create(Learner **learner, const LearnerSetup *setup, Error *error) {
    const RecordsSettings *records = setup->settings;
    return data_learner_new(learner, &LEARNER_RECORDS, setup, &records->data, add_loss, error);
}

// The likelihood depends only on values divided by the temperature. These temperatures keep the
// pieces about where they began, as the margins of a search expect (chess: queen 740, rook 400,
// pawn 120).
#define TEMPERATURE (GAME_IS_CHESS ? "60" : "150")

static const OptionSpec ROWS[] = {
    DATA_CHOICE_OPTIONS(RecordsSettings, "false"),
    OPTION_ROW_REAL(RecordsSettings, temperature, "Temperature", TEMPERATURE, 1, 10000,
                    "a move with so much more value is chosen e times as often"),
    OPTION_ROW_REAL(RecordsSettings, noise, "Noise", "0", 0, 0.99,
                    "share of moves that are taken to be random"),
    OPTION_ROW_REAL(RecordsSettings, policy_least, "PolicyLeast", "0.001", 0, 1,
                    "no gradient for moves with a smaller probability"),
    OPTION_ROW_CHECK(RecordsSettings, exchanges, "Exchanges", "true",
                     "reduce the value of a move by the opponent's best exchange"),
    OPTION_ROW_CHECK(RecordsSettings, turns, "Turns", "true",
                     "let a pass follow the moves of every second sample"),
};
static const OptionTable OPTIONS = OPTION_TABLE(ROWS);

const LearnerKind LEARNER_RECORDS = {
    .name = "records",
    .summary = "the moves of records get the largest values",
    .options = &OPTIONS,
    .settings_bytes = sizeof(RecordsSettings),
    .batch = 1024,
    .rate = 1,
    .create = create,
    .destroy = data_learner_free,
    .train = data_learner_train,
    .validate = data_learner_validate,
};
