/* learn.c: weights for a game's evaluation, from games. */
#include "base/clock.h"
#include "base/file.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/learn/moves.h"
#include "cli/progress.h"
#include "learn/fit.h"
#include "learn/selfplay.h"
#include "learn/td.h"
#include "report/learned.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAMES_MAX 10000000

#define FILE_MAX  (4 << 20) /* bytes of weights */

struct lesson {
    uint64_t seed;
    const struct by_linear *linear; /* what is learned; NULL: strengths of moves */
    struct by_samples samples;
    struct by_rules *knowing; /* --from; or NULL */
    int16_t *prior;           /* --prior; or NULL */
    struct by_fit fit;
    struct by_learned report;
    char place[BY_CLI_PLACE_SIZE]; /* the file that was written */
};

/* --- games ------------------------------------------------------------------------------- */

static int read_file(struct by_cli *cli, struct lesson *l, const char *path)
{
    struct by_record_file file = {0};
    struct by_record record = {0};
    struct by_record_request whole = {.ply = -1};
    struct by_progress progress;
    bool found = true;
    enum by_status status = BY_OK;
    int outcome = by_record_file_open(cli, path, NULL, &file);
    by_progress_open(&progress, "reading");
    atomic_store(&progress.total, (int)(file.source.size >> 10));
    while (outcome == BY_EXIT_OK && status == BY_OK && found && !by_interrupted()) {
        status = by_record_next(&file.source, &record, &found, &cli->error);
        if (status == BY_OK && found && !record.line)
            status = by_record_play(&record, &whole, &cli->error);
        if (status == BY_OK && found)
            status = by_samples_add(&l->samples, record.line, 0, &cli->error);
        atomic_store(&progress.done, (int)(file.source.at >> 10));
    }
    by_progress_close(&progress);
    by_record_close(&record);
    if (outcome == BY_EXIT_OK && status != BY_OK)
        outcome = by_record_file_report(cli, &file, file.source.games + (found ? 0 : 1));
    by_record_file_close(&file);
    return outcome;
}

static int play_games(struct by_cli *cli, struct lesson *l)
{
    struct by_selfplay plan = {.player = by_cli_text(cli, "player"),
                               .games = (int)by_cli_int(cli, "selfplay"),
                               .random = (int)by_cli_int(cli, "random"),
                               .balance = (int)by_cli_int(cli, "balance"),
                               .trust = by_cli_real(cli, "trust"),
                               .aside = by_cli_real(cli, "aside"),
                               .seed = l->seed};
    struct by_progress progress;
    if (plan.games == 0)
        return BY_EXIT_OK;
    by_progress_open(&progress, "self-play");
    atomic_store(&progress.total, plan.games);
    enum by_status status =
        by_selfplay(&l->samples, &plan, by_interrupt_flag(), &progress.done, &cli->error);
    by_progress_close(&progress);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

static int label_games(struct by_cli *cli, struct lesson *l)
{
    const struct by_labelling how = {.phases = (int)by_cli_int(cli, "solve"),
                                     .look = (int)by_cli_int(cli, "look"),
                                     .every = (int)by_cli_int(cli, "every"),
                                     .leaves = (int)by_cli_int(cli, "leaves"),
                                     .knowing = l->knowing,
                                     .threads = (int)by_cli_int(cli, "threads")};
    struct by_progress progress;
    by_progress_open(&progress, how.look > 0 ? "looking" : "solving");
    atomic_store(&progress.total, (int)l->samples.games);
    enum by_status status =
        how.leaves > 0
            ? by_samples_take_leaves(&l->samples, &how, by_interrupt_flag(), &progress.done,
                                     &cli->error)
            : by_samples_label(&l->samples, &how, by_interrupt_flag(), &progress.done, &cli->error);
    by_progress_close(&progress);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

/* The weights that looks ahead begin with. */
static int open_knowing(struct by_cli *cli, struct lesson *l)
{
    const char *from = by_cli_text(cli, "from");
    char argument[4200];
    if (by_cli_value(cli, "every")->given && by_cli_int(cli, "look") == 0)
        return by_cli_refuse(cli,
                             "--every says which positions to look ahead at: add --look PLIES");
    if (by_cli_int(cli, "leaves") > 0 && by_cli_int(cli, "look") == 0)
        return by_cli_refuse(cli, "--leaves are those of looks ahead: add --look PLIES");
    if (!from)
        return BY_EXIT_OK;
    if (by_cli_int(cli, "look") == 0)
        return by_cli_refuse(cli, "--from says with which weights to look ahead: add --look PLIES");
    (void)snprintf(argument, sizeof argument, "weights=%s", from);
    return by_rules_knowing(cli->rules, argument, &l->knowing, &cli->error) == BY_OK
               ? BY_EXIT_OK
               : by_cli_report(cli);
}

/* The weights that the fit stays with where games say nothing. */
static int open_prior(struct by_cli *cli, struct lesson *l)
{
    const struct by_linear *linear = l->linear;
    const char *path = by_cli_text(cli, "prior");
    char *bytes = NULL;
    size_t size = 0;
    if (!path)
        return BY_EXIT_OK;
    void *state = linear->open(cli->rules);
    size_t all = state ? (size_t)linear->phases * (size_t)linear->weights(state) : 0;
    l->prior = calloc(all + 1, sizeof *l->prior);
    enum by_status status = state && l->prior
                                ? by_file_load(path, FILE_MAX, &bytes, &size, &cli->error)
                                : by_fail_memory(&cli->error, all);
    if (status == BY_OK)
        status = linear->unpack(state, (const uint8_t *)bytes, size, path, l->prior, &cli->error);
    free(bytes);
    if (state)
        linear->close(state);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

/* Positions of games that were not finished are worth nothing known, until a search looks at them. */
static bool knows_a_value(const struct by_samples *samples)
{
    for (size_t i = 0; i < samples->count; i++)
        if (!isnan(samples->value[i]))
            return true;
    return false;
}

/* All that comes before the fit. What was read so far is nothing that could be kept. */
static int collect(struct by_cli *cli, struct lesson *l)
{
    int status = open_knowing(cli, l);
    if (status == BY_EXIT_OK)
        status = open_prior(cli, l);
    for (int i = 1; status == BY_EXIT_OK && i < cli->argument_count; i++)
        status = read_file(cli, l, cli->arguments[i]);
    if (status == BY_EXIT_OK)
        status = play_games(cli, l);
    if (status == BY_EXIT_OK && l->samples.count == 0 && !by_interrupted())
        return by_cli_refuse(cli,
                             "there are no finished games of this kind to learn from: name files "
                             "of records, or let it play with --selfplay N");
    if (status == BY_EXIT_OK)
        status = label_games(cli, l);
    if (status == BY_EXIT_OK && by_interrupted())
        return by_cli_failed(cli, "stopped before the first phase was fitted: nothing was written; "
                                  "the same command begins again");
    if (status == BY_EXIT_OK && by_cli_int(cli, "leaves") > 0 && l->samples.count == 0)
        return by_cli_refuse(cli,
                             "the search of %s told no leaves: leave out --leaves, or let more of "
                             "them be told",
                             cli->rules->name);
    if (status == BY_EXIT_OK && !knows_a_value(&l->samples))
        return by_cli_refuse(cli,
                             "none of these games was finished, and nothing else says what their "
                             "positions are worth: add --look PLIES");
    return status;
}

/* --- options that would do nothing ------------------------------------------------------------ */

/* The first of these that was given; or NULL. */
static const char *first_given(const struct by_cli *cli, const char *const *names)
{
    while (*names && !by_cli_value(cli, *names)->given)
        names++;
    return *names;
}

static int refuse_idle_of_moves(struct by_cli *cli)
{
    static const char *const of_values[] = {"method", "selfplay", "player", "random", "balance",
                                            "trust",  "aside",    "solve",  "look",   "from",
                                            "ridge",  "prior",    "beside", "lambda", "rate",
                                            "stray",  "eval",     "leaves", NULL};
    const char *idle = first_given(cli, of_values);
    if (idle)
        return by_cli_refuse(cli,
                             "--%s is for evaluations: what is learned of %s, the strengths of "
                             "moves, has no use for it",
                             idle, cli->rules->name);
    return BY_EXIT_OK;
}

static int refuse_idle(struct by_cli *cli, const struct by_linear *linear)
{
    static const char *const of_moves[] = {"patterns", "seen", NULL};
    static const char *const of_labels[] = {"solve", "look", NULL};
    static const char *const of_fit[] = {"player", "balance", "trust",  "aside", "every",
                                         "leaves", "from",    "prior",  "ridge", "hold-out",
                                         "beside", "rounds",  "memory", NULL};
    static const char *const of_td[] = {"lambda", "rate", "stray", NULL};
    static const char *const of_games[] = {"player", "random", "balance", "trust", "aside", NULL};
    static const char *const of_odds[] = {"trust", "aside", NULL};
    bool fits = by_cli_value(cli, "method")->choice == 0;
    const char *idle = first_given(cli, of_moves);
    if (idle)
        return by_cli_refuse(cli,
                             "--%s is for the strengths of moves: %s has none that could be "
                             "learned",
                             idle, cli->rules->name);
    if (!fits && first_given(cli, of_labels))
        return by_cli_refuse(cli, "--method td takes results as they are: leave out --solve and "
                                  "--look");
    if (!fits && (idle = first_given(cli, of_fit)))
        return by_cli_refuse(cli, "--%s is for --method fit: td has no use for it", idle);
    if (fits && (idle = first_given(cli, of_td)))
        return by_cli_refuse(cli, "--%s is for --method td: the fit has no use for it", idle);
    if (!linear->odds && (idle = first_given(cli, of_odds)))
        return by_cli_refuse(cli, "--%s is for games where weights are odds, which %s is not", idle,
                             cli->rules->name);
    if (by_cli_int(cli, "selfplay") == 0 && (idle = first_given(cli, of_games)))
        return by_cli_refuse(cli, "--%s is about games to be played: add --selfplay N", idle);
    return BY_EXIT_OK;
}

/* --- two methods ---------------------------------------------------------------------------- */

static void on_phase(void *context, const struct by_fit *so_far)
{
    struct by_progress *progress = context;
    int phase = so_far->phases - so_far->done;
    atomic_store(&progress->done, so_far->done);
    by_progress_note(progress, "phase %d: %.2f", phase, so_far->phase[phase].error);
}

static int fit(struct by_cli *cli, struct lesson *l)
{
    struct by_fit_plan plan = {.ridge = by_cli_real(cli, "ridge"),
                               .beside = by_cli_real(cli, "beside"),
                               .rounds = (int)by_cli_int(cli, "rounds"),
                               .hold_out = by_cli_real(cli, "hold-out"),
                               .seed = l->seed};
    struct by_progress progress;
    enum by_status outcome = by_samples_open(&l->samples, cli->rules,
                                             (size_t)by_cli_int(cli, "memory") << 20, &cli->error);
    l->samples.linear = l->linear;
    int status = outcome == BY_OK ? collect(cli, l) : by_cli_report(cli);
    if (status != BY_EXIT_OK)
        return status;
    plan.prior = l->prior;
    by_progress_open(&progress, "fitting");
    atomic_store(&progress.total, l->linear->phases);
    outcome =
        by_fit(&l->samples, &plan, by_interrupt_flag(), on_phase, &progress, &l->fit, &cli->error);
    by_progress_close(&progress);
    l->report.stopped = l->fit.done < l->fit.phases;
    l->report.games = l->samples.games;
    l->report.dropped = l->samples.dropped;
    l->report.positions = l->samples.count;
    for (size_t i = 0; i < l->samples.count; i++)
        l->report.exact += l->samples.exact[i];
    return outcome == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

static int learn_by_td(struct by_cli *cli, struct lesson *l)
{
    struct by_td_plan plan = {.games = (int)by_cli_int(cli, "selfplay"),
                              .lambda = by_cli_real(cli, "lambda"),
                              .rate = by_cli_real(cli, "rate"),
                              .stray = by_cli_real(cli, "stray"),
                              .random = (int)by_cli_int(cli, "random"),
                              .seed = l->seed};
    struct by_progress progress;
    if (cli->argument_count > 1)
        return by_cli_refuse(cli, "--method td learns from its own games alone: name no files");
    if (plan.games == 0)
        return by_cli_refuse(
            cli, "--method td learns from its own games: say how many with --selfplay N");
    by_progress_open(&progress, "self-play");
    atomic_store(&progress.total, plan.games);
    enum by_status status =
        by_td(cli->rules, &plan, by_interrupt_flag(), &progress.done, &l->fit, &cli->error);
    l->report.games = (size_t)atomic_load(&progress.done);
    l->report.positions = l->fit.taught;
    l->report.stopped = l->report.games < (size_t)plan.games;
    by_progress_close(&progress);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

/* --- the file ---------------------------------------------------------------------------------- */

/* Its bytes, which are read again before they replace anything: from malloc. */
static enum by_status pack(struct by_cli *cli, const struct by_linear *linear,
                           const struct by_fit *fit, uint8_t **bytes, size_t *size)
{
    size_t all = (size_t)fit->phases * (size_t)fit->weights;
    void *state = linear->open(cli->rules);
    int16_t *again = calloc(all + 1, sizeof *again);
    enum by_status status = state && again
                                ? linear->pack(state, fit->weight, bytes, size, &cli->error)
                                : by_fail_memory(&cli->error, all);
    if (status == BY_OK)
        status = linear->unpack(state, *bytes, *size, "just made", again, &cli->error);
    free(again);
    if (state)
        linear->close(state);
    return status;
}

static int save(struct by_cli *cli, struct lesson *l, const char *path)
{
    uint8_t *bytes = NULL;
    int status;
    if (pack(cli, l->linear, &l->fit, &bytes, &l->report.bytes) != BY_OK)
        status = by_cli_report(cli);
    else if (l->report.stopped)
        status = by_cli_write_unfinished(cli, path, (const char *)bytes, l->report.bytes, l->place);
    else {
        (void)snprintf(l->place, sizeof l->place, "%s", path);
        status = by_cli_write(cli, path, (const char *)bytes, l->report.bytes);
    }
    free(bytes);
    return status;
}

static int say(struct by_cli *cli, struct lesson *l)
{
    char quoted[BY_QUOTE_SIZE];
    struct by_buffer text;
    int status;
    l->report.fit = &l->fit;
    l->report.file = l->place;
    if (by_cli_flag(cli, "json")) {
        by_report_learned(by_cli_json(cli), &l->report);
        status = by_cli_json_end(cli);
    } else {
        by_buffer_open(&text, BY_REPORT_LIMIT);
        by_put_learned(&text, &l->report);
        status = by_cli_print(cli, &text);
    }
    if (status != BY_EXIT_OK || !l->report.stopped)
        return status;
    by_cli_note("stopped: %s has what was learned so far; the same command begins again",
                by_quote(l->place, quoted));
    return BY_EXIT_FAILED;
}

/* --- all ------------------------------------------------------------------------------------------ */

/* The weights would replace the games. */
static bool is_read_from(const struct by_cli *cli, const char *out)
{
    for (int i = 1; i < cli->argument_count; i++)
        if (strcmp(cli->arguments[i], out) == 0)
            return true;
    return false;
}

/* Of those that can be learned the one that was named, or the game's first. */
static int choose_evaluation(struct by_cli *cli, struct lesson *l)
{
    const struct by_linear *first = cli->rules->game->linear;
    const char *name = by_cli_text(cli, "eval");
    char names[256];
    struct by_text text = by_text_over(names, sizeof names);
    l->linear = name && first ? by_linear_named(first, name) : first;
    if (l->linear || !first)
        return BY_EXIT_OK;
    for (const struct by_linear *each = first; each; each = each->next)
        by_text_format(&text, "%s%s", each == first ? "" : ", ", each->eval);
    return by_cli_refuse(cli, "the evaluations of %s whose weights can be learned are: %s",
                         cli->rules->name, names);
}

static int learn(struct by_cli *cli, struct lesson *l)
{
    const char *out = by_cli_text(cli, "out");
    int status = by_cli_game(cli, cli->arguments[0]);
    if (status == BY_EXIT_OK)
        status = by_cli_game_from_here(cli, cli->arguments[0]);
    if (status != BY_EXIT_OK)
        return status;
    if (by_line_over(cli->line))
        return by_cli_refuse(cli, "the game is over in this position: nothing can be played");
    const struct by_game *game = cli->rules->game;
    if (!game->linear && !game->move_model)
        return by_cli_refuse(
            cli, "the game %s has no evaluation and no strengths of moves that could be learned",
            cli->rules->name);
    if (!out || strcmp(out, "-") == 0)
        return by_cli_refuse(cli, "learn wants a file for the weights: --out FILE");
    if (is_read_from(cli, out))
        return by_cli_refuse(cli, "--out names a file of games, which would be lost");
    status = choose_evaluation(cli, l);
    if (status == BY_EXIT_OK)
        status = l->linear ? refuse_idle(cli, l->linear) : refuse_idle_of_moves(cli);
    if (status == BY_EXIT_OK)
        status = by_cli_can_write(cli, out);
    if (status == BY_EXIT_OK && !l->linear)
        return by_cli_learn_moves(cli, l->seed, out);
    double begun = by_clock_now();
    if (status == BY_EXIT_OK)
        status = by_cli_value(cli, "method")->choice == 0 ? fit(cli, l) : learn_by_td(cli, l);
    if (status == BY_EXIT_OK && l->fit.done == 0)
        return by_cli_failed(cli, "stopped before anything was learned: nothing was written; the "
                                  "same command begins again");
    l->report.seconds = by_clock_now() - begun;
    if (status == BY_EXIT_OK)
        status = save(cli, l, out);
    return status == BY_EXIT_OK ? say(cli, l) : status;
}

static int run(struct by_cli *cli)
{
    struct lesson lesson = {0};
    if (!by_cli_seed(cli, &lesson.seed))
        return BY_EXIT_USAGE;
    int status = learn(cli, &lesson);
    by_fit_close(&lesson.fit);
    by_samples_close(&lesson.samples);
    free(lesson.prior);
    by_rules_close(lesson.knowing);
    return status;
}

static const struct by_cli_option options[] = {
    {.base = {"out", BY_OPTION_TEXT, NULL, 1, 4000, NULL, "where the weights go"},
     .placeholder = "FILE"},
    {.base = {"eval", BY_OPTION_TEXT, NULL, 1, 64, NULL,
              "which evaluation, where a game has several that can be learned (Gomoku: learned, "
              "points); default: its first"},
     .placeholder = "NAME"},
    {.base = {"method", BY_OPTION_CHOICE, "fit", 0, 0, "fit|td",
              "fit: least squares over games; td: TD(lambda) from games against itself alone"},
     .placeholder = "HOW"},
    {.base = {"selfplay", BY_OPTION_INT, "0", 0, GAMES_MAX, NULL,
              "games to be played, too: each begins with random moves"},
     .placeholder = "N"},
    {.base = {"player", BY_OPTION_TEXT, "alphabeta depth=2", 1, 4095, NULL,
              "who plays them on both sides"},
     .placeholder = "SPEC"},
    {.base = {"random", BY_OPTION_INT, "30", 0, 1000, NULL,
              "random moves at their beginning, at most"},
     .placeholder = "PLIES"},
    {.base = {"balance", BY_OPTION_INT, "1", 1, 100, NULL,
              "of so many beginnings the one is played on that the player finds most even"},
     .placeholder = "N"},
    {.base = {"trust", BY_OPTION_REAL, "0", 0, 1, NULL,
              "how much of a position's value is what the player's search says of it, in games "
              "where weights are odds; what came of the game is the rest"},
     .placeholder = "SHARE"},
    {.base = {"aside", BY_OPTION_REAL, "0", 0, 1, NULL,
              "at so many of their positions another move is tried, too, and what the player's "
              "search says of it learned; where weights are odds and the player uses them"},
     .placeholder = "SHARE"},
    {.base = {"solve", BY_OPTION_INT, "6", 0, 64, NULL,
              "prove what the positions of the last so many phases are worth (two plies each in "
              "Othello); 0: the game's result is the value of all"},
     .placeholder = "PHASES"},
    {.base = {"look", BY_OPTION_INT, "0", 0, 60, NULL,
              "let the game's own search look so many plies ahead in the positions before these, "
              "instead of taking what came of the game"},
     .placeholder = "PLIES"},
    {.base = {"every", BY_OPTION_INT, "1", 1, 1000, NULL,
              "of these so many one is looked at, and the others are left out"},
     .placeholder = "N"},
    {.base = {"leaves", BY_OPTION_INT, "0", 0, 1000000, NULL,
              "learn one of so many positions in which these looks ask the evaluation, with what a "
              "deeper look from there says, instead of the positions that the looks begin with "
              "(Gomoku); 0: none"},
     .placeholder = "N"},
    {.base = {"from", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "the weights that it looks ahead with, as an earlier lesson wrote them; else those "
              "that the program has"},
     .placeholder = "FILE"},
    {.base = {"hold-out", BY_OPTION_REAL, "0.02", 0, 0.9, NULL,
              "the share of games that only measure the error"},
     .placeholder = "SHARE"},
    {.base = {"ridge", BY_OPTION_REAL, "10", 0.000001, 1000000, NULL,
              "how strongly weights stay with those of the next phase: as so many positions"},
     .placeholder = "N"},
    {.base =
         {"prior", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
          "weights that those of the last phase stay with, as an earlier lesson wrote them; else "
          "0"},
     .placeholder = "FILE"},
    {.base = {"beside", BY_OPTION_REAL, "0.5", 0, 1, NULL,
              "what positions of the phases before and behind count"},
     .placeholder = "WEIGHT"},
    {.base = {"rounds", BY_OPTION_INT, "30", 1, 10000, NULL,
              "rounds of conjugate gradients in a phase, at most"},
     .placeholder = "N"},
    {.base =
         {"patterns", BY_OPTION_INT, "22000", 0, BY_MOVE_PATTERNS_MAX, NULL,
          "Go: patterns that strengths are learned of, at most, for small and for large boards"},
     .placeholder = "N"},
    {.base = {"seen", BY_OPTION_INT, "8", 1, 1000000, NULL,
              "Go: how often a pattern was played that is one of them"},
     .placeholder = "N"},
    {.base = {"lambda", BY_OPTION_REAL, "0.9", 0, 1, NULL, "td: how far a result reaches back"},
     .placeholder = "SHARE"},
    {.base = {"rate", BY_OPTION_REAL, "1", 0.000001, 10, NULL, "td: how fast it learns at first"},
     .placeholder = "RATE"},
    {.base = {"stray", BY_OPTION_REAL, "0.05", 0, 1, NULL, "td: the chance of a random move"},
     .placeholder = "SHARE"},
    {.base = {"memory", BY_OPTION_INT, "1024", 1, 1048576, NULL,
              "MiB for positions; the fit takes about half as much again"},
     .placeholder = "MIB"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"learn othello --selfplay 200 --out my.weights", "a small lesson, from its own games"},
    {"learn gomoku --selfplay 300 --player \"alphabeta width=10 nodes=300\" --random 8 --out "
     "gomoku.weights",
     "odds of winning, from 300 quick games"},
    {"learn othello --method td --selfplay 500 --out td.weights", "the same by TD(lambda)"},
    {NULL, NULL},
};

const struct by_command by_command_learn = {
    .name = "learn",
    .arguments = "GAME [FILE...]",
    .least = 1,
    .most = 1000,
    .summary = "learn the weights of an evaluation from games",
    .about =
        "Reads games from files of records and plays some of its own, and fits the weights of the "
        "game's evaluation to what their positions are worth. Towards the end of each game that is "
        "found out by the game's own search, before that it is what came of it, or what that "
        "search sees "
        "some plies ahead (--look): so what is known of the end finds its way to the start, lesson "
        "by "
        "lesson.\n"
        "Prints for each phase of the game how many positions it was fitted to and the error on "
        "games "
        "held out, in units of the result. The same games and seed give the same file, byte for "
        "byte.\n"
        "In Go the strengths of moves are learned instead (Bradley-Terry, by "
        "minorization-maximization): each move that was played has won against all others. Of "
        "--every N positions one is learned from, in --rounds rounds; after each it prints the "
        "mean logarithm of the likelihood of the moves of games held out, and how often they "
        "were the strongest or among the strongest five.\n"
        "A player uses the file by its evaluation, in Othello and Gomoku: \"alphabeta "
        "eval=learned:weights=FILE\", and eval=points:weights=FILE after --eval points; in Go by "
        "\"mcts trust=10 "
        "playout=tactical:strengths=FILE\".",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
};
