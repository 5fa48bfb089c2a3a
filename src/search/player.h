// player.h — everything that plays: an evaluator, a search, and the options of both.
//
// The engine, the command line, matches and learners all drive a Player. Options are set by name
// and take effect at the next `player_prepare`, which loads weights and memory where something has
// changed, or at the next `player_go`, which prepares by itself. A Player belongs to one thread;
// only the SearchControl of a running search may be touched by others.
#pragma once

#include "search/search.h"
#include "search/shared.h"

typedef struct PlayerSettings {
    int search; // an index of SEARCH_KINDS
    char eval_file[OPTION_TEXT_MAX];
    int hash_mb, threads, multi_pv, draw_value, seed;
    int entering_king, move_limit;
} PlayerSettings;

typedef struct Player Player;

// Null if there is no memory. Nothing is loaded yet.
Player *player_new(void);
void player_free(Player *player);

// The player's own options, over PlayerSettings.
extern const OptionTable PLAYER_OPTIONS;

// All options in one table: the player's own, then those of every kind of search. An option that
// several kinds have is there once and set for all of them.
const OptionTable *player_options(const Player *player);

// When it is refused everything is as before.
Status player_set(Player *player, Str name, Str value, Error *error);
// The same for options that are numbers; of a combo, the index of the choice.
Status player_set_number(Player *player, const char *name, double number, Error *error);
const PlayerSettings *player_settings(const Player *player);

// Loads what the options name. On failure the weights and memory of before are kept, and so is the
// option that was wrong, so that the next call fails again until it is mended.
Status player_prepare(Player *player, Error *error);
// After a failure: goes back to the weights that worked and, where that is not enough, to all the
// options that did. Fails only if there never were any that work.
Status player_recover(Player *player, Error *error);
// Plays with an evaluator of the caller instead of EvalFile, at once; what was learned from earlier
// positions is forgotten. The evaluator must stay open until another one takes its place. Null goes
// back to EvalFile. On failure everything is as before.
Status player_use_eval(Player *player, const Eval *eval, Error *error);
// Every search from the next player_prepare on shows its finished interior nodes to `sink`, which
// the caller keeps; null: to none.
void player_set_sink(Player *player, const NodeSink *sink);
// The evaluator of the last successful player_prepare, or null.
const Eval *player_eval(const Player *player);

void player_new_game(Player *player);
// Commits memory before a clock runs: after player_prepare or player_new_game.
void player_warm(Player *player);

// What the searches of this player share, for searches beside it that find proofs.
SearchShared *player_shared(Player *player);

// Whether the search ponders best on the position before the opponent's move, without a guess.
bool player_ponders_on_all(const Player *player);

// Searches the newest position of the line. Fails if nothing can be prepared; `result` is then
// without a move.
Status player_go(Player *player, const GameLine *line, const SearchLimits *limits,
                 const SearchControl *control, const SearchReport *report, SearchResult *result,
                 Error *error);

// The value of a position when the captures are over, or the plain value where the search has no
// such thing. The player has been prepared.
int player_quiesce(Player *player, const Position *pos);

// The tree of the last search. False: this search keeps none, or there was nothing to search.
bool player_tree(const Player *player, TreeView *view);
