/* count.c: the board counted as players do it: dead stones taken off, seki left alone. */
#include "games/go/go.h"

int by_go_connected(int size, const uint8_t *cell, int start, bool *seen, int16_t *chain)
{
    int count = 1;
    chain[0] = (int16_t)start;
    seen[start] = true;
    for (int i = 0; i < count; i++) {
        int near[4], nears = by_go_neighbours(size, chain[i], near);
        for (int j = 0; j < nears; j++) {
            if (seen[near[j]] || cell[near[j]] != cell[start])
                continue;
            seen[near[j]] = true;
            chain[count++] = (int16_t)near[j];
        }
    }
    return count;
}

int by_go_chain(const struct by_rules *rules, const void *position, int point, int16_t *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view;
    bool seen[BY_GO_POINTS_MAX] = {false};
    shape->kind->look(rules, position, &view);
    if (point < 0 || point >= shape->points || view.cell[point] == BY_GO_EMPTY)
        return 0;
    return by_go_connected(shape->size, view.cell, point, seen, out);
}

/* Whether one of these empty points lies beside a stone that lives without seki. */
static bool beside_living(int size, const uint8_t *cell, const bool *seki, const int16_t *points,
                          int count)
{
    for (int i = 0; i < count; i++) {
        int near[4], nears = by_go_neighbours(size, points[i], near);
        for (int j = 0; j < nears; j++)
            if (cell[near[j]] != BY_GO_EMPTY && !seki[near[j]])
                return true;
    }
    return false;
}

/* Eyes of stones in seki are nobody's territory (Japanese rules, article 8). */
static void leave_seki(int size, const uint8_t *cell, const bool *seki, int8_t *owner)
{
    bool seen[BY_GO_POINTS_MAX] = {false};
    int16_t region[BY_GO_POINTS_MAX];
    for (int p = 0; p < size * size; p++) {
        if (seen[p] || cell[p] != BY_GO_EMPTY)
            continue;
        int count = by_go_connected(size, cell, p, seen, region);
        if (beside_living(size, cell, seki, region, count))
            continue;
        for (int i = 0; i < count; i++)
            owner[region[i]] = 0;
    }
}

/* Takes the dead stones off; `taken` counts what each player has captured by it. */
static void take_dead(int points, const bool *dead, uint8_t *cell, int taken[2])
{
    for (int p = 0; p < points; p++) {
        if (!dead[p] || cell[p] == BY_GO_EMPTY)
            continue;
        taken[cell[p] == BY_GO_BLACK ? 1 : 0]++;
        cell[p] = BY_GO_EMPTY;
    }
}

void by_go_count_board(const struct by_go_shape *shape, const struct by_go_view *view,
                       const bool *dead, const bool *seki, struct by_counted *out)
{
    struct by_go_view clean = *view;
    bool territory = shape->scoring == BY_GO_TERRITORY;
    int prisoners[2] = {view->head.captures[0], view->head.captures[1]};
    *out = (struct by_counted){.part = {{.name = "territory"}, {.name = "stones"}}};
    take_dead(shape->points, dead, clean.cell, prisoners);
    by_go_owners(shape, &clean, out->owner);
    if (territory)
        leave_seki(shape->size, clean.cell, seki, out->owner);
    for (int p = 0; p < shape->points; p++)
        if (out->owner[p] != 0)
            out->part[clean.cell[p] == BY_GO_EMPTY ? 0 : 1].points[out->owner[p] > 0 ? 0 : 1]++;
    for (int side = 0; side < 2 && territory; side++) {
        out->part[1].name = "prisoners";
        out->part[1].points[side] = prisoners[side];
    }
    for (int side = 0; side < 2; side++)
        out->points[side] = out->part[0].points[side] + out->part[1].points[side];
    out->result = 2 * (out->points[0] - out->points[1]) - shape->komi;
}

void by_go_count_up(const struct by_rules *rules, const void *position, const bool *dead,
                    const bool *seki, struct by_counted *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view;
    shape->kind->look(rules, position, &view);
    by_go_count_board(shape, &view, dead, seki, out);
}
