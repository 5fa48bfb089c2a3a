#include "learn/checkpoint.h"

#include <string.h>

#include "base/draft.h"
#include "base/filemap.h"

// Only ever read by the machine that wrote it, so in its own order of bytes.
typedef struct CheckpointHeader {
    char magic[8];
    uint32_t version, optimiser;
    char game[16], shape[16];
    uint64_t weight_count, row_count;
    uint64_t lesson, seed, checksum;
    int64_t samples;
    uint32_t is_mirror_tied, reserved;
} CheckpointHeader;

enum { VERSION = 1, PART_MAX = 4 };

typedef struct Part {
    void *data;
    size_t bytes;
} Part;

static int parts_of(const Pupil *pupil, Part parts[PART_MAX]) {
    const Optimiser *optimiser = &pupil->optimiser;
    const size_t weight_bytes = optimiser->weight_count * sizeof(float);
    int count = 0;
    parts[count++] = (Part){pupil->weights, weight_bytes};
    parts[count++] = (Part){optimiser->steps, optimiser->row_count * sizeof *optimiser->steps};
    if (optimiser->first)
        parts[count++] = (Part){optimiser->first, weight_bytes};
    if (optimiser->second)
        parts[count++] = (Part){optimiser->second, weight_bytes};
    return count;
}

static CheckpointHeader header_of(const Pupil *pupil, const CheckpointState *state) {
    CheckpointHeader header = {.magic = "YURAGIC\n",
                               .version = VERSION,
                               .optimiser = (uint32_t)pupil->optimiser.kind,
                               .game = GAME_NAME,
                               .weight_count = pupil->optimiser.weight_count,
                               .row_count = pupil->optimiser.row_count,
                               .lesson = state->lesson,
                               .seed = state->seed,
                               .samples = state->samples,
                               .is_mirror_tied = pupil->is_mirror_tied};
    strncpy(header.shape, pupil->kind->name, sizeof header.shape - 1);
    return header;
}

static uint64_t checksum_of(const Part *parts, int count) {
    uint64_t sum = VERSION;
    for (int i = 0; i < count; i++)
        sum = weights_checksum(parts[i].data, parts[i].bytes, sum);
    return sum;
}

Status checkpoint_write(const Pupil *pupil, const CheckpointState *state, const char *path,
                        Error *error) {
    Part parts[PART_MAX];
    const int count = parts_of(pupil, parts);
    CheckpointHeader header = header_of(pupil, state);
    header.checksum = checksum_of(parts, count);
    Draft draft;
    Status status = draft_open(&draft, path, error);
    if (status == STATUS_OK)
        status = draft_append(&draft, &header, sizeof header, error);
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status = draft_append(&draft, parts[i].data, parts[i].bytes, error);
    if (status == STATUS_OK)
        status = draft_finish(&draft, error);
    if (status == STATUS_OK)
        status = draft_publish(&draft, error);
    draft_release(&draft);
    return status;
}

static Status take(Pupil *pupil, CheckpointState *state, const FileMap *map, const char *path,
                   Error *error) {
    Part parts[PART_MAX];
    const int count = parts_of(pupil, parts);
    size_t bytes = sizeof(CheckpointHeader);
    for (int i = 0; i < count; i++)
        bytes += parts[i].bytes;
    CheckpointHeader header;
    if (map->size < sizeof header)
        return error_set(error, STATUS_BAD_INPUT, "%.200s: not a checkpoint", path);
    memcpy(&header, map->data, sizeof header);
    // What may differ is taken over; all the rest must be as ours would be.
    CheckpointHeader ours = header_of(pupil, state);
    ours.lesson = header.lesson;
    ours.samples = header.samples;
    ours.checksum = header.checksum;
    if (memcmp(&ours, &header, sizeof ours) != 0 || map->size != bytes)
        return error_set(error, STATUS_BAD_INPUT,
                         "%.200s: a checkpoint of another course: shape, tie, optimiser and seed "
                         "must be the same",
                         path);
    const unsigned char *from = map->data + sizeof header;
    for (int i = 0; i < count; i++) {
        memcpy(parts[i].data, from, parts[i].bytes);
        from += parts[i].bytes;
    }
    if (checksum_of(parts, count) != header.checksum)
        return error_set(error, STATUS_BAD_INPUT, "%.200s: damaged", path);
    state->lesson = header.lesson;
    state->samples = header.samples;
    return STATUS_OK;
}

Status checkpoint_read(Pupil *pupil, CheckpointState *state, const char *path, Error *error) {
    FileMap map;
    TRY(filemap_open(&map, path, error));
    const Status status = take(pupil, state, &map, path, error);
    filemap_release(&map);
    return status;
}
