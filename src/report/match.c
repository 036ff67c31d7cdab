/* match_report.c: what a match came to, for people and for programs. */
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/match.h"

#include <math.h>
#include <string.h>

#define CONFIDENCE 0.95

/* "a", "b" or "draw". */
static const char *winner_of(const struct by_outcome *game)
{
    return game->points == 1 ? "draw" : game->points == 2 ? "a" : "b";
}

/* Why the match ended: one word. */
static const char *end_of(const struct by_match_plan *plan, const struct by_match_result *result)
{
    if (result->verdict != BY_SPRT_OPEN)
        return "sprt";
    return result->played >= plan->games ? "games" : "interrupted";
}

static const char *verdict_of(const struct by_match_result *result)
{
    static const char *const names[] = {"open", "H0", "H1"};
    return names[result->verdict];
}

static const char *ending_word(int ending)
{
    const char *name = ending == BY_ENDINGS_MAX - 1 ? NULL : by_ending_name(ending);
    return name ? name : "other";
}

/* Deterministic players play one game again and again: many games, little news. */
static bool repeats(const struct by_match_result *result)
{
    return result->played >= 4 && 2 * result->distinct <= result->played;
}

static double per_move(double sum, int64_t moves)
{
    return moves > 0 ? sum / (double)moves : 0;
}

/* --- JSON --------------------------------------------------------------------- */

/* The words of a text, as a list. */
static json_t *words_json(const char *text)
{
    json_t *array = json_array();
    while (array && *text) {
        size_t length = strcspn(text, " ");
        json_array_append_new(array, json_stringn(text, length));
        text += length + (text[length] == ' ');
    }
    return array;
}

static json_t *game_json(const struct by_outcome *outcome, int k)
{
    const struct by_played *game = outcome->game;
    json_t *object = json_pack("{s:i, s:s, s:i, s:o, s:s, s:o, s:s}", "number", k + 1, "first",
                               game->a_first ? "a" : "b", "opening", game->opening, "moves",
                               words_json(game->moves), "winner", winner_of(outcome), "score",
                               game->scored ? by_json_number(game->score) : json_null(), "ended",
                               ending_word(outcome->ending));
    if (object && game->reason[0])
        json_object_set_new(object, "reason", by_json_text(game->reason));
    return object;
}

static json_t *list_json(const struct by_match_plan *plan, const struct by_match_result *result)
{
    json_t *array = json_array();
    for (int k = 0; array && k < plan->games; k++)
        if (result->games[k].finished)
            json_array_append_new(array, game_json(&result->games[k], k));
    return array;
}

/* NULL: there is none, or there are too many. */
static const char *reason_of(const struct by_outcome *outcome)
{
    return outcome->game && outcome->game->reason[0] ? outcome->game->reason : NULL;
}

/* Something that a player did wrong, or too late. */
static bool is_fault(const struct by_outcome *game)
{
    return game->finished && (game->ending == BY_END_TIME || game->ending >= BY_END_FAULT);
}

/* The games that were lost so. */
static json_t *faults_json(const struct by_match_plan *plan, const struct by_match_result *result)
{
    json_t *array = json_array();
    for (int k = 0; array && k < plan->games; k++) {
        const struct by_outcome *game = &result->games[k];
        if (is_fault(game))
            json_array_append_new(array, json_pack("{s:i, s:s, s:s, s:o}", "number", k + 1,
                                                   "player", game->points == 2 ? "b" : "a", "fault",
                                                   ending_word(game->ending), "why",
                                                   by_json_text(reason_of(game))));
    }
    return array;
}

static json_t *player_json(const struct by_match_result *result, int side, const char *spec)
{
    const int *first = result->as[0], *second = result->as[1];
    int won = side == 0 ? 2 : 0; /* in a's points */
    return json_pack("{s:o, s:i, s:i, s:i, s:I, s:o, s:o, s:o}", "spec", by_json_text(spec), "wins",
                     side == 0 ? result->a_wins : result->b_wins, "wins_first",
                     side == 0 ? first[won] : second[won], "wins_second",
                     side == 0 ? second[won] : first[won], "moves", (json_int_t)result->moved[side],
                     "seconds_per_move",
                     by_json_seconds(per_move(result->spent[side], result->moved[side])),
                     "longest_move", by_json_seconds(result->longest[side]), "sims_per_move",
                     by_json_number(per_move((double)result->sims[side], result->moved[side])));
}

static json_t *endings_json(const struct by_match_result *result)
{
    json_t *object = json_object();
    for (int i = 0; object && i < BY_ENDINGS_MAX; i++) {
        const int *by = result->endings[i];
        if (by[0] + by[1] + by[2] > 0)
            json_object_set_new(object, ending_word(i),
                                json_pack("{s:i, s:i, s:i}", "lost_by_a", by[0], "draws", by[1],
                                          "lost_by_b", by[2]));
    }
    return object;
}

static json_t *sprt_json(const struct by_match_plan *plan, const struct by_match_result *result)
{
    struct by_interval bounds = by_sprt_bounds(plan->sprt);
    return json_pack("{s:f, s:f, s:f, s:f, s:s, s:f, s:[f,f], s:s, s:i}", "elo0", plan->sprt->elo0,
                     "elo1", plan->sprt->elo1, "alpha", plan->sprt->alpha, "beta", plan->sprt->beta,
                     "model", plan->sprt->pairs ? "pairs" : "games", "llr", result->llr, "bounds",
                     bounds.low, bounds.high, "verdict", verdict_of(result), "after",
                     result->judged_games);
}

static json_t *elo_json(const struct by_score *score)
{
    return json_pack("[o,o]", by_json_number(score->elo_interval.low),
                     by_json_number(score->elo_interval.high));
}

static int print_json(struct by_cli *cli, const struct by_match_plan *plan,
                      const struct by_match_result *result)
{
    const struct by_score *score = &result->score;
    json_t *object = json_pack(
        "{s:s, s:i, s:o, s:o, s:i, s:o, s:[f,f], s:o, s:o, s:f, s:s, s:i, s:i, s:i, s:s, s:o}",
        "game", plan->rules->name, "games", result->played, "a", player_json(result, 0, plan->a),
        "b", player_json(result, 1, plan->b), "draws", result->draws, "score",
        json_real(score->score), "interval", score->interval.low, score->interval.high, "elo",
        by_json_number(score->elo), "elo_interval", elo_json(score), "superiority",
        score->superiority, "counted", score->by_pairs ? "pairs" : "games", "distinct",
        result->distinct, "planned", plan->games, "played_now", result->fresh, "ended",
        end_of(plan, result), "endings", endings_json(result));
    if (object)
        json_object_set_new(object, "faults", faults_json(plan, result));
    if (object && plan->sprt)
        json_object_set_new(object, "sprt", sprt_json(plan, result));
    if (object && repeats(result))
        json_object_set_new(object, "repeats", json_true());
    if (object && result->verdict != BY_SPRT_OPEN)
        json_object_set_new(object, "biased", json_true());
    if (object && by_cli_flag(cli, "list"))
        json_object_set_new(object, "list", list_json(plan, result));
    return by_json_print(cli, object);
}

/* --- text --------------------------------------------------------------------- */

static void print_list(struct by_cli *cli, const struct by_match_plan *plan,
                       const struct by_match_result *result)
{
    for (int k = 0; k < plan->games; k++) {
        const struct by_outcome *outcome = &result->games[k];
        const struct by_played *game = outcome->game;
        if (!outcome->finished)
            continue;
        fprintf(cli->out, "%d %s %s %s", k + 1, game->a_first ? "a" : "b", game->moves,
                winner_of(outcome));
        if (outcome->ending != BY_END_RULES)
            fprintf(cli->out, " %s%s%s", ending_word(outcome->ending), *game->reason ? ": " : "",
                    game->reason);
        fputc('\n', cli->out);
    }
    fputc('\n', cli->out);
}

static void print_player(FILE *out, const struct by_match_result *result, int side,
                         const char *spec)
{
    const int *first = result->as[0], *second = result->as[1];
    int won = side == 0 ? 2 : 0;
    fprintf(out, "%c         %d wins (%d moving first, %d second): %s\n", "ab"[side],
            side == 0 ? result->a_wins : result->b_wins, side == 0 ? first[won] : second[won],
            side == 0 ? second[won] : first[won], spec);
}

static void print_time(FILE *out, const struct by_match_result *result, int side)
{
    double mean = per_move(result->spent[side], result->moved[side]);
    double sims = per_move((double)result->sims[side], result->moved[side]);
    fprintf(out, "%s %c %.*f ms a move, at most %.*f ms", side == 0 ? "time     " : "         ",
            "ab"[side], mean < 0.01 ? 3 : 0, 1000 * mean, result->longest[side] < 0.01 ? 3 : 0,
            1000 * result->longest[side]);
    if (sims > 0)
        fprintf(out, "; %.0f simulations", sims);
    fputc('\n', out);
}

/* "time (b 2), crash (a 1)", for whatever did not end by the rules. */
static void print_endings(FILE *out, const struct by_match_result *result)
{
    const char *before = "ended     ";
    const int *rules = result->endings[BY_END_RULES];
    if (result->played == rules[0] + rules[1] + rules[2])
        return;
    fprintf(out, "ended     %d by the rules", rules[0] + rules[1] + rules[2]);
    before = ", ";
    for (int i = 1; i < BY_ENDINGS_MAX; i++) {
        const int *by = result->endings[i];
        if (by[0] + by[1] + by[2] == 0)
            continue;
        fprintf(out, "%s%s (", before, ending_word(i));
        const char *gap = "";
        static const char *const words[3] = {"a lost", "drawn", "b lost"};
        for (int j = 0; j < 3; j++)
            if (by[j] > 0) {
                fprintf(out, "%s%s %d", gap, words[j], by[j]);
                gap = ", ";
            }
        fputc(')', out);
    }
    fputc('\n', out);
}

/* What went wrong, the first few times. */
static void print_faults(FILE *out, const struct by_match_plan *plan,
                         const struct by_match_result *result)
{
    enum { SHOWN = 5 };
    int faults = 0;
    for (int k = 0; k < plan->games; k++) {
        const struct by_outcome *game = &result->games[k];
        if (is_fault(game) && ++faults <= SHOWN)
            fprintf(out, "fault     game %d lost by %s: %s: %s\n", k + 1,
                    game->points == 2 ? "b" : "a", ending_word(game->ending),
                    reason_of(game) ? reason_of(game) : "");
    }
    if (faults > SHOWN)
        fprintf(out, "          and %d games more (--json has them all)\n", faults - SHOWN);
}

static void print_sprt(FILE *out, const struct by_match_plan *plan,
                       const struct by_match_result *result)
{
    const struct by_sprt *test = plan->sprt;
    struct by_interval bounds = by_sprt_bounds(test);
    fprintf(out, "SPRT      elo0 %g, elo1 %g, by %s: ratio %.2f (%.2f to %.2f) after %d games, ",
            test->elo0, test->elo1, test->pairs ? "pairs" : "games", result->llr, bounds.low,
            bounds.high, result->judged_games);
    if (result->verdict == BY_SPRT_OPEN)
        fputs("no verdict\n", out);
    else if (result->verdict == BY_SPRT_H1)
        fprintf(out, "H1 accepted: a is stronger by %g or more\n", test->elo1);
    else
        fprintf(out, "H0 accepted: a is not stronger by %g\n", test->elo1);
}

static void print_score(struct by_cli *cli, const struct by_match_result *result)
{
    const struct by_score *score = &result->score;
    FILE *out = cli->out;
    const char *biased = result->verdict != BY_SPRT_OPEN ? " (biased: the test ended it)" : "";
    fprintf(out, "score     %s%.1f %%%s for a, 95 %% interval %.1f to %.1f %%%s%s\n",
            by_style(cli, BY_STYLE_BOLD), 100 * score->score, by_style(cli, BY_STYLE_PLAIN),
            100 * score->interval.low, 100 * score->interval.high,
            score->by_pairs ? ", by pairs" : "", biased);
    if (result->played > 0)
        fprintf(out,
                "Elo       %+.0f, 95 %% interval %+.0f to %+.0f; a is the stronger one with %.1f "
                "%%%s\n",
                score->elo, score->elo_interval.low, score->elo_interval.high,
                100 * score->superiority, biased);
}

static void print_text(struct by_cli *cli, const struct by_match_plan *plan,
                       const struct by_match_result *result)
{
    FILE *out = cli->out;
    if (by_cli_flag(cli, "list"))
        print_list(cli, plan, result);
    fprintf(out, "game      %s %s\n", plan->rules->name, plan->rules->label);
    fprintf(out, "games     %d, %d of them different", result->played, result->distinct);
    if (result->fresh < result->played)
        fprintf(out, ", %d played now", result->fresh);
    fputc('\n', out);
    print_player(out, result, 0, plan->a);
    print_player(out, result, 1, plan->b);
    fprintf(out, "draws     %d\n", result->draws);
    print_score(cli, result);
    if (plan->sprt)
        print_sprt(out, plan, result);
    for (int side = 0; side < 2 && result->played > 0; side++)
        print_time(out, result, side);
    print_endings(out, result);
    print_faults(out, plan, result);
}

/* --- both --------------------------------------------------------------------------- */

static void warn(const struct by_match_result *result)
{
    if (repeats(result))
        by_cli_note("only %d of %d games are different, the rest repeats them: the interval is "
                    "too narrow; --openings random:4 makes games differ",
                    result->distinct, result->played);
}

int by_match_report(struct by_cli *cli, const struct by_match_plan *plan,
                    const struct by_match_result *result, bool interrupted)
{
    int status = BY_EXIT_OK;
    if (by_cli_flag(cli, "json"))
        status = print_json(cli, plan, result);
    else
        print_text(cli, plan, result);
    if (status != BY_EXIT_OK)
        return status;
    if (!by_cli_flag(cli, "json"))
        warn(result);
    if (!interrupted || result->played >= plan->games || result->verdict != BY_SPRT_OPEN)
        return BY_EXIT_OK;
    char command[4096];
    by_cli_command_line(cli, command, sizeof command);
    if (plan->store)
        by_cli_note("stopped after %d of %d games, which are stored; to go on: %s", result->played,
                    plan->games, command);
    else
        by_cli_note("stopped after %d of %d games; the same command with --seed %llu plays these "
                    "games again and goes on to the rest (--store FILE would keep them)",
                    result->played, plan->games, (unsigned long long)plan->seed);
    return BY_EXIT_FAILED;
}
