// teacher.h — training data of other shogi programs, record by record, as samples and back. Shogi
// only.
//
// PSV is what YaneuraOu and its relatives write, hcpe what Apery and dlshogi do. Records come from
// strangers: a position that is impossible, a move that is illegal there or a result that is none
// is refused with a sentence that says which. What a record cannot say is lost on the way: hcpe has
// no ply (0 when read). Values are copied as they are; programs differ in what they call a pawn.
// The layouts are in doc/formats.md. Nothing is allocated or shared.
#pragma once

#include "record/sample.h"

enum { PSV_BYTES = 40, HCPE_BYTES = 38 };

// Hands may be in any order, since older programs had another one; the byte of padding is ignored.
// The moves for "pass", "resign" and "I win" become none.
Status sample_from_psv(Sample *sample, const uint8_t bytes[PSV_BYTES], Error *error);
Status sample_to_psv(const Sample *sample, uint8_t bytes[PSV_BYTES], Error *error);

Status sample_from_hcpe(Sample *sample, const uint8_t bytes[HCPE_BYTES], Error *error);
Status sample_to_hcpe(const Sample *sample, uint8_t bytes[HCPE_BYTES], Error *error);
