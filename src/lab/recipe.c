#include "lab/recipe.h"

#include "base/clock.h"

Status recipe_add(Recipe *recipe, Str name, Str value, Error *error) {
    if (recipe->setting_count == RECIPE_SETTINGS_MAX)
        return error_set(error, STATUS_BAD_INPUT, "option %.*s: more than %d options",
                         STR_ARG(name), RECIPE_SETTINGS_MAX);
    recipe->settings[recipe->setting_count++] = (RecipeSetting){name, value};
    return STATUS_OK;
}

static Status set_up(const Recipe *recipe, Player *player, Error *error) {
    for (int i = 0; i < recipe->setting_count; i++)
        TRY(player_set(player, recipe->settings[i].name, recipe->settings[i].value, error));
    return player_prepare(player, error);
}

Status recipe_player(const Recipe *recipe, Player **player, Error *error) {
    Player *fresh = player_new();
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    const Status status = set_up(recipe, fresh, error);
    if (status != STATUS_OK) {
        player_free(fresh);
        return status;
    }
    *player = fresh;
    return STATUS_OK;
}

Status recipe_go(const Recipe *recipe, Player *player, const GameLine *line,
                 const SearchLimits *limits, SearchControl *control, const SearchReport *report,
                 SearchResult *result, Error *error) {
    const int64_t time_ns = recipe->time_ms * 1000000;
    if (time_ns)
        control_time(control, &(TimePlan){clock_ns(), time_ns, time_ns});
    return player_go(player, line, limits, control, report, result, error);
}
