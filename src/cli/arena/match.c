/* match.c: games between two players, and what they say. */
#include "cli/arena/match.h"
#include "arena/store/keeper.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define GAMES_MAX 1000000

static void on_progress(void *context, const struct by_match_result *so_far)
{
    struct by_progress *progress = context;
    struct by_score score = by_tally_score(&so_far->tally, false, 0.95);
    if (so_far->waiting[0])
        by_progress_say(progress, BY_WAITING, so_far->waiting);
    atomic_store(&progress->done, so_far->played);
    by_progress_note(progress, "a %d, drawn %d, b %d: %.1f %%, Elo %+.0f", so_far->a_wins,
                     so_far->draws, so_far->b_wins, 100 * score.score, score.elo);
}

/* --- how many games? -------------------------------------------------------------- */

static const struct by_option plan_options[] = {
    {"elo", BY_OPTION_REAL, "20", 0.1, 1000, NULL, "the difference to be seen"},
    {"power", BY_OPTION_REAL, "0.9", 0.5, 0.9999, NULL, "the chance to see it"},
    {"alpha", BY_OPTION_REAL, "0.05", 0.0001, 0.5, NULL, "the chance to see one that is not there"},
    {"draws", BY_OPTION_REAL, "0", 0, 0.99, NULL, "the share of drawn games"},
    {.name = NULL},
};

static int print_plan(struct by_cli *cli, const char *text)
{
    char named[BY_SPEC_LENGTH_MAX + 2];
    struct by_spec spec;
    struct by_values values;
    (void)snprintf(named, sizeof named, "plan %s", text);
    enum by_status status = by_spec_read(named, &spec, &cli->error);
    if (status == BY_OK)
        status =
            by_values_open("--plan", plan_options, spec.settings, spec.count, &values, &cli->error);
    if (status != BY_OK)
        return by_cli_report(cli);
    double elo = by_values_get(&values, "elo")->real, power = by_values_get(&values, "power")->real;
    double alpha = by_values_get(&values, "alpha")->real;
    double draws = by_values_get(&values, "draws")->real;
    by_values_close(&values);
    double games = by_games_needed(elo, draws, alpha, power);
    games += fmod(games, 2); /* whole pairs */
    if (by_cli_flag(cli, "json")) {
        struct by_json *json = by_cli_json(cli);
        by_json_object(json, NULL);
        by_json_real(json, "elo", elo);
        by_json_real(json, "power", power);
        by_json_real(json, "alpha", alpha);
        by_json_real(json, "draws", draws);
        by_json_real(json, "score", by_elo_score(elo));
        by_json_number(json, "games", games);
        by_json_end_object(json);
        return by_cli_json_end(cli);
    }
    fprintf(cli->out,
            "%.0f games show a difference of %g Elo (a score of %.1f %%) with a chance of %g %%,\n"
            "when %g %% of the games are drawn and equal players are taken for unequal in %g %%\n",
            games, elo, 100 * by_elo_score(elo), 100 * power, 100 * draws, 100 * alpha);
    return BY_EXIT_OK;
}

/* --- the match ------------------------------------------------------------------ */

int by_match_concurrency(const struct by_cli *cli)
{
    bool given = by_cli_value(cli, "concurrency")->set;
    return (int)by_cli_int(cli, given ? "concurrency" : "threads");
}

static int read_plan(struct by_cli *cli, struct by_match_plan *plan)
{
    plan->a = by_cli_text(cli, "a");
    plan->b = by_cli_text(cli, "b");
    plan->trust = BY_TRUST_ALL;
    plan->games = (int)by_cli_int(cli, "games");
    plan->colours = (enum by_colours)by_cli_value(cli, "colours")->choice;
    plan->concurrency = by_match_concurrency(cli);
    plan->store = by_cli_text(cli, "store");
    plan->keeper = plan->store ? by_keeper_store : NULL;
    plan->forget = !by_cli_flag(cli, "list");
    if (!plan->a || !plan->b)
        return by_cli_refuse(cli, "match wants two players: --a SPEC --b SPEC, such as --a "
                                  "\"alphabeta depth=4\" --b random");
    int status = by_match_shard(cli, &plan->shard);
    if (status != BY_EXIT_OK)
        return status;
    return by_cli_seed(cli, &plan->seed) ? BY_EXIT_OK : BY_EXIT_USAGE;
}

int by_match_shard(struct by_cli *cli, struct by_shard *shard)
{
    const char *text = by_cli_text(cli, "shard");
    return !text || by_shard_read(text, shard, &cli->error) == BY_OK ? BY_EXIT_OK
                                                                     : by_cli_report(cli);
}

const char *by_shard_label(const char *what, const struct by_shard *shard,
                           char buffer[BY_SHARD_LABEL])
{
    struct by_text text = by_text_over(buffer, BY_SHARD_LABEL);
    by_text_add(&text, what);
    if (by_shard_any(shard))
        by_text_format(&text, " %d/%d", shard->part, shard->of);
    return buffer;
}

int by_match_read_terms(struct by_cli *cli, struct by_terms *terms)
{
    const char *time = by_cli_text(cli, "time"), *decide = by_cli_text(cli, "adjudicate");
    enum by_status status = BY_OK;
    terms->margin = by_cli_value(cli, "margin")->real;
    if (time)
        status = by_terms_time(time, terms, &cli->error);
    if (status == BY_OK && decide)
        status = by_terms_adjudicate(decide, terms, &cli->error);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

int by_match_start(struct by_cli *cli)
{
    if (by_line_over(cli->line))
        return by_cli_refuse(cli, "the game is over in this position: nothing can be played");
    return by_cli_game_from_here(cli, cli->arguments[0]);
}

static int play(struct by_cli *cli, struct by_match_plan *plan)
{
    struct by_progress progress;
    struct by_match_result result = {0};
    char label[BY_SHARD_LABEL];
    by_progress_open(&progress, by_shard_label("match", &plan->shard, label));
    atomic_store(&progress.total, by_match_games(plan));
    enum by_status outcome =
        by_match(plan, by_interrupt_flag(), on_progress, &progress, &result, &cli->error);
    by_progress_close(&progress);
    int status = outcome == BY_OK ? by_match_report(cli, plan, &result, by_interrupted())
                                  : by_cli_report(cli);
    by_match_close(plan, &result);
    return status;
}

/* What depends on the rules: openings, the test, records. */
static int prepare_and_play(struct by_cli *cli, struct by_match_plan *plan, struct by_sprt *test)
{
    const char *sprt = by_cli_text(cli, "sprt"), *folder = by_cli_text(cli, "records");
    struct by_match_records records;
    int status = by_match_openings(cli, by_cli_text(cli, "openings"), plan->rules, &plan->openings);
    if (status == BY_EXIT_OK && sprt) {
        plan->sprt = test;
        if (by_sprt_read(sprt, by_match_paired(plan), test, &cli->error) != BY_OK)
            status = by_cli_report(cli);
    }
    if (status == BY_EXIT_OK && folder)
        status = by_match_records_open(cli, &records, plan, folder);
    if (status == BY_EXIT_OK)
        status = play(cli, plan);
    if (status == BY_EXIT_OK && folder)
        by_cli_wrote(cli, folder);
    by_openings_close(&plan->openings);
    return status;
}

static int run(struct by_cli *cli)
{
    struct by_match_plan plan = {0};
    struct by_sprt test;
    const char *question = by_cli_text(cli, "plan");
    if (question)
        return print_plan(cli, question);
    int status = read_plan(cli, &plan);
    if (status == BY_EXIT_OK)
        status = by_match_read_terms(cli, &plan.terms);
    if (status == BY_EXIT_OK)
        status = by_cli_game(cli, cli->arguments[0]);
    if (status == BY_EXIT_OK)
        status = by_match_start(cli);
    if (status != BY_EXIT_OK)
        return status;
    plan.rules = cli->rules;
    return prepare_and_play(cli, &plan, &test);
}

static const struct by_cli_option options[] = {
    {.base = {"a", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "one player, such as \"alphabeta depth=4\""},
     .placeholder = "SPEC"},
    {.base = {"b", BY_OPTION_TEXT, NULL, 0, 4095, NULL, "the other player"}, .placeholder = "SPEC"},
    {.base = {"games", BY_OPTION_INT, "20", 1, GAMES_MAX, NULL, "how many games to play"},
     .placeholder = "N"},
    {.base = {"colours", BY_OPTION_CHOICE, "alternate", 0, 0, BY_CHOICES(by_colours_words),
              "who is the first player: both in turn, always a, or always b; then every game has "
              "its own opening"},
     .placeholder = "WHO"},
    {.base =
         {"openings", BY_OPTION_TEXT, NULL, 0, 4000, NULL,
          "how each pair of games begins: with so many random moves, as a file of records or of "
          "lines of moves says, or by an opening rule of the game (swap2 in Gomoku)"},
     .placeholder = "random:PLIES|FILE|RULE"},
    {.base = {"time", BY_OPTION_TEXT, NULL, 1, 400, NULL,
              "time for a move (200ms), or the clock of a game (\"left=60 increment=1\"); who "
              "exceeds it loses"},
     .placeholder = "TIME"},
    {.base = {"margin", BY_OPTION_TIME, "50ms", 0, 3600, NULL,
              "by how much a time may be exceeded; for another program the margin= of its own spec "
              "holds instead (200ms where it does not say)"},
     .placeholder = "TIME"},
    {.base = {"sprt", BY_OPTION_TEXT, NULL, 0, 400, NULL,
              "stop when it is decided whether a is stronger by elo1 rather than elo0; also "
              "alpha=, beta=, model=pairs|games"},
     .placeholder = "\"elo0=0 elo1=10\""},
    {.base = {"adjudicate", BY_OPTION_TEXT, NULL, 0, 400, NULL,
              "end decided games: \"hopeless=0.02 moves=4\" (both players agree), plies=300 (then "
              "it is a draw), proven=on"},
     .placeholder = "WHEN"},
    {.base = {"store", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "keep every game in this file and play only what it lacks"},
     .placeholder = "FILE"},
    BY_SHARD_OPTION,
    {.base = {"records", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "write every game as SGF into this folder (games that SGF knows)"},
     .placeholder = "DIR"},
    {.base = {"plan", BY_OPTION_TEXT, NULL, 0, 400, NULL,
              "play nothing: say how many games show a difference of elo=, with power=, alpha=, "
              "draws="},
     .placeholder = "\"elo=20\""},
    {.base = {"concurrency", BY_OPTION_INT, NULL, 1, 256, NULL,
              "games played at a time; the games do not depend on it (default: --threads)"},
     .placeholder = "N"},
    {.base = {"list", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "also print every game: number, who was first, moves, result"}},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"match tictactoe --a alphabeta --b random --games 20", "a search against chance"},
    {"match connect4 --a \"alphabeta depth=3\" --b \"alphabeta depth=1\" --games 10 --openings "
     "random:4 --concurrency 2 --json",
     "five openings, each played twice"},
    {"match nogo --size 5x5 --a \"mcts sims=200 rave=on\" --b \"mcts sims=200\" --games 400 "
     "--openings random:2 --sprt \"elo0=0 elo1=100\" --store games.db",
     "stop as soon as it is clear; the same command goes on after an interruption"},
    {"match othello --a \"alphabeta depth=2\" --b \"alphabeta depth=2 eval=mobility\" --games 20 "
     "--openings random:4 --colours a-first",
     "a is black in every game"},
    {"match nogo --size 5x5 --a \"mcts sims=100 rave=on\" --b \"mcts sims=100\" --games 40 --shard "
     "2/4 --store part2.db",
     "the second quarter of the games, for the second of four machines; 'store merge' brings the "
     "stores together"},
    {"match go --plan \"elo=20 power=0.9\"", "how many games does that take?"},
    {NULL, NULL},
};

const struct by_command by_command_match = {
    .name = "match",
    .arguments = "GAME",
    .least = 1,
    .most = 1,
    .summary = "play games between two players and say who is stronger",
    .about =
        "Plays games between a and b, who take turns to move first; with --openings each "
        "opening is played twice, once with each player first (the last one once when "
        "the number of games is odd), and the interval is one of pairs. With --colours one of "
        "them is always the first player. Game k depends on the "
        "seed and k alone when the players "
        "are limited by work, not by time. Ctrl-C keeps the finished games.\n"
        "With --store the games are kept in an SQLite file: the same command plays only what "
        "is missing there, several processes share the work, and the result is that of all "
        "games of the match. A player that crashes, makes an illegal move or exceeds its time "
        "loses the game, and the report says how often. A store knows who played, not only what "
        "was "
        "typed: names are looked up when the match is made, and going on with another build of "
        "Banyan, another program or another file is refused.\n"
        "With --shard I/N only every N-th game is played, from game I on: one match on N machines, "
        "each with a store of its own. `banyan store merge all.db part1.db part2.db ...` makes of "
        "them the store of the whole match, and this command without --shard, on that store, the "
        "result. In a Slurm array: --shard $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT with "
        "--array=1-N or --array=0-(N-1).\n"
        "Under mpirun (Open MPI; Slurm's srun --mpi=pmix) the games are handed to all ranks, rank "
        "0 among them, and "
        "each plays --concurrency of them at a time; rank 0 keeps them and alone prints. They are "
        "the "
        "games of one process, and the store says which rank and host played each. A rank that is "
        "silent for "
        "longer than --lease loses its games to others: with mpirun --enable-recovery the match "
        "goes on when "
        "ranks die; otherwise the job ends, and the same command goes on where it stopped. "
        "docs/CLUSTER.md has "
        "more.\n"
        "The line `pairing` has what each won in per cent of the games; the winner's points are "
        "the difference.\n"
        "JSON: {\"game\", \"games\", \"colours\", "
        "\"a\": {\"spec\", \"wins\", ...}, \"b\": {...}, \"draws\", \"score\", \"interval\", "
        "\"elo\", \"elo_interval\", \"superiority\", \"seconds_per_game\", "
        "\"distinct\", \"ended\", \"endings\", ...}; score is a's share of the points, "
        "interval its 95 % interval, distinct the number of different games, ended why the "
        "match did: games, sprt or interrupted.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
    .ranks = true,
};
