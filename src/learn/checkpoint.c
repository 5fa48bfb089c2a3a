#include "learn/checkpoint.h"

#include <inttypes.h>
#include <string.h>

#include "base/atomic_file.h"
#include "base/filemap.h"

// A checkpoint is read by the machine that wrote it, so numbers are in native byte order.
typedef struct CheckpointHeader {
    char magic[8];
    uint32_t version, optimiser;
    char game[16], shape[16], learner[16];
    uint64_t weight_count, row_count;
    uint64_t step, seed, batch, checksum; // of everything but the checksum itself
    int64_t samples;
    uint32_t is_mirror_tied, reserved;
    double loss;
    int64_t loss_samples;
} CheckpointHeader;

_Static_assert(sizeof(CheckpointHeader) == 144,
               "no padding: the checksum covers the bytes of the struct");

enum { VERSION = 3, PART_MAX = 4 };

typedef struct Part {
    void *data;
    size_t bytes;
} Part;

static int parts_of(const Trainer *trainer, Part parts[PART_MAX]) {
    const Optimiser *optimiser = &trainer->optimiser;
    const size_t weight_bytes = optimiser->weight_count * sizeof(float);
    int count = 0;
    parts[count++] = (Part){trainer->weights, weight_bytes};
    parts[count++] = (Part){optimiser->steps, optimiser->row_count * sizeof *optimiser->steps};
    if (optimiser->first)
        parts[count++] = (Part){optimiser->first, weight_bytes};
    if (optimiser->second)
        parts[count++] = (Part){optimiser->second, weight_bytes};
    return count;
}

static CheckpointHeader header_of(const Trainer *trainer, const CheckpointState *state) {
    CheckpointHeader header = {.magic = "YURAGIC\n",
                               .version = VERSION,
                               .optimiser = (uint32_t)trainer->optimiser.kind,
                               .game = GAME_NAME,
                               .weight_count = trainer->optimiser.weight_count,
                               .row_count = trainer->optimiser.row_count,
                               .step = state->step,
                               .seed = state->seed,
                               .batch = state->batch,
                               .samples = state->samples,
                               .is_mirror_tied = trainer->is_mirror_tied,
                               .loss = state->loss,
                               .loss_samples = state->loss_samples};
    snprintf(header.shape, sizeof header.shape, "%s", trainer->kind->name);
    snprintf(header.learner, sizeof header.learner, "%s", state->learner);
    return header;
}

static uint64_t checksum_of(CheckpointHeader header, const Part *parts, int count) {
    header.checksum = 0;
    uint64_t sum = weights_checksum((const unsigned char *)&header, sizeof header, VERSION);
    for (int i = 0; i < count; i++)
        sum = weights_checksum(parts[i].data, parts[i].bytes, sum);
    return sum;
}

Status checkpoint_write(const Trainer *trainer, const CheckpointState *state, const char *path,
                        Error *error) {
    Part parts[PART_MAX];
    const int count = parts_of(trainer, parts);
    CheckpointHeader header = header_of(trainer, state);
    header.checksum = checksum_of(header, parts, count);
    AtomicFile file;
    Status status = atomic_file_open(&file, path, error);
    if (status == STATUS_OK)
        status = atomic_file_append(&file, &header, sizeof header, error);
    for (int i = 0; i < count && status == STATUS_OK; i++)
        status = atomic_file_append(&file, parts[i].data, parts[i].bytes, error);
    if (status == STATUS_OK)
        status = atomic_file_finish(&file, error);
    if (status == STATUS_OK)
        status = atomic_file_publish(&file, error);
    atomic_file_release(&file);
    return status;
}

static const char *optimiser_name(uint32_t number) {
    return number < OPTIMISER_NB ? OPTIMISER_NAMES[number] : "unknown";
}

// Whether the checkpoint belongs to this run; the error says what differs.
static Status check_header(const CheckpointHeader *header, const CheckpointHeader *ours,
                           const char *path, Error *error) {
    const Status bad = STATUS_BAD_INPUT;
    if (memcmp(header->magic, ours->magic, sizeof ours->magic) != 0)
        return error_set(error, bad, "%.200s: not a checkpoint", path);
    if (header->version != ours->version)
        return error_set(error, bad, "%.200s: a checkpoint of version %u, this program reads %u",
                         path, header->version, ours->version);
    if (memcmp(header->game, ours->game, sizeof ours->game) != 0)
        return error_set(error, bad, "%.200s: a run of %.16s, this program plays %s", path,
                         header->game, GAME_NAME);
    if (memcmp(header->shape, ours->shape, sizeof ours->shape) != 0)
        return error_set(error, bad, "%.200s: the shape of this run is %.16s, not %s", path,
                         header->shape, ours->shape);
    if (memcmp(header->learner, ours->learner, sizeof ours->learner) != 0)
        return error_set(error, bad, "%.200s: the learner of this run is %.16s, not %s", path,
                         header->learner, ours->learner);
    if (header->batch != ours->batch)
        return error_set(error, bad, "%.200s: a step of this run has %" PRIu64 ", not %" PRIu64,
                         path, header->batch, ours->batch);
    if (header->optimiser != ours->optimiser)
        return error_set(error, bad, "%.200s: the optimiser of this run is %s, not %s", path,
                         optimiser_name(header->optimiser), optimiser_name(ours->optimiser));
    if (header->is_mirror_tied != ours->is_mirror_tied)
        return error_set(error, bad, "%.200s: in this run left and right are %stied", path,
                         header->is_mirror_tied ? "" : "not ");
    if (header->seed != ours->seed)
        return error_set(error, bad,
                         "%.200s: this run was begun with seed %" PRIu64 ", not %" PRIu64, path,
                         header->seed, ours->seed);
    if (header->weight_count != ours->weight_count || header->row_count != ours->row_count)
        return error_set(error, bad, "%.200s: %" PRIu64 " weights, expected %" PRIu64, path,
                         header->weight_count, ours->weight_count);
    return STATUS_OK;
}

static Status read_map(Trainer *trainer, CheckpointState *state, const FileMap *map,
                       const char *path, Error *error) {
    CheckpointHeader header;
    if (map->size < sizeof header)
        return error_set(error, STATUS_BAD_INPUT, "%.200s: not a checkpoint", path);
    memcpy(&header, map->data, sizeof header);
    const CheckpointHeader ours = header_of(trainer, state);
    TRY(check_header(&header, &ours, path, error));
    Part parts[PART_MAX], stored[PART_MAX];
    const int count = parts_of(trainer, parts);
    size_t bytes = sizeof header;
    for (int i = 0; i < count; i++) {
        // Never written through: the map is read-only.
        stored[i] = (Part){(void *)(uintptr_t)(map->data + bytes), parts[i].bytes};
        bytes += parts[i].bytes;
    }
    if (map->size != bytes || checksum_of(header, stored, count) != header.checksum)
        return error_set(error, STATUS_BAD_INPUT, "%.200s: damaged: its checksum is wrong", path);
    for (int i = 0; i < count; i++)
        memcpy(parts[i].data, stored[i].data, parts[i].bytes);
    state->step = header.step;
    state->samples = header.samples;
    state->loss = header.loss;
    state->loss_samples = header.loss_samples;
    return STATUS_OK;
}

Status checkpoint_read(Trainer *trainer, CheckpointState *state, const char *path, Error *error) {
    FileMap map;
    TRY(filemap_open(&map, path, error));
    const Status status = read_map(trainer, state, &map, path, error);
    filemap_release(&map);
    return status;
}
