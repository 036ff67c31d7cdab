/* explain_ask.c: all that is to say of a position before anybody searches it, collected; see explain.h. */
#include "report/explain.h"
#include "search/mcts/mcts.h"

#include <stdlib.h>
#include <string.h>

struct asking {
    const struct by_explain_question *q;
    struct by_explain_answer *out;
    const char *eval, *playout;
    struct by_error *err;
};

/* --- knowledge of its own -------------------------------------------------------------------- */

/* What a player would evaluate and play out with, unless something else is asked for. */
static void take_names(struct asking *a, const struct by_values *values)
{
    for (int i = 0; i < values->count; i++) {
        const char *text = values->value[i].set ? values->value[i].text : NULL;
        if (values->options[i].type != BY_OPTION_NAME || !text || by_same_text(text, "none"))
            continue;
        if (strcmp(values->options[i].choices, "evaluation") == 0 && !a->eval)
            a->eval = text;
        else if (strcmp(values->options[i].choices, "playout") == 0 && !a->playout)
            a->playout = text;
    }
}

/* Rules for what stands behind the colon of a name; the last ones stay. */
static enum by_status add_knowledge(struct asking *a, const char *name)
{
    const char *colon = name ? strchr(name, ':') : NULL;
    struct by_rules *before = a->out->knowing;
    if (!colon)
        return BY_OK;
    enum by_status status =
        by_rules_knowing(before ? before : a->q->line->rules, colon + 1, &a->out->knowing, a->err);
    by_rules_close(before);
    return status;
}

/* The same moves by the rules that know more. */
static enum by_status open_line(struct asking *a)
{
    enum by_status status = add_knowledge(a, a->eval);
    if (status == BY_OK)
        status = add_knowledge(a, a->playout);
    if (status != BY_OK || !a->out->knowing)
        return status;
    return by_line_retrace(a->out->knowing, a->q->line, &a->out->line, a->err);
}

/* --- the search that is asked ------------------------------------------------------------------ */

static int best_first(const void *a, const void *b)
{
    const struct by_choice *x = a, *y = b;
    if (x->value > y->value || x->value < y->value)
        return x->value > y->value ? -1 : 1;
    if (x->prior > y->prior || x->prior < y->prior)
        return x->prior > y->prior ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

static enum by_status ask_core(struct asking *a, const struct by_core *core)
{
    struct by_told_player *told = &a->out->told;
    size_t most = (size_t)core->rules->max_moves;
    struct by_text text = by_text_over(a->out->formula, sizeof a->out->formula);
    told->choices = calloc(most, sizeof *told->choices);
    if (!told->choices)
        return by_fail_memory(a->err, most * sizeof *told->choices);
    enum by_status status =
        by_core_first(core, told->choices, &told->choice_count, &told->width, a->err);
    by_mcts_formula(by_player_searcher(a->q->player), &text);
    told->formula = a->out->formula;
    told->has_prior = core->tree.prior;
    if (status == BY_OK && told->width == told->choice_count)
        qsort(told->choices, (size_t)told->choice_count, sizeof *told->choices, best_first);
    return status;
}

/* One simulation makes the root, and the root has the moves with their priors. */
static enum by_status ask_mcts(struct asking *a)
{
    struct by_searcher *searcher = by_player_searcher(a->q->player);
    const struct by_limits limits = {.simulations = 1};
    struct by_decision decision;
    enum by_status status = by_decision_open(a->q->line->rules, &decision, a->err);
    if (status == BY_OK)
        status = by_searcher_think(searcher, a->q->line, &limits, NULL, &decision, a->err);
    if (status == BY_OK)
        status = ask_core(a, by_mcts_core(by_mcts_of(searcher), 0));
    by_decision_close(&decision);
    return status;
}

/* Where nature moves there is nothing to choose, and no formula. */
static enum by_status ask_player(struct asking *a)
{
    if (!a->q->player)
        return BY_OK;
    a->out->told.spec = by_player_spec(a->q->player);
    if (a->out->why.by_nature || !by_mcts_of(by_player_searcher(a->q->player)))
        return BY_OK;
    return ask_mcts(a);
}

/* --- playouts -------------------------------------------------------------------------------------- */

static enum by_status unknown_playout(struct asking *a)
{
    char quoted[BY_QUOTE_SIZE], names[256];
    struct by_text list = by_text_over(names, sizeof names);
    by_policy_names(a->q->line->rules, &list);
    return by_fail(a->err, BY_BAD_INPUT, "the game %s has no playout '%s'; it has %s",
                   a->q->line->rules->name, by_quote(a->playout, quoted), names);
}

static enum by_status play(struct asking *a)
{
    struct by_explanation *why = &a->out->why;
    const atomic_bool never = false;
    if (!a->playout)
        return BY_OK;
    const struct by_policy *policy = by_policy_find(why->line->rules, a->playout);
    return policy ? by_explanation_play(why, policy, a->q->playouts, a->q->seed,
                                        a->q->stop ? a->q->stop : &never, a->q->done, a->err)
                  : unknown_playout(a);
}

/* --- all of it --------------------------------------------------------------------------------------- */

enum by_status by_explain(const struct by_explain_question *question, struct by_explain_answer *out,
                          struct by_error *err)
{
    struct asking a = {.q = question,
                       .out = out,
                       .eval = question->eval,
                       .playout = question->playout,
                       .err = err};
    *out = (struct by_explain_answer){.knowing = NULL};
    if (question->player)
        take_names(&a, by_searcher_values(by_player_searcher(question->player)));
    enum by_status status = open_line(&a);
    if (status == BY_OK)
        status = by_explanation_open(&out->why, out->line ? out->line : question->line, a.eval,
                                     question->seed, err);
    if (status == BY_OK)
        status = play(&a);
    if (status == BY_OK)
        status = ask_player(&a);
    return status;
}

void by_explain_close(struct by_explain_answer *answer)
{
    by_explanation_close(&answer->why);
    by_line_close(answer->line);
    by_rules_close(answer->knowing);
    free(answer->told.choices);
}
