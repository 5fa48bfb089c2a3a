// session.h — the engine as a GUI sees it: USI or UCI, a line at a time.
//
// The first line says which of the two is spoken. Every `go` is answered by exactly one `bestmove`
// or `checkmate`: when the search has ended, and after `go infinite` and `go ponder` not before
// `stop` or `ponderhit`. Whatever else is said meanwhile is obeyed at once; options wait for the
// end of the search. A line that cannot be understood gets one `info string error: …` and changes
// nothing. Text is ASCII, one flush a line. The weights are loaded by `isready`, or by the first
// `go`, so that the greeting is quick.
//
// One thread feeds a Session; the search has a thread of its own.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"
#include "base/str.h"

typedef struct Session Session;

// `out` is borrowed. On failure *session is null.
Status session_new(Session **session, FILE *out, Error *error);
// Stops what still runs and waits for it; after `quit` nothing more is said.
void session_free(Session *session);

// Obeys one line, with or without its end. False: it was `quit`.
bool session_obey(Session *session, Str line);
// The input has ended: a search that ends by itself is waited for, another is stopped.
void session_finish(Session *session);

// How long to wait for the next line before session_tick wants to be called; -1: for ever.
int session_patience_ms(const Session *session);
// A sign of life, so that a GUI does not give up while weights are loaded.
void session_tick(Session *session);

// All of it: reads `in`, of which nothing has been read yet, until `quit` or its end.
void session_run(FILE *in, FILE *out);
