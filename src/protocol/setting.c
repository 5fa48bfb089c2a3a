#include "setting.h"

#include <string.h>

#include "base/macros.h"
#include "search/level.h"

static const char *const VARIANTS[] = {GAME_NAME, NULL};
#define ELO_DEFAULT "1500"
static const char *const PROGRAMS[] = {"shogi", "minishogi", "chess"};

// The delays are for a GUI on the same machine. For a game over a network set NetworkDelay 120 and
// NetworkDelay2 1120, the defaults of other shogi engines.
static const OptionSpec ROWS[] = {
    OPTION_ROW_CHECK(SessionSettings, is_pondering, "USI_Ponder", "false",
                     "the GUI lets the engine ponder: think on the opponent's time"),
    OPTION_ROW_CHECK(SessionSettings, is_pondering, "Ponder", "false",
                     "the GUI lets the engine ponder: think on the opponent's time"),
    OPTION_ROW_CHECK(SessionSettings, ponders_on_all, "Stochastic_Ponder", "false",
                     "ponder on all replies instead of the expected one"),
    OPTION_ROW_SPIN(SessionSettings, delay_ms, "NetworkDelay", "10", 0, 10000,
                    "usual time between a move and the GUI's clock, in ms"),
    OPTION_ROW_SPIN(SessionSettings, delay_most_ms, "NetworkDelay2", "80", 0, 10000,
                    "largest time between a move and the GUI's clock, in ms; reserved when the "
                    "time is nearly used up"),
    OPTION_ROW_SPIN(SessionSettings, minimum_ms, "MinimumThinkingTime", "0", 0, 100000,
                    "shortest time for a move where the clock allows it, in ms"),
    OPTION_ROW_CHECK(SessionSettings, rounds_up, "RoundUpToFullSecond", "false",
                     "for clocks that count whole seconds: use the rest of a second that has "
                     "begun"),
    OPTION_ROW_SPIN(SessionSettings, slow_mover, "SlowMover", "100", 1, 1000,
                    "share of the normal time for a move, in percent"),
    OPTION_ROW_SPIN(SessionSettings, draw_short_clock, "DrawValueShortClock",
                    GAME_IS_SHOGI ? "20" : "0", -30000, 30000,
                    "added to the value of a draw while the engine has less time left than its "
                    "opponent, in centipawns (ym-shogi)"),
    OPTION_ROW_SPIN(SessionSettings, resign_value, "ResignValue", "99999", 0, 99999,
                    "resign when the value is below minus this, in centipawns"),
    OPTION_ROW_SPIN(SessionSettings, report_ms, "PvInterval", "300", 0, 100000,
                    "shortest time between two info lines, in ms"),
    OPTION_ROW_SPIN(SessionSettings, nodes_limit, "NodesLimit", "0", 0, INT32_MAX,
                    "number of nodes for a move; 0: no limit"),
    OPTION_ROW_SPIN(SessionSettings, depth_limit, "DepthLimit", "0", 0, INT32_MAX,
                    "depth for a move; 0: no limit"),
    OPTION_ROW_SPIN(SessionSettings, skill_level, "Skill_Level", "20", LEVEL_MIN, LEVEL_MAX,
                    "strength as in `play --level`; 20: full strength"),
    OPTION_ROW_CHECK(SessionSettings, limits_strength, "UCI_LimitStrength", "false",
                     "play at the strength of UCI_Elo"),
    OPTION_ROW_SPIN(SessionSettings, elo, "UCI_Elo", ELO_DEFAULT, LEVEL_ELO_MIN, LEVEL_ELO_MAX,
                    "rating of the engine with UCI_LimitStrength, by the table in doc/strength.md"),
    OPTION_ROW_COMBO(SessionSettings, variant, "USI_Variant", GAME_NAME, VARIANTS,
                     "the game of this program"),
    OPTION_ROW_COMBO(SessionSettings, variant, "UCI_Variant", GAME_NAME, VARIANTS,
                     "the game of this program"),
    OPTION_ROW_CHECK(SessionSettings, is_chess960, "UCI_Chess960", "false",
                     "Chess960: castling is written as the king capturing its own rook"),
    OPTION_ROW_CHECK(SessionSettings, is_analysing, "UCI_AnalyseMode", "false",
                     "analysis instead of a game: the engine does not resign"),
    OPTION_ROW_CHECK(SessionSettings, shows_wdl, "UCI_ShowWDL", "false",
                     "report the chances of win, draw and loss, in permille"),
    OPTION_ROW_BUTTON(SessionSettings, clears_hash, "ClearHash",
                      "clear the transposition table and the tree"),
};
const OptionTable SESSION_OPTIONS = OPTION_TABLE(ROWS);

// Other names of the same options, without their spaces, and how UCI announces them.
static const struct {
    const char *name, *meaning, *announced;
} ALIASES[] = {
    {"ClearHash", "ClearHash", "Clear Hash"},
    {"MoveOverhead", "NetworkDelay2", "Move Overhead"},
    {"USI_MultiPV", "MultiPV", NULL},
};

void setting_defaults(SessionSettings *settings) {
    *settings = (SessionSettings){0};
    option_defaults(&SESSION_OPTIONS, settings);
}

// ---- announcing ----

static bool is_shown(const char *name, bool is_uci) {
    if (!strcmp(name, "UCI_Chess960") && !GAME_IS_CHESS)
        return false;
    if (!strncmp(name, "USI_", 4))
        return !is_uci;
    if (!strncmp(name, "UCI_", 4) || !strcmp(name, "Hash") || !strcmp(name, "Ponder"))
        return is_uci;
    return true;
}

// Option `index` in the announcement of a protocol, or null; *is_own: it is the player's.
static const OptionSpec *shown_option(const Player *player, bool is_uci, size_t index,
                                      bool *is_own) {
    const OptionTable *own = player_options(player);
    size_t seen = 0;
    for (size_t i = 0; i < own->count + SESSION_OPTIONS.count; i++) {
        *is_own = i < own->count;
        const OptionSpec *spec = *is_own ? &own->specs[i] : &SESSION_OPTIONS.specs[i - own->count];
        if (is_shown(spec->name, is_uci) && seen++ == index)
            return spec;
    }
    return NULL;
}

static const char *announced_name(const OptionSpec *spec, bool is_uci) {
    for (size_t i = 0; is_uci && i < ARRAY_LEN(ALIASES); i++)
        if (ALIASES[i].announced && !strcmp(spec->name, ALIASES[i].meaning))
            return ALIASES[i].announced;
    return spec->name;
}

bool setting_line(const Player *player, bool is_uci, size_t index, StrBuf *out) {
    bool is_own;
    const OptionSpec *shown = shown_option(player, is_uci, index, &is_own);
    if (!shown)
        return false;
    OptionSpec spec = *shown;
    spec.name = announced_name(shown, is_uci);
    option_print(&spec, is_uci ? OPTION_UCI : OPTION_USI, out);
    return true;
}

// ---- values ----

static void print_value(const OptionSpec *spec, const void *settings, const char *name,
                        StrBuf *out) {
    strbuf_format(out, "Options[%s] == ", name);
    option_value(spec, settings, out);
}

bool setting_value_line(const SessionSettings *settings, const Player *player, bool is_uci,
                        size_t index, StrBuf *out) {
    bool is_own;
    const OptionSpec *spec = shown_option(player, is_uci, index, &is_own);
    if (!spec)
        return false;
    print_value(spec, is_own ? (const void *)player_settings(player) : (const void *)settings,
                announced_name(spec, is_uci), out);
    return true;
}

// ---- setting ----

// `name N value V`. Names of UCI may have spaces, so the name ends at the word `value`.
static void split(Str words, Str *name, Str *value) {
    Str rest = words;
    Str word = str_word(&rest);
    if (str_eq(word, "name"))
        words = rest;
    *name = str_trim(words);
    *value = (Str){0};
    rest = words;
    for (word = str_word(&rest); word.len; word = str_word(&rest))
        if (str_eq(word, "value")) {
            *name = str_trim((Str){words.at, (size_t)(word.at - words.at)});
            *value = str_trim(rest);
            return;
        }
}

// The name without its spaces. A name longer than any option is returned as it was.
static Str squeeze(Str name, char memory[OPTION_NAME_MAX + 1]) {
    size_t length = 0;
    for (size_t i = 0; i < name.len; i++) {
        if (name.at[i] == ' ' || name.at[i] == '\t')
            continue;
        if (length == OPTION_NAME_MAX)
            return name;
        memory[length++] = name.at[i];
    }
    return (Str){memory, length};
}

// Each game has a program of its own.
static Status check_variant(Str value, Error *error) {
    for (size_t i = 0; i < ARRAY_LEN(PROGRAMS); i++)
        if (str_eq(value, PROGRAMS[i]) && strcmp(PROGRAMS[i], GAME_NAME))
            return error_set(error, STATUS_BAD_INPUT,
                             "this program plays " GAME_NAME "; %s is played by yuragi-%s",
                             PROGRAMS[i], PROGRAMS[i]);
    return STATUS_OK;
}

// The name by which the tables know an option that a GUI names.
static Str table_name(Str name, char memory[OPTION_NAME_MAX + 1]) {
    name = squeeze(name, memory);
    for (size_t i = 0; i < ARRAY_LEN(ALIASES); i++)
        if (option_is_same(name, ALIASES[i].name))
            return str_of(ALIASES[i].meaning);
    return name;
}

Status setting_value(const SessionSettings *settings, const Player *player, Str name, StrBuf *out,
                     Error *error) {
    char memory[OPTION_NAME_MAX + 1];
    name = table_name(name, memory);
    const OptionSpec *spec = option_find(&SESSION_OPTIONS, name);
    if (spec) {
        print_value(spec, settings, spec->name, out);
        return STATUS_OK;
    }
    TRY(option_require(player_options(player), name, &spec, error));
    print_value(spec, player_settings(player), spec->name, out);
    return STATUS_OK;
}

Status setting_set(SessionSettings *settings, Player *player, Str words, Error *error) {
    Str name, value;
    char memory[OPTION_NAME_MAX + 1];
    split(words, &name, &value);
    name = table_name(name, memory);
    const OptionSpec *spec = option_find(&SESSION_OPTIONS, name);
    if (!spec)
        return player_set(player, name, value, error);
    if (spec->choices == VARIANTS)
        TRY(check_variant(value, error));
    return option_set(&SESSION_OPTIONS, settings, name, value, error);
}

int64_t setting_strength_nodes(const SessionSettings *settings) {
    const int64_t by_level = level_nodes(settings->skill_level);
    if (!settings->limits_strength)
        return by_level;
    const int64_t by_elo = level_elo_nodes(settings->elo);
    return by_level && by_level < by_elo ? by_level : by_elo;
}

ClockConfig setting_clock_config(const SessionSettings *settings) {
    return (ClockConfig){
        .delay_ms = settings->delay_ms,
        .delay_most_ms = settings->delay_most_ms,
        .minimum_ms = settings->minimum_ms,
        .slow_mover = settings->slow_mover,
        .rounds_up = settings->rounds_up,
        .is_pondering = settings->is_pondering,
    };
}
