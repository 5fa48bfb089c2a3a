// think.h — one search of one position for the command line: what `go` and `tree` share. The
// search runs on the caller's thread; Ctrl-C stops it.
#pragma once

#include "command.h"
#include "play/config.h"

typedef struct ThinkArgs {
    Config config;
    const char *position; // null: the start position
    bool is_json;
    GameLine line; // set by think_run: the game at the position
} ThinkArgs;

extern const ArgTable THINK_ARGS; // --position, and all of config_args.h but --multipv

// Searches with a prepared player and prints what it finds. *exit_code is EXIT_OK at first.
typedef Status ThinkSearch(void *request, Player *player, SearchControl *control, Exit *exit_code,
                           Error *error);

// Reads the position, makes the player and calls `search` with `request`. Without a limit in the
// config a search takes `time_ms`.
Exit think_run(const Command *self, ThinkArgs *args, int64_t time_ms, ThinkSearch *search,
               void *request);
