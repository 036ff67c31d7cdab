/* points.c: the evaluation `points`: what every empty point could become. */
#include "games/gomoku/gomoku.h"

/* Set by hand, and tried out with `match gomoku` (README.md). One row more or less is small change next
 * to two threats with one stone, which win unless the opponent has something stronger; rows that meet
 * may become such a point. */
static const int32_t part[BY_GOMOKU_PATTERNS] = {
    [BY_GOMOKU_BLOCKED_ONE] = 1,    [BY_GOMOKU_ONE] = 3,
    [BY_GOMOKU_BLOCKED_TWO] = 6,    [BY_GOMOKU_TWO] = 8,
    [BY_GOMOKU_BLOCKED_THREE] = 25, [BY_GOMOKU_THREE] = 100,
    [BY_GOMOKU_BLOCKED_FOUR] = 60,  [BY_GOMOKU_FOUR] = 120,
    [BY_GOMOKU_FIVE] = 120,
};
#define TWO_THREATS_NOW  800 /* of the side to move, which makes them */
#define TWO_THREATS_NEXT 300 /* of its opponent, if they are left to him */
#define THREAT_AND_ROW   25
#define EACH_MORE_ROW    5

/* Of one player at one point; rows are those to which one more stone makes a threat. */
static int32_t worth_of(const int pattern[BY_GOMOKU_DIRECTIONS], bool to_move)
{
    int32_t sum = 0;
    int rows = 0, threats = 0;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++) {
        sum += part[pattern[d]];
        rows += pattern[d] == BY_GOMOKU_TWO || pattern[d] == BY_GOMOKU_BLOCKED_THREE;
        threats += pattern[d] >= BY_GOMOKU_THREE;
    }
    if (threats >= 2)
        sum += to_move ? TWO_THREATS_NOW : TWO_THREATS_NEXT;
    else if (threats == 1)
        sum += rows > 0 ? THREAT_AND_ROW : 0;
    else if (rows >= 2)
        sum += EACH_MORE_ROW * (rows - 1);
    return to_move ? sum + sum / 4 : -sum;
}

void by_gomoku_fill_worth(int64_t worth[BY_GOMOKU_CODES])
{
    for (int code = 0; code < BY_GOMOKU_CODES; code++) {
        int pattern[BY_GOMOKU_DIRECTIONS] = {code / 1000, code / 100 % 10, code / 10 % 10,
                                             code % 10};
        bool bare = true; /* out of reach of own stones: nothing */
        for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
            bare = bare && pattern[d] <= BY_GOMOKU_ONE;
        worth[code] =
            bare ? 0
                 : (int64_t)worth_of(pattern, false) * (INT64_C(1) << 32) + worth_of(pattern, true);
    }
}

void by_gomoku_points_look(const struct by_rules *rules, const void *position, int64_t sums[2])
{
    const struct by_gomoku_shape *shape = rules->data;
    struct by_board_view view;
    rules->game->board->look(rules, position, &view);
    sums[0] = sums[1] = 0;
    for (int at = 0; at < by_board_cells_of(rules); at++)
        for (int player = 0; player < 2 && by_board_owner(&view, at) < 0; player++)
            sums[player] += shape->worth[by_gomoku_code_at(rules, position, player, at)];
}
