/* decide.c: from the root's tallies to a decision. */
#include "base/num.h"
#include "search/mcts/mcts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOWER_Z 1.959963984540054 /* 95 % */

double by_core_move_value(const struct by_core_move *m)
{
    if (by_link_is_known(m->link))
        return 0.5 * ((double)m->link - BY_LINK_LOST);
    return by_visits_mean(&m->tally);
}

/* The lower end of Wilson's interval. */
static double lower_bound(double p, double n)
{
    double z2 = LOWER_Z * LOWER_Z;
    double middle = p + z2 / (2 * n), half = LOWER_Z * sqrt((p * (1 - p) + z2 / (4 * n)) / n);
    return (middle - half) / (1 + z2 / n);
}

/* Larger is better. A move without a visit is worst. */
static double worth(const struct by_core_move *m, enum by_final final, double c, double total)
{
    double n = (double)m->tally.visits, p = by_core_move_value(m);
    if (n <= 0)
        return -1;
    switch (final) {
    case BY_FINAL_VISITS:
        return n;
    case BY_FINAL_RATIO:
        return p;
    case BY_FINAL_UCB:
        return p + c * sqrt(by_ln(total) / n);
    case BY_FINAL_LOWER:
        break;
    }
    return lower_bound(p, n);
}

/* Known results first: a win is played, a loss only when there is nothing else, a draw when what
 * hope there is elsewhere is worth less. */
int by_ballot_best(const struct by_ballot *ballot, enum by_final final, double c)
{
    int best = -1, drawn = -1, lost = 0;
    double total = 1;
    const struct by_core_move *moves = ballot->moves;
    for (int i = 0; i < ballot->count; i++)
        total += (double)moves[i].tally.visits;
    for (int i = 0; i < ballot->count; i++) {
        if (moves[i].link == BY_LINK_WON)
            return i;
        if (moves[i].link == BY_LINK_LOST) {
            lost = moves[i].tally.visits > moves[lost].tally.visits ? i : lost;
            continue;
        }
        if (moves[i].link == BY_LINK_DRAWN) {
            drawn = drawn < 0 ? i : drawn;
            continue;
        }
        double mine = worth(&moves[i], final, c, total);
        double other = best < 0 ? -2 : worth(&moves[best], final, c, total);
        bool tied = mine >= other && !ballot->tie_first;
        if (mine > other ||
            (tied && by_core_move_value(&moves[i]) > by_core_move_value(&moves[best])))
            best = i;
    }
    if (best < 0)
        return drawn < 0 ? lost : drawn;
    bool hope = moves[best].tally.visits > 0 && by_core_move_value(&moves[best]) >= 0.5;
    return drawn >= 0 && !hope ? drawn : best;
}

static struct by_move_stat stat_of(const struct by_core_move *m)
{
    struct by_move_stat stat = {.move = m->move, .visits = m->tally.visits};
    stat.value = by_core_move_value(m);
    stat.bound = by_link_is_known(m->link) ? BY_BOUND_EXACT
                 : m->tally.visits > 0     ? BY_BOUND_ESTIMATE
                                           : BY_BOUND_NONE;
    if (stat.bound == BY_BOUND_NONE)
        stat.value = 0;
    return stat;
}

/* The child to follow: a won one, else the most visited that is not lost. */
static int follow(const struct by_core *core, struct by_node *node)
{
    int best = -1;
    uint64_t most = 0;
    for (int i = 0; i < node->count; i++) {
        by_link link = atomic_load(&by_node_link(&core->tree, node)[i]);
        uint64_t visits = by_node_tally(&core->tree, node, i).visits;
        if (link == BY_LINK_WON)
            return i;
        if (visits > most && (link != BY_LINK_LOST || best < 0)) {
            best = i;
            most = visits;
        }
    }
    return best;
}

int by_core_line(const struct by_core *core, const struct by_core_move *first, by_move *out)
{
    const struct by_forced *forced = &core->forced;
    int count = 0;
    by_link at = first->link;
    if (at == BY_LINK_WON && forced->length > 0 && forced->line[0] == first->move) {
        count = forced->length < BY_PV_MAX ? forced->length : BY_PV_MAX;
        memcpy(out, forced->line, (size_t)count * sizeof *out);
        return count;
    }
    out[count++] = first->move;
    while (by_link_is_node(at) && count < BY_PV_MAX) {
        struct by_node *node = by_tree_node(&core->tree, at);
        int child = node->chance ? -1 : follow(core, node); /* nobody expects what nature does */
        if (child < 0)
            break;
        out[count++] = by_node_move(&core->tree, node)[child];
        at = atomic_load(&by_node_link(&core->tree, node)[child]);
    }
    return count;
}

/* Nature moves at the root: the mean of all simulations is what it is worth. */
static double mean_of(const struct by_ballot *ballot)
{
    struct by_core_move all = {.link = BY_LINK_NONE,
                               .tally = {.whole = ballot->moves[0].tally.whole}};
    for (int i = 0; i < ballot->count; i++) {
        all.tally.visits += ballot->moves[i].tally.visits;
        all.tally.parts += ballot->moves[i].tally.parts;
    }
    return by_core_move_value(&all);
}

void by_ballot_decide(const struct by_ballot *ballot, int best, const struct by_core *core,
                      struct by_decision *decision)
{
    const struct by_core_move *chosen = &ballot->moves[best];
    for (int i = 0; i < ballot->count; i++)
        decision->moves[i] = stat_of(&ballot->moves[i]);
    decision->move = chosen->move;
    decision->value = by_tree_node(&core->tree, core->root)->chance ? mean_of(ballot)
                                                                    : by_core_move_value(chosen);
    decision->bound = stat_of(chosen).bound;
    decision->pv_count = by_core_line(core, chosen, decision->pv);
}
