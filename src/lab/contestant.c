#include "lab/contestant.h"

#include <stdlib.h>
#include <string.h>

enum { DAY_MS = 86400000 };

// There are two players a game and a thread, which forget everything before each game: little
// memory is quickly forgotten.
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

static Status take_clock(Contestant *contestant, Str value, Error *error) {
    Str rest = value;
    const Str main_text = str_until(&rest, '+');
    const bool has_increment = main_text.len < value.len;
    TimeTerms *time = &contestant->time;
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

static Status take_name(Contestant *contestant, Str value, Error *error) {
    // Names come back in tables, JSON and game records.
    for (size_t i = 0; i < value.len; i++)
        if ((unsigned char)value.at[i] < ' ' || (unsigned char)value.at[i] > '~')
            return error_set(error, STATUS_BAD_INPUT, "name: printable ASCII only");
    if (!value.len || value.len >= CONTESTANT_NAME_MAX)
        return error_set(error, STATUS_BAD_INPUT, "name='%.*s': 1 to %d characters", STR_ARG(value),
                         CONTESTANT_NAME_MAX - 1);
    memcpy(contestant->name, value.at, value.len);
    contestant->name[value.len] = '\0';
    return STATUS_OK;
}

static Status take_program(Contestant *contestant, const char *key, const char *value,
                           Error *error) {
    if (!strcmp(key, "cmd")) {
        contestant->argv[0] = value;
        contestant->is_external = true;
        return STATUS_OK;
    }
    if (contestant->arg_count == CONTESTANT_ARGS_MAX)
        return error_set(error, STATUS_BAD_INPUT, "arg: at most %d of them", CONTESTANT_ARGS_MAX);
    contestant->argv[++contestant->arg_count] = value;
    return STATUS_OK;
}

static Status take_dialect(Contestant *contestant, Str value, Error *error) {
    if (!str_eq(value, "usi") && !str_eq(value, "uci"))
        return error_set(error, STATUS_BAD_INPUT, "proto='%.*s' is neither usi nor uci",
                         STR_ARG(value));
    contestant->dialect = str_eq(value, "usi") ? DIALECT_USI : DIALECT_UCI;
    return STATUS_OK;
}

static Status take_drop(Contestant *contestant, Str value, Error *error) {
    if (!str_eq(value, "*") && !str_eq(value, "@"))
        return error_set(error, STATUS_BAD_INPUT, "drop='%.*s' is neither * nor @", STR_ARG(value));
    contestant->drop = value.at[0];
    return STATUS_OK;
}

static Status take_ponder(Contestant *contestant, Str value, Error *error) {
    if (!str_eq(value, "true") && !str_eq(value, "false"))
        return error_set(error, STATUS_BAD_INPUT, "ponder='%.*s' is neither true nor false",
                         STR_ARG(value));
    contestant->ponders = str_eq(value, "true");
    return STATUS_OK;
}

static Status take_pair(Contestant *contestant, const char *key, const char *text, Error *error) {
    const Str value = str_of(text);
    int64_t number = 0;
    if (!strcmp(key, "name"))
        return take_name(contestant, value, error);
    if (!strcmp(key, "cmd") || !strcmp(key, "arg"))
        return take_program(contestant, key, text, error);
    if (!strcmp(key, "proto"))
        return take_dialect(contestant, value, error);
    if (!strcmp(key, "drop"))
        return take_drop(contestant, value, error);
    if (!strcmp(key, "ponder"))
        return take_ponder(contestant, value, error);
    if (!strcmp(key, "tc"))
        return take_clock(contestant, value, error);
    if (!strcmp(key, "byoyomi"))
        return take_number(key, value, DAY_MS, &contestant->time.byoyomi_ms, error);
    if (!strcmp(key, "movetime"))
        return take_number(key, value, DAY_MS, &contestant->time.movetime_ms, error);
    if (!strcmp(key, "nodes"))
        return take_number(key, value, INT64_MAX, &contestant->recipe.limits.nodes, error);
    if (!strcmp(key, "depth")) {
        TRY(take_number(key, value, PLY_MAX - 1, &number, error));
        contestant->recipe.limits.depth = (int)number;
        return STATUS_OK;
    }
    if (!strcmp(key, "search"))
        return recipe_add(&contestant->recipe, str_of("Search"), value, error);
    if (!strcmp(key, "eval"))
        return recipe_add(&contestant->recipe, str_of("EvalFile"), value, error);
    if (!strncmp(key, "option.", 7))
        return recipe_add(&contestant->recipe, str_of(key + 7), value, error);
    return recipe_add(&contestant->recipe, str_of(key), value, error);
}

static Status take_words(Contestant *contestant, char *text, Error *error) {
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
        TRY(take_pair(contestant, word, equals + 1, error));
    }
}

static Status check(const Contestant *contestant, Error *error) {
    const TimeTerms *time = &contestant->time;
    const SearchLimits *limits = &contestant->recipe.limits;
    if (!contestant->is_external && contestant->arg_count)
        return error_set(error, STATUS_BAD_INPUT, "arg: there is no cmd to give it to");
    if (time->movetime_ms && terms_have_clock(time))
        return error_set(error, STATUS_BAD_INPUT, "either movetime or a clock, not both");
    if (time->byoyomi_ms && time->increment_ms)
        return error_set(error, STATUS_BAD_INPUT, "either byoyomi or an increment, not both");
    if (!time->movetime_ms && !terms_have_clock(time) && !limits->nodes && !limits->depth)
        return error_set(error, STATUS_BAD_INPUT,
                         "it would think for ever; give it nodes, depth, movetime, tc or byoyomi");
    return STATUS_OK;
}

static Status fill(Contestant *contestant, const char *each, const char *text, Error *error) {
    const size_t each_size = strlen(each) + 1, text_size = strlen(text) + 1;
    contestant->text = malloc(each_size + text_size);
    contestant->summary = malloc(each_size + text_size);
    if (!contestant->text || !contestant->summary)
        return error_set(error, STATUS_NO_MEMORY, "no memory for its description");
    memcpy(contestant->text, each, each_size);
    memcpy(contestant->text + each_size, text, text_size);
    memcpy(contestant->summary, contestant->text, each_size + text_size);
    contestant->summary[each_size - 1] = ' ';
    TRY(recipe_add(&contestant->recipe, str_of("Hash"), str_of(HASH_DEFAULT), error));
    TRY(take_words(contestant, contestant->text, error));
    TRY(take_words(contestant, contestant->text + each_size, error));
    Recipe *recipe = &contestant->recipe;
    if (contestant->is_external) // the memory of others is their own affair
        memmove(recipe->settings, recipe->settings + 1,
                (size_t)--recipe->setting_count * sizeof *recipe->settings);
    return check(contestant, error);
}

Status contestant_parse(Contestant *contestant, int number, const char *each, const char *text,
                        Error *error) {
    *contestant = (Contestant){.dialect = GAME_IS_CHESS ? DIALECT_UCI : DIALECT_USI};
    StrBuf name = strbuf_init(contestant->name, sizeof contestant->name);
    strbuf_format(&name, "engine%d", number);
    Error why;
    const Status status = fill(contestant, each, text, &why);
    if (status == STATUS_OK)
        return STATUS_OK;
    error_set(error, status, "%s: %s", contestant->name, why.text);
    contestant_release(contestant);
    return status;
}

void contestant_release(Contestant *contestant) {
    free(contestant->text);
    free(contestant->summary);
    *contestant = (Contestant){0};
}
