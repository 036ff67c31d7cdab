/* planes.c: see planes.h. */
#include "games/go/planes.h"
#include "games/go/team.h"

#include <string.h>

struct painter {
    struct by_go_scene scene;
    uint8_t *out;
    int points;
};

static void paint(struct painter *p, int plane, int point, int value)
{
    p->out[point * BY_GO_PLANES + plane] = (uint8_t)value;
}

static void paint_all(struct painter *p, int plane, int value)
{
    for (int i = 0; i < p->points; i++)
        paint(p, plane, i, value);
}

static void paint_stone(struct painter *p, int point)
{
    const struct by_go_string *string = p->scene.string + p->scene.string_of[point];
    bool own = p->scene.view.cell[point] == p->scene.view.head.side;
    paint(p, own ? BY_GO_PLANE_OWN : BY_GO_PLANE_THEIRS, point, BY_GO_FLAG);
    if (string->liberties <= 3)
        paint(p,
              (own ? BY_GO_PLANE_OWN_LIBERTIES : BY_GO_PLANE_THEIR_LIBERTIES) + string->liberties -
                  1,
              point, BY_GO_FLAG);
    if (string->caught)
        paint(p, own ? BY_GO_PLANE_OWN_CAUGHT : BY_GO_PLANE_THEIRS_CAUGHT, point, BY_GO_FLAG);
}

/* Whether a stone of `colour` at an empty point takes nothing and has one liberty then, or none. */
static bool is_self_atari(const struct by_go_scene *s, int point, int colour)
{
    int near[4], count = by_go_neighbours(s->size, point, near), found = BY_GO_NO_POINT;
    for (int i = 0; i < count; i++) {
        int cell = s->view.cell[near[i]];
        if (cell == BY_GO_EMPTY) {
            if (found != BY_GO_NO_POINT && found != near[i])
                return false;
            found = near[i];
            continue;
        }
        const struct by_go_string *string = s->string + s->string_of[near[i]];
        if (cell != colour && string->liberties == 1)
            return false;
        for (int j = 0; cell == colour && j < string->liberties; j++) {
            if (string->liberty[j] == point || string->liberty[j] == found)
                continue;
            if (found != BY_GO_NO_POINT)
                return false;
            found = string->liberty[j];
        }
    }
    return true;
}

static void paint_empty(struct painter *p, int point)
{
    int side = p->scene.view.head.side;
    if (is_self_atari(&p->scene, point, side))
        paint(p, BY_GO_PLANE_SELF_ATARI, point, BY_GO_FLAG);
    if (is_self_atari(&p->scene, point, !side))
        paint(p, BY_GO_PLANE_THEIRS_ATARI, point, BY_GO_FLAG);
}

/* Four units a point, for the side to move. */
static int komi_units(const struct by_go_shape *shape, const struct by_go_head *head)
{
    int halves = shape->komi;
    if (shape->scoring == BY_GO_TERRITORY)
        halves += 2 * (head->captures[1] - head->captures[0]);
    return 2 * (head->side == BY_GO_WHITE ? halves : -halves);
}

/* In what is left of a byte, 63 above and 64 below, there is room for 15 points. */
static int shown(int units)
{
    return units > 63 ? 63 : units < -64 ? -64 : units;
}

float by_go_komi_beyond(const struct by_rules *rules, const void *position)
{
    struct by_go_head head;
    memcpy(&head, position, sizeof head);
    int units = komi_units(by_go_shape_of(rules), &head);
    return (float)(units - shown(units)) / 4;
}

void by_go_planes(const struct by_rules *rules, const void *position, uint8_t *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct painter p = {.out = out, .points = shape->points};
    by_go_scene_look(rules, position, &p.scene);
    const struct by_go_head *head = &p.scene.view.head;
    memset(out, 0, (size_t)shape->points * BY_GO_PLANES);
    for (int i = 0; i < shape->points; i++) {
        paint(&p, BY_GO_PLANE_BOARD, i, BY_GO_FLAG);
        if (p.scene.view.cell[i] == BY_GO_EMPTY)
            paint_empty(&p, i);
        else
            paint_stone(&p, i);
    }
    if (head->ko != BY_GO_NO_POINT)
        paint(&p, BY_GO_PLANE_KO, head->ko, BY_GO_FLAG);
    if (head->last)
        paint(&p, BY_GO_PLANE_LAST, head->last - 1, BY_GO_FLAG);
    if (head->before)
        paint(&p, BY_GO_PLANE_BEFORE, head->before - 1, BY_GO_FLAG);
    if (head->passes)
        paint_all(&p, BY_GO_PLANE_PASSED, BY_GO_FLAG);
    if (head->side == BY_GO_BLACK)
        paint_all(&p, BY_GO_PLANE_FIRST, BY_GO_FLAG);
    paint_all(&p, BY_GO_PLANE_KOMI, BY_GO_FLAG + shown(komi_units(shape, head)));
}
