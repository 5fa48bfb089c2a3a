#include "config_args.h"

#include <string.h>

enum { DAY_MS = 86400000 };

// The option of the command has the name of the engine option, in small letters.
static Status take_setting(const Arg *arg, void *config, const char *text, Error *error) {
    return config_add(config, str_of(arg->name), str_of(text), error);
}

static Status take_pair(const Arg *arg, void *config, const char *text, Error *error) {
    (void)arg;
    Str value = str_of(text);
    const Str name = str_until(&value, '=');
    if (!strchr(text, '='))
        return error_set(error, STATUS_BAD_INPUT, "'%.60s' is not NAME=VALUE", text);
    return config_add(config, name, value, error);
}

static const Arg SEARCH_ROWS[] = {
    ARG_ROW_CALL("search", "NAME", take_setting, "search method, as the engine option Search"),
};
static const Arg OPTION_ROWS[] = {
    ARG_ROW_CALL("option", "NAME=VALUE", take_pair,
                 "set an engine option; may be given again. `options` lists them"),
};
static const Arg COMMON_ROWS[] = {
    {ARG_GROUP, .group = &CONFIG_ARGS_OPTION},
    ARG_ROW_CALL("hash", "MIB", take_setting, "memory of the search"),
    ARG_ROW_NUMBER(Config, limits.depth, "depth", "N", 1, PLY_MAX - 1, "stop after this depth"),
    ARG_ROW_NUMBER(Config, limits.nodes, "nodes", "N", 1, INT64_MAX, "stop after so many nodes"),
    ARG_ROW_NUMBER(Config, time_ms, "movetime", "MS", 1, DAY_MS,
                   "stop after so many milliseconds; of several limits the first one counts"),
};
static const Arg THREADS_ROWS[] = {
    ARG_ROW_CALL("threads", "N", take_setting, "number of search threads"),
};
static const Arg MULTIPV_ROWS[] = {
    ARG_ROW_CALL("multipv", "N", take_setting, "lines for the N best moves"),
};

const ArgTable CONFIG_ARGS_SEARCH = ARG_TABLE(SEARCH_ROWS);
const ArgTable CONFIG_ARGS_OPTION = ARG_TABLE(OPTION_ROWS);
const ArgTable CONFIG_ARGS_COMMON = ARG_TABLE(COMMON_ROWS);
const ArgTable CONFIG_ARGS_THREADS = ARG_TABLE(THREADS_ROWS);
const ArgTable CONFIG_ARGS_MULTIPV = ARG_TABLE(MULTIPV_ROWS);

void config_args_default_time(Config *config, int64_t time_ms) {
    if (!config_args_has_limit(config))
        config->time_ms = time_ms;
}

bool config_args_has_limit(const Config *config) {
    return config->limits.depth || config->limits.nodes || config->limits.mate || config->time_ms;
}
