/* rating.c: see rating.h. */
#include "arena/rating.h"
#include "base/num.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS_MAX 100000
#define CHANGE_MAX 1e-13 /* of a logarithm in the last round */
#define ELO_PER_LN 173.71779276130071

/* Everything about one set of players; n by n matrices are rows behind each other. */
struct table {
    int n;
    double *games; /* n x n: games between i and j, symmetric */
    double *vary;  /* n x n: what varies: games, or twice as many where pairs do ... */
    double
        *inside; /* n x n: ... and what draws, and pairs that go both ways, take away from that */
    double *points;   /* n: the drawn game against strength 1 included */
    double *strength; /* n */
};

static double *at(double *matrix, int n, int i, int j)
{
    return &matrix[(size_t)i * (size_t)n + (size_t)j];
}

static void close_table(struct table *table)
{
    free(table->games);
    free(table->vary);
    free(table->inside);
    free(table->points);
    free(table->strength);
}

static enum by_status open_table(struct table *table, int n, struct by_error *err)
{
    size_t square = (size_t)n * (size_t)n * sizeof(double), row = (size_t)n * sizeof(double);
    *table = (struct table){n,           calloc(1, square), calloc(1, square), calloc(1, square),
                            malloc(row), malloc(row)};
    if (!table->games || !table->vary || !table->inside || !table->points || !table->strength) {
        close_table(table);
        return by_fail_memory(err, 3 * square + 2 * row);
    }
    for (int i = 0; i < n; i++) {
        table->points[i] = 0.5;
        table->strength[i] = 1;
    }
    return BY_OK;
}

/* The mean of x (1 - x) over pairs, x their points between 0 and 1, with half a pair more that went one
 * way, as by_mean_interval has it; negative: there are none. */
static double inside_pairs(const struct by_pairing *pairing)
{
    double sum = 0, count = 0;
    for (int i = 0; i < 5; i++) {
        sum += (double)pairing->pairs[i] * i * (4 - i) / 16;
        count += (double)pairing->pairs[i];
    }
    return count > 0 ? sum / (count + 0.5) : -1;
}

/* A pair's mean m varies by p (1 - p) less what is inside, its points, 2 m, by four times that. */
static void add_variance(struct table *table, const struct by_pairing *pairing, double games)
{
    double pairs = inside_pairs(pairing);
    double vary = pairs < 0 ? games : 2 * games;
    double inside = pairs < 0 ? (double)pairing->draws / 4 : vary * pairs;
    for (int side = 0; side < 2; side++) {
        int i = side ? pairing->b : pairing->a, j = side ? pairing->a : pairing->b;
        *at(table->vary, table->n, i, j) += vary;
        *at(table->inside, table->n, i, j) += inside;
    }
}

static enum by_status add_pairing(struct table *table, const struct by_pairing *pairing,
                                  struct by_error *err)
{
    int a = pairing->a, b = pairing->b, n = table->n;
    if (a < 0 || b < 0 || a >= n || b >= n || a == b || pairing->wins < 0 || pairing->draws < 0 ||
        pairing->losses < 0)
        return by_fail(err, BY_BAD_INPUT, "a pairing of players %d and %d makes no sense", a, b);
    double draws = (double)pairing->draws;
    double games = (double)pairing->wins + draws + (double)pairing->losses;
    *at(table->games, n, a, b) += games;
    *at(table->games, n, b, a) += games;
    add_variance(table, pairing, games);
    table->points[a] += (double)pairing->wins + draws / 2;
    table->points[b] += (double)pairing->losses + draws / 2;
    return BY_OK;
}

/* --- strengths -------------------------------------------------------------------- */

static double improve(struct table *table, int i)
{
    double mine = table->strength[i], sum = 1 / (mine + 1);
    for (int j = 0; j < table->n; j++) {
        double games = *at(table->games, table->n, i, j);
        if (games > 0)
            sum += games / (mine + table->strength[j]);
    }
    table->strength[i] = table->points[i] / sum;
    return fabs(table->strength[i] / mine - 1);
}

static void find_strengths(struct table *table)
{
    double change = 1;
    for (int round = 0; round < ROUNDS_MAX && change > CHANGE_MAX; round++) {
        change = 0;
        for (int i = 0; i < table->n; i++) {
            double one = improve(table, i);
            change = one > change ? one : change;
        }
    }
}

/* --- intervals ---------------------------------------------------------------------- */

static double chance(const struct table *table, int i, int j)
{
    return table->strength[i] / (table->strength[i] + table->strength[j]);
}

/* What the points of i against j vary by: of a game's p (1 - p) a draw takes a quarter away; or what they would
 * vary by without draws and pairs, which is the information about the strengths. */
static double spread(const struct table *table, int i, int j, bool as_seen)
{
    size_t place = (size_t)i * (size_t)table->n + (size_t)j;
    double p = chance(table, i, j), whole = table->games[place] * p * (1 - p);
    double rest = table->vary[place] * p * (1 - p) - table->inside[place];
    if (!as_seen)
        return whole;
    return rest > whole / 100 ? rest : whole / 100; /* draws as expected: never quite nothing */
}

/* The information about logarithms of strengths, or the variance of the points as they were seen. */
static void fill(const struct table *table, bool as_seen, double *matrix)
{
    int n = table->n;
    for (int i = 0; i < n; i++) {
        double p = table->strength[i] / (table->strength[i] + 1), diagonal = p * (1 - p);
        for (int j = 0; j < n; j++) {
            double one = i == j ? 0 : spread(table, i, j, as_seen);
            *at(matrix, n, i, j) = -one;
            diagonal += one;
        }
        *at(matrix, n, i, i) = diagonal;
    }
}

/* Inverts a symmetric positive definite matrix in place (Gauss and Jordan, no pivoting needed). */
static void invert(double *matrix, int n)
{
    for (int k = 0; k < n; k++) {
        double pivot = 1 / *at(matrix, n, k, k);
        *at(matrix, n, k, k) = 1;
        for (int j = 0; j < n; j++)
            *at(matrix, n, k, j) *= pivot;
        for (int i = 0; i < n; i++) {
            double factor = *at(matrix, n, i, k);
            if (i == k || factor == 0)
                continue;
            *at(matrix, n, i, k) = 0;
            for (int j = 0; j < n; j++)
                *at(matrix, n, i, j) -= factor * *at(matrix, n, k, j);
        }
    }
}

/* row' * matrix * row */
static double form(double *matrix, int n, const double *row)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double inner = 0;
        for (int j = 0; j < n; j++)
            inner += *at(matrix, n, i, j) * row[j];
        sum += row[i] * inner;
    }
    return sum;
}

/* The strengths' logarithms vary by I^-1 V I^-1 around the true ones, I the information and V the
 * variance of the points; the difference of player i from the mean takes row i of I^-1 less the
 * mean of its rows, that from another player less his row. */
static enum by_status find_intervals(const struct table *table, int zero, double z,
                                     struct by_rating *out, struct by_error *err)
{
    int n = table->n;
    size_t bytes = (2 * (size_t)n * (size_t)n + 2 * (size_t)n) * sizeof(double);
    double *inverse = calloc(1, bytes);
    if (!inverse)
        return by_fail_memory(err, bytes);
    double *variance = inverse + (size_t)n * (size_t)n, *mean = variance + (size_t)n * (size_t)n;
    double *row = mean + n;
    fill(table, false, inverse);
    fill(table, true, variance);
    invert(inverse, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            mean[j] += zero < 0 ? *at(inverse, n, i, j) / n : i == zero ? *at(inverse, n, i, j) : 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            row[j] = *at(inverse, n, i, j) - mean[j];
        double margin = z * ELO_PER_LN * sqrt(form(variance, n, row));
        out[i].interval = (struct by_interval){out[i].elo - margin, out[i].elo + margin};
    }
    free(inverse);
    return BY_OK;
}

/* --- all of it ------------------------------------------------------------------------ */

static void tell(struct table *table, int zero, struct by_rating *out)
{
    double mean = 0;
    for (int i = 0; i < table->n; i++) {
        out[i] = (struct by_rating){.elo = ELO_PER_LN * by_ln(table->strength[i]),
                                    .points = table->points[i] - 0.5};
        for (int j = 0; j < table->n; j++)
            out[i].games += *at(table->games, table->n, i, j);
        mean += out[i].elo / table->n;
    }
    mean = zero < 0 ? mean : out[zero].elo;
    for (int i = 0; i < table->n; i++)
        out[i].elo -= mean;
}

enum by_status by_ratings(int players, const struct by_pairing *pairings, int count, int zero,
                          double confidence, struct by_rating *out, struct by_error *err)
{
    struct table table;
    if (players < 1 || players > BY_RATED_MAX || zero >= players)
        return by_fail(err, BY_BAD_INPUT, "1 to %d players can be rated, not %d", BY_RATED_MAX,
                       players);
    enum by_status status = open_table(&table, players, err);
    if (status != BY_OK)
        return status;
    for (int i = 0; i < count && status == BY_OK; i++)
        status = add_pairing(&table, &pairings[i], err);
    if (status == BY_OK) {
        find_strengths(&table);
        tell(&table, zero, out);
        status = find_intervals(&table, zero, by_normal_quantile(0.5 + confidence / 2), out, err);
    }
    close_table(&table);
    return status;
}
