/* agreement.h: the end of a game that ends when both sides say so: which stones are dead, and the count.
 *
 * Rules count what stands on the board; people do not capture stones that everybody sees are dead.
 * Where a game can judge its positions and count them (the slots `judge`, `chain` and `count`), the
 * judge proposes which stones are dead, the players change what they see otherwise, chain by chain,
 * and the board is counted as they have it; or they play on. Matches between programs are counted by
 * the rules and know nothing of this. */
#ifndef BY_PLAYERS_AGREEMENT_H
#define BY_PLAYERS_AGREEMENT_H

#include "games/line.h"

struct by_agreement {
    const struct by_rules *rules;
    const void *position;
    int points;                                    /* cells of the board */
    struct by_cells cells;                         /* the stones as they stand */
    bool dead[BY_JUDGED_MAX], seki[BY_JUDGED_MAX]; /* in seki only a stone that is not dead */
    struct by_counted count;
};

/* Whether the line ended so: both sides have stopped, and could go on. */
bool by_agreement_wanted(const struct by_line *line);

/* Proposes what is dead at the end of such a line. The line stays as it is while this is in use. */
enum by_status by_agreement_open(struct by_agreement *agreement, const struct by_line *line,
                                 uint64_t seed, struct by_error *err);

/* All stones live: how the rules count. */
void by_agreement_alive(struct by_agreement *agreement, const struct by_line *line);

/* The stones that live and die with the one on `point` ("d4") are dead when they were not, and the
 * other way round; or in seki. A point without a stone is refused. */
enum by_status by_agreement_turn(struct by_agreement *agreement, const char *point,
                                 struct by_error *err);
enum by_status by_agreement_seki(struct by_agreement *agreement, const char *point,
                                 struct by_error *err);

/* How many stones of a player are taken for dead. */
int by_agreement_dead(const struct by_agreement *agreement, int side);

#endif
