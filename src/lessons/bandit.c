/* bandit.c: playing arms that pay by chance, and what it costs not to know them (GOM 3).
 *
 * Explore then commit and UCB are what HMCTS and UCT do with the moves of a position. */
#include "lessons/regret.h"
#include <math.h>
#include <string.h>

#define WORK_MAX 200000000 /* rounds times arms of one player: a few seconds */

/* --- options ------------------------------------------------------------------------------ */

/* Numbers separated by commas; `read` takes one word. */
typedef bool take_word(struct by_regret *study, const char *word);

static enum by_status read_list(struct by_regret *study, const char *text, take_word *take,
                                const char *what, struct by_error *err)
{
    char word[40], quoted[BY_QUOTE_SIZE];
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        struct by_text out = by_text_over(word, sizeof word);
        by_text_format(&out, "%.*s", (int)(length < sizeof word ? length : sizeof word), at);
        if (!take(study, word))
            return by_fail(err, BY_BAD_INPUT, "the lesson bandit: '%s' in column %d of '%.60s': %s",
                           by_quote(word, quoted), (int)(at - text) + 1, text, what);
        at += length;
        if (*at == '\0')
            return BY_OK;
    }
}

static bool take_mean(struct by_regret *study, const char *word)
{
    struct by_bandit *bandit = &study->bandit;
    bool coin = bandit->kind == BY_ARM_BERNOULLI;
    return bandit->arms < BY_ARMS_MAX &&
           by_read_real(word, coin ? 0 : -1000, coin ? 1 : 1000, &bandit->mean[bandit->arms++]);
}

static struct by_regret_player *new_player(struct by_regret *study)
{
    struct by_regret_player *player = &study->player[study->players++];
    memset(player, 0, sizeof *player);
    return player;
}

static void add_etc(struct by_regret *study, int64_t m)
{
    struct by_regret_player *player = new_player(study);
    player->gambler.way = BY_BANDIT_ETC;
    player->gambler.m = m;
    struct by_text name = by_text_over(player->name, sizeof player->name);
    by_text_format(&name, "ETC m=%lld", (long long)m);
}

static bool take_m(struct by_regret *study, const char *word)
{
    int64_t m = 0;
    bool best = by_same_text(word, "best");
    if (study->players == BY_REGRET_PLAYERS ||
        (!best && !by_read_int(word, 1, study->horizon / study->bandit.arms, &m)))
        return false;
    add_etc(study, best ? by_etc_best_m(&study->bandit, study->horizon) : m);
    return true;
}

/* The best m, one that is far too small, and one that tries half of the time. */
static void add_usual(struct by_regret *study)
{
    int64_t best = by_etc_best_m(&study->bandit, study->horizon);
    int64_t few = best / 50 > 1 ? best / 50 : 1, many = study->horizon / (2 * study->bandit.arms);
    add_etc(study, best);
    if (few < best)
        add_etc(study, few);
    if (many > best)
        add_etc(study, many);
}

static void draw_means(struct by_bandit *bandit, int arms, uint64_t seed)
{
    struct by_rng rng;
    by_rng_init(&rng, by_seed_derive(seed, 1), 0);
    bandit->arms = arms;
    for (int i = 0; i < arms; i++)
        bandit->mean[i] = by_rng_unit(&rng);
}

static enum by_status read_arms(const struct by_values *values, struct by_regret *study,
                                struct by_error *err)
{
    const struct by_value *means = by_values_get(values, "means");
    const struct by_value *arms = by_values_get(values, "arms");
    study->bandit.kind = (enum by_arm_kind)by_values_get(values, "kind")->choice;
    study->bandit.deviation = by_values_get(values, "deviation")->real;
    if (arms->given && means->given)
        return by_fail(err, BY_BAD_INPUT,
                       "the lesson bandit: arms= are drawn at random and means= are given: take "
                       "one of them");
    if (arms->given) {
        draw_means(&study->bandit, (int)arms->integer, study->seed);
        return BY_OK;
    }
    enum by_status status = read_list(study, means->text, take_mean,
                                      study->bandit.kind == BY_ARM_BERNOULLI
                                          ? "means are 2 to 64 numbers from 0 to 1"
                                          : "means are 2 to 64 numbers from -1000 to 1000",
                                      err);
    if (status == BY_OK && study->bandit.arms < 2)
        return by_fail(err, BY_BAD_INPUT,
                       "the lesson bandit: one arm is no choice: give two means "
                       "or more");
    return status;
}

static enum by_status read_players(const struct by_values *values, struct by_regret *study,
                                   struct by_error *err)
{
    struct by_regret_player *ucb = new_player(study);
    ucb->gambler.way = BY_BANDIT_UCB;
    ucb->gambler.alpha = by_values_get(values, "alpha")->real;
    struct by_text name = by_text_over(ucb->name, sizeof ucb->name);
    by_text_format(&name, "UCB a=%.4g", ucb->gambler.alpha);
    if (study->bandit.arms > study->horizon)
        return by_fail(err, BY_BAD_INPUT,
                       "the lesson bandit: the horizon is too near to try each of %d arms once",
                       study->bandit.arms);
    const struct by_value *m = by_values_get(values, "m");
    if (!m->set) {
        add_usual(study);
        return BY_OK;
    }
    return read_list(study, m->text, take_m,
                     "m are up to four words: best, or whole numbers of which one for each arm "
                     "fits within the horizon",
                     err);
}

static enum by_status read_study(const struct by_values *values, struct by_regret *study,
                                 struct by_error *err)
{
    study->horizon = by_values_get(values, "horizon")->integer;
    study->runs = by_lesson_int(values, "runs");
    study->by_means = by_values_get(values, "regret")->choice == 1;
    enum by_status status = by_lesson_seed(values, &study->seed, err);
    if (status == BY_OK)
        status = read_arms(values, study, err);
    if (status == BY_OK)
        status = read_players(values, study, err);
    if (status == BY_OK &&
        (double)study->horizon * study->runs * study->bandit.arms > (double)WORK_MAX)
        return by_fail(
            err, BY_BAD_INPUT,
            "the lesson bandit: horizon x runs x arms may be %d at most: take fewer runs",
            WORK_MAX);
    by_regret_times(study);
    return status;
}

/* --- words ------------------------------------------------------------------------------------ */

static void write_arms(const struct by_sink *sink, const struct by_regret *study,
                       struct by_buffer *out)
{
    const struct by_bandit *bandit = &study->bandit;
    bool coin = bandit->kind == BY_ARM_BERNOULLI;
    by_buffer_format(out, "%d arms. ", bandit->arms);
    if (coin)
        by_buffer_add(out, "Each pays 1 with a chance of its own, otherwise nothing:\n\n");
    else
        by_buffer_format(out,
                         "Each pays a normal sum around a mean of its own, deviation %.3g:\n\n",
                         bandit->deviation);
    by_buffer_format(out, "%8s %10s %10s\n", "arm", coin ? "chance" : "mean", "gap");
    for (int i = 0; i < bandit->arms; i++) {
        bool best = by_bandit_gap(bandit, i) <= 0;
        by_buffer_format(out, "%8d %10.4f %10.4f%s%s%s\n", i + 1, bandit->mean[i],
                         by_bandit_gap(bandit, i), best ? by_mark(sink, BY_MARK_GOOD) : "",
                         best ? "  the best" : "", best ? by_mark(sink, BY_MARK_PLAIN) : "");
    }
}

static void write_player(const struct by_sink *sink, const struct by_regret *study,
                         const struct by_regret_player *player, struct by_buffer *out)
{
    int last = study->time_count - 1;
    double mean = player->mean[last], half = player->half[last];
    double bound = by_regret_bound(study, player, last, false);
    bool under = mean - half <= bound;
    by_buffer_format(out, "%-13s %9.1f  %8.1f to %-8.1f %s%10.1f%s", player->name, mean,
                     mean - half, mean + half, by_mark(sink, under ? BY_MARK_GOOD : BY_MARK_BAD),
                     bound, by_mark(sink, BY_MARK_PLAIN));
    if (player->gambler.way == BY_BANDIT_UCB)
        by_buffer_format(out, " %10.1f", by_regret_bound(study, player, last, true));
    else
        by_buffer_format(out, " %10s", "");
    by_buffer_format(out, " %8.1f %%\n", 100 * player->best_share);
}

/* Who did better than UCB, and who worse, by more than chance explains. */
static void write_verdict(const struct by_regret *study, const struct by_regret_player *player,
                          struct by_buffer *out)
{
    const struct by_regret_player *ucb = &study->player[0];
    int last = study->time_count - 1;
    double difference = player->mean[last] - ucb->mean[last];
    double doubt = player->half[last] + ucb->half[last];
    by_buffer_format(out, "  %-14s %s\n", player->name,
                     difference < -doubt  ? "loses less than UCB"
                     : difference > doubt ? "loses more than UCB"
                                          : "cannot be told from UCB by these runs");
}

static void write_text(struct by_sink *sink, const struct by_regret *study)
{
    struct by_buffer *out = &sink->text;
    char horizon[BY_COMMAS_SIZE], runs[BY_COMMAS_SIZE];
    by_buffer_add(out,
                  "Which arm of a row of machines pays best can only be found by playing, and\n"
                  "playing a bad arm costs. Regret is what the best arm would have paid on\n"
                  "average, less what was collected.\n\n");
    write_arms(sink, study, out);
    by_buffer_format(out,
                     "\nRegret against rounds, both on scales of tenfold steps; means over %s "
                     "runs:\n\n",
                     by_commas((uint64_t)study->runs, runs));
    by_regret_plot(sink, study, out);
    by_buffer_format(out, "\nAfter %s rounds:\n%-13s %9s  %-20s %10s %10s %10s\n",
                     by_commas((uint64_t)study->horizon, horizon), "", "regret", "  95 % interval",
                     "bound", "any gaps", "best arm");
    for (int i = 0; i < study->players; i++)
        write_player(sink, study, &study->player[i], out);
    by_buffer_char(out, '\n');
    for (int i = 1; i < study->players; i++)
        write_verdict(study, &study->player[i], out);
    by_buffer_add(out,
                  "\nETC tries every arm m times and then takes the best for good. Too small an m\n"
                  "often commits to a wrong arm; too large a one pays for trying. The best m\n"
                  "depends on the gaps, which nobody knows beforehand (m=best looks at them, and\n"
                  "takes the m with the smallest bound, which need not be the luckiest). UCB\n"
                  "needs no m: it plays the arm that could be best, by mean + sqrt(2 a ln t / S)\n"
                  "after S tries in round t, so that doubt shrinks where it is worth while. HMCTS\n"
                  "treats the moves of a position as ETC does, and UCT as UCB does.\n");
}

/* --- steps --------------------------------------------------------------------------------------- */

#define STEPS 60

static void write_step_arm(struct by_sink *sink, const struct by_gambler *gambler, int i,
                           bool taken, struct by_buffer *out)
{
    struct by_gambler_index index = by_gambler_index(gambler, i);
    by_buffer_format(out, "%s%s%6d %7lld ", taken ? by_mark(sink, BY_MARK_GOOD) : "",
                     taken ? ">" : " ", i + 1, (long long)gambler->tried[i]);
    if (gambler->tried[i] > 0)
        by_buffer_format(out, "%9.4f %9.4f %9.4f", index.mean, index.doubt,
                         index.mean + index.doubt);
    else
        by_buffer_format(out, "%9s %9s %9s", "-", "-", "infinite");
    by_buffer_format(out, "%s%s\n", taken ? "  the largest" : "",
                     taken ? by_mark(sink, BY_MARK_PLAIN) : "");
}

/* Which arms are shown when there are more than fit a screen: the first, and always the one taken. */
#define ARMS_SHOWN 14

/* The first rounds of a game of UCB: what it knew, the index that decides, and what it took. */
static void write_step(struct by_sink *sink, const struct by_gambler *gambler, int arm,
                       double payment)
{
    struct by_buffer *out = by_sink_step(sink);
    if (!out)
        return;
    long long round = (long long)gambler->rounds + 1;
    int shown = gambler->arms < ARMS_SHOWN ? gambler->arms : ARMS_SHOWN - 1;
    by_buffer_format(out, "UCB, round t = %lld: arm %d is taken and pays %.3g\n", round, arm + 1,
                     payment);
    by_buffer_format(out, "index = mean + sqrt(2 a ln t / S), a = %.4g, S tries of the arm\n\n",
                     gambler->alpha);
    by_buffer_format(out, " %6s %7s %9s %9s %9s\n", "arm", "tries", "mean", "sqrt(..)", "index");
    for (int i = 0; i < shown; i++)
        write_step_arm(sink, gambler, i, i == arm, out);
    if (arm >= shown)
        write_step_arm(sink, gambler, arm, true, out);
    if (gambler->arms > shown + (arm >= shown))
        by_buffer_format(out, " and %d arms more\n", gambler->arms - shown - (arm >= shown));
}

static void write_steps(struct by_sink *sink, const struct by_regret *study)
{
    struct by_gambler gambler = study->player[0].gambler;
    struct by_rng rng;
    by_rng_init(&rng, study->seed, 0);
    by_gambler_start(&gambler, study->bandit.arms);
    for (int i = 0; i < STEPS && i < study->horizon; i++) {
        int arm = by_gambler_choose(&gambler);
        double payment = by_bandit_pull(&study->bandit, arm, &rng);
        write_step(sink, &gambler, arm, payment);
        by_gambler_see(&gambler, arm, payment);
    }
}

/* --- a moving picture --------------------------------------------------------------------------- */

#define FILMED 2 /* players whose first run is shown: UCB, and the first of ETC */

/* One player's first run, up to the time that is shown. */
struct filmed {
    struct by_gambler gambler;
    struct by_rng rng;
    int arm; /* taken last */
};

static void play_until(const struct by_bandit *bandit, struct filmed *filmed, int64_t time)
{
    while (filmed->gambler.rounds < time) {
        filmed->arm = by_gambler_choose(&filmed->gambler);
        by_gambler_see(&filmed->gambler, filmed->arm,
                       by_bandit_pull(bandit, filmed->arm, &filmed->rng));
    }
}

/* Tries, mean and, of UCB, what the few tries may hide: null before the first. */
static void put_filmed(struct by_json *frame, const struct filmed *filmed)
{
    const struct by_gambler *gambler = &filmed->gambler;
    by_json_object(frame, NULL);
    by_json_int(frame, "arm", filmed->arm + 1);
    by_json_flag(frame, "committed", gambler->way == BY_BANDIT_ETC && gambler->committed >= 0);
    by_json_array(frame, "arms");
    for (int i = 0; i < gambler->arms; i++) {
        int64_t tried = gambler->tried[i];
        by_json_array(frame, NULL);
        by_json_int(frame, NULL, tried);
        by_json_figure(frame, NULL, tried > 0 ? gambler->sum[i] / (double)tried : INFINITY);
        if (gambler->way == BY_BANDIT_UCB)
            by_json_figure(frame, NULL, tried > 0 ? by_gambler_index(gambler, i).doubt : INFINITY);
        by_json_end_array(frame);
    }
    by_json_end_array(frame);
    by_json_end_object(frame);
}

/* A frame for every time at which regret was looked at. */
static void write_frames(struct by_sink *sink, const struct by_regret *study)
{
    struct filmed filmed[FILMED];
    int count = study->players < FILMED ? study->players : FILMED;
    for (int i = 0; i < count; i++) {
        filmed[i] = (struct filmed){.gambler = study->player[i].gambler};
        by_rng_init(&filmed[i].rng, study->seed, (uint64_t)i); /* as by_regret_run has it */
        by_gambler_start(&filmed[i].gambler, study->bandit.arms);
    }
    for (int at = 0; at < study->time_count; at++) {
        struct by_json *frame = by_sink_frame(sink);
        if (!frame)
            return;
        by_json_int(frame, "t", study->times[at]);
        by_json_array(frame, "players");
        for (int i = 0; i < count; i++) {
            play_until(&study->bandit, &filmed[i], study->times[at]);
            put_filmed(frame, &filmed[i]);
        }
        by_json_end_array(frame);
        by_json_end_object(frame);
    }
}

/* --- numbers ------------------------------------------------------------------------------------ */

static void write_curve(struct by_json *figures, const struct by_regret *study,
                        const struct by_regret_player *player)
{
    bool ucb = player->gambler.way == BY_BANDIT_UCB;
    by_json_array(figures, "curve");
    for (int i = 0; i < study->time_count; i++) {
        by_json_object(figures, NULL);
        by_json_int(figures, "t", study->times[i]);
        by_json_figure(figures, "regret", player->mean[i]);
        by_json_array(figures, "interval");
        by_json_figure(figures, NULL, player->mean[i] - player->half[i]);
        by_json_figure(figures, NULL, player->mean[i] + player->half[i]);
        by_json_end_array(figures);
        by_json_figure(figures, "bound", by_regret_bound(study, player, i, false));
        if (ucb)
            by_json_figure(figures, "bound_any", by_regret_bound(study, player, i, true));
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
}

static void write_player_figures(struct by_json *figures, const struct by_regret *study,
                                 const struct by_regret_player *player)
{
    bool ucb = player->gambler.way == BY_BANDIT_UCB;
    by_json_object(figures, NULL);
    by_json_text(figures, "player", ucb ? "ucb" : "etc");
    if (ucb)
        by_json_figure(figures, "alpha", player->gambler.alpha);
    else
        by_json_int(figures, "m", player->gambler.m);
    by_json_figure(figures, "best_share", player->best_share);
    write_curve(figures, study, player);
    by_json_end_object(figures);
}

static void write_figures(struct by_json *figures, const struct by_regret *study)
{
    by_json_text(figures, "kind",
                 study->bandit.kind == BY_ARM_BERNOULLI ? "bernoulli" : "gaussian");
    by_json_array(figures, "means");
    for (int i = 0; i < study->bandit.arms; i++)
        by_json_figure(figures, NULL, study->bandit.mean[i]);
    by_json_end_array(figures);
    by_json_int(figures, "horizon", study->horizon);
    by_json_int(figures, "runs", study->runs);
    by_json_text(figures, "regret", study->by_means ? "means" : "collected");
    by_json_array(figures, "players");
    for (int i = 0; i < study->players; i++)
        write_player_figures(figures, study, &study->player[i]);
    by_json_end_array(figures);
}

/* --- the lesson ---------------------------------------------------------------------------------- */

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    struct by_regret study = {.players = 0};
    enum by_status status = read_study(values, &study, err);
    if (status != BY_OK)
        return status;
    by_regret_run(&study);
    write_text(sink, &study);
    write_figures(&sink->figures, &study);
    if (by_sink_wants(sink, BY_WANT_STEPS))
        write_steps(sink, &study);
    write_frames(sink, &study);
    if (by_sink_wants(sink, BY_WANT_SVG))
        by_regret_svg(&study, &sink->svg);
    return BY_OK;
}

/* clang-format off */
static const struct by_option options[] = {
    {.name = "means", .type = BY_OPTION_TEXT, .fallback = "0.7,0.5,0.5,0.4,0.3", .low = 1,
     .high = 2000, .help = "what each arm pays on average, separated by commas"},
    {.name = "arms", .type = BY_OPTION_INT, .low = 2, .high = BY_ARMS_MAX,
     .help = "so many arms instead, with means from 0 to 1 drawn by the seed"},
    {.name = "kind", .type = BY_OPTION_CHOICE, .fallback = "bernoulli",
     .choices = "bernoulli|gaussian", .help = "an arm pays 1 or 0, or a normal sum"},
    {.name = "deviation", .type = BY_OPTION_REAL, .fallback = "1", .low = 0, .high = 1,
     .help = "standard deviation of gaussian arms; the bounds hold up to 1"},
    {.name = "horizon", .type = BY_OPTION_INT, .fallback = "10000", .low = 10, .high = 10000000,
     .help = "rounds to play"},
    {.name = "runs", .type = BY_OPTION_INT, .fallback = "200", .low = 2, .high = 100000,
     .help = "how often each player plays all rounds"},
    {.name = "m", .type = BY_OPTION_TEXT, .low = 1, .high = 200,
     .help = "ETC: tries of each arm, up to four numbers, or best, which knows the gaps; default: "
             "best, too few, too many"},
    {.name = "alpha", .type = BY_OPTION_REAL, .fallback = "2.5", .low = 2.001, .high = 1000,
     .help = "UCB: the larger, the longer arms that look bad are tried"},
    {.name = "regret", .type = BY_OPTION_CHOICE, .fallback = "collected",
     .choices = "collected|means",
     .help = "from the sums collected, or from the means of the arms played: equal on average, "
             "and less noise"},
    BY_LESSON_SEED,
    {.name = NULL},
};
/* clang-format on */

const struct by_lesson by_lesson_bandit = {
    .name = "bandit",
    .title = "Arms that pay by chance",
    .summary = "explore then commit, UCB, and the regret they are sure to stay under",
    .options = options,
    .run = run,
};
