#include "lessons/simsteps.h"
#include <stdlib.h>
#include <string.h>

#define NODES_MAX    200000
#define CHOICES_MAX  400000
#define PLAYED_MAX   2000000
#define FORMULA_ROOM 1200

/* --- opening ------------------------------------------------------------------------ */

static void write_formula(struct by_simsteps *steps, const struct by_searcher *searcher)
{
    struct by_text text = by_text_over(steps->formula, FORMULA_ROOM);
    if (steps->tree)
        by_mcts_formula(searcher, &text);
    else
        by_text_add(&text, "w/n");
}

enum by_status by_simsteps_open(struct by_simsteps *steps, const struct by_rules *rules,
                                const struct by_searcher *searcher, const void *root, int limit,
                                struct by_error *err)
{
    struct by_mcts *mcts = by_mcts_of(searcher);
    size_t plies = (size_t)rules->max_length + 2;
    *steps = (struct by_simsteps){.rules = rules, .limit = limit};
    steps->tree = mcts != NULL;
    steps->columns = by_choice_columns(mcts ? by_mcts_core(mcts, 0) : NULL);
    steps->formula = malloc(FORMULA_ROOM);
    steps->root = aligned_alloc(64, (rules->position_size + 63) / 64 * 64);
    steps->position = aligned_alloc(64, (rules->position_size + 63) / 64 * 64);
    steps->way = calloc(plies, sizeof *steps->way);
    if (!steps->formula || !steps->root || !steps->position || !steps->way)
        return by_fail_memory(err, plies * sizeof *steps->way);
    memcpy(steps->root, root, rules->position_size);
    write_formula(steps, searcher);
    return BY_OK;
}

void by_simsteps_close(struct by_simsteps *steps)
{
    free(steps->formula);
    free(steps->root);
    free(steps->position);
    free(steps->way);
    free(steps->node);
    free(steps->step);
    free(steps->choice);
    free(steps->played);
    *steps = (struct by_simsteps){.rules = NULL};
}

/* Room for `more` entries behind `count`; false without memory, or beyond `most`. */
static bool make_room(void **data, int *room, int count, int more, int most, size_t size)
{
    if (more > most - count)
        return false;
    if (count + more <= *room)
        return true;
    int wanted = *room > 0 ? *room : 256;
    while (wanted < count + more)
        wanted *= 2;
    void *grown = realloc(*data, (size_t)wanted * size);
    if (!grown)
        return false;
    *data = grown;
    *room = wanted;
    return true;
}

/* --- nodes --------------------------------------------------------------------------- */

static int find_child(const struct by_simsteps *steps, int parent, by_move move)
{
    int child = steps->node[parent].first;
    while (child >= 0 && steps->node[child].move != move)
        child = steps->node[child].next;
    return child;
}

static int add_node(struct by_simsteps *steps, int parent, by_move move, int side,
                    const void *position)
{
    if (!make_room((void **)&steps->node, &steps->node_room, steps->node_count, 1, NODES_MAX,
                   sizeof *steps->node))
        return -1;
    int id = steps->node_count++;
    struct by_sim_node *node = &steps->node[id];
    *node = (struct by_sim_node){.parent = parent,
                                 .first = -1,
                                 .last = -1,
                                 .next = -1,
                                 .born = steps->count,
                                 .move = move,
                                 .side = side};
    struct by_text name = by_text_over(node->name, sizeof node->name);
    if (parent < 0)
        return id;
    steps->rules->game->write_move(steps->rules, position, move, &name);
    struct by_sim_node *above = &steps->node[parent];
    if (above->last >= 0)
        steps->node[above->last].next = id;
    else
        above->first = id;
    above->last = id;
    above->children++;
    return id;
}

/* Those of the choices that the node does not have yet. */
static bool add_children(struct by_simsteps *steps, int parent, const struct by_step *step)
{
    for (int i = 0; i < step->choice_count; i++) {
        const struct by_choice *choice = &step->choices[i];
        if (find_child(steps, parent, choice->move) >= 0)
            continue;
        int id = add_node(steps, parent, choice->move, step->side, step->position);
        if (id < 0)
            return false;
        steps->node[id].had_n = choice->visits;
        steps->node[id].had_w = choice->points;
    }
    return true;
}

/* --- steps ---------------------------------------------------------------------------- */

static bool keep_choices(struct by_simsteps *steps, const struct by_step *step,
                         struct by_sim_step *out)
{
    if (!make_room((void **)&steps->choice, &steps->choice_room, steps->choice_count,
                   step->choice_count, CHOICES_MAX, sizeof *steps->choice))
        return false;
    out->choice = steps->choice_count;
    out->choice_count = step->choice_count;
    memcpy(steps->choice + steps->choice_count, step->choices,
           (size_t)step->choice_count * sizeof *steps->choice);
    steps->choice_count += step->choice_count;
    return true;
}

static bool note_select(struct by_simsteps *steps, const struct by_step *step,
                        struct by_sim_step *out)
{
    steps->simulation += step->ply == 0;
    if (steps->node_count == 0 && add_node(steps, -1, BY_NO_MOVE, step->side, NULL) < 0)
        return false;
    if (step->ply == 0)
        steps->way[0] = 0;
    out->simulation = steps->simulation;
    out->node = steps->way[step->ply];
    if (!add_children(steps, out->node, step) || !keep_choices(steps, step, out))
        return false;
    for (int i = 0; i < step->choice_count; i++)
        if (step->choices[i].taken)
            out->taken = find_child(steps, out->node, step->choices[i].move);
    steps->way[step->ply + 1] = out->taken;
    return true;
}

static bool note_played(struct by_simsteps *steps, const struct by_step *step,
                        struct by_sim_step *out)
{
    out->played = -1;
    out->length = step->length;
    if (!step->played)
        return true;
    if (!make_room((void **)&steps->played, &steps->played_room, steps->played_count, step->length,
                   PLAYED_MAX, sizeof *steps->played))
        return false;
    out->played = steps->played_count;
    memcpy(steps->played + steps->played_count, step->played,
           (size_t)step->length * sizeof *steps->played);
    steps->played_count += step->length;
    return true;
}

static bool note(struct by_simsteps *steps, const struct by_step *step, struct by_sim_step *out)
{
    *out = (struct by_sim_step){.kind = step->kind,
                                .reason = step->reason,
                                .simulation = steps->simulation,
                                .taken = -1,
                                .side = step->side,
                                .visits = step->visits,
                                .points = {step->points[0], step->points[1]}};
    if (step->kind == BY_STEP_SELECT)
        return note_select(steps, step, out);
    out->node = steps->way[step->ply];
    if (step->kind == BY_STEP_EXPAND)
        return add_children(steps, out->node, step);
    return step->kind == BY_STEP_SIMULATE ? note_played(steps, step, out) : true;
}

void by_simsteps_step(void *context, const struct by_step *step)
{
    struct by_simsteps *steps = context;
    struct by_sim_step out;
    bool room = !steps->full && make_room((void **)&steps->step, &steps->room, steps->count, 1,
                                          steps->limit, sizeof *steps->step);
    if (room && note(steps, step, &out)) {
        steps->step[steps->count++] = out;
        return;
    }
    steps->full = true;
    steps->more++;
}

int by_simsteps_next(const struct by_simsteps *steps, int index)
{
    int at = index + 1;
    while (at < steps->count &&
           !(steps->step[at].kind == BY_STEP_SELECT && steps->step[at].node == 0))
        at++;
    return at < steps->count ? at : steps->count - 1;
}

void by_simsteps_tally(const struct by_simsteps *steps, int index, double *tally)
{
    for (int id = 0; id < steps->node_count; id++) {
        tally[2 * (size_t)id] = steps->node[id].had_n;
        tally[2 * (size_t)id + 1] = steps->node[id].had_w;
    }
    for (int i = 0; i <= index; i++) {
        const struct by_sim_step *step = &steps->step[i];
        if (step->kind != BY_STEP_BACKUP)
            continue;
        for (int id = step->node; id >= 0; id = steps->node[id].parent) {
            tally[2 * (size_t)id] += step->visits;
            tally[2 * (size_t)id + 1] += step->points[steps->node[id].side];
        }
    }
}
