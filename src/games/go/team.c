/* team.c: see team.h. */
#include "games/go/team.h"

#include "base/zobrist.h"
#include "games/go/ladder.h"
#include "games/grid.h"

#include <stdlib.h>
#include <string.h>

#define SALT UINT64_C(0x676f7465)

const int by_go_group_values[BY_TEAM_GROUPS] = {
#define BY_GO_GROUP(name, values, words, what) [BY_TEAM_##name] = (values),
#include "games/go/teams.def"
#undef BY_GO_GROUP
};

/* --- the scene --------------------------------------------------------------------- */

static void add_liberty(struct by_go_string *string, int point)
{
    int known = string->liberties;
    for (int i = 0; i < known; i++)
        if (string->liberty[i] == point)
            return;
    if (known < BY_GO_LIBERTIES_KNOWN)
        string->liberty[string->liberties++] = (int16_t)point;
}

static void follow(struct by_go_scene *s, int start)
{
    struct by_go_string *string = s->string + s->count;
    int16_t stack[BY_GO_POINTS_MAX];
    int depth = 0;
    *string = (struct by_go_string){.stones = 1};
    s->string_of[start] = (int16_t)s->count;
    stack[depth++] = (int16_t)start;
    while (depth > 0) {
        int near[4], count = by_go_neighbours(s->size, stack[--depth], near);
        for (int i = 0; i < count; i++) {
            if (s->view.cell[near[i]] == BY_GO_EMPTY) {
                add_liberty(string, near[i]);
            } else if (s->view.cell[near[i]] == s->view.cell[start] && s->string_of[near[i]] < 0) {
                s->string_of[near[i]] = (int16_t)s->count;
                stack[depth++] = (int16_t)near[i];
                string->stones++;
            }
        }
    }
    s->count++;
}

/* A chain of the side to move with one liberty moves itself; with two it is asked what happens if it does
 * not. One of the opponent's with one liberty is asked whether saving it would be of use. */
void by_go_scene_look(const struct by_rules *rules, const void *position, struct by_go_scene *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    shape->kind->look(rules, position, &out->view);
    out->size = shape->size;
    out->count = 0;
    memset(out->string_of, -1, sizeof out->string_of);
    for (int i = 0; i < shape->points; i++) {
        if (out->view.cell[i] == BY_GO_EMPTY || out->string_of[i] >= 0)
            continue;
        follow(out, i);
        struct by_go_string *string = out->string + out->count - 1;
        string->caught = string->liberties <= 2 &&
                         by_go_read_ladder(shape->size, out->view.cell, i) == BY_GO_CAUGHT;
    }
}

/* --- groups ------------------------------------------------------------------------- */

/* The different chains beside a point. */
struct beside {
    int own_count, their_count, empty;
    int own[4], theirs[4];
    int breath[4]; /* the empty ones */
};

static bool has(const int *list, int count, int value)
{
    for (int i = 0; i < count; i++)
        if (list[i] == value)
            return true;
    return false;
}

static void look_beside(const struct by_go_scene *s, int point, struct beside *out)
{
    int near[4], count = by_go_neighbours(s->size, point, near);
    *out = (struct beside){0};
    for (int i = 0; i < count; i++) {
        int colour = s->view.cell[near[i]], string = s->string_of[near[i]];
        if (colour == BY_GO_EMPTY)
            out->breath[out->empty++] = near[i];
        else if (colour == s->view.head.side && !has(out->own, out->own_count, string))
            out->own[out->own_count++] = string;
        else if (colour != s->view.head.side && !has(out->theirs, out->their_count, string))
            out->theirs[out->their_count++] = string;
    }
}

/* Whether a chain of the opponent, which has one liberty, stands beside an own one that has one too. */
static bool frees(const struct by_go_scene *s, int taken)
{
    for (int i = 0; i < s->size * s->size; i++) {
        int near[4], count;
        if (s->string_of[i] != taken)
            continue;
        count = by_go_neighbours(s->size, i, near);
        for (int j = 0; j < count; j++)
            if (s->view.cell[near[j]] == s->view.head.side &&
                s->string[s->string_of[near[j]]].liberties == 1)
                return true;
    }
    return false;
}

static int capture_of(const struct by_go_scene *s, const struct beside *b)
{
    int best = 0, last = s->view.head.last - 1;
    for (int i = 0; i < b->their_count; i++) {
        const struct by_go_string *string = s->string + b->theirs[i];
        if (string->liberties > 1)
            continue;
        int kind = frees(s, b->theirs[i])                            ? 1
                   : last >= 0 && s->string_of[last] == b->theirs[i] ? 2
                   : !string->caught                                 ? 3
                                                                     : 4;
        best = best == 0 || kind < best ? kind : best;
    }
    return best;
}

/* The liberties of the new chain, two at the most, if it takes nothing; and its stones. */
static int breaths_of(const struct by_go_scene *s, const struct beside *b, int point, int *stones)
{
    int found[2], count = 0;
    *stones = 1;
    for (int i = 0; i < b->empty && count < 2; i++)
        found[count++] = b->breath[i];
    for (int i = 0; i < b->own_count; i++) {
        const struct by_go_string *string = s->string + b->own[i];
        *stones += string->stones;
        for (int j = 0; j < string->liberties && count < 2; j++)
            if (string->liberty[j] != point && !has(found, count, string->liberty[j]))
                found[count++] = string->liberty[j];
    }
    return count;
}

/* What it does for own chains: out of atari, out of the reach of ladders, together. */
static void look_at_own(const struct by_go_scene *s, const struct beside *b, uint8_t *value)
{
    bool weak = false;
    for (int i = 0; i < b->own_count; i++) {
        const struct by_go_string *string = s->string + b->own[i];
        int escape = string->liberties == 1 ? (string->caught ? 1 : 2) : 0;
        int defence = string->liberties == 2 ? (string->caught ? 1 : 2) : 0;
        weak |= string->liberties <= 2;
        if (escape > value[BY_TEAM_ESCAPE])
            value[BY_TEAM_ESCAPE] = (uint8_t)escape;
        if (defence && (value[BY_TEAM_DEFENCE] == 0 || defence < value[BY_TEAM_DEFENCE]))
            value[BY_TEAM_DEFENCE] = (uint8_t)defence;
    }
    value[BY_TEAM_JOIN] = (uint8_t)(b->own_count < 2 ? 0 : weak ? 2 : 1);
}

static void look_at_theirs(const struct by_go_scene *s, const struct beside *b, uint8_t *value)
{
    bool ko = s->view.head.ko != BY_GO_NO_POINT;
    for (int i = 0; i < b->their_count; i++) {
        const struct by_go_string *string = s->string + b->theirs[i];
        int chase = string->liberties == 2 ? (string->caught ? 1 : ko ? 2 : 3) : 0;
        if (chase && (value[BY_TEAM_CHASE] == 0 || chase < value[BY_TEAM_CHASE]))
            value[BY_TEAM_CHASE] = (uint8_t)chase;
        value[BY_TEAM_PRESS] |= string->liberties == 3;
    }
}

static int distance_to(int size, int point, int other)
{
    if (other < 0)
        return 0;
    int dx = abs(point % size - other % size), dy = abs(point / size - other / size);
    int distance = dx + dy + (dx > dy ? dx : dy) - 1;
    return distance < 1 ? 1 : distance > 16 ? 16 : distance;
}

static int line_of(int size, int point)
{
    int x = point % size, y = point / size;
    int from_x = x < size - 1 - x ? x : size - 1 - x, from_y = y < size - 1 - y ? y : size - 1 - y;
    int line = (from_x < from_y ? from_x : from_y) + 1;
    return line <= 5 ? line : 0;
}

static int cell_at(const struct by_go_scene *s, int x, int y)
{
    if (x < 0 || y < 0 || x >= s->size || y >= s->size)
        return BY_GO_OFF;
    return s->view.cell[y * s->size + x];
}

static bool is_alone(const struct by_go_scene *s, int point)
{
    int x = point % s->size, y = point / s->size;
    for (int i = 0; i < 9; i++) {
        int colour = cell_at(s, x + i % 3 - 1, y + i / 3 - 1);
        if (colour == BY_GO_BLACK || colour == BY_GO_WHITE)
            return false;
    }
    return true;
}

/* As struct by_go_kind has it. */
static bool is_eye(const struct by_go_scene *s, int point, const struct beside *b)
{
    int x = point % s->size, y = point / s->size, theirs = 0, off = 0;
    if (b->empty || b->their_count)
        return false;
    for (int i = 0; i < 4; i++) {
        int colour = cell_at(s, x + (i & 1 ? 1 : -1), y + (i & 2 ? 1 : -1));
        off |= colour == BY_GO_OFF;
        theirs += colour == !s->view.head.side;
    }
    return theirs + off <= 1;
}

/* --- patterns ------------------------------------------------------------------------- */

static const int level_distance[BY_GO_LEVELS] = {3, 3, 4, 5, 6, 7, 8, 9, 10, 12};

static void fill_keys(struct by_go_around *a, int i)
{
    for (int s = 0; s < 8; s++) {
        int x = a->dx[i] + 10, y = a->dy[i] + 10;
        by_grid_image(21, 21, s, &x, &y);
        for (int state = 0; state < 3; state++)
            a->key[i][state][s] = by_zobrist(SALT, (uint64_t)((y * 21 + x) * 8 + state));
        for (int marks = 0; marks < 2 && i < 4; marks++)
            a->mark[i][marks][s] = by_zobrist(SALT, (uint64_t)((y * 21 + x) * 8 + 4 + marks));
    }
}

void by_go_around_fill(struct by_go_around *around)
{
    int count = 0, level = 0;
    memset(around, 0, sizeof *around);
    for (int distance = 2; distance <= level_distance[BY_GO_LEVELS - 1]; distance++) {
        for (int dy = -8; dy <= 8; dy++) {
            for (int dx = -8; dx <= 8; dx++) {
                int ax = abs(dx), ay = abs(dy);
                if (ax + ay + (ax > ay ? ax : ay) != distance)
                    continue;
                around->dx[count] = (int8_t)dx;
                around->dy[count] = (int8_t)dy;
                fill_keys(around, count++);
            }
        }
        while (level < BY_GO_LEVELS && level_distance[level] == distance)
            around->end[level++] = count;
    }
}

static void add_key(uint64_t *restrict sum, const uint64_t *restrict key)
{
    for (int s = 0; s < 8; s++)
        sum[s] ^= key[s];
}

static uint32_t least_of(const uint64_t *sum, int level)
{
    uint64_t least = sum[0];
    for (int s = 1; s < 8; s++)
        least = sum[s] < least ? sum[s] : least;
    least = (least ^ (uint64_t)(level + 1)) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t key = (uint32_t)(least >> 32);
    return key ? key : 1;
}

static void add_marks(const struct by_go_scene *s, const struct by_go_around *a, int x, int y,
                      uint64_t *sum)
{
    for (int i = 0; i < 4; i++) {
        int colour = cell_at(s, x + a->dx[i], y + a->dy[i]);
        if (colour != BY_GO_BLACK && colour != BY_GO_WHITE)
            continue;
        int string = s->string_of[(y + a->dy[i]) * s->size + x + a->dx[i]];
        if (s->string[string].liberties <= 2)
            add_key(sum, a->mark[i][s->string[string].liberties - 1]);
    }
}

static void find_patterns(const struct by_go_scene *s, const struct by_go_around *a, int point,
                          uint32_t *key)
{
    int x = point % s->size, y = point / s->size, i = 0;
    uint64_t sum[8] = {0};
    for (int level = 0; level < BY_GO_LEVELS; level++) {
        for (; i < a->end[level]; i++) {
            int colour = cell_at(s, x + a->dx[i], y + a->dy[i]);
            if (colour != BY_GO_EMPTY)
                add_key(sum, a->key[i][colour == BY_GO_OFF ? 2 : colour != s->view.head.side]);
        }
        if (level == 1)
            add_marks(s, a, x, y, sum);
        key[level] = least_of(sum, level);
    }
}

/* --- all ----------------------------------------------------------------------------- */

void by_go_team_of(const struct by_go_scene *scene, const struct by_go_around *around, by_move move,
                   struct by_go_team *out)
{
    struct beside b;
    int size = scene->size, stones;
    uint8_t *value = out->value;
    memset(out, 0, sizeof *out);
    if (move == size * size) {
        value[BY_TEAM_PASSING] = scene->view.head.passes ? 2 : 1;
        return;
    }
    look_beside(scene, move, &b);
    value[BY_TEAM_CAPTURE] = (uint8_t)capture_of(scene, &b);
    if (!value[BY_TEAM_CAPTURE] && breaths_of(scene, &b, move, &stones) < 2)
        value[BY_TEAM_SELF] = stones == 1 ? 1 : stones <= 4 ? 2 : 3;
    look_at_own(scene, &b, value);
    look_at_theirs(scene, &b, value);
    value[BY_TEAM_EYE] = is_eye(scene, move, &b);
    value[BY_TEAM_ALONE] = is_alone(scene, move);
    value[BY_TEAM_LAST] = (uint8_t)distance_to(size, move, scene->view.head.last - 1);
    value[BY_TEAM_BEFORE] = (uint8_t)distance_to(size, move, scene->view.head.before - 1);
    value[BY_TEAM_LINE] = (uint8_t)line_of(size, move);
    find_patterns(scene, around, move, out->key);
}
