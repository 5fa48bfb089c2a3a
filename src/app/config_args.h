// config_args.h — the options of every command that searches, as tables over a Config: which
// search, engine options, memory, threads, and when a search stops. Stateless; the texts must
// outlive the config.
#pragma once

#include "args.h"
#include "play/config.h"

extern const ArgTable CONFIG_ARGS_SEARCH;  // --search
extern const ArgTable CONFIG_ARGS_OPTION;  // --option
extern const ArgTable CONFIG_ARGS_COMMON;  // --option --hash --depth --nodes --movetime
extern const ArgTable CONFIG_ARGS_THREADS; // --threads
extern const ArgTable CONFIG_ARGS_MULTIPV; // --multipv

// The initialiser of a Config with one engine option, which later ones override.
#define CONFIG_WITH(name, value)                                                                   \
    { .settings = {{{name, sizeof(name) - 1}, {value, sizeof(value) - 1}}}, .setting_count = 1 }

// Whether the config says when to stop.
bool config_args_has_limit(const Config *config);

// The default of --movetime where no other limit is given.
void config_args_default_time(Config *config, int64_t time_ms);
