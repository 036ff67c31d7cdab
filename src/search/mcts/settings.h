/* settings.h: the options of mcts, and what they come to. */
#ifndef BY_SEARCH_MCTS_SETTINGS_H
#define BY_SEARCH_MCTS_SETTINGS_H

#include "search/mcts/mcts.h"

#define BY_MCTS_EXPR     "expr:" /* in front of the user's own rule: the largest value is taken */
#define BY_MCTS_DRAW     "draw:" /* the same, and a move is drawn in proportion to its value */
#define BY_MCTS_FALLBACK 10000   /* simulations, when nothing else ends it */

extern const struct by_option by_mcts_options[];

/* The user's own rule in the value of selection=; NULL: it is the name of another. */
const char *by_mcts_own(const char *selection, bool *draws);

/* In topics.c. */
const struct by_topic *by_mcts_topics(const char *option);

/* When it is no use to go on, because no other move can catch up. */
enum by_early { BY_EARLY_OFF, BY_EARLY_ON, BY_EARLY_TIMED };

struct by_mcts_settings {
    struct by_rule rule;
    struct by_core_options core;
    struct by_expr *expr; /* the rule's own, to be closed by who asked for the settings; or NULL */
    int roots;
    size_t memory; /* for all trees together */
    bool reuse;
    enum by_early early;
    enum by_final final;
    bool tie_first;
};

/* Refuses what makes no sense together, or not in this game; `expr` may be there all the same. */
enum by_status by_mcts_read(const struct by_rules *rules, const struct by_values *values,
                            struct by_mcts_settings *out, struct by_error *err);

#endif
