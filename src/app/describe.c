#include "describe.h"

#include "base/json.h"

static const char *kind_of(const Arg *arg) {
    if (arg->kind == ARG_NOTE)
        return "note";
    if (arg_is_operand(arg))
        return "operand";
    return arg->kind == ARG_FLAG ? "flag" : "option";
}

static void describe_arg(const Arg *arg, Json *json) {
    json_object(json, NULL);
    json_text(json, "name", arg->name ? arg->name : "");
    json_text(json, "kind", kind_of(arg));
    json_text(json, "value", arg->value ? arg->value : "");
    json_list(json, "choices");
    for (int i = 0; arg->choices && arg->choices[i]; i++)
        json_text(json, NULL, arg->choices[i]);
    json_list_end(json);
    json_text(json, "help", arg->help);
    json_object_end(json);
}

static void describe_args(const ArgTable *table, Json *json) {
    for (size_t i = 0; i < table->count; i++) {
        const Arg *arg = &table->rows[i];
        if (arg->kind == ARG_GROUP)
            describe_args(arg->group, json);
        else if (arg->help)
            describe_arg(arg, json);
    }
}

static void describe_command(const Command *command, Json *json) {
    json_object(json, NULL);
    json_text(json, "name", command->name);
    json_text(json, "summary", command->summary);
    json_text(json, "usage", command->usage);
    json_text(json, "about", command->about);
    json_text(json, "notes", command->notes ? command->notes : "");
    json_text(json, "example", command->example);
    json_list(json, "args");
    describe_args(&command->args, json);
    json_list_end(json);
    json_object_end(json);
}

void describe_program(const char *name, const CommandGroup *groups, size_t count, FILE *out) {
    Json json = json_begin(out);
    json_object(&json, NULL);
    json_text(&json, "program", name);
    json_text(&json, "version", YURAGI_VERSION);
    json_list(&json, "groups");
    for (size_t i = 0; i < count; i++) {
        json_object(&json, NULL);
        json_text(&json, "title", groups[i].title);
        json_list(&json, "commands");
        for (const Command *const *at = groups[i].commands; *at; at++)
            describe_command(*at, &json);
        json_list_end(&json);
        json_object_end(&json);
    }
    json_list_end(&json);
    json_object_end(&json);
    json_end(&json);
}
