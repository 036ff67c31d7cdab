/* tally.c: see tally.h. */
#include "arena/tally.h"
#include <math.h>
#include <stdint.h>

void by_tally_game(struct by_tally *tally, int half_points)
{
    tally->games[half_points]++;
}

void by_tally_pair(struct by_tally *tally, int half_points)
{
    tally->pairs[half_points]++;
}

void by_tally_add(struct by_tally *tally, const struct by_tally *more)
{
    for (int i = 0; i < 3; i++)
        tally->games[i] += more->games[i];
    for (int i = 0; i < 5; i++)
        tally->pairs[i] += more->pairs[i];
}

long by_tally_games(const struct by_tally *tally)
{
    return tally->games[0] + tally->games[1] + tally->games[2];
}

/* Observations between 0 and 1, spaced evenly: how many, and the mean of x (1 - x). */
struct observed {
    double count;
    double inside;
};

static struct observed observe(const long *counts, int categories)
{
    struct observed seen = {0, 0};
    for (int i = 0; i < categories; i++) {
        double x = (double)i / (categories - 1);
        seen.count += (double)counts[i];
        seen.inside += (double)counts[i] * x * (1 - x);
    }
    if (seen.count > 0)
        seen.inside /= seen.count;
    return seen;
}

/* The normal test of "the score is no better than one half". */
static double superiority(double score, const struct observed *seen)
{
    double variance = 0.25 - seen->inside;
    return variance > 0 ? by_normal_cdf((score - 0.5) * sqrt(seen->count / variance)) : 0.5;
}

struct by_score by_tally_score(const struct by_tally *tally, bool paired, double confidence)
{
    struct by_score out = {.games = by_tally_games(tally), .score = 0.5, .superiority = 0.5};
    struct observed seen = observe(tally->games, 3);
    struct observed pairs = observe(tally->pairs, 5);
    out.by_pairs = paired && pairs.count > 0;
    if (out.by_pairs) {
        seen.inside = pairs.inside;
        seen.count /= 2;
    }
    if (out.games > 0) {
        out.score = ((double)tally->games[2] + 0.5 * (double)tally->games[1]) / (double)out.games;
        out.superiority = superiority(out.score, &seen);
    }
    out.interval = by_mean_interval(out.score, seen.inside, seen.count, confidence);
    out.elo = by_elo(out.score);
    out.elo_interval.low = by_elo(out.interval.low);
    out.elo_interval.high = by_elo(out.interval.high);
    return out;
}

int by_pairing_points(int wins, int losses, int games)
{
    if (games <= 0 || wins <= losses)
        return 0;
    return (int)((100 * (int64_t)(wins - losses) + games / 2) / games);
}

double by_games_needed(double elo, double draws, double alpha, double power)
{
    double score = by_elo_score(elo);
    double most = 2 * (score < 0.5 ? score : 1 - score); /* draws that leave room for the score */
    double variance = score * (1 - score) - (draws < most ? draws : most) / 4;
    double z = by_normal_quantile(1 - alpha / 2) + by_normal_quantile(power);
    return ceil(z * z * variance / ((score - 0.5) * (score - 0.5)));
}
