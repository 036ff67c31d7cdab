/* explain.c: what Othello's evaluations are made of, square by square (OTH table 4.2). It looks at
 * plain cells, whichever board there is, and is slow: nobody searches with it. */
#include "games/othello/othello.h"

/* A position as cells, and who asked. */
struct asking {
    const struct by_rules *rules;
    const struct by_othello_shape *shape;
    struct by_board_view view;
    by_term_fn *emit;
    void *context;
};

static struct asking ask(const struct by_rules *rules, const void *position, by_term_fn *emit,
                         void *context)
{
    struct asking a = {.rules = rules, .shape = rules->data, .emit = emit, .context = context};
    rules->game->board->look(rules, position, &a.view);
    return a;
}

/* A term of a player on a square: what is his is worth its value to him. */
static void tell(const struct asking *a, const char *name, int player, int square, int32_t worth)
{
    const int16_t cell = (int16_t)square;
    a->emit(a->context, &(struct by_term){.name = name,
                                          .side = player,
                                          .value = player == a->view.side ? worth : -worth,
                                          .cells = &cell,
                                          .cell_count = 1});
}

/* How many discs a disc of `player` on an empty square turns over in one direction. */
static int turned_along(const struct asking *a, int player, int square, int dx, int dy)
{
    int size = a->shape->size, x = square % size + dx, y = square / size + dy, count = 0;
    for (; x >= 0 && x < size && y >= 0 && y < size; x += dx, y += dy, count++) {
        int owner = by_board_owner(&a->view, y * size + x);
        if (owner != !player)
            return owner == player ? count : 0;
    }
    return 0;
}

static int turned_by(const struct asking *a, int player, int square)
{
    int sum = 0;
    if (by_board_owner(&a->view, square) >= 0)
        return 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += dx != 0 || dy != 0 ? turned_along(a, player, square, dx, dy) : 0;
    return sum;
}

/* --- evaluations ------------------------------------------------------------------------- */

static void tell_squares(const struct asking *a, int which)
{
    for (int i = 0; i < a->shape->cells; i++) {
        int owner = by_board_owner(&a->view, i);
        if (owner >= 0)
            tell(a, "square", owner, i, a->shape->matrix[which].at[i]);
    }
}

static void tell_discs(const struct asking *a)
{
    for (int i = 0; i < a->shape->cells; i++) {
        int owner = by_board_owner(&a->view, i);
        if (owner >= 0)
            tell(a, "disc", owner, i, 1);
    }
}

static void tell_mobility(const struct asking *a)
{
    int size = a->shape->size;
    const int corner[4] = {0, size - 1, size * (size - 1), size * size - 1};
    for (int player = 0; player < 2; player++)
        for (int i = 0; i < a->shape->cells; i++)
            if (turned_by(a, player, i) > 0)
                tell(a, "move", player, i, 1);
    for (int i = 0; i < 4; i++) {
        int owner = by_board_owner(&a->view, corner[i]);
        if (owner >= 0)
            tell(a, "corner", owner, corner[i], a->shape->corner);
    }
}

void by_othello_positional_terms(const struct by_rules *rules, const void *position,
                                 by_term_fn *emit, void *context)
{
    struct asking a = ask(rules, position, emit, context);
    tell_squares(&a, BY_OTHELLO_CHOSEN);
}

void by_othello_positional1_terms(const struct by_rules *rules, const void *position,
                                  by_term_fn *emit, void *context)
{
    struct asking a = ask(rules, position, emit, context);
    tell_squares(&a, BY_OTHELLO_FIRST);
}

void by_othello_positional2_terms(const struct by_rules *rules, const void *position,
                                  by_term_fn *emit, void *context)
{
    struct asking a = ask(rules, position, emit, context);
    tell_squares(&a, BY_OTHELLO_SECOND);
}

void by_othello_absolute_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                               void *context)
{
    struct asking a = ask(rules, position, emit, context);
    tell_discs(&a);
}

void by_othello_mobility_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                               void *context)
{
    struct asking a = ask(rules, position, emit, context);
    tell_mobility(&a);
}

static void tell_stage(const struct asking *a, const char *name)
{
    a->emit(a->context, &(struct by_term){.name = name, .side = -1});
}

/* Says in which stage the game is, and then what the stage looks at. */
void by_othello_mixed_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                            void *context)
{
    struct asking a = ask(rules, position, emit, context);
    int discs = by_board_count(rules, &a.view, 0) + by_board_count(rules, &a.view, 1);
    if (a.shape->cells - discs < a.shape->ending) {
        tell_stage(&a, "ending: as absolute");
        tell_discs(&a);
    } else if (discs - 4 < a.shape->opening) {
        tell_stage(&a, "opening: as positional");
        tell_squares(&a, BY_OTHELLO_CHOSEN);
    } else {
        tell_stage(&a, "middle: as mobility");
        tell_mobility(&a);
    }
}

/* --- moves --------------------------------------------------------------------------------- */

/* What the playouts and strategies see in a move: the square's value, the discs that turn over. */
void by_othello_explain(const struct by_rules *rules, const void *position, by_remark_fn *emit,
                        void *context)
{
    struct asking a = ask(rules, position, NULL, NULL);
    for (int i = 0; i < a.shape->cells; i++) {
        int turned = turned_by(&a, a.view.side, i);
        const int16_t cell = (int16_t)i;
        const struct by_figure figure[] = {
            {.name = "matrix", .value = a.shape->matrix[BY_OTHELLO_CHOSEN].at[i]},
            {.name = "turns", .value = turned, .on_board = true},
        };
        if (turned > 0)
            emit(context, &(struct by_remark){.table = "moves",
                                              .move = i,
                                              .side = a.view.side,
                                              .cells = &cell,
                                              .cell_count = 1,
                                              .figures = figure,
                                              .figure_count = 2});
    }
}

/* --- why a move ---------------------------------------------------------------------------- */

/* The corner beside a square, itself included; -1: none is. */
static int corner_beside(int size, int square)
{
    int x = square % size, y = square / size, far = size - 1;
    int corner_x = x <= 1 ? 0 : far, corner_y = y <= 1 ? 0 : far;
    bool beside = (x <= 1 || x >= far - 1) && (y <= 1 || y >= far - 1);
    return beside ? corner_y * size + corner_x : -1;
}

void by_othello_reason(const struct by_rules *rules, const void *position, by_move move,
                       struct by_text *out)
{
    struct asking a = ask(rules, position, NULL, NULL);
    int size = a.shape->size;
    if (move >= a.shape->cells) {
        by_text_add(out, "there is no other move");
        return;
    }
    int corner = corner_beside(size, move), x = move % size, y = move / size;
    bool edge = x == 0 || y == 0 || x == size - 1 || y == size - 1;
    if (corner == move)
        by_text_add(out, "takes a corner");
    else if (corner >= 0 && by_board_owner(&a.view, corner) < 0)
        by_text_add(out, "beside an empty corner");
    else if (edge)
        by_text_add(out, "on the edge");
}
