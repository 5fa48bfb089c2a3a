#include "args.h"

#include <assert.h>
#include <getopt.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"

static const char HELP[] = "help"; // the option that every command has

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

bool arg_is_operand(const Arg *arg) {
    assert(arg && arg->name);
    return arg->name[0] >= 'A' && arg->name[0] <= 'Z';
}

static bool takes_value(const Arg *arg) {
    return arg->kind != ARG_FLAG;
}

// `request` is null where only the names matter.
static void collect(const ArgTable *table, char *request, Entries *entries) {
    for (size_t i = 0; i < table->count; i++) {
        const Arg *arg = &table->rows[i];
        if (arg->kind == ARG_GROUP) {
            collect(arg->group, request ? request + arg->offset : NULL, entries);
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
    Nearest nearest = nearest_begin(text);
    nearest_offer_all(&nearest, arg->choices);
    nearest_write(&nearest, "", &words);
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
        error_set(error, status, "%s%s: %s", arg_is_operand(entry->arg) ? "" : "--",
                  entry->arg->name, why.text);
    return status;
}

// ---- names ----

// How a word of the command line names an option: `--name`, an abbreviation of it, or
// `--name=value`.
static Str name_in(const char *word) {
    Str rest = str_of(word + 2);
    return str_until(&rest, '=');
}

static bool is_abbreviation(Str name, const char *known) {
    return name.len <= strlen(known) && !memcmp(known, name.at, name.len);
}

// The option that a word names, or null if there is none or more than one.
static const Arg *find_option(const Entries *entries, Str name) {
    const Arg *found = NULL;
    int count = 0;
    for (int i = 0; i < entries->count; i++) {
        const Arg *arg = entries->at[i].arg;
        if (arg_is_operand(arg) || !is_abbreviation(name, arg->name))
            continue;
        if (name.len == strlen(arg->name))
            return arg;
        found = arg;
        count++;
    }
    return count == 1 ? found : NULL;
}

// The options that the word may be short for.
static int write_candidates(const Entries *entries, Str name, StrBuf *out) {
    int count = 0;
    for (int i = 0; i < entries->count; i++)
        if (!arg_is_operand(entries->at[i].arg) && is_abbreviation(name, entries->at[i].arg->name))
            strbuf_format(out, "%s--%s", count++ ? ", " : "", entries->at[i].arg->name);
    if (is_abbreviation(name, HELP))
        strbuf_format(out, "%s--%s", count++ ? ", " : "", HELP);
    return count;
}

// Why getopt_long does not know a word that begins with two dashes.
static Status refuse_option(const Entries *entries, const char *word, Error *error) {
    const Str name = name_in(word);
    const Arg *flag = find_option(entries, name);
    if (flag || str_eq(name, HELP))
        return error_set(error, STATUS_BAD_INPUT, "--%s takes no value; see --help",
                         flag ? flag->name : HELP);
    char memory[256];
    StrBuf text = strbuf_init(memory, sizeof memory);
    if (write_candidates(entries, name, &text))
        return error_set(error, STATUS_BAD_INPUT, "--%.*s is short for several options: %s",
                         STR_ARG(name), memory);
    Nearest nearest = nearest_begin_str(name);
    for (int i = 0; i < entries->count; i++)
        if (!arg_is_operand(entries->at[i].arg) && entries->at[i].arg->help)
            nearest_offer(&nearest, entries->at[i].arg->name);
    nearest_write(&nearest, "--", &text);
    return error_set(error, STATUS_BAD_INPUT, "--%.*s is not an option%s%s", STR_ARG(name), memory,
                     nearest.found ? " See --help" : "; see --help");
}

// ---- the words of a command ----

static Status take_options(const Entries *entries, int argc, char **argv, bool *is_help,
                           Error *error) {
    struct option options[ARGS_MAX + 2] = {{HELP, no_argument, NULL, 'h'}};
    int count = 1;
    for (int i = 0; i < entries->count; i++)
        if (!arg_is_operand(entries->at[i].arg))
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
            return error_set(error, STATUS_BAD_INPUT, "--%s needs a value; see --help",
                             entries->at[optopt - FIRST_CODE].arg->name);
        if (code == '?' && optopt && optopt != 'h' && optopt < FIRST_CODE)
            return error_set(error, STATUS_BAD_INPUT, "-%c is not an option; see --help", optopt);
        if (code == '?')
            return refuse_option(entries, argv[optind - 1], error);
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
        if (!arg_is_operand(arg))
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

// Whether a word is `--name` or `--name=value`. *value is what follows the `=`, or null.
static bool is_this(const char *word, const char *name, const char **value) {
    const size_t length = strlen(name);
    if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, name, length) != 0 ||
        (word[2 + length] && word[2 + length] != '='))
        return false;
    *value = word[2 + length] ? word + 2 + length + 1 : NULL;
    return true;
}

static void remove_words(int at, int count, int *argc, char **argv) {
    memmove(argv + at, argv + at + count, (size_t)(*argc - at - count + 1) * sizeof *argv);
    *argc -= count;
}

Status args_take(const ArgTable *table, const char *name, int *argc, char **argv,
                 const char **value, Error *error) {
    Entries entries = {.count = 0};
    if (table)
        collect(table, NULL, &entries);
    for (int i = 1; i < *argc && strcmp(argv[i], "--") != 0;) {
        const char *text;
        if (is_this(argv[i], name, &text)) {
            *value = text ? text : argv[i + 1];
            if (!*value)
                return error_set(error, STATUS_BAD_INPUT, "--%s needs a value; see --help", name);
            remove_words(i, text ? 1 : 2, argc, argv);
            continue;
        }
        if (!table)
            break;
        const bool is_option = !strncmp(argv[i], "--", 2) && !strchr(argv[i], '=');
        const Arg *arg = is_option ? find_option(&entries, name_in(argv[i])) : NULL;
        i += arg && takes_value(arg) ? 2 : 1;
    }
    return STATUS_OK;
}
