/* pairings.h: what one pairing of a tournament came to, as OTH 6.1 prints it: who won how many per
 * cent of the games, what that is worth, and what it took. */
#ifndef BY_REPORT_PAIRINGS_H
#define BY_REPORT_PAIRINGS_H

#include "arena/tournament.h"

struct by_pairing_row {
    double won[2], drawn; /* per cent of the games: a, b */
    int points;           /* P_W - P_L, for... */
    const char *winner;   /* ..."a", "b", or "-" */
    double seconds;       /* of a game */
    double move_ms[2];    /* of a move: a, b; */
    double move_sims[2];  /* the simulations it took */
};

struct by_pairing_row by_pairing_row(const struct by_meeting *meeting);

/* "simulations end where the result is proven: 12 of 40 moves", of those who simulate; false: none was. */
bool by_put_proven(struct by_text *out, const struct by_tournament_result *result);

/* What `winner` got for beating `loser`, over all their meetings; -1: they did not meet. */
int by_points_against(const struct by_tournament_result *result, int winner, int loser);

#endif
