/* team.c: see team.h. */
#include "games/go/team.h"

#include "base/zobrist.h"
#include "games/go/ladder.h"
#include "games/grid.h"

#include <stdlib.h>
#include <string.h>

#define SALT UINT64_C(0x676f7465)

/* A ladder from corner to corner of a 19x19 board takes about as many; in a fight there is no end to them. */
#define LADDER_NODES 40

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

static void fill_ground(struct by_go_scene *s)
{
    memset(s->ground, BY_GROUND_OFF, (size_t)(s->size + 2 * BY_GO_REACH) * BY_GO_GROUND);
    for (int y = 0; y < s->size; y++) {
        const uint8_t *cell = s->view.cell + (size_t)y * (size_t)s->size;
        uint8_t *ground = s->ground + by_go_ground_of(0, y);
        for (int x = 0; x < s->size; x++)
            ground[x] = (uint8_t)(cell[x] == BY_GO_EMPTY         ? BY_GROUND_EMPTY
                                  : cell[x] == s->view.head.side ? BY_GROUND_OWN
                                                                 : BY_GROUND_THEIRS);
    }
}

/* A chain of the side to move with one liberty moves itself; with two it is asked what happens if it does
 * not. One of the opponent's with one liberty is asked whether saving it would be of use. */
void by_go_scene_look(const struct by_rules *rules, const void *position, struct by_go_scene *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    shape->kind->look(rules, position, &out->view);
    out->size = shape->size;
    out->count = 0;
    fill_ground(out);
    memset(out->string_of, -1, (size_t)shape->points * sizeof *out->string_of);
    for (int i = 0; i < shape->points; i++) {
        if (out->view.cell[i] == BY_GO_EMPTY || out->string_of[i] >= 0)
            continue;
        follow(out, i);
        struct by_go_string *string = out->string + out->count - 1;
        string->caught =
            string->liberties <= 2 &&
            by_go_read_ladder_within(shape->size, out->view.cell, i, LADDER_NODES) == BY_GO_CAUGHT;
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

static int distance_to(const struct by_go_scene *s, int x, int y, int other)
{
    if (other < 0)
        return 0;
    int dx = abs(x - other % s->size), dy = abs(y - other / s->size);
    int distance = dx + dy + (dx > dy ? dx : dy) - 1;
    return distance < 1 ? 1 : distance > 16 ? 16 : distance;
}

static int line_of(int size, int x, int y)
{
    int from_x = x < size - 1 - x ? x : size - 1 - x, from_y = y < size - 1 - y ? y : size - 1 - y;
    int line = (from_x < from_y ? from_x : from_y) + 1;
    return line <= 5 ? line : 0;
}

static bool is_stone(uint8_t ground)
{
    return ground == BY_GROUND_OWN || ground == BY_GROUND_THEIRS;
}

static bool is_alone(const uint8_t *at)
{
    static const int steps[8] = {1,
                                 -1,
                                 BY_GO_GROUND,
                                 -BY_GO_GROUND,
                                 BY_GO_GROUND + 1,
                                 BY_GO_GROUND - 1,
                                 -BY_GO_GROUND + 1,
                                 -BY_GO_GROUND - 1};
    for (int i = 0; i < 8; i++)
        if (is_stone(at[steps[i]]))
            return false;
    return true;
}

/* As struct by_go_kind has it. */
static bool is_eye(const uint8_t *at, const struct beside *b)
{
    int theirs = 0, off = 0;
    if (b->empty || b->their_count)
        return false;
    for (int i = 0; i < 4; i++) {
        uint8_t corner = at[(i & 1 ? 1 : -1) + (i & 2 ? BY_GO_GROUND : -BY_GO_GROUND)];
        off |= corner == BY_GROUND_OFF;
        theirs += corner == BY_GROUND_THEIRS;
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
        for (int state = BY_GROUND_OWN; state <= BY_GROUND_OFF; state++)
            a->key[i][state][s] =
                (uint32_t)(by_zobrist(SALT, (uint64_t)((y * 21 + x) * 8 + state - 1)) >> 32);
        for (int marks = 0; marks < 2 && i < 4; marks++)
            a->mark[i][marks][s] =
                (uint32_t)(by_zobrist(SALT, (uint64_t)((y * 21 + x) * 8 + 4 + marks)) >> 32);
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
                around->step[count] = (int16_t)(dy * BY_GO_GROUND + dx);
                fill_keys(around, count++);
            }
        }
        while (level < BY_GO_LEVELS && level_distance[level] == distance)
            around->end[level++] = count;
    }
}

static inline void add_key(uint32_t *restrict sum, const uint32_t *restrict key)
{
    for (int s = 0; s < 8; s++)
        sum[s] ^= key[s];
}

static uint32_t least_of(const uint32_t *sum, int level)
{
    uint32_t least = sum[0];
    for (int s = 1; s < 8; s++)
        least = sum[s] < least ? sum[s] : least;
    uint64_t key = ((uint64_t)least << 8 ^ (uint64_t)(level + 1)) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(key >> 32) | 1;
}

static void add_marks(const struct by_go_scene *s, const struct by_go_around *a, int point,
                      const uint8_t *at, uint32_t *sum)
{
    for (int i = 0; i < 4; i++) {
        if (!is_stone(at[a->step[i]]))
            continue;
        const struct by_go_string *string =
            s->string + s->string_of[point + a->dy[i] * s->size + a->dx[i]];
        if (string->liberties <= 2)
            add_key(sum, a->mark[i][string->liberties - 1]);
    }
}

void by_go_pattern_begin(const struct by_go_scene *scene, by_move move,
                         struct by_go_pattern *pattern)
{
    *pattern = (struct by_go_pattern){
        .point = (int)move,
        .at = scene->ground + by_go_ground_of((int)move % scene->size, (int)move / scene->size)};
}

uint32_t by_go_pattern_grow(const struct by_go_scene *scene, const struct by_go_around *around,
                            struct by_go_pattern *pattern)
{
    uint32_t sum[8];
    int level = pattern->level++;
    memcpy(sum, pattern->sum, sizeof sum);
    for (int i = level ? around->end[level - 1] : 0; i < around->end[level]; i++)
        add_key(sum, around->key[i][pattern->at[around->step[i]]]);
    if (level == 1)
        add_marks(scene, around, pattern->point, pattern->at, sum);
    memcpy(pattern->sum, sum, sizeof sum);
    return least_of(sum, level);
}

/* --- all ----------------------------------------------------------------------------- */

bool by_go_team_values(const struct by_go_scene *scene, by_move move, uint8_t *value)
{
    struct beside b;
    int size = scene->size, stones, x = (int)move % size, y = (int)move / size;
    const uint8_t *at = scene->ground + by_go_ground_of(x, y);
    memset(value, 0, BY_TEAM_GROUPS);
    if (move == size * size) {
        value[BY_TEAM_PASSING] = scene->view.head.passes ? 2 : 1;
        return false;
    }
    look_beside(scene, move, &b);
    value[BY_TEAM_CAPTURE] = (uint8_t)capture_of(scene, &b);
    if (!value[BY_TEAM_CAPTURE] && breaths_of(scene, &b, move, &stones) < 2)
        value[BY_TEAM_SELF] = stones == 1 ? 1 : stones <= 4 ? 2 : 3;
    look_at_own(scene, &b, value);
    look_at_theirs(scene, &b, value);
    value[BY_TEAM_EYE] = is_eye(at, &b);
    value[BY_TEAM_ALONE] = is_alone(at);
    value[BY_TEAM_LAST] = (uint8_t)distance_to(scene, x, y, scene->view.head.last - 1);
    value[BY_TEAM_BEFORE] = (uint8_t)distance_to(scene, x, y, scene->view.head.before - 1);
    value[BY_TEAM_LINE] = (uint8_t)line_of(size, x, y);
    return true;
}

void by_go_team_of(const struct by_go_scene *scene, const struct by_go_around *around, by_move move,
                   struct by_go_team *out)
{
    struct by_go_pattern pattern;
    memset(out, 0, sizeof *out);
    if (!by_go_team_values(scene, move, out->value))
        return;
    by_go_pattern_begin(scene, move, &pattern);
    for (int level = 0; level < BY_GO_LEVELS; level++)
        out->key[level] = by_go_pattern_grow(scene, around, &pattern);
}
