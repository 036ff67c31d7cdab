/* value.c: see value.h. */
#include "report/value.h"
#include "search/textbook/walk.h"
#include <stdlib.h>
#include <string.h>

/* How many plies of the expected line end the game; 0: it does not end there, or there is no memory
 * to look. */
static int plies_to_end(const struct by_line *line, const struct by_decision *decision)
{
    const struct by_rules *rules = line->rules;
    void *position = aligned_alloc(16, rules->position_size);
    bool over = false;
    int count = 0;
    if (!position)
        return 0;
    memcpy(position, by_line_position(line), rules->position_size);
    while (!(over = rules->game->over(rules, position)) && count < decision->pv_count)
        rules->game->play(rules, position, decision->pv[count++], NULL);
    free(position);
    return over ? count : 0;
}

static const struct by_eval *eval_of(const struct by_rules *rules, const char *name)
{
    return name ? by_eval_find(rules, name) : NULL;
}

/* Simulations know no certain value but a proven one. */
static bool is_decided(const struct by_decision *decision, enum by_bound bound)
{
    if (decision->scale == BY_SCALE_PROBABILITY)
        return bound == BY_BOUND_EXACT;
    return decision->proven && !decision->eval;
}

struct by_worth by_worth_of(const struct by_line *line, const struct by_decision *decision)
{
    struct by_worth worth = {.rules = line->rules,
                             .side = by_line_side(line),
                             .scale = decision->scale,
                             .bound = decision->bound,
                             .eval = eval_of(line->rules, decision->eval),
                             .decided = decision->proven || is_decided(decision, decision->bound),
                             .value = decision->value};
    if (worth.decided)
        worth.plies = plies_to_end(line, decision);
    return worth;
}

struct by_worth by_worth_of_move(const struct by_line *line, const struct by_decision *decision,
                                 const struct by_move_stat *stat)
{
    return (struct by_worth){.rules = line->rules,
                             .side = by_line_side(line),
                             .scale = decision->scale,
                             .bound = stat->bound,
                             .eval = eval_of(line->rules, decision->eval),
                             .decided = is_decided(decision, stat->bound),
                             .value = stat->value};
}

const char *by_value_string(const struct by_line *line, const struct by_decision *decision,
                            char buffer[BY_WORTH_BUFFER])
{
    struct by_worth worth = by_worth_of(line, decision);
    return by_worth_string(&worth, buffer);
}

const char *by_move_value_string(const struct by_line *line, const struct by_decision *decision,
                                 const struct by_move_stat *stat, char buffer[BY_WORTH_BUFFER])
{
    struct by_worth worth = by_worth_of_move(line, decision, stat);
    return by_worth_brief_string(&worth, buffer);
}

const char *by_result_string(const struct by_rules *rules, int32_t result,
                             char buffer[BY_WORTH_BUFFER])
{
    const struct by_worth worth = {
        .rules = rules, .bound = BY_BOUND_EXACT, .decided = true, .value = result};
    return by_worth_string(&worth, buffer);
}

const char *by_step_value_string(const struct by_rules *rules, const struct by_step *step, int side,
                                 int64_t value, char buffer[BY_WORTH_BUFFER])
{
    if (value <= -BY_VALUE_INF)
        return "-inf";
    if (value >= BY_VALUE_INF)
        return "+inf";
    const struct by_worth worth = {.rules = rules,
                                   .side = side,
                                   .bound = BY_BOUND_EXACT,
                                   .eval = eval_of(rules, step->eval),
                                   .value = by_walk_fraction(value, step->unit)};
    return by_worth_brief_string(&worth, buffer);
}
