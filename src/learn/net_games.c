/* net_games.c: see net_games.h. */
#include "learn/net_games.h"

#include "base/thread.h"
#include "learn/net_tree.h"

#include <stdlib.h>
#include <string.h>

#define CLEAR       0.96F /* the game is clear when a chance is beyond it, or beyond 1 less it */
#define CLEAR_PART  0.25  /* of `full_share` when it is */
#define PASS_COSTS  0.006F
#define SPARE       16 /* nodes beyond the visits of a search: what is kept from the one before */
#define ALIGNMENT   64 /* of positions */
#define THREADS_MAX 64
#define NONE        (-1)

struct game {
    const struct by_rules *rules; /* NULL: it has not begun */
    struct by_rng rng;
    struct by_net_tree tree;
    int waiting; /* the node that is asked about, or NONE */
    int target;  /* visits of this search; 0: it has not begun */
    bool full, clear;
    int opening, ply;        /* plies still to be drawn from the policy; plies played */
    unsigned char *position; /* the root's */
    uint8_t *records;
    int32_t *side_of; /* of each record: who was to move */
    int record_count;
    struct by_net_score score; /* since it was gathered */
    int finished;              /* records of a game that has ended since */
};

struct by_net_games {
    struct by_net_plan plan;
    const struct by_rules *rules; /* one of them: what they have in common */
    struct game *game;
    size_t record_size;
    struct by_mutex lock; /* of what follows */
    uint8_t *done;        /* finished records */
    size_t done_size, done_room;
    struct by_net_score score;
};

/* A thread's own room. */
struct desk {
    struct by_net_games *all;
    uint8_t *planes, *policy;
};

/* What a step is given and gives, of all games. */
struct talk {
    const float *policy, *value, *lead;
    uint8_t *planes;
};

/* --- a search ---------------------------------------------------------------------------- */

static struct by_net_node *root_of(const struct game *g)
{
    return by_net_tree_at(&g->tree, 0);
}

/* The root has been answered. */
static void begin_search(const struct by_net_games *all, struct game *g)
{
    const struct by_net_plan *plan = &all->plan;
    int visits = root_of(g)->visits, most = g->tree.room - 2;
    double share = g->clear ? CLEAR_PART * plan->full_share : plan->full_share;
    g->full = by_rng_unit(&g->rng) < share;
    g->target = g->full ? plan->full : plan->fast;
    if (g->target < visits + 2) /* most of it was kept: still it looks a little */
        g->target = visits + 2;
    if (g->target > most)
        g->target = most;
    if (g->full)
        by_net_tree_add_noise(&g->tree, &g->rng);
}

/* --- a move ------------------------------------------------------------------------------ */

static int most_visited(const struct by_net_branch *branch, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (branch[i].visits > branch[best].visits)
            best = i;
    return best;
}

static int draw(struct game *g, const struct by_net_branch *branch, int count, bool by_prior)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += by_prior ? (double)branch[i].prior : (double)branch[i].visits;
    double left = sum * by_rng_unit(&g->rng);
    for (int i = 0; i < count; i++) {
        left -= by_prior ? (double)branch[i].prior : (double)branch[i].visits;
        if (left < 0)
            return i;
    }
    return count - 1;
}

/* The pass is the last action. */
static int pass_of(const struct game *g, const struct by_net_branch *branch, int count)
{
    for (int i = 0; i < count; i++)
        if (branch[i].move == g->rules->action_count - 1)
            return i;
    return NONE;
}

/* What a pass is worth, where that is known; else less than anything. */
static float value_of_pass(const struct game *g, const struct by_net_branch *pass)
{
    if (pass->node == BY_NET_NO_NODE)
        return -1;
    const struct by_net_node *node = by_net_tree_at(&g->tree, pass->node);
    return node->over ? 1 - node->u : pass->visits > 0 ? pass->sum / (float)pass->visits : -1;
}

static int decide(const struct by_net_games *all, struct game *g)
{
    struct by_net_node *root = root_of(g);
    const struct by_net_branch *branch = by_net_tree_branches(&g->tree, root);
    if (g->opening > 0)
        return draw(g, branch, root->count, true);
    if (g->ply < all->plan.drawn)
        return draw(g, branch, root->count, false);
    int best = most_visited(branch, root->count), pass = pass_of(g, branch, root->count);
    if (!g->clear || pass == NONE || branch[best].visits == 0)
        return best;
    float value = branch[best].sum / (float)branch[best].visits;
    return value_of_pass(g, &branch[pass]) >= value - PASS_COSTS ? pass : best;
}

static float chance_at(const struct by_net_node *node)
{
    return node->chances / (float)node->visits;
}

/* A record of the root, but for how the game will end. */
static void note(struct desk *d, struct game *g)
{
    struct by_net_games *all = d->all;
    struct by_net_node *root = root_of(g);
    const struct by_net_branch *branch = by_net_tree_branches(&g->tree, root);
    int sum = 0;
    for (int i = 0; i < root->count; i++)
        sum += branch[i].visits;
    memset(d->policy, 0, (size_t)all->rules->action_count);
    for (int i = 0; i < root->count && sum > 0; i++)
        d->policy[branch[i].move] = (uint8_t)((branch[i].visits * UINT8_MAX + sum / 2) / sum);
    by_net_record_begin(g->rules, g->position, d->policy, chance_at(root), d->planes,
                        g->records + (size_t)g->record_count * all->record_size);
    g->side_of[g->record_count++] = root->side;
}

/* --- a game ------------------------------------------------------------------------------ */

static void begin_game(const struct by_net_games *all, struct game *g)
{
    const struct by_net_plan *plan = &all->plan;
    g->rules = plan->rules[by_rng_below(&g->rng, (uint32_t)plan->rules_count)];
    memcpy(g->position, g->rules->start, g->rules->position_size);
    g->opening = 0;
    double stays = plan->opening / (1.0 + plan->opening);
    while (by_rng_unit(&g->rng) < stays)
        g->opening++;
    g->ply = g->record_count = 0;
    g->clear = false;
    by_net_tree_plant(&g->tree, g->rules, g->position);
    g->target = 0;
}

/* The next game notes nothing before its first question has been answered: until then these records stay. */
static void end_game(const struct by_net_games *all, struct game *g)
{
    struct by_net_ending ending;
    by_net_ending_count(g->rules, g->position, &ending);
    for (int i = 0; i < g->record_count; i++)
        by_net_record_end(g->rules, g->side_of[i], &ending,
                          g->records + (size_t)i * all->record_size);
    g->finished = g->record_count;
    g->score.games++;
    g->score.plies += (uint64_t)g->ply;
    g->score.won += (double)ending.won;
    begin_game(all, g);
}

static void play(struct desk *d, struct game *g)
{
    struct by_net_games *all = d->all;
    struct by_net_node *root = root_of(g);
    float chance = chance_at(root);
    if (g->opening == 0 && g->full)
        note(d, g);
    g->clear = chance > CLEAR || chance < 1 - CLEAR;
    const struct by_net_branch *branch = by_net_tree_branches(&g->tree, root) + decide(all, g);
    g->rules->game->play(g->rules, g->position, branch->move, NULL);
    g->opening -= g->opening > 0;
    g->ply++;
    g->target = 0;
    if (g->ply >= all->plan.plies_max || g->rules->game->over(g->rules, g->position))
        end_game(all, g);
    else if (branch->node != BY_NET_NO_NODE)
        by_net_tree_keep(&g->tree, branch);
    else
        by_net_tree_plant(&g->tree, g->rules, g->position);
}

/* To the next question. */
static void go_on(struct desk *d, struct game *g)
{
    for (;;) {
        struct by_net_node *root = root_of(g);
        if (root->asked && g->target == 0 && g->opening == 0)
            begin_search(d->all, g);
        if (root->asked && root->visits >= g->target) {
            play(d, g);
            continue;
        }
        g->waiting = by_net_tree_descend(&g->tree);
        struct by_net_node *leaf = by_net_tree_at(&g->tree, g->waiting);
        if (!leaf->over)
            return;
        by_net_tree_back_up(&g->tree, leaf);
    }
}

/* --- a step ------------------------------------------------------------------------------ */

static void take_answer(struct game *g, const struct talk *talk, int index)
{
    struct by_net_node *leaf = by_net_tree_at(&g->tree, g->waiting);
    by_net_tree_answer(&g->tree, leaf,
                       talk->policy + (size_t)index * (size_t)g->rules->action_count,
                       talk->value[index], talk->lead[index]);
    by_net_tree_back_up(&g->tree, leaf);
    g->score.evaluations++;
}

/* Without memory nothing happens: the same is asked again. */
static void step_games(struct by_net_games *all, int first, int count, const struct talk *talk)
{
    const struct by_rules *rules = all->rules;
    size_t bytes = (size_t)(rules->width * rules->height) * (size_t)rules->game->plane_count;
    struct desk d = {
        .all = all, .planes = malloc(bytes), .policy = malloc((size_t)rules->action_count)};
    for (int i = first; d.planes && d.policy && i < first + count; i++) {
        struct game *g = &all->game[i];
        if (!g->rules)
            begin_game(all, g);
        if (g->waiting != NONE)
            take_answer(g, talk, i);
        go_on(&d, g);
        rules->game->planes(g->rules, by_net_tree_position(by_net_tree_at(&g->tree, g->waiting)),
                            talk->planes + (size_t)i * bytes);
    }
    free(d.planes);
    free(d.policy);
}

/* A game that there is no memory for is lost, and nothing else. */
static void put_away(struct by_net_games *all, const uint8_t *records, size_t size)
{
    if (size == 0)
        return;
    if (all->done_size + size > all->done_room) {
        size_t room = 2 * all->done_room + size;
        uint8_t *more = realloc(all->done, room);
        if (!more)
            return;
        all->done = more;
        all->done_room = room;
    }
    memcpy(all->done + all->done_size, records, size);
    all->done_size += size;
}

/* In the order of the games: the same records whoever stepped them. */
static void gather(struct by_net_games *all, int first, int count)
{
    by_mutex_lock(&all->lock);
    for (struct game *g = all->game + first; g < all->game + first + count; g++) {
        put_away(all, g->records, (size_t)g->finished * all->record_size);
        all->score.games += g->score.games;
        all->score.plies += g->score.plies;
        all->score.evaluations += g->score.evaluations;
        all->score.won += g->score.won;
        g->score = (struct by_net_score){0};
        g->finished = 0;
    }
    by_mutex_unlock(&all->lock);
}

void by_net_games_step(struct by_net_games *all, int first, int count, const float *policy,
                       const float *value, const float *lead, uint8_t *planes)
{
    step_games(all, first, count, &(struct talk){policy, value, lead, planes});
    gather(all, first, count);
}

/* --- threads -------------------------------------------------------------------------------- */

struct share {
    struct by_thread thread;
    bool started;
    struct by_net_games *all;
    int first, count;
    const struct talk *talk;
};

static void step_share(void *context)
{
    const struct share *s = context;
    step_games(s->all, s->first, s->count, s->talk);
}

void by_net_games_step_all(struct by_net_games *all, int threads, const float *policy,
                           const float *value, const float *lead, uint8_t *planes)
{
    struct share share[THREADS_MAX] = {{.count = 0}};
    const struct talk talk = {policy, value, lead, planes};
    int games = all->plan.games;
    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    for (int t = 0; t < threads; t++) {
        int first = games * t / threads, end = games * (t + 1) / threads;
        share[t] = (struct share){.all = all, .first = first, .count = end - first, .talk = &talk};
        share[t].started = t > 0 && by_thread_start(&share[t].thread, 0, step_share, &share[t]);
        if (t > 0 && !share[t].started)
            step_share(&share[t]);
    }
    step_share(&share[0]);
    for (int t = 1; t < threads; t++)
        if (share[t].started)
            by_thread_join(&share[t].thread);
    gather(all, 0, games);
}

/* --- opening and closing ----------------------------------------------------------------------- */

static bool open_game(struct by_net_games *all, struct game *g, int index)
{
    const struct by_net_plan *plan = &all->plan;
    size_t bytes = (all->rules->position_size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    int nodes = (plan->full > plan->fast ? plan->full : plan->fast) + SPARE;
    g->position = aligned_alloc(ALIGNMENT, bytes);
    g->records = calloc((size_t)plan->plies_max, all->record_size);
    g->side_of = calloc((size_t)plan->plies_max, sizeof *g->side_of);
    g->waiting = NONE;
    by_rng_init(&g->rng, plan->seed, (uint64_t)index);
    return by_net_tree_open(&g->tree, all->rules, nodes) && g->position && g->records && g->side_of;
}

static enum by_status open_games(struct by_net_games *all, struct by_error *err)
{
    size_t games = (size_t)all->plan.games;
    all->record_size = by_net_record_size(all->rules);
    all->game = calloc(games, sizeof *all->game);
    bool whole = all->game;
    for (int i = 0; whole && i < all->plan.games; i++)
        whole = open_game(all, &all->game[i], i);
    return whole ? BY_OK : by_fail_memory(err, games * sizeof *all->game);
}

enum by_status by_net_games_open(const struct by_net_plan *plan, struct by_net_games **out,
                                 struct by_error *err)
{
    *out = NULL;
    enum by_status status = by_net_record_check(plan->rules[0], err);
    if (status != BY_OK)
        return status;
    struct by_net_games *all = calloc(1, sizeof *all);
    if (!all)
        return by_fail_memory(err, sizeof *all);
    all->plan = *plan;
    all->rules = plan->rules[0];
    if (!by_mutex_open(&all->lock)) {
        free(all);
        return by_fail(err, BY_FAILED, "there is no lock to be had");
    }
    status = open_games(all, err);
    if (status == BY_OK)
        *out = all;
    else
        by_net_games_close(all);
    return status;
}

void by_net_games_close(struct by_net_games *all)
{
    if (!all)
        return;
    for (int i = 0; all->game && i < all->plan.games; i++) {
        struct game *g = &all->game[i];
        by_net_tree_close(&g->tree);
        free(g->position);
        free(g->records);
        free(g->side_of);
    }
    by_mutex_close(&all->lock);
    free(all->game);
    free(all->done);
    free(all);
}

size_t by_net_games_take(struct by_net_games *all, uint8_t *out, size_t room)
{
    by_mutex_lock(&all->lock);
    size_t size = all->done_size < room ? all->done_size : room;
    size = size / all->record_size * all->record_size;
    if (size > 0) {
        memcpy(out, all->done, size);
        memmove(all->done, all->done + size, all->done_size - size);
        all->done_size -= size;
    }
    by_mutex_unlock(&all->lock);
    return size;
}

struct by_net_score by_net_games_score(struct by_net_games *all)
{
    by_mutex_lock(&all->lock);
    struct by_net_score score = all->score;
    by_mutex_unlock(&all->lock);
    return score;
}
