#include "lab/bench.h"

#include <string.h>

#include "base/clock.h"
#include "base/macros.h"
#include "lab/bench_set.h"

// A few seconds with an evaluator that is not too slow. Searches that do not go by depth get nodes.
enum {
    ALPHABETA_DEPTH = GAME_IS_SHOGI ? 11 : 13,
    TREE_NODES = 20000, // a position
};

SearchLimits bench_limits(const char *search) {
    if (!strcmp(search, "alphabeta"))
        return (SearchLimits){.depth = ALPHABETA_DEPTH};
    return (SearchLimits){.nodes = TREE_NODES};
}

// FNV-1a, byte by byte so that the order of a machine's bytes does not matter.
static uint64_t hash_number(uint64_t hash, int64_t number) {
    for (int i = 0; i < 8; i++) {
        hash ^= ((uint64_t)number >> (8 * i)) & 0xff;
        hash *= UINT64_C(0x100000001b3);
    }
    return hash;
}

uint64_t bench_hash(uint64_t hash, const SearchResult *result) {
    hash = hash_number(hash, result->nodes);
    hash = hash_number(hash, result->best);
    hash = hash_number(hash, result->is_declared);
    hash = hash_number(hash, result->value);
    hash = hash_number(hash, result->pv_count);
    for (int i = 0; i < result->pv_count; i++)
        hash = hash_number(hash, result->pv[i]);
    return hash;
}

static Status run_position(const Config *config, Player *player, GameLine *line, const char *text,
                           BenchResult *sum, SearchResult *found, Error *error) {
    SearchControl control;
    control_init(&control);
    TRY(line_parse(line, str_of(text), error));
    player_new_game(player);
    const int64_t start = clock_ns();
    TRY(config_go(config, player, line, &config->limits, &control, &(SearchReport){NULL, NULL},
                  found, error));
    sum->time_ns += clock_ns() - start;
    sum->nodes += found->nodes;
    sum->signature = bench_hash(sum->signature, found);
    return STATUS_OK;
}

Status bench_run(const Config *config, const BenchReport *report, BenchResult *result,
                 Error *error) {
    size_t count;
    const char *const *set = bench_set(&count);
    Player *player;
    TRY(config_player(config, &player, error));
    GameLine line;
    line_init(&line);
    BenchResult sum = {.signature = BENCH_HASH_START};
    Status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        SearchResult found;
        status = run_position(config, player, &line, set[i], &sum, &found, error);
        if (status == STATUS_OK && report->position)
            report->position(report->context, i, count, &line, &found);
    }
    line_release(&line);
    player_free(player);
    if (status == STATUS_OK)
        *result = sum;
    return status;
}
