// team.h — the threads of a search: the thread that asked does the first part of a job itself, and
// helpers that sleep between jobs do the others.
//
// A Team belongs to the thread that owns the search and stays at one address.
#pragma once

#include "base/workers.h"

typedef struct Team {
    Workers helpers;
    int helper_count;
    WorkerRun *run;
    void *context;
} Team;

// Makes it a team of `count` (at least 1), the owner included. On failure there are no helpers.
Status team_fit(Team *team, int count, Error *error);
void team_release(Team *team); // also of a team that is all zero

// Helper i runs `run(context, i)`, i from 1; the owner goes on and does part 0 itself.
void team_start(Team *team, WorkerRun *run, void *context);
void team_wait(Team *team);
