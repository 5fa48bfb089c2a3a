#include "learn/selfplay_manifest.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/filemap.h"
#include "eval/embedded.h"
#include "eval/weights.h"
#include "learn/manifest.h"

enum { MANIFEST_BYTES_MAX = 1 << 16 };

static uint64_t openings_print(const Openings *openings) {
    uint64_t print = 0;
    for (size_t i = 0; i < openings->count; i++)
        for (size_t j = 0; j < openings->lines[i].len; j++)
            print = rng_mix(print ^ (unsigned char)openings->lines[i].at[j]);
    return print;
}

static void write_setting(StrBuf *text, const ConfigOption *setting) {
    strbuf_format(text, "option %.*s = %.*s\n", (int)setting->name.len, setting->name.at,
                  (int)setting->value.len, setting->value.at);
}

// Names of weights stay while their files change, as those of a run do.
static uint64_t weights_print(const char *path) {
    FileMap map;
    if (!*path)
        return weights_checksum(EMBEDDED_WEIGHTS, (size_t)(EMBEDDED_WEIGHTS_END - EMBEDDED_WEIGHTS),
                                0);
    if (filemap_open(&map, path, NULL) != STATUS_OK) // a folder, which others' weights may be
        return 0;
    const uint64_t print = weights_checksum(map.data, map.size, 0);
    filemap_release(&map);
    return print;
}

// A line for each term, so that the first line that differs says what is wrong.
static void write_manifest(StrBuf *text, const SelfplayConfig *plan, const char *eval_file) {
    const Config *config = plan->config;
    strbuf_format(text, "game " GAME_NAME "\nseed %" PRIu64 "\npart %d\n", plan->seed,
                  plan->part_games);
    strbuf_format(text, "weights %016" PRIx64 "\n", weights_print(eval_file));
    strbuf_format(text, "nodes %" PRId64 "\ndepth %d\n", config->limits.nodes,
                  config->limits.depth);
    if (plan->openings)
        strbuf_format(text, "openings %zu, %016" PRIx64 "\n", plan->openings->count,
                      openings_print(plan->openings));
    strbuf_format(text, "opening-plies %d,%d\nopening-limit %d\ntemperature %g\n",
                  plan->opening_least, plan->opening_most, plan->opening_limit, plan->temperature);
    strbuf_format(text, "resign %d,%d\nmax-moves %d\n", plan->resign_value, plan->resign_count,
                  plan->move_limit);
    for (int i = 0; i < config->setting_count; i++)
        write_setting(text, &config->settings[i]);
}

Status selfplay_manifest_keep(const SelfplayConfig *plan, const Player *player, Error *error) {
    char *memory = malloc(MANIFEST_BYTES_MAX);
    if (!memory)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the terms of the games");
    StrBuf text = strbuf_init(memory, MANIFEST_BYTES_MAX);
    write_manifest(&text, plan, player_settings(player)->eval_file);
    const Status status =
        text.is_cut ? error_set(error, STATUS_BAD_INPUT, "the options of the player are too long")
                    : manifest_keep(plan->folder, (Str){text.at, text.len}, error);
    free(memory);
    return status;
}
