// shared.h — shared by the searches of one player: the transposition table and the table of proofs.
//
// The Player owns it and keeps it at one address; it resizes and clears the table between runs.
// While a search runs, all its threads probe and store (tt.h, proofs.h).
#pragma once

#include "search/proofs.h"
#include "search/tt.h"

typedef struct SearchShared {
    Tt table; // empty if the current search does not use it
    Proofs proofs;
} SearchShared;
