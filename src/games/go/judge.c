/* judge.c: what a position is worth when both sides stop now.
 *
 * Playouts tell who will own each point. A chain whose points mostly become the opponent's is dead.
 * What is small enough to be read (life.h) is known better than that. Without the dead stones
 * the board is counted by the rules. */
#include "games/go/life.h"

#include <stdlib.h>
#include <string.h>

/* A point is settled when so much of it belongs to one side; a chain is dead, or undecided, when
 * it keeps no more of itself than this. Uniform playouts kill a living chain now and then, hence
 * not nearer to one. */
#define SETTLED   0.85
#define DEAD      (-0.1)
#define UNDECIDED 0.1

/* A stone alone in somebody's territory often lives in playouts: one that keeps no more than this is
 * dead where the empty points around it are the opponent's by so much. */
#define DOUBTFUL 0.5
#define FOREIGN  (-0.15)

/* While a game goes on a point is his who has so much of it. */
#define LEANING 0.25

/* Where more points than these are open, the middle of the game is not over and nobody reads; and
 * how much is read of each region, before a move and when somebody asks for the end. */
#define OPEN_MAX     24
#define NODES_BRIEF  20000
#define NODES_ENOUGH 200000

struct bench {
    unsigned char *position;
    by_move *scratch;
    struct by_go_view view;
};

/* The position as it is when nobody has passed. */
static void set_up(const struct by_rules *rules, const void *position, unsigned char *out)
{
    memcpy(out, position, rules->position_size);
    rules->game->resume(rules, out);
}

/* Whether so many points are so contested after `done` playouts that neither the rest nor reading
 * can settle them. */
static bool is_open(const struct by_verdict *sums, int done, int playouts)
{
    int open = 0;
    for (int p = 0; p < sums->points; p++) {
        double size = sums->owner[p] < 0 ? -sums->owner[p] : sums->owner[p];
        open += size + (playouts - done) < SETTLED * playouts;
    }
    return open > OPEN_MAX;
}

/* False: it was broken off, the position being open. */
static bool play_out(const struct by_rules *rules, const void *position,
                     const struct by_judging *how, struct bench *bench, struct by_verdict *out)
{
    const struct by_policy *policy = by_policy_find(rules, "tactical");
    int8_t owner[BY_GO_POINTS_MAX];
    struct by_rng rng;
    int done = 0;
    bool open = false;
    by_rng_init(&rng, how->seed, 0);
    if (!policy)
        policy = by_policy_find(rules, NULL);
    while (done < how->playouts && !open) {
        struct by_playout game = {.scratch = bench->scratch, .owner = owner};
        set_up(rules, position, bench->position);
        policy->run(rules, bench->position, &rng, &game);
        for (int p = 0; p < out->points; p++)
            out->owner[p] += owner[p];
        done++;
        open = how->brief && is_open(out, done, how->playouts);
    }
    for (int p = 0; p < out->points; p++)
        out->owner[p] /= done;
    return !open;
}

static double mean_of(const struct by_verdict *verdict, const int16_t *points, int count,
                      int colour)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += verdict->owner[points[i]];
    return count == 0 ? 0 : (colour == BY_GO_BLACK ? sum : -sum) / count;
}

/* What the owner of a chain has of the empty points that it looks upon. */
static double mean_around(int size, const uint8_t *cell, const struct by_verdict *verdict,
                          const int16_t *chain, int count)
{
    bool seen[BY_GO_POINTS_MAX] = {false};
    int16_t space[BY_GO_POINTS_MAX];
    int spaces = 0;
    for (int i = 0; i < count; i++) {
        int near[4], nears = by_go_neighbours(size, chain[i], near);
        for (int j = 0; j < nears; j++)
            if (cell[near[j]] == BY_GO_EMPTY && !seen[near[j]])
                spaces += by_go_connected(size, cell, near[j], seen, space + spaces);
    }
    return mean_of(verdict, space, spaces, cell[chain[0]]);
}

/* Which stones are dead, or undecided. */
static void find_dead(int size, const uint8_t *cell, struct by_verdict *out)
{
    bool seen[BY_GO_POINTS_MAX] = {false};
    int16_t chain[BY_GO_POINTS_MAX];
    for (int p = 0; p < out->points; p++) {
        if (seen[p] || cell[p] == BY_GO_EMPTY)
            continue;
        int count = by_go_connected(size, cell, p, seen, chain);
        double kept = mean_of(out, chain, count, cell[p]);
        bool dead = kept < DEAD ||
                    (kept < DOUBTFUL && mean_around(size, cell, out, chain, count) < FOREIGN);
        for (int i = 0; i < count; i++) {
            out->dead[chain[i]] = dead;
            out->seki[chain[i]] = !dead && kept < UNDECIDED;
        }
    }
}

/* The points that manners ask about, for the side to move. */
static void find_points(const struct by_rules *rules, const void *position, const uint8_t *cell,
                        struct by_verdict *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    int side = by_go_side(rules, position);
    for (int p = 0; p < out->points; p++) {
        int near[4], nears = by_go_neighbours(shape->size, p, near);
        if (cell[p] != BY_GO_EMPTY)
            continue;
        out->own_eye[p] = shape->kind->eye(rules, position, p, side);
        for (int i = 0; i < nears; i++)
            out->cleans_up[p] |= out->dead[near[i]] && cell[near[i]] != side;
    }
}

/* Whether somebody owns the point, or nobody will: it makes no difference who moves first. */
static bool is_settled(const struct by_verdict *verdict, const struct by_go_life *life, int p)
{
    return life->known[p] ||
           (!life->contested[p] && (verdict->owner[p] >= SETTLED || verdict->owner[p] <= -SETTLED));
}

/* A chain in atari that was not read is open, with its last liberty, unless it is dead: playouts hardly ever fill
 * what looks like an eye, and so do not see that it can be taken. */
static void open_ataris(int size, const uint8_t *cell, const struct by_go_life *life,
                        struct by_verdict *out)
{
    bool seen[BY_GO_POINTS_MAX] = {false};
    int16_t chain[BY_GO_POINTS_MAX];
    for (int p = 0; p < out->points; p++) {
        if (seen[p] || cell[p] == BY_GO_EMPTY)
            continue;
        int count = by_go_connected(size, cell, p, seen, chain), liberty = -1;
        bool atari = !out->dead[p] && !life->known[p];
        for (int i = 0; i < count && atari; i++) {
            int near[4], nears = by_go_neighbours(size, chain[i], near);
            for (int j = 0; j < nears; j++)
                if (cell[near[j]] == BY_GO_EMPTY && near[j] != liberty) {
                    atari = liberty < 0;
                    liberty = near[j];
                }
        }
        for (int i = 0; i < count && atari; i++)
            out->open[chain[i]] = true;
        if (atari)
            out->open[liberty] = true;
    }
}

/* Empty points that nobody is counted are neutral, and are to be played, unless they keep stones in seki. */
static void open_neutral(int size, const uint8_t *cell, const struct by_counted *count,
                         struct by_verdict *out)
{
    bool seen[BY_GO_POINTS_MAX] = {false};
    int16_t space[BY_GO_POINTS_MAX];
    for (int p = 0; p < out->points; p++) {
        if (seen[p] || cell[p] != BY_GO_EMPTY || count->owner[p] != 0)
            continue;
        int points = by_go_connected(size, cell, p, seen, space);
        bool seki = false;
        for (int i = 0; i < points; i++) {
            int near[4], nears = by_go_neighbours(size, space[i], near);
            for (int j = 0; j < nears; j++)
                seki |= out->seki[near[j]];
        }
        for (int i = 0; i < points; i++)
            out->open[space[i]] |= !seki;
    }
}

/* Who has clearly more of a point: 1, -1, or 0. */
static int leaning(double owner)
{
    return owner >= LEANING ? 1 : owner <= -LEANING ? -1 : 0;
}

/* Whether all points are settled, and the lead: as it is, and as open points can make it. A point that is not counted as
 * the owners have it is worth a move. */
static void see_through(const struct by_go_shape *shape, const uint8_t *cell,
                        const struct by_go_life *life, const struct by_counted *count,
                        struct by_verdict *out)
{
    out->settled = true;
    out->lead = out->least = out->most = -shape->komi / 2.0;
    for (int p = 0; p < out->points; p++)
        out->open[p] = !is_settled(out, life, p) || count->owner[p] != leaning(out->owner[p]);
    open_ataris(shape->size, cell, life, out);
    open_neutral(shape->size, cell, count, out);
    for (int p = 0; p < out->points; p++) {
        out->settled &= !out->open[p];
        out->lead += out->owner[p];
        out->least += out->open[p] ? -1 : leaning(out->owner[p]);
        out->most += out->open[p] ? 1 : leaning(out->owner[p]);
    }
}

/* A game that goes on, by the owners: a point is his who will have it clearly more often, and nobody's where
 * that is open. Where territory is counted a living stone is worth nothing, and a dead one two points. */
static int32_t estimate(const struct by_go_shape *shape, const struct bench *bench,
                        const struct by_verdict *verdict)
{
    const struct by_go_head *head = &bench->view.head;
    bool territory = shape->scoring == BY_GO_TERRITORY;
    int points = territory ? head->captures[0] - head->captures[1] : 0;
    for (int p = 0; p < verdict->points; p++) {
        int cell = bench->view.cell[p];
        points += leaning(verdict->owner[p]);
        if (territory && cell != BY_GO_EMPTY)
            points -= cell == BY_GO_BLACK ? 1 : -1;
    }
    return 2 * points - shape->komi;
}

/* Both counts, and what stands beside them. */
static void count_up(const struct by_go_shape *shape, const struct bench *bench,
                     const struct by_go_life *life, struct by_verdict *out)
{
    const struct by_verdict alive = {.points = out->points};
    struct by_counted count;
    by_go_count_board(shape, &bench->view, alive.dead, alive.seki, &count);
    out->passed = count.result;
    by_go_count_board(shape, &bench->view, out->dead, alive.seki, &count);
    see_through(shape, bench->view.cell, life, &count, out);
    by_go_count_board(shape, &bench->view, out->dead, out->seki, &count);
    bool goes_on = bench->view.head.passes < 2 && !out->settled;
    out->counted = goes_on ? estimate(shape, bench, out) : count.result;
    out->offered = bench->view.head.passes == 1;
    out->filling_costs = shape->scoring == BY_GO_TERRITORY;
    for (int p = 0; p < out->points; p++)
        if (out->dead[p])
            out->dead_stones[bench->view.cell[p]]++;
}

bool by_go_judge(const struct by_rules *rules, const void *position, const struct by_judging *how,
                 struct by_verdict *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct bench bench = {malloc(rules->position_size),
                          calloc((size_t)rules->max_moves, sizeof(by_move)),
                          {{0}, {0}}};
    bool ready = bench.position && bench.scratch;
    if (ready) {
        memset(out, 0, sizeof *out);
        out->points = out->pass = shape->points;
        shape->kind->look(rules, position, &bench.view);
        struct by_go_life life = {.owner = out->owner,
                                  .dead = out->dead,
                                  .seki = out->seki,
                                  .nodes = how->brief ? NODES_BRIEF : NODES_ENOUGH};
        bool played_out = play_out(rules, position, how, &bench, out);
        find_dead(shape->size, bench.view.cell, out);
        if (played_out)
            by_go_read_life(shape, &bench.view, &life);
        find_points(rules, position, bench.view.cell, out);
        count_up(shape, &bench, &life, out);
    }
    free(bench.position);
    free(bench.scratch);
    return ready;
}
