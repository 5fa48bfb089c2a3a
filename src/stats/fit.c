#include "stats/fit.h"

#include <assert.h>
#include <math.h>

static const double Z95 = 1.959963984540054; // of the normal distribution, two-sided 95 %
enum { STEPS_MAX = 100, HALVINGS_MAX = 40 };

// The iteration stops when a step gains less than this: the estimate is then within a millionth of
// its standard error.
static const double GAIN_MIN = 1e-12;

// Whether a log-likelihood became worse by more than the rounding of a long sum.
static bool is_worse(double next, double now) {
    return next < now - 1e-12 * fabs(now);
}

double fit_sigmoid(double x) {
    if (x >= 0)
        return 1 / (1 + exp(-x));
    const double e = exp(x);
    return e / (1 + e);
}

// log(1 / (1 + exp(-x))), which for large -x is x, not the logarithm of zero.
static double log_sigmoid(double x) {
    return x >= 0 ? -log1p(exp(-x)) : x - log1p(exp(x));
}

static FitEstimate estimate(double value, double variance, double game_variance) {
    const double margin = Z95 * sqrt(variance), game_margin = Z95 * sqrt(game_variance);
    return (FitEstimate){value, value - margin, value + margin, value - game_margin,
                         value + game_margin};
}

// The sandwich is too small for few clusters; this is the usual correction.
static double cluster_correction(int64_t games) {
    return games > 1 ? (double)games / (double)(games - 1) : 1;
}

static bool is_counted(const FitData *data, FitSide side, const FitSample *sample) {
    if (!sample->outcome && data->draws == FIT_DRAWS_SKIP)
        return false;
    return side == FIT_ALL || (side == FIT_BELOW ? sample->value < 0 : sample->value > 0);
}

// The maximum is finite exactly if some result agrees with the sign of the value and some does not;
// a draw as half a win and half a loss does both.
static Status check_logistic(const FitData *data, FitSide side, Error *error) {
    bool has_expected = false, has_surprise = false;
    for (size_t i = 0; i < data->count; i++) {
        const FitSample *sample = &data->samples[i];
        if (!is_counted(data, side, sample) || !sample->value)
            continue;
        const int agreement = sample->outcome * (sample->value > 0 ? 1 : -1);
        has_expected |= agreement >= 0;
        has_surprise |= agreement <= 0;
    }
    if (has_expected && has_surprise)
        return STATUS_OK;
    const char *where = side == FIT_ALL ? "" : side == FIT_BELOW ? " below 0" : " above 0";
    if (!has_expected && !has_surprise)
        return error_set(error, STATUS_BAD_INPUT, "no positions%s with a value and a result",
                         where);
    return error_set(error, STATUS_BAD_INPUT,
                     "the sign of the value%s foretells every result: no slope fits best, more "
                     "games are needed",
                     where);
}

typedef struct Slope {
    double log_likelihood, gradient, information;
    double game_square; // the sum over games of the square of their gradient
    int64_t count, games;
} Slope;

static Slope slope_at(const FitData *data, FitSide side, double a) {
    Slope slope = {0};
    double game_gradient = 0;
    bool has_game = false;
    for (size_t i = 0; i < data->count; i++) {
        const FitSample *sample = &data->samples[i];
        if (is_counted(data, side, sample)) {
            const double v = sample->value, p = fit_sigmoid(a * v);
            const double win = 0.5 * (1 + sample->outcome), residual = (win - p) * v;
            // A term that would be 0 times infinity is left out.
            slope.log_likelihood += (win > 0 ? win * log_sigmoid(a * v) : 0) +
                                    (win < 1 ? (1 - win) * log_sigmoid(-a * v) : 0);
            slope.gradient += residual;
            slope.information += p * (1 - p) * v * v;
            slope.count++;
            game_gradient += residual;
            has_game = true;
        }
        if (i + 1 == data->count || sample[1].game != sample->game) {
            slope.game_square += game_gradient * game_gradient;
            slope.games += has_game;
            game_gradient = 0;
            has_game = false;
        }
    }
    return slope;
}

Status fit_logistic(const FitData *data, FitSide side, FitLogistic *fit, Error *error) {
    TRY(check_logistic(data, side, error));
    double a = 0;
    Slope now = slope_at(data, side, a);
    for (int step = 0; step < STEPS_MAX && now.information > 0; step++) {
        double change = now.gradient / now.information;
        if (now.gradient * change < GAIN_MIN)
            break;
        // The likelihood is concave; if a whole step overshoots, a fraction of it does not.
        Slope next = slope_at(data, side, a + change);
        for (int i = 0; i < HALVINGS_MAX && is_worse(next.log_likelihood, now.log_likelihood);
             i++) {
            change /= 2;
            next = slope_at(data, side, a + change);
        }
        if (is_worse(next.log_likelihood, now.log_likelihood))
            break;
        a += change;
        now = next;
    }
    const double variance = 1 / now.information;
    const double sandwich = variance * variance * now.game_square * cluster_correction(now.games);
    *fit = (FitLogistic){estimate(a, variance, now.games > 1 ? sandwich : variance),
                         now.log_likelihood, now.count};
    return STATUS_OK;
}

Status fit_two_sided(const FitData *data, FitTwoSided *fit, Error *error) {
    TRY(fit_logistic(data, FIT_BELOW, &fit->below, error));
    TRY(fit_logistic(data, FIT_ABOVE, &fit->above, error));
    int64_t at_zero = 0;
    for (size_t i = 0; i < data->count; i++)
        at_zero += !data->samples[i].value && is_counted(data, FIT_ALL, &data->samples[i]);
    fit->log_likelihood =
        fit->below.log_likelihood + fit->above.log_likelihood + (double)at_zero * log(0.5);
    fit->count = fit->below.count + fit->above.count + at_zero;
    return STATUS_OK;
}

double fit_two_sided_at(const FitTwoSided *fit, double value) {
    return fit_sigmoid((value < 0 ? fit->below : fit->above).a.value * value);
}

// First and second derivatives of the ordered logit by (a, c).
typedef struct Ordered {
    double log_likelihood;
    double by_a, by_c;
    double aa, ac, cc;                // the information, minus the second derivatives
    double game_aa, game_ac, game_cc; // the sums over games of the products of their gradients
    int64_t count, games;
} Ordered;

// With u = aV - c and w = aV + c a win is s(u), a loss s(-w), and a draw s(w) - s(u) = s(w) s(-u)
// (1 - exp(-2c)), so that the logarithm of each is a sum of simple terms. Adds all but the gradient
// to `sum`; the gradient is added to that of the sample's game.
static void ordered_add(Ordered *sum, const FitSample *sample, double a, double c, double *by_a,
                        double *by_c) {
    const double v = sample->value, u = a * v - c, w = a * v + c;
    const double below = fit_sigmoid(u), above = fit_sigmoid(w);
    double in_u = 0, in_w = 0, in_c = 0, info_c = 0; // derivatives of the logarithm
    if (sample->outcome > 0) {
        sum->log_likelihood += log_sigmoid(u);
        in_u = 1 - below;
    } else if (sample->outcome < 0) {
        sum->log_likelihood += log_sigmoid(-w);
        in_w = -above;
    } else {
        const double odds = expm1(2 * c);
        sum->log_likelihood += log_sigmoid(w) + log_sigmoid(-u) + log(-expm1(-2 * c));
        in_u = -below;
        in_w = 1 - above;
        in_c = 2 / odds;
        info_c = 4 * (odds + 1) / (odds * odds);
    }
    const double info_u = sample->outcome >= 0 ? below * (1 - below) : 0;
    const double info_w = sample->outcome <= 0 ? above * (1 - above) : 0;
    *by_a += v * (in_u + in_w);
    *by_c += in_w - in_u + in_c;
    sum->aa += v * v * (info_u + info_w);
    sum->ac += v * (info_w - info_u);
    sum->cc += info_u + info_w + info_c;
    sum->count++;
}

static Ordered ordered_at(const FitData *data, double a, double c) {
    Ordered sum = {0};
    double by_a = 0, by_c = 0;
    for (size_t i = 0; i < data->count; i++) {
        const FitSample *sample = &data->samples[i];
        ordered_add(&sum, sample, a, c, &by_a, &by_c);
        if (i + 1 < data->count && sample[1].game == sample->game)
            continue;
        sum.by_a += by_a;
        sum.by_c += by_c;
        sum.game_aa += by_a * by_a;
        sum.game_ac += by_a * by_c;
        sum.game_cc += by_c * by_c;
        sum.games++;
        by_a = by_c = 0;
    }
    return sum;
}

// One damped step of Newton's method. False at the maximum.
static bool ordered_step(const FitData *data, double *a, double *c, Ordered *now) {
    const double determinant = now->aa * now->cc - now->ac * now->ac;
    if (!(determinant > 0))
        return false;
    double da = (now->cc * now->by_a - now->ac * now->by_c) / determinant;
    double dc = (now->aa * now->by_c - now->ac * now->by_a) / determinant;
    if (now->by_a * da + now->by_c * dc < GAIN_MIN)
        return false;
    for (int i = 0; i < HALVINGS_MAX; i++, da /= 2, dc /= 2) {
        if (*c + dc <= 0)
            continue;
        const Ordered next = ordered_at(data, *a + da, *c + dc);
        if (is_worse(next.log_likelihood, now->log_likelihood))
            continue;
        *a += da;
        *c += dc;
        *now = next;
        return true;
    }
    return false;
}

// The estimate from the outcomes alone: half of the decided games are wins.
static double start_of_c(const FitData *data, Error *error) {
    size_t draws = 0;
    for (size_t i = 0; i < data->count; i++)
        draws += !data->samples[i].outcome;
    if (!draws || draws == data->count) {
        error_set(error, STATUS_BAD_INPUT, draws ? "all games are draws" : "no game is a draw");
        return 0;
    }
    const double win = 0.5 * (double)(data->count - draws) / (double)data->count;
    return log((1 - win) / win);
}

Status fit_wdl(const FitData *data, FitWdl *fit, Error *error) {
    const FitData halves = {data->samples, data->count, FIT_DRAWS_HALF};
    TRY(check_logistic(&halves, FIT_ALL, error));
    double a = 0, c = start_of_c(data, error);
    if (c <= 0)
        return STATUS_BAD_INPUT;
    Ordered now = ordered_at(data, a, c);
    for (int step = 0; step < STEPS_MAX && ordered_step(data, &a, &c, &now); step++)
        ;
    const double determinant = now.aa * now.cc - now.ac * now.ac;
    if (!(determinant > 0) || a == 0)
        return error_set(error, STATUS_BAD_INPUT, "the results say nothing about the values");
    // The covariance is the inverse of the information; by games it is the inverse times the
    // products of gradients times the inverse. d = c/a is linearised.
    const double aa = now.cc / determinant, ac = -now.ac / determinant, cc = now.aa / determinant;
    const double k = cluster_correction(now.games);
    const double left_aa = aa * now.game_aa + ac * now.game_ac;
    const double left_ac = aa * now.game_ac + ac * now.game_cc;
    const double left_ca = ac * now.game_aa + cc * now.game_ac;
    const double left_cc = ac * now.game_ac + cc * now.game_cc;
    const double game_aa = k * (left_aa * aa + left_ac * ac);
    const double game_ac = k * (left_aa * ac + left_ac * cc);
    const double game_cc = k * (left_ca * ac + left_cc * cc);
    const bool has_games = now.games > 1;
    const double d = c / a, in_a = -d / a, in_c = 1 / a;
    const double dd = in_a * in_a * aa + 2 * in_a * in_c * ac + in_c * in_c * cc;
    const double game_dd =
        in_a * in_a * game_aa + 2 * in_a * in_c * game_ac + in_c * in_c * game_cc;
    *fit = (FitWdl){estimate(a, aa, has_games ? game_aa : aa),
                    estimate(d, dd, has_games ? game_dd : dd), now.log_likelihood, now.count};
    return STATUS_OK;
}

FitOdds fit_wdl_at(const FitWdl *fit, double value) {
    const double win = fit_sigmoid(fit->a.value * (value - fit->d.value));
    const double loss = fit_sigmoid(-fit->a.value * (value + fit->d.value));
    return (FitOdds){win, 1 - win - loss, loss};
}

void fit_isotonic(const double *value, const double *weight, size_t count, double *fitted) {
    assert(count <= FIT_ISOTONIC_MAX);
    struct Block {
        double mean, weight;
        size_t length;
    } blocks[FIT_ISOTONIC_MAX];
    size_t top = 0;
    for (size_t i = 0; i < count; i++) {
        struct Block block = {value[i], weight[i], 1};
        for (; top && blocks[top - 1].mean >= block.mean; top--) {
            const struct Block *left = &blocks[top - 1];
            const double both = left->weight + block.weight;
            // Without any weight the mean is arbitrary, but must be a number.
            block.mean = both > 0 ? (left->mean * left->weight + block.mean * block.weight) / both
                                  : (left->mean + block.mean) / 2;
            block.weight = both;
            block.length += left->length;
        }
        blocks[top++] = block;
    }
    for (size_t i = 0, at = 0; i < top; i++)
        for (size_t j = 0; j < blocks[i].length; j++)
            fitted[at++] = blocks[i].mean;
}

void fit_wilson(double successes, double trials, double *low, double *high) {
    *low = 0;
    *high = 1;
    if (!(trials > 0))
        return;
    const double p = successes / trials, z2 = Z95 * Z95 / trials;
    const double middle = (p + z2 / 2) / (1 + z2);
    const double half = Z95 / (1 + z2) * sqrt(p * (1 - p) / trials + z2 / (4 * trials));
    *low = fmax(0, middle - half);
    *high = fmin(1, middle + half);
}

double fit_log_likelihood(double successes, double trials, double p) {
    const double failures = trials - successes;
    return (successes > 0 ? successes * log(p) : 0) + (failures > 0 ? failures * log1p(-p) : 0);
}
