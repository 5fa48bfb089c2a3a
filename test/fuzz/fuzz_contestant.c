// Any text as the description of an engine, its first line as what holds for all engines. What is
// accepted has a name, an end to its thoughts, and texts of its own.
#include "fuzz.h"
#include "lab/contestant.h"

static char *copy_of(Str text) {
    char *copy = malloc(text.len + 1);
    fuzz_require(copy != NULL, NULL, "there is memory");
    if (text.len)
        memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    return copy;
}

static void check_contestant(const Contestant *one) {
    const size_t length = strnlen(one->name, sizeof one->name);
    fuzz_require(length > 0 && length < sizeof one->name, NULL, "an engine has a name");
    for (size_t i = 0; i < length; i++)
        fuzz_require(one->name[i] >= ' ' && one->name[i] <= '~', NULL, "a name is printable");
    const SearchLimits *limits = &one->recipe.limits;
    fuzz_require(one->time.movetime_ms > 0 || terms_have_clock(&one->time) || limits->nodes > 0 ||
                     limits->depth > 0,
                 NULL, "nobody thinks for ever");
    fuzz_require(one->time.main_ms >= 0 && one->time.increment_ms >= 0 &&
                     one->time.byoyomi_ms >= 0 && one->time.movetime_ms >= 0,
                 NULL, "time is not negative");
    fuzz_require(one->is_external == (one->argv[0] != NULL), NULL, "a program has a path");
    fuzz_require(one->arg_count >= 0 && one->arg_count <= CONTESTANT_ARGS_MAX, NULL,
                 "arguments are counted");
    for (int i = 1; i <= one->arg_count; i++)
        fuzz_require(one->argv[i] != NULL, NULL, "an argument is a text");
    fuzz_require(!one->argv[one->arg_count + 1], NULL, "arguments end");
    fuzz_require(one->recipe.setting_count >= 0 && one->recipe.setting_count <= RECIPE_SETTINGS_MAX,
                 NULL, "options are counted");
    for (int i = 0; i < one->recipe.setting_count; i++)
        fuzz_require(one->recipe.settings[i].value.at != NULL, NULL, "an option has a value");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Str rest = fuzz_text(data, size);
    char *const each = copy_of(str_until(&rest, '\n'));
    char *const text = copy_of(rest);
    Contestant one;
    Error error;
    const Status status = contestant_parse(&one, 1, each, text, &error);
    // Whatever was borrowed from the caller would now be found out.
    memset(each, 'x', strlen(each));
    memset(text, 'x', strlen(text));
    free(each);
    free(text);
    if (status == STATUS_OK)
        check_contestant(&one);
    else
        fuzz_require_error(status, &error);
    contestant_release(&one); // also of one that was refused
    return 0;
}
