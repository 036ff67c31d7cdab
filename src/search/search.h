/* search.h: the contract between search algorithms and everything else.
 *
 * A search is one constant struct by_search; searches.def lists them, one line each.
 * by_searcher (banyan.h) wraps one with its rules, options and stop flag: callers use
 * that, never the slots themselves.
 *
 * A decision is always there: a search fills decision->move with a legal move before
 * it does anything long, and improves it. The decision is written by the searching
 * thread alone; others see it through events. */
#ifndef BY_SEARCH_SEARCH_H
#define BY_SEARCH_SEARCH_H

#include "base/spec.h"
#include "games/line.h"
#include <stdatomic.h>

/* One call of think. Everything in it is set by by_searcher_think. */
struct by_team;
struct by_job {
    const struct by_line *line;     /* the game is not over at its end */
    struct by_limits limits;        /* the spec's and the caller's joined; 0 = none. Seconds are
                                       set when there is a game clock */
    double soft_seconds;            /* with a game clock: what to aim at; at most limits.seconds */
    const struct by_events *events; /* never NULL */
    const atomic_bool *stop;        /* somebody asked to stop */
    double begun;                   /* by_clock_now() at the start */
    const by_move *moves;           /* the legal root moves, in the game's order */
    int move_count;
    struct by_team *team; /* other ranks that search the same (team.h); NULL: none do */
};

/* A part of what there is to say about an option: entries, ended by a NULL name. */
struct by_topic_entry {
    const char *name, *text;
    const char *note; /* or NULL */
};
struct by_topic {
    const char *name;  /* one word */
    const char *title; /* for people */
    const struct by_topic_entry *entries;
};

struct by_search {
    const char *name;
    const char *title;
    const char *summary;             /* one line */
    const struct by_option *options; /* ended by a NULL name, or NULL. Limits are ordinary options
                                        with fixed names: sims, nodes, depth, time, memory */
    bool chance;  /* it understands games in which nature moves; to others they are refused */
    bool traced;  /* it tells its steps to by_events.trace */
    bool windows; /* which have windows (alpha, beta) */
    struct by_limits fallback; /* limits that hold when neither spec nor caller sets any */

    /* Makes the private state. `values` have been checked against `options`, and names that
     * depend on the game (evaluations, policies) against the rules; here the search refuses
     * combinations that make no sense. Both outlive the state. The rules are those of the lines
     * to come; of a search with knowledge of its own they are its own (by_rules_knowing). */
    enum by_status (*create)(const struct by_rules *rules, const struct by_values *values,
                             void **state, struct by_error *err);
    void (*destroy)(void *state);

    /* Forgets all that was learned and takes a seed. Called before the first think, and
     * at the start of every game. */
    void (*reset)(void *state, uint64_t seed);

    /* Thinks. by_searcher_think has cleared the decision, set `move` to the first legal move
     * and listed job->moves in decision->moves, in order; afterwards it fills work.seconds and
     * brings decision->move to the front of decision->moves, the others behind it by value. Where
     * nature is to move, job->moves are nature's, the value is their mean, and whatever `move` is, the
     * decision has none.
     * Polls job->stop and the clock often enough to return within 10 ms. */
    enum by_status (*think)(void *state, const struct by_job *job, struct by_decision *decision,
                            struct by_error *err);

    /* What is expected behind a root move of the last think, that move first, at most BY_PV_MAX
     * moves; 0: nothing is known. Called after a think, and in its progress. Optional: without it
     * there is the decision's own line only. */
    int (*line)(const void *state, by_move move, by_move *out);

    /* What there is to say about an option beyond its line in `options`, ended by a NULL name; NULL:
     * nothing. Optional. */
    const struct by_topic *(*topics)(const char *option);
};

/* The searches in the order of searches.def; NULL past the end. */
const struct by_search *by_search_at(int index);
const struct by_search *by_search_find(const char *name);
void by_search_names(struct by_text *out);
void by_searches_check(void);

/* by_searcher_open from a spec that has been read. */
enum by_status by_searcher_make(const struct by_rules *rules, const struct by_spec *spec,
                                uint64_t seed, struct by_searcher **out, struct by_error *err);

/* For a search that looks at some of the legal moves only: it has written the first `count` of
 * decision->moves, and the others come behind them, as moves of which nothing is known. */
void by_list_others(const struct by_job *job, int count, struct by_decision *decision);

/* Whether it asked for other ranks (ranks=on). A searcher that did leads those that there are; a
 * member's belongs to the team that it follows (team.h), which outlives it. */
bool by_searcher_wants_ranks(const struct by_searcher *searcher);
void by_searcher_follow(struct by_searcher *searcher, struct by_team *team);

/* What a searcher was made from. */
const struct by_search *by_searcher_search(const struct by_searcher *searcher);
const struct by_values *by_searcher_values(const struct by_searcher *searcher);
void *by_searcher_state(const struct by_searcher *searcher); /* what `create` made */

#endif
