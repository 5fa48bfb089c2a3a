#include "match_report.h"

#include <inttypes.h>
#include <math.h>

#include "base/json.h"
#include "stats/rating.h"
#include "wording.h"

enum { REPEATS_TOLD_FROM = 20 }; // one game in so many

// An Elo difference as people write it.
static void elo_word(double elo, char text[WORD_MAX]) {
    StrBuf out = strbuf_init(text, WORD_MAX);
    if (isfinite(elo))
        strbuf_format(&out, "%+.1f", elo);
    else
        strbuf_text(&out, elo > 0 ? "+inf" : "-inf");
}

static void range_word(const ScoreRange *range, StrBuf *out) {
    char value[WORD_MAX], low[WORD_MAX], high[WORD_MAX];
    elo_word(range->value, value);
    elo_word(range->low, low);
    elo_word(range->high, high);
    strbuf_format(out, "%s [%s, %s]", value, low, high);
}

static void results_print(const int64_t results[3], FILE *out) {
    fprintf(out, "%" PRId64 "-%" PRId64 "-%" PRId64, results[2], results[1], results[0]);
}

static void sprt_print(const Match *match, FILE *out) {
    const Sprt *sprt = match->config.sprt;
    const SprtReport *report = &match->sprt;
    fprintf(out, "  SPRT %g, %g: LLR %.2f in [%.2f, %.2f], %s\n", sprt->elo0, sprt->elo1,
            report->llr, report->lower, report->upper, sprt_state_name(report->state));
}

static void encounter_print(const MatchView *view, int encounter, FILE *out) {
    const Match *match = view->match;
    const Standing *standing = &match->standings[encounter];
    const Tally *tally = &standing->tally;
    int sides[2];
    pairing_sides(&match->config.pairing, encounter, sides);
    const Score score = score_of(tally);
    fprintf(out, "%s - %s: ", match->config.engines[sides[0]].name,
            match->config.engines[sides[1]].name);
    if (!score.games) {
        fputs("no games\n", out);
        return;
    }
    results_print((const int64_t[]){tally->loss, tally->draw, tally->win}, out);
    char elo[4 * WORD_MAX], normalised[4 * WORD_MAX];
    StrBuf buf = strbuf_init(elo, sizeof elo);
    range_word(&score.elo, &buf);
    buf = strbuf_init(normalised, sizeof normalised);
    range_word(&score.normalised, &buf);
    fprintf(out, ", %.1f %% of %" PRId64 " %s\n", 100 * score.score.value, score.games,
            word_plural(score.games, "game", "games"));
    fprintf(out, "  Elo %s, normalised %s, LOS %.1f %%\n", elo, normalised, 100 * score.los);
    fputs("  moving first ", out);
    results_print(standing->results[FIRST], out);
    fputs(", second ", out);
    results_print(standing->results[SECOND], out);
    fputs("; pairs by points (0 1/2 1 3/2 2):", out);
    for (int i = 0; i < SCORE_PAIR_NB; i++)
        fprintf(out, " %" PRId64, tally->pairs[i]);
    fputc('\n', out);
    if (match->config.sprt)
        sprt_print(match, out);
}

static int64_t fault_count(const Faults *faults) {
    return faults->time + faults->illegal + faults->crash + faults->silence;
}

static void faults_print(const Match *match, FILE *out) {
    for (int i = 0; i < match->config.pairing.engines; i++) {
        const Faults *faults = &match->faults[i];
        if (fault_count(faults))
            fprintf(out,
                    "%s lost %" PRId64 " on time, %" PRId64 " by illegal answers, %" PRId64
                    " by crashes, %" PRId64 " by silence\n",
                    match->config.engines[i].name, faults->time, faults->illegal, faults->crash,
                    faults->silence);
    }
}

// Games that repeat others are no evidence of anything new; a few may happen.
static void repeats_print(const MatchView *view, FILE *out) {
    const int64_t played = view->match->finished - view->match->restored;
    if (view->repeats * REPEATS_TOLD_FROM > played)
        fprintf(out,
                "warning: %" PRId64 " of %" PRId64
                " games %s of others; more openings or random plies would make them differ\n",
                view->repeats, played,
                view->repeats == 1 ? "is an exact repeat" : "are exact repeats");
}

// All games of one engine.
static Tally contestant_tally(const Match *match, int engine) {
    Tally sum = {0};
    for (int i = 0; i < pairing_encounters(&match->config.pairing); i++) {
        int sides[2];
        pairing_sides(&match->config.pairing, i, sides);
        const Tally *tally = &match->standings[i].tally;
        const Tally turned = score_turned(tally);
        if (sides[0] == engine)
            score_add(&sum, tally);
        else if (sides[1] == engine)
            score_add(&sum, &turned);
    }
    return sum;
}

// Ratings of all engines around a mean of 0. False: there is no memory for them.
static bool ratings_of(const Match *match, Rating ratings[PAIRING_ENGINES_MAX]) {
    RatingDuel duels[PAIRING_ENCOUNTERS_MAX];
    const int count = pairing_encounters(&match->config.pairing);
    for (int i = 0; i < count; i++) {
        int sides[2];
        pairing_sides(&match->config.pairing, i, sides);
        const Tally *tally = &match->standings[i].tally;
        duels[i] = (RatingDuel){sides[0], sides[1], tally->win, tally->draw, tally->loss};
    }
    return rating_fit(duels, (size_t)count, match->config.pairing.engines, RATING_MEAN, ratings,
                      NULL) == STATUS_OK;
}

static void table_print(const Match *match, FILE *out) {
    Rating ratings[PAIRING_ENGINES_MAX];
    const bool has_ratings = ratings_of(match, ratings);
    fprintf(out, "%-24s %8s %8s %8s %8s %8s  %s\n", "engine", "games", "won", "drawn", "lost",
            "score", "Elo around the mean");
    for (int i = 0; i < match->config.pairing.engines; i++) {
        const Tally tally = contestant_tally(match, i);
        const double games = (double)score_games(&tally);
        const double points = (double)tally.win + 0.5 * (double)tally.draw;
        fprintf(out, "%-24s %8.0f %8" PRId64 " %8" PRId64 " %8" PRId64 " %7.1f%%  ",
                match->config.engines[i].name, games, tally.win, tally.draw, tally.loss,
                games > 0 ? 100 * points / games : 0);
        char elo[4 * WORD_MAX];
        StrBuf buf = strbuf_init(elo, sizeof elo);
        if (has_ratings)
            range_word(&(ScoreRange){ratings[i].elo, ratings[i].low, ratings[i].high}, &buf);
        fprintf(out, "%s\n", elo);
    }
}

void match_report_text(const MatchView *view, FILE *out) {
    const Match *match = view->match;
    for (int i = 0; i < pairing_encounters(&match->config.pairing); i++)
        encounter_print(view, i, out);
    if (match->config.pairing.engines > 2)
        table_print(match, out);
    faults_print(match, out);
    repeats_print(view, out);
    char seconds[WORD_MAX];
    word_time((int64_t)(view->seconds * 1e9), seconds);
    const int64_t played = match->finished - match->restored;
    fprintf(out, "%s: %" PRId64 " of %" PRId64 " %s", GAME_NAME, match->finished, match->games,
            word_plural(match->games, "game", "games"));
    if (match->restored)
        fprintf(out, ", %" PRId64 " of them from earlier", match->restored);
    fprintf(out, ", %d at a time, %s", match->config.threads, seconds);
    if (match->moves && played)
        fprintf(out, ", %.0f moves a game, %.2f ms a move", (double)match->moves / (double)played,
                (double)match->time_ns / 1e6 / (double)match->moves);
    fprintf(out, "%s\n", view->is_stopped ? "; stopped" : "");
}

// ---- JSON ----

static void json_range(Json *json, const char *const keys[3], const ScoreRange *range) {
    json_real(json, keys[0], range->value);
    json_real(json, keys[1], range->low);
    json_real(json, keys[2], range->high);
}

static void json_results(Json *json, const char *key, const int64_t results[3]) {
    json_list(json, key);
    for (int i = 2; i >= 0; i--)
        json_int(json, NULL, results[i]);
    json_list_end(json);
}

static void json_sprt(Json *json, const Match *match) {
    const Sprt *sprt = match->config.sprt;
    const SprtReport *report = &match->sprt;
    json_object(json, "sprt");
    json_real(json, "elo0", sprt->elo0);
    json_real(json, "elo1", sprt->elo1);
    json_real(json, "llr", report->llr);
    json_real(json, "lower", report->lower);
    json_real(json, "upper", report->upper);
    json_text(json, "state", sprt_state_name(report->state));
    json_object_end(json);
}

static void json_encounter(Json *json, const MatchView *view, int encounter) {
    static const char *const ELO[] = {"elo", "elo_low", "elo_high"};
    static const char *const NORMALISED[] = {"nelo", "nelo_low", "nelo_high"};
    const Standing *standing = &view->match->standings[encounter];
    const Tally *tally = &standing->tally;
    const Score score = score_of(tally);
    json_int(json, "games", score.games);
    json_int(json, "wins", tally->win);
    json_int(json, "draws", tally->draw);
    json_int(json, "losses", tally->loss);
    json_real(json, "score", score.score.value);
    json_range(json, ELO, &score.elo);
    json_range(json, NORMALISED, &score.normalised);
    json_real(json, "los", score.los);
    json_results(json, "first", standing->results[FIRST]);
    json_results(json, "second", standing->results[SECOND]);
    json_list(json, "pairs");
    for (int i = 0; i < SCORE_PAIR_NB; i++)
        json_int(json, NULL, tally->pairs[i]);
    json_list_end(json);
    if (view->match->config.sprt)
        json_sprt(json, view->match);
}

static void json_faults(Json *json, const Faults *faults) {
    json_int(json, "time_losses", faults->time);
    json_int(json, "crashes", faults->crash);
    json_int(json, "illegal", faults->illegal);
    json_int(json, "hangs", faults->silence);
}

static void json_engines(Json *json, const Match *match) {
    Rating ratings[PAIRING_ENGINES_MAX];
    const bool has_ratings = match->config.pairing.engines > 2 && ratings_of(match, ratings);
    json_list(json, "engines");
    for (int i = 0; i < match->config.pairing.engines; i++) {
        const Tally tally = contestant_tally(match, i);
        json_object(json, NULL);
        json_text(json, "name", match->config.engines[i].name);
        json_int(json, "games", score_games(&tally));
        json_int(json, "wins", tally.win);
        json_int(json, "draws", tally.draw);
        json_int(json, "losses", tally.loss);
        if (has_ratings) {
            json_real(json, "elo", ratings[i].elo);
            json_real(json, "elo_low", ratings[i].low);
            json_real(json, "elo_high", ratings[i].high);
        }
        json_faults(json, &match->faults[i]);
        json_object_end(json);
    }
    json_list_end(json);
}

static void json_encounters(Json *json, const MatchView *view) {
    const Match *match = view->match;
    json_list(json, "encounters");
    for (int i = 0; i < pairing_encounters(&match->config.pairing); i++) {
        int sides[2];
        pairing_sides(&match->config.pairing, i, sides);
        json_object(json, NULL);
        json_text(json, "engine", match->config.engines[sides[0]].name);
        json_text(json, "opponent", match->config.engines[sides[1]].name);
        json_encounter(json, view, i);
        json_object_end(json);
    }
    json_list_end(json);
}

void match_report_json(const MatchView *view, FILE *out) {
    const Match *match = view->match;
    Faults sum = {0};
    for (int i = 0; i < match->config.pairing.engines; i++) {
        sum.time += match->faults[i].time;
        sum.illegal += match->faults[i].illegal;
        sum.crash += match->faults[i].crash;
        sum.silence += match->faults[i].silence;
    }
    Json json = json_begin(out);
    json_object(&json, NULL);
    json_text(&json, "game", GAME_NAME);
    if (match->config.pairing.engines == 2)
        json_encounter(&json, view, 0);
    else
        json_int(&json, "games", match->finished);
    json_faults(&json, &sum);
    json_engines(&json, match);
    if (match->config.pairing.engines > 2)
        json_encounters(&json, view);
    json_int(&json, "planned", match->games);
    json_int(&json, "moves", match->moves);
    json_int(&json, "repeats", view->repeats);
    json_real(&json, "seconds", view->seconds);
    json_bool(&json, "stopped", view->is_stopped);
    json_object_end(&json);
    json_end(&json);
}

// ---- While it runs ----

void match_report_note(const MatchView *view, StrBuf *note) {
    const Match *match = view->match;
    const Tally tally = contestant_tally(match, 0);
    const Score score = score_of(&tally);
    const double radius = (score.elo.high - score.elo.low) / 2;
    if (match->config.pairing.engines > 2)
        strbuf_format(note, "%s ", match->config.engines[0].name);
    strbuf_format(note, "%" PRId64 "-%" PRId64 "-%" PRId64 " %.1f%%", tally.win, tally.draw,
                  tally.loss, 100 * score.score.value);
    if (isfinite(score.elo.value) && isfinite(radius))
        strbuf_format(note, ", Elo %+.1f +/- %.1f", score.elo.value, radius);
    if (match->config.sprt)
        strbuf_format(note, ", LLR %.2f", match->sprt.llr);
    const double speed = (double)(match->finished - match->restored) / view->seconds;
    strbuf_format(note, speed < 1 ? ", %.1f games/min" : ", %.1f games/s",
                  speed < 1 ? 60 * speed : speed);
}

void match_report_fault(const Match *match, const PairingGame *game, const Game *played,
                        FILE *out) {
    fprintf(out, "game %" PRId64 ": %s lost by %s after %zu %s\n", game->number + 1,
            match->config.engines[game->players[game_loser(played)]].name,
            FINISH_NAMES[played->finish], played->line.count,
            word_plural((int64_t)played->line.count, "ply", "plies"));
    Str rest = str_of(played->transcript);
    while (rest.len) {
        const Str line = str_until(&rest, '\n');
        fprintf(out, "    %.*s\n", (int)line.len, line.at);
    }
}
