/* match.c: see match.h. */
#include "report/match.h"
#include <stdio.h>
#include <string.h>

/* "a", "b" or "draw". */
static const char *winner_of(const struct by_match_outcome *game)
{
    return game->points == 1 ? "draw" : game->points == 2 ? "a" : "b";
}

/* Why the match ended: one word. */
static const char *end_of(const struct by_match_plan *plan, const struct by_match_result *result)
{
    if (result->verdict != BY_SPRT_OPEN)
        return "sprt";
    return result->played >= by_match_games(plan) ? "games" : "interrupted";
}

static const char *verdict_of(const struct by_match_result *result)
{
    static const char *const names[] = {
#define BY_VERDICT(id, name) name,
#include "arena/verdicts.def"
#undef BY_VERDICT
    };
    return names[result->verdict];
}

static const char *ending_word(int ending)
{
    const char *name = ending == BY_ENDINGS_MAX - 1 ? NULL : by_ending_name(ending);
    return name ? name : "other";
}

bool by_match_repeats(const struct by_match_result *result)
{
    return result->played >= 4 && 2 * result->distinct <= result->played;
}

static double per_move(double sum, int64_t moves)
{
    return moves > 0 ? sum / (double)moves : 0;
}

static double per_game(const struct by_match_result *result)
{
    return result->played > 0 ? (result->spent[0] + result->spent[1]) / result->played : 0;
}

static int won_by(const struct by_match_result *result, int side)
{
    return side == 0 ? result->a_wins : result->b_wins;
}

static double per_cent(int games, const struct by_match_result *result)
{
    return result->played > 0 ? 100.0 * games / result->played : 0;
}

static int points_of(const struct by_match_result *result, int side)
{
    return by_pairing_points(won_by(result, side), won_by(result, 1 - side), result->played);
}

/* --- JSON --------------------------------------------------------------------- */

/* The words of a text, as a list. */
static void report_words(struct by_json *json, const char *name, const char *text)
{
    char word[BY_MOVE_BUFFER];
    by_json_array(json, name);
    while (*text) {
        size_t length = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        by_json_text(json, NULL, word);
        text += length + (text[length] == ' ');
    }
    by_json_end_array(json);
}

static void report_game(struct by_json *json, const struct by_match_outcome *outcome, int k)
{
    const struct by_played *game = outcome->game;
    by_json_object(json, NULL);
    by_json_int(json, "number", k + 1);
    by_json_text(json, "first", game->a_first ? "a" : "b");
    by_json_int(json, "opening", game->opening);
    report_words(json, "moves", game->moves);
    by_json_text(json, "winner", winner_of(outcome));
    if (game->scored)
        by_json_number(json, "score", game->score);
    else
        by_json_null(json, "score");
    by_json_text(json, "ended", ending_word(outcome->ending));
    if (game->reason[0])
        by_json_text(json, "reason", game->reason);
    by_json_end_object(json);
}

static void report_list(struct by_json *json, const struct by_match_plan *plan,
                        const struct by_match_result *result)
{
    by_json_array(json, "list");
    for (int k = 0; k < plan->games; k++)
        if (result->games[k].finished)
            report_game(json, &result->games[k], k);
    by_json_end_array(json);
}

/* NULL: there is none, or there are too many. */
static const char *reason_of(const struct by_match_outcome *outcome)
{
    return outcome->game && outcome->game->reason[0] ? outcome->game->reason : NULL;
}

/* Something that a player did wrong, or too late. */
static bool is_fault(const struct by_match_outcome *game)
{
    return game->finished && (game->ending == BY_END_TIME || game->ending >= BY_END_FAULT);
}

static void report_fault(struct by_json *json, const struct by_match_outcome *game, int k)
{
    by_json_object(json, NULL);
    by_json_int(json, "number", k + 1);
    by_json_text(json, "player", game->points == 2 ? "b" : "a");
    by_json_text(json, "fault", ending_word(game->ending));
    by_json_text(json, "why", reason_of(game));
    by_json_end_object(json);
}

/* The games that were lost so. */
static void report_faults(struct by_json *json, const struct by_match_plan *plan,
                          const struct by_match_result *result)
{
    by_json_array(json, "faults");
    for (int k = 0; k < plan->games; k++)
        if (is_fault(&result->games[k]))
            report_fault(json, &result->games[k], k);
    by_json_end_array(json);
}

/* Where the match was kept: which player that was. */
static void report_identity(struct by_json *json, const struct by_identity *who)
{
    if (!who->spec[0])
        return;
    by_json_text(json, "player", who->spec);
    by_json_text(json, "who", who->who);
}

static void report_player(struct by_json *json, const char *name,
                          const struct by_match_result *result, int side, const char *spec)
{
    const int *first = result->as[0], *second = result->as[1];
    int won = side == 0 ? 2 : 0; /* in a's points */
    by_json_object(json, name);
    by_json_text(json, "spec", spec);
    report_identity(json, &result->who[side]);
    by_json_int(json, "wins", won_by(result, side));
    by_json_int(json, "wins_first", side == 0 ? first[won] : second[won]);
    by_json_int(json, "wins_second", side == 0 ? second[won] : first[won]);
    by_json_int(json, "moves", result->moved[side]);
    by_json_seconds(json, "seconds_per_move", per_move(result->spent[side], result->moved[side]));
    by_json_seconds(json, "longest_move", result->longest[side]);
    by_json_number(json, "sims_per_move",
                   per_move((double)result->sims[side], result->moved[side]));
    by_json_int(json, "sims", (int64_t)result->sims[side]);
    by_json_int(json, "proven_moves", result->proven[side]);
    by_json_real(json, "percent", per_cent(won_by(result, side), result));
    by_json_int(json, "pairing_points", points_of(result, side));
    by_json_end_object(json);
}

static void report_endings(struct by_json *json, const struct by_match_result *result)
{
    by_json_object(json, "endings");
    for (int i = 0; i < BY_ENDINGS_MAX; i++) {
        const int *by = result->endings[i];
        if (by[0] + by[1] + by[2] == 0)
            continue;
        by_json_object(json, ending_word(i));
        by_json_int(json, "lost_by_a", by[0]);
        by_json_int(json, "draws", by[1]);
        by_json_int(json, "lost_by_b", by[2]);
        by_json_end_object(json);
    }
    by_json_end_object(json);
}

static void put_meaning(struct by_buffer *out, const struct by_sprt *test,
                        enum by_sprt_verdict verdict);

static void report_meaning(struct by_json *json, const struct by_sprt *test,
                           enum by_sprt_verdict verdict)
{
    struct by_buffer text;
    by_buffer_open(&text, 1024);
    if (verdict != BY_SPRT_OPEN)
        put_meaning(&text, test, verdict);
    by_json_text(json, "meaning", verdict == BY_SPRT_OPEN ? NULL : by_buffer_text(&text));
    by_buffer_close(&text);
}

static void report_sprt(struct by_json *json, const struct by_match_plan *plan,
                        const struct by_match_result *result)
{
    const struct by_sprt *test = plan->sprt;
    struct by_interval bounds = by_sprt_bounds(test);
    by_json_object(json, "sprt");
    by_json_real(json, "elo0", test->elo0);
    by_json_real(json, "elo1", test->elo1);
    by_json_real(json, "alpha", test->alpha);
    by_json_real(json, "beta", test->beta);
    by_json_text(json, "model", test->pairs ? "pairs" : "games");
    by_json_real(json, "llr", result->llr);
    by_json_range(json, "bounds", bounds.low, bounds.high);
    by_json_text(json, "verdict", verdict_of(result));
    report_meaning(json, test, result->verdict);
    by_json_int(json, "after", result->judged_games);
    by_json_end_object(json);
}

static void report_score(struct by_json *json, const struct by_score *score)
{
    by_json_real(json, "score", score->score);
    by_json_range(json, "interval", score->interval.low, score->interval.high);
    by_json_number(json, "elo", score->elo);
    by_json_array(json, "elo_interval");
    by_json_number(json, NULL, score->elo_interval.low);
    by_json_number(json, NULL, score->elo_interval.high);
    by_json_end_array(json);
    by_json_real(json, "superiority", score->superiority);
    by_json_text(json, "counted", score->by_pairs ? "pairs" : "games");
}

void by_report_match(struct by_json *json, const struct by_match_plan *plan,
                     const struct by_match_result *result, const struct by_origin *origin,
                     bool list)
{
    by_json_object(json, NULL);
    by_json_text(json, "game", plan->rules->name);
    by_json_int(json, "games", result->played);
    by_json_text(json, "colours", by_colours_name(plan->colours));
    report_player(json, "a", result, 0, plan->a);
    report_player(json, "b", result, 1, plan->b);
    by_json_int(json, "draws", result->draws);
    report_score(json, &result->score);
    by_json_seconds(json, "seconds_per_game", per_game(result));
    by_json_int(json, "distinct", result->distinct);
    by_json_int(json, "planned", by_match_games(plan));
    if (by_shard_any(&plan->shard))
        by_report_shard(json, &plan->shard, plan->games);
    by_json_int(json, "played_now", result->fresh);
    by_json_text(json, "ended", end_of(plan, result));
    by_report_origin(json, origin, plan->seed);
    report_endings(json, result);
    report_faults(json, plan, result);
    if (plan->sprt)
        report_sprt(json, plan, result);
    if (by_match_repeats(result))
        by_json_flag(json, "repeats", true);
    if (result->verdict != BY_SPRT_OPEN)
        by_json_flag(json, "biased", true);
    if (list)
        report_list(json, plan, result);
    by_json_end_object(json);
}

/* --- text --------------------------------------------------------------------- */

static void put_list(struct by_buffer *out, const struct by_match_plan *plan,
                     const struct by_match_result *result)
{
    for (int k = 0; k < plan->games; k++) {
        const struct by_match_outcome *outcome = &result->games[k];
        const struct by_played *game = outcome->game;
        if (!outcome->finished)
            continue;
        by_buffer_format(out, "%d %s %s %s", k + 1, game->a_first ? "a" : "b", game->moves,
                         winner_of(outcome));
        if (outcome->ending != BY_END_RULES)
            by_buffer_format(out, " %s%s%s", ending_word(outcome->ending),
                             *game->reason ? ": " : "", game->reason);
        by_buffer_char(out, '\n');
    }
    by_buffer_char(out, '\n');
}

static void put_player(struct by_buffer *out, const struct by_match_result *result, int side,
                       const char *spec)
{
    const int *first = result->as[0], *second = result->as[1];
    const char *player = result->who[side].spec;
    int won = side == 0 ? 2 : 0;
    by_buffer_format(out, "%c         %d win%s (%d moving first, %d second): %s", "ab"[side],
                     won_by(result, side), won_by(result, side) == 1 ? "" : "s",
                     side == 0 ? first[won] : second[won], side == 0 ? second[won] : first[won],
                     spec);
    if (by_is_name_for(spec, player))
        by_buffer_format(out, " (%s)", player);
    by_buffer_char(out, '\n');
}

static void put_time(struct by_buffer *out, const struct by_match_result *result, int side)
{
    double mean = per_move(result->spent[side], result->moved[side]);
    double sims = per_move((double)result->sims[side], result->moved[side]);
    by_buffer_format(out, "          %c %.*f ms a move, at most %.*f ms", "ab"[side],
                     mean < 0.01 ? 3 : 0, 1000 * mean, result->longest[side] < 0.01 ? 3 : 0,
                     1000 * result->longest[side]);
    if (sims > 0)
        by_buffer_format(out, "; %.1f simulations", sims);
    if (sims > 0 && result->proven[side] > 0)
        by_buffer_format(out, ", which end where the result is proven (%lld of %lld moves)",
                         (long long)result->proven[side], (long long)result->moved[side]);
    by_buffer_char(out, '\n');
}

/* OTH 6.1: what each has won, in per cent of the games, and what that is worth. */
static void put_pairing(struct by_buffer *out, const struct by_match_result *result)
{
    int side = result->a_wins >= result->b_wins ? 0 : 1;
    int points = points_of(result, side);
    by_buffer_format(out, "pairing   a %.1f %%, b %.1f %%, drawn %.1f %%",
                     per_cent(result->a_wins, result), per_cent(result->b_wins, result),
                     per_cent(result->draws, result));
    if (points > 0)
        by_buffer_format(out, ": %d points for %c", points, "ab"[side]);
    by_buffer_char(out, '\n');
}

/* "time (b 2), crash (a 1)", for whatever did not end by the rules. */
static void put_endings(struct by_buffer *out, const struct by_match_result *result)
{
    const int *rules = result->endings[BY_END_RULES];
    int by_rules = rules[0] + rules[1] + rules[2];
    if (result->played == by_rules)
        return;
    by_buffer_add(out, "ended     ");
    const char *before = "";
    if (by_rules > 0) {
        by_buffer_format(out, "%d by the rules", by_rules);
        before = ", ";
    }
    for (int i = 1; i < BY_ENDINGS_MAX; i++) {
        const int *by = result->endings[i];
        if (by[0] + by[1] + by[2] == 0)
            continue;
        by_buffer_format(out, "%s%s (", before, ending_word(i));
        before = ", ";
        const char *gap = "";
        static const char *const words[3] = {"a lost", "drawn", "b lost"};
        for (int j = 0; j < 3; j++)
            if (by[j] > 0) {
                by_buffer_format(out, "%s%s %d", gap, words[j], by[j]);
                gap = ", ";
            }
        by_buffer_char(out, ')');
    }
    by_buffer_char(out, '\n');
}

/* What went wrong, the first few times. */
static void put_faults(struct by_buffer *out, const struct by_match_plan *plan,
                       const struct by_match_result *result)
{
    enum { SHOWN = 5 };
    int faults = 0;
    for (int k = 0; k < plan->games; k++) {
        const struct by_match_outcome *game = &result->games[k];
        if (is_fault(game) && ++faults <= SHOWN)
            by_buffer_format(out, "fault     game %d lost by %s: %s: %s\n", k + 1,
                             game->points == 2 ? "b" : "a", ending_word(game->ending),
                             reason_of(game) ? reason_of(game) : "");
    }
    if (faults > SHOWN)
        by_buffer_format(out, "          and %d games more (--json has them all)\n",
                         faults - SHOWN);
}

/* What a verdict means, in words. */
static void put_meaning(struct by_buffer *out, const struct by_sprt *test,
                        enum by_sprt_verdict verdict)
{
    double for_elo = verdict == BY_SPRT_H1 ? test->elo1 : test->elo0;
    double against = verdict == BY_SPRT_H1 ? test->elo0 : test->elo1;
    by_buffer_format(out, "the games speak for %s%g Elo rather than %s%g", for_elo > 0 ? "+" : "",
                     for_elo, against > 0 ? "+" : "", against);
}

static void put_sprt(struct by_buffer *out, const struct by_match_plan *plan,
                     const struct by_match_result *result)
{
    const struct by_sprt *test = plan->sprt;
    struct by_interval bounds = by_sprt_bounds(test);
    by_buffer_format(
        out, "SPRT      elo0 %g, elo1 %g, by %s: ratio %.2f (%.2f to %.2f) after %d games, ",
        test->elo0, test->elo1, test->pairs ? "pairs" : "games", result->llr, bounds.low,
        bounds.high, result->judged_games);
    if (result->verdict == BY_SPRT_OPEN)
        by_buffer_add(out, "no verdict\n");
    else {
        by_buffer_format(out, "%s accepted: ", result->verdict == BY_SPRT_H1 ? "H1" : "H0");
        put_meaning(out, test, result->verdict);
        by_buffer_format(out, " (wrong in %g %% of such tests at most)\n",
                         100 * (result->verdict == BY_SPRT_H1 ? test->alpha : test->beta));
    }
}

static void put_score(struct by_buffer *out, const struct by_match_result *result,
                      const struct by_marks *marks)
{
    const struct by_score *score = &result->score;
    const char *biased = result->verdict != BY_SPRT_OPEN ? " (biased: the test ended it)" : "";
    by_buffer_format(out, "score     %s%.1f %%%s for a, 95 %% interval %.1f to %.1f %%%s%s\n",
                     marks->strong, 100 * score->score, marks->plain, 100 * score->interval.low,
                     100 * score->interval.high, score->by_pairs ? ", by pairs" : "", biased);
    if (result->played > 0)
        by_buffer_format(
            out,
            "Elo       %+.0f, 95 %% interval %+.0f to %+.0f; a is the stronger one with %.1f "
            "%%%s\n",
            by_whole_elo(score->elo), by_whole_elo(score->elo_interval.low),
            by_whole_elo(score->elo_interval.high), 100 * score->superiority, biased);
}

void by_put_match(struct by_buffer *out, const struct by_match_plan *plan,
                  const struct by_match_result *result, const struct by_origin *origin, bool list,
                  const struct by_marks *marks)
{
    if (list)
        put_list(out, plan, result);
    by_buffer_format(out, "game      %s %s\n", plan->rules->name, plan->rules->label);
    by_buffer_format(out, "games     %d, %d of them different", result->played, result->distinct);
    if (result->fresh < result->played)
        by_buffer_format(out, ", %d played now", result->fresh);
    if (plan->colours != BY_COLOURS_ALTERNATE)
        by_buffer_format(out, ", %c always the first player",
                         "ab"[plan->colours == BY_COLOURS_B_FIRST]);
    by_buffer_char(out, '\n');
    if (by_shard_any(&plan->shard))
        by_buffer_format(out, "part      %d of %d: %d of the match's %d games\n", plan->shard.part,
                         plan->shard.of, by_match_games(plan), plan->games);
    put_player(out, result, 0, plan->a);
    put_player(out, result, 1, plan->b);
    by_buffer_format(out, "draws     %d\n", result->draws);
    if (result->played > 0)
        put_pairing(out, result);
    put_score(out, result, marks);
    if (plan->sprt)
        put_sprt(out, plan, result);
    if (result->played > 0)
        by_buffer_format(out, "time      %.*f s a game\n", per_game(result) < 0.1 ? 6 : 3,
                         per_game(result));
    for (int side = 0; side < 2 && result->played > 0; side++)
        put_time(out, result, side);
    put_endings(out, result);
    put_faults(out, plan, result);
    by_buffer_add(out, "made      ");
    by_put_origin(out, origin, plan->seed);
    by_buffer_char(out, '\n');
}
