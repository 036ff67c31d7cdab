#include "games/othello/search/probcut.h"

double by_othello_deviation(int empties, int depth, int shallow)
{
    double gap = depth - shallow, left = 60 - empties;
    return 1.6 + 0.28 * gap - 0.012 * left + 0.9 / (1 + shallow);
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
