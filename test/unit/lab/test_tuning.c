// Tuning by games: what a user says becomes a parameter, a state is gone on with only by its own
// tuning, and games on one thread give the same values, interrupted or not.
#include "positions.h"

#include "lab/tuning.h"

typedef struct Settings {
    int margin, empty;
    double slope;
    bool is_on;
} Settings;

static const OptionSpec ROWS[] = {
    OPTION_ROW_SPIN(Settings, margin, "Margin", "100", 0, 10000, "m"),
    OPTION_ROW_SPIN(Settings, empty, "Zero", "0", -5, 5, "z"),
    OPTION_ROW_REAL(Settings, slope, "Slope", "0.5", 0, 1, "s"),
    OPTION_ROW_CHECK(Settings, is_on, "On", "true", "o"),
};
static const OptionTable OPTIONS = OPTION_TABLE(ROWS);
static const TuningDefaults DEFAULTS = {.step = 0.05, .rate = 0.002};

static Status parse(const char *text, const Config *config, SpsaParameter *parameter,
                    Error *error) {
    return tuning_parameter(parameter, str_of(text), &OPTIONS, config, &DEFAULTS, error);
}

static void check_parameter(const char *text, const Config *config, const SpsaParameter *wanted) {
    SpsaParameter got;
    assert_ok(parse(text, config, &got, error));
    assert_string_equal(got.name, wanted->name);
    assert_true(got.value == wanted->value && got.min == wanted->min && got.max == wanted->max);
    assert_true(got.step == wanted->step && got.rate == wanted->rate);
    assert_int_equal(got.is_whole, wanted->is_whole);
}

static void test_parameters(void **state) {
    (void)state;
    const struct {
        const char *text;
        SpsaParameter wanted;
    } cases[] = {
        {"Margin", {"Margin", 100, 0, 10000, 20, 0.002, true, 0}}, // a fifth of what is usual
        {"margin=70", {"Margin", 70, 0, 10000, 20, 0.002, true, 0}},
        {"Margin=7,1,21", {"Margin", 7, 1, 21, 1, 0.002, true, 0}}, // a twentieth of the range
        {"Margin=7,1,31,,0.5", {"Margin", 7, 1, 31, 1.5, 0.5, true, 0}},
        {"Margin=,,400,3", {"Margin", 100, 0, 400, 3, 0.002, true, 0}},
        {"Zero", {"Zero", 0, -5, 5, 1, 0.002, true, 0}}, // no less for a whole number
        {"Slope=0.25", {"Slope", 0.25, 0, 1, 0.05, 0.002, false, 0}},
    };
    const Config plain = {0};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        check_parameter(cases[i].text, &plain, &cases[i].wanted);
    // It begins at what the engine was told, last.
    Config told = {0};
    assert_ok(config_add(&told, str_of("Margin"), str_of("40"), error));
    assert_ok(config_add(&told, str_of("MARGIN"), str_of("50"), error));
    const SpsaParameter wanted = {"Margin", 50, 0, 10000, 20, 0.002, true, 0};
    check_parameter("Margin", &told, &wanted);
}

static void test_refused(void **state) {
    (void)state;
    const struct {
        const char *text, *why;
    } cases[] = {
        {"", "there is no option"},
        {"Margn", "did you mean Margin"},
        {"On", "On is not a number"},
        {"Margin=x", "is not NAME=START"},
        {"Margin=1,2,3,4,5,6", "is not NAME=START"},
        {"Margin=nan", "is not NAME=START"},
        {"Margin=5,-1,10", "not within the range of the option, 0 to 10000"},
        {"Slope=0.5,0,1.5", "not within the range of the option, 0 to 1"},
    };
    const Config plain = {0};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        SpsaParameter parameter;
        Error why;
        assert_int_equal(parse(cases[i].text, &plain, &parameter, &why), STATUS_BAD_INPUT);
        if (!strstr(why.text, cases[i].why))
            fail_msg("%s: %s", cases[i].text, why.text);
    }
}

// ---- Games ----

enum { ITERATIONS = 10 };

static void begin(Spsa *spsa, double start, uint64_t seed) {
    spsa_init(spsa, ITERATIONS, seed);
    const SpsaParameter margin = {"FutilityMargin", start, 0, 2000, 200, 0.5, true, 0};
    const SpsaParameter curve = {"CurveA", 0.002, 0.0001, 0.05, 0.001, 0.5, false, 0};
    assert_ok(spsa_add(spsa, &margin, error));
    assert_ok(spsa_add(spsa, &curve, error));
}

static void test_same_tuning(void **state) {
    (void)state;
    static Spsa now, earlier;
    Error why;
    begin(&now, 150, 1);
    begin(&earlier, 150, 1);
    earlier.parameters[0].value = 170;
    earlier.done = 3;
    assert_ok(tuning_check_same(&now, &earlier, error));
    earlier.parameters[1].step = 0.002;
    assert_int_equal(tuning_check_same(&now, &earlier, &why), STATUS_BAD_INPUT);
    assert_non_null(strstr(why.text, "parameter 2 was CurveA="));
    begin(&earlier, 151, 1);
    assert_int_equal(tuning_check_same(&now, &earlier, &why), STATUS_BAD_INPUT);
    begin(&earlier, 150, 2);
    assert_int_equal(tuning_check_same(&now, &earlier, &why), STATUS_BAD_INPUT);
    begin(&earlier, 150, 1);
    earlier.count = 1;
    assert_int_equal(tuning_check_same(&now, &earlier, &why), STATUS_BAD_INPUT);
}

static Status count_iteration(void *context, const Spsa *spsa, Error *error) {
    (void)spsa;
    (void)error;
    (*(int *)context)++;
    return STATUS_OK;
}

static void run_until(Spsa *spsa, int64_t iterations, int threads) {
    EngineConfig engine;
    assert_ok(engine_config_parse(&engine, 1, "", "nodes=300 Hash=1", error));
    const TuningConfig plan = {.engine = &engine,
                               .random_plies = 4,
                               .game = {.rules = {.move_limit = 80}, .patience_ms = 1000},
                               .pairs = 1,
                               .threads = threads,
                               .iterations = iterations};
    int reported = 0;
    const int64_t before = spsa->done;
    const TuningReport report = {count_iteration, &reported};
    SearchControl stop;
    control_init(&stop);
    assert_ok(tuning_run(spsa, &plan, &report, &stop, error));
    assert_int_equal(spsa->done, iterations);
    assert_int_equal(reported, iterations - before);
    engine_config_release(&engine);
}

static void test_in_parts(void **state) {
    (void)state;
    static Spsa whole, parts, many;
    begin(&whole, 1000, 5);
    begin(&parts, 1000, 5);
    begin(&many, 1000, 5);
    run_until(&whole, ITERATIONS, 1);
    for (int64_t until = 2; until <= ITERATIONS; until += 2)
        run_until(&parts, until, 1);
    assert_memory_equal(&whole, &parts, sizeof whole);
    assert_true(whole.parameters[0].value != 1000 && whole.parameters[1].value != 0.002);
    run_until(&many, ITERATIONS, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_same_tuning),
        cmocka_unit_test(test_in_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
