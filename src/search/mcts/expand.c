/* expand.c: a state gets a node: its moves, how strong they are, and in which order they stand. */
#include "search/mcts/core.h"

/* --- priors and order ------------------------------------------------------------------------ */

void by_worker_priors(struct by_worker *w, const void *position, int count)
{
    const struct by_rules *rules = w->core->rules;
    double sum = 0;
    if (w->core->options.net) {
        struct by_opinion opinion = {.prior = w->prior};
        rules->game->opinion(rules, position, w->moves, count, w->opinion, &opinion);
        w->chance = opinion.chance;
        return;
    }
    if (!rules->game->strengths) {
        for (int i = 0; i < count; i++)
            w->prior[i] = 1.0F / (float)count;
        return;
    }
    rules->game->strengths(rules, position, w->moves, count, w->prior);
    for (int i = 0; i < count; i++)
        sum += (double)w->prior[i];
    for (int i = 0; i < count; i++)
        w->prior[i] = (float)((double)w->prior[i] / sum);
}

/* Larger priors first; equals keep their order. Lists are short, and mostly nearly sorted. */
static void sort_by_prior(struct by_worker *w, int count)
{
    for (int i = 1; i < count; i++) {
        float prior = w->prior[i];
        by_move move = w->moves[i];
        int j = i;
        for (; j > 0 && w->prior[j - 1] < prior; j--) {
            w->prior[j] = w->prior[j - 1];
            w->moves[j] = w->moves[j - 1];
        }
        w->prior[j] = prior;
        w->moves[j] = move;
    }
}

void by_worker_shuffle(struct by_worker *w, int count)
{
    bool priors = w->core->tree.prior;
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = by_rng_below(&w->rng, (uint32_t)i + 1);
        by_move move = w->moves[i];
        w->moves[i] = w->moves[j];
        w->moves[j] = move;
        if (priors) {
            float prior = w->prior[i];
            w->prior[i] = w->prior[j];
            w->prior[j] = prior;
        }
    }
    if (priors)
        sort_by_prior(w, count);
}

/* --- expansion ----------------------------------------------------------------------------------- */

static bool came_before(const struct by_worker *w, int depth, uint64_t key)
{
    const struct by_line *line = w->core->job->line;
    for (int i = depth; i > 0; i--)
        if (w->repeats[i] == key)
            return true;
    for (int i = line->count; i >= 0; i--)
        if (line->repeats[i] == key)
            return true;
    return false;
}

/* Leaves out what would bring an earlier position back. */
static int drop_repetitions(struct by_worker *w, int depth, int count)
{
    const struct by_rules *rules = w->core->rules;
    int kept = 0;
    w->repeats[depth] = rules->game->repeat_key(rules, w->position, BY_NO_MOVE);
    for (int i = 0; i < count; i++) {
        uint64_t key = rules->game->repeat_key(rules, w->position, w->moves[i]);
        if (key == 0 || !came_before(w, depth, key))
            w->moves[kept++] = w->moves[i];
    }
    return kept;
}

int by_worker_list(struct by_worker *w, const void *position, bool *partial)
{
    const struct by_core_options *options = &w->core->options;
    const struct by_rules *rules = w->core->rules;
    const struct by_game *game = rules->game;
    *partial = false;
    int urgent = options->forced && game->urgent ? game->urgent(rules, position, w->moves) : 0;
    if (urgent > 0)
        return urgent;
    *partial = options->listing != BY_LIST_ALL;
    if (options->listing == BY_LIST_ACTIVE)
        return game->active(rules, position, w->moves);
    if (options->listing == BY_LIST_RANKED)
        return game->rank(rules, position,
                          options->width < rules->max_moves ? options->width : rules->max_moves,
                          w->moves);
    return game->moves(rules, position, w->moves);
}

static by_link make_node(struct by_worker *w, int depth, uint32_t visits)
{
    struct by_core *core = w->core;
    const struct by_rules *rules = core->rules;
    bool partial;
    int count = by_worker_list(w, w->position, &partial);
    if (core->looks_back)
        count = drop_repetitions(w, depth, count);
    if (core->tree.prior)
        by_worker_priors(w, w->position, count);
    by_worker_shuffle(w, count);
    uint32_t most = by_tree_grow(&core->tree) / 2; /* the tallies below it begin at nothing */
    visits = visits < most ? visits : most;
    by_link made = by_tree_make(&core->tree, w->moves, w->prior, count, visits);
    if (partial && made != BY_LINK_NONE)
        by_tree_node(&core->tree, made)->partial = true;
    if (rules->has_chance && made != BY_LINK_NONE)
        by_tree_node(&core->tree, made)->chance = by_is_chance(rules, w->position);
    return made;
}

static by_link find_or_make(struct by_worker *w, int depth, uint32_t visits)
{
    struct by_core *core = w->core;
    const struct by_rules *rules = core->rules;
    if (!core->transpositions)
        return make_node(w, depth, visits);
    uint64_t key = rules->game->key(rules, w->position);
    by_link link = by_transpositions_find(core->transpositions, key);
    if (link == BY_LINK_NONE) {
        link = make_node(w, depth, visits);
        if (link != BY_LINK_NONE)
            by_transpositions_add(core->transpositions, key, link);
    }
    return link;
}

by_link by_worker_expand(struct by_worker *w, _Atomic uint32_t *link, int depth, uint32_t visits,
                         bool shared)
{
    by_link none = BY_LINK_NONE;
    if (shared && !atomic_compare_exchange_strong(link, &none, BY_LINK_BUSY))
        return BY_LINK_NONE;
    by_link made = find_or_make(w, depth, visits);
    if (made == BY_LINK_NONE)
        atomic_store_explicit(&w->core->full, true, memory_order_relaxed);
    atomic_store_explicit(link, made, memory_order_release);
    if (made != BY_LINK_NONE && by_is_told(w))
        by_tell_expansion(w, made, depth);
    return made;
}
