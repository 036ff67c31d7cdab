/* team.h: one search on several ranks at once (mcts ranks=on), over base/ranks.h.
 *
 * Rank 0 leads: it thinks as if it were alone, and each of its thinks is an order to the others, who
 * search the same position with seeds of their own. An order says everything (rules, start, moves,
 * search, seed, limits), so that a member need remember nothing; it keeps its searchers all the same,
 * and their trees go on from move to move as the leader's does. Several times a second, and at the
 * end, members report what they know of the root: visits, points and proven results of each move. The
 * leader adds the last report of each to its own (root parallelisation: Chaslot, Winands and van den
 * Herik 2008), and decides.
 *
 * When simulations or nodes limit a search every rank does its share and nobody is stopped: seed,
 * limits and number of ranks decide what is found. By the clock they do not, and then the leader also
 * tells each member what the others know, and the trees take it for their own visits of the root moves, on
 * loan until the end (Gelly, Hoock, Rimmel, Teytaud and Kalemkarian 2008): ranks that know of each other
 * spend less on moves that others have seen through.
 *
 * A member that cannot follow, that has been lost (base/ranks.h) since an order, or that reports nothing for
 * BY_TEAM_LEASE_S after it, is given up. That is said once, and the search goes on with the others. What it reported last counts for the
 * move at hand. */
#ifndef BY_SEARCH_TEAM_H
#define BY_SEARCH_TEAM_H

#include "base/ranks.h"
#include "search/search.h"

#define BY_TEAM_LEASE_S 10.0
#define BY_TEAM_HZ      8         /* reports a second */
#define BY_TEAM_BYTES   (1 << 20) /* of a message, at most */
#define BY_VOTE_PARTS   64        /* of a point, in votes */

/* What a rank knows of a root move. */
struct by_vote {
    by_move move;
    int known; /* 0: nothing certain; 1 lost, 2 drawn, 3 won, for who moves at the root */
    uint64_t visits, parts; /* won, in parts of a point */
};

/* What it knows of the root. */
struct by_report {
    bool done; /* it works no more on this order */
    int depth, count;
    uint64_t simulations, nodes, bytes, blocks;
    struct by_vote *votes; /* room for the rules' max_moves */
};

/* One searcher's part in it. */
struct by_team;

/* Leading, for a searcher of these rules whose spec is `spec`. `*out` is NULL where there is nobody to
 * lead, and on ranks above 0. */
enum by_status by_team_lead(const struct by_rules *rules, const char *spec, struct by_team **out,
                            struct by_error *err);
void by_team_close(struct by_team *team);
bool by_team_leads(const struct by_team *team); /* false for a member's, and without a team */

/* A new game, as by_searcher_reset. */
void by_team_reset(struct by_team *team, uint64_t seed);

/* The line as the caller has it, before each think. */
void by_team_set_line(struct by_team *team, const struct by_line *line);

/* A think begins: orders it, with `simulations` and `nodes` for all together (0: as many as time
 * allows), and makes these two this rank's own share. `seconds`: how long it takes at most; 0: the
 * clock does not end it. One process leads one think at a time: another meanwhile is its own affair.
 * After the end reports are nobody's. */
void by_team_begin(struct by_team *team, uint64_t *simulations, uint64_t *nodes, int depth,
                   double seconds);
void by_team_end(struct by_team *team);

/* Takes in what has come. True: there is something new to add up. For a member that is what the
 * leader says that all others know. */
bool by_team_listen(struct by_team *team, double now);

/* What others know: report `index` of those to be added up; NULL past the end. */
const struct by_report *by_team_others(const struct by_team *team, int index);

/* Those who are at it are told to stop; how many are at it; how many take part in this think, with the
 * leader (1 without a team); whether one was lost in it. */
void by_team_stop(struct by_team *team);
int by_team_waiting(const struct by_team *team);
int by_team_size(const struct by_team *team);
bool by_team_has_lost(const struct by_team *team);

/* The last report of member `index` for this think; NULL past the end, and for who does not lead. One
 * that has not said anything yet has no votes. */
const struct by_report *by_team_report(const struct by_team *team, int index);

/* Who passes on what the leader has to tell people, one sentence at a time: set once, by the program;
 * NULL: nobody does. */
void by_team_set_say(void (*teller)(const char *sentence));

/* Whether a report is due. A member tells the leader what it knows; the leader tells each member what
 * all together know, less what came from that member. */
bool by_team_is_due(const struct by_team *team, double now);
void by_team_tell(struct by_team *team, const struct by_report *report, double now);
void by_team_share(struct by_team *team, const struct by_report *all, double now);

/* --- in team_serve.c: members -------------------------------------------------------------------- */

/* The service of ranks above 0 (by_ranks_serve): obeys orders on a thread of its own. */
struct by_team_service;
struct by_team_service *by_team_service_open(void); /* NULL: no memory */
void by_team_service_close(struct by_team_service *service);
bool by_team_service_poll(void *service);

#endif
