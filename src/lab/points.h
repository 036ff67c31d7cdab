/* points.h: the points of a tournament whose pairings are rows of an experiment (OTH 6.1.1).
 *
 *     points positional: 18 of positional-absolute/a positional-mobility/a positional-mixed/a
 *
 * is what the document gives the player, and where it played: rows, each with the side that is its own.
 * The winner of a pairing gets P_W - P_L, what both have won in per cent of the games, the loser 0. A
 * row of several cells is several pairings. */
#ifndef BY_LAB_POINTS_H
#define BY_LAB_POINTS_H

#include "lab/result.h"

struct by_lab_points {
    const char *name;
    double published;
    double ours;
    bool there; /* every pairing of it was run */
};

/* Those of player number `index`, from 0; `*found` is false past the last. */
enum by_status by_lab_points_at(const struct by_lab_results *results, int index,
                                struct by_lab_points *out, bool *found, struct by_error *err);

/* Whether all lines can be read, and name rows that there are; errors with file and line. Called when
 * a file is read. */
enum by_status by_lab_check_points(const struct by_lab_experiment *experiment,
                                   struct by_error *err);

#endif
