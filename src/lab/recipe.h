// recipe.h — a player as data: the options it is given and how long it may think.
//
// Several equal players can be made from one recipe, one a thread. A recipe borrows its texts,
// which must outlive it; it is written by one thread and then only read.
#pragma once

#include "search/player.h"

enum { RECIPE_SETTINGS_MAX = 64 };

typedef struct RecipeSetting {
    Str name, value;
} RecipeSetting;

typedef struct Recipe {
    RecipeSetting settings[RECIPE_SETTINGS_MAX]; // given to the player in this order
    int setting_count;
    SearchLimits limits;
    int64_t time_ms; // for each search, used up to the end; 0: no limit
} Recipe;

// Whether the value fits is for recipe_player to say.
Status recipe_add(Recipe *recipe, Str name, Str value, Error *error);

// A player with these options, prepared. The caller frees it.
Status recipe_player(const Recipe *recipe, Player **player, Error *error);

// One search of the newest position, within `limits` (the recipe's own or others) and the recipe's
// time. The caller has initialised `control`; the clock is set running here.
Status recipe_go(const Recipe *recipe, Player *player, const GameLine *line,
                 const SearchLimits *limits, SearchControl *control, const SearchReport *report,
                 SearchResult *result, Error *error);
