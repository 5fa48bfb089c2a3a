#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/atomic_file.h"
#include "base/json.h"
#include "command.h"
#include "lab/store.h"
#include "outfile.h"
#include "wording.h"

typedef struct Request {
    const char *path, *export, *format;
    StoreFilter filter;
    bool is_json, has_transcript;
} Request;

static const char *const POINTS[] = {"0-1", "1/2-1/2", "1-0", NULL}; // by FIRST's half points

// ---- Lists ----

typedef struct Listing {
    const Request *request;
    int64_t count;
} Listing;

static void print_text(const StoredGame *game, bool has_transcript) {
    const size_t plies = game->played->line.count;
    char seconds[WORD_MAX];
    word_time(game->played->time_ns, seconds);
    printf("%3" PRId64 " %6" PRId64 "  %-20s %-20s %-8s %4zu %-5s %8s  %s%s%s\n", game->match,
           game->number, game->names[FIRST], game->names[SECOND], POINTS[game->points], plies,
           plies == 1 ? "ply" : "plies", seconds, game->finish, *game->reason ? ": " : "",
           game->reason);
    Str rest = str_of(has_transcript ? game->played->transcript : "");
    while (rest.len) {
        const Str line = str_until(&rest, '\n');
        printf("    %.*s\n", (int)line.len, line.at);
    }
}

static void print_moves(Json *json, const GameLine *line) {
    Position pos = line->start;
    json_list(json, "moves");
    for (size_t i = 0; i < line->count; i++) {
        char text[MOVE_TEXT_MAX];
        move_format(&pos, line->moves[i], text);
        json_text(json, NULL, text);
        pos_play(&pos, line->moves[i]);
    }
    json_list_end(json);
}

static void print_notes(Json *json, const Game *played) {
    json_list(json, "notes");
    for (size_t i = played->opening_plies; i < played->line.count; i++) {
        const MoveNote *note = &played->notes[i];
        json_object(json, NULL);
        if (note->has_value)
            json_int(json, "value", note->value);
        json_int(json, "depth", note->depth);
        json_int(json, "time_ms", note->time_ms);
        json_object_end(json);
    }
    json_list_end(json);
}

static void print_json(const StoredGame *game) {
    char start[POS_TEXT_MAX];
    pos_format(&game->played->line.start, start);
    Json json = json_begin(stdout);
    json_object(&json, NULL);
    json_int(&json, "match", game->match);
    json_int(&json, "number", game->number);
    json_text(&json, "first", game->names[FIRST]);
    json_text(&json, "second", game->names[SECOND]);
    json_text(&json, "result", POINTS[game->points]);
    json_text(&json, "finish", game->finish);
    json_text(&json, "reason", game->reason);
    json_int(&json, "began", (int64_t)game->played->began);
    json_int(&json, "opening_plies", (int64_t)game->played->opening_plies);
    json_text(&json, "start", start);
    print_moves(&json, &game->played->line);
    print_notes(&json, game->played);
    json_object_end(&json);
    json_end(&json);
}

static Status list_game(void *context, const StoredGame *game, Error *error) {
    (void)error;
    Listing *listing = context;
    listing->count++;
    if (listing->request->is_json)
        print_json(game);
    else
        print_text(game, listing->request->has_transcript);
    return STATUS_OK;
}

// ---- Files ----

typedef struct Export {
    const GameFormat *format;
    const char *path;
    AtomicFile file; // all games, or the present one
    int64_t count;   // of games written, or checked
} Export;

static bool is_format(const GameFormat *format, const char *extension) {
    return !strcasecmp(format->extension, extension);
}

static bool is_single(const GameFormat *format) {
    return is_format(format, "kif") || is_format(format, "kifu");
}

// The place of the game's number in a name: %d, or %04d and the like. Its length, or 0.
static size_t place_of_number(const char *path, const char **place) {
    for (*place = strchr(path, '%'); *place; *place = strchr(*place + 1, '%')) {
        const char *at = *place + 1;
        at += at[0] == '0' && at[1] >= '1' && at[1] <= '9' ? 2 : 0;
        if (*at == 'd')
            return (size_t)(at + 1 - *place);
    }
    return 0;
}

static char *name_of(const char *path, int64_t number) {
    const char *place;
    const size_t length = place_of_number(path, &place);
    const int width = length > 2 ? place[2] - '0' : 1;
    char *name = NULL;
    return asprintf(&name, "%.*s%0*" PRId64 "%s", (int)(place - path), path, width, number,
                    place + length) < 0
               ? NULL
               : name;
}

// The name of the next file, which does not exist yet.
static Status next_name(const Export *export, char **name, Error *error) {
    struct stat info;
    *name = name_of(export->path, export->count + 1);
    if (!*name)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a name");
    if (lstat(*name, &info) != 0)
        return STATUS_OK;
    const Status status = error_set(
        error, STATUS_BAD_INPUT, "%.200s: exists already; choose other names, or remove it", *name);
    free(*name);
    return status;
}

static Status append_game(Export *export, const GameRecord *record, Error *error) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return error_set(error, STATUS_NO_MEMORY, "no memory to write a game");
    if (export->file.size && is_format(export->format, "csa"))
        fputs("/\n", out);
    else if (export->file.size && is_format(export->format, "pgn"))
        fputc('\n', out);
    export->format->write(record, out);
    const Status status = fclose(out) ? error_set(error, STATUS_NO_MEMORY, "no memory for a game")
                                      : atomic_file_append(&export->file, text, bytes, error);
    free(text);
    return status;
}

static Status write_game(Export *export, const StoredGame *game, Error *error) {
    GameRecord record = game_record(game->played);
    char event[64];
    snprintf(event, sizeof event, "yuragi match %" PRId64 ", game %" PRId64, game->match,
             game->number);
    record.event = event;
    record.names[FIRST] = game->names[FIRST];
    record.names[SECOND] = game->names[SECOND];
    return append_game(export, &record, error);
}

static Status publish(Export *export, Error *error) {
    TRY(atomic_file_finish(&export->file, error));
    return atomic_file_publish(&export->file, error);
}

// One file for all games.
static Status export_game(void *context, const StoredGame *game, Error *error) {
    Export *export = context;
    if (export->count && is_single(export->format))
        return error_set(error, STATUS_BAD_INPUT,
                         "a file .%s holds one game; name the files like game-%%d.%s, or choose a "
                         "game by --match and --number",
                         export->format->extension, export->format->extension);
    TRY(write_game(export, game, error));
    export->count++;
    return STATUS_OK;
}

static Status check_name(void *context, const StoredGame *game, Error *error) {
    (void)game;
    Export *export = context;
    char *name;
    TRY(next_name(export, &name, error));
    free(name);
    export->count++;
    return STATUS_OK;
}

// A file for this game.
static Status export_apart(void *context, const StoredGame *game, Error *error) {
    Export *export = context;
    char *name;
    TRY(next_name(export, &name, error));
    Status status = atomic_file_open(&export->file, name, error);
    free(name);
    if (status == STATUS_OK)
        status = write_game(export, game, error);
    if (status == STATUS_OK)
        status = publish(export, error);
    atomic_file_release(&export->file);
    export->count += status == STATUS_OK;
    return status;
}

static Status none_to_export(Error *error) {
    return error_set(error, STATUS_BAD_INPUT, "there are no such games to export");
}

static Status export_together(const Request *request, Store *store, Export *export, Error *error) {
    TRY(outfile_check(request->export, &request->path, 1, error));
    TRY(atomic_file_open(&export->file, request->export, error));
    TRY(store_read(store, &request->filter, &(StoreReader){export_game, export}, error));
    if (!export->count)
        return none_to_export(error);
    TRY(publish(export, error));
    // Standard output holds the file and nothing else.
    const bool is_stdout = atomic_file_is_stdout(request->export);
    fprintf(is_stdout ? stderr : stdout, "%" PRId64 " %s in %s\n", export->count,
            word_plural(export->count, "game", "games"),
            is_stdout ? "standard output" : request->export);
    return STATUS_OK;
}

// No file is written if one of them exists.
static Status export_files(const Request *request, Store *store, Export *export, Error *error) {
    TRY(store_read(store, &request->filter, &(StoreReader){check_name, export}, error));
    if (!export->count)
        return none_to_export(error);
    Error why;
    export->count = 0;
    const Status status =
        store_read(store, &request->filter, &(StoreReader){export_apart, export}, &why);
    if (status != STATUS_OK)
        return error_set(error, status, "%s (after %" PRId64 " %s)", why.text, export->count,
                         word_plural(export->count, "file", "files"));
    printf("%" PRId64 " %s in %" PRId64 " %s, %s\n", export->count,
           word_plural(export->count, "game", "games"), export->count,
           word_plural(export->count, "file", "files"), request->export);
    return STATUS_OK;
}

static Status find_format(const Request *request, const GameFormat **format, Error *error) {
    if (request->format) {
        *format = gametext_format_named(str_of(request->format));
        return *format ? STATUS_OK
                       : error_set(error, STATUS_BAD_INPUT,
                                   "--format: '%.60s' is none of the extensions that --export has",
                                   request->format);
    }
    if (atomic_file_is_stdout(request->export))
        return error_set(error, STATUS_BAD_INPUT,
                         "--export: standard output has no extension; say --format");
    *format = gametext_format(request->export, error);
    return *format ? STATUS_OK : STATUS_BAD_INPUT;
}

static Status export_games(const Request *request, Store *store, Error *error) {
    Export export = {.path = request->export};
    const char *place;
    TRY(find_format(request, &export.format, error));
    const bool is_apart = place_of_number(request->export, &place);
    const Status status =
        (is_apart ? export_files : export_together)(request, store, &export, error);
    atomic_file_release(&export.file);
    return status;
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    Store *store = NULL;
    Error error;
    Listing listing = {.request = request};
    Status status = store_open(&store, request->path, STORE_READ, &error);
    if (status == STATUS_OK && request->export)
        status = export_games(request, store, &error);
    else if (status == STATUS_OK)
        status = store_read(store, &request->filter, &(StoreReader){list_game, &listing}, &error);
    store_close(store);
    return status == STATUS_OK ? EXIT_OK : command_fail(self, "%s", error.text);
}

static const Arg ROWS[] = {
    ARG_ROW_TEXT(Request, path, "FILE", NULL, "a file that match --db has written"),
    ARG_ROW_NUMBER(Request, filter.match, "match", "N", 1, INT32_MAX, "only this match"),
    ARG_ROW_NUMBER(Request, filter.number, "number", "N", 1, INT32_MAX, "only this game"),
    ARG_ROW_TEXT(Request, filter.engine, "engine", "NAME", "only games of this engine"),
    ARG_ROW_TEXT(Request, filter.winner, "winner", "NAME", "only games that this engine won"),
    ARG_ROW_WORD(Request, filter.points, "result", POINTS, "only games with this result"),
    ARG_ROW_WORD(Request, filter.finish, "finish", &FINISH_NAMES[FINISH_RULES],
                 "only games that ended like this"),
    ARG_ROW_NUMBER(Request, filter.limit, "limit", "N", 1, INT32_MAX, "only the first N games"),
    ARG_ROW_FLAG(Request, has_transcript, "transcript",
                 "also print the last lines of a program that failed"),
    ARG_ROW_TEXT(Request, export, "export", "FILE",
                 "write the games to a file, - for standard output; the extension selects the "
                 "format: .usi .csa .kif .kifu, in chess .uci .pgn; .tsv is the table that curve "
                 "and samples import read. "
                 "With %d in the name (or %04d), a file for each game, numbered from 1; no file "
                 "that exists is replaced then"),
    ARG_ROW_TEXT(Request, format, "format", "NAME",
                 "the format of --export, as one of these extensions"),
    ARG_ROW_FLAG(Request, is_json, "json",
                 "one JSON object a game, with its moves, values and times"),
};

const Command CMD_GAMES = {
    .name = "games",
    .summary = "list and export the games that match has kept",
    .usage = "FILE [options]",
    .about = "Lists games, a line each: match, number, the engines that moved first and second, "
             "result, length, time, and how the game ended.",
    .args = ARG_TABLE(ROWS),
    .example = "match.db --finish time --json",
    .request_size = sizeof(Request),
    .run = run,
};
