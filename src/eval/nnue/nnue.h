// nnue.h — NNUE nets of other shogi programs as an evaluator.
//
// Reads the classic `nn.bin` of YaneuraOu and its relatives in two shapes, HalfKP_256x2-32-32 and
// K-P_256x2-32-32, and computes exactly what those engines compute. The nets are for shogi; in the
// other games the file is recognised and refused with an explanation. An open net is read-only and
// shared by all threads.
#pragma once

#include "eval/eval.h"

extern const EvalKind EVAL_NNUE;

// The output of a net is divided by this (FV_SCALE elsewhere) and is then in the unit of the engine
// that trained it, where a pawn is 90 to 100. No file states its scale: 16 is common.
enum { NNUE_SCALE = 16 };

// Whether the file looks like such a net. Cheap; if true, a failure of nnue_open is the error to
// report.
bool nnue_recognises(const char *path);
Status nnue_open(const char *path, Eval **eval, Error *error);
