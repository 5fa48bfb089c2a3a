#include "learn/selfplay_config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/filemap.h"
#include "eval/embedded.h"
#include "eval/weights.h"
#include "learn/manifest.h"

enum { MANIFEST_BYTES_MAX = 1 << 16 };

static uint64_t openings_checksum(const Openings *openings) {
    uint64_t sum = 0;
    for (size_t i = 0; i < openings->count; i++)
        for (size_t j = 0; j < openings->lines[i].len; j++)
            sum = rng_mix(sum ^ (unsigned char)openings->lines[i].at[j]);
    return sum;
}

// The file may change while its name stays, as in a training run.
static uint64_t eval_checksum(const char *path) {
    FileMap map;
    if (!*path)
        return weights_checksum(EMBEDDED_WEIGHTS, (size_t)(EMBEDDED_WEIGHTS_END - EMBEDDED_WEIGHTS),
                                0);
    if (filemap_open(&map, path, NULL) != STATUS_OK)
        return 0; // a folder, as the weights of other programs may be
    const uint64_t sum = weights_checksum(map.data, map.size, 0);
    filemap_release(&map);
    return sum;
}

static void write_manifest(StrBuf *text, const SelfplayConfig *config, const char *eval_file) {
    const Config *player = config->player;
    strbuf_format(text, "game " GAME_NAME "\nseed %" PRIu64 "\npart %d\n", config->seed,
                  config->part_games);
    strbuf_format(text, "weights %016" PRIx64 "\n", eval_checksum(eval_file));
    strbuf_format(text, "nodes %" PRId64 "\ndepth %d\n", player->limits.nodes,
                  player->limits.depth);
    if (config->openings)
        strbuf_format(text, "openings %zu, %016" PRIx64 "\n", config->openings->count,
                      openings_checksum(config->openings));
    strbuf_format(text, "opening-plies %d,%d\nopening-limit %d\ntemperature %g\n",
                  config->opening_least, config->opening_most, config->opening_limit,
                  config->temperature);
    strbuf_format(text, "resign %d,%d\nmax-moves %d\n", config->resign_value, config->resign_plies,
                  config->move_limit);
    for (int i = 0; i < player->setting_count; i++)
        strbuf_format(text, "option %.*s = %.*s\n", STR_ARG(player->settings[i].name),
                      STR_ARG(player->settings[i].value));
}

Status selfplay_config_keep(const SelfplayConfig *config, const Player *player, Error *error) {
    char *memory = malloc(MANIFEST_BYTES_MAX);
    if (!memory)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the manifest of the games");
    StrBuf text = strbuf_init(memory, MANIFEST_BYTES_MAX);
    write_manifest(&text, config, player_settings(player)->eval_file);
    const Status status =
        text.is_cut ? error_set(error, STATUS_BAD_INPUT, "the options of the player are too long")
                    : manifest_keep(config->folder, (Str){text.at, text.len}, error);
    free(memory);
    return status;
}
