#include "config_args.h"

#include <string.h>

enum { DEPTH_LIMIT = PLY_MAX - 1, DAY_MS = 86400000 };

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
