// Bytes as a file of samples, plain or packed: refused with a sentence, or read to the end, in
// pieces of any size, to the same samples; and each of them is a position with a legal move, or
// refused.
//
// The first byte selects whether the file is packed, whether its header is corrected so that the
// fuzzer gets past it, and how many samples are read at a time.
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "learn/samples.h"

enum { IS_PACKED = 1, IS_HEADED = 2, SAMPLES_MAX = 64 };

static char folder[32], plain_path[64], packed_path[64];

static void clean_up(void) {
    unlink(plain_path);
    unlink(packed_path);
    rmdir(folder);
}

// Readers need a file name, so there is a file, in memory where possible.
static void prepare(void) {
    if (*folder)
        return;
    const bool has_memory = access("/dev/shm", W_OK) == 0;
    snprintf(folder, sizeof folder, "%s/yuragi-fuzz-XXXXXX", has_memory ? "/dev/shm" : "/tmp");
    if (!mkdtemp(folder))
        abort();
    snprintf(plain_path, sizeof plain_path, "%s/a.samples", folder);
    snprintf(packed_path, sizeof packed_path, "%s/a.samples.zst", folder);
    atexit(clean_up);
}

static void write_file(const char *path, unsigned how, const uint8_t *data, size_t size) {
    unsigned char header[SAMPLES_HEADER_BYTES] = "YURAGIS\n\1\0\0\0\50\0\0\0" GAME_NAME;
    FILE *file = fopen(path, "wb");
    if (!file)
        abort();
    if (how & IS_HEADED && !(how & IS_PACKED))
        fwrite(header, 1, sizeof header, file);
    fwrite(data, 1, size, file);
    fclose(file);
}

static Status read_file(const char *path, size_t pieces, Sample *samples, size_t *count,
                        Error *error) {
    const char *const paths[] = {path};
    SampleFiles files;
    SampleReader *reader;
    TRY(sample_files_find(&files, paths, 1, error));
    Status status = sample_reader_open(&reader, &files, error);
    size_t got = 1;
    *count = 0;
    while (status == STATUS_OK && got && *count + pieces <= SAMPLES_MAX) {
        status = sample_reader_next(reader, samples + *count, pieces, &got, error);
        if (status == STATUS_OK)
            *count += got;
        fuzz_require(status != STATUS_OK || sample_reader_at(reader) == *count, NULL,
                     "a reader knows where it is");
    }
    // Again from the beginning, as a learner does.
    if (status == STATUS_OK && *count) {
        Sample again;
        fuzz_require(sample_reader_seek(reader, *count - 1, error) == STATUS_OK &&
                         sample_reader_next(reader, &again, 1, &got, error) == STATUS_OK && got &&
                         !memcmp(&again, &samples[*count - 1], sizeof again),
                     NULL, "what was read is read again");
    }
    sample_reader_free(reader);
    sample_files_release(&files);
    return status;
}

static void check_sample(const Sample *sample) {
    Position pos;
    Move move;
    Error error;
    const Status status = sample_check(sample, &pos, &move, &error);
    if (status != STATUS_OK) {
        fuzz_require_error(status, &error);
        return;
    }
    fuzz_require(sample->result >= -1 && sample->result <= 1, &pos, "a result is one of three");
    fuzz_require(move == MOVE_NONE || pos_is_legal(&pos, move), &pos, "a move is legal");
    PackedPosition packed;
    pos_pack(&pos, &packed);
    fuzz_require(!memcmp(&packed, &sample->position, sizeof packed), &pos,
                 "equal positions have equal bytes");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size)
        return 0;
    prepare();
    const unsigned how = data[0];
    const char *path = how & IS_PACKED ? packed_path : plain_path;
    write_file(path, how, data + 1, size - 1);
    Sample samples[SAMPLES_MAX], again[SAMPLES_MAX];
    size_t count, count_again;
    Error error;
    const Status status = read_file(path, 1 + how / 4 % 8, samples, &count, &error);
    if (status != STATUS_OK)
        fuzz_require_error(status, &error);
    for (size_t i = 0; i < count; i++)
        check_sample(&samples[i]);
    if (status == STATUS_OK && count < SAMPLES_MAX - 8) // all of the file was read
        fuzz_require(read_file(path, SAMPLES_MAX, again, &count_again, &error) == STATUS_OK &&
                         count_again == count && !memcmp(samples, again, count * sizeof *samples),
                     NULL, "pieces do not matter");
    return 0;
}
