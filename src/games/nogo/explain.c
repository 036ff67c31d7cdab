/* explain.c: what NoGo's evaluation is made of, and a, b, a', b' of every move (NOGO 3.5). On plain
 * cells, by flood fill, whichever board there is. */
#include "games/nogo/nogo.h"

#include <math.h>

static struct by_grid grid_of(const struct by_rules *rules, const void *position)
{
    struct by_board_view view = {0};
    struct by_grid grid;
    rules->game->board->look(rules, position, &view);
    by_board_to_grid(rules, &view, &grid);
    return grid;
}

static bool allows(struct by_grid *grid, int player, int at)
{
    grid->side = player;
    return by_nogo_allows(grid, at);
}

static int count_moves(struct by_grid *grid, int player)
{
    int count = 0;
    for (int i = 0; i < grid->width * grid->height; i++)
        count += allows(grid, player, i);
    return count;
}

void by_nogo_mobility_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                            void *context)
{
    struct by_grid grid = grid_of(rules, position);
    int me = grid.side;
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < grid.width * grid.height; i++) {
            const int16_t cell = (int16_t)i;
            if (allows(&grid, player, i))
                emit(context, &(struct by_term){.name = "move",
                                                .side = player,
                                                .value = player == me ? 1 : -1,
                                                .cells = &cell,
                                                .cell_count = 1});
        }
    }
}

/* --- moves -------------------------------------------------------------------------------- */

/* The legal moves that a stone of `player` on `at` takes from the opponent of `me` and from `me`:
 * a and b with a stone of mine, a' and b' with one of his. */
struct taken {
    int from_you, from_me;
};

static struct taken taken_by(struct by_grid *grid, int player, int at, int me, const int now[2])
{
    struct taken taken;
    grid->cell[at] = "XO"[player];
    taken = (struct taken){now[!me] - count_moves(grid, !me), now[me] - count_moves(grid, me)};
    grid->cell[at] = '.';
    return taken;
}

static void tell_move(struct by_grid *grid, int me, int at, const int now[2], by_remark_fn *emit,
                      void *context)
{
    const int16_t cell = (int16_t)at;
    bool his = allows(grid, !me, at);
    struct taken mine = taken_by(grid, me, at, me, now), yours = {0, 0};
    if (his) /* where he cannot play there is nothing to prevent */
        yours = taken_by(grid, !me, at, me, now);
    int simple = mine.from_you - mine.from_me;
    const struct by_figure figure[] = {
        {.name = "a", .value = mine.from_you},
        {.name = "b", .value = mine.from_me},
        {.name = "a'", .value = his ? yours.from_you : (double)NAN},
        {.name = "b'", .value = his ? yours.from_me : (double)NAN},
        {.name = "a-b", .value = simple, .on_board = true},
        {.name = "a-b-a'+b'", .value = simple - yours.from_you + yours.from_me, .on_board = true},
    };
    emit(context, &(struct by_remark){.table = "moves",
                                      .move = at,
                                      .side = me,
                                      .cells = &cell,
                                      .cell_count = 1,
                                      .figures = figure,
                                      .figure_count = 6});
}

void by_nogo_explain(const struct by_rules *rules, const void *position, by_remark_fn *emit,
                     void *context)
{
    struct by_grid grid = grid_of(rules, position);
    int me = grid.side;
    const int now[2] = {count_moves(&grid, 0), count_moves(&grid, 1)};
    for (int i = 0; i < grid.width * grid.height; i++)
        if (allows(&grid, me, i))
            tell_move(&grid, me, i, now, emit, context);
}
