// A random order of more samples than fit into memory. The hash space of positions is divided into
// shares; for each share the files are read once, and its samples are shuffled and written. Equal
// positions fall into the same share, where duplicates are found.
#include "base/rng.h"
#include "learn/sample_set.h"
#include "learn/samples.h"

enum { CHUNK = 1024 };

static Status count_samples(const SampleFiles *files, uint64_t *count, Error *error) {
    SampleReader *reader;
    TRY(sample_reader_open(&reader, files, error));
    const Status status = sample_reader_seek(reader, UINT64_MAX, error);
    *count = sample_reader_at(reader);
    sample_reader_free(reader);
    return status;
}

static void share_shuffle(SampleSet *share, Rng *rng) {
    for (size_t left = share->count; left > 1; left--) {
        const size_t at = rng_below(rng, (uint32_t)left);
        const Sample swapped = share->samples[at];
        share->samples[at] = share->samples[left - 1];
        share->samples[left - 1] = swapped;
    }
}

static Status gather(SampleSet *share, const SampleFiles *files, uint64_t number, uint64_t shares,
                     ShuffleCounts *counts, Error *error) {
    SampleReader *reader;
    TRY(sample_reader_open(&reader, files, error));
    sample_set_clear(share);
    Sample chunk[CHUNK];
    size_t got = 1;
    Status status = STATUS_OK;
    while (got && status == STATUS_OK) {
        status = sample_reader_next(reader, chunk, CHUNK, &got, error);
        for (size_t i = 0; i < got && status == STATUS_OK; i++) {
            const uint64_t hash = sample_hash(&chunk[i]);
            if (hash % shares != number)
                continue;
            if (share->count == share->capacity)
                status = error_set(error, STATUS_NO_MEMORY, "the files grew while they were read");
            else if (!sample_set_add(share, &chunk[i], hash))
                counts->dropped++;
        }
    }
    sample_reader_free(reader);
    counts->kept += share->count;
    return status;
}

Status samples_shuffle(const SampleFiles *files, const char *path, size_t memory, uint64_t seed,
                       ShuffleCounts *counts, Error *error) {
    *counts = (ShuffleCounts){0};
    uint64_t total;
    TRY(sample_files_again(files, error));
    TRY(count_samples(files, &total, error));
    // A sample takes at most four entries of the table.
    const size_t fit = memory / (sizeof(Sample) + 4 * sizeof(uint32_t)) + 1024;
    const uint64_t shares = total / fit + 1;
    // The sizes of shares vary; a twentieth is about a hundred standard deviations.
    const size_t capacity = (size_t)(total / shares + total / shares / 20 + 1024);
    SampleSet share;
    ByteSink *sink = NULL;
    Status status = sample_set_init(&share, capacity, error);
    if (status == STATUS_OK)
        status = sample_sink_open(&sink, path, 0, error);
    Rng rng;
    rng_init(&rng, seed);
    for (uint64_t i = 0; i < shares && status == STATUS_OK; i++) {
        status = gather(&share, files, i, shares, counts, error);
        share_shuffle(&share, &rng);
        if (status == STATUS_OK)
            status = sample_sink_add(sink, share.samples, share.count, error);
    }
    if (status == STATUS_OK)
        status = bytesink_publish(sink, error);
    bytesink_free(sink);
    sample_set_release(&share);
    return status;
}
