#include "goparse.h"

#include "base/macros.h"

// Ten thousand years, and far from an overflow of sums.
static const int64_t TIME_MAX_MS = INT64_C(1000) * 60 * 60 * 24 * 365 * 10000;

typedef struct GoReader {
    Str rest;
    const Position *pos;
    bool is_uci;
    GoRequest *request;
    Status status; // of the first fault
    Error *error;
} GoReader;

__attribute__((format(printf, 2, 3))) static void note_fault(GoReader *reader, const char *format,
                                                             ...) {
    if (reader->status != STATUS_OK)
        return;
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    reader->status = error_set(reader->error, STATUS_BAD_INPUT, "go: %s", text);
}

// The number after `name`. A word that is not a number is read again as a word of its own.
static bool read_number(GoReader *reader, Str name, int64_t min, int64_t max, int64_t *value) {
    Str rest = reader->rest;
    const Str word = str_word(&rest);
    int64_t number;
    if (str_int(word, INT64_MIN, INT64_MAX, &number)) {
        reader->rest = rest;
        if (number >= min && number <= max) {
            *value = number;
            return true;
        }
    }
    note_fault(reader, "%.*s wants a number from %lld to %lld, not '%.*s'", STR_ARG(name),
               (long long)min, (long long)max, STR_ARG(word));
    return false;
}

// A time below 0 is a flag that has fallen, which some GUIs send when their clock lags: no time.
static void read_time(GoReader *reader, Str name, int64_t *time_ms, bool *has_time) {
    *has_time = true;
    *time_ms = 0;
    read_number(reader, name, -TIME_MAX_MS, TIME_MAX_MS, time_ms);
    if (*time_ms < 0)
        *time_ms = 0;
}

static void read_int(GoReader *reader, Str name, int *value) {
    int64_t number;
    if (read_number(reader, name, 0, INT32_MAX, &number))
        *value = (int)number;
}

// Every move has a digit, and no other argument of `go` that is not a number.
static bool is_move_like(Str word) {
    for (size_t i = 0; i < word.len; i++)
        if (word.at[i] >= '0' && word.at[i] <= '9')
            return true;
    return false;
}

// The moves end where the next argument begins.
static void read_moves(GoReader *reader) {
    GoRequest *request = reader->request;
    for (Str rest = reader->rest, word = str_word(&rest); is_move_like(word);
         word = str_word(&rest)) {
        Move move;
        Error why;
        reader->rest = rest;
        if (move_parse(reader->pos, word, &move, &why) != STATUS_OK) {
            note_fault(reader, "searchmoves: %s", why.text);
            continue;
        }
        if (!move_is_among(move, request->moves, request->move_count))
            request->moves[request->move_count++] = move;
    }
}

// USI gives a time for the mate search, UCI a length in moves.
static void read_mate(GoReader *reader, Str name) {
    GoRequest *request = reader->request;
    int64_t number;
    if (reader->is_uci) {
        if (read_number(reader, name, 1, PLY_MAX, &number))
            request->mate_plies = (int)(2 * number - 1);
        return;
    }
    request->is_mate_search = true;
    Str rest = reader->rest;
    const Str word = str_word(&rest);
    if (!word.len || str_eq(word, "infinite"))
        reader->rest = rest;
    else
        request->has_movetime = read_number(reader, name, 0, TIME_MAX_MS, &request->movetime_ms);
}

static bool read_clock(GoReader *reader, Str word) {
    GoRequest *request = reader->request;
    bool ignored;
    const struct {
        const char *name;
        int64_t *time_ms;
        bool *has_time;
    } times[] = {
        {"btime", &request->time_ms[BLACK], &request->has_time[BLACK]},
        {"wtime", &request->time_ms[WHITE], &request->has_time[WHITE]},
        {"binc", &request->increment_ms[BLACK], &ignored},
        {"winc", &request->increment_ms[WHITE], &ignored},
        {"byoyomi", &request->byoyomi_ms, &request->has_byoyomi},
        {"movetime", &request->movetime_ms, &request->has_movetime},
        {"rtime", &request->random_ms, &ignored},
    };
    for (size_t i = 0; i < ARRAY_LEN(times); i++)
        if (str_eq(word, times[i].name)) {
            read_time(reader, word, times[i].time_ms, times[i].has_time);
            return true;
        }
    return false;
}

static void read_word(GoReader *reader, Str word) {
    GoRequest *request = reader->request;
    if (read_clock(reader, word))
        return;
    if (str_eq(word, "infinite"))
        request->is_infinite = true;
    else if (str_eq(word, "ponder"))
        request->is_ponder = true;
    else if (str_eq(word, "depth"))
        read_int(reader, word, &request->depth);
    else if (str_eq(word, "movestogo"))
        read_int(reader, word, &request->moves_to_go);
    else if (str_eq(word, "perft"))
        read_int(reader, word, &request->perft);
    else if (str_eq(word, "nodes"))
        read_number(reader, word, 0, INT64_MAX, &request->nodes);
    else if (str_eq(word, "mate"))
        read_mate(reader, word);
    else if (str_eq(word, "searchmoves"))
        read_moves(reader);
    else
        note_fault(reader, "'%.*s' is not understood", STR_ARG(word));
}

Status go_parse(Str words, const Position *pos, bool is_uci, GoRequest *request, Error *error) {
    GoReader reader = {
        .rest = words, .pos = pos, .is_uci = is_uci, .request = request, .error = error};
    for (Str word = str_word(&reader.rest); word.len; word = str_word(&reader.rest))
        read_word(&reader, word);
    return reader.status;
}

bool go_clock(const GoRequest *request, const Position *pos, ClockState *clock) {
    // With one clock only, both sides use it.
    Color side = pos_side(pos);
    if (!request->has_time[side] && request->has_time[color_other(side)])
        side = color_other(side);
    *clock = (ClockState){
        .time_ms = request->time_ms[side],
        .increment_ms = request->increment_ms[side],
        .byoyomi_ms = request->byoyomi_ms,
        .movetime_ms = request->has_movetime && !request->movetime_ms ? 1 : request->movetime_ms,
        .moves_to_go = request->moves_to_go,
        .ply = pos_ply(pos),
    };
    return request->has_time[side] || request->has_byoyomi || request->has_movetime ||
           request->increment_ms[side] > 0;
}

bool go_has_shorter_clock(const GoRequest *request, const Position *pos) {
    const Color side = pos_side(pos), other = color_other(side);
    return request->has_time[side] && request->has_time[other] &&
           request->time_ms[side] < request->time_ms[other];
}
