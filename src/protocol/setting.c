#include "setting.h"

#include <string.h>

#include "base/macros.h"

static const char *const VARIANTS[] = {GAME_NAME, NULL};
static const char *const PROGRAMS[] = {"shogi", "minishogi", "chess"};

#define FIELD(name) OPTION_FIELD(SessionSettings, name)

// The delays are for a GUI on the same machine. For a game over a network set NetworkDelay 120 and
// NetworkDelay2 1120, the defaults of other shogi engines.
static const OptionSpec OPTIONS[] = {
    {"USI_Ponder", OPTION_CHECK, FIELD(is_pondering), "false",
     .help = "the GUI will let us think on the opponent's time"},
    {"Ponder", OPTION_CHECK, FIELD(is_pondering), "false",
     .help = "the GUI will let us think on the opponent's time"},
    {"Stochastic_Ponder", OPTION_CHECK, FIELD(ponders_on_all), "false",
     .help = "ponder on every reply, not on the expected one"},
    {"NetworkDelay", OPTION_SPIN, FIELD(delay_ms), "10", .min = 0, .max = 10000,
     .help = "what a move costs besides thinking, in ms"},
    {"NetworkDelay2", OPTION_SPIN, FIELD(delay_most_ms), "40", .min = 0, .max = 10000,
     .help = "what a move may cost at worst, in ms; kept when the flag is close"},
    {"MinimumThinkingTime", OPTION_SPIN, FIELD(minimum_ms), "0", .min = 0, .max = 100000,
     .help = "think at least so long, in ms, where the clock allows it"},
    {"SlowMover", OPTION_SPIN, FIELD(slow_mover), "100", .min = 1, .max = 1000,
     .help = "percent of the normal time for a move"},
    {"ResignValue", OPTION_SPIN, FIELD(resign_value), "99999", .min = 0, .max = 99999,
     .help = "resign below minus this many hundredths of a pawn"},
    {"PvInterval", OPTION_SPIN, FIELD(report_ms), "300", .min = 0, .max = 100000,
     .help = "the least time between two reports, in ms"},
    {"NodesLimit", OPTION_SPIN, FIELD(nodes_limit), "0", .min = 0, .max = INT32_MAX,
     .help = "nodes for one move; 0: no limit"},
    {"DepthLimit", OPTION_SPIN, FIELD(depth_limit), "0", .min = 0, .max = INT32_MAX,
     .help = "depth for one move; 0: no limit"},
    {"USI_Variant", OPTION_COMBO, FIELD(variant), GAME_NAME, .choices = VARIANTS,
     .help = "the game, which is the program's"},
    {"UCI_Variant", OPTION_COMBO, FIELD(variant), GAME_NAME, .choices = VARIANTS,
     .help = "the game, which is the program's"},
    {"UCI_Chess960", OPTION_CHECK, FIELD(is_chess960), "false",
     .help = "castling is written as the king taking its rook"},
    {"UCI_AnalyseMode", OPTION_CHECK, FIELD(is_analysing), "false",
     .help = "no game is played: never resign"},
    {"UCI_ShowWDL", OPTION_CHECK, FIELD(shows_wdl), "false",
     .help = "report the chances to win, draw and lose, in thousandths"},
    {"ClearHash", OPTION_BUTTON, FIELD(clears_hash), NULL,
     .help = "forget everything learned from earlier positions"},
};

// Other names of the same options. Names with spaces are announced in UCI.
static const struct {
    const char *name, *meaning;
} ALIASES[] = {
    {"Clear Hash", "ClearHash"},
    {"Move Overhead", "NetworkDelay2"},
    {"USI_MultiPV", "MultiPV"},
};

const OptionSpec *setting_options(size_t *count) {
    *count = ARRAY_LEN(OPTIONS);
    return OPTIONS;
}

void setting_defaults(SessionSettings *settings) {
    *settings = (SessionSettings){0};
    option_defaults(OPTIONS, ARRAY_LEN(OPTIONS), settings);
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

static void print(OptionSpec spec, bool is_uci, StrBuf *out) {
    for (size_t i = 0; is_uci && i < ARRAY_LEN(ALIASES); i++)
        if (strchr(ALIASES[i].name, ' ') && !strcmp(spec.name, ALIASES[i].meaning))
            spec.name = ALIASES[i].name;
    option_print(&spec, is_uci ? OPTION_UCI : OPTION_USI, out);
}

bool setting_line(const Player *player, bool is_uci, size_t index, StrBuf *out) {
    size_t player_count, seen = 0;
    const OptionSpec *players = player_options(player, &player_count);
    for (size_t i = 0; i < player_count + ARRAY_LEN(OPTIONS); i++) {
        const OptionSpec *spec = i < player_count ? &players[i] : &OPTIONS[i - player_count];
        if (!is_shown(spec->name, is_uci) || seen++ < index)
            continue;
        print(*spec, is_uci, out);
        return true;
    }
    return false;
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

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_alias(Str squeezed, const char *alias) {
    size_t i = 0;
    for (; *alias; alias++) {
        if (*alias == ' ')
            continue;
        if (i == squeezed.len || lower(squeezed.at[i++]) != lower(*alias))
            return false;
    }
    return i == squeezed.len;
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

Status setting_set(SessionSettings *settings, Player *player, Str words, Error *error) {
    Str name, value;
    char memory[OPTION_NAME_MAX + 1];
    split(words, &name, &value);
    name = squeeze(name, memory);
    for (size_t i = 0; i < ARRAY_LEN(ALIASES); i++)
        if (is_alias(name, ALIASES[i].name))
            name = str_of(ALIASES[i].meaning);
    const OptionSpec *spec = option_find(OPTIONS, ARRAY_LEN(OPTIONS), name);
    if (!spec)
        return player_set(player, name, value, error);
    if (spec->choices == VARIANTS)
        TRY(check_variant(value, error));
    return option_set(OPTIONS, ARRAY_LEN(OPTIONS), settings, name, value, error);
}

ClockConfig setting_clock_config(const SessionSettings *settings) {
    return (ClockConfig){
        .delay_ms = settings->delay_ms,
        .delay_most_ms = settings->delay_most_ms,
        .minimum_ms = settings->minimum_ms,
        .slow_mover = settings->slow_mover,
        .is_pondering = settings->is_pondering,
    };
}
