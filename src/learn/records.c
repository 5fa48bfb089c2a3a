// Records: the moves strong players chose should have the largest values (Hoki's Bonanza method,
// 2006, with the softmax policy of the search in the place of his sum of sigmoids).
//
//   V(a) = -E(position after a)      pi(a) = exp(V(a) / T) / sum over all legal b of exp(V(b) / T)
//   loss = -ln pi(move)              dLoss/dV(a) = (pi(a) - [a is the move]) / T
//   dLoss/dE(position after a) = -dLoss/dV(a)
//
// Taken literally that trains three things which are not so, and each has its remedy. In chess,
// after 150000 positions, the weights won 61.8 % of 200 games (+-6) against the worth of the pieces
// with all three, 44.8 % without the first, 64.8 % without the second, which is why Noise is 0 by
// default, and 8.5 % without the third.
//
// E knows nothing of the captures that are possible: a queen that takes a defended pawn leaves like
// a pawn won, and a trainer who has to explain why nobody plays that learns that queens are worth
// little. So V(a) is less by what the opponent's best exchange then wins (Exchanges), counted in
// the worth of the pieces, which does not depend on the weights.
//
// Some moves are played for reasons that no value of the next position can see: a sacrifice, a
// trap, a mistake. So, if wanted, a share e of all moves (Noise) is taken to be anything among the
// n legal ones, and the gradient is that above times the belief that the move was none of those:
//
//   loss = -ln ((1 - e) pi(move) + e / n)
//   belief = (1 - e) pi(move) / ((1 - e) pi(move) + e / n)
//
// The side that chose is never to move in a position after its move, so what its pieces are worth
// and what pieces are worth to a side that is not to move would be the same to the trainer, and
// half of all it learns would end in the weights for the turn. So in every second sample (Turns)
// the turn is given back after the move, V(a) = E(position after a and a pass). Nobody can pass in
// check; so moves that give check are left out of the choice, in the other samples too, or the turn
// would learn what checks are worth. No search has_top1 for the value of a position in check
// either.
#include <math.h>

#include "learn/datalearner.h"
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
    int count, played; // `played` is an index; -1: the move is not among them
    bool is_turned;    // the turn is given back after each move
    double belief;     // that it was no noise
} Choice;

static int sign_of(const Choice *choice) {
    return choice->is_turned ? 1 : -1;
}

static void play(const Choice *choice, const Position *pos, int index, Position *after) {
    Undo undo;
    *after = *pos;
    pos_do(after, choice->moves[index], &undo);
    if (choice->is_turned)
        pos_pass(after, &undo);
}

// What the side to move wins by the best of its exchanges, or 0.
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
    Undo undo;
    after = *pos;
    pos_do(&after, choice->moves[index], &undo);
    return value - best_exchange(&after);
}

// Fills the policy; adds the loss and whether the trainer agrees, equals sharing that.
static void weigh(const RecordsSettings *records, Trainer *trainer, const Position *pos,
                  Choice *choice, StepStats *step) {
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
    const double surprise = (largest - played) / records->temperature + log(sum); // -ln pi
    const double meant = (1 - noise) * exp(-surprise), likely = meant + noise / choice->count;
    choice->belief = noise > 0 ? meant / likely : 1;
    step->loss += noise > 0 ? -log(likely) : surprise;
    step->top1 += played == largest ? 1.0 / largest_count : 0;
    step->has_top1 = true;
    step->samples++;
}

static void train_move(const RecordsSettings *records, Trainer *trainer, const Position *pos,
                       const Choice *choice, int index, double amount) {
    Position after;
    play(choice, pos, index, &after);
    trainer_add_gradient_at(trainer, &after, sign_of(choice) * amount / records->temperature);
}

// Moves that are hardly ever chosen have next to no gradient and cost as much as any. What is left
// of the others' is taken from the move itself, so that nothing is said about positions as such.
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

static void train(const void *settings, Trainer *trainer, const Sample *sample, const Position *pos,
                  Move move, double share, StepStats *step) {
    const RecordsSettings *records = settings;
    Choice choice = {.is_turned = records->turns && (sample_hash(sample) & 1)};
    find_choice(pos, move, !records->turns, &choice);
    if (choice.count < 2 || choice.played < 0) // no choice, or not of one of these
        return;
    weigh(records, trainer, pos, &choice, step);
    if (share > 0)
        train_choice(records, trainer, pos, &choice, share * choice.belief);
}

static Status create(Learner **learner, const LearnerSetup *setup, Error *error) {
    const RecordsSettings *records = setup->settings;
    return data_learner_new(learner, &LEARNER_RECORDS, setup, &records->data, train, error);
}

// The likelihood knows only the ratio of values and temperature. With these the pieces, which a
// search has margins for, stay about where they began (chess: queen 740, rook 400, pawn 120).
#define TEMPERATURE (GAME_IS_CHESS ? "60" : "150")

static const OptionSpec OPTIONS[] = {
    DATA_CHOICE_OPTIONS(RecordsSettings, "false"),
    {"Temperature", OPTION_REAL, OPTION_FIELD(RecordsSettings, temperature), TEMPERATURE, .min = 1,
     .max = 10000,
     .help = "A move worth this much more, in hundredths of a pawn, is chosen e times as often"},
    {"Noise", OPTION_REAL, OPTION_FIELD(RecordsSettings, noise), "0", .min = 0, .max = 0.99,
     .help = "The share of moves that are played for reasons no value of a position can see"},
    {"PolicyLeast", OPTION_REAL, OPTION_FIELD(RecordsSettings, policy_least), "0.001", .min = 0,
     .max = 1, .help = "Nothing is learnt from moves less likely than that"},
    {"Exchanges", OPTION_CHECK, OPTION_FIELD(RecordsSettings, exchanges), "true",
     .help = "A move is worth less by what the opponent then wins by an exchange"},
    {"Turns", OPTION_CHECK, OPTION_FIELD(RecordsSettings, turns), "true",
     .help = "Half of the positions after moves are looked at by the side that moved"},
};

const LearnerKind LEARNER_RECORDS = {
    .name = "records",
    .summary = "the moves of records get the largest values",
    .options = OPTIONS,
    .option_count = ARRAY_LEN(OPTIONS),
    .settings_bytes = sizeof(RecordsSettings),
    .batch = 1024,
    .rate = 1,
    .create = create,
    .destroy = data_learner_free,
    .train = data_learner_train,
    .validate = data_learner_validate,
};
