#include "match_store.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/filemap.h"

#define HASH_START UINT64_C(0xcbf29ce484222325)

// FNV-1a, for telling files apart.
static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

// Which build plays: games of two builds are not one match.
static Status program_text(StrBuf *out, Error *error) {
    FileMap map;
    TRY(filemap_open(&map, "/proc/self/exe", error));
    strbuf_format(out, "%s %016" PRIx64, YURAGI_VERSION,
                  hash_bytes(HASH_START, map.data, map.size));
    filemap_release(&map);
    return STATUS_OK;
}

// Everything a game depends on besides its number. How many games there are and how many run at a
// time is not part of it, so that a match can be made longer.
static void plan_write(const MatchConfig *plan, FILE *out) {
    const GameConfig *game = &plan->game;
    const AdjudicationConfig *values = &game->adjudication;
    fprintf(out, "%s seed %" PRIu64, TOURNAMENT_NAMES[plan->pairing.tournament], plan->seed);
    if (plan->openings) {
        uint64_t hash = HASH_START;
        for (size_t i = 0; i < plan->openings->count; i++)
            hash = hash_bytes(hash, plan->openings->lines[i].at, plan->openings->lines[i].len);
        fprintf(out, "; openings %zu %016" PRIx64, plan->openings->count, hash);
    } else {
        fprintf(out, "; random plies %d", plan->random_plies);
    }
    fputs(plan->is_chess960 ? "; chess960" : "", out);
    fprintf(out, "; moves %d %s; resign %d,%d,%d; draw %d,%d,%d; margin %lld; timeout %lld",
            game->rules.move_limit, ENTERING_KING_NAMES[game->rules.entering_king],
            values->resign_value, values->resign_plies, values->resigns_alone, values->draw_value,
            values->draw_plies, values->draw_from, (long long)game->margin_ms,
            (long long)game->patience_ms);
    for (int i = 0; i < plan->pairing.engines; i++)
        fprintf(out, "\n%s: %s", plan->engines[i].name, plan->engines[i].summary);
}

static Status begin(MatchStore *keeper, bool is_resumed, Match *match, const char *text,
                    Error *error) {
    char program[80];
    StrBuf out = strbuf_init(program, sizeof program);
    TRY(program_text(&out, error));
    if (!is_resumed)
        return store_add_match(keeper->store, text, program, &match->config, &keeper->id, error);
    TRY(store_find_match(keeper->store, text, program, &keeper->id, error));
    return store_restore(keeper->store, keeper->id, match, error);
}

Status match_store_open(MatchStore *keeper, const char *path, bool is_resumed, Match *match,
                        Error *error) {
    *keeper = (MatchStore){0};
    TRY(store_open(&keeper->store, path, is_resumed ? STORE_RESUME : STORE_CREATE, error));
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (out)
        plan_write(&match->config, out);
    const Status status = !out || fclose(out)
                              ? error_set(error, STATUS_NO_MEMORY, "no memory for the plan")
                              : begin(keeper, is_resumed, match, text, error);
    free(text);
    return status;
}

void match_store_close(MatchStore *keeper) {
    store_close(keeper->store);
    *keeper = (MatchStore){0};
}
