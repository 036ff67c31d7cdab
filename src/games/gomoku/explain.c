/* explain.c: what Gomoku's evaluations are made of, and the patterns and scores of every point
 * (GOM 2.4). It asks the questions of patterns.h, point by point, whichever board there is. */
#include "games/gomoku/gomoku.h"

#include <math.h>

/* A pattern as a term: its name and the way it lies. */
#define WAYS(name)                                                                                 \
    {                                                                                              \
        name " -", name " |", name " /", name " \\"                                                \
    }
static const char *const term_name[BY_GOMOKU_PATTERNS][BY_GOMOKU_DIRECTIONS] = {
    [BY_GOMOKU_NOTHING] = WAYS("nothing"), [BY_GOMOKU_BLOCKED_ONE] = WAYS("BLOCKED_ONE"),
    [BY_GOMOKU_ONE] = WAYS("ONE"),         [BY_GOMOKU_BLOCKED_TWO] = WAYS("BLOCKED_TWO"),
    [BY_GOMOKU_TWO] = WAYS("TWO"),         [BY_GOMOKU_BLOCKED_THREE] = WAYS("BLOCKED_THREE"),
    [BY_GOMOKU_THREE] = WAYS("THREE"),     [BY_GOMOKU_BLOCKED_FOUR] = WAYS("BLOCKED_FOUR"),
    [BY_GOMOKU_FOUR] = WAYS("FOUR"),       [BY_GOMOKU_FIVE] = WAYS("FIVE"),
};

/* --- evaluations ------------------------------------------------------------------------ */

struct asking {
    const struct by_rules *rules;
    const void *position;
    struct by_board_view view;
    by_term_fn *emit;
    void *context;
};

static struct asking ask(const struct by_rules *rules, const void *position, by_term_fn *emit,
                         void *context)
{
    struct asking a = {.rules = rules, .position = position, .emit = emit, .context = context};
    rules->game->board->look(rules, position, &a.view);
    return a;
}

static void tell(const struct asking *a, const char *name, int side, int32_t value,
                 const int16_t *cells, int count)
{
    a->emit(a->context,
            &(struct by_term){
                .name = name, .side = side, .value = value, .cells = cells, .cell_count = count});
}

/* Every pattern of every stone that is worth something; returns the sum for the side to move. */
static int64_t tell_stones(const struct asking *a, const int32_t worth[BY_GOMOKU_PATTERNS])
{
    int64_t sum = 0;
    for (int at = 0; at < by_board_cells_of(a->rules); at++) {
        const int16_t cell = (int16_t)at;
        int owner = by_board_owner(&a->view, at);
        for (int d = 0; owner >= 0 && d < BY_GOMOKU_DIRECTIONS; d++) {
            enum by_gomoku_pattern pattern =
                by_gomoku_pattern_at(a->rules, a->position, owner, d, at);
            int32_t value = owner == a->view.side ? worth[pattern] : -worth[pattern];
            if (value != 0)
                tell(a, term_name[pattern][d], owner, value, &cell, 1);
            sum += value;
        }
    }
    return sum;
}

void by_gomoku_patterns_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                              void *context)
{
    struct asking a = ask(rules, position, emit, context);
    int64_t sum = tell_stones(&a, ((const struct by_gomoku_shape *)rules->data)->value);
    int32_t cut = by_gomoku_cut_value(sum);
    if (cut != sum) /* only with values of the user's own: nothing else comes near */
        tell(&a, "cut off", -1, (int32_t)(cut - sum), NULL, 0);
}

static enum by_gomoku_pattern best_of(const struct asking *a, int player, by_move at)
{
    enum by_gomoku_pattern best = BY_GOMOKU_NOTHING;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++) {
        enum by_gomoku_pattern here = by_gomoku_pattern_at(a->rules, a->position, player, d, at);
        best = here > best ? here : best;
    }
    return best;
}

/* The empty points where the best pattern of a player would be this one. */
static int points_with(const struct asking *a, int player, enum by_gomoku_pattern pattern,
                       int16_t out[BY_GOMOKU_CELLS_MAX])
{
    by_move active[BY_GOMOKU_CELLS_MAX];
    int count = by_gomoku_active(a->rules, a->position, active), found = 0;
    for (int i = 0; i < count; i++)
        if (best_of(a, player, active[i]) == pattern)
            out[found++] = (int16_t)active[i];
    return found;
}

static void tell_rows(const struct asking *a)
{
    (void)tell_stones(a, by_gomoku_weight);
}

/* What each stone and each empty point adds for each player (learned.h). */
static void tell_points(const struct asking *a)
{
    const struct by_gomoku_weights *weights =
        ((const struct by_gomoku_shape *)a->rules->data)->weights;
    int64_t sum = weights->to_move;
    tell(a, "to move", a->view.side, weights->to_move, NULL, 0);
    for (int at = 0; at < by_board_cells_of(a->rules); at++) {
        const int16_t cell = (int16_t)at;
        int owner = by_board_owner(&a->view, at);
        for (int player = 0; player < 2; player++) {
            if (owner == !player)
                continue;
            int64_t both =
                weights->point[owner >= 0][by_gomoku_code_at(a->rules, a->position, player, at)];
            int32_t value =
                player == a->view.side ? by_gomoku_to_move(both) : by_gomoku_waiting(both);
            if (value != 0)
                tell(a, owner < 0 ? "empty point" : "stone", player, value, &cell, 1);
            sum += value;
        }
    }
    int64_t most = BY_GOMOKU_LEARNED_MAX, cut = sum > most ? most : sum < -most ? -most : sum;
    if (cut != sum)
        tell(a, "cut off", -1, (int32_t)(cut - sum), NULL, 0);
}

/* What each empty point could become (points.c). */
static void tell_worth(const struct asking *a)
{
    const struct by_gomoku_shape *shape = a->rules->data;
    for (int at = 0; at < by_board_cells_of(a->rules); at++) {
        const int16_t cell = (int16_t)at;
        for (int player = 0; player < 2 && by_board_owner(&a->view, at) < 0; player++) {
            int64_t both = shape->worth[by_gomoku_code_at(a->rules, a->position, player, at)];
            int32_t value =
                player == a->view.side ? by_gomoku_to_move(both) : by_gomoku_waiting(both);
            if (value != 0)
                tell(a, "empty point", player, value, &cell, 1);
        }
    }
}

/* A five that comes next decides alone; without one all points or rows count, and an open four. */
static void tell_threats(const struct by_rules *rules, const void *position, by_term_fn *emit,
                         void *context, void (*tell_rest)(const struct asking *a))
{
    struct asking a = ask(rules, position, emit, context);
    int16_t mine[BY_GOMOKU_CELLS_MAX], theirs[BY_GOMOKU_CELLS_MAX];
    int me = a.view.side, my_fives = points_with(&a, me, BY_GOMOKU_FIVE, mine);
    int their_fives = points_with(&a, !me, BY_GOMOKU_FIVE, theirs);
    if (my_fives > 0) {
        tell(&a, "five next", me, BY_GOMOKU_FIVE_NEXT, mine, my_fives);
        return;
    }
    if (their_fives > 1) {
        tell(&a, "five next, twice", !me, -BY_GOMOKU_FIVE_NEXT, theirs, their_fives);
        return;
    }
    tell_rest(&a);
    int my_fours = their_fives == 0 ? points_with(&a, me, BY_GOMOKU_FOUR, mine) : 0;
    if (my_fours > 0)
        tell(&a, "open four next", me, BY_GOMOKU_FOUR_NEXT, mine, my_fours);
}

void by_gomoku_threats_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                             void *context)
{
    tell_threats(rules, position, emit, context, tell_rows);
}

void by_gomoku_learned_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                             void *context)
{
    bool known = ((const struct by_gomoku_shape *)rules->data)->weights->known;
    tell_threats(rules, position, emit, context, known ? tell_points : tell_rows);
}

void by_gomoku_points_terms(const struct by_rules *rules, const void *position, by_term_fn *emit,
                            void *context)
{
    tell_threats(rules, position, emit, context, tell_worth);
}

/* --- points ------------------------------------------------------------------------------ */

/* The columns: each player's patterns in the four directions and their score; attack and defence
 * together; whether the point is active. */
enum { EACH = BY_GOMOKU_DIRECTIONS + 1, WORTH = 2 * EACH, ACTIVE, COLUMNS };

static const char *const column_name[COLUMNS] = {
    "X -", "X |", "X /",  "X \\",    "score X", "O -",
    "O |", "O /", "O \\", "score O", "worth",   "active",
};

static void fill_player(const struct asking *a, int player, by_move at, struct by_figure *figure)
{
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
        figure[player * EACH + d].text =
            by_gomoku_pattern_name(by_gomoku_pattern_at(a->rules, a->position, player, d, at));
    struct by_figure *score = &figure[player * EACH + BY_GOMOKU_DIRECTIONS];
    score->value = (double)by_gomoku_score(a->rules, a->position, player, at);
}

/* A stone is scored for its own colour alone, an empty point for both. */
static void fill_point(const struct asking *a, by_move at, int owner, bool active,
                       struct by_figure figure[COLUMNS])
{
    for (int i = 0; i < COLUMNS; i++)
        figure[i] = (struct by_figure){.name = column_name[i], .value = NAN};
    for (int player = 0; player < 2; player++) {
        figure[player * EACH + BY_GOMOKU_DIRECTIONS].on_board = true;
        if (owner < 0 || owner == player)
            fill_player(a, player, at, figure);
    }
    if (owner < 0) {
        figure[WORTH].value = figure[EACH - 1].value + figure[WORTH - 1].value;
        figure[ACTIVE].text = active ? "yes" : "no";
    }
}

static void mark(const by_move *moves, int count, bool set[BY_GOMOKU_CELLS_MAX])
{
    for (int i = 0; i < count; i++)
        set[moves[i]] = true;
}

void by_gomoku_explain(const struct by_rules *rules, const void *position, by_remark_fn *emit,
                       void *context)
{
    struct asking a = ask(rules, position, NULL, NULL);
    by_move list[BY_GOMOKU_CELLS_MAX];
    bool legal[BY_GOMOKU_CELLS_MAX] = {false}, active[BY_GOMOKU_CELLS_MAX] = {false};
    int count = rules->game->moves(rules, position, list);
    mark(list, count, legal);
    count = by_gomoku_active(rules, position, list);
    mark(list, count, active);
    for (int at = 0; at < by_board_cells_of(rules); at++) {
        const int16_t cell = (int16_t)at;
        struct by_figure figure[COLUMNS];
        int owner = by_board_owner(&a.view, at);
        fill_point(&a, at, owner, active[at], figure);
        emit(context, &(struct by_remark){.table = "points",
                                          .move = legal[at] ? at : BY_NO_MOVE,
                                          .side = owner,
                                          .cells = &cell,
                                          .cell_count = 1,
                                          .figures = figure,
                                          .figure_count = COLUMNS});
    }
}

/* --- why a move ---------------------------------------------------------------------------- */

/* What a stone there makes, or takes from the opponent; NULL: nothing to speak of. */
static const char *const made[BY_GOMOKU_PATTERNS] = {
    [BY_GOMOKU_TWO] = "an open two",     [BY_GOMOKU_BLOCKED_THREE] = "a three",
    [BY_GOMOKU_THREE] = "an open three", [BY_GOMOKU_BLOCKED_FOUR] = "a four",
    [BY_GOMOKU_FOUR] = "an open four",   [BY_GOMOKU_FIVE] = "five",
};

/* How many directions have at least `least`. */
static int lines_of(const struct asking *a, int player, by_move at, enum by_gomoku_pattern least)
{
    int count = 0;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
        count += by_gomoku_pattern_at(a->rules, a->position, player, d, at) >= least;
    return count;
}

void by_gomoku_reason(const struct by_rules *rules, const void *position, by_move move,
                      struct by_text *out)
{
    struct asking a = ask(rules, position, NULL, NULL);
    int side = a.view.side, other = !side;
    enum by_gomoku_pattern own = best_of(&a, side, move), theirs = best_of(&a, other, move);
    if (own < BY_GOMOKU_FIVE && lines_of(&a, side, move, BY_GOMOKU_THREE) > 1)
        by_text_format(out, "makes %s and another threat", made[own]);
    else if (made[own])
        by_text_format(out, "makes %s", made[own]);
    if (theirs >= BY_GOMOKU_BLOCKED_THREE)
        by_text_format(out, "%sstops %s", out->length > 0 ? ", " : "", made[theirs]);
    if (out->length == 0)
        by_text_add(out, "near the stones");
}
