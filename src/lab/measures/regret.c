/* regret.c: what bandit players lose against who knows the best arm (GOM 3): the measure `regret`.
 *
 * The number `regret` stands beside `bound`, what is proved about it, and `share`, the one over the other.
 * `ratio` is the regret over that of ETC with as many tries as the true gaps ask for: what it costs not to
 * know them. */
#include "lessons/regret.h"
#include "lab/measure.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct by_option options[] = {
    {.name = "arms",
     .type = BY_OPTION_TEXT,
     .low = 1,
     .high = 1000,
     .fallback = "0.5 0.4",
     .help = "the means of the arms"},
    {.name = "pay",
     .type = BY_OPTION_CHOICE,
     .choices = "bernoulli|gaussian",
     .fallback = "bernoulli",
     .help = "by coins, or normally with deviation 1"},
    {.name = "player",
     .type = BY_OPTION_CHOICE,
     .choices = "ucb|etc",
     .fallback = "ucb",
     .help = "who plays"},
    {.name = "alpha",
     .type = BY_OPTION_REAL,
     .fallback = "2.1",
     .low = 2.001,
     .high = 100,
     .help = "of UCB"},
    {.name = "gap",
     .type = BY_OPTION_REAL,
     .low = 0.001,
     .high = 1,
     .help = "ETC tries each arm as often as this gap asks for; without it: as the true ones do"},
    {.name = "horizon",
     .type = BY_OPTION_INT,
     .fallback = "10000",
     .low = 10,
     .high = 1e8,
     .help = "rounds"},
    {0},
};

/* --- the study ------------------------------------------------------------------------------------ */

static enum by_status read_arms(const char *text, struct by_bandit *bandit, struct by_error *err)
{
    bandit->arms = 0;
    while (*text) {
        char *end;
        double mean = strtod(text, &end);
        if (end == text || !(mean >= 0 && mean <= 1))
            return by_fail(err, BY_BAD_INPUT, "arms= takes means from 0 to 1, not '%s'", text);
        if (bandit->arms == BY_ARMS_MAX)
            return by_fail(err, BY_BAD_INPUT, "arms= takes at most %d", BY_ARMS_MAX);
        bandit->mean[bandit->arms++] = mean;
        text = end + strspn(end, " ,");
    }
    return bandit->arms >= 2 ? BY_OK : by_fail(err, BY_BAD_INPUT, "arms= takes two or more");
}

/* How often ETC should try each arm if all but the best were so far behind it. */
static int64_t tries_for(const struct by_bandit *bandit, double gap, int64_t horizon)
{
    struct by_bandit believed = *bandit;
    for (int i = 0; i < believed.arms; i++)
        believed.mean[i] = i == 0 ? gap : 0;
    return by_etc_best_m(&believed, horizon);
}

/* Player 0 is the one asked for, player 1 knows the gaps. */
static enum by_status set_up(const struct by_lab_job *job, struct by_regret *study,
                             struct by_error *err)
{
    const struct by_values *values = job->options;
    const struct by_value *gap = by_values_get(values, "gap");
    *study = (struct by_regret){
        .horizon = by_values_get(values, "horizon")->integer,
        .runs = job->cell->games,
        .seed = job->cell->seed,
        .by_means = true,
        .players = 2,
        .stop = job->stop,
    };
    study->bandit.kind = (enum by_arm_kind)by_values_get(values, "pay")->choice;
    study->bandit.deviation = 1;
    enum by_status status = read_arms(by_values_get(values, "arms")->text, &study->bandit, err);
    if (status != BY_OK)
        return status;
    int64_t m = by_etc_best_m(&study->bandit, study->horizon);
    study->player[1].gambler = (struct by_gambler){.way = BY_BANDIT_ETC, .m = m};
    study->player[0].gambler = (struct by_gambler){
        .way = (enum by_bandit_way)by_values_get(values, "player")->choice,
        .alpha = by_values_get(values, "alpha")->real,
        .m = gap->set ? tries_for(&study->bandit, gap->real, study->horizon) : m,
    };
    by_regret_times(study);
    return BY_OK;
}

/* --- what came out ----------------------------------------------------------------------------------- */

static void give_mean(struct by_lab_numbers *out, const char *name, double value, double half,
                      int runs)
{
    by_lab_give_mean(out, name, value, value - half, value + half, runs);
}

static void give_ratio(const struct by_regret *study, int last, struct by_lab_numbers *out)
{
    const struct by_regret_player *ours = &study->player[0], *best = &study->player[1];
    double a = ours->mean[last], b = best->mean[last], half = best->half[last];
    if (b > half)
        by_lab_give_mean(out, "ratio", a / b, (a - ours->half[last]) / (b + half),
                         (a + ours->half[last]) / (b - half), study->runs);
}

static void give_study(const struct by_regret *study, struct by_lab_numbers *out)
{
    const struct by_regret_player *player = &study->player[0];
    int last = study->time_count - 1;
    double bound = by_regret_bound(study, player, last, false);
    bool ucb = player->gambler.way == BY_BANDIT_UCB;
    give_mean(out, "regret", player->mean[last], player->half[last], study->runs);
    by_lab_give(out, "bound", bound);
    give_mean(out, "share", player->mean[last] / bound, player->half[last] / bound, study->runs);
    if (ucb)
        by_lab_give(out, "bound-any", by_regret_bound(study, player, last, true));
    else
        by_lab_give(out, "tries", (double)player->gambler.m);
    give_ratio(study, last, out);
    by_lab_give(out, "best-arm", player->best_share);
    for (int i = 0; i < study->time_count; i++) {
        double time = (double)study->times[i];
        by_lab_give_point(out, "regret", time, player->mean[i]);
        by_lab_give_point(out, "bound", time, by_regret_bound(study, player, i, false));
        if (ucb)
            by_lab_give_point(out, "bound-any", time, by_regret_bound(study, player, i, true));
    }
}

static enum by_status check(const struct by_lab_job *job, struct by_error *err)
{
    struct by_bandit bandit;
    if (job->cell->games == 1)
        return by_fail(err, BY_BAD_INPUT, "regret takes two runs or more");
    return read_arms(by_values_get(job->options, "arms")->text, &bandit, err);
}

static enum by_status run(const struct by_lab_job *job, struct by_lab_numbers *out,
                          struct by_error *err)
{
    struct by_regret *study = malloc(sizeof *study);
    if (!study)
        return by_fail_memory(err, sizeof *study);
    enum by_status status = set_up(job, study, err);
    if (status == BY_OK)
        by_regret_run(study);
    if (status == BY_OK && !atomic_load(job->stop))
        give_study(study, out);
    free(study);
    return status;
}

const struct by_lab_measure by_lab_measure_regret = {
    .name = "regret",
    .help = "regret of a bandit player after all rounds, with bound, share (regret / bound), ratio "
            "(to ETC that knows the gaps), tries (of ETC), best-arm",
    .options = options,
    .check = check,
    .run = run,
};
