#include "games/othello/search/probcut.h"
#include <math.h>

/* Least squares by eye over `banyan bench --filter deviation/othello` (40 games, stages from ply 12 to 48,
 * pairs from 3-1 to 8-4; means over the stages in discs: 3-1 5.6, 4-2 4.7, 5-1 7.1, 5-3 4.1, 6-2 5.9, 6-4 3.1,
 * 7-3 4.9, 8-2 6.5, 8-4 4.2). The stage of the game matters less than the noise of the measure. */
double by_othello_deviation(int depth, int shallow)
{
    return 1.8 * sqrt(depth - shallow) + 3.4 / shallow - 0.1;
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
