#include "play.h"

#include <unistd.h>

#include "base/clock.h"

bool play_is_watched(const Play *play) {
    return !play->setup.is_human[FIRST] && !play->setup.is_human[SECOND];
}

static void say_not_saved(const Play *play, const char *path, const Error *error) {
    char list[128];
    StrBuf extensions = strbuf_init(list, sizeof list);
    for (const GameFormat *format = GAME_FORMATS; format->extension; format++)
        strbuf_format(&extensions, " .%s", format->extension);
    if (!gametext_format(path, NULL))
        screen_say(play, WORD_BAD_EXTENSION, list, "");
    else
        screen_say(play, WORD_NOT_SAVED, error->text, path);
}

bool play_save(Play *play, const char *path) {
    GameRecord record = game_record(&play->game);
    for (Color side = FIRST; side < COLOR_NB; side++)
        record.names[side] = play->setup.is_human[side] ? "Human" : "yuragi " YURAGI_VERSION;
    if (record.end == END_NONE && play->is_quitting)
        record.end = END_ABANDONED;
    Error error;
    const bool is_done = gametext_save(&record, path, &error) == STATUS_OK;
    if (is_done)
        screen_say(play, WORD_SAVED, path, "");
    else
        say_not_saved(play, path, &error);
    return is_done;
}

static void save_at_end(Play *play) {
    if (!play->setup.save || !play->is_unsaved)
        return;
    play->is_unsaved = false;
    if (!play_save(play, play->setup.save))
        play->exit_code = EXIT_BAD;
}

static void show_end(Play *play) {
    play->is_unsaved = true;
    screen_board(play);
    screen_end(play);
    play->needs_board = false;
    save_at_end(play);
}

void play_turn(Play *play) {
    play->turn_ns = clock_ns();
    play->needs_board = true;
    if (!play->game.finish)
        game_judge(&play->game);
    if (play->game.finish)
        show_end(play);
}

Status play_begin(Play *play, Error *error) {
    const PlaySetup *setup = &play->setup;
    Error why;
    const char *start = setup->handicap   ? setup->handicap->position
                        : setup->position ? setup->position
                                          : "startpos";
    const Status status = line_parse(&play->game.line, str_of(start), &why);
    if (status != STATUS_OK)
        return error_set(error, status, "--position: %s", why.text);
    const PlayerSettings *settings = player_settings(engine_player(play->engine));
    const GameConfig config = {.rules = {.entering_king = (EnteringKing)settings->entering_king,
                                         .move_limit = settings->move_limit},
                               .time = {setup->time, setup->time}};
    TRY(game_begin(&play->game, &config, error));
    play->handicap = handicap_of(&play->game.line.start);
    engine_new_game(play->engine);
    play->is_unsaved = false; // so that leaving now does not replace the game before
    return STATUS_OK;
}

Status play_take(Play *play, MoveReply reply, Error *error) {
    reply.time_ns = clock_ns() - play->turn_ns;
    TRY(game_take(&play->game, &reply, error));
    play->is_unsaved = true;
    play_turn(play);
    return STATUS_OK;
}

static void stop_thinking(void *engine) {
    engine_stop(engine);
}

// The clock, a time for every move, both (then the clock still counts), or nothing.
static void plan_time(const Play *play, bool has_clock, EngineRequest *request) {
    const int64_t start_ns = clock_ns(), time_ns = play->setup.config.time_ms * 1000000;
    TimePlan plan = timeplan_exact(start_ns, time_ns);
    if (has_clock)
        plan = game_clock_plan(&play->game.clock, &play->game.line.now, false, start_ns);
    if (has_clock && time_ns)
        plan.optimum_ns = plan.maximum_ns = time_ns < plan.maximum_ns ? time_ns : plan.maximum_ns;
    request->has_plan = has_clock || time_ns;
    request->plan = plan;
}

int play_level(const Play *play) {
    const PlaySetup *setup = &play->setup;
    const SearchLimits *limits = &setup->config.limits;
    const bool is_limited = limits->depth || limits->nodes || setup->config.time_ms ||
                            timecontrol_has_clock(&setup->time);
    return setup->level == LEVEL_UNSET && !is_limited ? LEVEL_DEFAULT : setup->level;
}

static TimePlan plan_of(int64_t time_ms) {
    return timeplan_exact(clock_ns(), time_ms * 1000000);
}

static EngineRequest plan_move(const Play *play) {
    EngineRequest request = {.limits = play->setup.config.limits};
    const int level = play_level(play);
    if (level != LEVEL_UNSET)
        request.limits.nodes = level_nodes(level);
    plan_time(play, timecontrol_has_clock(&play->setup.time), &request);
    if (level == LEVEL_MAX && !request.has_plan && !request.limits.depth) {
        request.has_plan = true;
        request.plan = plan_of(FULL_MS);
    }
    return request;
}

Status play_think(Play *play, bool is_hint, SearchResult *result, bool *is_interrupted,
                  Error *error) {
    const EngineRequest request =
        is_hint ? (EngineRequest){.has_plan = true, .plan = plan_of(HINT_MS)} : plan_move(play);
    screen_thinking(play, true);
    TRY(engine_go(play->engine, &play->game.line, &request, error));
    PromptWatch watch;
    TRY(prompt_watch(&play->prompt, &watch, stop_thinking, play->engine, error));
    const EngineResult *answer = engine_wait(play->engine);
    *is_interrupted = prompt_unwatch(&watch);
    screen_thinking(play, false);
    *result = answer->search;
    if (answer->status != STATUS_OK)
        return error_set(error, answer->status, "%s", answer->error.text);
    return STATUS_OK;
}

// The lines that have been typed while a game is watched; there is no prompt for them.
static void obey_waiting(Play *play) {
    Str line;
    PromptEvent event = PROMPT_LINE;
    while (!play->is_quitting && event == PROMPT_LINE) {
        event = prompt_read(&play->prompt, "", 0, &line);
        if (event == PROMPT_LINE)
            play_obey(play, str_trim(line));
    }
    play->is_quitting |= event == PROMPT_INTERRUPT;
}

static Status engine_turn(Play *play, Error *error) {
    SearchResult result;
    bool is_interrupted;
    if (play_is_watched(play))
        obey_waiting(play);
    if (play->is_quitting || play->game.finish)
        return STATUS_OK;
    TRY(play_think(play, false, &result, &is_interrupted, error));
    if (is_interrupted && play_is_watched(play)) { // there is no other way to leave
        play->is_quitting = true;
        return STATUS_OK;
    }
    if (result.best != MOVE_NONE)
        screen_reply(play, &result, (clock_ns() - play->turn_ns) / 1000000);
    return play_take(play, game_player_reply(&result, result.best), error);
}

// Until the flag of the person falls; negative: there is none.
static int64_t timeout_of(const Play *play) {
    const Color side = pos_side(&play->game.line.now);
    if (play->game.finish || !game_clock_has_flag(&play->game.clock, side))
        return -1;
    const int64_t spent_ms = (clock_ns() - play->turn_ns) / 1000000;
    const int64_t left_ms = game_clock_limit_ms(&play->game.clock, side) - spent_ms;
    return left_ms > 0 ? left_ms : 0;
}

static Status human_turn(Play *play, Error *error) {
    if (play->needs_board)
        screen_board(play);
    play->needs_board = false;
    char text[PROMPT_TEXT_MAX];
    screen_prompt(play, text);
    Str line;
    switch (prompt_read(&play->prompt, text, timeout_of(play), &line)) {
    case PROMPT_LINE:
        play_obey(play, str_trim(line));
        break;
    case PROMPT_TIMEOUT:
        fputc('\n', play->out);
        return play_take(play, (MoveReply){.kind = REPLY_TIMEOUT}, error);
    case PROMPT_END:
    case PROMPT_INTERRUPT:
        if (isatty(play->prompt.input))
            fputc('\n', play->out);
        play->is_quitting = true;
        break;
    }
    return STATUS_OK;
}

static Status open_engine(Play *play, Error *error) {
    Player *player;
    TRY(config_player(&play->setup.config, &player, error));
    return engine_new(&play->engine, player, NULL, error);
}

static void greet(const Play *play) {
    const Handicap *handicap = play->handicap;
    screen_say(play, WORD_GREETING, "yuragi-" GAME_NAME " " YURAGI_VERSION, screen_example(play));
    if (handicap)
        screen_say(play, WORD_HANDICAP,
                   play->setup.language == LANGUAGE_JA ? handicap->japanese : handicap->name,
                   screen_side(play, handicap->giver));
}

static Status run_game(Play *play, Error *error) {
    TRY(open_engine(play, error));
    TRY(play_begin(play, error));
    play->is_flipped = play->setup.is_human[SECOND] && !play->setup.is_human[FIRST];
    greet(play);
    play_turn(play);
    while (!play->is_quitting) {
        if (!play->game.finish && !play->setup.is_human[pos_side(&play->game.line.now)])
            TRY(engine_turn(play, error));
        else if (play_is_watched(play))
            play->is_quitting = true;
        else
            TRY(human_turn(play, error));
        fflush(play->out);
    }
    if (!play->game.finish)
        screen_say(play, WORD_BROKEN_OFF, "", "");
    save_at_end(play);
    if (!play_is_watched(play))
        screen_say(play, WORD_GOODBYE, "", "");
    return STATUS_OK;
}

Exit play_run(Play *play, const Command *self) {
    Error error;
    if (prompt_open(&play->prompt, STDIN_FILENO, &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    play->out = stdout;
    if (play->setup.is_terminal && isatty(STDIN_FILENO) && !play_is_watched(play))
        prompt_edit(&play->prompt, LINEEDIT_LIBRARIES, play_complete, play);
    game_init(&play->game);
    if (run_game(play, &error) != STATUS_OK)
        play->exit_code = command_fail(self, "%s", error.text);
    engine_free(play->engine);
    game_release(&play->game);
    prompt_close(&play->prompt);
    return play->exit_code;
}
