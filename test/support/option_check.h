// option_check.h — the checks that a table of options has to pass.
#pragma once

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/option.h"

// Printable ASCII without spaces: what every GUI reads as one token.
static inline bool option_is_token(const char *text) {
    for (; *text; text++)
        if (*text <= ' ' || *text > '~')
            return false;
    return true;
}

static inline bool option_is_name(const char *name) {
    const size_t len = strlen(name);
    for (size_t i = 0; i < len; i++)
        if (!isalnum((unsigned char)name[i]) && name[i] != '_')
            return false;
    return len > 0 && len <= OPTION_NAME_MAX;
}

static inline bool option_is_field_sized(const OptionSpec *spec) {
    switch (spec->kind) {
    case OPTION_CHECK:
    case OPTION_BUTTON:
        return spec->size == sizeof(bool);
    case OPTION_SPIN:
    case OPTION_COMBO:
        return spec->size == sizeof(int);
    case OPTION_REAL:
        return spec->size == sizeof(double);
    case OPTION_STRING:
    case OPTION_FILE:
        return spec->size > 0 && spec->size <= OPTION_TEXT_MAX;
    }
    return false;
}

static inline bool option_is_range(const OptionSpec *spec) {
    if (spec->kind == OPTION_REAL)
        return isfinite(spec->min) && isfinite(spec->max) && spec->min <= spec->max;
    if (spec->kind == OPTION_SPIN)
        return spec->min >= INT32_MIN && spec->max <= INT32_MAX && spec->min <= spec->max &&
               spec->min == floor(spec->min) && spec->max == floor(spec->max);
    return spec->min == 0 && spec->max == 0;
}

static inline bool option_is_choice_list(const OptionSpec *spec) {
    if (spec->kind != OPTION_COMBO)
        return !spec->choices;
    if (!spec->choices || !spec->choices[0])
        return false;
    for (int i = 0; spec->choices[i]; i++) {
        if (!*spec->choices[i] || !option_is_token(spec->choices[i]))
            return false;
        for (int j = 0; j < i; j++)
            if (!strcasecmp(spec->choices[j], spec->choices[i]))
                return false;
    }
    return true;
}

static inline Status option_check_spec(const OptionSpec *spec, Error *error) {
    const char *fault = NULL;
    if (!option_is_field_sized(spec))
        fault = "its kind does not fit the size of its field";
    else if (!option_is_range(spec))
        fault = "its range is wrong for its kind";
    else if (!option_is_choice_list(spec))
        fault = "its choices are wrong for its kind";
    else if (!spec->help || !*spec->help)
        fault = "it has no help";
    else if (spec->kind == OPTION_BUTTON ? spec->fallback != NULL
                                         : !spec->fallback || !option_is_token(spec->fallback))
        fault = "its default is not one word";
    if (fault)
        return error_set(error, STATUS_BAD_INPUT, "option %s: %s", spec->name, fault);
    char field[OPTION_TEXT_MAX];
    OptionSpec alone = *spec;
    alone.offset = 0;
    return option_set(&(OptionTable){&alone, 1}, field, str_of(spec->name),
                      str_of(spec->fallback ? spec->fallback : ""), error);
}

// Whether the rows of a table are consistent and every default is a value that its own row accepts.
static inline Status option_table_check(const OptionTable *table, Error *error) {
    const OptionSpec *specs = table->specs;
    for (size_t i = 0; i < table->count; i++) {
        if (!specs[i].name || !option_is_name(specs[i].name))
            return error_set(error, STATUS_BAD_INPUT, "the name of option %zu is not a name", i);
        if (option_find(&(OptionTable){specs, i}, str_of(specs[i].name)))
            return error_set(error, STATUS_BAD_INPUT, "there are two options %s", specs[i].name);
        TRY(option_check_spec(&specs[i], error));
    }
    return STATUS_OK;
}
