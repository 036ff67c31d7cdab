/* tournament.c: see tournament.h. */
#include "report/tournament.h"
#include "base/draw/svg.h"
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

/* --- text --------------------------------------------------------------------------- */

static void text_standings(const struct by_tournament_report *report, struct by_buffer *out)
{
    int width = name_width(report, 40);
    by_buffer_add(out, "     ");
    add_name(out, "player", width);
    by_buffer_add(out,
                  "  points  games  won drawn lost    Elo   95 % interval  pairings  faults\n");
    for (int i = 0; i < report->tournament->count; i++) {
        const struct by_standing *s = &report->result->standings[i];
        by_buffer_format(out, "%3d. ", s->rank);
        add_name(out, name_of(report, s->player), width);
        by_buffer_format(out, "  %6.1f  %5d %4d %5d %4d  %+5.0f  %+6.0f to %+5.0f  %8d  %6d\n",
                         s->points, s->games, s->wins, s->draws, s->losses, s->rating.elo,
                         s->rating.interval.low, s->rating.interval.high, s->pairing_points,
                         s->faults);
    }
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
    by_buffer_add(out, "  games  a won %  b won %  drawn %  points     s/game   ms/move: a, b"
                       "        sims/move: a, b\n");
    for (int k = 0; k < report->result->meeting_count; k++) {
        const struct by_meeting *m = &report->result->meetings[k];
        struct by_pairing_row row = by_pairing_row(m);
        add_name(out, name_of(report, m->a), width);
        by_buffer_add(out, "  ");
        add_name(out, name_of(report, m->b), width);
        by_buffer_format(
            out, "  %5d  %7.1f  %7.1f  %7.1f  %4d %s %10.4f %9.3f %9.3f  %9.1f %9.1f\n", m->played,
            row.won[0], row.won[1], row.drawn, row.points, row.winner, row.seconds, row.move_ms[0],
            row.move_ms[1], row.move_sims[0], row.move_sims[1]);
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

static void add_head(const struct by_tournament_report *report, struct by_buffer *out,
                     const char *before, add_fn *add)
{
    const struct by_tournament *t = report->tournament;
    by_buffer_add(out, before);
    add(out, t->title);
    by_buffer_add(out, *before ? "\n\n" : "\n");
    by_buffer_format(out, "%s %s, %s, %d players, %d of %d games, seed %llu%s\n\n",
                     report->rules->name, report->rules->label, formats[t->format], t->count,
                     report->result->games_played, report->result->games_planned,
                     (unsigned long long)t->seed,
                     report->result->complete ? "" : " (not finished)");
}

void by_tournament_text(const struct by_tournament_report *report, struct by_buffer *out)
{
    add_head(report, out, "", by_buffer_add);
    text_standings(report, out);
    text_cross(report, out);
    text_points(report, out);
    text_pairings(report, out);
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
    by_buffer_add(out,
                  "\n| a | b | games | a won % | b won % | drawn % | P_W - P_L | for | s a game | "
                  "ms a move, a | ms a move, b | simulations a move, a | simulations a move, b "
                  "|\n|---|---|--:|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|\n");
    for (int k = 0; k < report->result->meeting_count; k++) {
        const struct by_meeting *m = &report->result->meetings[k];
        struct by_pairing_row row = by_pairing_row(m);
        by_buffer_add(out, "| ");
        add_marked(out, name_of(report, m->a));
        by_buffer_add(out, " | ");
        add_marked(out, name_of(report, m->b));
        by_buffer_format(
            out, " | %d | %.1f | %.1f | %.1f | %d | %s | %.4f | %.3f | %.3f | %.1f | %.1f |\n",
            m->played, row.won[0], row.won[1], row.drawn, row.points, row.winner, row.seconds,
            row.move_ms[0], row.move_ms[1], row.move_sims[0], row.move_sims[1]);
    }
}

void by_tournament_markdown(const struct by_tournament_report *report, struct by_buffer *out)
{
    add_head(report, out, "# ", add_marked);
    by_buffer_add(out,
                  "| | player | points | games | won | drawn | lost | Elo | 95 % interval | "
                  "pairing points | faults |\n|--:|---|--:|--:|--:|--:|--:|--:|---|--:|--:|\n");
    for (int i = 0; i < report->tournament->count; i++) {
        const struct by_standing *s = &report->result->standings[i];
        by_buffer_format(out, "| %d | ", s->rank);
        add_marked(out, name_of(report, s->player));
        by_buffer_format(out, " | %.1f | %d | %d | %d | %d | %+.0f | %+.0f to %+.0f | %d | %d |\n",
                         s->points, s->games, s->wins, s->draws, s->losses, s->rating.elo,
                         s->rating.interval.low, s->rating.interval.high, s->pairing_points,
                         s->faults);
    }
    markdown_cross(report, out);
    markdown_pairings(report, out);
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

void by_tournament_csv(const struct by_tournament_report *report, struct by_buffer *out)
{
    by_buffer_add(out, "rank,player,spec,points,games,won,drawn,lost,elo,elo_low,elo_high,"
                       "pairing_points,faults\n");
    for (int i = 0; i < report->tournament->count; i++) {
        const struct by_standing *s = &report->result->standings[i];
        by_buffer_format(out, "%d,", s->rank);
        add_field(out, name_of(report, s->player));
        by_buffer_char(out, ',');
        add_field(out, report->tournament->players[s->player].spec);
        by_buffer_format(out, ",%.1f,%d,%d,%d,%d,%.2f,%.2f,%.2f,%d,%d\n", s->points, s->games,
                         s->wins, s->draws, s->losses, s->rating.elo, s->rating.interval.low,
                         s->rating.interval.high, s->pairing_points, s->faults);
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

/* Ratings with their intervals, the best at the top. */
static void draw_ratings(const struct by_tournament_report *report, struct by_buffer *out)
{
    enum { LEFT = 220, WIDTH = 760, ROW = 30 };
    const struct by_standing *standings = report->result->standings;
    int n = report->tournament->count;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < n; i++) {
        low = fmin(low, standings[i].rating.interval.low);
        high = fmax(high, standings[i].rating.interval.high);
    }
    double step = 50;
    while ((high - low) / step > 12)
        step *= 2;
    low = floor(low / step) * step;
    high = ceil(high / step) * step;
    double scale = (WIDTH - LEFT - 2 * BY_SVG_MARGIN) / fmax(high - low, 1);
    struct by_svg svg;
    double bottom = BY_SVG_TOP + n * ROW + 10;
    by_svg_begin(&svg, out, WIDTH, bottom + 40, "Ratings",
                 "Elo with 95 % intervals; 0 is the mean");
    for (double elo = low; elo <= high + 1e-9; elo += step) {
        double x = LEFT + (elo - low) * scale;
        by_svg_line(&svg, x, BY_SVG_TOP - 6, x, bottom, "grid");
        by_svg_text(&svg, x, bottom + 18, "text small mid faint", elo == 0 ? "%.0f" : "%+.0f", elo);
    }
    for (int i = 0; i < n; i++) {
        const struct by_rating *r = &standings[i].rating;
        double y = BY_SVG_TOP + i * ROW + ROW / 2.0;
        const char *name = name_of(report, standings[i].player);
        by_svg_text(&svg, LEFT - 12, y + 5, "text end", "%.*s", (int)by_letters_bytes(name, 28),
                    name);
        by_svg_line(&svg, LEFT + (r->interval.low - low) * scale, y,
                    LEFT + (r->interval.high - low) * scale, y, "line first-line medium");
        by_svg_circle(&svg, LEFT + (r->elo - low) * scale, y, 5, "first");
    }
    by_svg_end(&svg);
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
    by_buffer_add(out,
                  "<h2>Pairings</h2><table><tr><th>a</th><th>b</th><th>games</th><th>a won "
                  "%</th><th>b won %</th><th>drawn %</th><th>P<sub>W</sub> - P<sub>L</sub></th>"
                  "<th>for</th><th>s a game</th><th>ms a move, a</th><th>ms a move, b</th>"
                  "<th>simulations a move, a</th><th>simulations a move, b</th></tr>\n");
    for (int k = 0; k < report->result->meeting_count; k++) {
        const struct by_meeting *m = &report->result->meetings[k];
        struct by_pairing_row row = by_pairing_row(m);
        by_buffer_add(out, "<tr><th>");
        add_html(out, name_of(report, m->a));
        by_buffer_add(out, "</th><th>");
        add_html(out, name_of(report, m->b));
        by_buffer_format(out,
                         "</th><td>%d</td><td>%.1f</td><td>%.1f</td><td>%.1f</td><td>%d</td><td>%s"
                         "</td><td>%.4f</td><td>%.3f</td><td>%.3f</td><td>%.1f</td><td>%.1f</td>"
                         "</tr>\n",
                         m->played, row.won[0], row.won[1], row.drawn, row.points, row.winner,
                         row.seconds, row.move_ms[0], row.move_ms[1], row.move_sims[0],
                         row.move_sims[1]);
    }
    by_buffer_add(out, "</table>\n");
}

static void html_standings(const struct by_tournament_report *report, struct by_buffer *out)
{
    by_buffer_add(out,
                  "<table><tr><th></th><th>player</th><th>points</th><th>games</th><th>won</th>"
                  "<th>drawn</th><th>lost</th><th>Elo</th><th>95 % interval</th><th>pairing "
                  "points</th><th>faults</th><th>spec</th></tr>\n");
    for (int i = 0; i < report->tournament->count; i++) {
        const struct by_standing *s = &report->result->standings[i];
        by_buffer_format(out, "<tr><td>%d</td><th>", s->rank);
        add_html(out, name_of(report, s->player));
        by_buffer_format(out,
                         "</th><td>%.1f</td><td>%d</td><td>%d</td><td>%d</td><td>%d</td><td>%+.0f"
                         "</td><td>%+.0f to %+.0f</td><td>%d</td><td>%d</td><td class=spec>",
                         s->points, s->games, s->wins, s->draws, s->losses, s->rating.elo,
                         s->rating.interval.low, s->rating.interval.high, s->pairing_points,
                         s->faults);
        add_html(out, report->tournament->players[s->player].spec);
        by_buffer_add(out, "</td></tr>\n");
    }
    by_buffer_add(out, "</table>\n");
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
    by_buffer_format(out, "</h1>\n<p>%s %s, %s, %d of %d games%s</p>\n", report->rules->name,
                     report->rules->label, formats[report->tournament->format],
                     report->result->games_played, report->result->games_planned,
                     report->result->complete ? "" : " (not finished)");
    html_standings(report, out);
    draw_ratings(report, out);
    html_cross(report, out);
    html_pairings(report, out);
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
    by_json_real(json, "elo", s->rating.elo);
    by_json_range(json, "elo_interval", s->rating.interval.low, s->rating.interval.high);
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
    by_json_int(json, "points", row.points);
    by_json_seconds(json, "seconds_per_game", row.seconds);
    report_sides(json, "seconds_per_move", row.move_ms[0] / 1000, row.move_ms[1] / 1000);
    report_sides(json, "sims_per_move", row.move_sims[0], row.move_sims[1]);
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
                   {".csv", by_tournament_csv},
                   {".html", by_tournament_html},
                   {".json", json_text}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof writers / sizeof *writers; i++)
        if (strcmp(writers[i].extension, dot) == 0)
            return writers[i].write;
    return NULL;
}
