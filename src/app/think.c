#include "think.h"

#include "config_args.h"
#include "interrupt.h"

static const Arg ROWS[] = {
    ARG_ROW_POSITION(ThinkArgs, position),
    ARG_ROW_GROUP(ThinkArgs, config, CONFIG_ARGS_SEARCH),
    ARG_ROW_GROUP(ThinkArgs, config, CONFIG_ARGS_COMMON),
    ARG_ROW_GROUP(ThinkArgs, config, CONFIG_ARGS_THREADS),
};
const ArgTable THINK_ARGS = ARG_TABLE(ROWS);

static Status think(const Config *config, ThinkSearch *search, void *request, Exit *exit_code,
                    Error *error) {
    // The interrupt begins before the player, whose threads must not take the signal.
    Interrupt interrupt;
    SearchControl control;
    control_init(&control);
    interrupt_begin(&interrupt, &control);
    Player *player;
    Status status = config_player(config, &player, error);
    if (status == STATUS_OK) {
        status = search(request, player, &control, exit_code, error);
        player_free(player);
    }
    interrupt_end(&interrupt);
    return status;
}

Exit think_run(const Command *self, ThinkArgs *args, int64_t time_ms, ThinkSearch *search,
               void *request) {
    config_args_default_time(&args->config, time_ms);
    line_init(&args->line);
    Exit exit_code = command_line(self, args->position, &args->line);
    Error error;
    if (exit_code == EXIT_OK &&
        think(&args->config, search, request, &exit_code, &error) != STATUS_OK)
        exit_code = command_fail(self, "%s", error.text);
    line_release(&args->line);
    return exit_code;
}
