#include "stats/score.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

static const double Z95 = 1.959963984540054;   // of the normal distribution, two-sided 95 %
static const double CHI95 = 3.841458820694124; // the 95 % point of chi squared, one degree
static const double NORMALISED_UNIT = 347.4355855226014; // 800 / ln 10
static const double UNSEEN = 1e-3;                       // added to the count of every outcome

// ---- counting ----

void score_add_game(Tally *tally, int outcome) {
    assert(-1 <= outcome && outcome <= 1);
    tally->win += outcome > 0;
    tally->draw += outcome == 0;
    tally->loss += outcome < 0;
}

void score_add_pair(Tally *tally, int outcome, int other_outcome) {
    assert(-1 <= outcome && outcome <= 1 && -1 <= other_outcome && other_outcome <= 1);
    tally->pairs[2 + outcome + other_outcome]++;
}

void score_add(Tally *to, const Tally *from) {
    to->win += from->win;
    to->draw += from->draw;
    to->loss += from->loss;
    for (int i = 0; i < SCORE_PAIR_NB; i++)
        to->pairs[i] += from->pairs[i];
}

int64_t score_games(const Tally *tally) {
    return tally->win + tally->draw + tally->loss;
}

int64_t score_pairs(const Tally *tally) {
    int64_t sum = 0;
    for (int i = 0; i < SCORE_PAIR_NB; i++)
        sum += tally->pairs[i];
    return sum;
}

Tally score_turned(const Tally *tally) {
    Tally turned = {.win = tally->loss, .draw = tally->draw, .loss = tally->win};
    for (int i = 0; i < SCORE_PAIR_NB; i++)
        turned.pairs[i] = tally->pairs[SCORE_PAIR_NB - 1 - i];
    return turned;
}

double score_of_elo(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

double score_elo(double score) {
    if (score <= 0)
        return -HUGE_VAL;
    if (score >= 1)
        return HUGE_VAL;
    return 400 * log10(score / (1 - score));
}

// ---- distributions ----

// The observations: pairs, or games. Outcome i is i / (count - 1) points a game.
typedef struct Sample {
    double seen[SCORE_PAIR_NB]; // the count of each outcome
    double total;
    int count; // outcomes: 5 or 3
    int games; // of an observation: 2 or 1
} Sample;

typedef struct Odds {
    double p[SCORE_PAIR_NB];
} Odds;

typedef struct Moments {
    double mean, variance;
} Moments;

static Sample sample_of(const Tally *tally) {
    Sample sample = {.count = SCORE_PAIR_NB, .games = 2};
    if (score_pairs(tally)) {
        for (int i = 0; i < SCORE_PAIR_NB; i++)
            sample.seen[i] = (double)tally->pairs[i];
    } else
        sample = (Sample){.seen = {(double)tally->loss, (double)tally->draw, (double)tally->win},
                          .count = 3,
                          .games = 1};
    for (int i = 0; i < sample.count; i++)
        sample.total += sample.seen[i];
    return sample;
}

// With UNSEEN added to every outcome.
static Sample widened(const Sample *sample) {
    Sample wide = *sample;
    for (int i = 0; i < wide.count; i++)
        wide.seen[i] += UNSEEN;
    wide.total += wide.count * UNSEEN;
    return wide;
}

static double points(const Sample *sample, int outcome) {
    return (double)outcome / (sample->count - 1);
}

static Odds odds_seen(const Sample *sample) {
    Odds odds = {{0}};
    for (int i = 0; i < sample->count; i++)
        odds.p[i] = sample->seen[i] / sample->total;
    return odds;
}

static Moments moments_of(const Sample *sample, const Odds *odds) {
    Moments moments = {0, 0};
    for (int i = 0; i < sample->count; i++)
        moments.mean += odds->p[i] * points(sample, i);
    for (int i = 0; i < sample->count; i++) {
        const double off = points(sample, i) - moments.mean;
        moments.variance += odds->p[i] * off * off;
    }
    return moments;
}

static double log_likelihood(const Sample *sample, const Odds *odds) {
    double sum = 0;
    for (int i = 0; i < sample->count; i++)
        sum += sample->seen[i] * log(odds->p[i]);
    return sum;
}

// The likeliest distribution for which the expectation of `off` is 0. By Lagrange multipliers it is
// seen / (1 + x off), where x makes the expectation 0: a decreasing function of x between two
// poles, at which the outermost outcomes get all the weight. The root is between 0 and one pole,
// and very near to the pole if an unseen outcome is needed, so the unknown is y = x - pole. A
// bracket is kept, and Newton's step is taken if it stays inside. False if no distribution exists
// because `off` has one sign.
static bool likeliest(const Sample *sample, const double *off, Odds *odds) {
    const Odds seen = odds_seen(sample);
    double least = 0, most = 0, mean = 0;
    for (int i = 0; i < sample->count; i++) {
        least = fmin(least, off[i]);
        most = fmax(most, off[i]);
        mean += seen.p[i] * off[i];
    }
    if (!(least < 0 && 0 < most))
        return false;
    const double outermost = mean > 0 ? least : most, pole = -1 / outermost;
    double low = fmin(-pole, 0), high = fmax(-pole, 0), y = -pole;
    for (int step = 0; step < 200; step++) {
        double value = 0, slope = 0;
        for (int i = 0; i < sample->count; i++) {
            const double term = off[i] / ((1 - off[i] / outermost) + y * off[i]);
            value += seen.p[i] * term;
            slope -= seen.p[i] * term * term;
        }
        if (value > 0)
            low = y;
        else
            high = y;
        const double newton = y - value / slope;
        const double next = low < newton && newton < high ? newton : (low + high) / 2;
        const bool is_there = fabs(next - y) <= 1e-15 * fabs(y);
        y = next;
        if (is_there)
            break;
    }
    for (int i = 0; i < sample->count; i++)
        odds->p[i] = seen.p[i] / ((1 - off[i] / outermost) + y * off[i]);
    return true;
}

static Odds likeliest_with_mean(const Sample *sample, double mean) {
    double off[SCORE_PAIR_NB];
    for (int i = 0; i < sample->count; i++)
        off[i] = points(sample, i) - mean;
    Odds odds = odds_seen(sample);
    const bool is_possible = likeliest(sample, off, &odds);
    assert(is_possible);
    (void)is_possible;
    return odds;
}

// The likeliest distribution whose mean is `ratio` standard deviations above ½. The condition is
// not linear in the odds, so it is replaced by its tangent at the current distribution until that
// does not change any more (Van den Bergh, "Comments on normalized Elo"). The first one has only
// wins and losses and fulfils the condition: it always has a tangent, while the observed one has
// none if all outcomes are equal.
static Odds likeliest_with_ratio(const Sample *sample, double ratio) {
    Odds odds = {{0}};
    odds.p[sample->count - 1] = 0.5 * (1 + ratio / sqrt(1 + ratio * ratio));
    odds.p[0] = 1 - odds.p[sample->count - 1];
    for (int step = 0; step < 100; step++) {
        const Moments now = moments_of(sample, &odds);
        const double deviation = sqrt(now.variance), target = 0.5 + ratio * deviation / 2;
        double off[SCORE_PAIR_NB];
        for (int i = 0; i < sample->count; i++) {
            const double a = points(sample, i), from_mean = a - now.mean;
            off[i] = a - ratio * from_mean * from_mean / (2 * deviation) - target;
        }
        const Odds before = odds;
        if (!likeliest(sample, off, &odds))
            break;
        double change = 0;
        for (int i = 0; i < sample->count; i++)
            change = fmax(change, fabs(odds.p[i] - before.p[i]));
        if (change < 1e-12)
            break;
    }
    return odds;
}

// ---- estimates ----

// The bound of the interval: the mean between `inside`, which is in the interval, and `outside`,
// which is impossible, where the likelihood falls below the limit.
static double edge(const Sample *sample, double top, double inside, double outside) {
    for (int step = 0; step < 60; step++) {
        const double middle = (inside + outside) / 2;
        if (middle <= 0 || middle >= 1)
            break;
        const Odds odds = likeliest_with_mean(sample, middle);
        if (2 * (top - log_likelihood(sample, &odds)) < CHI95)
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

// All means whose likelihood ratio to the best one passes the test at 5 % (Wilks).
static ScoreRange mean_range(const Sample *wide, double mean) {
    const Odds best = odds_seen(wide);
    const double top = log_likelihood(wide, &best), middle = moments_of(wide, &best).mean;
    return (ScoreRange){
        .value = mean,
        .low = mean > 0 ? edge(wide, top, middle, 0) : 0,
        .high = mean < 1 ? edge(wide, top, middle, 1) : 1,
    };
}

static double normalised(const Sample *sample, const Moments *moments) {
    const double over = moments->mean - 0.5, variance = moments->variance * sample->games;
    if (variance > 0)
        return NORMALISED_UNIT * over / sqrt(variance);
    return over != 0 ? copysign(HUGE_VAL, over) : 0;
}

// The standard error of normalised Elo by the delta method: mean and deviation are both estimated,
// so the third and fourth moments matter if the mean is far from ½.
static double normalised_error(const Sample *sample, const Odds *odds, const Moments *moments) {
    const double deviation = sqrt(moments->variance), ratio = (moments->mean - 0.5) / deviation;
    double third = 0, fourth = 0;
    for (int i = 0; i < sample->count; i++) {
        const double z = (points(sample, i) - moments->mean) / deviation;
        third += odds->p[i] * z * z * z;
        fourth += odds->p[i] * z * z * z * z;
    }
    const double variance = 1 - ratio * third + ratio * ratio * (fourth - 1) / 4;
    return NORMALISED_UNIT * sqrt(fmax(0, variance) / (sample->total * sample->games));
}

// The normalised Elo of the likeliest distribution with this mean.
static double normalised_at(const Sample *wide, double mean) {
    if (mean <= 0)
        return -HUGE_VAL;
    if (mean >= 1)
        return HUGE_VAL;
    const Odds odds = likeliest_with_mean(wide, mean);
    const Moments moments = moments_of(wide, &odds);
    return normalised(wide, &moments);
}

// The bounds of the score, converted by the likeliest distributions with these means, are finite
// even if all outcomes are equal, but far from ½ they treat the deviation as better known than it
// is. So the usual margin is used where it is wider.
static ScoreRange normalised_range(const Sample *sample, const Sample *wide,
                                   const ScoreRange *score) {
    const Odds odds = odds_seen(sample);
    const Moments moments = moments_of(sample, &odds);
    const double value = normalised(sample, &moments);
    const double margin =
        moments.variance > 0 ? Z95 * normalised_error(sample, &odds, &moments) : 0;
    return (ScoreRange){value, fmin(value - margin, normalised_at(wide, score->low)),
                        fmax(value + margin, normalised_at(wide, score->high))};
}

// The usual formula, with the variance around ½: for games it is Phi((win - loss) / sqrt(win +
// loss)), and it is defined even if all games were won.
static double superiority(const Sample *sample) {
    double sum = 0, square = 0;
    for (int i = 0; i < sample->count; i++) {
        const double off = points(sample, i) - 0.5;
        sum += sample->seen[i] * off;
        square += sample->seen[i] * off * off;
    }
    return square > 0 ? 0.5 * erfc(-sum / sqrt(2 * square)) : 0.5;
}

Score score_of(const Tally *tally) {
    Score score = {.games = score_games(tally),
                   .pairs = score_pairs(tally),
                   .score = {0.5, 0, 1},
                   .los = 0.5,
                   .elo = {0, -HUGE_VAL, HUGE_VAL},
                   .normalised = {0, -HUGE_VAL, HUGE_VAL}};
    if (score.games)
        score.draw_rate = (double)tally->draw / (double)score.games;
    const Sample sample = sample_of(tally), wide = widened(&sample);
    if (!(sample.total > 0))
        return score;
    const Odds seen = odds_seen(&sample);
    const Moments moments = moments_of(&sample, &seen);
    score.score = mean_range(&wide, moments.mean);
    score.error = sqrt(moments.variance / sample.total);
    score.los = superiority(&sample);
    score.elo = (ScoreRange){score_elo(score.score.value), score_elo(score.score.low),
                             score_elo(score.score.high)};
    score.normalised = normalised_range(&sample, &wide, &score.score);
    return score;
}

// ---- the sequential test ----

Status sprt_check(const Sprt *sprt, Error *error) {
    if (!(sprt->elo0 < sprt->elo1) || !isfinite(sprt->elo0) || !isfinite(sprt->elo1))
        return error_set(error, STATUS_BAD_INPUT,
                         "a sequential test needs elo0 < elo1, these are %g and %g", sprt->elo0,
                         sprt->elo1);
    if (fmax(fabs(sprt->elo0), fabs(sprt->elo1)) > 1000)
        return error_set(error, STATUS_BAD_INPUT,
                         "a sequential test within 1000 Elo is needed, this one is from %g to %g",
                         sprt->elo0, sprt->elo1);
    if (!(0 < sprt->alpha && sprt->alpha < 0.5 && 0 < sprt->beta && sprt->beta < 0.5))
        return error_set(error, STATUS_BAD_INPUT,
                         "alpha and beta are error rates between 0 and 0.5, these are %g and %g",
                         sprt->alpha, sprt->beta);
    return STATUS_OK;
}

static Odds hypothesis(const Sample *sample, SprtScale scale, double elo) {
    if (scale == SPRT_LOGISTIC)
        return likeliest_with_mean(sample, score_of_elo(elo));
    return likeliest_with_ratio(sample, elo / NORMALISED_UNIT * sqrt(sample->games));
}

SprtReport sprt_judge(const Sprt *sprt, const Tally *tally) {
    assert(sprt_check(sprt, NULL) == STATUS_OK);
    SprtReport report = {.lower = log(sprt->beta / (1 - sprt->alpha)),
                         .upper = log((1 - sprt->beta) / sprt->alpha)};
    const Sample sample = sample_of(tally), wide = widened(&sample);
    if (sample.total > 0) {
        const Odds odds0 = hypothesis(&wide, sprt->scale, sprt->elo0);
        const Odds odds1 = hypothesis(&wide, sprt->scale, sprt->elo1);
        report.llr = log_likelihood(&wide, &odds1) - log_likelihood(&wide, &odds0);
    }
    if (report.llr >= report.upper)
        report.state = SPRT_H1_ACCEPTED;
    else if (report.llr <= report.lower)
        report.state = SPRT_H0_ACCEPTED;
    return report;
}

void sprt_follow(const Sprt *sprt, const Tally *tally, SprtReport *report) {
    if (report->state == SPRT_UNDECIDED)
        *report = sprt_judge(sprt, tally);
}

const char *sprt_state_name(SprtState state) {
    static const char *const NAMES[] = {"undecided", "H1 accepted", "H0 accepted"};
    return NAMES[state];
}
