// shared.h — what the searches of one player share: the transposition table and the board of
// proofs.
//
// The Player owns it and keeps it at one address; it fits and clears the table between runs. While
// a search runs, all its threads probe and store (tt.h, proofs.h).
#pragma once

#include "search/proofs.h"
#include "search/tt.h"

typedef struct SearchShared {
    Tt table; // empty where the search in use does not want one
    Proofs proofs;
} SearchShared;
