#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "app/help.h"

static const char *const COLORS[] = {"black", "white", NULL};

typedef struct Part {
    int64_t nodes;
} Part;

typedef struct Request {
    double least;
    int color;
    bool is_json;
    Part part;
    const char *file;
} Request;

static const Arg PART_ROWS[] = {
    ARG_ROW_NUMBER(Part, nodes, "nodes", "N", 1, INT64_MAX, "stop after so many nodes"),
};
static const ArgTable PART_ARGS = ARG_TABLE(PART_ROWS);

static const Arg ROWS[] = {
    ARG_ROW_REAL(Request, least, "min-probability", "P", 0, 1, "smallest probability"),
    ARG_ROW_CHOICE(Request, color, "color", COLORS, "the side of the player"),
    ARG_ROW_GROUP(Request, part, PART_ARGS),
    ARG_ROW_NOTE(NULL, "A paragraph between the rows."),
    ARG_ROW_NOTE("a note", "which is no option"),
    ARG_ROW_FLAG(Request, is_json, "json", "print one JSON object"),
    ARG_ROW_TEXT(Request, file, "FILE", NULL, "a file of games"),
};

static char *printed(void (*print)(FILE *out)) {
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    print(out);
    fclose(out);
    return text;
}

static void assert_printed(void (*print)(FILE *out), const char *expected) {
    char *text = printed(print);
    assert_string_equal(text, expected);
    free(text);
}

static void print_args(FILE *out) {
    const ArgTable table = ARG_TABLE(ROWS);
    help_args(&table, out);
}

static void rows_are_aligned(void **state) {
    (void)state;
    assert_printed(print_args, "  --min-probability P  smallest probability\n"
                               "  --color black|white  the side of the player\n"
                               "  --nodes N            stop after so many nodes\n"
                               "\n"
                               "A paragraph between the rows.\n"
                               "  a note               which is no option\n"
                               "  --json               print one JSON object\n"
                               "  FILE                 a file of games\n");
}

static void print_paragraph(FILE *out) {
    help_paragraph("A sentence that is longer than one line of eighty columns and goes on in the "
                   "second line.\nA line of its own.",
                   out);
}

static void paragraphs_are_wrapped(void **state) {
    (void)state;
    assert_printed(print_paragraph,
                   "A sentence that is longer than one line of eighty columns and goes on in the\n"
                   "second line.\n"
                   "A line of its own.\n");
}

typedef struct Settings {
    bool is_on, is_pressed;
    int threads, search;
    double ts;
    char note[8], file[8];
} Settings;

static void print_options(FILE *out) {
    static const OptionSpec SPECS[] = {
        OPTION_ROW_CHECK(Settings, is_on, "OwnBook", "true", "play from the book"),
        OPTION_ROW_SPIN(Settings, threads, "Threads", "2", 1, 512, "number of search threads"),
        OPTION_ROW_REAL(Settings, ts, "Ts", "0.5", 0, 100000, "selection temperature"),
        OPTION_ROW_COMBO(Settings, search, "AnOptionWithALongName", "black", COLORS,
                         "a sentence that is too long for the rest of a line of eighty columns"),
        OPTION_ROW_STRING(Settings, note, "Note", "", "a free text"),
        OPTION_ROW_FILE(Settings, file, "EvalFile", "a", "file of weights"),
        OPTION_ROW_BUTTON(Settings, is_pressed, "ClearHash", "clear the table"),
    };
    const OptionTable table = OPTION_TABLE(SPECS);
    help_options(&table, out);
}

static void options_explain_themselves(void **state) {
    (void)state;
    assert_printed(print_options,
                   "  OwnBook=true  play from the book (check)\n"
                   "  Threads=2     number of search threads (spin 1 to 512)\n"
                   "  Ts=0.5        selection temperature (real 0 to 100000)\n"
                   "  AnOptionWithALongName=black\n"
                   "                a sentence that is too long for the rest of a line of eighty\n"
                   "                columns (combo: black, white)\n"
                   "  Note=         a free text (string)\n"
                   "  EvalFile=a    file of weights (filename)\n"
                   "  ClearHash     clear the table (button)\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_aligned),
        cmocka_unit_test(paragraphs_are_wrapped),
        cmocka_unit_test(options_explain_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
