#include "first.h"

#include <stdlib.h>

#include "base/clock.h"
#include "game/mate1.h"

typedef struct First {
    Search base;
    SearchSetup setup;
    void *frame;
} First;

static Status create(Search **search, Error *error) {
    First *first = calloc(1, sizeof *first);
    if (!first)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a search");
    first->base.kind = &SEARCH_FIRST;
    *search = &first->base;
    return STATUS_OK;
}

static void destroy(Search *search) {
    free(((First *)search)->frame);
    free(search);
}

static Status configure(Search *search, const SearchSetup *setup, const void *settings,
                        Error *error) {
    (void)settings;
    First *first = (First *)search;
    void *frame = eval_frames_new(setup->eval, 1);
    if (!frame)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the evaluator");
    free(first->frame);
    first->frame = frame;
    first->setup = *setup;
    return STATUS_OK;
}

static void new_game(Search *search) {
    (void)search;
}

static bool is_allowed(const SearchLimits *limits, Move move) {
    return !limits->move_count || move_is_among(move, limits->moves, limits->move_count);
}

static void choose(const First *first, const Position *pos, const SearchLimits *limits,
                   SearchResult *result) {
    Position probe = *pos;
    const Move mate = pos_mate_in_one(&probe);
    if (mate != MOVE_NONE && is_allowed(limits, mate)) {
        result->best = mate;
        result->value = value_win_in(1);
        result->nodes = 1;
        return;
    }
    Move moves[MOVE_MAX];
    int values[MOVE_MAX];
    const int count = gen_legal(pos, moves);
    eval_refresh(first->setup.eval, pos, first->frame);
    eval_children(first->setup.eval, pos, first->frame, moves, count, values);
    result->nodes = count;
    result->value = -VALUE_INFINITE;
    // A child's value is for the opponent, so the smallest is the best.
    for (int i = 0; i < count; i++)
        if (-values[i] > result->value && is_allowed(limits, moves[i])) {
            result->value = -values[i];
            result->best = moves[i];
        }
}

static Status run(Search *search, const GameLine *line, const SearchLimits *limits,
                  const SearchControl *control, const SearchReport *report, SearchResult *result,
                  Error *error) {
    (void)control, (void)error;
    const First *first = (const First *)search;
    const int64_t start = clock_ns();
    *result = (SearchResult){.best = MOVE_NONE, .depth = 1, .deepest = 1};
    choose(first, &line->now, limits, result);
    result->time_ns = clock_ns() - start;
    if (result->best == MOVE_NONE) {
        result->value = value_loss_in(0);
        return STATUS_OK;
    }
    result->pv[0] = result->best;
    result->pv_count = 1;
    if (report->info)
        report->info(report->context, &(SearchInfo){.depth = 1,
                                                    .deepest = 1,
                                                    .multi_pv = 1,
                                                    .value = result->value,
                                                    .bound = BOUND_EXACT,
                                                    .nodes = result->nodes,
                                                    .time_ns = result->time_ns,
                                                    .pv = result->pv,
                                                    .pv_count = 1});
    return STATUS_OK;
}

const SearchKind SEARCH_FIRST = {
    .name = "first",
    .summary = "the child with the best value, one ply deep",
    .options = &(const OptionTable){NULL, 0},
    .create = create,
    .destroy = destroy,
    .configure = configure,
    .new_game = new_game,
    .run = run,
};
