#include "games/othello/search/probcut.h"
#include <math.h>

#define LATE 30 /* empty squares */

/* Least squares over `banyan bench --filter deviation/othello` (80 games, stages from ply 12 to 48, pairs from
 * 3-1 to 10-6; means over the stages in discs: 3-1 4.1, 4-2 3.4, 5-1 5.1, 5-3 3.1, 6-2 4.2, 6-4 2.6, 7-3 4.0,
 * 8-2 4.9, 8-4 3.5, 9-5 3.3, 10-4 3.9, 10-6 2.8; 0.45 discs are left unexplained). Up to ply 30 the stage matters less
 * than the noise of the measure, then the end of the game comes in sight and the distances grow. Against the deviations of
 * the weights before, one half larger, they score 57.5 % (51.7 to 63.1) with 100,000 nodes a move, 200 games. */
double by_othello_deviation(int empties, int depth, int shallow)
{
    double late = empties < LATE ? (LATE - empties) / 18.0 : 0;
    return (1.1 + 0.97 * late) * sqrt(depth - shallow) + 2.3 / shallow + 0.15;
}

double by_othello_level_width(int level)
{
    static const double widths[BY_OTHELLO_LEVELS] = {1.1, 1.5, 2.0, 2.6, 3.3};
    return widths[level];
}

int by_othello_level_percent(int level)
{
    static const int percents[BY_OTHELLO_LEVELS + 1] = {73, 87, 95, 99, 99, 100};
    return percents[level];
}
