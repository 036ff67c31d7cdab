/* ranks.c: a search on several ranks (search/team.h): members tell the leader what they know of the root
 * moves, the leader tells each what the others know. */
#include "search/mcts/mcts_own.h"
#include <stdlib.h>
#include <string.h>

_Static_assert(BY_VOTE_PARTS % BY_TREE_FINE == 0, "votes have room for the parts of every tree");

bool by_mcts_is_member(const struct by_mcts *m)
{
    return m->job->team && !by_team_leads(m->job->team);
}

/* What the ballot has, from malloc; NULL: no memory. */
static struct by_vote *votes_of(const struct by_mcts *m)
{
    struct by_vote *votes = calloc((size_t)m->rules->max_moves, sizeof *votes);
    for (int i = 0; votes && i < m->ballot.count; i++) {
        const struct by_core_move *move = &m->ballot.moves[i];
        int known = by_link_is_known(move->link) ? (int)(move->link - BY_LINK_LOST) + 1 : 0;
        votes[i] =
            (struct by_vote){.move = move->move,
                             .known = known,
                             .visits = move->tally.visits,
                             .parts = move->tally.parts * (BY_VOTE_PARTS / move->tally.whole)};
    }
    return votes;
}

void by_mcts_tell_leader(struct by_mcts *m, bool done, double now)
{
    struct by_work work;
    by_mcts_count_own(m);
    struct by_vote *votes = votes_of(m);
    if (!votes)
        return;
    by_mcts_work(m, &work);
    int depth = 0;
    for (int i = 0; i < m->roots; i++)
        depth = by_core_depth(&m->cores[i]) > depth ? by_core_depth(&m->cores[i]) : depth;
    const struct by_report report = {.done = done,
                                     .depth = depth,
                                     .count = m->ballot.count,
                                     .simulations = work.simulations,
                                     .nodes = work.nodes,
                                     .bytes = work.tree_bytes,
                                     .blocks = work.tree_blocks,
                                     .votes = votes};
    by_team_tell(m->job->team, &report, now);
    free(votes);
}

static bool has_won_move(const struct by_ballot *ballot)
{
    for (int i = 0; i < ballot->count; i++)
        if (ballot->moves[i].link == BY_LINK_WON)
            return true;
    return false;
}

/* Votes of others become the first tree's loan. */
static void want(struct by_mcts *m, const struct by_report *report)
{
    for (int i = 0; i < report->count; i++) {
        const struct by_vote *vote = &report->votes[i];
        int place = m->place[vote->move];
        if (place >= m->ballot.count || m->ballot.moves[place].move != vote->move)
            continue;
        m->wanted[place].visits += vote->visits;
        m->wanted[place].parts += by_mcts_parts(vote, &m->ballot.moves[place].tally);
    }
}

static void borrow(struct by_mcts *m)
{
    const struct by_report *report;
    memset(m->wanted, 0, (size_t)m->rules->max_moves * sizeof *m->wanted);
    by_mcts_count_own(m);
    for (int i = 0; (report = by_team_others(m->job->team, i)); i++)
        want(m, report);
    by_core_lend(&m->cores[0], m->wanted, m->lent);
}

void by_mcts_give_back(struct by_mcts *m)
{
    if (!m->lends)
        return;
    memset(m->wanted, 0, (size_t)m->rules->max_moves * sizeof *m->wanted);
    by_core_lend(&m->cores[0], m->wanted, m->lent);
    memset(m->lent, 0, (size_t)m->rules->max_moves * sizeof *m->lent);
    m->lends = false;
}

/* The leader tells each member what the others know. */
static void tell_members(struct by_mcts *m, double now)
{
    by_mcts_count_all(m);
    struct by_vote *votes = votes_of(m);
    const struct by_report all = {.count = m->ballot.count, .votes = votes};
    if (votes)
        by_team_share(m->job->team, &all, now);
    free(votes);
}

bool by_mcts_hear_ranks(struct by_mcts *m, double now)
{
    struct by_team *team = m->job->team;
    if (!team)
        return false;
    bool due = by_team_is_due(team, now), news = by_team_listen(team, now);
    if (news && m->lends)
        borrow(m);
    if (by_mcts_is_member(m)) {
        if (due)
            by_mcts_tell_leader(m, false, now);
        return false;
    }
    if (due && m->lends)
        tell_members(m, now);
    if (!news || m->deadline <= 0 || !m->cores[0].options.proofs)
        return false;
    by_mcts_count_all(m);
    return has_won_move(&m->ballot);
}
