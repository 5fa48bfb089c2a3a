#include "base/option.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/nearest.h"

static const char EMPTY[] = "<empty>"; // how both protocols write a text of no characters

// ---- text ----

bool option_is_same(Str a, const char *text) {
    const Str b = str_of(text);
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (str_lower(a.at[i]) != str_lower(b.at[i]))
            return false;
    return true;
}

// ---- one field ----

static Status set_check(const OptionSpec *spec, void *field, Str value, Error *error) {
    const bool is_true = option_is_same(value, "true");
    if (!is_true && !option_is_same(value, "false"))
        return error_set(error, STATUS_BAD_INPUT, "option %s: \"%.*s\" is neither true nor false",
                         spec->name, STR_ARG(value));
    memcpy(field, &is_true, sizeof is_true);
    return STATUS_OK;
}

static Status set_spin(const OptionSpec *spec, void *field, Str value, Error *error) {
    int64_t number;
    if (!str_int(value, (int64_t)spec->min, (int64_t)spec->max, &number))
        return error_set(error, STATUS_BAD_INPUT,
                         "option %s: \"%.*s\" is not a whole number from %.0f to %.0f", spec->name,
                         STR_ARG(value), spec->min, spec->max);
    const int spin = (int)number;
    memcpy(field, &spin, sizeof spin);
    return STATUS_OK;
}

static Status set_real(const OptionSpec *spec, void *field, Str value, Error *error) {
    double number;
    if (!str_real(value, &number) || number < spec->min || number > spec->max)
        return error_set(error, STATUS_BAD_INPUT,
                         "option %s: \"%.*s\" is not a number from %g to %g", spec->name,
                         STR_ARG(value), spec->min, spec->max);
    memcpy(field, &number, sizeof number);
    return STATUS_OK;
}

static Status set_combo(const OptionSpec *spec, void *field, Str value, Error *error) {
    for (int i = 0; spec->choices[i]; i++)
        if (option_is_same(value, spec->choices[i])) {
            memcpy(field, &i, sizeof i);
            return STATUS_OK;
        }
    char list[256];
    StrBuf choices = strbuf_init(list, sizeof list);
    for (int i = 0; spec->choices[i]; i++)
        strbuf_format(&choices, "%s%s", i ? ", " : "", spec->choices[i]);
    Nearest nearest = nearest_begin_str(value);
    nearest_offer_all(&nearest, spec->choices);
    nearest_write(&nearest, "", &choices);
    return error_set(error, STATUS_BAD_INPUT, "option %s: \"%.*s\" is none of %s", spec->name,
                     STR_ARG(value), list);
}

static Status set_text(const OptionSpec *spec, void *field, Str value, Error *error) {
    if (option_is_same(value, EMPTY))
        value.len = 0;
    if (value.len >= spec->size)
        return error_set(error, STATUS_BAD_INPUT,
                         "option %s: the text has %zu bytes, at most %zu fit", spec->name,
                         value.len, spec->size - 1);
    // A zero byte would cut the text short, a line end would break the protocol wherever it is
    // repeated.
    for (size_t i = 0; i < value.len; i++)
        if ((unsigned char)value.at[i] < ' ')
            return error_set(error, STATUS_BAD_INPUT,
                             "option %s: the text holds a control character", spec->name);
    char *text = field;
    if (value.len)
        memcpy(text, value.at, value.len);
    text[value.len] = '\0';
    return STATUS_OK;
}

static Status set_button(const OptionSpec *spec, void *field, Str value, Error *error) {
    if (value.len)
        return error_set(error, STATUS_BAD_INPUT, "option %s is a button and takes no value",
                         spec->name);
    const bool is_pressed = true;
    memcpy(field, &is_pressed, sizeof is_pressed);
    return STATUS_OK;
}

// Fields are written with memcpy: a combo's field may be an enum, which is not the same type as an
// int.
static Status set_field(const OptionSpec *spec, void *field, Str value, Error *error) {
    switch (spec->kind) {
    case OPTION_CHECK:
        return set_check(spec, field, value, error);
    case OPTION_SPIN:
        return set_spin(spec, field, value, error);
    case OPTION_REAL:
        return set_real(spec, field, value, error);
    case OPTION_COMBO:
        return set_combo(spec, field, value, error);
    case OPTION_STRING:
    case OPTION_FILE:
        return set_text(spec, field, value, error);
    case OPTION_BUTTON:
        return set_button(spec, field, value, error);
    }
    return error_set(error, STATUS_BAD_INPUT, "option %s is of no known kind", spec->name);
}

// ---- tables ----

void option_defaults(const OptionTable *table, void *settings) {
    const OptionSpec *specs = table->specs;
    for (size_t i = 0; i < table->count; i++) {
        char *field = (char *)settings + specs[i].offset;
        if (specs[i].kind == OPTION_BUTTON) {
            memset(field, 0, sizeof(bool));
            continue;
        }
        const Status status = set_field(&specs[i], field, str_of(specs[i].fallback), NULL);
        assert(status == STATUS_OK);
        (void)status;
    }
}

const OptionSpec *option_find(const OptionTable *table, Str name) {
    for (size_t i = 0; i < table->count; i++)
        if (option_is_same(name, table->specs[i].name))
            return &table->specs[i];
    return NULL;
}

Status option_require(const OptionTable *table, Str name, const OptionSpec **spec, Error *error) {
    *spec = option_find(table, name);
    if (*spec)
        return STATUS_OK;
    Nearest nearest = nearest_begin_str(name);
    for (size_t i = 0; i < table->count; i++)
        nearest_offer(&nearest, table->specs[i].name);
    char memory[96];
    StrBuf hint = strbuf_init(memory, sizeof memory);
    nearest_write(&nearest, "", &hint);
    return error_set(error, STATUS_BAD_INPUT, "there is no option \"%.*s\"%s", STR_ARG(name),
                     memory);
}

Status option_set(const OptionTable *table, void *settings, Str name, Str value, Error *error) {
    const OptionSpec *spec;
    TRY(option_require(table, str_trim(name), &spec, error));
    return set_field(spec, (char *)settings + spec->offset, str_trim(value), error);
}

// As a person would write it, where that is the same number.
static void write_real(double real, StrBuf *out) {
    char text[32];
    double back;
    StrBuf digits = strbuf_init(text, sizeof text);
    strbuf_format(&digits, "%.15g", real);
    const bool is_same_number = str_real(str_of(text), &back) && back == real;
    strbuf_format(out, is_same_number ? "%.15g" : "%.17g", real);
}

static int choice_count(const OptionSpec *spec) {
    int count = 0;
    while (spec->choices[count])
        count++;
    return count;
}

Status option_set_number(const OptionTable *table, void *settings, const char *name, double number,
                         Error *error) {
    const OptionSpec *spec;
    TRY(option_require(table, str_of(name), &spec, error));
    const bool is_real = spec->kind == OPTION_REAL;
    if (!is_real && spec->kind != OPTION_SPIN && spec->kind != OPTION_COMBO)
        return error_set(error, STATUS_BAD_INPUT, "option %s is not a number", spec->name);
    const double min = spec->kind == OPTION_COMBO ? 0 : spec->min;
    const double max = spec->kind == OPTION_COMBO ? choice_count(spec) - 1 : spec->max;
    if (!(number >= min && number <= max) || (!is_real && number != floor(number)))
        return error_set(error, STATUS_BAD_INPUT, "option %s: %g is not a %snumber from %g to %g",
                         spec->name, number, is_real ? "" : "whole ", min, max);
    char *field = (char *)settings + spec->offset;
    const int whole = is_real ? 0 : (int)number;
    memcpy(field, is_real ? (const void *)&number : (const void *)&whole,
           is_real ? sizeof number : sizeof whole);
    return STATUS_OK;
}

void option_value(const OptionSpec *spec, const void *settings, StrBuf *out) {
    const char *field = (const char *)settings + spec->offset;
    int number;
    double real;
    switch (spec->kind) {
    case OPTION_CHECK:
        strbuf_text(out, *(const bool *)(const void *)field ? "true" : "false");
        break;
    case OPTION_SPIN:
    case OPTION_COMBO:
        memcpy(&number, field, sizeof number);
        if (spec->kind == OPTION_COMBO)
            strbuf_text(out, spec->choices[number]);
        else
            strbuf_format(out, "%d", number);
        break;
    case OPTION_REAL:
        memcpy(&real, field, sizeof real);
        write_real(real, out);
        break;
    case OPTION_STRING:
    case OPTION_FILE:
        strbuf_text(out, *field ? field : EMPTY);
        break;
    case OPTION_BUTTON:
        break;
    }
}

const char *option_type(const OptionSpec *spec) {
    static const char *const TYPES[] = {
        [OPTION_CHECK] = "check",   [OPTION_SPIN] = "spin",     [OPTION_REAL] = "real",
        [OPTION_COMBO] = "combo",   [OPTION_STRING] = "string", [OPTION_FILE] = "filename",
        [OPTION_BUTTON] = "button",
    };
    return TYPES[spec->kind];
}

void option_print(const OptionSpec *spec, OptionProtocol dialect, StrBuf *out) {
    const bool is_announced_as_text =
        spec->kind == OPTION_REAL || (spec->kind == OPTION_FILE && dialect == OPTION_UCI);
    strbuf_format(out, "option name %s type %s", spec->name,
                  is_announced_as_text ? "string" : option_type(spec));
    if (spec->kind != OPTION_BUTTON)
        strbuf_format(out, " default %s", *spec->fallback ? spec->fallback : EMPTY);
    if (spec->kind == OPTION_SPIN)
        strbuf_format(out, " min %.0f max %.0f", spec->min, spec->max);
    if (spec->kind == OPTION_COMBO)
        for (int i = 0; spec->choices[i]; i++)
            strbuf_format(out, " var %s", spec->choices[i]);
}
