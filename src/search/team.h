// team.h — the threads of a search: the owner's thread does the first part of a job, and helpers,
// which sleep between jobs, do the others.
//
// The thread that owns the search owns the Team, which stays at one address.
#pragma once

#include "base/workers.h"

typedef struct Team {
    Workers helpers;
    int helper_count;
    WorkerRun *run;
    void *context;
} Team;

// Resizes the team to `count` threads (at least 1), the owner included. On failure there are no
// helpers.
Status team_fit(Team *team, int count, Error *error);
void team_release(Team *team); // also allowed on a zeroed Team

// Helper i runs `run(context, i)`, i from 1; the call returns at once, and the owner does part 0.
void team_start(Team *team, WorkerRun *run, void *context);
void team_wait(Team *team);
