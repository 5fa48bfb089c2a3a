// contract.h — what every game provides to the rooms above it.
//
// The game is a build axis: everything above game/ is written once against these names and compiled
// once a game, with the game's folders on the include path. The same header name then means shogi,
// minishogi or chess. What each header must provide (P is const Position *):
//
// geometry.h  Board size, piece kinds, `Bitboard`, MOVE_MAX (room for all moves of any position and
//             the generators' vector stores), GAME_NAME, and traits for plain `if`: GAME_HAS_DROPS
//             …
//
// move.h      The layout of a Move's 16 bits and its accessors: move_to, move_from,
//             move_is_drop, move_is_promotion, move_path.
//
// position.h  typedef struct Position, Undo: plain values, assignment copies them.
//   void   pos_start(Position *)
//   Status pos_parse(Position *, Str, Error *)        SFEN or FEN; rejects the impossible
//   void   pos_format(P, char text[POS_TEXT_MAX])
//   void   pos_set_chess960(Position *, bool)         how castling is spelt, where there is any
//   void   pos_do(Position *, Move legal, Undo *)     pos_undo(Position *, Move, const Undo *)
//   void   pos_pass(Position *, Undo *)               pos_unpass(Position *, const Undo *)
//   Color  pos_side(P)                                int pos_ply(P)
//   Key    pos_key(P)                                 Key pos_key_after(P, Move)
//   bool   pos_in_check(P)                            bool pos_gives_check(P, Move)
//   bool   pos_is_legal(P, uint32_t any)              false for anything but a legal move
//   bool   pos_is_tactical(P, Move)                   a capture or a promotion
//   Kind   pos_mover(P, Move)                         Kind pos_captured(P, Move)
//   Square pos_king(P, Color)                         SQUARE_NONE: none; an int in the drop games
//   bool   pos_fears_zugzwang(P)                      uint64_t pos_structure(P)
//   bool   pos_is_useful(P, Move)                     false: a non-promotion without any advantage
//   Status pos_check(P, Error *)                      every invariant, recomputed from scratch
//
// movegen.h   Legal moves only, whether the king is in check or not. Each returns the count; the
//             array has room for MOVE_MAX moves.
//   int  gen_legal(P, Move *)      all of them
//   int  gen_useful(P, Move *)     without non-promotions that never help
//   int  gen_tactical(P, Move *)   the useful captures and promotions
//   int  gen_quiet(P, Move *)      the other useful ones: tactical + quiet = useful
//   int  gen_evasions(P, Move *)   = gen_legal, for a position in check
//   int  gen_checks(P, Move *)     all legal moves that give check
//   int  pos_count_legal(P)        = gen_legal without the list
//   bool pos_has_legal(P)
//
// exchange.h
//   int  pos_exchange(P, Move)         material won or lost by the exchanges on one square
//   bool pos_exchange_reaches(P, Move, int floor)
//   int  capture_value(Kind)           material that changes hands
//
// feature.h   A position as a set of piece features: FEATURE_NB, FEATURE_KINGS, FEATURES, …
//   int  features_active(P, Feature *)
//   void features_change(P before, Move, FeatureChange *)
//
// notation.h
//   Status move_parse(P, Str, Move *, Error *)         legal moves only
//   void   move_format(P, Move, char text[MOVE_TEXT_MAX])
//   Status move_read(P, Str, Move *, Error *)          as problem files write them: SAN in chess
//   void   move_write(P, Move, char text[MOVE_WORD_MAX])
//
// rules.h     extern const Rules RULES_DEFAULT. Outcomes need the position as the newest entry of
//             the history.
//   void    pos_record(P, History *)                       push this position
//   Outcome pos_outcome(P, const History *, const Rules *) by the rules of the game
//   Outcome pos_repetition(P, const History *, size_t)     for a search: the first recurrence
//                                                          already counts, hands may decide
//   Result  pos_declaration(P, EnteringKing)               what the mover may claim
//
// hands.h         Hands, empty ones in chess. Not included here: only the search for mates uses it.
//   Key  pos_board_key(P)             the board and the side to move, without the hands
//   Key  pos_board_key_after(P, Move)
//   Hand pos_hand(P, Color)           Hand pos_hands(P)                 both together
//   Hand pos_hand_after(P, Move, Hand)                                  of the side to move
//   Hand pos_hand_before(P, Move, Hand after)                           the least that suffices
//   Hand pos_hand_withheld(P)         what the checked side lacks and could interpose
//   bool hand_covers(Hand, Hand)      Hand hand_union, hand_common(Hand, Hand)
//   Hand pos_piece_set(P)             all pieces but the kings; no move changes it
//   int  hand_size(Hand)              Hand hand_kinds_held(Hand, Hand holder)
//
// game/packed.h   A position in 32 bytes. Not included here: only training data uses it.
//   void   pos_pack(P, PackedPosition *)
//   Status pos_unpack(Position *, const PackedPosition *, Error *)   hostile bytes are refused
//
// show.h
//   void pos_show(P, const BoardView *, FILE *)        a diagram
//   void pos_draw(P, const BoardView *, FILE *)        a board for interactive play
//
// test/contract plays random games and checks every line of this for every game.
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

// The sides by their colours: Black moves first in shogi, White in chess.
#define BLACK (GAME_IS_CHESS ? SECOND : FIRST)
#define WHITE (GAME_IS_CHESS ? FIRST : SECOND)

// A move that is not taken back.
static inline void pos_play(Position *pos, Move move) {
    Undo undo;
    pos_do(pos, move, &undo);
}
