#include "learn/samples.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/rng.h"

static const char MAGIC[8] = "YURAGIS\n";

enum { GAMES_AT = 32 }; // in the header

// ---- files ----

static bool has_ending(const char *name, const char *ending) {
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && !strcmp(name + length - tail, ending);
}

static int is_sample_file(const struct dirent *entry) {
    return has_ending(entry->d_name, ".samples") || has_ending(entry->d_name, ".samples.zst");
}

static Status add_path(SampleFiles *files, char *path, Error *error) {
    char **paths = path ? realloc(files->paths, (files->count + 1) * sizeof *files->paths) : NULL;
    if (!paths) {
        free(path);
        return error_set(error, STATUS_NO_MEMORY, "no memory for the names of the files");
    }
    files->paths = paths;
    files->paths[files->count++] = path;
    return STATUS_OK;
}

static Status add_folder(SampleFiles *files, const char *folder, Error *error) {
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_sample_file, alphasort);
    if (count < 0)
        return error_set(error, STATUS_IO, "%.200s: cannot be read", folder);
    Status status =
        count ? STATUS_OK
              : error_set(error, STATUS_BAD_INPUT,
                          "%.200s: there is no .samples or .samples.zst file in it", folder);
    for (int i = 0; i < count; i++) {
        char *path = NULL;
        if (status == STATUS_OK) {
            if (asprintf(&path, "%s/%s", folder, entries[i]->d_name) < 0)
                path = NULL;
            status = add_path(files, path, error);
        }
        free(entries[i]);
    }
    free(entries);
    return status;
}

Status sample_files_find(SampleFiles *files, const char *const *paths, int count, Error *error) {
    *files = (SampleFiles){0};
    Status status = STATUS_OK;
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        struct stat about = {0};
        // A missing file fails here, not in the middle of a long run.
        if (strcmp(paths[i], "-") != 0 && stat(paths[i], &about) != 0)
            status = error_set(error, STATUS_IO, "%.200s: %s", paths[i], strerror(errno));
        else
            status = S_ISDIR(about.st_mode) ? add_folder(files, paths[i], error)
                                            : add_path(files, strdup(paths[i]), error);
    }
    if (status != STATUS_OK)
        sample_files_release(files);
    return status;
}

Status sample_files_again(const SampleFiles *files, Error *error) {
    for (size_t i = 0; i < files->count; i++)
        if (!strcmp(files->paths[i], "-"))
            return error_set(
                error, STATUS_BAD_INPUT,
                "standard input can be read only once; here the samples have to be in a "
                "file");
    return STATUS_OK;
}

void sample_files_release(SampleFiles *files) {
    for (size_t i = 0; i < files->count; i++)
        free(files->paths[i]);
    free(files->paths);
    *files = (SampleFiles){0};
}

// ---- reading ----

struct SampleReader {
    const SampleFiles *files;
    size_t next_file;
    ByteSource *bytes; // of the file before next_file; null: none is open
    uint64_t at;
};

static void fill_header(unsigned char header[SAMPLES_HEADER_BYTES], uint32_t games) {
    const uint32_t version = SAMPLES_VERSION, record = sizeof(Sample);
    memset(header, 0, SAMPLES_HEADER_BYTES);
    memcpy(header, MAGIC, sizeof MAGIC);
    memcpy(header + 8, &version, sizeof version);
    memcpy(header + 12, &record, sizeof record);
    memcpy(header + 16, GAME_NAME, sizeof GAME_NAME);
    memcpy(header + GAMES_AT, &games, sizeof games);
}

static Status check_header(const unsigned char *header, size_t bytes, const char *path,
                           Error *error) {
    unsigned char expected[SAMPLES_HEADER_BYTES];
    uint32_t games;
    memcpy(&games, header + GAMES_AT, sizeof games); // any number is valid
    fill_header(expected, games);
    if (bytes < SAMPLES_HEADER_BYTES || memcmp(header, expected, 16) != 0)
        return error_set(error, STATUS_BAD_INPUT, "%.200s: not a file of samples of this version",
                         path);
    if (memcmp(header + 16, expected + 16, SAMPLES_HEADER_BYTES - 16) != 0)
        return error_set(error, STATUS_BAD_INPUT,
                         "%.200s: samples of '%.16s', this program plays %s", path, header + 16,
                         GAME_NAME);
    return STATUS_OK;
}

static Status read_header(ByteSource *bytes, const char *path,
                          unsigned char header[SAMPLES_HEADER_BYTES], Error *error) {
    size_t got;
    memset(header, 0, SAMPLES_HEADER_BYTES);
    TRY(bytesource_fill(bytes, header, SAMPLES_HEADER_BYTES, &got, error));
    return check_header(header, got, path, error);
}

static Status open_next(SampleReader *reader, Error *error) {
    const char *path = reader->files->paths[reader->next_file];
    unsigned char header[SAMPLES_HEADER_BYTES];
    TRY(bytesource_open(&reader->bytes, path, error));
    reader->next_file++;
    return read_header(reader->bytes, path, header, error);
}

Status sample_file_games(const char *path, uint32_t *games, Error *error) {
    unsigned char header[SAMPLES_HEADER_BYTES];
    ByteSource *bytes;
    TRY(bytesource_open(&bytes, path, error));
    const Status status = read_header(bytes, path, header, error);
    memcpy(games, header + GAMES_AT, sizeof *games);
    bytesource_free(bytes);
    return status;
}

Status sample_reader_open(SampleReader **reader, const SampleFiles *files, Error *error) {
    *reader = calloc(1, sizeof **reader);
    if (!*reader)
        return error_set(error, STATUS_NO_MEMORY, "no memory to read samples");
    (*reader)->files = files;
    return STATUS_OK;
}

void sample_reader_free(SampleReader *reader) {
    if (!reader)
        return;
    bytesource_free(reader->bytes);
    free(reader);
}

Status sample_reader_next(SampleReader *reader, Sample *samples, size_t want, size_t *got,
                          Error *error) {
    *got = 0;
    while (*got < want) {
        if (!reader->bytes) {
            if (reader->next_file == reader->files->count)
                break;
            TRY(open_next(reader, error));
        }
        size_t bytes;
        TRY(bytesource_fill(reader->bytes, samples + *got, (want - *got) * sizeof *samples, &bytes,
                            error));
        if (bytes % sizeof *samples)
            return error_set(error, STATUS_BAD_INPUT, "%.200s: ends within a sample",
                             reader->files->paths[reader->next_file - 1]);
        *got += bytes / sizeof *samples;
        if (*got < want) {
            bytesource_free(reader->bytes);
            reader->bytes = NULL;
        }
    }
    reader->at += *got;
    return STATUS_OK;
}

Status sample_reader_seek(SampleReader *reader, uint64_t index, Error *error) {
    enum { SKIP = 256 };
    if (index < reader->at) {
        bytesource_free(reader->bytes);
        reader->bytes = NULL;
        reader->next_file = 0;
        reader->at = 0;
    }
    Sample skipped[SKIP];
    size_t got = 1;
    while (reader->at < index && got) {
        const uint64_t left = index - reader->at;
        TRY(sample_reader_next(reader, skipped, left < SKIP ? (size_t)left : SKIP, &got, error));
    }
    return STATUS_OK;
}

uint64_t sample_reader_at(const SampleReader *reader) {
    return reader->at;
}

// ---- writing ----

Status sample_sink_open(ByteSink **sink, const char *path, uint32_t games, Error *error) {
    unsigned char header[SAMPLES_HEADER_BYTES];
    fill_header(header, games);
    *sink = NULL;
    TRY(bytesink_open(sink, path, error));
    const Status status = bytesink_write(*sink, header, sizeof header, error);
    if (status != STATUS_OK) {
        bytesink_free(*sink);
        *sink = NULL;
    }
    return status;
}

Status sample_sink_add(ByteSink *sink, const Sample *samples, size_t count, Error *error) {
    return bytesink_write(sink, samples, count * sizeof *samples, error);
}

// ---- samples ----

Status sample_check(const Sample *sample, Position *pos, Move *move, Error *error) {
    TRY(pos_unpack(pos, &sample->position, error));
    *move = sample->move;
    return sample_fits(sample, pos, error);
}

uint64_t sample_hash(const Sample *sample) {
    uint64_t words[PACKED_BYTES / 8], hash = 0;
    memcpy(words, sample->position.bytes, sizeof words);
    for (size_t i = 0; i < PACKED_BYTES / 8; i++)
        hash = rng_mix(hash ^ words[i]);
    return hash;
}
