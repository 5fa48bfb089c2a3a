#include "play.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"

// Nodes a move: each level looks at some four times as many as the one below it.
static const int64_t LEVEL_NODES[LEVEL_MAX + 1] = {0,      100,    400,     1500,    6000,    25000,
                                                   100000, 400000, 1500000, 6000000, 25000000};

static Rules rules_of(const Play *play) {
    const PlayerSettings *settings = player_settings(play->player);
    return (Rules){.entering_king = (EnteringKing)settings->entering_king,
                   .move_limit = settings->move_limit};
}

static bool is_engine_only(const Play *play) {
    return !play->setup.is_human[FIRST] && !play->setup.is_human[SECOND];
}

// Room for a note about one more move.
static Status reserve_note(Play *play, Error *error) {
    if (play->line.count < play->note_capacity)
        return STATUS_OK;
    const size_t capacity = play->line.count * 2 + 64;
    MoveNote *notes = realloc(play->notes, capacity * sizeof *notes);
    if (!notes)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a game of %zu moves", capacity);
    // Moves that came with the position were not measured.
    for (size_t i = play->note_capacity; i < capacity; i++)
        notes[i] = (MoveNote){.time_ms = -1};
    play->notes = notes;
    play->note_capacity = capacity;
    return STATUS_OK;
}

static void begin_turn(Play *play) {
    play->turn_ms = clock_ms();
    play->needs_board = true;
}

bool play_save(Play *play, const char *path) {
    const GameRecord record = {
        .line = &play->line,
        .names = {play->setup.is_human[FIRST] ? "Human" : "yuragi " YURAGI_VERSION,
                  play->setup.is_human[SECOND] ? "Human" : "yuragi " YURAGI_VERSION},
        .began = play->began,
        .end = play->end == END_NONE && play->is_quitting ? END_ABANDONED : play->end,
        .outcome = play->outcome,
        .notes = play->notes,
    };
    Error error;
    const bool is_done = gametext_save(&record, path, &error) == STATUS_OK;
    screen_say(play, is_done ? WORD_SAVED : WORD_NOT_SAVED, is_done ? path : error.text, "");
    return is_done;
}

static void save_at_end(Play *play) {
    if (!play->setup.save || !play->is_unsaved)
        return;
    play->is_unsaved = false;
    if (!play_save(play, play->setup.save))
        play->exit_code = EXIT_BAD;
}

void play_finish(Play *play, GameEnd end, Outcome outcome) {
    play->end = end;
    play->outcome = outcome;
    play->is_unsaved = true;
    screen_board(play);
    screen_end(play);
    play->needs_board = false;
    save_at_end(play);
}

void play_judge(Play *play) {
    const Rules rules = rules_of(play);
    const Outcome outcome = pos_outcome(&play->line.now, &play->line.history, &rules);
    if (outcome.result != RESULT_OPEN)
        play_finish(play, END_RULES, outcome);
}

Status play_begin(Play *play, Error *error) {
    const char *position = play->setup.position;
    Error why;
    const Status status = line_parse(&play->line, str_of(position ? position : "startpos"), &why);
    if (status != STATUS_OK)
        return error_set(error, status, "--position: %s", why.text);
    TRY(reserve_note(play, error));
    for (size_t i = 0; i < play->note_capacity; i++)
        play->notes[i] = (MoveNote){.time_ms = -1};
    gameclock_begin(&play->clock, play->setup.clock);
    player_new_game(play->player);
    play->began = time(NULL);
    play->end = END_NONE;
    play->is_unsaved = false; // so that leaving now does not replace the game before
    begin_turn(play);
    return STATUS_OK;
}

Status play_push(Play *play, Move move, MoveNote note, Error *error) {
    TRY(reserve_note(play, error));
    play->notes[play->line.count] = note;
    TRY(line_push(&play->line, move, error));
    play->is_unsaved = true;
    begin_turn(play);
    play_judge(play);
    return STATUS_OK;
}

static void stop_thinking(void *control) {
    control_stop(control);
}

// The clock, a time for every move, both (then the flag is minded), or nothing.
static void time_control(const Play *play, bool has_plan, SearchControl *control) {
    const int64_t start_ns = clock_ns(), time_ns = play->setup.config.time_ms * 1000000;
    TimePlan plan = {start_ns, time_ns, time_ns};
    if (has_plan)
        plan = gameclock_plan(&play->clock, &play->line.now, start_ns);
    if (has_plan && time_ns)
        plan.optimum_ns = plan.maximum_ns = time_ns < plan.maximum_ns ? time_ns : plan.maximum_ns;
    if (has_plan || time_ns)
        control_time(control, &plan);
}

Status play_think(Play *play, bool is_hint, SearchResult *result, bool *is_interrupted,
                  Error *error) {
    const PlaySetup *setup = &play->setup;
    const bool has_plan = setup->clock.is_on && !is_hint;
    const SearchLimits *given = &setup->config.limits;
    const bool is_free = !given->depth && !given->nodes && !setup->config.time_ms && !has_plan;
    const int level = setup->level ? setup->level : is_free ? LEVEL_DEFAULT : 0;
    SearchLimits limits = *given;
    if (level)
        limits.nodes = LEVEL_NODES[level];
    SearchControl control;
    control_init(&control);
    time_control(play, has_plan, &control);
    PromptWatch watch;
    screen_thinking(play, true);
    TRY(prompt_watch(&play->prompt, &watch, stop_thinking, &control, error));
    const SearchReport report = {NULL, NULL};
    const Status status =
        player_go(play->player, &play->line, &limits, &control, &report, result, error);
    *is_interrupted = prompt_unwatch(&watch);
    screen_thinking(play, false);
    return status;
}

static Status engine_turn(Play *play, Error *error) {
    const Color side = pos_side(&play->line.now);
    SearchResult result;
    bool is_interrupted;
    TRY(play_think(play, false, &result, &is_interrupted, error));
    const int64_t time_ms = clock_ms() - play->turn_ms;
    if (is_interrupted && is_engine_only(play)) { // nobody would ever be asked
        play->is_quitting = true;
        return STATUS_OK;
    }
    if (!gameclock_spend(&play->clock, side, time_ms)) {
        play_finish(play, END_TIME, (Outcome){RESULT_OPEN, REASON_NONE});
        return STATUS_OK;
    }
    if (result.is_declared) {
        play_finish(play, END_RULES, (Outcome){RESULT_WIN, REASON_DECLARATION});
        return STATUS_OK;
    }
    if (result.best == MOVE_NONE) {
        play_finish(play, END_RESIGNATION, (Outcome){RESULT_OPEN, REASON_NONE});
        return STATUS_OK;
    }
    screen_reply(play, &result, time_ms);
    const MoveNote note = {
        .time_ms = time_ms, .has_value = true, .value = result.value, .depth = result.depth};
    return play_push(play, result.best, note, error);
}

static void human_turn(Play *play) {
    const bool is_running = play->end == END_NONE;
    if (play->needs_board) {
        screen_board(play);
        play->needs_board = false;
    }
    screen_prompt(play);
    int64_t timeout_ms = -1;
    if (is_running && play->clock.rule.is_on) {
        const int64_t flag_ms =
            play->turn_ms + gameclock_limit(&play->clock, pos_side(&play->line.now));
        timeout_ms = flag_ms - clock_ms() > 0 ? flag_ms - clock_ms() : 0;
    }
    Str line;
    switch (prompt_read(&play->prompt, timeout_ms, &line)) {
    case PROMPT_LINE:
        play_obey(play, str_trim(line));
        break;
    case PROMPT_TIMEOUT:
        fputc('\n', play->out);
        gameclock_spend(&play->clock, pos_side(&play->line.now), clock_ms() - play->turn_ms);
        play_finish(play, END_TIME, (Outcome){RESULT_OPEN, REASON_NONE});
        break;
    case PROMPT_END:
    case PROMPT_INTERRUPT:
        if (isatty(play->prompt.input))
            fputc('\n', play->out);
        play->is_quitting = true;
        break;
    }
}

static Status run_game(Play *play, Error *error) {
    TRY(config_player(&play->setup.config, &play->player, error));
    TRY(play_begin(play, error));
    play->is_flipped = play->setup.is_human[SECOND] && !play->setup.is_human[FIRST];
    screen_say(play, WORD_GREETING, "yuragi-" GAME_NAME " " YURAGI_VERSION,
               GAME_IS_CHESS       ? "e2e4, Nf3"
               : GAME_IS_MINISHOGI ? "2e2d"
                                   : "7g7f");
    play_judge(play);
    while (!play->is_quitting) {
        if (play->end == END_NONE && !play->setup.is_human[pos_side(&play->line.now)])
            TRY(engine_turn(play, error));
        else if (is_engine_only(play))
            play->is_quitting = true;
        else
            human_turn(play);
        fflush(play->out);
    }
    if (play->end == END_NONE)
        screen_say(play, WORD_BROKEN_OFF, "", "");
    save_at_end(play);
    if (!is_engine_only(play))
        screen_say(play, WORD_GOODBYE, "", "");
    return STATUS_OK;
}

Exit play_run(Play *play, const Command *self) {
    Error error;
    if (prompt_open(&play->prompt, STDIN_FILENO, &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    play->out = stdout;
    line_init(&play->line);
    if (run_game(play, &error) != STATUS_OK)
        play->exit_code = command_fail(self, "%s", error.text);
    line_release(&play->line);
    free(play->notes);
    player_free(play->player);
    prompt_close(&play->prompt);
    return play->exit_code;
}
