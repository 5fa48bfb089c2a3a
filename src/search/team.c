#include "search/team.h"

Status team_fit(Team *team, int count, Error *error) {
    if (team->helper_count == count - 1)
        return STATUS_OK;
    team_release(team);
    if (count > 1)
        TRY(workers_init(&team->helpers, count - 1, error));
    team->helper_count = count - 1;
    return STATUS_OK;
}

void team_release(Team *team) {
    if (team->helper_count)
        workers_release(&team->helpers);
    team->helper_count = 0;
}

static void run_helper(void *context, int index) {
    const Team *team = context;
    team->run(team->context, index + 1);
}

void team_start(Team *team, WorkerRun *run, void *context) {
    team->run = run;
    team->context = context;
    if (team->helper_count)
        workers_start(&team->helpers, run_helper, team);
}

void team_wait(Team *team) {
    if (team->helper_count)
        workers_wait(&team->helpers);
}
