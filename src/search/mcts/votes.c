/* votes.c: what the trees of a search, and other ranks, know of the root moves, and what it has cost. */
#include "base/clock.h"
#include "search/mcts/mcts_own.h"

/* A result that one tree has proven holds in all of them. */
static void add_votes(struct by_mcts *m, struct by_core *core)
{
    int count = by_core_moves_locked(core, m->more);
    for (int i = 0; i < count; i++) {
        struct by_core_move *to = &m->ballot.moves[m->place[m->more[i].move]];
        to->tally.visits += m->more[i].tally.visits;
        to->tally.parts += m->more[i].tally.parts;
        if (by_link_is_known(m->more[i].link))
            to->link = m->more[i].link;
    }
}

/* The same from another rank. All have the same root moves: what else is said is not believed. */
static void add_report(struct by_mcts *m, const struct by_report *report)
{
    for (int i = 0; i < report->count; i++) {
        const struct by_vote *vote = &report->votes[i];
        int place = m->place[vote->move];
        struct by_core_move *to = &m->ballot.moves[place];
        if (place >= m->ballot.count || to->move != vote->move)
            continue;
        to->tally.visits += vote->visits;
        to->tally.parts += by_mcts_parts(vote, &to->tally);
        if (vote->known)
            to->link = (by_link)(BY_LINK_LOST + vote->known - 1);
    }
}

void by_mcts_count_own(struct by_mcts *m)
{
    m->ballot.count = by_core_moves(&m->cores[0], m->ballot.moves);
    for (int i = 0; i < m->ballot.count; i++) {
        m->place[m->ballot.moves[i].move] = i;
        m->ballot.moves[i].tally.visits -= m->lent[i].visits;
        m->ballot.moves[i].tally.parts -= m->lent[i].parts;
    }
    for (int i = 1; i < m->roots; i++)
        add_votes(m, &m->cores[i]);
}

void by_mcts_count_all(struct by_mcts *m)
{
    by_mcts_count_own(m);
    const struct by_report *report;
    for (int i = 0; (report = by_team_report(m->job->team, i)); i++)
        add_report(m, report);
}

void by_mcts_work(const struct by_mcts *m, struct by_work *work)
{
    *work = (struct by_work){.seconds = by_clock_now() - m->job->begun};
    for (int i = 0; i < m->roots; i++) {
        work->simulations += by_core_simulations(&m->cores[i]);
        work->nodes += by_tree_nodes(&m->cores[i].tree);
        work->tree_bytes += by_tree_bytes(&m->cores[i].tree);
        work->tree_blocks += by_tree_blocks(&m->cores[i].tree);
    }
    const struct by_report *report;
    for (int i = 0; (report = by_team_report(m->job->team, i)); i++) {
        work->simulations += report->simulations;
        work->nodes += report->nodes;
        work->tree_bytes += (size_t)report->bytes;
        work->tree_blocks += report->blocks;
    }
    work->leaves = work->simulations;
}
