// config.h — a player as data: the options it is given and how long it may think.
//
// Several equal players can be made from one config, one for each thread. A config borrows its
// texts, which must outlive it; it is written by one thread and then only read.
#pragma once

#include "search/player.h"

enum { CONFIG_OPTIONS_MAX = 64 };

typedef struct ConfigOption {
    Str name, value;
} ConfigOption;

typedef struct Config {
    ConfigOption settings[CONFIG_OPTIONS_MAX]; // given to the player in this order
    int setting_count;
    SearchLimits limits;
    int64_t time_ms; // for each search, used up to the end; 0: no limit
} Config;

// Whether the value fits is found by config_player.
Status config_add(Config *config, Str name, Str value, Error *error);

// A player with these options, prepared. The caller frees it.
Status config_player(const Config *config, Player **player, Error *error);

// One search of the newest position, within `limits` (the config's own or others) and the config's
// time. The caller has initialised `control`; the clock starts here.
Status config_go(const Config *config, Player *player, const GameLine *line,
                 const SearchLimits *limits, SearchControl *control, const SearchReport *report,
                 SearchResult *result, Error *error);
