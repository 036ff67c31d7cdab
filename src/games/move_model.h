/* move_model.h: moves as teams of features, for those who learn how strong the features are.
 *
 * The game says which features a move has: one of each group, and patterns around it, of which the largest
 * that is known counts as one feature more. A move's strength is the product of those of its features (a
 * Bradley-Terry model). What the strengths should be is found elsewhere, from games: the game need not know
 * how, and who learns need not know the game. */
#ifndef BY_GAMES_MOVE_MODEL_H
#define BY_GAMES_MOVE_MODEL_H

#include "games/game.h"

#define BY_MOVE_GROUPS_MAX   15
#define BY_MOVE_LEVELS_MAX   16
#define BY_MOVE_PATTERNS_MAX 60000 /* of one kind of boards */

struct by_move_team {
    uint16_t value[BY_MOVE_GROUPS_MAX]; /* of each group; 0 is nothing of the kind, strength 1 */
    uint32_t key[BY_MOVE_LEVELS_MAX];   /* of its patterns, the smallest first; 0: none */
};

/* What was learned for one kind of boards: logarithms of strengths, in 1/unit. */
struct by_move_strengths {
    int16_t *value; /* those of all groups, one group behind the other */
    int count;
    uint32_t *key; /* of patterns, in ascending order */
    int16_t *pattern;
};

struct by_move_model {
    int groups;
    const int *values;       /* of each group */
    int levels;              /* of patterns */
    int unit;                /* of the logarithms */
    const char *const *sets; /* names of the kinds of boards; ended by NULL */

    int (*set)(const struct by_rules *rules);

    /* What the two functions below need, for one thread; NULL: there is no memory. */
    void *(*open)(void);
    void (*close)(void *state);

    /* Looks at a position; `team` is then asked for legal moves there. */
    void (*look)(void *state, const struct by_rules *rules, const void *position);
    void (*team)(const void *state, by_move move, struct by_move_team *out);

    /* The file that the game reads: `sets` has one for each kind of boards. The bytes come from malloc. */
    enum by_status (*pack)(const struct by_move_strengths *sets, uint8_t **bytes, size_t *size,
                           struct by_error *err);

    /* Would the game read it? `name` is what messages call the bytes. */
    enum by_status (*check)(const uint8_t *bytes, size_t size, const char *name,
                            struct by_error *err);
};

#endif
