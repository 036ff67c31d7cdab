/* moves.c: see moves.h. */
#include "learn/moves.h"

#include "base/num.h"
#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A key and how often it was played. */
struct tally {
    uint32_t key, times;
    int level;
};

struct learner {
    const struct by_moves_plan *plan;
    const struct by_move_model *model;
    const struct by_moves_games *games;
    const atomic_bool *stop;
    void *state;
    struct tally *tally; /* a table of a power of two */
    size_t places, used;
    uint32_t *known; /* the keys of the set, in ascending order */
    int known_count;
    by_move *legal;
    int legal_room;
    struct by_bt bt;
};

/* --- games, move by move ------------------------------------------------------------------ */

typedef enum by_status visit_fn(struct learner *l, const struct by_rules *rules,
                                const void *position, by_move move, bool held,
                                struct by_error *err);

static enum by_status walk_game(struct learner *l, const struct by_line *line, int shift, int every,
                                bool held, visit_fn *visit, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < line->count && status == BY_OK; i++)
        if ((i + shift) % every == 0)
            status = visit(l, line->rules, by_line_position_at(line, i), line->moves[i], held, err);
    return status;
}

static bool is_stopped(const struct learner *l)
{
    return l->stop && atomic_load(l->stop);
}

/* All games of a set. Which are held out depends on the seed and their place alone. */
static enum by_status walk(struct learner *l, int set, int every, visit_fn *visit,
                           struct by_error *err)
{
    struct by_rng rng;
    by_rng_init(&rng, l->plan->seed, 0);
    for (int game = 0; !is_stopped(l); game++) {
        const struct by_line *line = NULL;
        enum by_status status = l->games->next(l->games->context, game == 0, &line, err);
        if (status != BY_OK || !line)
            return status;
        bool held = by_rng_unit(&rng) < l->plan->hold_out;
        if (l->model->set(line->rules) == set)
            status = walk_game(l, line, game, every, held, visit, err);
        if (status != BY_OK)
            return status;
    }
    return BY_OK;
}

/* --- patterns ------------------------------------------------------------------------------ */

static struct tally *place_of(struct tally *table, size_t places, uint32_t key)
{
    size_t i = key & (places - 1);
    while (table[i].times && table[i].key != key)
        i = (i + 1) & (places - 1);
    return table + i;
}

static enum by_status make_room(struct learner *l, struct by_error *err)
{
    size_t places = l->places ? 2 * l->places : 65536;
    if (2 * (l->used + BY_MOVE_LEVELS_MAX) < l->places)
        return BY_OK;
    struct tally *table = calloc(places, sizeof *table);
    if (!table)
        return by_fail_memory(err, places * sizeof *table);
    for (size_t i = 0; i < l->places; i++)
        if (l->tally[i].times)
            *place_of(table, places, l->tally[i].key) = l->tally[i];
    free(l->tally);
    l->tally = table;
    l->places = places;
    return BY_OK;
}

static enum by_status count_patterns(struct learner *l, const struct by_rules *rules,
                                     const void *position, by_move move, bool held,
                                     struct by_error *err)
{
    struct by_move_team team;
    enum by_status status = held ? BY_OK : make_room(l, err);
    if (held || status != BY_OK)
        return status;
    l->model->look(l->state, rules, position);
    l->model->team(l->state, move, &team);
    for (int level = 0; level < l->model->levels && team.key[level]; level++) {
        struct tally *tally = place_of(l->tally, l->places, team.key[level]);
        l->used += tally->times == 0;
        *tally = (struct tally){team.key[level], tally->times + 1, level};
    }
    return BY_OK;
}

static int often_first(const void *a, const void *b)
{
    const struct tally *x = a, *y = b;
    if (x->times != y->times)
        return x->times > y->times ? -1 : 1;
    if (x->level != y->level)
        return x->level - y->level;
    return (x->key > y->key) - (x->key < y->key);
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static enum by_status choose_patterns(struct learner *l, struct by_error *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->places; i++)
        if (l->tally[i].times >= (uint32_t)l->plan->seen)
            l->tally[kept++] = l->tally[i];
    if (kept > 0)
        qsort(l->tally, kept, sizeof *l->tally, often_first);
    l->known_count = kept < (size_t)l->plan->patterns ? (int)kept : l->plan->patterns;
    free(l->known);
    l->known = calloc((size_t)l->known_count + 1, sizeof *l->known);
    if (!l->known)
        return by_fail_memory(err, (size_t)l->known_count * sizeof *l->known);
    for (int i = 0; i < l->known_count; i++)
        l->known[i] = l->tally[i].key;
    qsort(l->known, (size_t)l->known_count, sizeof *l->known, ascending);
    free(l->tally);
    l->tally = NULL;
    l->places = l->used = 0;
    return BY_OK;
}

/* The number of the largest that is known, from 1 on; 0: none. What is known was played as often in its smaller
 * forms: those are known, too. */
static uint16_t number_of(const struct learner *l, const uint32_t *key)
{
    uint16_t number = 0;
    for (int level = 0; level < l->model->levels && key[level]; level++) {
        const uint32_t *found =
            bsearch(&key[level], l->known, (size_t)l->known_count, sizeof *l->known, ascending);
        if (!found)
            break;
        number = (uint16_t)(found - l->known + 1);
    }
    return number;
}

/* --- competitions ---------------------------------------------------------------------------- */

static enum by_status enter(struct learner *l, by_move move, struct by_error *err)
{
    struct by_move_team team = {{0}, {0}};
    uint16_t feature[BY_MOVE_GROUPS_MAX + 1];
    l->model->team(l->state, move, &team);
    memcpy(feature, team.value, sizeof team.value);
    feature[l->model->groups] = number_of(l, team.key);
    return by_bt_add(&l->bt, feature, err);
}

static bool make_list(struct learner *l, int room)
{
    if (room <= l->legal_room)
        return true;
    free(l->legal);
    l->legal = malloc((size_t)room * sizeof *l->legal);
    l->legal_room = l->legal ? room : 0;
    return l->legal != NULL;
}

static enum by_status compete(struct learner *l, const struct by_rules *rules, const void *position,
                              by_move move, bool held, struct by_error *err)
{
    if (!make_list(l, rules->max_moves))
        return by_fail_memory(err, (size_t)rules->max_moves * sizeof *l->legal);
    int count = rules->game->moves(rules, position, l->legal);
    l->model->look(l->state, rules, position);
    enum by_status status = by_bt_begin(&l->bt, held, err);
    if (status == BY_OK)
        status = enter(l, move, err);
    for (int i = 0; i < count && status == BY_OK; i++)
        if (l->legal[i] != move)
            status = enter(l, l->legal[i], err);
    return status;
}

/* --- the fit ---------------------------------------------------------------------------------- */

struct telling {
    by_moves_told *told;
    void *context;
    struct by_moves_round round;
};

static void tell(void *context, int round, const struct by_bt_score *fitted,
                 const struct by_bt_score *held)
{
    struct telling *t = context;
    t->round.round = round;
    t->round.fitted = *fitted;
    t->round.held = *held;
    if (t->told)
        t->told(t->context, &t->round);
}

static int16_t whole(double strength, int unit)
{
    double x = floor(by_ln(strength) * unit + 0.5);
    return (int16_t)(!(x > -32000) ? -32000 : x > 32000 ? 32000 : x);
}

static int all_values(const struct by_move_model *model)
{
    int sum = 0;
    for (int g = 0; g < model->groups; g++)
        sum += model->values[g];
    return sum;
}

/* What was learned of a set. Its patterns become those of `out`. */
static enum by_status keep(struct learner *l, struct by_move_strengths *out, struct by_error *err)
{
    const struct by_move_model *model = l->model;
    size_t values = (size_t)all_values(model), patterns = (size_t)l->known_count + 1;
    int16_t *value = out->value = calloc(values, sizeof *value);
    out->pattern = calloc(patterns, sizeof *out->pattern);
    if (!value || !out->pattern)
        return by_fail_memory(err, (values + patterns) * sizeof *value);
    for (int g = 0; g < model->groups; g++)
        for (int i = 0; i < model->values[g]; i++)
            *value++ = whole(l->bt.strength[g][i], model->unit);
    for (int i = 0; i < l->known_count; i++)
        out->pattern[i] = whole(l->bt.strength[model->groups][i + 1], model->unit);
    out->count = l->known_count;
    out->key = l->known;
    l->known = NULL;
    return BY_OK;
}

static enum by_status fit_set(struct learner *l, int set, struct telling *telling,
                              struct by_move_strengths *out, struct by_error *err)
{
    const struct by_move_model *model = l->model;
    int values[BY_MOVE_GROUPS_MAX + 1], groups = model->groups + 1;
    size_t row = (size_t)groups * sizeof(uint16_t) + sizeof(float);
    enum by_status status = walk(l, set, 1, count_patterns, err);
    if (status == BY_OK)
        status = choose_patterns(l, err);
    if (status != BY_OK)
        return status;
    memcpy(values, model->values, (size_t)model->groups * sizeof *values);
    values[model->groups] = l->known_count + 1;
    telling->round.set = model->sets[set];
    telling->round.patterns = l->known_count;
    status = by_bt_open(&l->bt, groups, values, l->plan->memory / row, err);
    if (status == BY_OK)
        status = walk(l, set, l->plan->every, compete, err);
    if (status == BY_OK && l->bt.count > 0)
        status = by_bt_fit(&l->bt, l->plan->rounds, l->plan->belief, l->stop, tell, telling, err);
    if (status == BY_OK)
        status = keep(l, out, err);
    by_bt_close(&l->bt);
    return status;
}

static int sets_of(const struct by_move_model *model)
{
    int count = 0;
    while (model->sets[count])
        count++;
    return count;
}

static void close_sets(struct by_move_strengths *set, int count)
{
    for (int s = 0; set && s < count; s++) {
        free(set[s].value);
        free(set[s].key);
        free(set[s].pattern);
    }
    free(set);
}

enum by_status by_moves_learn(const struct by_moves_plan *plan, const struct by_moves_games *games,
                              const atomic_bool *stop, by_moves_told *told, void *context,
                              uint8_t **bytes, size_t *size, struct by_error *err)
{
    struct learner l = {.plan = plan, .model = plan->model, .games = games, .stop = stop};
    struct telling telling = {.told = told, .context = context};
    int count = sets_of(plan->model);
    struct by_move_strengths *set = calloc((size_t)count, sizeof *set);
    l.state = plan->model->open();
    *bytes = NULL;
    enum by_status status = set && l.state ? BY_OK : by_fail_memory(err, sizeof l);
    for (int s = 0; s < count && status == BY_OK; s++)
        status = fit_set(&l, s, &telling, &set[s], err);
    if (status == BY_OK && !is_stopped(&l))
        status = plan->model->pack(set, bytes, size, err);
    if (l.state)
        plan->model->close(l.state);
    close_sets(set, count);
    free(l.tally);
    free(l.known);
    free(l.legal);
    return status;
}
