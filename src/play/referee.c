#include "play/referee.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

// Movetime asks for exactly this time, so every honest reply comes a little later.
enum { MOVETIME_GRACE_MS = 1000, MS = 1000000 };

const char *const FINISH_NAMES[] = {
    [FINISH_RULES] = "rules", [FINISH_RESIGNATION] = "resignation", [FINISH_ADJUDICATED] = "values",
    [FINISH_TIME] = "time",   [FINISH_ILLEGAL] = "illegal",         [FINISH_CRASH] = "crash",
    [FINISH_HANG] = "hang",
};
_Static_assert(ARRAY_LEN(FINISH_NAMES) == FINISH_NB, "every finish has a name");

void scoresheet_init(Scoresheet *sheet) {
    memset(sheet, 0, sizeof *sheet);
    line_init(&sheet->line);
}

void scoresheet_release(Scoresheet *sheet) {
    line_release(&sheet->line);
    free(sheet->notes);
    scoresheet_init(sheet);
}

int scoresheet_points(const Scoresheet *sheet) {
    if (sheet->outcome.result == RESULT_DRAW)
        return 1;
    return (sheet->outcome.result == RESULT_WIN) == (pos_side(&sheet->line.now) == FIRST) ? 2 : 0;
}

static Result result_of(const Scoresheet *sheet, Color color) {
    const int points = scoresheet_points(sheet);
    return points == 1 ? RESULT_DRAW : (points == 2) == (color == FIRST) ? RESULT_WIN : RESULT_LOSS;
}

GameRecord scoresheet_record(const Scoresheet *sheet) {
    GameRecord record = {.line = &sheet->line,
                         .began = sheet->began,
                         .end = END_RULES,
                         .outcome = sheet->outcome,
                         .notes = sheet->notes};
    switch (sheet->finish) {
    case FINISH_TIME:
    case FINISH_HANG:
        record.end = END_TIME;
        break;
    case FINISH_ILLEGAL:
    case FINISH_CRASH:
        record.end = END_ILLEGAL;
        break;
    case FINISH_RESIGNATION:
    case FINISH_ADJUDICATED:
        record.end = sheet->outcome.result == RESULT_DRAW ? END_RULES : END_RESIGNATION;
        break;
    case FINISH_RULES:
    case FINISH_NB:
        break;
    }
    return record;
}

// A game in progress.
typedef struct Table {
    const RefereeConfig *terms;
    GamePlayer *const *game_players;
    Scoresheet *sheet;
    const uint64_t *seeds;     // by colour
    int64_t left_ns[COLOR_NB]; // of the main time
} Table;

static void finish(Scoresheet *sheet, Finish how, Outcome outcome) {
    sheet->is_finished = true;
    sheet->finish = how;
    sheet->outcome = outcome;
}

static void lose(Table *table, Finish how) {
    finish(table->sheet, how, (Outcome){RESULT_LOSS, REASON_NONE});
    const GamePlayer *game_player = table->game_players[pos_side(&table->sheet->line.now)];
    StrBuf transcript = strbuf_init(table->sheet->transcript, sizeof table->sheet->transcript);
    if (how != FINISH_RESIGNATION && how != FINISH_ADJUDICATED)
        game_player_transcript(game_player, &transcript);
}

static Status notes_reserve(Scoresheet *sheet, size_t count, Error *error) {
    if (count <= sheet->note_capacity)
        return STATUS_OK;
    const size_t capacity = count * 2;
    MoveNote *notes = realloc(sheet->notes, capacity * sizeof *notes);
    if (!notes)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game of %zu moves", count);
    sheet->notes = notes;
    sheet->note_capacity = capacity;
    return STATUS_OK;
}

static Status push(Table *table, const MoveReply *reply, Error *error) {
    Scoresheet *sheet = table->sheet;
    TRY(notes_reserve(sheet, sheet->line.count + 1, error));
    sheet->notes[sheet->line.count] = (MoveNote){.time_ms = reply->time_ns / MS,
                                                 .has_value = reply->has_value,
                                                 .value = reply->value,
                                                 .depth = reply->depth};
    return line_push(&sheet->line, reply->move, error);
}

// ---- Values ----

// Whether the last `count` moves of the side that moved `back` plies ago all said a value within
// [low, high].
static bool has_said(const Scoresheet *sheet, size_t back, int count, int low, int high) {
    for (int i = 0; i < count; i++, back += 2) {
        if (back > sheet->line.count || sheet->line.count - back < sheet->opening_plies)
            return false;
        const MoveNote *note = &sheet->notes[sheet->line.count - back];
        if (!note->has_value || note->value < low || note->value > high)
            return false;
    }
    return true;
}

static void judge_values(Table *table) {
    const RefereeConfig *terms = table->terms;
    Scoresheet *sheet = table->sheet;
    const int resign = terms->resign_value, draw = terms->draw_value;
    // The side to move spoke two plies ago, its opponent one ply ago.
    if (terms->resign_count && has_said(sheet, 2, terms->resign_count, INT32_MIN, -resign) &&
        (terms->resigns_alone || has_said(sheet, 1, terms->resign_count, resign, INT32_MAX)))
        lose(table, FINISH_ADJUDICATED);
    else if (terms->draw_count && pos_ply(&sheet->line.now) >= terms->draw_from &&
             has_said(sheet, 1, terms->draw_count, -draw, draw) &&
             has_said(sheet, 2, terms->draw_count, -draw, draw))
        finish(sheet, FINISH_ADJUDICATED, (Outcome){RESULT_DRAW, REASON_NONE});
}

// ---- Clocks ----

static int64_t patience(const Table *table, Color side, bool *has_clock) {
    const TimeControl *time = &table->game_players[side]->engine->time;
    *has_clock = true;
    if (time->movetime_ms)
        return time->movetime_ms + MOVETIME_GRACE_MS + table->terms->margin_ms;
    if (timecontrol_has_clock(time)) // a started millisecond is his
        return (table->left_ns[side] + MS - 1) / MS + time->byoyomi_ms + table->terms->margin_ms;
    *has_clock = false;
    return table->terms->patience_ms;
}

static void spend(Table *table, Color side, int64_t time_ns) {
    const TimeControl *time = &table->game_players[side]->engine->time;
    const int64_t left_ns = table->left_ns[side] - time_ns;
    table->left_ns[side] = (left_ns > 0 ? left_ns : 0) + time->increment_ms * MS;
}

// ---- Play ----

static void judge_claim(Table *table, Outcome *outcome) {
    const Position *pos = &table->sheet->line.now;
    const Result claim = pos_declaration(pos, table->terms->rules.entering_king);
    *outcome = (Outcome){claim == RESULT_OPEN ? RESULT_LOSS : claim, REASON_DECLARATION};
}

// Acts on an reply. A late one does not count, whatever it says.
static Status take_answer(Table *table, const MoveReply *reply, Color side, bool is_late,
                          Error *error) {
    Outcome claim;
    if (is_late) {
        lose(table, FINISH_TIME);
        return STATUS_OK;
    }
    switch (reply->kind) {
    case REPLY_MOVE:
        spend(table, side, reply->time_ns);
        return push(table, reply, error);
    case REPLY_RESIGN:
        lose(table, FINISH_RESIGNATION);
        return STATUS_OK;
    case REPLY_WIN:
        judge_claim(table, &claim);
        if (claim.result == RESULT_LOSS)
            lose(table, FINISH_ILLEGAL);
        else
            finish(table->sheet, FINISH_RULES, claim);
        return STATUS_OK;
    case REPLY_ILLEGAL:
        lose(table, FINISH_ILLEGAL);
        return STATUS_OK;
    case REPLY_CRASH:
        lose(table, FINISH_CRASH);
        return STATUS_OK;
    case REPLY_TIMEOUT:
        lose(table, FINISH_HANG);
        return STATUS_OK;
    case REPLY_STOPPED:
        return STATUS_OK;
    }
    return STATUS_OK;
}

static MoveRequest question_of(const Table *table, Color side, const SearchControl *stop,
                               bool *has_clock) {
    MoveRequest request = {
        .line = &table->sheet->line, .patience_ms = patience(table, side, has_clock), .stop = stop};
    for (Color color = FIRST; color < COLOR_NB; color++) {
        request.left_ms[color] = table->left_ns[color] / MS;
        request.terms[color] = &table->game_players[color]->engine->time;
    }
    return request;
}

static Status play_move(Table *table, const SearchControl *stop, Error *error) {
    Scoresheet *sheet = table->sheet;
    const Color side = pos_side(&sheet->line.now), other = color_other(side);
    bool has_clock;
    MoveRequest request = question_of(table, other, stop, &has_clock);
    TRY(game_player_ponder(table->game_players[other], &request, error));
    request = question_of(table, side, stop, &has_clock);
    MoveReply reply;
    TRY(game_player_ask(table->game_players[side], &request, &reply, error));
    sheet->moves++;
    const bool is_answer = reply.kind != REPLY_CRASH && reply.kind != REPLY_STOPPED;
    const bool is_late = has_clock && is_answer &&
                         (reply.kind == REPLY_TIMEOUT || reply.time_ns > request.patience_ms * MS);
    return take_answer(table, &reply, side, is_late, error);
}

static Status play_on(Table *table, const SearchControl *stop, Error *error) {
    Scoresheet *sheet = table->sheet;
    while (!sheet->is_finished && !control_is_stopped(stop)) {
        const Outcome outcome =
            pos_outcome(&sheet->line.now, &sheet->line.history, &table->terms->rules);
        if (outcome.result != RESULT_OPEN)
            finish(sheet, FINISH_RULES, outcome);
        else
            judge_values(table);
        if (!sheet->is_finished)
            TRY(play_move(table, stop, error));
    }
    return STATUS_OK;
}

// Before the first move. A program that cannot even begin has lost at its first move; should both
// be like that, the one to move is the first to be asked.
static void begin(Table *table) {
    Scoresheet *sheet = table->sheet;
    for (int i = 0; i < COLOR_NB && !sheet->is_finished; i++) {
        const Color side = i ? color_other(pos_side(&sheet->line.now)) : pos_side(&sheet->line.now);
        const TimeControl *time = &table->game_players[side]->engine->time;
        table->left_ns[side] = (time->main_ms + time->increment_ms) * MS;
        Error why;
        if (game_player_new_game(table->game_players[side], table->seeds[side],
                                 table->terms->patience_ms, &why))
            continue;
        lose(table, FINISH_CRASH);
        if (i)
            sheet->outcome.result = RESULT_WIN;
        StrBuf transcript = strbuf_init(sheet->transcript, sizeof sheet->transcript);
        strbuf_format(&transcript, "%s\n", why.text);
    }
}

Status referee_play(const RefereeConfig *terms, GamePlayer *const game_players[COLOR_NB],
                    const uint64_t seeds[COLOR_NB], const SearchControl *stop, Scoresheet *sheet,
                    Error *error) {
    Table table = {.terms = terms, .game_players = game_players, .sheet = sheet, .seeds = seeds};
    sheet->opening_plies = sheet->line.count;
    sheet->is_finished = false;
    sheet->moves = 0;
    sheet->transcript[0] = '\0';
    sheet->began = time(NULL);
    TRY(notes_reserve(sheet, sheet->line.count + 1, error));
    for (size_t i = 0; i < sheet->line.count; i++)
        sheet->notes[i] = (MoveNote){.time_ms = -1};
    begin(&table);
    const int64_t start_ns = clock_ns();
    TRY(play_on(&table, stop, error));
    sheet->time_ns = clock_ns() - start_ns;
    for (Color color = FIRST; sheet->is_finished && color < COLOR_NB; color++)
        game_player_game_over(game_players[color], result_of(sheet, color));
    return STATUS_OK;
}
