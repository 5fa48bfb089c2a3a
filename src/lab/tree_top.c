#include "lab/tree_top.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

// A child that may be taken next.
typedef struct Candidate {
    TreeChild child;
    double realised;
    int parent;
} Candidate;

// A heap with the likeliest on top; the earlier of two that are equal.
typedef struct Frontier {
    Candidate *at;
    size_t count, capacity;
} Frontier;

static bool is_before(const Candidate *a, const Candidate *b) {
    if (a->realised != b->realised)
        return a->realised > b->realised;
    return a->parent != b->parent ? a->parent < b->parent : a->child.value > b->child.value;
}

static void swap(Candidate *a, Candidate *b) {
    const Candidate c = *a;
    *a = *b;
    *b = c;
}

static Status push(Frontier *frontier, const Candidate *candidate, Error *error) {
    TRY(ARRAY_RESERVE(frontier->at, frontier->capacity, frontier->count + 1, "the top of the tree",
                      error));
    Candidate *heap = frontier->at;
    size_t i = frontier->count++;
    heap[i] = *candidate;
    for (; i && is_before(&heap[i], &heap[(i - 1) / 2]); i = (i - 1) / 2)
        swap(&heap[i], &heap[(i - 1) / 2]);
    return STATUS_OK;
}

static Candidate pop(Frontier *frontier) {
    Candidate *heap = frontier->at;
    const Candidate first = heap[0];
    heap[0] = heap[--frontier->count];
    for (size_t i = 0;;) {
        size_t best = i;
        for (size_t j = 2 * i + 1; j <= 2 * i + 2 && j < frontier->count; j++)
            if (is_before(&heap[j], &heap[best]))
                best = j;
        if (best == i)
            return first;
        swap(&heap[i], &heap[best]);
        i = best;
    }
}

// Children of a node that the limits allow become candidates; all count as hidden until taken.
static Status open_node(TreeTop *top, int index, const TreeView *view, const TreeTopLimits *limits,
                        Frontier *frontier, Error *error) {
    TopNode *node = &top->nodes[index];
    TreeChild children[MOVE_MAX];
    const int count = treeview_ranked(view, node->child.node, children);
    const int most = limits->siblings ? limits->siblings : count;
    for (int i = 0; i < count; i++) {
        node->hidden++;
        node->hidden_share += (double)children[i].share;
        const double realised = node->realised * (double)children[i].share;
        if (i < most && node->ply < limits->plies && realised > 0 &&
            realised >= limits->least_probability)
            TRY(push(frontier, &(Candidate){children[i], realised, index}, error));
    }
    return STATUS_OK;
}

// A node behind the last of its siblings, which came earlier because they are likelier.
static int take(TreeTop *top, const Candidate *candidate) {
    const int index = top->count++;
    TopNode *parent = &top->nodes[candidate->parent];
    top->nodes[index] = (TopNode){.child = candidate->child,
                                  .realised = candidate->realised,
                                  .ply = parent->ply + 1,
                                  .parent = candidate->parent,
                                  .first = -1,
                                  .next = -1};
    int *place = &parent->first;
    while (*place >= 0)
        place = &top->nodes[*place].next;
    *place = index;
    parent->hidden--;
    parent->hidden_share -= (double)candidate->child.share;
    if (!parent->hidden || parent->hidden_share < 0) // rounding
        parent->hidden_share = 0;
    if (parent->ply + 1 > top->deepest)
        top->deepest = parent->ply + 1;
    return index;
}

static Status grow(TreeTop *top, const TreeView *view, const TreeTopLimits *limits,
                   Frontier *frontier, Error *error) {
    TRY(open_node(top, 0, view, limits, frontier, error));
    while (frontier->count && top->count < limits->nodes) {
        const Candidate candidate = pop(frontier);
        const int index = take(top, &candidate);
        TRY(open_node(top, index, view, limits, frontier, error));
    }
    return STATUS_OK;
}

// Moves are written where they are played.
static void write_moves(TreeTop *top, const Position *root) {
    for (int i = 1; i < top->count; i++) {
        Move way[PLY_MAX + 1];
        int count = 0;
        for (int j = i; j > 0; j = top->nodes[j].parent)
            way[count++] = top->nodes[j].child.move;
        Position pos = *root;
        while (count > 1)
            pos_play(&pos, way[--count]);
        move_write(&pos, way[0], top->nodes[i].word);
        move_format(&pos, way[0], top->nodes[i].text);
    }
}

Status tree_top_init(TreeTop *top, const TreeView *view, const Position *root,
                     const TreeTopLimits *limits, Error *error) {
    *top = (TreeTop){.nodes = calloc((size_t)limits->nodes, sizeof *top->nodes), .count = 1};
    if (!top->nodes)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %d nodes", limits->nodes);
    top->nodes[0] = (TopNode){.child = {.move = MOVE_NONE,
                                        .value = view->value,
                                        .static_value = view->value,
                                        .depth = view->depth,
                                        .visits = view->visits,
                                        .selection = 1,
                                        .backup = 1,
                                        .share = 1,
                                        .is_expanded = true,
                                        .is_proven = value_is_decided((int)view->value),
                                        .node = view->root},
                              .realised = 1,
                              .parent = -1,
                              .first = -1,
                              .next = -1};
    Frontier frontier = {0};
    const Status status = grow(top, view, limits, &frontier, error);
    free(frontier.at);
    write_moves(top, root);
    return status;
}

void tree_top_release(TreeTop *top) {
    free(top->nodes);
    *top = (TreeTop){0};
}
