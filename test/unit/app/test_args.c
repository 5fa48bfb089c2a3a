#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "app/args.h"
#include "base/str.h"

typedef struct Part {
    int64_t nodes;
    bool has_pair;
} Part;

typedef struct Request {
    int depth;
    double least;
    const char *position;
    int color;
    const char *result;
    bool is_json;
    ArgList engines;
    Part part;
    const char *file;
    ArgRest rest;
} Request;

static Status take_pair(const Arg *arg, void *request, const char *text, Error *error) {
    assert_string_equal(arg->name, "pair");
    if (!strchr(text, '='))
        return error_set(error, STATUS_BAD_INPUT, "'%s' is not NAME=VALUE", text);
    ((Part *)request)->has_pair = true;
    return STATUS_OK;
}

static const char *const COLORS[] = {"black", "white", NULL};
static const char *const RESULTS[] = {"won", "lost", NULL};

static const Arg PART_ROWS[] = {
    ARG_ROW_NUMBER(Part, nodes, "nodes", "N", 1, INT64_MAX, "stop after so many nodes"),
    ARG_ROW_CALL("pair", "NAME=VALUE", take_pair, "a pair"),
};
static const ArgTable PART_ARGS = ARG_TABLE(PART_ROWS);

#define COMMON_ROWS                                                                                \
    ARG_ROW_NUMBER(Request, depth, "depth", "N", 1, 127, "stop after this depth"),                 \
        ARG_ROW_REAL(Request, least, "min-probability", "P", 0, 1, "smallest probability"),        \
        ARG_ROW_CHOICE(Request, color, "color", COLORS, "the side of the player"),                 \
        ARG_ROW_WORD(Request, result, "result", RESULTS, "the result"),                            \
        ARG_ROW_LIST(Request, engines, "engine", "TEXT", 2, "an engine"),                          \
        ARG_ROW_GROUP(Request, part, PART_ARGS), ARG_ROW_NOTE("a note", "which is no option"),     \
        ARG_ROW_FLAG(Request, is_json, "json", "print one JSON object")

static const Arg OPTION_ROWS[] = {
    COMMON_ROWS,
    ARG_ROW_TEXT(Request, position, "position", "TEXT", "a position"),
};
static const Arg ONE_ROWS[] = {COMMON_ROWS,
                               ARG_ROW_TEXT(Request, file, "FILE", NULL, "a file of games")};
static const Arg REST_ROWS[] = {COMMON_ROWS,
                                ARG_ROW_REST(Request, rest, "WORDS", "everything else")};
static const ArgTable OPTIONS = ARG_TABLE(OPTION_ROWS), ONE = ARG_TABLE(ONE_ROWS),
                      REST = ARG_TABLE(REST_ROWS);

// The words of a command line, separated by spaces.
static Status parse(const ArgTable *table, const char *line, Request *request, bool *is_help,
                    Error *error) {
    static char memory[512];
    static char *argv[32];
    static char name[] = "command";
    int argc = 0;
    argv[argc++] = name;
    StrBuf copy = strbuf_init(memory, sizeof memory);
    strbuf_text(&copy, line);
    for (char *word = strtok(memory, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    *request = (Request){.color = 1};
    error->text[0] = '\0';
    return args_parse(table, argc, argv, request, is_help, error);
}

static Request parsed(const ArgTable *table, const char *line) {
    Request request;
    Error error;
    bool is_help;
    assert_int_equal(parse(table, line, &request, &is_help, &error), STATUS_OK);
    assert_string_equal(error.text, "");
    assert_false(is_help);
    return request;
}

static void assert_refused(const ArgTable *table, const char *line, const char *sentence) {
    Request request;
    Error error;
    bool is_help;
    assert_int_equal(parse(table, line, &request, &is_help, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, sentence);
}

static void defaults_stay(void **state) {
    (void)state;
    const Request request = parsed(&OPTIONS, "");
    assert_int_equal(request.color, 1);
    assert_int_equal(request.depth, 0);
    assert_false(request.is_json);
    assert_null(request.position);
}

static void every_kind_is_set(void **state) {
    (void)state;
    const Request request =
        parsed(&OPTIONS,
               "--depth 7 --min-probability=0.25 --color black --result lost --engine a --engine b "
               "--nodes 9223372036854775807 --pair x=y --json --pos startpos");
    assert_int_equal(request.depth, 7);
    assert_true(request.least == 0.25);
    assert_int_equal(request.color, 0);
    assert_ptr_equal(request.result, RESULTS[1]);
    assert_int_equal(request.engines.count, 2);
    assert_string_equal(request.engines.at[1], "b");
    assert_int_equal(request.part.nodes, INT64_MAX);
    assert_true(request.part.has_pair);
    assert_true(request.is_json);
    assert_string_equal(request.position, "startpos"); // by an abbreviation
}

static void operands_may_stand_anywhere(void **state) {
    (void)state;
    const Request one = parsed(&ONE, "games.db --json");
    assert_string_equal(one.file, "games.db");
    assert_true(one.is_json);
    const Request rest = parsed(&REST, "a --depth 3 b -- --json");
    assert_int_equal(rest.depth, 3);
    assert_false(rest.is_json);
    assert_string_equal(rest.rest.words[0], "a");
    assert_string_equal(rest.rest.words[1], "b");
    assert_string_equal(rest.rest.words[2], "--json");
    assert_null(rest.rest.words[3]);
    assert_int_equal(rest.rest.count, 3);
    assert_int_equal(parsed(&REST, "").rest.count, 0);
}

static void bad_values_are_refused(void **state) {
    (void)state;
    assert_refused(&OPTIONS, "--depth 0", "--depth: '0' is not a whole number from 1 to 127");
    assert_refused(&OPTIONS, "--depth x", "--depth: 'x' is not a whole number from 1 to 127");
    assert_refused(&OPTIONS, "--min-probability 2",
                   "--min-probability: '2' is not a number from 0 to 1");
    assert_refused(&OPTIONS, "--color red", "--color: 'red' is none of black, white");
    assert_refused(&OPTIONS, "--color blck",
                   "--color: 'blck' is none of black, white; did you mean black?");
    assert_refused(&OPTIONS, "--result drawn", "--result: 'drawn' is none of won, lost");
    assert_refused(&OPTIONS, "--engine a --engine b --engine c", "--engine: at most 2 of them");
    assert_refused(&OPTIONS, "--pair xy", "--pair: 'xy' is not NAME=VALUE");
}

static void bad_words_are_refused(void **state) {
    (void)state;
    assert_refused(&OPTIONS, "--depth", "--depth needs a value; see --help");
    assert_refused(&OPTIONS, "--dep", "--depth needs a value; see --help");
    assert_refused(&OPTIONS, "--frob", "--frob is not an option; see --help");
    assert_refused(&OPTIONS, "--dept-h=1",
                   "--dept-h is not an option; did you mean --depth? See --help");
    assert_refused(&OPTIONS, "-x", "-x is not an option; see --help");
    assert_refused(&OPTIONS, "-xyz", "-x is not an option; see --help");
    assert_refused(&OPTIONS, "--json=1", "--json takes no value; see --help");
    assert_refused(&OPTIONS, "--js=1", "--json takes no value; see --help");
    assert_refused(&OPTIONS, "--help=1", "--help takes no value; see --help");
    assert_refused(&OPTIONS, "--p 1", "--p is short for several options: --pair, --position");
    assert_refused(&OPTIONS, "startpos",
                   "'startpos': expected options only, a position with --position; see --help");
    assert_refused(&ONE, "", "expected one FILE; see --help");
    assert_refused(&ONE, "a b", "'b': expected one FILE; see --help");
    assert_refused(&PART_ARGS, "a", "'a': expected options only; see --help");
}

static void help_ends_the_reading(void **state) {
    (void)state;
    static const char *const LINES[] = {"--help", "-h", "--json -h --frob", "a b --help"};
    for (size_t i = 0; i < ARRAY_LEN(LINES); i++) {
        Request request;
        Error error;
        bool is_help = false;
        assert_int_equal(parse(&ONE, LINES[i], &request, &is_help, &error), STATUS_OK);
        assert_true(is_help);
    }
}

// What is left of a command line without --game, and its value.
static void assert_taken(const ArgTable *table, const char *line, const char *left,
                         const char *value) {
    static char memory[512], joined[512];
    char *argv[32], name[] = "command";
    int argc = 0;
    argv[argc++] = name;
    StrBuf copy = strbuf_init(memory, sizeof memory);
    strbuf_text(&copy, line);
    for (char *word = strtok(memory, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    const char *found = NULL;
    Error error;
    assert_int_equal(args_take(table, "game", &argc, argv, &found, &error), STATUS_OK);
    StrBuf rest = strbuf_init(joined, sizeof joined);
    for (int i = 1; i < argc; i++)
        strbuf_format(&rest, "%s%s", i > 1 ? " " : "", argv[i]);
    assert_string_equal(joined, left);
    assert_null(argv[argc]);
    if (value)
        assert_string_equal(found, value);
    else
        assert_null(found);
}

static void an_option_of_all_commands_is_taken_out(void **state) {
    (void)state;
    assert_taken(&REST, "a --game chess b", "a b", "chess");
    assert_taken(&REST, "a --game=chess", "a", "chess");
    assert_taken(&REST, "--json --game chess --depth 3", "--json --depth 3", "chess");
    assert_taken(&REST, "--depth 3 --game shogi --game chess", "--depth 3", "chess");
    assert_taken(&REST, "--depth=3 --game chess", "--depth=3", "chess");
    // The value of another option, and what follows --.
    assert_taken(&REST, "--pair --game chess", "--pair --game chess", NULL);
    assert_taken(&REST, "--pa --game=chess", "--pa --game=chess", NULL);
    assert_taken(&REST, "--pair --pair --game chess", "--pair --pair", "chess");
    assert_taken(&REST, "a -- --game chess", "a -- --game chess", NULL);
    assert_taken(&REST, "--games 3", "--games 3", NULL);
    // Of an unknown command only the first words.
    assert_taken(NULL, "--game chess a", "a", "chess");
    assert_taken(NULL, "a --game chess", "a --game chess", NULL);
    char name[] = "command", game[] = "--game", *argv[] = {name, game, NULL};
    int argc = 2;
    const char *value = NULL;
    Error error;
    assert_int_equal(args_take(&REST, "game", &argc, argv, &value, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "--game needs a value; see --help");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_stay),
        cmocka_unit_test(every_kind_is_set),
        cmocka_unit_test(operands_may_stand_anywhere),
        cmocka_unit_test(bad_values_are_refused),
        cmocka_unit_test(bad_words_are_refused),
        cmocka_unit_test(help_ends_the_reading),
        cmocka_unit_test(an_option_of_all_commands_is_taken_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
