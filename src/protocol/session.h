// session.h — the engine as a GUI sees it: USI or UCI on a pair of streams.
//
// The first line says which of the two is spoken. Every `go` is answered by exactly one `bestmove`:
// at once, or after `go infinite` and `go ponder` at `stop` or `ponderhit`. A line that cannot be
// understood gets one `info string` and changes nothing. Text is ASCII, one flush a line. The
// weights are loaded by `isready`, or by the first `go`, so that the greeting is quick. One thread.
#pragma once

#include <stdio.h>

// Runs until `quit` or the end of the input.
void session_run(FILE *in, FILE *out);
