// teacher.h — training data of other shogi programs, record by record, as samples and back. Shogi
// only.
//
// PSV is the format of YaneuraOu and its relatives, hcpe that of Apery and dlshogi. Records are
// foreign data: an impossible position, an illegal move or an invalid result is refused with an
// error that says which. Data that a format lacks is lost: hcpe has no ply (0 when read). Values
// are copied unchanged; programs differ in the value of a pawn. The layouts are in doc/formats.md.
// Nothing is allocated or shared.
#pragma once

#include "record/sample.h"

enum { PSV_BYTES = 40, HCPE_BYTES = 38 };

// Hands may be in any order, since older programs used another one; the byte of padding is ignored.
// The moves for "pass", "resign" and "win" become none.
Status sample_from_psv(Sample *sample, const uint8_t bytes[PSV_BYTES], Error *error);
Status sample_to_psv(const Sample *sample, uint8_t bytes[PSV_BYTES], Error *error);

Status sample_from_hcpe(Sample *sample, const uint8_t bytes[HCPE_BYTES], Error *error);
Status sample_to_hcpe(const Sample *sample, uint8_t bytes[HCPE_BYTES], Error *error);
