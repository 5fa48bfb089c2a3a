#include "learn/playterms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/draft.h"
#include "base/filemap.h"

enum { TERMS_BYTES_MAX = 1 << 16 };

static uint64_t openings_print(const Openings *openings) {
    uint64_t print = 0;
    for (size_t i = 0; i < openings->count; i++)
        for (size_t j = 0; j < openings->lines[i].len; j++)
            print = rng_mix(print ^ (unsigned char)openings->lines[i].at[j]);
    return print;
}

static void write_setting(StrBuf *text, const RecipeSetting *setting) {
    strbuf_format(text, "option %.*s = %.*s\n", (int)setting->name.len, setting->name.at,
                  (int)setting->value.len, setting->value.at);
}

// A line for each term, so that the first line that differs says what is wrong.
static void write_terms(StrBuf *text, const SelfplayPlan *plan) {
    const Recipe *recipe = plan->recipe;
    strbuf_format(text, "game " GAME_NAME "\nseed %" PRIu64 "\npart %d\n", plan->seed,
                  plan->part_games);
    strbuf_format(text, "nodes %" PRId64 "\ndepth %d\n", recipe->limits.nodes,
                  recipe->limits.depth);
    if (plan->openings)
        strbuf_format(text, "openings %zu, %016" PRIx64 "\n", plan->openings->count,
                      openings_print(plan->openings));
    strbuf_format(text, "opening-plies %d,%d\nopening-limit %d\ntemperature %g\n",
                  plan->opening_least, plan->opening_most, plan->opening_limit, plan->temperature);
    strbuf_format(text, "resign %d,%d\nmax-moves %d\n", plan->resign_value, plan->resign_count,
                  plan->move_limit);
    for (int i = 0; i < recipe->setting_count; i++)
        write_setting(text, &recipe->settings[i]);
}

static bool is_same(Str a, Str b) {
    return a.len == b.len && (!a.len || !memcmp(a.at, b.at, a.len));
}

static Status compare(const char *path, Str here, Error *error) {
    FileMap map;
    TRY(filemap_open(&map, path, error));
    Str there = {(const char *)map.data, map.size};
    Status status = STATUS_OK;
    while (status == STATUS_OK && (here.len || there.len)) {
        const Str ours = str_until(&here, '\n'), theirs = str_until(&there, '\n');
        if (!is_same(ours, theirs))
            status = error_set(error, STATUS_BAD_INPUT,
                               "%.200s: the games there have '%.*s', these would have '%.*s'", path,
                               STR_ARG(theirs), STR_ARG(ours));
    }
    filemap_release(&map);
    return status;
}

static Status keep(const char *path, StrBuf *text, const SelfplayPlan *plan, Error *error) {
    write_terms(text, plan);
    if (text->is_cut)
        return error_set(error, STATUS_BAD_INPUT, "the options of the player are too long");
    return access(path, F_OK) == 0 ? compare(path, (Str){text->at, text->len}, error)
                                   : draft_write(path, text->at, text->len, error);
}

Status playterms_keep(const SelfplayPlan *plan, Error *error) {
    char *path = NULL, *memory = malloc(TERMS_BYTES_MAX);
    Status status = STATUS_NO_MEMORY;
    if (memory && asprintf(&path, "%s/terms", plan->folder) >= 0) {
        StrBuf text = strbuf_init(memory, TERMS_BYTES_MAX);
        status = keep(path, &text, plan, error);
        free(path);
    } else {
        error_set(error, status, "no memory for the terms of the games");
    }
    free(memory);
    return status;
}
