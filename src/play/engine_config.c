#include "play/engine_config.h"

#include <stdlib.h>
#include <string.h>

enum { DAY_MS = 86400000 };

// A game has two players, which clear their memory before it: little memory is quickly cleared.
#define HASH_DEFAULT "16"

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Cuts the next word off *rest, taking quotes away in place; null at the end. *is_open: a quote was
// not closed.
static char *word_cut(char **rest, bool *is_open) {
    char *from = *rest;
    while (is_space(*from))
        from++;
    char *const word = from;
    char *to = from;
    char quote = '\0';
    for (; *from && (quote || !is_space(*from)); from++) {
        if (quote ? *from == quote : *from == '"' || *from == '\'')
            quote = quote ? '\0' : *from;
        else
            *to++ = *from;
    }
    *is_open = quote != '\0';
    *rest = *from ? from + 1 : from;
    const bool is_end = from == word;
    *to = '\0';
    return is_end ? NULL : word;
}

// Seconds with up to three digits behind the point, as milliseconds.
static bool seconds_parse(Str text, int64_t *time_ms) {
    const bool has_point = text.len && memchr(text.at, '.', text.len);
    const Str whole = str_until(&text, '.');
    int64_t seconds = 0, fraction = 0;
    if (text.len > 3 || (has_point && !text.len) || !str_int(whole, 0, DAY_MS / 1000, &seconds) ||
        (text.len && !str_int(text, 0, 999, &fraction)))
        return false;
    for (size_t digits = text.len; digits && digits < 3; digits++)
        fraction *= 10;
    *time_ms = seconds * 1000 + fraction;
    return true;
}

static Status take_clock(EngineConfig *engine, Str value, Error *error) {
    Str rest = value;
    const Str main_text = str_until(&rest, '+');
    const bool has_increment = main_text.len < value.len;
    TimeControl *time = &engine->time;
    if (!seconds_parse(main_text, &time->main_ms) ||
        (has_increment && !seconds_parse(rest, &time->increment_ms)))
        return error_set(error, STATUS_BAD_INPUT,
                         "tc='%.*s' is not a clock; expected seconds for the game and for a move, "
                         "like 60+0.5",
                         STR_ARG(value));
    return STATUS_OK;
}

static Status take_number(const char *key, Str value, int64_t max, int64_t *number, Error *error) {
    if (str_int(value, 1, max, number))
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "%s='%.*s' is not a whole number from 1 to %lld", key,
                     STR_ARG(value), (long long)max);
}

static Status take_name(EngineConfig *engine, Str value, Error *error) {
    // Names come back in tables, JSON and game records.
    for (size_t i = 0; i < value.len; i++)
        if ((unsigned char)value.at[i] < ' ' || (unsigned char)value.at[i] > '~')
            return error_set(error, STATUS_BAD_INPUT, "name: printable ASCII only");
    if (!value.len || value.len >= ENGINE_NAME_MAX)
        return error_set(error, STATUS_BAD_INPUT, "name='%.*s': 1 to %d characters", STR_ARG(value),
                         ENGINE_NAME_MAX - 1);
    memcpy(engine->name, value.at, value.len);
    engine->name[value.len] = '\0';
    return STATUS_OK;
}

static Status take_program(EngineConfig *engine, const char *key, const char *value, Error *error) {
    if (!strcmp(key, "cmd")) {
        engine->argv[0] = value;
        engine->is_external = true;
        return STATUS_OK;
    }
    if (engine->arg_count == ENGINE_ARGS_MAX)
        return error_set(error, STATUS_BAD_INPUT, "arg: at most %d of them", ENGINE_ARGS_MAX);
    engine->argv[++engine->arg_count] = value;
    return STATUS_OK;
}

// Which of two words the value is.
static Status take_choice(const char *key, Str value, const char *const words[2], bool *is_first,
                          Error *error) {
    *is_first = str_eq(value, words[0]);
    if (*is_first || str_eq(value, words[1]))
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "%s='%.*s' is neither %s nor %s", key, STR_ARG(value),
                     words[0], words[1]);
}

static Status take_pair(EngineConfig *engine, const char *key, const char *text, Error *error) {
    static const char *const PROTOCOLS[] = {"usi", "uci"}, *const DROPS[] = {"*", "@"},
                             *const CHOICES[] = {"true", "false"};
    const Str value = str_of(text);
    int64_t number = 0;
    bool is_first = false;
    if (!strcmp(key, "name"))
        return take_name(engine, value, error);
    if (!strcmp(key, "cmd") || !strcmp(key, "arg"))
        return take_program(engine, key, text, error);
    if (!strcmp(key, "proto")) {
        TRY(take_choice(key, value, PROTOCOLS, &is_first, error));
        engine->protocol = is_first ? PROTOCOL_USI : PROTOCOL_UCI;
        return STATUS_OK;
    }
    if (!strcmp(key, "drop")) {
        TRY(take_choice(key, value, DROPS, &is_first, error));
        engine->drop = text[0];
        return STATUS_OK;
    }
    if (!strcmp(key, "ponder"))
        return take_choice(key, value, CHOICES, &engine->ponders, error);
    if (!strcmp(key, "tc"))
        return take_clock(engine, value, error);
    if (!strcmp(key, "byoyomi"))
        return take_number(key, value, DAY_MS, &engine->time.byoyomi_ms, error);
    if (!strcmp(key, "movetime"))
        return take_number(key, value, DAY_MS, &engine->time.movetime_ms, error);
    if (!strcmp(key, "nodes"))
        return take_number(key, value, INT64_MAX, &engine->config.limits.nodes, error);
    if (!strcmp(key, "depth")) {
        TRY(take_number(key, value, PLY_MAX - 1, &number, error));
        engine->config.limits.depth = (int)number;
        return STATUS_OK;
    }
    const char *name = !strcmp(key, "search")        ? "Search"
                       : !strcmp(key, "eval")        ? "EvalFile"
                       : !strncmp(key, "option.", 7) ? key + 7
                                                     : key;
    return config_add(&engine->config, str_of(name), value, error);
}

static Status take_words(EngineConfig *engine, char *text, Error *error) {
    for (;;) {
        bool is_open;
        char *const word = word_cut(&text, &is_open);
        if (is_open)
            return error_set(error, STATUS_BAD_INPUT, "'%.60s': a quote is not closed", word);
        if (!word)
            return STATUS_OK;
        char *const equals = strchr(word, '=');
        if (!equals || equals == word)
            return error_set(error, STATUS_BAD_INPUT, "'%.60s' is not KEY=VALUE", word);
        *equals = '\0';
        TRY(take_pair(engine, word, equals + 1, error));
    }
}

static Status check(const EngineConfig *engine, Error *error) {
    const TimeControl *time = &engine->time;
    const SearchLimits *limits = &engine->config.limits;
    if (!engine->is_external && engine->arg_count)
        return error_set(error, STATUS_BAD_INPUT, "arg: there is no cmd to give it to");
    if (time->movetime_ms && timecontrol_has_clock(time))
        return error_set(error, STATUS_BAD_INPUT, "either movetime or a clock, not both");
    if (time->byoyomi_ms && time->increment_ms)
        return error_set(error, STATUS_BAD_INPUT, "either byoyomi or an increment, not both");
    if (!time->movetime_ms && !timecontrol_has_clock(time) && !limits->nodes && !limits->depth)
        return error_set(error, STATUS_BAD_INPUT,
                         "it would think for ever; give it nodes, depth, movetime, tc or byoyomi");
    return STATUS_OK;
}

static Status fill(EngineConfig *engine, const char *each, const char *text, Error *error) {
    const size_t each_size = strlen(each) + 1, text_size = strlen(text) + 1;
    engine->text = malloc(each_size + text_size);
    engine->summary = malloc(each_size + text_size);
    if (!engine->text || !engine->summary)
        return error_set(error, STATUS_NO_MEMORY, "no memory for its description");
    memcpy(engine->text, each, each_size);
    memcpy(engine->text + each_size, text, text_size);
    memcpy(engine->summary, engine->text, each_size + text_size);
    engine->summary[each_size - 1] = ' ';
    TRY(config_add(&engine->config, str_of("Hash"), str_of(HASH_DEFAULT), error));
    TRY(take_words(engine, engine->text, error));
    TRY(take_words(engine, engine->text + each_size, error));
    Config *config = &engine->config;
    if (engine->is_external) // another program has options of its own
        memmove(config->settings, config->settings + 1,
                (size_t)--config->setting_count * sizeof *config->settings);
    return check(engine, error);
}

Status engine_config_parse(EngineConfig *engine, int number, const char *each, const char *text,
                           Error *error) {
    *engine = (EngineConfig){.protocol = GAME_IS_CHESS ? PROTOCOL_UCI : PROTOCOL_USI};
    StrBuf name = strbuf_init(engine->name, sizeof engine->name);
    strbuf_format(&name, "engine%d", number);
    Error why;
    const Status status = fill(engine, each, text, &why);
    if (status == STATUS_OK)
        return STATUS_OK;
    error_set(error, status, "%s: %s", engine->name, why.text);
    engine_config_release(engine);
    return status;
}

void engine_config_release(EngineConfig *engine) {
    free(engine->text);
    free(engine->summary);
    *engine = (EngineConfig){0};
}
