#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/atomic_file.h"
#include "base/json.h"
#include "command.h"
#include "lab/store.h"
#include "wording.h"

typedef struct Request {
    const char *path, *export;
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
    char seconds[WORD_MAX];
    word_time(game->played->time_ns, seconds);
    printf("%3" PRId64 " %6" PRId64 "  %-20s %-20s %-8s %4zu plies %8s  %s%s%s\n", game->match,
           game->number, game->names[FIRST], game->names[SECOND], POINTS[game->points],
           game->played->line.count, seconds, game->finish, *game->reason ? ": " : "",
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
    AtomicFile file;
    int64_t count;
} Export;

static bool is_format(const GameFormat *format, const char *extension) {
    return !strcasecmp(format->extension, extension);
}

static Status append_game(Export *export, const GameRecord *record, Error *error) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return error_set(error, STATUS_NO_MEMORY, "no memory to write a game");
    if (export->count && is_format(export->format, "csa"))
        fputs("/\n", out);
    else if (export->count && is_format(export->format, "pgn"))
        fputc('\n', out);
    export->format->write(record, out);
    const Status status = fclose(out) ? error_set(error, STATUS_NO_MEMORY, "no memory for a game")
                                      : atomic_file_append(&export->file, text, bytes, error);
    free(text);
    return status;
}

static Status export_game(void *context, const StoredGame *game, Error *error) {
    Export *export = context;
    const bool is_single = is_format(export->format, "kif") || is_format(export->format, "kifu");
    if (export->count && is_single)
        return error_set(error, STATUS_BAD_INPUT,
                         "a file .%s holds one game; choose it by --match and --number",
                         export->format->extension);
    GameRecord record = game_record(game->played);
    char event[64];
    snprintf(event, sizeof event, "yuragi match %" PRId64 ", game %" PRId64, game->match,
             game->number);
    record.event = event;
    record.names[FIRST] = game->names[FIRST];
    record.names[SECOND] = game->names[SECOND];
    TRY(append_game(export, &record, error));
    export->count++;
    return STATUS_OK;
}

static Status export_games(const Request *request, Store *store, Error *error) {
    Export export = {.format = gametext_format(request->export, error), .file = {.fd = -1}};
    if (!export.format)
        return STATUS_BAD_INPUT;
    const StoreReader reader = {export_game, &export};
    Status status = atomic_file_open(&export.file, request->export, error);
    if (status == STATUS_OK)
        status = store_read(store, &request->filter, &reader, error);
    if (status == STATUS_OK && !export.count)
        status = error_set(error, STATUS_BAD_INPUT, "there are no such games to export");
    if (status == STATUS_OK)
        status = atomic_file_finish(&export.file, error);
    if (status == STATUS_OK)
        status = atomic_file_publish(&export.file, error);
    atomic_file_release(&export.file);
    if (status == STATUS_OK)
        printf("%" PRId64 " games in %s\n", export.count, request->export);
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
                 "write the games to a file; the extension selects the format"),
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
