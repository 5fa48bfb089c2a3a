#include <stdio.h>

#include "base/json.h"
#include "command.h"
#include "help.h"
#include "protocol/setting.h"
#include "search/player.h"

enum { ALL_SEARCHES = -1 };

typedef struct Request {
    int search; // index in SEARCH_KINDS, or ALL_SEARCHES
    bool is_json;
    Json json;
} Request;

static void print_json(Json *json, const char *owner, const OptionSpec *spec) {
    json_object(json, NULL);
    json_text(json, "owner", owner);
    json_text(json, "name", spec->name);
    json_text(json, "type", option_type(spec));
    if (spec->fallback)
        json_text(json, "default", spec->fallback);
    if (spec->kind == OPTION_SPIN) {
        json_int(json, "min", (int64_t)spec->min);
        json_int(json, "max", (int64_t)spec->max);
    }
    if (spec->kind == OPTION_REAL) {
        json_real(json, "min", spec->min);
        json_real(json, "max", spec->max);
    }
    if (spec->kind == OPTION_COMBO) {
        json_list(json, "choices");
        for (int i = 0; spec->choices[i]; i++)
            json_text(json, NULL, spec->choices[i]);
        json_list_end(json);
    }
    json_text(json, "help", spec->help);
    json_object_end(json);
}

static void print_table(Request *request, const char *owner, const char *about,
                        const OptionTable *table) {
    if (request->is_json) {
        for (size_t i = 0; i < table->count; i++)
            print_json(&request->json, owner, &table->specs[i]);
    } else {
        printf("%s: %s%s\n", owner, about, table->count ? "" : "; no options of its own");
        help_options(table, stdout);
        putchar('\n');
    }
}

static Exit run(const Command *self, void *context) {
    Request *request = context;
    (void)self;
    request->json = json_begin(stdout);
    if (request->is_json)
        json_list(&request->json, NULL);
    if (request->search == ALL_SEARCHES)
        print_table(request, "player", "options of every search", &PLAYER_OPTIONS);
    for (int i = 0; SEARCH_KINDS[i]; i++) {
        const SearchKind *kind = SEARCH_KINDS[i];
        if (request->search == ALL_SEARCHES || request->search == i)
            print_table(request, kind->name, kind->summary, kind->options);
    }
    if (request->search == ALL_SEARCHES)
        print_table(request, "session", "options of the USI and UCI protocols, which a GUI sets",
                    &SESSION_OPTIONS);
    if (request->is_json) {
        json_list_end(&request->json);
        json_end(&request->json);
    }
    return EXIT_OK;
}

static const Arg ROWS[] = {
    ARG_ROW_CHOICE(Request, search, "search", SEARCH_NAMES, "the options of this search only"),
    ARG_ROW_FLAG(Request, is_json, "json",
                 "an array of objects: owner name type default [min max] [choices] help"),
};

const Command CMD_OPTIONS = {
    .name = "options",
    .summary = "list every engine option",
    .usage = "[options]",
    .about = "Lists the engine options with their defaults and the values they take. A GUI sets "
             "them by `setoption`; commands take those of the player and of the searches by "
             "--option NAME=VALUE.",
    .args = ARG_TABLE(ROWS),
    .example = "--search softmax",
    .request_size = sizeof(Request),
    .defaults = &(const Request){.search = ALL_SEARCHES},
    .run = run,
};
