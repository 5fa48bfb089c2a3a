// The JSON writer: commas, nesting, escapes, numbers that JSON does not have.
#include "testing.h"

#include <math.h>

#include "base/json.h"

static void test_everything(void **state) {
    (void)state;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    Json json = json_begin(out);
    json_object(&json, NULL);
    json_text(&json, "quote", "a\"b\\c\n\x01歩");
    json_int(&json, "int", INT64_MIN);
    json_real(&json, "real", 0.5);
    json_real(&json, "nan", (double)NAN);
    json_bool(&json, "yes", true);
    json_list(&json, "list");
    json_int(&json, NULL, 1);
    json_object(&json, NULL);
    json_object_end(&json);
    json_list(&json, NULL);
    json_list_end(&json);
    json_list_end(&json);
    json_object_end(&json);
    json_end(&json);
    fclose(out);
    assert_string_equal(text, "{\"quote\":\"a\\\"b\\\\c\\u000a\\u0001歩\","
                              "\"int\":-9223372036854775808,\"real\":0.5,\"nan\":null,\"yes\":true,"
                              "\"list\":[1,{},[]]}\n");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_everything)};
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
