/* bradley_terry.c: see bradley_terry.h. */
#include "learn/bradley_terry.h"

#include "base/num.h"

#include <stdlib.h>
#include <string.h>

/* --- competitions --------------------------------------------------------------------- */

enum by_status by_bt_open(struct by_bt *bt, int groups, const int *values, size_t most,
                          struct by_error *err)
{
    *bt = (struct by_bt){.groups = groups, .most = most};
    for (int g = 0; g < groups; g++) {
        bt->values[g] = values[g];
        bt->strength[g] = calloc((size_t)values[g], sizeof(double));
        if (!bt->strength[g])
            return by_fail_memory(err, (size_t)values[g] * sizeof(double));
        for (int i = 0; i < values[g]; i++)
            bt->strength[g][i] = 1;
    }
    return BY_OK;
}

void by_bt_close(struct by_bt *bt)
{
    for (int g = 0; g < bt->groups; g++) {
        free(bt->column[g]);
        free(bt->strength[g]);
    }
    free(bt->first);
    free(bt->held);
    *bt = (struct by_bt){0};
}

static bool make_room(struct by_bt *bt)
{
    size_t room = 2 * bt->count_room + 1024;
    size_t *first = realloc(bt->first, room * sizeof *first);
    if (first)
        bt->first = first;
    bool *held = realloc(bt->held, room * sizeof *held);
    if (held)
        bt->held = held;
    if (!first || !held)
        return false;
    bt->count_room = room;
    return true;
}

enum by_status by_bt_begin(struct by_bt *bt, bool held, struct by_error *err)
{
    if (bt->count + 2 > bt->count_room && !make_room(bt))
        return by_fail_memory(err, bt->count_room * sizeof *bt->first);
    bt->held[bt->count] = held;
    bt->first[bt->count++] = bt->teams;
    bt->first[bt->count] = bt->teams;
    return BY_OK;
}

static enum by_status make_teams(struct by_bt *bt, struct by_error *err)
{
    size_t room = bt->room + bt->room / 2 + 65536;
    for (int g = 0; g < bt->groups; g++) {
        uint16_t *column = realloc(bt->column[g], room * sizeof *column);
        if (!column)
            return by_fail_memory(err, room * sizeof *column);
        bt->column[g] = column;
    }
    bt->room = room;
    return BY_OK;
}

enum by_status by_bt_add(struct by_bt *bt, const uint16_t *feature, struct by_error *err)
{
    if (bt->teams == bt->most)
        return by_fail(err, BY_NO_MEMORY,
                       "these are more than %zu moves to compare: learn from fewer games or from "
                       "fewer of their positions (--every), or allow more --memory",
                       bt->most);
    enum by_status status = bt->teams == bt->room ? make_teams(bt, err) : BY_OK;
    if (status != BY_OK)
        return status;
    for (int g = 0; g < bt->groups; g++)
        bt->column[g][bt->teams] = feature[g];
    bt->first[bt->count] = ++bt->teams;
    return BY_OK;
}

/* --- the fit ---------------------------------------------------------------------------- */

static void multiply(const struct by_bt *bt, float *worth)
{
    for (size_t i = 0; i < bt->teams; i++) {
        double product = 1;
        for (int g = 0; g < bt->groups; g++)
            product *= bt->strength[g][bt->column[g][i]];
        worth[i] = (float)product;
    }
}

/* For each feature of a group, how often it won and what it may have won: `sum` is what its teams are worth
 * with it, over what all are worth. */
static void collect(const struct by_bt *bt, const uint16_t *column, const float *worth,
                    double *wins, double *sum)
{
    for (size_t c = 0; c < bt->count; c++) {
        size_t from = bt->first[c], to = bt->first[c + 1];
        double all = 0;
        if (bt->held[c] || from == to)
            continue;
        for (size_t i = from; i < to; i++)
            all += (double)worth[i];
        wins[column[from]]++;
        for (size_t i = from; i < to; i++)
            sum[column[i]] += (double)worth[i] / all;
    }
}

static void update(struct by_bt *bt, int g, double belief, float *worth, double *wins, double *sum)
{
    size_t values = (size_t)bt->values[g];
    double *strength = bt->strength[g], *change = sum;
    memset(wins, 0, values * sizeof *wins);
    memset(sum, 0, values * sizeof *sum);
    collect(bt, bt->column[g], worth, wins, sum);
    for (size_t i = 0; i < values; i++) {
        double chances = sum[i] / strength[i] + 2 * belief / (strength[i] + 1);
        double next = chances > 0 ? (wins[i] + belief) / chances : strength[i];
        change[i] = next / strength[i];
        strength[i] = next;
    }
    double unit = strength[0];
    for (size_t i = 0; i < values; i++) {
        strength[i] /= unit;
        change[i] /= unit;
    }
    for (size_t i = 0; i < bt->teams; i++)
        worth[i] = (float)((double)worth[i] * change[bt->column[g][i]]);
}

static double share_of(int places, size_t larger, size_t equal)
{
    double left = (double)places - (double)larger;
    return left <= 0 ? 0 : left >= (double)equal + 1 ? 1 : left / ((double)equal + 1);
}

static void score(const struct by_bt *bt, const float *worth, bool held, struct by_bt_score *out)
{
    *out = (struct by_bt_score){0};
    for (size_t c = 0; c < bt->count; c++) {
        size_t from = bt->first[c], to = bt->first[c + 1], larger = 0, equal = 0;
        double all = 0;
        if (bt->held[c] != held || from == to)
            continue;
        for (size_t i = from; i < to; i++) {
            all += (double)worth[i];
            larger += worth[i] > worth[from];
            equal += worth[i] == worth[from];
        }
        out->count++;
        out->ln_likelihood += by_ln((double)worth[from] / all);
        out->top_one += share_of(1, larger, equal - 1);
        out->top_five += share_of(5, larger, equal - 1);
    }
    double count = out->count ? (double)out->count : 1;
    out->ln_likelihood /= count;
    out->top_one /= count;
    out->top_five /= count;
}

static void one_round(struct by_bt *bt, double belief, float *worth, double *wins, double *sum)
{
    multiply(bt, worth);
    for (int g = 0; g < bt->groups; g++)
        update(bt, g, belief, worth, wins, sum);
}

enum by_status by_bt_fit(struct by_bt *bt, int rounds, double belief, const atomic_bool *stop,
                         by_bt_told *told, void *context, struct by_error *err)
{
    float *worth = calloc(bt->teams + 1, sizeof *worth);
    double *wins = calloc(BY_BT_VALUES_MAX, sizeof *wins);
    double *sum = calloc(BY_BT_VALUES_MAX, sizeof *sum);
    bool room = worth && wins && sum;
    for (int round = 1; room && round <= rounds && !(stop && atomic_load(stop)); round++) {
        struct by_bt_score fitted, held;
        one_round(bt, belief, worth, wins, sum);
        score(bt, worth, false, &fitted);
        score(bt, worth, true, &held);
        if (told)
            told(context, round, &fitted, &held);
    }
    free(worth);
    free(wins);
    free(sum);
    return room ? BY_OK : by_fail_memory(err, bt->teams * sizeof *worth);
}
