// How many positions an evaluator values in a second: from scratch, one child at a time, and all
// children at once; and how many a learner of its shape can be taught, by one value and the way
// back.
//
// The positions are those of random games, so that the tables are touched as a search touches them.
// Prints one line: name, four rates in millions a second, children of a position, and the bytes of
// pair table that `children` of the shape pp reads for each.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/pages.h"
#include "base/rng.h"
#include "eval/eval_open.h"
#include "eval/master.h"
#include "eval/relation/pp.h"

enum { POSITIONS = 256, SECONDS_NS = 300000000 };

typedef struct Sample {
    Position pos;
    Move moves[MOVE_MAX];
    int count;
} Sample;

// A master of the evaluator's shape; no kind where there is none, or where it is too large.
typedef struct Learner {
    const MasterKind *kind;
    float *weights;
    void *work;
    Gradient gradient;
    int taught;
} Learner;

typedef struct Bench {
    const Eval *eval;
    Sample *samples;
    void *frames; // one for each sample, and one more
    int64_t checksum;
    Learner learner;
} Bench;

// Neighbouring samples are a few plies apart in the same game, like neighbouring nodes of a tree.
static void fill_samples(Sample *samples, uint64_t seed) {
    Rng rng;
    rng_init(&rng, seed);
    Position pos;
    pos_start(&pos);
    for (int filled = 0, ply = 0; filled < POSITIONS; ply++) {
        Move moves[MOVE_MAX];
        const int count = gen_useful(&pos, moves);
        if (!count || ply > 120) {
            pos_start(&pos);
            ply = 0;
            continue;
        }
        if (ply >= 20) {
            Sample *sample = &samples[filled++];
            sample->pos = pos;
            sample->count = gen_useful(&pos, sample->moves);
        }
        Undo undo;
        pos_do(&pos, moves[rng_below(&rng, (uint32_t)count)], &undo);
    }
}

static void *frame_at(const Bench *bench, int index) {
    return (char *)bench->frames + (size_t)index * eval_frame_stride(bench->eval);
}

static int run_refresh(Bench *bench, int index) {
    const Sample *sample = &bench->samples[index];
    bench->eval->kind->refresh(bench->eval, &sample->pos, frame_at(bench, index));
    bench->checksum += bench->eval->kind->value(bench->eval, &sample->pos, frame_at(bench, index));
    return 1;
}

static int run_advance(Bench *bench, int index) {
    const Sample *sample = &bench->samples[index];
    const EvalKind *kind = bench->eval->kind;
    Position after = sample->pos;
    after.side ^= 1; // all that the value asks of the position
    for (int i = 0; i < sample->count; i++) {
        void *next = frame_at(bench, POSITIONS);
        kind->advance(bench->eval, &sample->pos, sample->moves[i], frame_at(bench, index), next);
        bench->checksum += kind->value(bench->eval, &after, next);
    }
    return sample->count;
}

static int run_children(Bench *bench, int index) {
    const Sample *sample = &bench->samples[index];
    int values[MOVE_MAX];
    bench->eval->kind->children(bench->eval, &sample->pos, frame_at(bench, index), sample->moves,
                                sample->count, values);
    for (int i = 0; i < sample->count; i++)
        bench->checksum += values[i];
    return sample->count;
}

// A batch is as long as a learner's.
static int run_learner(Bench *bench, int index) {
    enum { BATCH = 4096 };
    Learner *learner = &bench->learner;
    const double value = master_forward(learner->kind, learner->weights, false,
                                        &bench->samples[index].pos, learner->work);
    master_backward(learner->kind, learner->weights, learner->work, value * 1e-6,
                    &learner->gradient);
    if (++learner->taught % BATCH == 0)
        gradient_clear(&learner->gradient);
    return 1;
}

static bool learner_open(Learner *learner, const char *name) {
    const size_t most = 50000000;
    for (const MasterKind *const *kind = MASTER_KINDS; *kind; kind++)
        if (strcmp((*kind)->name, name) == 0 && (*kind)->weight_count <= most)
            learner->kind = *kind;
    if (!learner->kind)
        return true;
    learner->weights = pages_new(learner->kind->weight_count * sizeof *learner->weights);
    learner->work = malloc(master_work_bytes(learner->kind));
    if (!learner->weights || !learner->work ||
        gradient_init(&learner->gradient, learner->kind->weight_count, learner->kind->row, NULL) !=
            STATUS_OK)
        return false;
    Rng rng;
    rng_init(&rng, 1);
    learner->kind->begin(learner->weights, &rng);
    return true;
}

static void learner_close(Learner *learner) {
    gradient_release(&learner->gradient);
    if (learner->kind)
        pages_free(learner->weights, learner->kind->weight_count * sizeof *learner->weights);
    free(learner->work);
}

// Time of this program alone, so that what else the machine does counts less.
static int64_t cpu_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// Millions of values a second.
static double rate(Bench *bench, int (*run)(Bench *, int)) {
    int64_t values = 0;
    const int64_t start = cpu_ns();
    int64_t now = start;
    for (int index = 0; now - start < SECONDS_NS; index = (index + 1) % POSITIONS) {
        values += run(bench, index);
        if (index % 16 == 0)
            now = cpu_ns();
    }
    return (double)values * 1e3 / (double)(now - start);
}

// The table that the shape pp reads for a node: a vector of eight features for each group that a
// move touches, in the row of each piece.
static double table_bytes(const Sample *sample) {
    enum { GROUP = 8, VECTOR_BYTES = 32 };
    bool is_touched[FEATURE_NB / GROUP + 1] = {false};
    Feature list[FEATURE_ACTIVE_MAX];
    const int pieces = features_active(&sample->pos, list);
    int groups = 0;
    for (int i = 0; i < sample->count; i++) {
        FeatureChange change;
        features_change(&sample->pos, sample->moves[i], &change);
        for (int j = 0; j < change.removed_count + change.added_count; j++) {
            const Feature feature = j < change.removed_count
                                        ? change.removed[j]
                                        : change.added[j - change.removed_count];
            groups += !is_touched[feature / GROUP];
            is_touched[feature / GROUP] = true;
        }
    }
    return (double)groups * pieces * VECTOR_BYTES;
}

int main(int argc, char **argv) {
    Eval *eval = NULL;
    Error error;
    if (eval_open(argc > 1 ? argv[1] : NULL, &eval, &error) != STATUS_OK) {
        fprintf(stderr, "bench_eval: %s\n", error.text);
        return 2;
    }
    Bench bench = {.eval = eval, .samples = malloc(sizeof(Sample) * POSITIONS)};
    bench.frames = eval_frames_new(eval, POSITIONS + 1);
    if (!bench.samples || !bench.frames || !learner_open(&bench.learner, eval->kind->name))
        return 2;
    fill_samples(bench.samples, 1);
    double children = 0, bytes = 0;
    for (int i = 0; i < POSITIONS; i++) {
        run_refresh(&bench, i);
        children += bench.samples[i].count / (double)POSITIONS;
        bytes += table_bytes(&bench.samples[i]) / POSITIONS;
    }
    // Interleaved, twice; the second round counts.
    double refresh = 0, advance = 0, together = 0, learning = 0;
    for (int round = 0; round < 2; round++) {
        refresh = rate(&bench, run_refresh);
        advance = rate(&bench, run_advance);
        together = rate(&bench, run_children);
        learning = bench.learner.kind ? rate(&bench, run_learner) : 0;
    }
    printf("%s %s: refresh %.2f, one by one %.2f, children %.2f million a second (%.1f times); "
           "%.0f children",
           GAME_NAME, eval->kind->name, refresh, advance, together, together / advance, children);
    if (eval->kind == &EVAL_PP)
        printf(", %.0f bytes of pairs each", bytes / children);
    if (bench.learner.kind)
        printf(", taught %.3f", learning);
    printf(" [%lld]\n", (long long)bench.checksum);
    eval_close(eval);
    learner_close(&bench.learner);
    free(bench.samples);
    free(bench.frames);
    return 0;
}
