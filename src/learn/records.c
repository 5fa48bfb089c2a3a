// Records: the moves strong players chose should have the largest values (Hoki's Bonanza method,
// 2006, with the softmax policy of the search in the place of his sum of sigmoids).
//
//   V(a) = -E(position after a)      pi(a) = exp(V(a) / T) / sum over all legal b of exp(V(b) / T)
//   loss = -ln pi(move)              dLoss/dV(a) = (pi(a) - [a is the move]) / T
//   dLoss/dE(position after a) = -dLoss/dV(a)
//
// E knows nothing of the captures that are possible, so that a queen which takes a defended pawn
// looks like a pawn won; a pupil who has to explain why nobody plays that learns that queens are
// worth little. Therefore the position after a move is first settled (Settle): the winning
// exchanges, by the worth of the pieces, are played out for both sides, and E and its gradient are
// those of where they end. Which position that is does not depend on the weights.
#include <math.h>

#include "learn/datalearner.h"
#include "learn/kinds.h"

// More than any real exchange has; in drop games chains of exchanges all over the board are longer.
enum { SETTLE_PLIES_MAX = 8 };

typedef struct RecordsSettings {
    DataSettings data;
    double temperature;
    double policy_least;
    bool settles;
} RecordsSettings;

typedef struct Choice {
    Move moves[MOVE_MAX];
    double policy[MOVE_MAX];
    int count, played; // `played` is an index
} Choice;

static void settle(Position *pos) {
    for (int ply = 0; ply < SETTLE_PLIES_MAX; ply++) {
        Move moves[MOVE_MAX], best = MOVE_NONE;
        int gain = 0;
        const int count = gen_tactical(pos, moves);
        for (int i = 0; i < count; i++)
            if (pos_exchange_reaches(pos, moves[i], gain + 1)) {
                gain = pos_exchange(pos, moves[i]);
                best = moves[i];
            }
        if (!best)
            return;
        Undo undo;
        pos_do(pos, best, &undo);
    }
}

// The position that stands for a move; returns 1 if its side to move is the one who chooses, -1
// otherwise.
static int look_after(const RecordsSettings *records, const Position *pos, Move move,
                      Position *after) {
    Undo undo;
    *after = *pos;
    pos_do(after, move, &undo);
    if (records->settles)
        settle(after);
    return pos_side(after) == pos_side(pos) ? 1 : -1;
}

// Fills the policy; adds the loss and whether the pupil agrees, equals sharing that.
static void weigh(const RecordsSettings *records, Pupil *pupil, const Position *pos, Choice *choice,
                  Lesson *lesson) {
    double values[MOVE_MAX], largest = -INFINITY, sum = 0;
    int largest_count = 0;
    for (int i = 0; i < choice->count; i++) {
        Position after;
        const int sign = look_after(records, pos, choice->moves[i], &after);
        values[i] = sign * pupil_value(pupil, &after);
        largest_count = values[i] > largest ? 1 : largest_count + (values[i] == largest);
        largest = fmax(largest, values[i]);
    }
    for (int i = 0; i < choice->count; i++)
        sum += choice->policy[i] = exp((values[i] - largest) / records->temperature);
    for (int i = 0; i < choice->count; i++)
        choice->policy[i] /= sum;
    const double played = values[choice->played];
    lesson->loss += (largest - played) / records->temperature + log(sum);
    lesson->agreed += played == largest ? 1.0 / largest_count : 0;
    lesson->samples++;
}

static void teach_move(const RecordsSettings *records, Pupil *pupil, const Position *pos, Move move,
                       double amount) {
    Position after;
    const int sign = look_after(records, pos, move, &after);
    pupil_teach_at(pupil, &after, sign * amount / records->temperature);
}

// Moves that are hardly ever chosen have next to no gradient and cost as much as any. What is left
// of the others' is taken from the move itself, so that nothing is said about positions as such.
static void teach_choice(const RecordsSettings *records, Pupil *pupil, const Position *pos,
                         const Choice *choice, double share) {
    double others = 0;
    for (int i = 0; i < choice->count; i++)
        if (i != choice->played && choice->policy[i] >= records->policy_least) {
            others += choice->policy[i];
            teach_move(records, pupil, pos, choice->moves[i], share * choice->policy[i]);
        }
    teach_move(records, pupil, pos, choice->moves[choice->played], -share * others);
}

static void teach(const void *settings, Pupil *pupil, const Sample *sample, const Position *pos,
                  Move move, double share, Lesson *lesson) {
    (void)sample;
    const RecordsSettings *records = settings;
    Choice choice = {.played = -1};
    choice.count = gen_legal(pos, choice.moves);
    for (int i = 0; i < choice.count; i++)
        if (choice.moves[i] == move)
            choice.played = i;
    if (choice.count < 2 || choice.played < 0) // no choice, or nobody wrote down which
        return;
    weigh(records, pupil, pos, &choice, lesson);
    if (share > 0)
        teach_choice(records, pupil, pos, &choice, share);
}

static Status create(Learner **learner, const LearnerSetup *setup, Error *error) {
    const RecordsSettings *records = setup->settings;
    return data_learner_new(learner, &LEARNER_RECORDS, setup, &records->data, teach, error);
}

// With this temperature learning leaves the pieces their worth; the likelihood alone knows only the
// ratio of the two.
#define TEMPERATURE (GAME_IS_CHESS ? "60" : "100")

static const OptionSpec OPTIONS[] = {
    DATA_CHOICE_OPTIONS(RecordsSettings, "false"),
    {"Temperature", OPTION_REAL, OPTION_FIELD(RecordsSettings, temperature), TEMPERATURE, .min = 1,
     .max = 10000,
     .help = "A move worth this much more, in hundredths of a pawn, is chosen e times as often"},
    {"PolicyLeast", OPTION_REAL, OPTION_FIELD(RecordsSettings, policy_least), "0.001", .min = 0,
     .max = 1, .help = "Nothing is learnt from moves less likely than that"},
    {"Settle", OPTION_CHECK, OPTION_FIELD(RecordsSettings, settles), "true",
     .help = "A move has the value of the position after the exchanges that follow"},
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
    .teach = data_learner_teach,
    .examine = data_learner_examine,
};
