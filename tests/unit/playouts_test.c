/* playouts_test.c: playouts by the number, of every game and policy. The default of by_playouts
 * does exactly what so many runs do; a policy's own `many`, and a game's own uniform playout, are
 * held against plain runs and against the generic playout over `moves` by their chances: first
 * moves, results, lengths. */
#include "conformance.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#define FEW    7
#define RARE   1e-7 /* a fair test fails so seldom, and there are a few hundred of them */
#define LENGTH 512  /* lengths from here on are counted together */

/* --- sums ----------------------------------------------------------------------- */

static struct by_totals totals_with(struct subject *s)
{
    return (struct by_totals){.position = s->b, .scratch = s->other};
}

static bool same_sums(const struct by_totals *x, const struct by_totals *y)
{
    return x->wins[0] == y->wins[0] && x->wins[1] == y->wins[1] && x->draws == y->draws &&
           x->results == y->results && x->plies == y->plies;
}

/* The sums of plain runs, written out. */
static struct by_totals sum_of_runs(struct subject *s, const struct by_policy *policy, int count,
                                    struct by_rng *rng)
{
    struct by_totals sums = {0};
    struct by_playout out = {.scratch = s->other};
    for (int i = 0; i < count; i++) {
        memcpy(s->a, s->position, s->rules->position_size);
        policy->run(s->rules, s->a, rng, &out);
        if (out.result > 0)
            sums.wins[0]++;
        else if (out.result < 0)
            sums.wins[1]++;
        else
            sums.draws++;
        sums.results += out.result;
        sums.plies += out.length;
    }
    return sums;
}

static void expect_loop(struct subject *s, const struct by_policy *policy)
{
    struct by_policy loop = *policy;
    struct by_rng one = s->rng, other = s->rng;
    struct by_totals expected = sum_of_runs(s, policy, FEW, &one), sums = totals_with(s);
    loop.many = NULL;
    by_playouts(s->rules, &loop, s->position, FEW - 2, &other, &sums);
    by_playouts(s->rules, &loop, s->position, 0, &other, &sums);
    by_playouts(s->rules, &loop, s->position, 2, &other, &sums); /* sums go on */
    HOLDS(s, same_sums(&sums, &expected));
    HOLDS(s, memcmp(&one, &other, sizeof one) == 0);
    s->rng = one;
}

/* What holds for `many` whatever it draws. */
static void expect_many(struct subject *s, const struct by_policy *policy)
{
    const struct by_rules *r = s->rules;
    struct by_rng one = s->rng, other = s->rng;
    struct by_totals sums = totals_with(s), again = totals_with(s);
    memcpy(s->a, s->position, r->position_size);
    policy->many(r, s->position, FEW, &one, &sums);
    HOLDS(s, memcmp(s->a, s->position, r->position_size) == 0);
    HOLDS(s, sums.wins[0] + sums.wins[1] + sums.draws == FEW);
    HOLDS(s, sums.plies >= 0 && sums.plies <= (int64_t)FEW * r->max_length);
    HOLDS(s, r->game->has_margin || sums.results == sums.wins[0] - sums.wins[1]);
    HOLDS(s, !r->game->drawless || sums.draws == 0);
    if (r->game->over(r, s->position))
        HOLDS(s, sums.plies == 0 && sums.results == FEW * r->game->result(r, s->position));
    policy->many(r, s->position, FEW, &other, &again);
    HOLDS(s, same_sums(&sums, &again) && memcmp(&one, &other, sizeof one) == 0);
    policy->many(r, s->position, 0, &other, &again);
    HOLDS(s, same_sums(&sums, &again));
    s->rng = one;
}

static void visit_sums(struct subject *s)
{
    const struct by_policy *policy;
    for (int i = 0; (policy = by_policy_at(s->rules->game, i)) != NULL; i++) {
        expect_loop(s, policy);
        if (policy->many)
            expect_many(s, policy);
    }
}

static void check_sums(struct subject *s)
{
    walk(s, effort(60), visit_sums);
}

static void sums_are_those_of_single_playouts(void **state)
{
    (void)state;
    each_subject(check_sums);
}

/* --- chances -------------------------------------------------------------------- */

/* Two samples of `n` and `m`, counted in `cells` classes: chi-square of their difference. */
static void expect_alike(struct subject *s, const double *x, double n, const double *y, double m,
                         int cells)
{
    double sum = 0;
    int used = 0;
    for (int i = 0; i < cells; i++) {
        double both = x[i] + y[i], share = both * n / (n + m);
        if (share < 10 || both - share < 10)
            continue; /* too few to say anything */
        double off = x[i] - share;
        sum += off * off / (share * m / (n + m));
        used++;
    }
    HOLDS(s, used == 0 || gsl_cdf_chisq_Q(sum, used) > RARE);
}

struct sample {
    double length[LENGTH + 1], win[3];
    double *first; /* by action, and one more place: no move at all */
};

static void take_sample(struct subject *s, const struct by_policy *policy, int count,
                        struct by_ply *plies, struct sample *out)
{
    struct by_playout playout = {.plies = plies, .scratch = s->other};
    for (int i = 0; i < count; i++) {
        memcpy(s->a, s->position, s->rules->position_size);
        policy->run(s->rules, s->a, &s->rng, &playout);
        out->length[playout.length < LENGTH ? playout.length : LENGTH]++;
        out->win[playout.result > 0 ? 0 : playout.result < 0 ? 1 : 2]++;
        out->first[playout.length > 0 ? plies[0].action : s->rules->action_count]++;
    }
}

/* Moves that one of the two never plays are seen here even if they are few. */
static void expect_same_moves(struct subject *s, const struct sample *fast, int count)
{
    int moves = moves_into(s, s->position, s->moves);
    double sum = 0, seen = 0, share = (double)count / moves;
    for (int i = 0; i < moves; i++) {
        double at = fast->first[s->moves[i]];
        sum += (at - share) * (at - share) / share;
        seen += at;
    }
    HOLDS(s, seen == count);
    HOLDS(s, moves == 1 || gsl_cdf_chisq_Q(sum, moves - 1) > RARE);
}

static void compare_uniform(struct subject *s, const struct by_policy *fast, int count)
{
    static const struct by_policy generic = {.name = "generic", .run = by_playout_uniform};
    const struct by_rules *r = s->rules;
    struct by_ply *plies = room((size_t)r->max_length * sizeof *plies);
    size_t actions = ((size_t)r->action_count + 1) * sizeof(double);
    struct sample x = {.first = room(actions)}, y = {.first = room(actions)};
    memset(x.first, 0, actions);
    memset(y.first, 0, actions);
    take_sample(s, fast, count, plies, &x);
    take_sample(s, &generic, count, plies, &y);
    expect_alike(s, x.length, count, y.length, count, LENGTH + 1);
    expect_alike(s, x.win, count, y.win, count, 3);
    expect_same_moves(s, &x, count);
    free(plies);
    free(x.first);
    free(y.first);
}

/* The mean length of `count` playouts by `many`, and who wins them, beside those of as many by
 * `run`; results and lengths are bounded, so that sums of many are nearly normal. */
static void compare_many(struct subject *s, const struct by_policy *policy, int count)
{
    struct by_totals many = totals_with(s);
    struct by_playout out = {.scratch = s->other};
    double win[3] = {0}, wins[3], plies = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        memcpy(s->a, s->position, s->rules->position_size);
        policy->run(s->rules, s->a, &s->rng, &out);
        win[out.result > 0 ? 0 : out.result < 0 ? 1 : 2]++;
        plies += out.length;
        squares += (double)out.length * out.length;
    }
    policy->many(s->rules, s->position, count, &s->rng, &many);
    wins[0] = (double)many.wins[0], wins[1] = (double)many.wins[1], wins[2] = (double)many.draws;
    expect_alike(s, win, count, wins, count, 3);
    double mean = plies / count, variance = squares / count - mean * mean;
    double off = (double)many.plies / count - mean;
    HOLDS(s, fabs(off) <= 6 * sqrt(2 * variance / count) + 1e-9);
}

/* Go's uniform playouts leave own eyes alone; its own tests compare them with the naive board. */
static bool spares_eyes(const struct by_rules *rules)
{
    return strcmp(rules->game->name, "go") == 0;
}

/* From the start, and from a position somewhere in a game. */
static void check_chances(struct subject *s)
{
    const struct by_rules *r = s->rules;
    const struct by_policy *uniform = by_policy_find(r, "uniform"), *policy;
    int count = effort(50000) / s->shares / (1 + r->max_length / 20);
    for (int round = 0; round < 3; round++) {
        memcpy(s->position, r->start, r->position_size);
        int plies = round == 0 ? 0 : (int)by_rng_below(&s->rng, (uint32_t)r->max_length / 3 + 1);
        for (int i = 0; i < plies && !r->game->over(r, s->position); i++) {
            int moves = moves_into(s, s->position, s->moves);
            by_move move = s->moves[by_rng_below(&s->rng, (uint32_t)moves)];
            r->game->play(r, s->position, move, NULL);
        }
        if (uniform->run != by_playout_uniform && !spares_eyes(r) && !r->game->over(r, s->position))
            compare_uniform(s, uniform, count);
        for (int i = 0; (policy = by_policy_at(r->game, i)) != NULL; i++)
            if (policy->many)
                compare_many(s, policy, count);
    }
}

static void fast_playouts_have_the_chances_of_plain_ones(void **state)
{
    (void)state;
    each_subject(check_chances);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_single_playouts),
        cmocka_unit_test(fast_playouts_have_the_chances_of_plain_ones),
    };
    return cmocka_run_group_tests_name("playouts", tests, NULL, NULL);
}
