// contract.h — what a game promises to everything above it.
//
// The game is a build axis: everything above game/ is written once against these names and compiled
// once a game, with the game's folders on the include path. The same header name then means shogi,
// minishogi or chess. What each header must provide:
//
// geometry.h   Board size, piece kinds, `Bitboard`, MOVE_MAX (room for all moves of any position
// and the
//              generators' vector stores), traits tested with plain `if`: GAME_HAS_DROPS, …;
//              GAME_NAME.
// move.h       The layout of a Move's 16 bits and its accessors.
// position.h   typedef struct Position, Undo (plain values: assignment copies them);
//              void   pos_start(Position *)
//              Status pos_parse(Position *, Str text, Error *)      SFEN or FEN; rejects the
//              impossible void   pos_format(const Position *, char text[POS_TEXT_MAX]) void
//              pos_do(Position *, Move legal, Undo *)        pos_undo(Position *, Move, const Undo
//              *) void   pos_pass(Position *, Undo *)                  pos_unpass(Position *, const
//              Undo *) Color  pos_side(const Position *)                    int pos_ply(const
//              Position *) Key    pos_key(const Position *)                     Key
//              pos_key_after(const Position *, Move) bool   pos_in_check(const Position *) bool
//              pos_gives_check(const Position *, Move) bool   pos_is_legal(const Position *,
//              uint32_t any)  false for whatever is not a legal move bool   pos_is_tactical(const
//              Position *, Move)       a capture or a promotion bool   pos_is_useful(const Position
//              *, Move)         false: a non-promotion that gains nothing Status pos_check(const
//              Position *, Error *)          every invariant, recomputed from scratch
// movegen.h    All of these give legal moves only, whether the king is in check or not:
//              int gen_legal(const Position *, Move *)      all of them
//              int gen_useful(const Position *, Move *)     without never-useful non-promotions
//              int gen_tactical(const Position *, Move *)   the useful captures and promotions
//              int gen_quiet(const Position *, Move *)      the other useful ones; tactical + quiet
//              = useful int gen_evasions(const Position *, Move *)   = gen_legal, for a position in
//              check int gen_checks(const Position *, Move *)     all legal moves that give check
//              int pos_count_legal(const Position *)        = gen_legal without the list
//              bool pos_has_legal(const Position *)
//              Each returns the count. The array has room for MOVE_MAX moves.
// exchange.h   int  pos_exchange(const Position *, Move)    material won or lost by the exchanges
// on one square
//              Move pos_mate_in_one(Position *)             a move that mates, or MOVE_NONE
// feature.h    FEATURE_NB, FEATURE_KINGS, FEATURE_ACTIVE_MAX, FEATURES: a position as a set of piece features
//              int  features_active(const Position *, Feature *)
//              void features_change(const Position *before, Move, FeatureChange *)
// notation.h   Status move_parse(const Position *, Str text, Move *, Error *)   legal moves only
//              void   move_format(const Position *, Move, char text[MOVE_TEXT_MAX])
// rules.h      void    pos_record(const Position *, History *)             push this position
//              Outcome pos_outcome(const Position *, const History *, const Rules *)   the judge's
//              verdict Outcome pos_repetition(const Position *, const History *, size_t max_back)
//              a search's view:
//                      the first recurrence already counts, and shogi's hands may decide
//              Result  pos_declaration(const Position *, EnteringKing)     what the mover may
//              claim: WIN, DRAW
//                      or OPEN (no claim)
//              extern const Rules RULES_DEFAULT
// show.h       void pos_show(const Position *, bool is_ascii, FILE *)      a picture for people
//
// test/contract plays at random and holds every game to every one of these promises.
#pragma once

#include "base/status.h"
#include "base/str.h"
#include "game/history.h"
#include "game/types.h"

#include "geometry.h"
#include "move.h"
#include "position.h"

#include "exchange.h"
#include "feature.h"
#include "movegen.h"
#include "notation.h"
#include "rules.h"
#include "show.h"
