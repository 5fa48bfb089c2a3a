// session.h — the engine as a GUI sees it: USI or UCI, a line at a time.
//
// The GUI's first line, `usi` or `uci`, selects the protocol. Every `go` gets exactly one
// `bestmove` or `checkmate`, or the count of a perft: when the search has ended, and after `go
// infinite` and `go ponder` not before `stop` or `ponderhit`. Other commands are executed during a
// search too; options take effect after it. A line that cannot be understood gets one `info string
// error: …` and changes nothing. Text is ASCII, and every line is flushed. `isready` loads the
// weights, or else the first `go` does, so that the greeting is quick.
//
// One thread, the reader, owns a Session and calls these functions. The search runs on the thread
// of the Session's Engine.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"
#include "base/str.h"

typedef struct Session Session;

// `out` is borrowed. On failure *out_session is null.
Status session_new(Session **out_session, FILE *out, Error *error);
// Stops the job that is running and waits for it. After `quit` nothing more is written.
void session_free(Session *session);

// Executes one line, with or without its newline. False: it was `quit`.
bool session_execute(Session *session, Str line);
// The input has ended: waits for a search that ends by itself, and stops another.
void session_finish(Session *session);

// A whole session: reads `in`, from which nothing has been read yet, until `quit` or its end.
void session_run(FILE *in, FILE *out);
