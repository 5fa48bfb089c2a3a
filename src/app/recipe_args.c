#include "recipe_args.h"

#include <string.h>

enum { DEPTH_LIMIT = PLY_MAX - 1, DAY_MS = 86400000 };

static Exit add(const Command *self, Recipe *recipe, const char *name, const char *value) {
    Error error;
    if (recipe_add(recipe, str_of(name), str_of(value), &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    return EXIT_OK;
}

static Exit add_pair(const Command *self, Recipe *recipe, const char *text) {
    Str value = str_of(text);
    Error error;
    if (!strchr(text, '=')) {
        error_set(&error, STATUS_BAD_INPUT, "--option: '%.60s' is not NAME=VALUE", text);
        return command_fail(self, "%s", error.text);
    }
    const Str name = str_until(&value, '=');
    if (recipe_add(recipe, name, value, &error) != STATUS_OK)
        return command_fail(self, "%s", error.text);
    return EXIT_OK;
}

Exit recipe_args_take(const Command *self, Recipe *recipe, int option, const char *text) {
    int64_t number = 0;
    Exit exit_code;
    switch (option) {
    case ARG_SEARCH:
        return add(self, recipe, "Search", text);
    case ARG_OPTION:
        return add_pair(self, recipe, text);
    case ARG_THREADS:
        return add(self, recipe, "Threads", text);
    case ARG_HASH:
        return add(self, recipe, "Hash", text);
    case ARG_MULTI_PV:
        return add(self, recipe, "MultiPV", text);
    case ARG_DEPTH:
        exit_code = command_number(self, "--depth", text, 1, DEPTH_LIMIT, &number);
        recipe->limits.depth = (int)number;
        return exit_code;
    case ARG_NODES:
        return command_number(self, "--nodes", text, 1, INT64_MAX, &recipe->limits.nodes);
    case ARG_TIME:
        return command_number(self, "--movetime", text, 1, DAY_MS, &recipe->time_ms);
    case ARG_MATE:
        exit_code = command_number(self, "--mate", text, 1, PLY_MAX, &number);
        recipe->limits.mate = (int)number;
        return exit_code;
    default:
        return EXIT_BAD;
    }
}

bool recipe_args_has_limit(const Recipe *recipe) {
    return recipe->limits.depth || recipe->limits.nodes || recipe->limits.mate || recipe->time_ms;
}
