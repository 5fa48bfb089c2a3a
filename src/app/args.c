#include "args.h"

#include <assert.h>
#include <getopt.h>
#include <string.h>

#include "base/str.h"

enum { FIRST_CODE = 0x100 }; // of getopt: the code of entry 0, above all letters

// An option or operand of a table or of one of its groups.
typedef struct Entry {
    const Arg *arg;
    char *request; // the struct that the row's table describes
} Entry;

typedef struct Entries {
    Entry at[ARGS_MAX];
    int count;
} Entries;

static bool is_operand(const Arg *arg) {
    assert(arg && arg->name);
    return arg->name[0] >= 'A' && arg->name[0] <= 'Z';
}

static bool takes_value(const Arg *arg) {
    return arg->kind != ARG_FLAG;
}

static void collect(const ArgTable *table, char *request, Entries *entries) {
    for (size_t i = 0; i < table->count; i++) {
        const Arg *arg = &table->rows[i];
        if (arg->kind == ARG_GROUP) {
            collect(arg->group, request + arg->offset, entries);
        } else if (arg->kind != ARG_NOTE) {
            assert(entries->count < ARGS_MAX);
            entries->at[entries->count++] = (Entry){arg, request};
        }
    }
}

// ---- one field ----

static Status set_number(const Arg *arg, void *field, const char *text, Error *error) {
    int64_t number;
    if (!str_int(str_of(text), arg->min, arg->max, &number))
        return error_set(error, STATUS_BAD_INPUT, "'%.60s' is not a whole number from %lld to %lld",
                         text, (long long)arg->min, (long long)arg->max);
    const int small = (int)number;
    if (arg->size == sizeof small)
        memcpy(field, &small, sizeof small);
    else
        memcpy(field, &number, sizeof number);
    return STATUS_OK;
}

static Status set_real(const Arg *arg, double *field, const char *text, Error *error) {
    double number;
    if (!str_real(str_of(text), &number) || number < (double)arg->min || number > (double)arg->max)
        return error_set(error, STATUS_BAD_INPUT, "'%.60s' is not a number from %lld to %lld", text,
                         (long long)arg->min, (long long)arg->max);
    *field = number;
    return STATUS_OK;
}

static Status set_choice(const Arg *arg, void *field, const char *text, Error *error) {
    char list[256];
    StrBuf words = strbuf_init(list, sizeof list);
    for (int i = 0; arg->choices[i]; i++) {
        if (!strcmp(text, arg->choices[i])) {
            if (arg->kind == ARG_WORD)
                *(const char **)field = arg->choices[i];
            else
                memcpy(field, &i, sizeof i);
            return STATUS_OK;
        }
        strbuf_format(&words, "%s%s", i ? ", " : "", arg->choices[i]);
    }
    return error_set(error, STATUS_BAD_INPUT, "'%.60s' is none of %s", text, list);
}

static Status add_to_list(const Arg *arg, ArgList *list, const char *text, Error *error) {
    if (list->count == (int)arg->max)
        return error_set(error, STATUS_BAD_INPUT, "at most %d of them", list->count);
    list->at[list->count++] = text;
    return STATUS_OK;
}

static Status set_field(const Entry *entry, const char *text, Error *error) {
    const Arg *arg = entry->arg;
    assert(arg); // `collect` filled the entry
    void *field = entry->request + arg->offset;
    switch (arg->kind) {
    case ARG_FLAG:
        *(bool *)field = true;
        break;
    case ARG_TEXT:
        *(const char **)field = text;
        break;
    case ARG_NUMBER:
        return set_number(arg, field, text, error);
    case ARG_REAL:
        return set_real(arg, field, text, error);
    case ARG_CHOICE:
    case ARG_WORD:
        return set_choice(arg, field, text, error);
    case ARG_CALL:
        return arg->take(arg, entry->request, text, error);
    case ARG_LIST:
        return add_to_list(arg, field, text, error);
    case ARG_REST:
    case ARG_GROUP:
    case ARG_NOTE:
        break;
    }
    return STATUS_OK;
}

static Status take(const Entry *entry, const char *text, Error *error) {
    Error why;
    const Status status = set_field(entry, text, &why);
    if (status != STATUS_OK)
        error_set(error, status, "%s%s: %s", is_operand(entry->arg) ? "" : "--", entry->arg->name,
                  why.text);
    return status;
}

// ---- the words of a command ----

static Status take_options(const Entries *entries, int argc, char **argv, bool *is_help,
                           Error *error) {
    struct option options[ARGS_MAX + 2] = {{"help", no_argument, NULL, 'h'}};
    int count = 1;
    for (int i = 0; i < entries->count; i++)
        if (!is_operand(entries->at[i].arg))
            options[count++] =
                (struct option){entries->at[i].arg->name,
                                takes_value(entries->at[i].arg) ? required_argument : no_argument,
                                NULL, FIRST_CODE + i};
    opterr = 0;
    optind = 0; // begins anew
    for (int code; (code = getopt_long(argc, argv, ":h", options, NULL)) != -1;) {
        *is_help = code == 'h';
        if (*is_help)
            return STATUS_OK;
        if (code == ':')
            return error_set(error, STATUS_BAD_INPUT, "%s needs a value; see --help",
                             argv[optind - 1]);
        if (code == '?')
            return error_set(error, STATUS_BAD_INPUT,
                             "%s is not an option, or needs no value; see --help",
                             argv[optind - 1]);
        TRY(take(&entries->at[code - FIRST_CODE], optarg, error));
    }
    return STATUS_OK;
}

static bool has_position(const Entries *entries) {
    for (int i = 0; i < entries->count; i++)
        if (!strcmp(entries->at[i].arg->name, "position"))
            return true;
    return false;
}

static Status take_operands(const Entries *entries, int count, char **words, Error *error) {
    const char *expected = NULL;
    for (int i = 0; i < entries->count; i++) {
        const Arg *arg = entries->at[i].arg;
        if (!is_operand(arg))
            continue;
        if (arg->kind == ARG_REST) {
            *(ArgRest *)(void *)(entries->at[i].request + arg->offset) = (ArgRest){words, count};
            return STATUS_OK;
        }
        expected = arg->name;
        if (!*words)
            return error_set(error, STATUS_BAD_INPUT, "expected one %s; see --help", expected);
        TRY(take(&entries->at[i], *words++, error));
        count--;
    }
    if (!*words)
        return STATUS_OK;
    if (expected)
        return error_set(error, STATUS_BAD_INPUT, "'%.60s': expected one %s; see --help", *words,
                         expected);
    return error_set(error, STATUS_BAD_INPUT, "'%.60s': expected options only%s; see --help",
                     *words, has_position(entries) ? ", a position with --position" : "");
}

Status args_parse(const ArgTable *table, int argc, char **argv, void *request, bool *is_help,
                  Error *error) {
    Entries entries = {.count = 0};
    collect(table, request, &entries);
    *is_help = false;
    TRY(take_options(&entries, argc, argv, is_help, error));
    return *is_help ? STATUS_OK : take_operands(&entries, argc - optind, argv + optind, error);
}
