// nnue.h — nets of the shogi world behind the socket of eval.h.
//
// Reads the classic `nn.bin` of YaneuraOu and its relatives in two shapes, HalfKP_256x2-32-32 and
// K-P_256x2-32-32, and computes exactly what those engines compute. The nets are for shogi; in the
// other games the file is recognised and refused with a word of explanation. An open net is
// read-only and shared by all threads.
#pragma once

#include "eval/eval.h"

extern const EvalKind EVAL_NNUE;

enum { NNUE_SCALE_DEFAULT = 16, NNUE_SCALE_MAX = 1024 };

// The output of a net is divided by its scale (FV_SCALE elsewhere) and is then in the unit of the
// engine it was trained by, where a pawn is 90 to 100. No file states its scale: 16 is common, 24
// belongs to Suisho 5. Call this after open and before any thread evaluates.
void nnue_set_scale(Eval *eval, int scale);
