#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "app/command.h"

typedef struct Request {
    int depth;
    const char *file;
} Request;

// Answers "no" for a depth of 7 only.
static Exit run(const Command *self, void *context) {
    const Request *request = context;
    assert_string_equal(self->name, "frob");
    assert_string_equal(request->file, "games.db");
    return request->depth == 7 ? EXIT_NO : EXIT_OK;
}

static void print_more(char **words, FILE *out) {
    fprintf(out, "\nMore about %s.\n", *words ? *words : "nothing");
}

static const Arg ROWS[] = {
    ARG_ROW_TEXT(Request, file, "FILE", NULL, "a file of games"),
    ARG_ROW_NUMBER(Request, depth, "depth", "N", 1, 127, "stop after this depth"),
};

static const Command FROB = {
    .name = "frob",
    .usage = "FILE [options]\n--json",
    .about = "Frobs a file.",
    .args = ARG_TABLE(ROWS),
    .print_more = print_more,
    .notes = "A note.",
    .example = "games.db --depth 3",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.depth = 7},
    .run = run,
};

static Exit run_with(char *first, char *second, char *third) {
    char name[] = "frob";
    char *argv[] = {name, first, second, third, NULL};
    int argc = 1;
    while (argv[argc])
        argc++;
    return command_run(&FROB, argc, argv);
}

static void options_reach_the_command(void **state) {
    (void)state;
    char file[] = "games.db", depth[] = "--depth", five[] = "5", zero[] = "0", help[] = "--help";
    assert_int_equal(run_with(file, NULL, NULL), EXIT_NO); // the default
    assert_int_equal(run_with(file, depth, five), EXIT_OK);
    assert_int_equal(run_with(file, depth, zero), EXIT_BAD);
    assert_int_equal(run_with(NULL, NULL, NULL), EXIT_BAD);
    assert_int_equal(run_with(help, NULL, NULL), EXIT_OK);
}

static void help_is_made_from_the_table(void **state) {
    (void)state;
    char *text = NULL, word[] = "games.db", *words[] = {word, NULL};
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    command_help(&FROB, words, out);
    fclose(out);
    assert_string_equal(text, "usage: yuragi-shogi frob FILE [options]\n"
                              "       yuragi-shogi frob --json\n"
                              "\n"
                              "Frobs a file.\n"
                              "\n"
                              "  FILE       a file of games\n"
                              "  --depth N  stop after this depth\n"
                              "\n"
                              "More about games.db.\n"
                              "\n"
                              "A note.\n"
                              "\n"
                              "example: yuragi-shogi frob games.db --depth 3\n");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_reach_the_command),
        cmocka_unit_test(help_is_made_from_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
