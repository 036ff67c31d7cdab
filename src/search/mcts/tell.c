/* tell.c: the four steps of a simulation as a listener gets them. */
#include "search/mcts/core.h"
#include <math.h>
#include <stdlib.h>

static struct by_step step_at(const struct by_worker *w, enum by_step_kind kind, int depth)
{
    return (struct by_step){.kind = kind,
                            .ply = depth,
                            .move = depth > 0 ? w->played[depth - 1] : BY_NO_MOVE,
                            .side = by_worker_side(w, depth),
                            .position = w->position};
}

static void tell(const struct by_worker *w, const struct by_step *step)
{
    const struct by_events *events = w->core->job->events;
    events->trace(events->context, step);
}

/* Everything but the parts of the values. */
static void fill_choices(const struct by_worker *w, struct by_node *node, int taken,
                         struct by_choice *choices)
{
    const struct by_tree *tree = &w->core->tree;
    const struct by_field *f = &w->field;
    for (int i = 0; i < f->count; i++) {
        by_link link = atomic_load_explicit(&by_node_link(tree, node)[i], memory_order_relaxed);
        bool known = by_link_is_known(link);
        choices[i] = (struct by_choice){.move = by_node_move(tree, node)[i],
                                        .taken = i == taken,
                                        .proven = known,
                                        .result = known ? (int)link - BY_LINK_DRAWN : 0,
                                        .visits = (double)f->n[i],
                                        .points = (double)f->w[i],
                                        .amaf_visits = (double)f->rn[i],
                                        .amaf_points = (double)f->rw[i],
                                        .prior = (double)f->prior[i],
                                        .value = (double)f->value[i]};
    }
}

static void fill_parts(struct by_worker *w, struct by_choice *choices, float *room)
{
    int count = w->field.count;
    const struct by_rule_parts parts = {room, room + count, room + 2 * (size_t)count};
    by_rule_parts(&w->core->rule, &w->field, &parts);
    for (int i = 0; i < count; i++) {
        choices[i].exploit = choices[i].proven ? 0 : (double)parts.exploit[i];
        choices[i].explore = choices[i].proven ? 0 : (double)parts.explore[i];
        choices[i].weight = (double)parts.weight[i];
    }
}

void by_tell_selection(struct by_worker *w, struct by_node *node, int depth, int taken,
                       enum by_step_reason reason)
{
    const struct by_rule *rule = &w->core->rule;
    size_t count = (size_t)w->field.count;
    struct by_choice *choices = calloc(count, sizeof *choices);
    float *parts = calloc(3 * count, sizeof *parts);
    if (choices && parts) {
        struct by_step step = step_at(w, BY_STEP_SELECT, depth);
        fill_choices(w, node, taken, choices);
        fill_parts(w, choices, parts);
        if (reason == BY_REASON_LARGEST && rule->draws && !isinf(choices[taken].value))
            reason = BY_REASON_DRAWN;
        step.reason = reason;
        step.visits = (double)w->field.visits;
        step.choices = choices;
        step.choice_count = (int)count;
        tell(w, &step);
    }
    free(choices);
    free(parts);
}

/* A choice's prior and value are how likely it is. */
void by_tell_nature(struct by_worker *w, struct by_node *node, int depth, int taken)
{
    const struct by_rules *rules = w->core->rules;
    const struct by_tree *tree = &w->core->tree;
    double total = rules->game->chance(rules, w->position, BY_NO_MOVE);
    struct by_choice *choices = calloc(node->count, sizeof *choices);
    if (!choices)
        return;
    for (int i = 0; i < node->count; i++) {
        by_move move = by_node_move(tree, node)[i];
        struct by_visits tally = by_node_tally(tree, node, i);
        double part = rules->game->chance(rules, w->position, move) / total;
        choices[i] = (struct by_choice){.move = move,
                                        .taken = i == taken,
                                        .visits = (double)tally.visits,
                                        .points = (double)tally.parts / tally.whole,
                                        .prior = part,
                                        .value = part};
    }
    struct by_step step = step_at(w, BY_STEP_SELECT, depth);
    step.reason = BY_REASON_CHANCE;
    step.choices = choices;
    step.choice_count = node->count;
    tell(w, &step);
    free(choices);
}

void by_tell_expansion(const struct by_worker *w, by_link made, int depth)
{
    const struct by_tree *tree = &w->core->tree;
    struct by_node *node = by_tree_node(tree, made);
    struct by_step step = step_at(w, BY_STEP_EXPAND, depth);
    struct by_choice *choices = calloc(node->count, sizeof *choices);
    for (int i = 0; choices && i < node->count; i++)
        choices[i] =
            (struct by_choice){.move = by_node_move(tree, node)[i],
                               .prior = tree->prior ? (double)by_node_prior(tree, node)[i] : 0};
    step.choices = choices;
    step.choice_count = choices ? node->count : 0;
    tell(w, &step);
    free(choices);
}

/* The moves of the playout; NULL where they were not kept, or without memory. The caller frees them. */
static by_move *moves_played(const struct by_worker *w)
{
    const struct by_playout *playout = &w->playout;
    by_move *played = playout->plies && playout->length > 0
                          ? calloc((size_t)playout->length, sizeof *played)
                          : NULL;
    for (int i = 0; played && i < playout->length; i++)
        played[i] = playout->plies[i].action;
    return played;
}

void by_tell_outcome(const struct by_worker *w, enum by_step_kind kind, int depth,
                     const struct by_outcome *outcome, bool known)
{
    const struct by_core *core = w->core;
    const struct by_rules *rules = core->rules;
    int games = w->games;
    double draws = 0.5 * core->options.draw_halves * outcome->drawn;
    double weighed = (double)outcome->parts / core->tree.whole;
    struct by_step step = step_at(w, kind, depth);
    step.share = outcome->weighed ? weighed : (outcome->won[0] + 0.5 * outcome->drawn) / games;
    step.points[0] = outcome->weighed ? weighed : outcome->won[0] + draws;
    step.points[1] = outcome->weighed ? 1 - weighed : outcome->won[1] + draws;
    step.visits = games;
    step.length = known || games > 1 ? 0 : w->playout.length;
    if (known)
        step.reason = rules->game->over(rules, w->position) ? BY_REASON_FINISHED : BY_REASON_KNOWN;
    else if (outcome->weighed)
        step.reason = BY_REASON_NETWORK;
    by_move *played = kind == BY_STEP_SIMULATE && step.length > 0 ? moves_played(w) : NULL;
    step.played = played;
    tell(w, &step);
    free(played);
}
