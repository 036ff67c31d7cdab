/* explain_test.c: every game and every evaluation can say why: the terms add up to the value, on
 * 10,000 positions of random games a game (20 times as many in the long form), and what a game
 * says of moves and cells is about moves and cells that there are. */
#include "conformance.h"

#include <math.h>

#define POSITIONS         10000
#define REMARKED          400 /* remarks look farther: a' and b' of every move, ladders */
#define COLUMNS_MAX       16
#define TABLE_CHANGES_MAX 4

/* --- evaluations -------------------------------------------------------------------- */

struct sum {
    struct subject *s;
    int64_t value;
};

static void add_term(void *context, const struct by_term *term)
{
    struct sum *sum = context;
    struct subject *s = sum->s;
    int cells = s->rules->width * s->rules->height;
    HOLDS(s, term->name != NULL && term->name[0] != '\0');
    HOLDS(s, term->side >= -1 && term->side <= 1);
    HOLDS(s, (term->cell_count > 0) == (term->cells != NULL));
    for (int i = 0; i < term->cell_count; i++)
        HOLDS(s, term->cells[i] >= 0 && term->cells[i] < cells);
    sum->value += term->value;
}

static void visit_terms(struct subject *s)
{
    const struct by_rules *r = s->rules;
    if (r->game->over(r, s->position))
        return;
    for (const struct by_eval *e = r->game->evals; e && e->name; e++) {
        struct sum sum = {.s = s};
        HOLDS(s, e->terms != NULL);
        e->terms(r, s->position, add_term, &sum);
        if (sum.value != e->value(r, s->position))
            broken(s, e->name, __LINE__);
    }
}

static void check_terms(struct subject *s)
{
    if (s->rules->game->evals)
        walk(s, effort(POSITIONS), visit_terms);
}

static void the_terms_of_every_evaluation_add_up_to_its_value(void **state)
{
    (void)state;
    each_subject(check_terms);
}

/* --- remarks ------------------------------------------------------------------------- */

struct reading {
    struct subject *s;
    const char *table;
    int tables;
    int figures;
    const char *name[COLUMNS_MAX];
    int remarks;
};

/* A new table comes with new columns, and no table comes back. */
static void turn_to_table(struct reading *r, const struct by_remark *remark)
{
    struct subject *s = r->s;
    if (r->table && strcmp(r->table, remark->table) == 0)
        return;
    r->table = remark->table;
    r->figures = remark->figure_count;
    HOLDS(s, ++r->tables <= TABLE_CHANGES_MAX);
    HOLDS(s, remark->figure_count >= 1 && remark->figure_count <= COLUMNS_MAX);
    for (int i = 0; i < remark->figure_count; i++)
        r->name[i] = remark->figures[i].name;
}

static void look_at_figures(const struct reading *r, const struct by_remark *remark)
{
    struct subject *s = r->s;
    HOLDS(s, remark->figure_count == r->figures);
    for (int i = 0; i < r->figures; i++) {
        HOLDS(s, strcmp(remark->figures[i].name, r->name[i]) == 0);
        HOLDS(s, !isinf(remark->figures[i].value));
    }
}

static void look_at_remark(void *context, const struct by_remark *remark)
{
    struct reading *r = context;
    struct subject *s = r->s;
    int cells = s->rules->width * s->rules->height;
    turn_to_table(r, remark);
    look_at_figures(r, remark);
    HOLDS(s, remark->what || remark->move != BY_NO_MOVE || remark->cell_count > 0);
    HOLDS(s, remark->side >= -1 && remark->side <= 1);
    HOLDS(s, remark->move == BY_NO_MOVE ||
                 by_move_legal(s->rules, s->position, remark->move, s->moves));
    for (int i = 0; i < remark->cell_count; i++)
        HOLDS(s, remark->cells[i] >= 0 && remark->cells[i] < cells);
    r->remarks++;
}

static void visit_remarks(struct subject *s)
{
    const struct by_rules *r = s->rules;
    if (r->game->over(r, s->position))
        return;
    struct reading reading = {.s = s};
    memcpy(s->a, s->position, r->position_size);
    r->game->explain(r, s->position, look_at_remark, &reading);
    HOLDS(s, memcmp(s->a, s->position, r->position_size) == 0);
}

static void check_remarks(struct subject *s)
{
    if (s->rules->game->explain)
        walk(s, effort(REMARKED), visit_remarks);
}

static void what_games_say_of_moves_and_cells_fits_the_position(void **state)
{
    (void)state;
    each_subject(check_remarks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_terms_of_every_evaluation_add_up_to_its_value),
        cmocka_unit_test(what_games_say_of_moves_and_cells_fits_the_position),
    };
    return cmocka_run_group_tests_name("explain", tests, NULL, NULL);
}
