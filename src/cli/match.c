/* match.c: games between two players, and what they say. */
#include "arena/match.h"
#include "base/stats.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/progress.h"

#include <string.h>

#define GAMES_MAX   1000000
#define OPENING_MAX 1000
#define CONFIDENCE  0.95

static void on_progress(void *context, const struct by_match_result *so_far)
{
    struct by_progress *progress = context;
    atomic_store(&progress->done, so_far->played);
}

/* "a", "b" or "draw". */
static const char *winner_of(const struct by_match_game *game)
{
    if (game->result == 0)
        return "draw";
    return (game->result > 0) == game->a_first ? "a" : "b";
}

/* How the game ended, in a word: "rules", "resigned", or the fault of who lost. */
static const char *end_of(const struct by_match_game *game)
{
    if (game->ended == BY_ENDED_BY_RULES)
        return "rules";
    return game->ended == BY_ENDED_BY_RESIGNING ? "resigned" : by_fault_name(game->fault);
}

/* --- JSON --------------------------------------------------------------------- */

static json_t *list_json(const struct by_match_plan *plan, const struct by_match_result *result)
{
    const struct by_rules *rules = plan->rules;
    json_t *array = json_array();
    for (int k = 0; array && k < plan->games; k++) {
        const struct by_match_game *game = &result->games[k];
        if (!game->finished)
            continue;
        json_array_append_new(
            array, json_pack("{s:i, s:s, s:i, s:o, s:s, s:o, s:s}", "number", k + 1, "first",
                             game->a_first ? "a" : "b", "opening", game->opening_count, "moves",
                             by_json_sequence(rules, rules->start, game->moves, game->count),
                             "winner", winner_of(game), "score",
                             game->ended ? json_null() : by_json_score(rules, game->result),
                             "ended", end_of(game)));
    }
    return array;
}

/* The games that another program lost by what it did. */
static json_t *faults_json(const struct by_match_plan *plan, const struct by_match_result *result)
{
    json_t *array = json_array();
    for (int k = 0; array && k < plan->games; k++) {
        const struct by_match_game *game = &result->games[k];
        if (game->finished && game->ended == BY_ENDED_BY_FAULT)
            json_array_append_new(
                array, json_pack("{s:i, s:s, s:s, s:o}", "number", k + 1, "player",
                                 strcmp(winner_of(game), "a") == 0 ? "b" : "a", "fault",
                                 by_fault_name(game->fault), "why", by_json_text(game->why)));
    }
    return array;
}

static int print_json(struct by_cli *cli, const struct by_match_plan *plan,
                      const struct by_match_result *result)
{
    json_t *object = json_pack(
        "{s:s, s:i, s:{s:o, s:i}, s:{s:o, s:i}, s:i, s:o, s:[f,f], s:i, s:i}", "game",
        plan->rules->name, "games", result->played, "a", "spec", by_json_text(plan->a), "wins",
        result->a_wins, "b", "spec", by_json_text(plan->b), "wins", result->b_wins, "draws",
        result->draws, "score", json_real(result->score), "interval", result->low, result->high,
        "distinct", result->distinct, "planned", plan->games);
    if (object)
        json_object_set_new(object, "faults", faults_json(plan, result));
    if (object && by_cli_flag(cli, "list"))
        json_object_set_new(object, "list", list_json(plan, result));
    return by_json_print(cli, object);
}

/* --- text --------------------------------------------------------------------- */

static void print_list(struct by_cli *cli, const struct by_match_plan *plan,
                       const struct by_match_result *result)
{
    const struct by_rules *rules = plan->rules;
    for (int k = 0; k < plan->games; k++) {
        const struct by_match_game *game = &result->games[k];
        if (!game->finished)
            continue;
        fprintf(cli->out, "%d %s ", k + 1, game->a_first ? "a" : "b");
        by_print_sequence(cli->out, rules, rules->start, game->moves, game->count);
        fprintf(cli->out, " %s", winner_of(game));
        fprintf(cli->out, game->ended ? " (%s)\n" : "\n", end_of(game));
    }
    fputc('\n', cli->out);
}

/* What went wrong, the first few times. */
static void print_faults(struct by_cli *cli, const struct by_match_plan *plan,
                         const struct by_match_result *result)
{
    enum { SHOWN = 5 };
    int faults = 0, resigned = 0;
    for (int k = 0; k < plan->games; k++) {
        const struct by_match_game *game = &result->games[k];
        resigned += game->ended == BY_ENDED_BY_RESIGNING;
        if (game->ended != BY_ENDED_BY_FAULT || ++faults > SHOWN)
            continue;
        fprintf(cli->out, "fault     game %d lost by %s: %s: %s\n", k + 1,
                strcmp(winner_of(game), "a") == 0 ? "b" : "a", end_of(game),
                game->why ? game->why : "");
    }
    if (faults > SHOWN)
        fprintf(cli->out, "          and %d games more (--json has them all)\n", faults - SHOWN);
    if (resigned > 0)
        fprintf(cli->out, "resigned  %d games\n", resigned);
}

static void print_text(struct by_cli *cli, const struct by_match_plan *plan,
                       const struct by_match_result *result)
{
    struct by_elo_estimate elo =
        by_elo_estimate(result->a_wins, result->draws, result->b_wins, CONFIDENCE);
    FILE *out = cli->out;
    if (by_cli_flag(cli, "list"))
        print_list(cli, plan, result);
    fprintf(out, "game      %s %s\n", plan->rules->name, plan->rules->label);
    fprintf(out, "games     %d, %d of them different\n", result->played, result->distinct);
    fprintf(out, "a         %d wins: %s\n", result->a_wins, plan->a);
    fprintf(out, "b         %d wins: %s\n", result->b_wins, plan->b);
    fprintf(out, "draws     %d\n", result->draws);
    fprintf(out, "score     %s%.1f %%%s for a, 95 %% interval %.1f to %.1f %%\n",
            by_style(cli, BY_STYLE_BOLD), 100 * result->score, by_style(cli, BY_STYLE_PLAIN),
            100 * result->low, 100 * result->high);
    if (result->played > 0)
        fprintf(out, "Elo       %+.0f, 95 %% interval %+.0f to %+.0f\n", elo.elo, elo.interval.low,
                elo.interval.high);
    print_faults(cli, plan, result);
}

/* --- the match ------------------------------------------------------------------ */

/* "random:PLIES" */
static bool read_openings(const char *text, int *plies)
{
    static const char prefix[] = "random:";
    int64_t value;
    if (strncmp(text, prefix, strlen(prefix)) != 0 ||
        !by_read_int(text + strlen(prefix), 0, OPENING_MAX, &value))
        return false;
    *plies = (int)value;
    return true;
}

static int read_plan(struct by_cli *cli, struct by_match_plan *plan)
{
    char quoted[BY_QUOTE_SIZE];
    const char *openings = by_cli_text(cli, "openings");
    plan->a = by_cli_text(cli, "a");
    plan->b = by_cli_text(cli, "b");
    plan->games = (int)by_cli_int(cli, "games");
    plan->concurrency = (int)(by_cli_value(cli, "concurrency")->set ? by_cli_int(cli, "concurrency")
                                                                    : by_cli_int(cli, "threads"));
    if (!plan->a || !plan->b)
        return by_cli_refuse(cli, "match wants two players: --a SPEC --b SPEC, such as --a "
                                  "\"alphabeta depth=4\" --b random");
    if (openings && !read_openings(openings, &plan->opening_plies))
        return by_cli_refuse(cli, "--openings wants random:PLIES with PLIES from 0 to %d, not '%s'",
                             OPENING_MAX, by_quote(openings, quoted));
    return by_cli_seed(cli, &plan->seed) ? BY_EXIT_OK : BY_EXIT_USAGE;
}

/* The games begin where --position and --moves lead. */
static int move_start(struct by_cli *cli)
{
    if (by_line_over(cli->line))
        return by_cli_refuse(cli, "the game is over in this position: nothing can be played");
    return by_cli_game_from_here(cli, cli->arguments[0]);
}

static int report(struct by_cli *cli, const struct by_match_plan *plan,
                  const struct by_match_result *result)
{
    int status = BY_EXIT_OK;
    if (by_cli_flag(cli, "json"))
        status = print_json(cli, plan, result);
    else
        print_text(cli, plan, result);
    if (status == BY_EXIT_OK && result->played < plan->games) {
        by_cli_note("stopped after %d of %d games; the same command with --seed %llu plays these "
                    "games again and goes on to the rest",
                    result->played, plan->games, (unsigned long long)plan->seed);
        status = BY_EXIT_FAILED;
    }
    return status;
}

static int play(struct by_cli *cli, struct by_match_plan *plan)
{
    struct by_progress progress;
    struct by_match_result result = {0};
    by_progress_open(&progress, "match");
    atomic_store(&progress.total, plan->games);
    enum by_status outcome =
        by_match(plan, by_interrupt_flag(), on_progress, &progress, &result, &cli->error);
    by_progress_close(&progress);
    int status = outcome == BY_OK ? report(cli, plan, &result) : by_cli_report(cli);
    by_match_close(plan, &result);
    return status;
}

static int run(struct by_cli *cli)
{
    struct by_match_plan plan = {0};
    int status = read_plan(cli, &plan);
    if (status == BY_EXIT_OK)
        status = by_cli_game(cli, cli->arguments[0]);
    if (status == BY_EXIT_OK)
        status = move_start(cli);
    if (status != BY_EXIT_OK)
        return status;
    plan.rules = cli->rules;
    return play(cli, &plan);
}

static const struct by_cli_option options[] = {
    {.base = {"a", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "one player, such as \"alphabeta depth=4\""},
     .placeholder = "SPEC"},
    {.base = {"b", BY_OPTION_TEXT, NULL, 0, 4095, NULL, "the other player"}, .placeholder = "SPEC"},
    {.base = {"games", BY_OPTION_INT, "20", 1, GAMES_MAX, NULL, "how many games to play"},
     .placeholder = "N"},
    {.base = {"openings", BY_OPTION_TEXT, NULL, 0, 64, NULL,
              "begin each pair of games with this many random moves"},
     .placeholder = "random:PLIES"},
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
    {NULL, NULL},
};

const struct by_command by_command_match = {
    .name = "match",
    .arguments = "GAME",
    .least = 1,
    .most = 1,
    .summary = "play games between two players and say who is stronger",
    .about = "Plays games between a and b, who take turns to move first; with --openings each "
             "random opening is played twice, once with each player first (the last one once when "
             "the number of games is odd). Game k depends on the seed and k alone when the players "
             "are limited by work, not by time. Ctrl-C keeps the finished games. JSON: {\"game\", "
             "\"games\", "
             "\"a\": {\"spec\", \"wins\"}, \"b\": {...}, \"draws\", \"score\", \"interval\", "
             "\"distinct\"}; score is a's share of the points, interval its 95 % interval, "
             "distinct the number of different games.\n"
             "Another program (gtp, gomocup, nboard, or a name of 'banyan engine') that breaks "
             "the rules or its protocol, crashes or is silent loses that game and is started "
             "anew; \"faults\" names each such game: {\"number\", \"player\", \"fault\", "
             "\"why\"}.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
};
