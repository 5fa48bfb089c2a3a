#include "config_args.h"

#include <string.h>

enum { DEPTH_LIMIT = PLY_MAX - 1, DAY_MS = 86400000 };

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
static const Arg COMMON_ROWS[] = {
    ARG_ROW_CALL("option", "NAME=VALUE", take_pair,
                 "set an engine option; may be given again. `options` lists them"),
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
const ArgTable CONFIG_ARGS_COMMON = ARG_TABLE(COMMON_ROWS);
const ArgTable CONFIG_ARGS_THREADS = ARG_TABLE(THREADS_ROWS);
const ArgTable CONFIG_ARGS_MULTIPV = ARG_TABLE(MULTIPV_ROWS);

void config_args_default_time(Config *config, int64_t time_ms) {
    if (!config_args_has_limit(config))
        config->time_ms = time_ms;
}

static Exit add(const Command *self, Config *config, const char *name, const char *value) {
    Error error;
    if (config_add(config, str_of(name), str_of(value), &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    return EXIT_OK;
}

static Exit add_pair(const Command *self, Config *config, const char *text) {
    Str value = str_of(text);
    Error error;
    if (!strchr(text, '=')) {
        error_set(&error, STATUS_BAD_INPUT, "--option: '%.60s' is not NAME=VALUE", text);
        return command_fail(self, "%s", error.text);
    }
    const Str name = str_until(&value, '=');
    if (config_add(config, name, value, &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    return EXIT_OK;
}

Exit config_args_take(const Command *self, Config *config, int option, const char *text) {
    int64_t number = 0;
    Exit exit_code;
    switch (option) {
    case ARG_SEARCH:
        return add(self, config, "Search", text);
    case ARG_OPTION:
        return add_pair(self, config, text);
    case ARG_THREADS:
        return add(self, config, "Threads", text);
    case ARG_HASH:
        return add(self, config, "Hash", text);
    case ARG_MULTI_PV:
        return add(self, config, "MultiPV", text);
    case ARG_DEPTH:
        exit_code = command_number(self, "--depth", text, 1, DEPTH_LIMIT, &number);
        config->limits.depth = (int)number;
        return exit_code;
    case ARG_NODES:
        return command_number(self, "--nodes", text, 1, INT64_MAX, &config->limits.nodes);
    case ARG_TIME:
        return command_number(self, "--movetime", text, 1, DAY_MS, &config->time_ms);
    case ARG_MATE:
        exit_code = command_number(self, "--mate", text, 1, PLY_MAX, &number);
        config->limits.mate = (int)number;
        return exit_code;
    default:
        return EXIT_BAD;
    }
}

bool config_args_has_limit(const Config *config) {
    return config->limits.depth || config->limits.nodes || config->limits.mate || config->time_ms;
}
