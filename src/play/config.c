#include "play/config.h"

#include "base/clock.h"

Status config_add(Config *config, Str name, Str value, Error *error) {
    if (config->setting_count == CONFIG_OPTIONS_MAX)
        return error_set(error, STATUS_BAD_INPUT, "option %.*s: more than %d options",
                         STR_ARG(name), CONFIG_OPTIONS_MAX);
    config->settings[config->setting_count++] = (ConfigOption){name, value};
    return STATUS_OK;
}

static Status set_up(const Config *config, Player *player, Error *error) {
    for (int i = 0; i < config->setting_count; i++)
        TRY(player_set(player, config->settings[i].name, config->settings[i].value, error));
    return player_prepare(player, error);
}

Status config_player(const Config *config, Player **player, Error *error) {
    Player *fresh = player_new();
    if (!fresh)
        return error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    const Status status = set_up(config, fresh, error);
    if (status != STATUS_OK) {
        player_free(fresh);
        return status;
    }
    *player = fresh;
    return STATUS_OK;
}

Status config_go(const Config *config, Player *player, const GameLine *line,
                 const SearchLimits *limits, SearchControl *control, const SearchReport *report,
                 SearchResult *result, Error *error) {
    const TimePlan plan = timeplan_exact(clock_ns(), config->time_ms * 1000000);
    if (config->time_ms)
        control_time(control, &plan);
    return player_go(player, line, limits, control, report, result, error);
}
