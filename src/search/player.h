// player.h — an evaluator, a search, and the options of both.
//
// The engine, the command line, matches and learners all drive a Player. Options are set by name
// and take effect at the next `player_prepare`, which loads weights and memory where something has
// changed, or at the next `player_go`, which calls it. A Player belongs to one thread; other
// threads may touch only the SearchControl of a running search.
#pragma once

#include "search/search.h"
#include "search/shared.h"

typedef struct PlayerSettings {
    int search; // an index of SEARCH_KINDS
    char eval_folder[OPTION_TEXT_MAX], eval_file[OPTION_TEXT_MAX];
    int hash_mb, threads, multi_pv, seed;
    int draw_value, draw_value_black, draw_value_white; // the latter two are added to the first
    int entering_king, move_limit;
    bool generates_all;
} PlayerSettings;

typedef struct Player Player;

// Null if there is no memory. Nothing is loaded yet.
Player *player_new(void);
void player_free(Player *player);

// The player's own options, over PlayerSettings.
extern const OptionTable PLAYER_OPTIONS;

// All options in one table: the player's own, then those of every kind of search. An option that
// several kinds have appears once and is set for all of them.
const OptionTable *player_options(const Player *player);

// On failure nothing is changed. More memory than the machine has is refused.
Status player_set(Player *player, Str name, Str value, Error *error);
// The same for options that are numbers; for a combo, the index of the choice.
Status player_set_number(Player *player, const char *name, double number, Error *error);
const PlayerSettings *player_settings(const Player *player);

// Applies the options. On failure the previous weights and memory are kept, and so is the wrong
// option, so that the next call fails again until the caller corrects it.
Status player_prepare(Player *player, Error *error);
// After a failure: returns to the weights that worked and, if that is not enough, to all options
// that worked. Fails only if none ever worked.
Status player_recover(Player *player, Error *error);
// Uses an evaluator of the caller instead of EvalFile, at once, and clears what searches kept from
// earlier positions. The evaluator must stay open until another one replaces it. Null returns to
// EvalFile. On failure nothing is changed.
Status player_use_eval(Player *player, const Eval *eval, Error *error);
// From the next player_prepare on, searches pass their finished interior nodes to `sink`, which the
// caller owns; null: no sink.
void player_set_sink(Player *player, const NodeSink *sink);
// The evaluator of the last successful player_prepare, or null.
const Eval *player_eval(const Player *player);

void player_new_game(Player *player);
// Commits memory before the clock runs: after player_prepare or player_new_game.
void player_warm(Player *player);

// The table and the proofs of this player, for other searches that find proofs.
SearchShared *player_shared(Player *player);

// Whether the search ponders best on the position before the opponent's move (ponders_on_all).
bool player_ponders_on_all(const Player *player);

// Searches the newest position of the line. Fails if player_prepare fails; `result` then has no
// move.
Status player_go(Player *player, const GameLine *line, const SearchLimits *limits,
                 const SearchControl *control, const SearchReport *report, SearchResult *result,
                 Error *error);

// The static value of a position, seen from the side to move. The player must be prepared.
int player_static(Player *player, const Position *pos);
// The value of a position after quiescence search, or the static value if the search has none. The
// player must be prepared.
int player_quiesce(Player *player, const Position *pos);

// The tree of the last search. False: this search keeps none, or there was nothing to search.
bool player_tree(const Player *player, TreeView *view);
