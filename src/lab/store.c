#include "lab/store.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { APPLICATION_ID = 0x79757261, BUSY_MS = 10000 }; // "yura"

// Locks are on bytes that no file reaches, and SQLite does not use: the first one while a store is
// opened, one for each match that is being played.
static const off_t LOCK_OPENING = (off_t)1 << 40;

struct Store {
    sqlite3 *base;
    StoreUse use;
    int64_t version;
    int lock;       // the file, for locks; -1: none. Closed after `base`, whose locks end with it
    char path[256]; // for messages
};

static const char SCHEMA[] =
    "CREATE TABLE match (id INTEGER PRIMARY KEY, game TEXT NOT NULL, plan TEXT NOT NULL,"
    "  program TEXT NOT NULL, began INTEGER NOT NULL, chess960 INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE engine (match INTEGER NOT NULL REFERENCES match, place INTEGER NOT NULL,"
    "  name TEXT NOT NULL, settings TEXT NOT NULL, PRIMARY KEY (match, place)) WITHOUT ROWID;"
    // points: half points of the side that moves first. notes: value/depth/milliseconds of every
    // move. ended: a number that grows from game to game in the order in which they end.
    "CREATE TABLE game (match INTEGER NOT NULL REFERENCES match, number INTEGER NOT NULL,"
    "  first INTEGER NOT NULL, second INTEGER NOT NULL, points INTEGER NOT NULL,"
    "  finish TEXT NOT NULL, reason TEXT NOT NULL, opening_plies INTEGER NOT NULL,"
    "  plies INTEGER NOT NULL, began INTEGER NOT NULL, time_ms INTEGER NOT NULL,"
    "  line TEXT NOT NULL, notes TEXT NOT NULL, transcript TEXT NOT NULL,"
    "  ended INTEGER NOT NULL DEFAULT 0,"
    "  PRIMARY KEY (match, number)) WITHOUT ROWID;";

// From version 1, which had Chess960 as a word of the plan, and the end of a game only as its
// beginning and its length.
#define CHESS960_BEFORE "instr(plan, '; chess960') > 0"
static const char UPGRADE[] = "ALTER TABLE match ADD COLUMN chess960 INTEGER NOT NULL DEFAULT 0;"
                              "UPDATE match SET chess960 = " CHESS960_BEFORE ";"
                              "ALTER TABLE game ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;"
                              "UPDATE game SET ended = began * 1000 + time_ms;";

// ---- SQLite in our words ----

static Status fail(const Store *store, Error *error) {
    const int code = sqlite3_errcode(store->base) & 0xff;
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        return error_set(error, STATUS_BAD_INPUT, "%s: damaged, or no store of games (%s)",
                         store->path, sqlite3_errmsg(store->base));
    return error_set(error, code == SQLITE_NOMEM ? STATUS_NO_MEMORY : STATUS_IO, "%s: %s",
                     store->path, sqlite3_errmsg(store->base));
}

static Status execute(Store *store, const char *sql, Error *error) {
    return sqlite3_exec(store->base, sql, NULL, NULL, NULL) == SQLITE_OK ? STATUS_OK
                                                                         : fail(store, error);
}

static Status statement(Store *store, const char *sql, sqlite3_stmt **made, Error *error) {
    return sqlite3_prepare_v2(store->base, sql, -1, made, NULL) == SQLITE_OK ? STATUS_OK
                                                                             : fail(store, error);
}

// Steps a statement that answers at most one row and is not needed any more. *number is the first
// column of that row, or 0; it may be null.
static Status step_once(Store *store, sqlite3_stmt *made, int64_t *number, Error *error) {
    const int code = sqlite3_step(made);
    if (number)
        *number = code == SQLITE_ROW ? sqlite3_column_int64(made, 0) : 0;
    const Status status =
        code == SQLITE_ROW || code == SQLITE_DONE ? STATUS_OK : fail(store, error);
    sqlite3_finalize(made);
    return status;
}

static Status number_of(Store *store, const char *sql, int64_t *number, Error *error) {
    sqlite3_stmt *made;
    TRY(statement(store, sql, &made, error));
    return step_once(store, made, number, error);
}

static const char *column_text(sqlite3_stmt *made, int column) {
    const unsigned char *text = sqlite3_column_text(made, column);
    return text ? (const char *)text : "";
}

static void bind_text(sqlite3_stmt *made, int at, const char *text) {
    sqlite3_bind_text(made, at, text, -1, SQLITE_TRANSIENT);
}

// ---- Locks ----

// Waits for the lock, or fails with EAGAIN. It belongs to the open file: no child process keeps it.
static bool lock_byte(const Store *store, off_t byte, short type, bool waits) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    return fcntl(store->lock, waits ? F_OFD_SETLKW : F_OFD_SETLK, &lock) == 0;
}

static Status lock_match(const Store *store, int64_t match, Error *error) {
    if (lock_byte(store, LOCK_OPENING + match, F_WRLCK, false))
        return STATUS_OK;
    if (errno == EAGAIN || errno == EACCES)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: match %lld is being played by another program; wait for its end",
                         store->path, (long long)match);
    return error_set(error, STATUS_IO, "%s: cannot be locked: %s", store->path, strerror(errno));
}

// ---- Opening ----

static Status count_tables(Store *store, int64_t *tables, Error *error) {
    return number_of(store, "SELECT count(*) FROM sqlite_master", tables, error);
}

// Makes the tables, or brings those of an older version up to date. Another program may be doing
// the same; the one that comes second finds it done.
static Status create_or_upgrade(Store *store, Error *error) {
    char sql[128];
    StrBuf out = strbuf_init(sql, sizeof sql);
    strbuf_format(&out, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
                  APPLICATION_ID, STORE_VERSION);
    int64_t tables, version;
    TRY(execute(store, "BEGIN IMMEDIATE", error));
    TRY(count_tables(store, &tables, error));
    TRY(number_of(store, "PRAGMA user_version", &version, error));
    store->version = STORE_VERSION;
    if (tables && version == STORE_VERSION)
        return execute(store, "ROLLBACK", error);
    TRY(execute(store, tables ? UPGRADE : SCHEMA, error));
    return execute(store, sql, error);
}

static Status check_health(Store *store, Error *error) {
    sqlite3_stmt *made;
    TRY(statement(store, "PRAGMA quick_check(1)", &made, error));
    Status status = STATUS_OK;
    if (sqlite3_step(made) != SQLITE_ROW)
        status = fail(store, error);
    else if (strcmp(column_text(made, 0), "ok"))
        status = error_set(error, STATUS_BAD_INPUT, "%s: damaged: %.200s", store->path,
                           column_text(made, 0));
    sqlite3_finalize(made);
    return status;
}

static Status check_game(Store *store, Error *error) {
    sqlite3_stmt *made;
    TRY(statement(store, "SELECT game FROM match WHERE game <> ?", &made, error));
    bind_text(made, 1, GAME_NAME);
    Status status = STATUS_OK;
    if (sqlite3_step(made) == SQLITE_ROW)
        status = error_set(error, STATUS_BAD_INPUT, "%s: its games are %.20s, not " GAME_NAME,
                           store->path, column_text(made, 0));
    sqlite3_finalize(made);
    return status;
}

// The three numbers as of one moment: another program may be making the tables.
static Status read_marks(Store *store, int64_t *application, int64_t *tables, Error *error) {
    TRY(execute(store, "BEGIN", error));
    TRY(number_of(store, "PRAGMA application_id", application, error));
    TRY(number_of(store, "PRAGMA user_version", &store->version, error));
    TRY(count_tables(store, tables, error));
    return execute(store, "COMMIT", error);
}

static Status check_or_create(Store *store, Error *error) {
    int64_t application, tables;
    sqlite3_busy_timeout(store->base, BUSY_MS);
    TRY(read_marks(store, &application, &tables, error));
    if (application != APPLICATION_ID && (tables || application))
        return error_set(error, STATUS_BAD_INPUT, "%s: a database, but no store of games",
                         store->path);
    if (store->version > STORE_VERSION)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: written by a newer program (version %lld, this one knows %d)",
                         store->path, (long long)store->version, STORE_VERSION);
    if (!tables && store->use != STORE_CREATE) // another program may be about to make the tables
        return error_set(error, STATUS_BAD_INPUT, "%s: an empty file, no store of games",
                         store->path);
    if (store->use != STORE_READ)
        TRY(execute(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", error));
    if (!tables)
        TRY(create_or_upgrade(store, error));
    TRY(check_health(store, error));
    if (store->use != STORE_READ && tables && store->version < STORE_VERSION)
        TRY(create_or_upgrade(store, error));
    return check_game(store, error);
}

// Whether SQLite can write the file, and the files that it keeps beside it.
static bool is_writable(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    const bool is_good = folder && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 &&
                         faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) == 0;
    free(folder);
    return is_good;
}

// Whether there are games that SQLite has not yet moved from its log to the file.
static bool has_log(const char *path) {
    char *log = NULL;
    struct stat info;
    const bool has_bytes =
        asprintf(&log, "%s-wal", path) >= 0 && stat(log, &info) == 0 && info.st_size > 0;
    free(log);
    return has_bytes;
}

// The name under which SQLite reads a file without locks and without files of its own beside it.
// Null for want of memory.
static char *fixed_name(const char *path) {
    char *name = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&name, &bytes);
    if (!out)
        return NULL;
    fputs("file:", out);
    for (; *path; path++)
        fprintf(out, isalnum((unsigned char)*path) || strchr("/._-", *path) ? "%c" : "%%%02X",
                (unsigned)(unsigned char)*path);
    fputs("?immutable=1", out);
    if (fclose(out) == 0)
        return name;
    free(name);
    return NULL;
}

static Status open_base(Store *store, const char *path, Error *error) {
    const bool is_fixed = store->use == STORE_READ && !is_writable(path);
    if (!is_fixed || has_log(path)) {
        const int flags = is_fixed ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
        TRY(sqlite3_open_v2(path, &store->base, flags, NULL) == SQLITE_OK ? STATUS_OK
                                                                          : fail(store, error));
    } else {
        char *name = fixed_name(path);
        if (!name)
            return error_set(error, STATUS_NO_MEMORY, "no memory to open %.200s", path);
        const int code =
            sqlite3_open_v2(name, &store->base, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
        free(name);
        if (code != SQLITE_OK)
            return fail(store, error);
    }
    return store->use == STORE_READ ? execute(store, "PRAGMA query_only = 1", error) : STATUS_OK;
}

static Status open_to_read(Store *store, const char *path, Error *error) {
    TRY(open_base(store, path, error));
    const Status status = check_or_create(store, error);
    if (status == STATUS_IO && has_log(path) && !is_writable(path))
        return error_set(error, status,
                         "%.200s: a match was cut off, and its last games are in %.200s-wal; copy "
                         "both to a folder that can be written",
                         path, path);
    return status;
}

static Status open_file(Store *store, const char *path, Error *error) {
    struct stat info;
    const int flags = (store->use == STORE_READ ? O_RDONLY : O_RDWR) |
                      (store->use == STORE_CREATE ? O_CREAT : 0) | O_CLOEXEC | O_NONBLOCK;
    store->lock = open(path, flags, 0666);
    if (store->lock < 0 || fstat(store->lock, &info) != 0)
        return error_set(error, STATUS_IO, "%.200s: %s", path, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return error_set(error, STATUS_IO, "%.200s: is not a regular file", path);
    if (store->use == STORE_READ)
        return open_to_read(store, path, error);
    if (!lock_byte(store, LOCK_OPENING, F_WRLCK, true))
        return error_set(error, STATUS_IO, "%.200s: cannot be locked: %s", path, strerror(errno));
    TRY(open_base(store, path, error));
    TRY(check_or_create(store, error));
    lock_byte(store, LOCK_OPENING, F_UNLCK, false);
    return STATUS_OK;
}

Status store_open(Store **store, const char *path, StoreUse use, Error *error) {
    *store = NULL;
    Store *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "no memory to open %.200s", path);
    fresh->use = use;
    snprintf(fresh->path, sizeof fresh->path, "%s", path);
    const Status status = open_file(fresh, path, error);
    if (status == STATUS_OK)
        *store = fresh;
    else
        store_close(fresh);
    return status;
}

void store_close(Store *store) {
    if (!store)
        return;
    sqlite3_close(store->base);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
}

// ---- Matches ----

Status store_find_match(Store *store, const char *plan, const char *program, int64_t *match,
                        Error *error) {
    sqlite3_stmt *made;
    TRY(statement(store, "SELECT id, program FROM match WHERE plan = ? ORDER BY id DESC LIMIT 1",
                  &made, error));
    bind_text(made, 1, plan);
    Status status = STATUS_OK;
    const int code = sqlite3_step(made);
    if (code == SQLITE_DONE)
        status = error_set(error, STATUS_BAD_INPUT,
                           "%s: no match with these engines and settings to resume", store->path);
    else if (code != SQLITE_ROW)
        status = fail(store, error);
    else if (strcmp(column_text(made, 1), program))
        status = error_set(error, STATUS_BAD_INPUT,
                           "%s: that match was played by another build (%.40s, this is %.40s)",
                           store->path, column_text(made, 1), program);
    else
        *match = sqlite3_column_int64(made, 0);
    sqlite3_finalize(made);
    TRY(status);
    return lock_match(store, *match, error);
}

static Status add_engine(Store *store, int64_t match, int place, const EngineConfig *engine,
                         Error *error) {
    sqlite3_stmt *made;
    TRY(statement(store, "INSERT INTO engine VALUES (?, ?, ?, ?)", &made, error));
    sqlite3_bind_int64(made, 1, match);
    sqlite3_bind_int(made, 2, place);
    bind_text(made, 3, engine->name);
    bind_text(made, 4, engine->summary);
    return step_once(store, made, NULL, error);
}

static Status add_match(Store *store, const char *plan, const char *program,
                        const MatchConfig *config, int64_t *match, Error *error) {
    sqlite3_stmt *made;
    TRY(statement(store, "INSERT INTO match VALUES (NULL, ?, ?, ?, unixepoch(), ?)", &made, error));
    bind_text(made, 1, GAME_NAME);
    bind_text(made, 2, plan);
    bind_text(made, 3, program);
    sqlite3_bind_int(made, 4, config->is_chess960);
    TRY(step_once(store, made, NULL, error));
    *match = sqlite3_last_insert_rowid(store->base);
    for (int i = 0; i < config->pairing.engines; i++)
        TRY(add_engine(store, *match, i, &config->engines[i], error));
    return STATUS_OK;
}

Status store_add_match(Store *store, const char *plan, const char *program,
                       const MatchConfig *config, int64_t *match, Error *error) {
    TRY(execute(store, "BEGIN IMMEDIATE", error));
    Status status = add_match(store, plan, program, config, match, error);
    if (status == STATUS_OK)
        status = lock_match(store, *match, error);
    if (status != STATUS_OK) {
        (void)execute(store, "ROLLBACK", NULL);
        return status;
    }
    return execute(store, "COMMIT", error);
}

// ---- Writing a game ----

static void notes_write(const Game *played, FILE *out) {
    for (size_t i = played->opening_plies; i < played->line.count; i++) {
        const MoveNote *note = &played->notes[i];
        if (i > played->opening_plies)
            fputc(' ', out);
        if (note->has_value)
            fprintf(out, "%d", note->value);
        fprintf(out, "/%d/%lld", note->depth, (long long)note->time_ms);
    }
}

// What a writer writes, as a text of its own; null for want of memory.
static char *text_of(void (*write)(const Game *, FILE *), const Game *played) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return NULL;
    write(played, out);
    if (fclose(out)) {
        free(text);
        return NULL;
    }
    return text;
}

static void line_write(const Game *played, FILE *out) {
    gametext_write_line(&(GameRecord){.line = &played->line}, out);
}

Status store_add_game(Store *store, int64_t match, const PairingGame *game, const Game *played,
                      int64_t order, Error *error) {
    sqlite3_stmt *made;
    TRY(statement(store, "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                  &made, error));
    char *line = text_of(line_write, played), *notes = text_of(notes_write, played);
    Status status = STATUS_OK;
    const int64_t numbers[] = {match, game->number, game->players[FIRST], game->players[SECOND],
                               1 + game_result(played)};
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
        sqlite3_bind_int64(made, (int)i + 1, numbers[i]);
    bind_text(made, 6, FINISH_NAMES[played->finish]);
    bind_text(made, 7, REASON_NAMES[played->outcome.reason]);
    sqlite3_bind_int64(made, 8, (int64_t)played->opening_plies);
    sqlite3_bind_int64(made, 9, (int64_t)played->line.count);
    sqlite3_bind_int64(made, 10, (int64_t)played->began);
    sqlite3_bind_int64(made, 11, played->time_ns / 1000000);
    bind_text(made, 12, line);
    bind_text(made, 13, notes);
    bind_text(made, 14, played->transcript);
    sqlite3_bind_int64(made, 15, order);
    if (line && notes) {
        status = step_once(store, made, NULL, error);
    } else {
        status = error_set(error, STATUS_NO_MEMORY, "no memory to store a game");
        sqlite3_finalize(made);
    }
    free(line);
    free(notes);
    return status;
}

// ---- Reading ----

static int index_of(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return i;
    return -1;
}

Status store_restore(Store *store, int64_t id, Match *match, Error *error) {
    sqlite3_stmt *made;
    TRY(statement(store,
                  "SELECT number, points, finish FROM game WHERE match = ? ORDER BY ended, number",
                  &made, error));
    sqlite3_bind_int64(made, 1, id);
    int code;
    while ((code = sqlite3_step(made)) == SQLITE_ROW) {
        const int64_t number = sqlite3_column_int64(made, 0);
        const int points = sqlite3_column_int(made, 1);
        const int finish = index_of(FINISH_NAMES, FINISH_NB, column_text(made, 2));
        if (number < 0 || number >= match->games || points < 0 || points > 2 ||
            finish <= FINISH_ABORTED)
            continue; // of a longer match, or damaged
        match_restore(match, number, points, (Finish)finish, points == 2 ? SECOND : FIRST);
    }
    const Status status = code == SQLITE_DONE ? STATUS_OK : fail(store, error);
    sqlite3_finalize(made);
    return status;
}

static bool note_parse(Str word, MoveNote *note) {
    const Str value = str_until(&word, '/'), depth = str_until(&word, '/');
    int64_t number = 0, plies;
    note->has_value = value.len > 0;
    if ((value.len && !str_int(value, INT32_MIN, INT32_MAX, &number)) ||
        !str_int(depth, 0, INT32_MAX, &plies) || !str_int(word, -1, INT64_MAX, &note->time_ms))
        return false;
    note->value = (int)number;
    note->depth = (int)plies;
    return true;
}

static Status notes_read(Game *played, Str notes, Error *error) {
    TRY(game_reserve(played, played->line.count, error));
    for (size_t i = 0; i < played->line.count; i++) {
        played->notes[i] = (MoveNote){.time_ms = -1};
        if (i >= played->opening_plies && !note_parse(str_word(&notes), &played->notes[i]))
            return error_set(error, STATUS_BAD_INPUT, "the note of move %zu cannot be read", i + 1);
    }
    return STATUS_OK;
}

// Columns: match, number, name, name, points, finish, reason, opening_plies, began, time_ms, line,
// notes, transcript, whether it is Chess960.
static Status row_parse(sqlite3_stmt *made, Game *played, StoredGame *game, Error *error) {
    *game = (StoredGame){.match = sqlite3_column_int64(made, 0),
                         .number = sqlite3_column_int64(made, 1) + 1,
                         .names = {column_text(made, 2), column_text(made, 3)},
                         .points = sqlite3_column_int(made, 4),
                         .finish = column_text(made, 5),
                         .reason = column_text(made, 6),
                         .played = played};
    const int finish = index_of(FINISH_NAMES, FINISH_NB, game->finish);
    const int reason = index_of(REASON_NAMES, REASON_NB, game->reason);
    if (finish <= FINISH_ABORTED || reason < 0 || game->points < 0 || game->points > 2)
        return error_set(error, STATUS_BAD_INPUT, "its result cannot be read");
    played->opening_plies = (size_t)sqlite3_column_int64(made, 7);
    played->began = (time_t)sqlite3_column_int64(made, 8);
    played->time_ns = sqlite3_column_int64(made, 9) * 1000000;
    TRY(line_parse(&played->line, str_of(column_text(made, 10)), error));
    pos_set_chess960(&played->line.start, sqlite3_column_int(made, 13));
    pos_set_chess960(&played->line.now, sqlite3_column_int(made, 13));
    TRY(notes_read(played, str_of(column_text(made, 11)), error));
    const Color mover = pos_side(&played->line.now);
    played->finish = (Finish)finish;
    played->outcome = (Outcome){game->points == 1                         ? RESULT_DRAW
                                : (game->points == 2) == (mover == FIRST) ? RESULT_WIN
                                                                          : RESULT_LOSS,
                                (Reason)reason};
    snprintf(played->transcript, sizeof played->transcript, "%s", column_text(made, 12));
    return STATUS_OK;
}

// The place is for the column of Chess960.
static const char SELECT[] =
    "SELECT g.match, g.number, a.name, b.name, g.points, g.finish, g.reason, g.opening_plies,"
    "  g.began, g.time_ms, g.line, g.notes, g.transcript, %s"
    " FROM game g JOIN match m ON m.id = g.match JOIN engine a ON a.match = g.match AND a.place = "
    "g.first"
    "  JOIN engine b ON b.match = g.match AND b.place = g.second"
    " WHERE (?1 = 0 OR g.match = ?1) AND (?2 = 0 OR g.number = ?2 - 1)"
    "  AND (?3 IS NULL OR ?3 IN (a.name, b.name)) AND (?4 IS NULL OR g.finish = ?4)"
    "  AND (?5 IS NULL OR (g.points = 2 AND a.name = ?5) OR (g.points = 0 AND b.name = ?5))"
    "  AND (?6 < 0 OR g.points = ?6)"
    " ORDER BY g.match, g.number LIMIT ?7";

static int points_of(const char *text) {
    if (!text)
        return -1;
    return !strcmp(text, "1-0") ? 2 : !strcmp(text, "0-1") ? 0 : 1;
}

static void bind_filter(sqlite3_stmt *made, const StoreFilter *filter) {
    sqlite3_bind_int64(made, 1, filter->match);
    sqlite3_bind_int64(made, 2, filter->number);
    bind_text(made, 3, filter->engine); // null binds NULL
    bind_text(made, 4, filter->finish);
    bind_text(made, 5, filter->winner);
    sqlite3_bind_int(made, 6, points_of(filter->points));
    sqlite3_bind_int64(made, 7, filter->limit ? filter->limit : -1);
}

Status store_read(Store *store, const StoreFilter *filter, const StoreReader *reader,
                  Error *error) {
    sqlite3_stmt *made;
    char sql[1024];
    StrBuf text = strbuf_init(sql, sizeof sql);
    strbuf_format(&text, SELECT, store->version < 2 ? CHESS960_BEFORE : "m.chess960");
    TRY(statement(store, sql, &made, error));
    bind_filter(made, filter);
    Game played;
    game_init(&played);
    Status status = STATUS_OK;
    int code = SQLITE_DONE;
    while (status == STATUS_OK && (code = sqlite3_step(made)) == SQLITE_ROW) {
        StoredGame game;
        Error why;
        status = row_parse(made, &played, &game, &why);
        if (status != STATUS_OK)
            error_set(error, status, "%s: match %lld, game %lld: %s", store->path,
                      (long long)game.match, (long long)game.number, why.text);
        else
            status = reader->game(reader->context, &game, error);
    }
    if (status == STATUS_OK && code != SQLITE_DONE)
        status = fail(store, error);
    game_release(&played);
    sqlite3_finalize(made);
    return status;
}
