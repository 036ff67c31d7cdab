/* tournament.c: see tournament.h. */
#include "report/tournament.h"
#include "report/pairings.h"

#include <math.h>
#include <string.h>

#define REPORT_LIMIT ((size_t)64 << 20)

static const char *const formats[] = {
#define BY_FORMAT(id, name, title) title,
#include "arena/formats.def"
#undef BY_FORMAT
};

static const char *name_of(const struct by_tournament_report *report, int player)
{
    return report->tournament->players[player].name;
}

static double points_between(const struct by_tournament_result *result, int i, int j, int *games)
{
    int by[3];
    by_tournament_between(result, i, j, by);
    *games = by[0] + by[1] + by[2];
    return by[2] + by[1] / 2.0;
}

/* Columns as wide as the names need, within reason. */
static int name_width(const struct by_tournament_report *report, int most)
{
    int width = 6;
    for (int i = 0; i < report->tournament->count; i++) {
        int here = (int)by_letters(name_of(report, i));
        width = here > width ? here : width;
    }
    return width < most ? width : most;
}

static void add_name(struct by_buffer *out, const char *name, int width)
{
    int shown = (int)by_letters(name);
    by_buffer_format(out, "%.*s", (int)by_letters_bytes(name, (size_t)width), name);
    by_buffer_repeat(out, ' ', width - shown);
}

/* The parts of a score, in per cent. */
struct score_row {
    double score, low, high;
};

static struct score_row score_row(const struct by_score *score)
{
    return (struct score_row){100 * score->score, 100 * score->interval.low,
                              100 * score->interval.high};
}

static double move_ms(const struct by_standing *s)
{
    return s->moved > 0 ? 1000 * s->spent / (double)s->moved : 0;
}

/* What the columns mean, a sentence a line. */
static const char *const legend[] = {
    "score: the share of the points, with its 95 % interval (by pairs of games where openings are "
    "played twice)",
    NULL, /* whose Elo is 0 */
    "pairing points: who wins a pairing gets P_W - P_L, the per cent of its games that he won less "
    "those that the other won; the other gets nothing",
};
#define LEGEND ((int)(sizeof legend / sizeof *legend))

static const char *legend_at(const struct by_tournament_report *report, int i)
{
    if (legend[i])
        return legend[i];
    return report->tournament->format == BY_GAUNTLET
               ? "Elo: Bradley-Terry ratings, the first player at 0, with 95 % intervals of the "
                 "difference from him; ranks go by them"
               : "Elo: Bradley-Terry ratings, the players' mean at 0, with 95 % intervals; ranks "
                 "go "
                 "by points";
}

/* --- text --------------------------------------------------------------------------- */

static void text_standings(const struct by_tournament_report *report, struct by_buffer *out)
{
    int width = name_width(report, 40);
    by_buffer_add(out, "     ");
    add_name(out, "player", width);
    by_buffer_add(out,
                  "  points  games  won drawn lost  score %  95 % interval    Elo   95 % interval"
                  "    ms/move  pairing points  faults\n");
    for (int i = 0; i < report->tournament->count; i++) {
        const struct by_standing *s = &report->result->standings[i];
        by_buffer_format(out, "%3d. ", s->rank);
        add_name(out, name_of(report, s->player), width);
        struct score_row score = score_row(&s->score);
        by_buffer_format(
            out, "  %6.1f  %5d %4d %5d %4d  %7.1f  %5.1f to %5.1f  %+5.0f  %+6.0f to %+5.0f",
            s->points, s->games, s->wins, s->draws, s->losses, score.score, score.low, score.high,
            by_whole_elo(s->rating.elo), by_whole_elo(s->rating.interval.low),
            by_whole_elo(s->rating.interval.high));
        by_buffer_format(out, "  %9.3f  %14d  %6d\n", move_ms(s), s->pairing_points, s->faults);
    }
    for (int i = 0; i < LEGEND; i++)
        by_buffer_format(out, "     %s\n", legend_at(report, i));
}

static void text_cross(const struct by_tournament_report *report, struct by_buffer *out)
{
    const struct by_tournament_result *result = report->result;
    int n = report->tournament->count, width = name_width(report, 40);
    by_buffer_add(out, "\n     ");
    add_name(out, "", width);
    for (int j = 0; j < n; j++)
        by_buffer_format(out, " %6d", j + 1);
    by_buffer_char(out, '\n');
    for (int i = 0; i < n; i++) {
        int a = result->standings[i].player;
        by_buffer_format(out, "%3d. ", i + 1);
        add_name(out, name_of(report, a), width);
        for (int j = 0; j < n; j++) {
            int games;
            double points = points_between(result, a, result->standings[j].player, &games);
            if (games > 0)
                by_buffer_format(out, " %6.1f", points);
            else
                by_buffer_format(out, " %6s", i == j ? "-" : "");
        }
        by_buffer_char(out, '\n');
    }
}

/* Each pairing: what was won, what that is worth, and what it took (OTH 6.1). */
static void text_pairings(const struct by_tournament_report *report, struct by_buffer *out)
{
    int width = name_width(report, 20);
    by_buffer_char(out, '\n');
    add_name(out, "a", width);
    by_buffer_add(out, "  ");
    add_name(out, "b", width);
    by_buffer_add(out, "  games  a won %  b won %  drawn %  score of a  95 % interval  points     "
                       "s/game   ms/move: a, b        sims/move: a, b\n");
    for (int k = 0; k < report->result->meeting_count; k++) {
        const struct by_meeting *m = &report->result->meetings[k];
        struct by_pairing_row row = by_pairing_row(m);
        struct score_row score = score_row(&m->score);
        add_name(out, name_of(report, m->a), width);
        by_buffer_add(out, "  ");
        add_name(out, name_of(report, m->b), width);
        by_buffer_format(
            out,
            "  %5d  %7.1f  %7.1f  %7.1f  %10.1f  %5.1f to %5.1f  %4d %s %10.4f %9.3f %9.3f  %9.1f "
            "%9.1f\n",
            m->played, row.won[0], row.won[1], row.drawn, score.score, score.low, score.high,
            row.points, row.winner, row.seconds, row.move_ms[0], row.move_ms[1], row.move_sims[0],
            row.move_sims[1]);
    }
}

/* OTH's table 6.1: what the player of the column got from the player of the row. */
static void text_points(const struct by_tournament_report *report, struct by_buffer *out)
{
    const struct by_standing *standings = report->result->standings;
    int n = report->tournament->count, width = name_width(report, 40);
    by_buffer_add(out, "\n     ");
    add_name(out, "from:", width);
    for (int j = 0; j < n; j++)
        by_buffer_format(out, " %6d", j + 1);
    by_buffer_add(out, "   P_W - P_L, per cent\n");
    for (int i = 0; i < n; i++) {
        by_buffer_format(out, "%3d. ", i + 1);
        add_name(out, name_of(report, standings[i].player), width);
        for (int j = 0; j < n; j++) {
            int points =
                by_points_against(report->result, standings[j].player, standings[i].player);
            if (points >= 0)
                by_buffer_format(out, " %6d", points);
            else
                by_buffer_format(out, " %6s", i == j ? "/" : "");
        }
        by_buffer_char(out, '\n');
    }
    by_buffer_add(out, "     ");
    add_name(out, "total", width);
    for (int j = 0; j < n; j++)
        by_buffer_format(out, " %6d", standings[j].pairing_points);
    by_buffer_char(out, '\n');
}

/* Why there are fewer simulations than were asked for, below the pairings. */
static void add_proven(const struct by_tournament_report *report, struct by_buffer *out,
                       const char *before, const char *after)
{
    char words[128];
    struct by_text text = by_text_over(words, sizeof words);
    if (by_put_proven(&text, report->result))
        by_buffer_format(out, "%s%s%s", before, words, after);
}

/* How a format writes text that may hold anything: a title, a name, a sentence. */
typedef void add_fn(struct by_buffer *out, const char *text);

/* What players did wrong, once a pairing. */
static void add_reasons(const struct by_tournament_report *report, struct by_buffer *out,
                        const char *before, add_fn *add)
{
    for (int k = 0; k < report->result->meeting_count; k++) {
        const struct by_meeting *m = &report->result->meetings[k];
        for (int side = 0; side < 2; side++) {
            if (!m->reason[side][0])
                continue;
            by_buffer_add(out, before);
            add(out, name_of(report, side == 0 ? m->a : m->b));
            by_buffer_add(out, " against ");
            add(out, name_of(report, side == 0 ? m->b : m->a));
            by_buffer_add(out, ": ");
            add(out, m->reason[side]);
            by_buffer_char(out, '\n');
        }
    }
}

/* What stands behind the number of games: which part of them was played, and that some are missing. */
static const char *remark(const struct by_tournament_result *result, char buffer[64])
{
    struct by_text text = by_text_over(buffer, 64);
    if (by_shard_any(&result->shard))
        by_text_format(&text, ", part %d of %d", result->shard.part, result->shard.of);
    by_text_add(&text, result->complete ? "" : " (not finished)");
    return buffer;
}

static void add_head(const struct by_tournament_report *report, struct by_buffer *out,
                     const char *before, add_fn *add)
{
    const struct by_tournament *t = report->tournament;
    char words[64];
    by_buffer_add(out, before);
    add(out, t->title);
    by_buffer_add(out, *before ? "\n\n" : "\n");
    by_buffer_format(out, "%s %s, %s, %d players, %d of %d games%s\n%s", report->rules->name,
                     report->rules->label, formats[t->format], t->count,
                     report->result->games_played, report->result->games_planned,
                     remark(report->result, words), *before ? "\n" : "");
    by_put_origin(out, &report->origin, t->seed);
    by_buffer_add(out, "\n\n");
}

void by_tournament_text(const struct by_tournament_report *report, struct by_buffer *out)
{
    add_head(report, out, "", by_buffer_add);
    text_standings(report, out);
    text_cross(report, out);
    text_points(report, out);
    text_pairings(report, out);
    add_proven(report, out, "", "\n");
    by_buffer_char(out, '\n');
    add_reasons(report, out, "fault     ", by_buffer_add);
}

/* --- Markdown ------------------------------------------------------------------------- */

/* Plain words, in a cell of a table (a bar would end it) and elsewhere. */
static void add_marked(struct by_buffer *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("|\\*_`<>[]&~#", *text))
            by_buffer_char(out, '\\');
        by_buffer_char(out, *text);
    }
}

static void markdown_cross(const struct by_tournament_report *report, struct by_buffer *out)
{
    const struct by_tournament_result *result = report->result;
    int n = report->tournament->count;
    by_buffer_add(out, "\n| | player |");
    for (int j = 0; j < n; j++)
        by_buffer_format(out, " %d |", j + 1);
    by_buffer_add(out, "\n|--:|---|");
    for (int j = 0; j < n; j++)
        by_buffer_add(out, "--:|");
    for (int i = 0; i < n; i++) {
        int a = result->standings[i].player;
        by_buffer_format(out, "\n| %d | ", i + 1);
        add_marked(out, name_of(report, a));
        by_buffer_add(out, " |");
        for (int j = 0; j < n; j++) {
            int games;
            double points = points_between(result, a, result->standings[j].player, &games);
            by_buffer_format(out, games > 0 ? " %.1f |" : " |", points);
        }
    }
    by_buffer_char(out, '\n');
}

static void markdown_pairings(const struct by_tournament_report *report, struct by_buffer *out)
{
    by_buffer_add(
        out, "\n| a | b | games | a won % | b won % | drawn % | score of a % | 95 % interval | "
             "P_W - P_L | for | s a game | ms a move, a | ms a move, b | simulations a move, a "
             "| simulations a move, b "
             "|\n|---|---|--:|--:|--:|--:|--:|---|--:|---|--:|--:|--:|--:|--:|\n");
    for (int k = 0; k < report->result->meeting_count; k++) {
        const struct by_meeting *m = &report->result->meetings[k];
        struct by_pairing_row row = by_pairing_row(m);
        struct score_row score = score_row(&m->score);
        by_buffer_add(out, "| ");
        add_marked(out, name_of(report, m->a));
        by_buffer_add(out, " | ");
        add_marked(out, name_of(report, m->b));
        by_buffer_format(out,
                         " | %d | %.1f | %.1f | %.1f | %.1f | %.1f to %.1f | %d | %s | %.4f | %.3f "
                         "| %.3f | %.1f "
                         "| %.1f |\n",
                         m->played, row.won[0], row.won[1], row.drawn, score.score, score.low,
                         score.high, row.points, row.winner, row.seconds, row.move_ms[0],
                         row.move_ms[1], row.move_sims[0], row.move_sims[1]);
    }
}

void by_tournament_markdown(const struct by_tournament_report *report, struct by_buffer *out)
{
    add_head(report, out, "# ", add_marked);
    by_buffer_add(
        out, "| | player | points | games | won | drawn | lost | score % | 95 % interval | Elo "
             "| 95 % interval | ms a move | pairing points | faults "
             "|\n|--:|---|--:|--:|--:|--:|--:|--:|---|--:|---|--:|--:|--:|\n");
    for (int i = 0; i < report->tournament->count; i++) {
        const struct by_standing *s = &report->result->standings[i];
        by_buffer_format(out, "| %d | ", s->rank);
        add_marked(out, name_of(report, s->player));
        struct score_row score = score_row(&s->score);
        by_buffer_format(out, " | %.1f | %d | %d | %d | %d | %.1f | %.1f to %.1f", s->points,
                         s->games, s->wins, s->draws, s->losses, score.score, score.low,
                         score.high);
        by_buffer_format(out, " | %+.0f | %+.0f to %+.0f | %.3f | %d | %d |\n",
                         by_whole_elo(s->rating.elo), by_whole_elo(s->rating.interval.low),
                         by_whole_elo(s->rating.interval.high), move_ms(s), s->pairing_points,
                         s->faults);
    }
    by_buffer_char(out, '\n');
    for (int i = 0; i < LEGEND; i++) {
        by_buffer_add(out, "- ");
        add_marked(out, legend_at(report, i));
        by_buffer_char(out, '\n');
    }
    markdown_cross(report, out);
    markdown_pairings(report, out);
    add_proven(report, out, "\n", "\n");
    by_buffer_add(out, "\nPlayers:\n\n");
    for (int i = 0; i < report->tournament->count; i++) {
        by_buffer_add(out, "- ");
        add_marked(out, name_of(report, i));
        by_buffer_add(out, ": ");
        add_marked(out, report->tournament->players[i].spec);
        by_buffer_char(out, '\n');
    }
    by_buffer_char(out, '\n');
    add_reasons(report, out, "- fault: ", add_marked);
}

/* --- CSV --------------------------------------------------------------------------------- */

static void add_field(struct by_buffer *out, const char *text)
{
    by_buffer_char(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            by_buffer_char(out, '"');
        by_buffer_char(out, *text);
    }
    by_buffer_char(out, '"');
}

/* What every line ends with: how to make it again. */
static void csv_origin(const struct by_tournament_report *report, struct by_buffer *out)
{
    by_buffer_format(out, ",%llu,", (unsigned long long)report->tournament->seed);
    add_field(out, report->origin.build);
    by_buffer_format(out, ",%s,", report->origin.date);
    add_field(out, report->origin.host);
    by_buffer_char(out, '\n');
}

void by_tournament_csv(const struct by_tournament_report *report, struct by_buffer *out)
{
    by_buffer_add(out, "rank,player,spec,points,games,won,drawn,lost,score,score_low,score_high,"
                       "elo,elo_low,elo_high,ms_per_move,pairing_points,faults,seed,version,date,"
                       "host\n");
    for (int i = 0; i < report->tournament->count; i++) {
        const struct by_standing *s = &report->result->standings[i];
        by_buffer_format(out, "%d,", s->rank);
        add_field(out, name_of(report, s->player));
        by_buffer_char(out, ',');
        add_field(out, report->tournament->players[s->player].spec);
        by_buffer_format(out, ",%.1f,%d,%d,%d,%d,%.4f,%.4f,%.4f,%.2f,%.2f,%.2f,%.4f,%d,%d",
                         s->points, s->games, s->wins, s->draws, s->losses, s->score.score,
                         s->score.interval.low, s->score.interval.high, by_whole_elo(s->rating.elo),
                         by_whole_elo(s->rating.interval.low),
                         by_whole_elo(s->rating.interval.high), move_ms(s), s->pairing_points,
                         s->faults);
        csv_origin(report, out);
    }
}

void by_tournament_pairings_csv(const struct by_tournament_report *report, struct by_buffer *out)
{
    by_buffer_add(out, "round,a,b,games,a_won,drawn,b_won,score,score_low,score_high,elo,elo_low,"
                       "elo_high,seconds_per_game,ms_per_move_a,ms_per_move_b,sims_per_move_a,"
                       "sims_per_move_b,proven_moves_a,proven_moves_b,seed,version,date,host\n");
    for (int k = 0; k < report->result->meeting_count; k++) {
        const struct by_meeting *m = &report->result->meetings[k];
        struct by_pairing_row row = by_pairing_row(m);
        by_buffer_format(out, "%d,", m->round + 1);
        add_field(out, name_of(report, m->a));
        by_buffer_char(out, ',');
        add_field(out, name_of(report, m->b));
        by_buffer_format(out, ",%d,%d,%d,%d,%.4f,%.4f,%.4f,%.2f,%.2f,%.2f", m->played, m->wins,
                         m->draws, m->losses, m->score.score, m->score.interval.low,
                         m->score.interval.high, m->score.elo, m->score.elo_interval.low,
                         m->score.elo_interval.high);
        by_buffer_format(out, ",%.6f,%.4f,%.4f,%.1f,%.1f,%lld,%lld", row.seconds, row.move_ms[0],
                         row.move_ms[1], row.move_sims[0], row.move_sims[1],
                         (long long)m->proven[0], (long long)m->proven[1]);
        csv_origin(report, out);
    }
}

/* --- HTML ----------------------------------------------------------------------------------- */

static void add_html(struct by_buffer *out, const char *text)
{
    for (; *text; text++) {
        const char *entity = *text == '<'   ? "&lt;"
                             : *text == '>' ? "&gt;"
                             : *text == '&' ? "&amp;"
                             : *text == '"' ? "&quot;"
                                            : NULL;
        if (entity)
            by_buffer_add(out, entity);
        else
            by_buffer_char(out, *text);
    }
}

static void html_cross(const struct by_tournament_report *report, struct by_buffer *out)
{
    const struct by_tournament_result *result = report->result;
    int n = report->tournament->count;
    by_buffer_add(out, "<h2>Cross table</h2><table><tr><th></th><th>player</th>");
    for (int j = 0; j < n; j++)
        by_buffer_format(out, "<th>%d</th>", j + 1);
    by_buffer_add(out, "</tr>\n");
    for (int i = 0; i < n; i++) {
        int a = result->standings[i].player;
        by_buffer_format(out, "<tr><td>%d</td><th>", i + 1);
        add_html(out, name_of(report, a));
        by_buffer_add(out, "</th>");
        for (int j = 0; j < n; j++) {
            int games;
            double points = points_between(result, a, result->standings[j].player, &games);
            by_buffer_format(out, games > 0 ? "<td>%.1f</td>" : "<td></td>", points);
        }
        by_buffer_add(out, "</tr>\n");
    }
    by_buffer_add(out, "</table>\n");
}

static void html_pairings(const struct by_tournament_report *report, struct by_buffer *out)
{
    by_buffer_add(
        out, "<h2>Pairings</h2><table><tr><th>a</th><th>b</th><th>games</th><th>a won "
             "%</th><th>b won %</th><th>drawn %</th><th>score of a %</th><th>95 % interval</th>"
             "<th>P<sub>W</sub> - P<sub>L</sub></th>"
             "<th>for</th><th>s a game</th><th>ms a move, a</th><th>ms a move, b</th>"
             "<th>simulations a move, a</th><th>simulations a move, b</th></tr>\n");
    for (int k = 0; k < report->result->meeting_count; k++) {
        const struct by_meeting *m = &report->result->meetings[k];
        struct by_pairing_row row = by_pairing_row(m);
        struct score_row score = score_row(&m->score);
        by_buffer_add(out, "<tr><th>");
        add_html(out, name_of(report, m->a));
        by_buffer_add(out, "</th><th>");
        add_html(out, name_of(report, m->b));
        by_buffer_format(out,
                         "</th><td>%d</td><td>%.1f</td><td>%.1f</td><td>%.1f</td><td>%.1f</td>"
                         "<td>%.1f to %.1f</td><td>%d</td><td>%s"
                         "</td><td>%.4f</td><td>%.3f</td><td>%.3f</td><td>%.1f</td><td>%.1f</td>"
                         "</tr>\n",
                         m->played, row.won[0], row.won[1], row.drawn, score.score, score.low,
                         score.high, row.points, row.winner, row.seconds, row.move_ms[0],
                         row.move_ms[1], row.move_sims[0], row.move_sims[1]);
    }
    by_buffer_add(out, "</table>\n");
}

static void html_standings(const struct by_tournament_report *report, struct by_buffer *out)
{
    by_buffer_add(
        out, "<table><tr><th></th><th>player</th><th>points</th><th>games</th><th>won</th>"
             "<th>drawn</th><th>lost</th><th>score %</th><th>95 % interval</th><th>Elo</th><th>95 "
             "% interval</th><th>ms a move</th><th>pairing "
             "points</th><th>faults</th><th>spec</th></tr>\n");
    for (int i = 0; i < report->tournament->count; i++) {
        const struct by_standing *s = &report->result->standings[i];
        by_buffer_format(out, "<tr><td>%d</td><th>", s->rank);
        add_html(out, name_of(report, s->player));
        struct score_row score = score_row(&s->score);
        by_buffer_format(out,
                         "</th><td>%.1f</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td><td>%.1f"
                         "</td><td>%.1f to %.1f</td>",
                         s->points, s->games, s->wins, s->draws, s->losses, score.score, score.low,
                         score.high);
        by_buffer_format(out,
                         "<td>%+.0f</td><td>%+.0f to %+.0f</td><td>%.3f</td><td>%d</td><td>%d</td>"
                         "<td class=spec>",
                         by_whole_elo(s->rating.elo), by_whole_elo(s->rating.interval.low),
                         by_whole_elo(s->rating.interval.high), move_ms(s), s->pairing_points,
                         s->faults);
        add_html(out, report->tournament->players[s->player].spec);
        by_buffer_add(out, "</td></tr>\n");
    }
    by_buffer_add(out, "</table>\n<ul>\n");
    for (int i = 0; i < LEGEND; i++) {
        by_buffer_add(out, "<li>");
        add_html(out, legend_at(report, i));
        by_buffer_add(out, "</li>\n");
    }
    by_buffer_add(out, "</ul>\n");
}

static void html_origin(const struct by_tournament_report *report, struct by_buffer *out)
{
    struct by_buffer text;
    by_buffer_open(&text, 4096);
    by_put_origin(&text, &report->origin, report->tournament->seed);
    add_html(out, by_buffer_text(&text));
    by_buffer_add(out, "</p>\n");
    by_buffer_close(&text);
}

void by_tournament_html(const struct by_tournament_report *report, struct by_buffer *out)
{
    struct by_buffer reasons;
    by_buffer_add(out,
                  "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport "
                  "content=\"width=device-width\"><title>");
    add_html(out, report->tournament->title);
    by_buffer_add(out, "</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;"
                       "margin:2rem auto;padding:0 1rem;color:#222}table{border-collapse:collapse;"
                       "margin:1rem 0;display:block;overflow-x:auto}th,td{padding:.25rem .6rem;"
                       "border-bottom:1px solid #ddd;text-align:right;white-space:nowrap}"
                       "th:nth-child(2){text-align:left}.spec{text-align:left;font-family:"
                       "monospace}svg{max-width:100%;height:auto}</style></head><body>\n<h1>");
    add_html(out, report->tournament->title);
    char words[64];
    by_buffer_format(out, "</h1>\n<p>%s %s, %s, %d of %d games%s</p>\n<p>", report->rules->name,
                     report->rules->label, formats[report->tournament->format],
                     report->result->games_played, report->result->games_planned,
                     remark(report->result, words));
    html_origin(report, out);
    html_standings(report, out);
    by_tournament_svg(report, out);
    html_cross(report, out);
    html_pairings(report, out);
    add_proven(report, out, "<p>", "</p>\n");
    by_buffer_open(&reasons, REPORT_LIMIT);
    add_reasons(report, &reasons, "", add_html);
    if (reasons.length > 0) {
        by_buffer_add(out, "<h2>What went wrong</h2><pre>");
        by_buffer_add(out, by_buffer_text(&reasons));
        by_buffer_add(out, "</pre>\n");
    }
    by_buffer_close(&reasons);
    by_buffer_add(out, "</body></html>\n");
}

/* --- JSON ----------------------------------------------------------------------------------- */

static void report_score(struct by_json *json, const struct by_score *score)
{
    by_json_real(json, "score", score->score);
    by_json_range(json, "interval", score->interval.low, score->interval.high);
    by_json_text(json, "counted", score->by_pairs ? "pairs" : "games");
}

static void report_standing(struct by_json *json, const struct by_tournament_report *report,
                            const struct by_standing *s)
{
    by_json_object(json, NULL);
    by_json_int(json, "rank", s->rank);
    by_json_text(json, "name", name_of(report, s->player));
    by_json_text(json, "spec", report->tournament->players[s->player].spec);
    by_json_real(json, "points", s->points);
    by_json_int(json, "games", s->games);
    by_json_int(json, "wins", s->wins);
    by_json_int(json, "draws", s->draws);
    by_json_int(json, "losses", s->losses);
    report_score(json, &s->score);
    by_json_real(json, "elo", s->rating.elo);
    by_json_range(json, "elo_interval", s->rating.interval.low, s->rating.interval.high);
    by_json_seconds(json, "seconds_per_move", move_ms(s) / 1000);
    by_json_int(json, "pairing_points", s->pairing_points);
    by_json_int(json, "faults", s->faults);
    by_json_end_object(json);
}

static void report_sides(struct by_json *json, const char *name, double a, double b)
{
    by_json_array(json, name);
    by_json_seconds(json, NULL, a);
    by_json_seconds(json, NULL, b);
    by_json_end_array(json);
}

static void report_meeting(struct by_json *json, const struct by_tournament_report *report,
                           const struct by_meeting *m)
{
    struct by_pairing_row row = by_pairing_row(m);
    by_json_object(json, NULL);
    by_json_int(json, "round", m->round + 1);
    by_json_text(json, "a", name_of(report, m->a));
    by_json_text(json, "b", name_of(report, m->b));
    by_json_int(json, "planned", m->planned);
    by_json_int(json, "games", m->played);
    by_json_int(json, "wins", m->wins);
    by_json_int(json, "draws", m->draws);
    by_json_int(json, "losses", m->losses);
    report_score(json, &m->score);
    by_json_int(json, "points", row.points);
    by_json_seconds(json, "seconds_per_game", row.seconds);
    report_sides(json, "seconds_per_move", row.move_ms[0] / 1000, row.move_ms[1] / 1000);
    report_sides(json, "sims_per_move", row.move_sims[0], row.move_sims[1]);
    by_json_array(json, "proven_moves");
    by_json_int(json, NULL, m->proven[0]);
    by_json_int(json, NULL, m->proven[1]);
    by_json_end_array(json);
    for (int side = 0; side < 2; side++)
        if (m->reason[side][0])
            by_json_text(json, side == 0 ? "fault_of_a" : "fault_of_b", m->reason[side]);
    by_json_end_object(json);
}

void by_report_tournament(struct by_json *json, const struct by_tournament_report *report)
{
    const struct by_tournament_result *result = report->result;
    by_json_object(json, NULL);
    by_json_text(json, "title", report->tournament->title);
    by_json_text(json, "game", report->rules->name);
    by_json_text(json, "size", report->rules->label);
    by_json_text(json, "format", formats[report->tournament->format]);
    by_json_text(json, "colours", by_colours_name(report->tournament->colours));
    by_json_int(json, "games", result->games_played);
    by_json_int(json, "planned", result->games_planned);
    by_json_flag(json, "complete", result->complete);
    by_json_text(json, "elo_zero",
                 report->tournament->format == BY_GAUNTLET ? report->tournament->players[0].name
                                                           : NULL);
    by_report_origin(json, &report->origin, report->tournament->seed);
    if (by_shard_any(&result->shard))
        by_report_shard(json, &result->shard, result->games_planned);
    by_json_array(json, "standings");
    for (int i = 0; i < report->tournament->count; i++)
        report_standing(json, report, &result->standings[i]);
    by_json_end_array(json);
    by_json_array(json, "pairings");
    for (int k = 0; k < result->meeting_count; k++)
        report_meeting(json, report, &result->meetings[k]);
    by_json_end_array(json);
    by_json_end_object(json);
}

static void json_text(const struct by_tournament_report *report, struct by_buffer *out)
{
    struct by_json json;
    by_json_open(&json, out, BY_JSON_LINES);
    by_report_tournament(&json, report);
    by_buffer_char(out, '\n');
}

/* --- files ----------------------------------------------------------------------------------- */

by_tournament_writer *by_tournament_writer_of(const char *path)
{
    static const struct {
        const char *extension;
        by_tournament_writer *write;
    } writers[] = {{".txt", by_tournament_text},
                   {".md", by_tournament_markdown},
                   {".pairings.csv", by_tournament_pairings_csv},
                   {".csv", by_tournament_csv},
                   {".html", by_tournament_html},
                   {".svg", by_tournament_svg},
                   {".json", json_text}};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        size_t end = strlen(writers[i].extension);
        if (length > end && strcmp(path + length - end, writers[i].extension) == 0)
            return writers[i].write;
    }
    return NULL;
}
