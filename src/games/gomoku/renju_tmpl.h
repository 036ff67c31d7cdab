/* renju_tmpl.h: Renju's forbidden points; the second part of board_tmpl.h.
 *
 * X may not make an overline, two fours or two threes with one stone, unless it makes five
 * (International Rules of Renju, 9). A three is one only if X may really go on to a straight four:
 * the point that makes it must not be forbidden itself, and must not make five (README.md). So one
 * point is judged by others, with one stone more on the board each time. */
#include "games/gomoku/state_tmpl.h"

enum verdict { ALLOWED, MAKES_FIVE, FORBIDDEN };

/* What a stone of X on `action` makes in direction `d`. */
static struct by_gomoku_row row_at(const struct by_gomoku_shape *shape, const struct lines *lines,
                                   int action, int d, bool *five)
{
    struct by_gomoku_place place = shape->place[d][action];
    uint64_t blocked = lines->of[1][d][place.line] | shape->border[d][place.line];
    int shapes = shapes_at(&shape->tables, lines->of[0][d][place.line], blocked, place.at);
    *five = *five || shape->tables.pattern[0][shapes] == BY_GOMOKU_FIVE;
    return shape->tables.row[shapes];
}

static enum verdict judge(const struct by_gomoku_shape *shape, struct lines *lines, int action);

/* Of the points that make a straight four in direction `d`, is one open to X? `action` has a stone
 * in `lines`. */
static bool is_real_three(const struct by_gomoku_shape *shape, struct lines *lines, int action,
                          int d, unsigned points)
{
    for (int k = -3; k <= 3; k++) {
        if ((points >> (3 + k) & 1) && judge(shape, lines, action + k * shape->step[d]) == ALLOWED)
            return true;
    }
    return false;
}

static bool makes_two_threes(const struct by_gomoku_shape *shape, struct lines *lines, int action,
                             const struct by_gomoku_row row[BY_GOMOKU_DIRECTIONS])
{
    int threes = 0;
    toggle_lines(shape, lines, action, 0);
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS && threes < 2; d++)
        threes += row[d].three && is_real_three(shape, lines, action, d, row[d].three);
    toggle_lines(shape, lines, action, 0);
    return threes >= 2;
}

/* Each call has one stone more in `lines` than the one before: the depth is bounded by the board,
 * and by far less in practice. */
static enum verdict judge(const struct by_gomoku_shape *shape, struct lines *lines, int action)
{
    struct by_gomoku_row row[BY_GOMOKU_DIRECTIONS];
    bool five = false;
    int fours = 0, overlines = 0, threes = 0;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++) {
        row[d] = row_at(shape, lines, action, d, &five);
        fours += row[d].fours;
        overlines += row[d].over;
        threes += row[d].three != 0;
    }
    if (five)
        return MAKES_FIVE;
    if (overlines > 0 || fours >= 2)
        return FORBIDDEN;
    return threes >= 2 && makes_two_threes(shape, lines, action, row) ? FORBIDDEN : ALLOWED;
}

/* Are there moves that the side to move must not make? */
static bool has_forbidden(const struct by_gomoku_shape *shape, const struct gomoku *gomoku)
{
    return shape->rule == BY_GOMOKU_RENJU && gomoku->side == 0;
}

/* Keeps those of the empty points `list` that X may play on; returns how many. */
static int keep_allowed(const struct by_gomoku_shape *shape, const struct gomoku *gomoku,
                        by_move *list, int count)
{
    struct lines lines = gomoku->lines;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        list[kept] = list[i];
        kept += judge(shape, &lines, list[i]) != FORBIDDEN;
    }
    return kept;
}

static bool is_allowed(const struct by_gomoku_shape *shape, const struct gomoku *gomoku, int action)
{
    by_move list[1] = {action};
    return !has_forbidden(shape, gomoku) || keep_allowed(shape, gomoku, list, 1) == 1;
}

/* Has the side to move points left, but none that it may play on? */
static bool is_stuck(const struct by_rules *rules, const struct gomoku *gomoku)
{
    const struct by_gomoku_shape *shape = rules->data;
    if (!has_forbidden(shape, gomoku))
        return false;
    for (int action = 0; action < rules->width * rules->height; action++) {
        if (gomoku->cell[shape->spot[action]] == EMPTY && is_allowed(shape, gomoku, action))
            return false;
    }
    return true;
}
