// Trees of a fixed depth, for the exact policy gradient (mcss-2017 §5.1–5.2).
#include <assert.h>
#include <stdlib.h>

#include "learn/treegrad.h"
#include "search/gameover.h"

typedef struct Grower {
    GradTree *tree;
    const GradGrowth *growth;
    Trainer *trainer;
    History history; // of the line and of the path below its end
} Grower;

typedef struct Candidate {
    Move move;
    double value; // seen from the side that moves
} Candidate;

// Moves the best `kept` to the front, in order. Ties keep the order of the generator, so that the
// tree is reproducible.
static void keep_best(Candidate *candidates, int count, int kept) {
    assert(kept > 0 && kept <= count);
    for (int i = 1; i < count; i++) {
        const Candidate one = candidates[i];
        int j = i;
        if (i >= kept) {
            if (!(one.value > candidates[kept - 1].value))
                continue;
            j = kept - 1; // replaces the last
        }
        for (; j > 0 && one.value > candidates[j - 1].value; j--)
            candidates[j] = candidates[j - 1];
        candidates[j] = one;
    }
}

// The moves of a position, limited to the width by their static values.
static int choose_moves(Grower *grower, const Position *pos, Candidate *candidates) {
    Move moves[MOVE_MAX];
    const int count = gen_useful(pos, moves), width = grower->growth->width;
    for (int i = 0; i < count; i++)
        candidates[i] = (Candidate){.move = moves[i]};
    if (!width || count <= width)
        return count;
    for (int i = 0; i < count; i++) {
        Position after = *pos;
        pos_play(&after, moves[i]);
        candidates[i].value = -trainer_value(grower->trainer, &after);
    }
    keep_best(candidates, count, width);
    return width;
}

static Status grow(Grower *grower, uint32_t at, const Position *pos, int plies, Error *error);

static Status grow_children(Grower *grower, uint32_t at, const Position *pos, int plies,
                            Error *error) {
    GradTree *tree = grower->tree;
    Candidate candidates[MOVE_MAX];
    const int count = choose_moves(grower, pos, candidates);
    TRY(treegrad_branch(tree, at, count, error));
    const uint32_t first = tree->nodes[at].first;
    for (int i = 0; i < count; i++) {
        Position after = *pos;
        // The analyser does not see that choose_moves fills them. NOLINTNEXTLINE
        tree->nodes[first + (uint32_t)i].move = candidates[i].move;
        pos_play(&after, candidates[i].move);
        pos_record(&after, &grower->history);
        const Status status = grow(grower, first + (uint32_t)i, &after, plies - 1, error);
        history_pop(&grower->history);
        TRY(status);
    }
    return STATUS_OK;
}

// The root is always expanded, whatever the rules say of its position: the game continues there.
static Status grow(Grower *grower, uint32_t at, const Position *pos, int plies, Error *error) {
    GradNode *node = &grower->tree->nodes[at];
    int verdict =
        at ? gameover_by_rules(pos, &grower->history, &grower->growth->rules, 0, 0) : VALUE_NONE;
    if (verdict == VALUE_NONE && !pos_has_legal(pos))
        verdict = gameover_no_moves(pos, 0, 0);
    if (verdict == VALUE_NONE && plies)
        return grow_children(grower, at, pos, plies, error);
    node->is_fixed = verdict != VALUE_NONE;
    node->value = node->is_fixed ? verdict : trainer_value(grower->trainer, pos);
    return STATUS_OK;
}

Status treegrad_grow(GradTree *tree, const GradGrowth *growth, const GameLine *line,
                     Trainer *trainer, Error *error) {
    Grower grower = {.tree = tree, .growth = growth, .trainer = trainer};
    TRY(treegrad_begin(tree, growth->policies, error));
    history_init(&grower.history);
    Status status = history_copy(&grower.history, &line->history, (size_t)growth->plies + 1, error);
    if (status == STATUS_OK)
        status = grow(&grower, 0, &line->now, growth->plies, error);
    history_release(&grower.history);
    if (status == STATUS_OK)
        treegrad_backup(tree);
    return status;
}
