/* points.c: the evaluation `points`: what every empty point could become. */
#include "games/gomoku/gomoku.h"

/* What a point of a class is worth to the side to move, and to its opponent: fitted to what deeper
 * searches say of leaves (points.def). The patterns are the digits of the code, the best first. */
static const struct {
    int16_t code, to_move, waiting;
} known[] = {
#define BY_GOMOKU_WORTH(code, to_move, waiting) {code, to_move, waiting},
#include "games/gomoku/points.def"
#undef BY_GOMOKU_WORTH
};

/* Points out of reach of own stones are not in the list: nothing. */
void by_gomoku_fill_worth(int64_t worth[BY_GOMOKU_CODES])
{
    int16_t classes[BY_GOMOKU_CODES];
    int64_t of_class[BY_GOMOKU_CLASSES] = {0};
    by_gomoku_fill_classes(classes);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        of_class[classes[known[i].code]] = known[i].waiting * (INT64_C(1) << 32) + known[i].to_move;
    for (int code = 0; code < BY_GOMOKU_CODES; code++)
        worth[code] = of_class[classes[code]];
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
