// config_args.h — the options of every command that searches, as tables over a Config: which
// search, engine options, memory, threads, and when a search stops. Stateless; the texts must
// outlive the config.
#pragma once

#include "command.h"
#include "play/config.h"

extern const ArgTable CONFIG_ARGS_SEARCH;  // --search
extern const ArgTable CONFIG_ARGS_COMMON;  // --option --hash --depth --nodes --movetime
extern const ArgTable CONFIG_ARGS_THREADS; // --threads
extern const ArgTable CONFIG_ARGS_MULTIPV; // --multipv

// The default of --movetime where no other limit is given.
void config_args_default_time(Config *config, int64_t time_ms);

// Values of getopt's options; a command's own are letters.
enum {
    ARG_SEARCH = 256,
    ARG_OPTION,
    ARG_THREADS,
    ARG_HASH,
    ARG_MULTI_PV,
    ARG_DEPTH,
    ARG_NODES,
    ARG_TIME,
    ARG_MATE,
};

// Rows for a table of getopt's.
#define CONFIG_ARGS                                                                                \
    {"search", required_argument, NULL, ARG_SEARCH},                                               \
        {"option", required_argument, NULL, ARG_OPTION},                                           \
        {"hash", required_argument, NULL, ARG_HASH},                                               \
        {"depth", required_argument, NULL, ARG_DEPTH},                                             \
        {"nodes", required_argument, NULL, ARG_NODES}, {                                           \
        "movetime", required_argument, NULL, ARG_TIME                                              \
    }

// Their part of a help text.
#define CONFIG_ARGS_HELP                                                                           \
    "  --search NAME    which search thinks\n"                                                     \
    "  --option N=V     any engine option, as often as needed\n"                                   \
    "  --hash MIB       memory for the search\n"                                                   \
    "  --depth N, --nodes N, --movetime MS\n"                                                      \
    "                   when it stops; several may be given\n"

// Takes one option (an ARG_ value) with its text, which must outlive the config.
Exit config_args_take(const Command *self, Config *config, int option, const char *text);

// Whether the config says when to stop.
bool config_args_has_limit(const Config *config);
