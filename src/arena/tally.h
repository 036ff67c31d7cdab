/* tally.h: what the games of a match add up to, and how surely.
 *
 * Everything is seen by the match's player a. Points are half points: 0 lost, 1 drawn, 2 won;
 * a pair of games from one opening, played with both colours, brings 0 to 4 of them. */
#ifndef BY_ARENA_TALLY_H
#define BY_ARENA_TALLY_H

#include "base/stats.h"
#include <stdbool.h>

struct by_tally {
    long games[3]; /* by a's half points: lost, drawn, won */
    long pairs[5]; /* finished pairs, by a's half points */
};

/* What a tally says. An interval is of the expected score; Elo's has the same ends. */
struct by_score {
    long games;
    bool by_pairs; /* pairs were what was counted, not single games */
    double score;  /* a's share of the points; 0.5 when nothing was played */
    double elo;    /* infinite when a won or lost everything */
    struct by_interval interval, elo_interval;
    double
        superiority; /* how likely it is that a is the stronger one, before any other knowledge */
};

/* A game is counted by itself, its pair once more when both of its games are over. */
void by_tally_game(struct by_tally *tally, int half_points);
void by_tally_pair(struct by_tally *tally, int half_points);
void by_tally_add(struct by_tally *tally, const struct by_tally *more);
long by_tally_games(const struct by_tally *tally);

/* `paired`: the two games of a pair share an opening, so it is pairs that are independent. A game
 * whose pair is not complete counts in the score all the same. */
struct by_score by_tally_score(const struct by_tally *tally, bool paired, double confidence);

/* OTH 6.1.1: the winner of a pairing gets P_W - P_L, the difference of what he and the other won, in
 * whole per cents of the games; the loser, and who did not win more, nothing. */
int by_pairing_points(int wins, int losses, int games);

/* Games that tell a player stronger by `elo` from an equal one, at error `alpha` (two-sided), with
 * chance `power`, when a share `draws` of the games is drawn. Infinite when elo is 0. */
double by_games_needed(double elo, double draws, double alpha, double power);

#endif
