/* counted.c: see counted.h. */
#include "report/counted.h"
#include "games/grid.h"
#include "games/value.h"
#include "report/value.h"
#include <stdlib.h>

/* --- the count ------------------------------------------------------------------------- */

/* What the rules give the second player beforehand: " + 7.5", "" for nothing. */
static void put_komi(struct by_buffer *out, const struct by_rules *rules)
{
    char score[BY_SCORE_BUFFER];
    if (rules->komi != 0)
        by_buffer_format(out, " %c %s", rules->komi < 0 ? '-' : '+',
                         by_score_string(rules, abs(rules->komi), score));
}

void by_put_counted(struct by_buffer *out, const struct by_rules *rules,
                    const struct by_counted *count, bool parts)
{
    char result[BY_WORTH_BUFFER];
    const char *first = by_player_name(rules, 0), *second = by_player_name(rules, 1);
    by_buffer_format(out, "%s %d, %s %d", first, count->points[0], second, count->points[1]);
    put_komi(out, rules);
    by_buffer_format(out, ": %s.\n", by_result_string(rules, count->result, result));
    for (int i = 0; parts && i < BY_COUNT_PARTS && count->part[i].name; i++)
        by_buffer_format(out, "  %-10s %s %d, %s %d\n", count->part[i].name, first,
                         count->part[i].points[0], second, count->part[i].points[1]);
}

/* --- the board ------------------------------------------------------------------------- */

static char mark_of(const struct by_agreement *agreement, int cell, bool whole)
{
    char stone = agreement->cells.cell[cell];
    int8_t owner = agreement->count.owner[cell];
    if (agreement->dead[cell])
        return stone == 'X' ? 'x' : 'o';
    if (stone != '.' || !whole)
        return stone;
    return owner > 0 ? '#' : owner < 0 ? '=' : '.';
}

static void put_letters(struct by_buffer *out, const struct by_cells *cells)
{
    by_buffer_add(out, cells->height > 9 ? "  " : " ");
    for (int x = 0; x < cells->width; x++)
        by_buffer_format(out, " %c", by_grid_column(x, cells->skip_i));
    by_buffer_char(out, '\n');
}

void by_put_agreed_board(struct by_buffer *out, const struct by_agreement *agreement, bool whole)
{
    const struct by_cells *cells = &agreement->cells;
    for (int row = 0; row < cells->height; row++) {
        int y = cells->from_top ? row : cells->height - 1 - row;
        by_buffer_format(out, "%*d", cells->height > 9 ? 2 : 1, y + 1);
        for (int x = 0; x < cells->width; x++)
            by_buffer_format(out, " %c", mark_of(agreement, y * cells->width + x, whole));
        by_buffer_char(out, '\n');
    }
    put_letters(out, cells);
}

/* --- dead stones ------------------------------------------------------------------------- */

/* The chains of which `flag` says so, each by its first stone. Returns how many there are. */
static int put_chains(struct by_buffer *out, const struct by_agreement *a, const bool *flag,
                      const char *head)
{
    const struct by_rules *rules = a->rules;
    bool seen[BY_JUDGED_MAX] = {false};
    int16_t chain[BY_JUDGED_MAX];
    int chains = 0;
    for (int p = 0; p < a->points; p++) {
        char name[16];
        struct by_text text = by_text_over(name, sizeof name);
        if (!flag[p] || seen[p] || a->cells.cell[p] == '.')
            continue;
        int stones = rules->game->chain(rules, a->position, p, chain);
        for (int i = 0; i < stones; i++)
            seen[chain[i]] = true;
        by_cells_name(&a->cells, p, &text);
        by_buffer_format(out, "%s %s %s", chains++ > 0 ? "," : head,
                         by_player_name(rules, a->cells.cell[p] == 'X' ? 0 : 1), name);
        if (stones > 1)
            by_buffer_format(out, " (%d stones)", stones);
    }
    if (chains > 0)
        by_buffer_add(out, ".\n");
    return chains;
}

void by_put_dead(struct by_buffer *out, const struct by_agreement *agreement)
{
    if (put_chains(out, agreement, agreement->dead, "Dead:") == 0)
        by_buffer_add(out, "No stones are dead.\n");
    put_chains(out, agreement, agreement->seki, "Seki, or not clear:");
}

/* --- JSON ---------------------------------------------------------------------------------- */

static void report_player(struct by_json *json, const struct by_counted *count, int side)
{
    by_json_object(json, by_side_name(side));
    by_json_int(json, "points", count->points[side]);
    for (int i = 0; i < BY_COUNT_PARTS && count->part[i].name; i++)
        by_json_int(json, count->part[i].name, count->part[i].points[side]);
    by_json_end_object(json);
}

void by_report_counted(struct by_json *json, const char *name, const struct by_agreement *agreement)
{
    const struct by_rules *rules = agreement->rules;
    char cell[16];
    by_json_object(json, name);
    report_player(json, &agreement->count, 0);
    report_player(json, &agreement->count, 1);
    by_report_score(json, "komi", rules, rules->komi);
    by_json_array(json, "dead");
    for (int p = 0; p < agreement->points; p++) {
        struct by_text text = by_text_over(cell, sizeof cell);
        if (!agreement->dead[p])
            continue;
        by_cells_name(&agreement->cells, p, &text);
        by_json_text(json, NULL, cell);
    }
    by_json_end_array(json);
    by_json_end_object(json);
}
