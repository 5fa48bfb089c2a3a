#include <inttypes.h>
#include <string.h>

#include "base/atomic_file.h"
#include "base/nearest.h"
#include "command.h"
#include "outfile.h"
#include "samples_import.h"
#include "wording.h"

enum { MEMORY_DEFAULT = 1024 };

typedef struct Request {
    const char *out, *format;
    int64_t memory_mb, seed;
    int from_ply;
    bool skips_bad, is_json;
    ArgRest words; // the action and its files
    char **files;
    int file_count;
    char out_name[OUTFILE_NAME_MAX];
} Request;

// What is counted in a file.
typedef struct Census {
    int64_t samples, wins, draws, losses, quiet, moves;
    double value_sum, ply_sum;
} Census;

static Status take_sample(Census *census, const Sample *sample, uint64_t number, Error *error) {
    Position pos;
    Move move;
    Error why;
    if (sample_check(sample, &pos, &move, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD_INPUT, "sample %" PRIu64 ": %s", number, why.text);
    census->samples++;
    census->wins += sample->result > 0;
    census->draws += sample->result == 0;
    census->losses += sample->result < 0;
    census->moves += move != MOVE_NONE;
    census->quiet += !pos_in_check(&pos) && !(move && pos_is_tactical(&pos, move));
    census->value_sum += sample->value < 0 ? -sample->value : sample->value;
    census->ply_sum += sample->ply;
    return STATUS_OK;
}

static Status count(const SampleFiles *files, Census *census, Error *error) {
    enum { CHUNK = 256 };
    SampleReader *reader;
    TRY(sample_reader_open(&reader, files, error));
    Sample chunk[CHUNK];
    size_t got = 1;
    Status status = STATUS_OK;
    while (got && status == STATUS_OK) {
        const uint64_t at = sample_reader_at(reader);
        status = sample_reader_next(reader, chunk, CHUNK, &got, error);
        for (size_t i = 0; i < got && status == STATUS_OK; i++)
            status = take_sample(census, &chunk[i], at + i, error);
    }
    sample_reader_free(reader);
    return status;
}

static Status info(const Request *request, const SampleFiles *files, Error *error) {
    Census census = {0};
    TRY(count(files, &census, error));
    const double all = census.samples ? (double)census.samples : 1;
    if (request->is_json) {
        printf("{\"samples\": %" PRId64 ", \"wins\": %" PRId64 ", \"draws\": %" PRId64
               ", \"losses\": %" PRId64 ", \"quiet\": %" PRId64
               ", \"mean_value\": %.1f, \"mean_ply\": %.1f}\n",
               census.samples, census.wins, census.draws, census.losses, census.quiet,
               census.value_sum / all, census.ply_sum / all);
        return STATUS_OK;
    }
    printf("samples     %" PRId64 ", all of them sound\n", census.samples);
    printf("mover       won %.1f %%, drew %.1f %%, lost %.1f %%\n", 100 * (double)census.wins / all,
           100 * (double)census.draws / all, 100 * (double)census.losses / all);
    printf("quiet       %.1f %%\n", 100 * (double)census.quiet / all);
    printf("value       %.0f on average, either way\n", census.value_sum / all);
    printf("ply         %.1f on average\n", census.ply_sum / all);
    return STATUS_OK;
}

static Status shuffle(const Request *request, const SampleFiles *files, Error *error) {
    ShuffleCounts counts;
    TRY(samples_shuffle(files, request->out, (size_t)request->memory_mb << 20,
                        (uint64_t)request->seed, &counts, error));
    if (request->is_json)
        printf("{\"kept\": %" PRIu64 ", \"dropped\": %" PRIu64 "}\n", counts.kept, counts.dropped);
    else
        printf("%" PRIu64 " %s, and %" PRIu64 " met again and left out\n", counts.kept,
               word_plural((int64_t)counts.kept, "sample", "samples"), counts.dropped);
    return STATUS_OK;
}

static Status import(const Request *request, Error *error) {
    const ImportConfig config = {
        .paths = (const char *const *)request->files,
        .count = request->file_count,
        .out = request->out,
        .from_ply = request->from_ply,
        .skips_bad = request->skips_bad,
    };
    ImportCounts counts;
    TRY(samples_import(&config, &counts, error));
    if (request->is_json) {
        printf("{\"samples\": %" PRId64 ", \"games\": %" PRId64 ", \"unknown\": %" PRId64
               ", \"bad\": %" PRId64 "}\n",
               counts.samples, counts.games, counts.unknown, counts.bad);
        return STATUS_OK;
    }
    printf("%" PRId64 " %s", counts.samples, word_plural(counts.samples, "sample", "samples"));
    if (counts.games)
        printf(" of %" PRId64 " %s", counts.games, word_plural(counts.games, "game", "games"));
    if (counts.unknown)
        printf("; %" PRId64 " %s without a result left out", counts.unknown,
               word_plural(counts.unknown, "game", "games"));
    if (counts.bad)
        printf("; %" PRId64 " bad %s left out", counts.bad,
               word_plural(counts.bad, "record", "records"));
    printf("\n");
    return STATUS_OK;
}

static Status export(const Request *request, const SampleFiles *files, Error *error) {
    int64_t count;
    TRY(samples_export(files, request->format, request->out, &count, error));
    if (request->is_json)
        printf("{\"samples\": %" PRId64 "}\n", count);
    else
        printf("%" PRId64 " %s\n", count, word_plural(count, "sample", "samples"));
    return STATUS_OK;
}

// The actions of the command.
typedef struct Verb {
    const char *name;
    bool writes;
    Status (*run)(const Request *request, const SampleFiles *files, Error *error); // null: import
} Verb;

static const Verb VERBS[] = {
    {"info", false, info},
    {"shuffle", true, shuffle},
    {"import", true, NULL},
    {"export", true, export},
};

static const Verb *verb_of(const char *name) {
    for (size_t i = 0; i < ARRAY_LEN(VERBS); i++)
        if (!strcmp(VERBS[i].name, name))
            return &VERBS[i];
    return NULL;
}

static Exit refuse_verb(const Command *self, const char *name) {
    char memory[96];
    StrBuf hint = strbuf_init(memory, sizeof memory);
    Nearest nearest = nearest_begin(name ? name : "");
    for (size_t i = 0; i < ARRAY_LEN(VERBS); i++)
        nearest_offer(&nearest, VERBS[i].name);
    nearest_write(&nearest, "", &hint);
    return command_fail(self, "expected info, shuffle, import or export first%s%s", memory,
                        nearest.found ? " See --help" : "; see --help");
}

// The output is not one of the inputs; if it is standard output, the rest goes to standard error.
static Status check_out(Request *request, const char *const *inputs, size_t count, Error *error) {
    if (!request->out)
        return STATUS_OK;
    TRY(outfile_check(request->out, inputs, count, error));
    return outfile_claim(&request->out, NULL, request->out_name, error);
}

static Status act(const Verb *verb, Request *request, Error *error) {
    const char *const *paths = (const char *const *)request->files;
    if (!verb->run) {
        TRY(check_out(request, paths, (size_t)request->file_count, error));
        return import(request, error);
    }
    SampleFiles files;
    TRY(sample_files_find(&files, paths, request->file_count, error));
    Status status = check_out(request, (const char *const *)files.paths, files.count, error);
    if (status == STATUS_OK)
        status = verb->run(request, &files, error);
    sample_files_release(&files);
    return status;
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    const Verb *verb = request->words.count ? verb_of(request->words.words[0]) : NULL;
    if (!verb)
        return refuse_verb(self, request->words.words[0]);
    request->files = request->words.words + 1;
    request->file_count = request->words.count - 1;
    if (!request->file_count)
        return command_fail(self, "%s: expected a file or a folder; see --help", verb->name);
    if (verb->writes && !request->out)
        return command_fail(self, "%s: expected --out FILE; see --help", verb->name);
    if (verb->run == export && !request->format && atomic_file_is_stdout(request->out))
        return command_fail(self, "export: standard output has no extension; say --format");
    Error error;
    return act(verb, request, &error) == STATUS_OK ? EXIT_OK : command_fail(self, "%s", error.text);
}

static const char *const FORMATS[] = {"psv", "hcpe", NULL};

static const Arg ROWS[] = {
    ARG_ROW_NOTE("info", "check every sample and print what the files hold"),
    ARG_ROW_NOTE("shuffle", "write the samples in random order, every position once"),
    ARG_ROW_NOTE("import",
                 "make a sample of every move of tables of games (as for curve), with value 0; in "
                 "shogi also of PSV (.psv, .bin) and hcpe (.hcpe) records. Games without a result "
                 "are left out"),
    ARG_ROW_NOTE("export", "write PSV or hcpe, as the extension says (shogi only)"),
    ARG_ROW_REST(Request, words, "PATH",
                 "a file of samples, or a folder of such files (.samples, .samples.zst)"),
    ARG_ROW_TEXT(Request, out, "out", "FILE",
                 "the file to write, - for standard output; .zst: compressed"),
    ARG_ROW_WORD(Request, format, "format", FORMATS,
                 "export: the format, whatever the extension says"),
    ARG_ROW_NUMBER(Request, from_ply, "from-ply", "N", 0, 10000,
                   "import: first ply of a game that is used (0)"),
    ARG_ROW_FLAG(Request, skips_bad, "skip-bad",
                 "import: count bad records instead of stopping at the first"),
    ARG_ROW_NUMBER(Request, memory_mb, "memory", "MIB", 1, 1 << 20,
                   "shuffle: memory for samples (1024)"),
    ARG_ROW_NUMBER(Request, seed, "seed", "N", 0, INT64_MAX, "shuffle: seed of the order (0)"),
    ARG_ROW_FLAG(Request, is_json, "json", "one JSON object"),
};

const Command CMD_SAMPLES = {
    .name = "samples",
    .summary = "inspect, shuffle, import and export training data",
    .usage = "info PATH ...\nshuffle PATH ... --out FILE\nimport FILE ... --out FILE\n"
             "export PATH ... --out FILE",
    .about = "Works on training data: samples of a position, its value, the move and the result of "
             "the game.",
    .args = ARG_TABLE(ROWS),
    .example = "import games.tsv.zst --out games.samples.zst",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.memory_mb = MEMORY_DEFAULT},
    .run = run,
};
