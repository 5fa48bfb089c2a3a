#include "search/player.h"

#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "eval/eval_open.h"
#include "eval/eval_path.h"

enum { HASH_MB_MAX = 1 << 20, THREADS_MAX = 512, MULTI_PV_MAX = 600 };

// USI and UCI have different names for the memory; both are accepted in either protocol.
static const OptionSpec ROWS[] = {
    OPTION_ROW_COMBO(PlayerSettings, search, "Search", "alphabeta", SEARCH_NAMES, "search method"),
    OPTION_ROW_FILE(PlayerSettings, eval_file, "EvalFile", "",
                    "file of weights of the evaluator; empty: the weights inside the program"),
    OPTION_ROW_STRING(PlayerSettings, eval_folder, "EvalDir", "",
                      "folder of EvalFile, or of nn.bin or weights in several files if EvalFile is "
                      "empty"),
    OPTION_ROW_SPIN(PlayerSettings, hash_mb, "USI_Hash", "64", 1, HASH_MB_MAX,
                    "memory for the transposition table and the tree, in MiB"),
    OPTION_ROW_SPIN(PlayerSettings, hash_mb, "Hash", "64", 1, HASH_MB_MAX,
                    "memory for the transposition table and the tree, in MiB"),
    OPTION_ROW_SPIN(PlayerSettings, threads, "Threads", "1", 1, THREADS_MAX,
                    "number of search threads"),
    OPTION_ROW_SPIN(PlayerSettings, multi_pv, "MultiPV", "1", 1, MULTI_PV_MAX,
                    "number of best moves that are reported with a principal variation each"),
    OPTION_ROW_SPIN(PlayerSettings, draw_value, "DrawValue", "0", -30000, 30000,
                    "value of a draw for the side to move at the root, in centipawns"),
    OPTION_ROW_SPIN(PlayerSettings, draw_value_black, "DrawValueBlack", "0", -30000, 30000,
                    "added to DrawValue when Black is to move at the root, in centipawns"),
    OPTION_ROW_SPIN(PlayerSettings, draw_value_white, "DrawValueWhite", "0", -30000, 30000,
                    "added to DrawValue when White is to move at the root, in centipawns"),
    OPTION_ROW_SPIN(PlayerSettings, move_limit, "MaxMovesToDraw", "0", 0, 100000,
                    "number of plies after which the game is a draw; 0: no limit"),
    OPTION_ROW_SPIN(PlayerSettings, seed, "Seed", "0", 0, INT32_MAX,
                    "seed of all random numbers of the search"),
    // Of shogi and minishogi only.
    OPTION_ROW_CHECK(
        PlayerSettings, generates_all, "GenerateAllLegalMoves", "false",
        "also search moves without promotion that never help, such as those of a pawn"),
    // Of shogi only.
    OPTION_ROW_COMBO(PlayerSettings, entering_king, "EnteringKingRule", "CSARule27",
                     ENTERING_KING_NAMES, "rule by which an entering king wins"),
};
const OptionTable PLAYER_OPTIONS = {ROWS, ARRAY_LEN(ROWS) - (GAME_IS_CHESS       ? 2
                                                             : GAME_IS_MINISHOGI ? 1
                                                                                 : 0)};

struct Player {
    OptionSpec *specs; // one for each name, then the rows that repeat a name
    size_t row_count;
    OptionTable options; // the specs without repeats
    char *settings;      // PlayerSettings, then the settings of every kind
    char *working;       // the same at the last success of player_prepare; the defaults until then
    bool is_changed;
    Eval *opened;                    // from a file, or null
    char opened_path[EVAL_PATH_MAX]; // where `opened` came from
    const Eval *lent;                // the caller's, used instead of `opened`; or null
    const Eval *eval;                // the one in use
    void *frame;                     // for one position
    const NodeSink *sink;
    SearchShared shared;
    Search *search; // of the kind that the settings name, once prepared
};

// Enough alignment for all settings structs.
static size_t aligned(size_t bytes) {
    return (bytes + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);
}

static size_t settings_offset(const SearchKind *wanted) {
    size_t offset = aligned(sizeof(PlayerSettings));
    for (const SearchKind *const *kind = SEARCH_KINDS; *kind && *kind != wanted; kind++)
        offset += aligned((*kind)->settings_bytes);
    return offset;
}

// Rows that repeat a name are added from the end; all rows together fill the array.
static void add_options(Player *player, const OptionTable *table, size_t offset, size_t *end) {
    OptionTable *options = &player->options;
    for (size_t i = 0; i < table->count; i++) {
        const bool is_repeat = option_find(options, str_of(table->specs[i].name)) != NULL;
        OptionSpec *spec = &player->specs[is_repeat ? --*end : options->count++];
        *spec = table->specs[i];
        spec->offset += offset;
    }
}

// An option that several kinds of search have is set once: their fields follow the first.
static void copy_repeats(Player *player) {
    for (size_t i = player->options.count; i < player->row_count; i++) {
        const OptionSpec *repeat = &player->specs[i];
        const OptionSpec *first = option_find(&player->options, str_of(repeat->name));
        memcpy(player->settings + repeat->offset, player->settings + first->offset, repeat->size);
    }
}

Player *player_new(void) {
    size_t count = PLAYER_OPTIONS.count, end;
    for (const SearchKind *const *kind = SEARCH_KINDS; *kind; kind++)
        count += (*kind)->options->count;
    Player *player = calloc(1, sizeof *player);
    if (!player)
        return NULL;
    player->specs = calloc(count, sizeof *player->specs);
    player->settings = calloc(1, settings_offset(NULL));
    player->working = calloc(1, settings_offset(NULL));
    if (!player->specs || !player->settings || !player->working ||
        proofs_init(&player->shared.proofs, NULL) != STATUS_OK) {
        player_free(player);
        return NULL;
    }
    player->row_count = end = count;
    player->options.specs = player->specs;
    add_options(player, &PLAYER_OPTIONS, 0, &end);
    for (const SearchKind *const *kind = SEARCH_KINDS; *kind; kind++)
        add_options(player, (*kind)->options, settings_offset(*kind), &end);
    option_defaults(&player->options, player->settings);
    option_defaults(&player->options, player->working);
    player->is_changed = true;
    return player;
}

void player_free(Player *player) {
    if (!player)
        return;
    if (player->search)
        player->search->kind->destroy(player->search);
    tt_release(&player->shared.table);
    proofs_release(&player->shared.proofs);
    eval_close(player->opened);
    free(player->frame);
    free(player->specs);
    free(player->settings);
    free(player->working);
    free(player);
}

const OptionTable *player_options(const Player *player) {
    return &player->options;
}

// An eighth of the machine's memory is left to all else. Without this check the memory would be
// granted now, and the system would end the process when it is used.
static Status check_memory(const Player *player, Error *error) {
    const int wanted_mb = player_settings(player)->hash_mb;
    const size_t limit_mb = pages_limit_mb() / 8 * 7;
    if ((size_t)wanted_mb <= limit_mb)
        return STATUS_OK;
    return error_set(error, STATUS_NO_MEMORY,
                     "option USI_Hash: %d MiB are more than the %zu MiB that can be used here",
                     wanted_mb, limit_mb);
}

Status player_set(Player *player, Str name, Str value, Error *error) {
    PlayerSettings *settings = (PlayerSettings *)(void *)player->settings;
    const int hash_mb = settings->hash_mb;
    TRY(option_set(&player->options, player->settings, name, value, error));
    const Status status = settings->hash_mb == hash_mb ? STATUS_OK : check_memory(player, error);
    if (status != STATUS_OK) {
        settings->hash_mb = hash_mb;
        return status;
    }
    player->is_changed = true;
    return STATUS_OK;
}

Status player_set_number(Player *player, const char *name, double number, Error *error) {
    TRY(option_set_number(&player->options, player->settings, name, number, error));
    player->is_changed = true;
    return STATUS_OK;
}

void player_set_sink(Player *player, const NodeSink *sink) {
    player->is_changed |= player->sink != sink;
    player->sink = sink;
}

SearchShared *player_shared(Player *player) {
    return &player->shared;
}

const PlayerSettings *player_settings(const Player *player) {
    return (const PlayerSettings *)(const void *)player->settings;
}

const Eval *player_eval(const Player *player) {
    return player->eval;
}

static const void *settings_of(const void *context, const SearchKind *kind) {
    return ((const Player *)context)->settings + settings_offset(kind);
}

static SearchSetup setup_of(Player *player, const Eval *eval) {
    const PlayerSettings *settings = player_settings(player);
    return (SearchSetup){
        .eval = eval,
        .shared = &player->shared,
        .sink = player->sink,
        .settings_of = settings_of,
        .settings_context = player,
        .rules = {.entering_king = (EnteringKing)settings->entering_king,
                  .move_limit = settings->move_limit},
        .hash_mb = settings->hash_mb,
        .threads = settings->threads,
        .multi_pv = settings->multi_pv,
        .draw_value = {[BLACK] = settings->draw_value + settings->draw_value_black,
                       [WHITE] = settings->draw_value + settings->draw_value_white},
        .generates_all = settings->generates_all,
        .seed = (uint64_t)settings->seed,
    };
}

// Resizes the shared table for the kind. `old` is the previous table: the caller releases it, or
// restores it if something else fails.
static Status fit_table(Player *player, const SearchKind *kind, const SearchSetup *setup,
                        const void *settings, Tt *old, Error *error) {
    const size_t wanted = kind->table_mb ? (size_t)kind->table_mb(setup, settings) : 0;
    *old = (Tt){0};
    if (player->shared.table.mapped == wanted << 20)
        return STATUS_OK;
    Tt fresh = {0};
    if (wanted)
        TRY(tt_init(&fresh, wanted, error));
    *old = player->shared.table;
    player->shared.table = fresh;
    return STATUS_OK;
}

static void put_table_back(Player *player, Tt *old) {
    if (!old->buckets)
        return;
    tt_release(&player->shared.table);
    player->shared.table = *old;
}

// A search of the kind, configured with the settings and the evaluator.
static Status ready_search(Player *player, const SearchKind *kind, const Eval *eval, Error *error) {
    Search *search = player->search;
    const bool is_fresh = !search || search->kind != kind;
    const void *settings = settings_of(player, kind);
    const SearchSetup setup = setup_of(player, eval);
    Tt old;
    if (is_fresh)
        TRY(kind->create(&search, error));
    Status status = fit_table(player, kind, &setup, settings, &old, error);
    if (status == STATUS_OK) {
        status = kind->configure(search, &setup, settings, error);
        if (status != STATUS_OK)
            put_table_back(player, &old);
    }
    if (status != STATUS_OK) {
        if (is_fresh)
            kind->destroy(search);
        return status;
    }
    tt_release(&old);
    if (is_fresh && player->search)
        player->search->kind->destroy(player->search);
    if (is_fresh)
        tt_clear(&player->shared.table);
    player->search = search;
    return STATUS_OK;
}

// The evaluator to use. `opened` is the one that was newly opened from `path`, or null.
static Status find_eval(const Player *player, const Eval **eval, Eval **opened,
                        char path[EVAL_PATH_MAX], Error *error) {
    const PlayerSettings *settings = player_settings(player);
    *opened = NULL;
    *eval = player->lent ? player->lent : player->opened;
    if (player->lent)
        return STATUS_OK;
    TRY(eval_path(settings->eval_folder, settings->eval_file, path, error));
    if (player->opened && !strcmp(player->opened_path, path))
        return STATUS_OK;
    TRY(eval_open(path, opened, error));
    *eval = *opened;
    return STATUS_OK;
}

// Configures the search with this evaluator; clears what is kept from another one.
static Status take_eval(Player *player, const Eval *eval, Error *error) {
    const bool is_new = player->eval != eval;
    void *frame = is_new ? eval_frames_new(eval, 1) : NULL;
    if (is_new && !frame)
        return error_set(error, STATUS_NO_MEMORY, "no memory for the evaluator");
    const Status status =
        ready_search(player, SEARCH_KINDS[player_settings(player)->search], eval, error);
    if (status != STATUS_OK) {
        free(frame);
        return status;
    }
    if (!is_new)
        return STATUS_OK;
    free(player->frame);
    player->frame = frame;
    player->eval = eval;
    player_new_game(player);
    return STATUS_OK;
}

Status player_prepare(Player *player, Error *error) {
    if (!player->is_changed)
        return STATUS_OK;
    copy_repeats(player);
    const Eval *eval;
    Eval *opened;
    char path[EVAL_PATH_MAX];
    TRY(find_eval(player, &eval, &opened, path, error));
    const Status status = take_eval(player, eval, error);
    if (status != STATUS_OK) {
        eval_close(opened);
        return status;
    }
    if (opened) {
        eval_close(player->opened);
        player->opened = opened;
        memcpy(player->opened_path, path, sizeof path);
    }
    memcpy(player->working, player->settings, settings_offset(NULL));
    player->is_changed = false;
    return STATUS_OK;
}

Status player_use_eval(Player *player, const Eval *eval, Error *error) {
    const Eval *lent_before = player->lent;
    player->lent = eval;
    player->is_changed = true;
    player->eval = NULL; // so that the search is cleared even if the new one has the same address
    const Status status = player_prepare(player, error);
    if (status != STATUS_OK) {
        player->lent = lent_before;
        player->eval = lent_before ? lent_before : player->opened;
    }
    return status;
}

Status player_recover(Player *player, Error *error) {
    PlayerSettings *settings = (PlayerSettings *)(void *)player->settings;
    const PlayerSettings *working = (const PlayerSettings *)(const void *)player->working;
    memcpy(settings->eval_folder, working->eval_folder, sizeof settings->eval_folder);
    memcpy(settings->eval_file, working->eval_file, sizeof settings->eval_file);
    if (player_prepare(player, error) == STATUS_OK)
        return STATUS_OK;
    memcpy(player->settings, player->working, settings_offset(NULL));
    return player_prepare(player, error);
}

void player_new_game(Player *player) {
    tt_clear(&player->shared.table);
    proofs_clear(&player->shared.proofs);
    if (player->search)
        player->search->kind->new_game(player->search);
}

void player_warm(Player *player) {
    tt_warm(&player->shared.table);
    if (player->search && player->search->kind->warm)
        player->search->kind->warm(player->search);
}

bool player_ponders_on_all(const Player *player) {
    return SEARCH_KINDS[player_settings(player)->search]->ponders_on_all;
}

// A win or a loss that the search has found is certain, and other searches may read it: what the
// rules say of a repetition is no decided value. A loss among some of the moves proves nothing.
static void note_proof(Player *player, const Position *pos, const SearchLimits *limits,
                       SearchResult *result) {
    const bool is_win = result->value > 0;
    if (!value_is_decided(result->value) || result->best == MOVE_NONE ||
        (!is_win && limits->move_count))
        return;
    result->proof = is_win ? PROOF_PROVED : PROOF_DISPROVED;
    proofs_store(&player->shared.proofs, pos_key(pos),
                 (Proof){is_win ? PROOF_WIN : PROOF_LOSS, VALUE_WIN - abs(result->value)});
}

Status player_go(Player *player, const GameLine *line, const SearchLimits *limits,
                 const SearchControl *control, const SearchReport *report, SearchResult *result,
                 Error *error) {
    *result = (SearchResult){.best = MOVE_NONE};
    TRY(player_prepare(player, error));
    const int rule = player_settings(player)->entering_king;
    if (pos_declaration(&line->now, (EnteringKing)rule) == RESULT_WIN) {
        result->is_declared = true;
        result->value = value_win_in(1);
        return STATUS_OK;
    }
    tt_new_generation(&player->shared.table);
    TRY(player->search->kind->run(player->search, line, limits, control, report, result, error));
    note_proof(player, &line->now, limits, result);
    return STATUS_OK;
}

int player_static(Player *player, const Position *pos) {
    eval_refresh(player->eval, pos, player->frame);
    return eval_value(player->eval, pos, player->frame);
}

int player_quiesce(Player *player, const Position *pos) {
    return player->search->kind->quiesce ? player->search->kind->quiesce(player->search, pos)
                                         : player_static(player, pos);
}

bool player_tree(const Player *player, TreeView *view) {
    const Search *search = player->search;
    return search && search->kind->tree && search->kind->tree(search, view);
}
