#include "samples_import.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "base/macros.h"
#include "linesource.h"
#include "record/bytesource.h"
#include "record/gamerow.h"
#include "record/sampleformat.h"
#include "wording.h"

enum { ROW_MAX = 1 << 16, RECORDS_AT_ONCE = 256 };

typedef struct Import {
    const ImportConfig *config;
    ImportCounts *counts;
    ByteSink *sink;
    GameLine line;                // of the present game
    Sample kept[RECORDS_AT_ONCE]; // not yet written
    size_t kept_count;
} Import;

static Status flush(Import *import, Error *error) {
    const size_t count = import->kept_count;
    import->kept_count = 0;
    return sample_sink_add(import->sink, import->kept, count, error);
}

static Status keep(Import *import, const Sample *sample, Error *error) {
    import->kept[import->kept_count++] = *sample;
    import->counts->samples++;
    return import->kept_count < RECORDS_AT_ONCE ? STATUS_OK : flush(import, error);
}

// ---- formats ----

static bool ends_in(Str path, const char *ending) {
    const size_t length = ending ? strlen(ending) : 0;
    return length && path.len > length && !memcmp(path.at + path.len - length, ending, length);
}

// Null: none of the formats of other programs.
static const SampleFormat *format_of(const char *path) {
    Str name = str_of(path);
    if (bytes_are_packed(path))
        name.len -= strlen(".zst");
    for (const SampleFormat *format = SAMPLE_FORMATS; format->name; format++)
        for (size_t i = 0; i < ARRAY_LEN(format->endings); i++)
            if (ends_in(name, format->endings[i]))
                return format;
    return NULL;
}

// ---- tables of games ----

// A record that was refused ends the import or, with skips_bad, is counted.
static Status refuse(Import *import, Status status) {
    if (status != STATUS_BAD_INPUT || !import->config->skips_bad)
        return status;
    import->counts->bad++;
    return STATUS_OK;
}

static Status add_position(Import *import, const Position *pos, Move move, RowResult end,
                           Error *error) {
    const int ply = pos_ply(pos);
    const bool first_won = end == ROW_FIRST;
    Sample sample = {
        .move = (uint16_t)move,
        .ply = (uint16_t)(ply < UINT16_MAX ? ply : UINT16_MAX),
        .result = (int8_t)(end == ROW_DRAW                         ? 0
                           : first_won == (pos_side(pos) == FIRST) ? 1
                                                                   : -1),
    };
    pos_pack(pos, &sample.position);
    return keep(import, &sample, error);
}

static Status add_game(Import *import, RowResult end, Error *error) {
    if (end == ROW_UNKNOWN) {
        import->counts->unknown++;
        return STATUS_OK;
    }
    import->counts->games++;
    Position pos = import->line.start;
    for (size_t ply = 0; ply < import->line.count; ply++) {
        const Move move = import->line.moves[ply];
        if (ply >= (size_t)import->config->from_ply)
            TRY(add_position(import, &pos, move, end, error));
        pos_play(&pos, move);
    }
    return STATUS_OK;
}

static Status take_row(Import *import, const char *path, const LineSource *source, Str row,
                       Error *error) {
    RowResult end;
    Error why;
    const Status status = gamerow_parse(row, &import->line, &end, &why);
    if (status == STATUS_OK)
        return add_game(import, end, error);
    error_set(error, status, "%s:%" PRId64 ": %s", path, linesource_number(source), why.text);
    return refuse(import, status);
}

static Status take_table(Import *import, const char *path, Error *error) {
    LineSource *source;
    TRY(linesource_open(&source, path, ROW_MAX, error));
    bool is_end = false;
    Status status = STATUS_OK;
    while (!is_end && status == STATUS_OK) {
        Str row;
        status = linesource_next(source, &row, &is_end, error);
        if (status == STATUS_OK && !is_end && gamerow_is_game(row))
            status = take_row(import, path, source, row, error);
    }
    linesource_free(source);
    return status;
}

// ---- records of other programs ----

static Status take_record(Import *import, const SampleFormat *format, const char *path,
                          int64_t number, const uint8_t *record, Error *error) {
    Sample sample;
    Error why;
    const Status status = format->read(&sample, record, &why);
    if (status == STATUS_OK)
        return keep(import, &sample, error);
    error_set(error, status, "%.200s: record %" PRId64 ": %s", path, number, why.text);
    return refuse(import, status);
}

static Status take_records(Import *import, const SampleFormat *format, const char *path,
                           ByteSource *source, Error *error) {
    uint8_t records[RECORDS_AT_ONCE * SAMPLE_RECORD_MAX];
    const size_t want = RECORDS_AT_ONCE * format->bytes;
    int64_t number = 0;
    size_t got = want;
    while (got == want) {
        TRY(bytesource_fill(source, records, want, &got, error));
        for (size_t at = 0; at + format->bytes <= got; at += format->bytes)
            TRY(take_record(import, format, path, ++number, records + at, error));
    }
    if (got % format->bytes == 0)
        return STATUS_OK;
    return refuse(import, error_set(error, STATUS_BAD_INPUT,
                                    "%.200s: record %" PRId64 ": the file ends within it", path,
                                    number + 1));
}

static Status take_file(Import *import, const char *path, Error *error) {
    const SampleFormat *format = format_of(path);
    if (!format)
        return take_table(import, path, error);
    ByteSource *source;
    TRY(bytesource_open(&source, path, error));
    const Status status = take_records(import, format, path, source, error);
    bytesource_free(source);
    return status;
}

Status samples_import(const ImportConfig *config, ImportCounts *counts, Error *error) {
    *counts = (ImportCounts){0};
    Import import = {.config = config, .counts = counts};
    TRY(sample_sink_open(&import.sink, config->out, 0, error));
    line_init(&import.line);
    Status status = STATUS_OK;
    for (int i = 0; i < config->count && status == STATUS_OK; i++)
        status = take_file(&import, config->paths[i], error);
    if (status == STATUS_OK && !counts->samples)
        status =
            error_set(error, STATUS_BAD_INPUT,
                      "there is no sample in the files: %" PRId64 " %s, %" PRId64
                      " without a result, %" PRId64 " bad %s",
                      counts->games, word_plural(counts->games, "game", "games"), counts->unknown,
                      counts->bad, word_plural(counts->bad, "record", "records"));
    if (status == STATUS_OK)
        status = flush(&import, error);
    if (status == STATUS_OK)
        status = bytesink_publish(import.sink, error);
    line_release(&import.line);
    bytesink_free(import.sink);
    return status;
}

// ---- export ----

static Status write_records(const SampleFormat *format, SampleReader *reader, ByteSink *sink,
                            Error *error) {
    Sample samples[RECORDS_AT_ONCE];
    uint8_t records[RECORDS_AT_ONCE * SAMPLE_RECORD_MAX];
    for (;;) {
        const uint64_t before = sample_reader_at(reader);
        size_t got;
        TRY(sample_reader_next(reader, samples, RECORDS_AT_ONCE, &got, error));
        if (!got)
            return STATUS_OK;
        for (size_t i = 0; i < got; i++) {
            Error why;
            if (format->write(&samples[i], records + i * format->bytes, &why) != STATUS_OK)
                return error_set(error, STATUS_BAD_INPUT, "sample %" PRIu64 ": %s", before + i + 1,
                                 why.text);
        }
        TRY(bytesink_write(sink, records, got * format->bytes, error));
    }
}

static Status export_to(const SampleFormat *format, SampleReader *reader, const char *path,
                        Error *error) {
    ByteSink *sink;
    TRY(bytesink_open(&sink, path, error));
    Status status = write_records(format, reader, sink, error);
    if (status == STATUS_OK)
        status = bytesink_publish(sink, error);
    bytesink_free(sink);
    return status;
}

static const SampleFormat *format_named(const char *name) {
    const SampleFormat *format = SAMPLE_FORMATS;
    while (format->name && strcasecmp(format->name, name))
        format++;
    return format->name ? format : NULL;
}

Status samples_export(const SampleFiles *files, const char *name, const char *path, int64_t *count,
                      Error *error) {
    if (!SAMPLE_FORMATS->name)
        return error_set(error, STATUS_BAD_INPUT, "no other program has a format for samples of %s",
                         GAME_NAME);
    const SampleFormat *format = name ? format_named(name) : format_of(path);
    if (!format)
        return error_set(error, STATUS_BAD_INPUT,
                         "%.200s: its name must end in .psv or .hcpe, or --format say which", path);
    SampleReader *reader;
    TRY(sample_reader_open(&reader, files, error));
    const Status status = export_to(format, reader, path, error);
    *count = (int64_t)sample_reader_at(reader);
    sample_reader_free(reader);
    return status;
}
