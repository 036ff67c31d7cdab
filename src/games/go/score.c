/* score.c: who owns what at the end, and the result. */
#include "games/go/go.h"

#include <string.h>

/* One region of empty points. */
struct region {
    uint16_t point[BY_GO_POINTS_MAX];
    int count;
    bool touches[2];
};

/* Collects the region around `start` and the colours it touches. */
static void collect(int size, const uint8_t *cell, bool *seen, int start, struct region *out)
{
    *out = (struct region){.count = 1, .point = {(uint16_t)start}};
    seen[start] = true;
    for (int i = 0; i < out->count; i++) {
        int near[4], count = by_go_neighbours(size, out->point[i], near);
        for (int j = 0; j < count; j++) {
            int next = near[j];
            if (cell[next] != BY_GO_EMPTY) {
                out->touches[cell[next]] = true;
            } else if (!seen[next]) {
                seen[next] = true;
                out->point[out->count++] = (uint16_t)next;
            }
        }
    }
}

void by_go_owners(const struct by_go_shape *shape, const struct by_go_view *view, int8_t *out)
{
    bool seen[BY_GO_POINTS_MAX] = {false};
    struct region region;
    for (int i = 0; i < shape->points; i++) {
        if (view->cell[i] != BY_GO_EMPTY) {
            out[i] = view->cell[i] == BY_GO_BLACK ? 1 : -1;
        } else if (!seen[i]) {
            collect(shape->size, view->cell, seen, i, &region);
            int8_t owner = (int8_t)(region.touches[0] - region.touches[1]);
            for (int j = 0; j < region.count; j++)
                out[region.point[j]] = owner;
        }
    }
}

/* Territory counts empty points and prisoners; at the length cap, where nobody has agreed to
 * stop, the area decides under either rule. */
int32_t by_go_result(const struct by_rules *rules, const void *position)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct by_go_head *head = position;
    struct by_go_view view;
    int8_t owner[BY_GO_POINTS_MAX];
    shape->kind->look(rules, position, &view);
    by_go_owners(shape, &view, owner);
    bool territory = shape->scoring == BY_GO_TERRITORY && head->passes == 2;
    int points = territory ? head->captures[0] - head->captures[1] : 0;
    for (int i = 0; i < shape->points; i++)
        if (!territory || view.cell[i] == BY_GO_EMPTY)
            points += owner[i];
    return 2 * points - shape->komi;
}

void by_go_finish(const struct by_rules *rules, const void *position, struct by_playout *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view;
    out->result = by_go_result(rules, position);
    by_go_count(out->work, BY_GO_RESULT, shape->points);
    if (!out->owner)
        return;
    shape->kind->look(rules, position, &view);
    by_go_owners(shape, &view, out->owner);
}

/* What the board would count now: stones and the regions that only one colour touches. */
static int32_t area(const struct by_rules *rules, const void *position)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_view view;
    int8_t owner[BY_GO_POINTS_MAX] = {0};
    shape->kind->look(rules, position, &view);
    by_go_owners(shape, &view, owner);
    int32_t points = -shape->komi;
    for (int i = 0; i < shape->points; i++)
        points += 2 * owner[i];
    return view.head.side == 0 ? points : -points;
}

const struct by_eval by_go_evals[] = {
    {.name = "area",
     .help = "the area each side would be counted now, in half points, komi included",
     .win = 10000,
     .value = area,
     .terms = by_go_area_terms,
     .counts = "point",
     .unit = 2},
    {0},
};
