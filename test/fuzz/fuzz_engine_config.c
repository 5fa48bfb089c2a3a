// Any text as the configuration of an engine, its first line as the settings of all engines. An
// accepted configuration has a name, a limit of its searches, and its own copies of all texts.
#include "fuzz.h"
#include "play/engine_config.h"

static char *copy_of(Str text) {
    char *copy = malloc(text.len + 1);
    fuzz_require(copy != NULL, NULL, "there is memory");
    if (text.len)
        memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    return copy;
}

static void check_engine_config(const EngineConfig *one) {
    const size_t length = strnlen(one->name, sizeof one->name);
    fuzz_require(length > 0 && length < sizeof one->name, NULL, "an engine has a name");
    for (size_t i = 0; i < length; i++)
        fuzz_require(one->name[i] >= ' ' && one->name[i] <= '~', NULL, "a name is printable");
    const SearchLimits *limits = &one->config.limits;
    fuzz_require(one->time.movetime_ms > 0 || timecontrol_has_clock(&one->time) ||
                     limits->nodes > 0 || limits->depth > 0,
                 NULL, "nobody thinks for ever");
    fuzz_require(one->time.main_ms >= 0 && one->time.increment_ms >= 0 &&
                     one->time.byoyomi_ms >= 0 && one->time.movetime_ms >= 0,
                 NULL, "time is not negative");
    fuzz_require(one->is_external == (one->argv[0] != NULL), NULL, "a program has a path");
    fuzz_require(one->arg_count >= 0 && one->arg_count <= ENGINE_ARGS_MAX, NULL,
                 "arguments are counted");
    for (int i = 1; i <= one->arg_count; i++)
        fuzz_require(one->argv[i] != NULL, NULL, "an argument is a text");
    fuzz_require(!one->argv[one->arg_count + 1], NULL, "arguments end");
    fuzz_require(one->config.setting_count >= 0 && one->config.setting_count <= CONFIG_OPTIONS_MAX,
                 NULL, "options are counted");
    for (int i = 0; i < one->config.setting_count; i++)
        fuzz_require(one->config.settings[i].value.at != NULL, NULL, "an option has a value");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Str rest = fuzz_text(data, size);
    char *const each = copy_of(str_until(&rest, '\n'));
    char *const text = copy_of(rest);
    EngineConfig one;
    Error error;
    const Status status = engine_config_parse(&one, 1, each, text, &error);
    // Text that was borrowed from the caller would now be found.
    memset(each, 'x', strlen(each));
    memset(text, 'x', strlen(text));
    free(each);
    free(text);
    if (status == STATUS_OK)
        check_engine_config(&one);
    else
        fuzz_require_error(status, &error);
    engine_config_release(&one); // also allowed after a refusal
    return 0;
}
