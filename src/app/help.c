#include "help.h"

#include <string.h>

enum {
    COLUMNS = 80,
    INDENT = 2,
    LEFT_MAX = 22, // letters; longer words get a line of their own
    LEFT_BYTES = 160,
};

// ---- lines ----

// Prints words from column `at` on, and further lines from column `column` on.
static void wrap(const char *text, int at, int column, FILE *out) {
    bool is_first = true;
    while (*text) {
        const int length = (int)strcspn(text, " \n");
        const bool is_full = !is_first && at + 1 + length > COLUMNS;
        if (is_full)
            at = fprintf(out, "\n%*s", column, "") - 1;
        else if (!is_first)
            at += fprintf(out, " ");
        at += fprintf(out, "%.*s", length, text);
        is_first = false;
        text += length;
        if (*text == '\n') {
            at = fprintf(out, "\n%*s", column, "") - 1;
            is_first = true;
        }
        text += *text != '\0';
    }
    fputc('\n', out);
}

void help_paragraph(const char *text, FILE *out) {
    wrap(text, 0, 0, out);
}

void help_row(const char *left, const char *sentence, int column, FILE *out) {
    int used = fprintf(out, "%*s%s", INDENT, "", left);
    if (used + 2 > column) {
        fputc('\n', out);
        used = 0;
    }
    fprintf(out, "%*s", column - used, "");
    wrap(sentence, column, column, out);
}

// Where sentences begin if the longest words of moderate length are to fit on the left.
static int column_for(int length, int column) {
    const int wanted = INDENT + length + 2;
    return length <= LEFT_MAX && wanted > column ? wanted : column;
}

// ---- options of commands ----

static void write_left(const Arg *arg, StrBuf *out) {
    const bool is_option = arg->kind != ARG_NOTE && !(arg->name[0] >= 'A' && arg->name[0] <= 'Z');
    strbuf_format(out, "%s%s", is_option ? "--" : "", arg->name);
    if (arg->value)
        strbuf_format(out, " %s", arg->value);
    for (int i = 0; arg->choices && arg->choices[i]; i++)
        strbuf_format(out, "%c%s", i ? '|' : ' ', arg->choices[i]);
}

static int rows_column(const ArgTable *table, int column) {
    for (size_t i = 0; i < table->count; i++) {
        const Arg *arg = &table->rows[i];
        if (arg->kind == ARG_GROUP) {
            column = rows_column(arg->group, column);
        } else if (arg->name && arg->help) {
            char left[LEFT_BYTES];
            StrBuf text = strbuf_init(left, sizeof left);
            write_left(arg, &text);
            column = column_for((int)text.len, column);
        }
    }
    return column;
}

static void print_rows(const ArgTable *table, int column, FILE *out) {
    for (size_t i = 0; i < table->count; i++) {
        const Arg *arg = &table->rows[i];
        if (arg->kind == ARG_GROUP) {
            print_rows(arg->group, column, out);
        } else if (arg->name && arg->help) {
            char left[LEFT_BYTES];
            StrBuf text = strbuf_init(left, sizeof left);
            write_left(arg, &text);
            help_row(left, arg->help, column, out);
        } else if (arg->help) {
            fputc('\n', out);
            help_paragraph(arg->help, out);
        }
    }
}

void help_args(const ArgTable *table, FILE *out) {
    print_rows(table, rows_column(table, 0), out);
}

// ---- engine options ----

static void write_default(const OptionSpec *spec, StrBuf *out) {
    strbuf_format(out, "%s%s%s", spec->name, spec->fallback ? "=" : "",
                  spec->fallback ? spec->fallback : "");
}

// What an option does, its type and the values it takes.
static void write_meaning(const OptionSpec *spec, StrBuf *out) {
    strbuf_format(out, "%s (%s", spec->help, option_type(spec));
    if (spec->kind == OPTION_SPIN || spec->kind == OPTION_REAL)
        strbuf_format(out, " %.10g to %.10g", spec->min, spec->max);
    for (int i = 0; spec->kind == OPTION_COMBO && spec->choices[i]; i++)
        strbuf_format(out, "%s%s", i ? ", " : ": ", spec->choices[i]);
    strbuf_char(out, ')');
}

void help_options(const OptionTable *table, FILE *out) {
    int column = 0;
    char left[LEFT_BYTES], right[1024];
    for (size_t i = 0; i < table->count; i++) {
        StrBuf text = strbuf_init(left, sizeof left);
        write_default(&table->specs[i], &text);
        column = column_for((int)text.len, column);
    }
    for (size_t i = 0; i < table->count; i++) {
        StrBuf text = strbuf_init(left, sizeof left), sentence = strbuf_init(right, sizeof right);
        write_default(&table->specs[i], &text);
        write_meaning(&table->specs[i], &sentence);
        help_row(left, right, column, out);
    }
}
