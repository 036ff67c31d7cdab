/* patterns.h: what others may ask of a position of Gomoku: patterns, scores, active moves. */
#ifndef BY_GAMES_GOMOKU_PATTERNS_H
#define BY_GAMES_GOMOKU_PATTERNS_H

#include "games/game.h"

#define BY_GOMOKU_SIDE_MIN  5
#define BY_GOMOKU_SIDE_MAX  25
#define BY_GOMOKU_CELLS_MAX (BY_GOMOKU_SIDE_MAX * BY_GOMOKU_SIDE_MAX)

/* The directions: along a row, along a column, to the upper right, to the upper left. */
#define BY_GOMOKU_DIRECTIONS 4

/* What a line of one direction holds for a player with a stone on a point: GOM's table 1, the
 * strongest last. README.md says what each name means. */
enum by_gomoku_pattern {
    BY_GOMOKU_NOTHING,
    BY_GOMOKU_BLOCKED_ONE,
    BY_GOMOKU_ONE,
    BY_GOMOKU_BLOCKED_TWO,
    BY_GOMOKU_TWO,
    BY_GOMOKU_BLOCKED_THREE,
    BY_GOMOKU_THREE,
    BY_GOMOKU_BLOCKED_FOUR,
    BY_GOMOKU_FOUR,
    BY_GOMOKU_FIVE,
    BY_GOMOKU_PATTERNS
};

/* --- what a position can be asked; not after its game has ended ------------------- */

/* The best pattern through `at` in a direction: of the stone there, or of the stone that `player`
 * would put there. NOTHING where the other player has a stone. */
enum by_gomoku_pattern by_gomoku_pattern_at(const struct by_rules *rules, const void *position,
                                            int player, int direction, by_move at);

/* The sum of the values of the four patterns (GOM 2.4). */
int64_t by_gomoku_score(const struct by_rules *rules, const void *position, int player, by_move at);

/* The empty points within two steps of a stone (GOM 4.3), in the order of actions; room for all
 * points. Returns how many. */
int by_gomoku_active(const struct by_rules *rules, const void *position, by_move *out);

#endif
