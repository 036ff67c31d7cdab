/* probcut.h: how far a shallow search is off a deep one (M. Buro's multi-probcut).
 *
 * The value of a search `depth` plies deep is that of one only `shallow` plies deep and an error whose
 * deviation grows with the distance between the two and towards the end of the game. A position
 * whose shallow value lies so many deviations beyond the window is not searched deeper. The deviations were
 * measured with the evaluation in use (probcut.c says how). */
#ifndef BY_OTHELLO_PROBCUT_H
#define BY_OTHELLO_PROBCUT_H

#define BY_OTHELLO_LEVELS 5 /* of leaving something out; table.h: BY_OTHELLO_SURE is none of them */

/* How deep the shallow search goes. */
static inline int by_othello_shallow(int depth)
{
    return 2 * (depth / 4) + depth % 2;
}

/* The deviation in discs, with so many squares empty. */
double by_othello_deviation(int empties, int depth, int shallow);

/* How many deviations a level asks for, and how sure that makes one such cut, in per cent. */
double by_othello_level_width(int level);
int by_othello_level_percent(int level);

#endif
