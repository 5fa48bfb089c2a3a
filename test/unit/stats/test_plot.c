// Plots: well-formed XML for any input, round ticks, the same bytes for the same numbers.
#include "testing.h"

#include <ctype.h>
#include <math.h>

#include "base/macros.h"
#include "stats/textplot.h"

static char *drawn(const Plot *plot) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    plot_write(plot, out);
    fclose(out);
    return text;
}

static const char *skip_entity(const char *at) {
    static const char *const known[] = {"&lt;", "&gt;", "&amp;", "&quot;"};
    for (size_t i = 0; i < ARRAY_LEN(known); i++)
        if (!strncmp(at, known[i], strlen(known[i])))
            return at + strlen(known[i]);
    fail_msg("a bare ampersand: %.30s", at);
    return NULL;
}

// One tag after its '<'; attributes are name='value'. Returns the text after its '>'.
static const char *check_tag(const char *at, char names[][32], int *depth) {
    const bool is_end = *at == '/';
    at += is_end;
    const size_t length = strcspn(at, " />");
    assert_true(length > 0 && length < 32);
    if (is_end) {
        assert_true(*depth > 0);
        --*depth;
        assert_true(strlen(names[*depth]) == length && !strncmp(names[*depth], at, length));
        assert_int_equal(at[length], '>');
        return at + length + 1;
    }
    assert_true(*depth < 16);
    snprintf(names[*depth], sizeof names[0], "%.*s", (int)length, at);
    ++*depth;
    for (at += length; *at == ' ';) {
        const size_t name = strcspn(++at, "= />'");
        assert_true(name > 0 && at[name] == '=' && at[name + 1] == '\'');
        at += name + 2;
        const size_t value = strcspn(at, "'<&");
        assert_int_equal(at[value], '\'');
        at += value + 1;
    }
    if (*at == '/') {
        --*depth;
        at++;
    }
    assert_int_equal(*at, '>');
    return at + 1;
}

static void check_xml(const char *text) {
    char names[16][32];
    int depth = 0;
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    for (const char *at = text; *at;) {
        assert_true((unsigned char)*at >= ' ' || *at == '\n');
        assert_true(depth > 0 || *at == '<' || *at == '\n');
        if (*at == '<')
            at = check_tag(at + 1, names, &depth);
        else
            at = *at == '&' ? skip_entity(at) : at + 1;
    }
    assert_int_equal(depth, 0);
}

static void test_everything(void **state) {
    (void)state;
    const double x[] = {1, 10, 1e3, (double)NAN, 1e5},
                 y[] = {0.2, -(double)INFINITY, 0.4, 0.5, 0.9};
    const double low[] = {0.1, 0, 0.3, 0.4, (double)NAN}, high[] = {0.3, 1, 0.5, 0.6, 1e300};
    PlotSeries series[5];
    static const PlotKind kinds[] = {PLOT_POINTS, PLOT_LINE, PLOT_DASHES, PLOT_STEPS, PLOT_BAND};
    for (size_t i = 0; i < 5; i++)
        series[i] = (PlotSeries){
            "a <name> & \"more\" of it, quite long", kinds[i], x, y, low, high, 5, NULL};
    for (int turn = 0; turn < 8; turn++) {
        const Plot plot = {.title = "T & <T> 'x' \x01\x7f",
                           .subtitle = turn & 1 ? "sub > title" : NULL,
                           .x = {.label = "x<y", .is_log = turn & 2},
                           .y = {.label = "y&z", .is_percent = turn & 4, .max = turn & 1},
                           .series = series,
                           .series_count = 5};
        char *text = drawn(&plot), *again = drawn(&plot);
        check_xml(text);
        assert_string_equal(text, again);
        assert_non_null(strstr(text, "T &amp; &lt;T&gt;"));
        assert_null(strstr(text, "<name>"));
        free(text);
        free(again);
    }
}

static void test_nothing(void **state) {
    (void)state;
    const double one[] = {5}, bad[] = {(double)NAN};
    const PlotSeries point = {"one", PLOT_POINTS, one, one, .count = 1};
    const PlotSeries gap = {NULL, PLOT_LINE, bad, bad, .count = 1};
    const Plot plots[] = {
        {0},
        {.series = &point, .series_count = 1},
        {.series = &gap, .series_count = 1},
        {.series = &point, .series_count = 1, .x = {.is_log = true}, .y = {.is_log = true}},
        {.series = &point, .series_count = 1, .x = {.min = -1, .max = 5, .is_log = true}},
        {.width = 1, .height = 1},
    };
    for (size_t i = 0; i < ARRAY_LEN(plots); i++) {
        char *text = drawn(&plots[i]);
        check_xml(text);
        free(text);
    }
}

static void test_ticks(void **state) {
    (void)state;
    static const struct {
        double min, max;
        int wanted;
        double step;
    } cases[] = {
        {0, 1, 10, 0.1},     {0, 1, 5, 0.2}, {-3000, 3000, 6, 1000}, {0, 7, 3, 2},
        {0, 1e-6, 10, 1e-7}, {5, 5, 4, 1},   {0, 100, 0, 100},       {-(double)INFINITY, 0, 3, 1}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const double step = plot_tick_step(cases[i].min, cases[i].max, cases[i].wanted);
        assert_true(fabs(step / cases[i].step - 1) < 1e-9);
    }
    const double x[] = {-0.3, 0.3};
    const PlotSeries series = {"s", PLOT_LINE, x, x, .count = 2};
    char *text = drawn(&(Plot){.series = &series, .series_count = 1});
    assert_non_null(strstr(text, ">\u22120.3<"));
    assert_non_null(strstr(text, ">0.0<"));
    assert_null(strstr(text, "\u22120.0<"));
    free(text);
}

// Several plots in one SVG: well-formed, each inside its own frame.
static void test_panels(void **state) {
    (void)state;
    const double x[] = {0, 1, 2};
    const PlotSeries series = {"s", PLOT_LINE, x, x, .count = 3};
    const Plot plots[] = {{.title = "one", .series = &series, .series_count = 1, .height = 300},
                          {.title = "two", .series = &series, .series_count = 1, .height = 200}};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    plot_write_all(plots, 2, out);
    fclose(out);
    check_xml(text);
    assert_non_null(strstr(text, "height='500'"));
    assert_non_null(strstr(text, "<g transform='translate(0 300)'>"));
    assert_non_null(strstr(text, "url(#inside)"));
    assert_non_null(strstr(text, "url(#inside2)"));
    free(text);
}

static char *typed(const Plot *plot, int width, int height) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    textplot_write(plot, width, height, out);
    fclose(out);
    return text;
}

static void test_letters(void **state) {
    (void)state;
    const double x[] = {0, 5, 10}, y[] = {0, 1, 4}, low[] = {0, 0, 3}, high[] = {0, 2, 4};
    const PlotSeries series[] = {{"line", PLOT_LINE, x, y, .count = 3},
                                 {"points", PLOT_POINTS, x, y, low, high, 3, NULL}};
    char *text = typed(&(Plot){.title = "T",
                               .x = {.label = "across"},
                               .y = {.label = "up"},
                               .series = series,
                               .series_count = 2},
                       31, 9);
    assert_string_equal(text, "T\n"
                              "up\n"
                              "4 +                             .x\n"
                              "  |                           .. |\n"
                              "3 +                        ...   |\n"
                              "  |                      ..\n"
                              "2 +               |   ...\n"
                              "  |               | ..\n"
                              "1 +            ...x.\n"
                              "  |    ........   |\n"
                              "0 +x...           |\n"
                              "  ++--------------+--------------+\n"
                              "   0              5             10\n"
                              "               across\n"
                              "   o line   x points\n");
    free(text);
    // No data, one point, gaps and huge numbers must not crash.
    const double one[] = {5}, bad[] = {(double)NAN, (double)INFINITY}, huge[] = {-1e300, 1e300};
    const PlotSeries odd[] = {{"one", PLOT_POINTS, one, one, .count = 1},
                              {NULL, PLOT_LINE, bad, bad, .count = 2},
                              {"huge", PLOT_STEPS, huge, huge, .count = 2},
                              {"band", PLOT_BAND, huge, NULL, bad, huge, 2, NULL}};
    for (size_t i = 0; i <= ARRAY_LEN(odd); i++)
        for (size_t j = i; j <= ARRAY_LEN(odd); j++) {
            text = typed(&(Plot){.series = odd + i, .series_count = j - i}, TEXTPLOT_WIDTH_MAX,
                         TEXTPLOT_HEIGHT_MAX);
            assert_null(strstr(text, "nan"));
            free(text);
            free(typed(&(Plot){.series = odd + i, .series_count = j - i}, 2, 2));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything), cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_ticks),      cmocka_unit_test(test_panels),
        cmocka_unit_test(test_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
