/* team_own.h: what a team is made of, for team.c and team_serve.c. */
#ifndef BY_SEARCH_TEAM_OWN_H
#define BY_SEARCH_TEAM_OWN_H

#include "base/thread.h"
#include "search/team_message.h"

/* A member, as the leader knows it. */
struct by_member {
    bool lost;    /* given up, for good */
    bool asked;   /* takes part in this think */
    bool owes;    /* something was ordered and not yet answered to the end ... */
    double since; /* ... at this time, or it was heard then */
    struct by_report report;
};

struct by_team {
    const struct by_rules *rules;
    const struct by_line *line; /* of this think */
    int64_t searcher, game, serial;
    uint64_t seed;

    /* Leader. */
    int count; /* of ranks; 0: this is a member */
    char *spec;
    struct by_member *members; /* of rank 1 and up */
    bool thinks;               /* there are orders out for this think */
    bool has_lost;             /* in this think */
    int size;                  /* that take part in it */

    double every, next; /* reports */

    /* Member: what the leader said last, put there by who serves. */
    struct by_mutex *lock;
    struct by_report inbox, others;
    bool is_new;
};

#endif
