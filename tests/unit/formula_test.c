/* formula_test.c: whatever formula a user writes, a search ends well: it is refused with a sentence that has a
 * column, or the search gives a legal move, or it says where the formula is not a number.
 *
 * The formulas are made of what the grammar has, on purpose with what goes wrong: divisions by what may
 * be 0, roots and logarithms of what may be negative, powers that leave the range of numbers, nesting
 * up to the limit and beyond it. */
#include "search_help.h"

#include "search/mcts/expr.h"

struct maker {
    struct by_rng rng;
    struct by_text out;
    int names;
};

static uint32_t pick(struct maker *m, uint32_t n)
{
    return by_rng_below(&m->rng, n);
}

static void make(struct maker *m, int height);

static void make_call(struct maker *m, int height)
{
    const struct by_expr_word *word = by_expr_function_at((int)pick(m, 11));
    int commas = 0;
    for (const char *c = word->form; *c; c++)
        commas += *c == ',';
    by_text_format(&m->out, "%s(", word->name);
    for (int i = 0; i <= commas; i++) {
        by_text_add(&m->out, i > 0 ? "," : "");
        make(m, height - 1);
    }
    by_text_add(&m->out, ")");
}

static void make_leaf(struct maker *m)
{
    static const char *const numbers[] = {"0", "1", "2", "0.5", "1e38", "1e-38", "3", "100"};
    if (m->names > 0 && pick(m, 4) == 0)
        by_text_format(&m->out, "v%u", pick(m, (uint32_t)m->names));
    else if (pick(m, 3) == 0)
        by_text_add(&m->out, numbers[pick(m, 8)]);
    else
        by_text_add(&m->out, by_expr_variable_at((int)pick(m, 11))->name);
}

static void make(struct maker *m, int height)
{
    static const char *const signs[] = {"+", "-", "*", "/", "/", "^", "^", "<", "==", "-"};
    uint32_t kind = pick(m, 10);
    if (height <= 0 || kind == 0) {
        make_leaf(m);
    } else if (kind < 4) {
        make_call(m, height);
    } else if (kind == 4) {
        by_text_add(&m->out, "-");
        make(m, height - 1);
    } else {
        by_text_add(&m->out, "(");
        make(m, height - 1);
        by_text_add(&m->out, kind == 5 ? "?" : signs[pick(m, 10)]);
        make(m, height - 1);
        by_text_add(&m->out, kind == 5 ? ":" : "");
        if (kind == 5)
            make(m, height - 1);
        by_text_add(&m->out, ")");
    }
}

/* One in fifty is a tower, nearly as deep as is accepted or a little deeper. */
static void make_formula(struct maker *m)
{
    int names = (int)pick(m, 3), tower = pick(m, 50) == 0 ? 40 + (int)pick(m, 20) : 0;
    m->names = 0;
    for (; m->names < names; m->names++) {
        by_text_format(&m->out, "let v%d=", m->names);
        make(m, 2);
        by_text_add(&m->out, ";");
    }
    for (int i = 0; i < tower; i++)
        by_text_add(&m->out, pick(m, 2) ? "exp(" : "sqrt(");
    make(m, tower > 0 ? 1 : 1 + (int)pick(m, 5));
    for (int i = 0; i < tower; i++)
        by_text_add(&m->out, ")");
}

/* --- what a search makes of it ------------------------------------------------------------- */

enum end { REFUSED, SENSELESS, DECIDED, ENDS };

/* No value that a listener sees is none. */
static void look(void *context, const struct by_step *step)
{
    for (int i = 0; step->kind == BY_STEP_SELECT && i < step->choice_count; i++)
        if (isnan(step->choices[i].value))
            fail_msg("%s: a value that is not a number", (const char *)context);
}

static enum end search(const struct by_line *line, const char *spec, struct by_decision *decision,
                       bool watched)
{
    struct by_searcher *searcher = NULL;
    struct by_error err = {0};
    char *text = strdup(spec);
    assert_non_null(text);
    const struct by_events events = {.context = text, .trace = watched ? look : NULL};
    enum end end = DECIDED;
    if (by_searcher_open(line->rules, spec, 1, &searcher, &err) != BY_OK) {
        if (strncmp(err.text, "selection: column ", 18) != 0)
            fail_msg("%s: %s", spec, err.text);
        end = REFUSED;
    } else if (by_searcher_think(searcher, line, NULL, &events, decision, &err) != BY_OK) {
        if (strncmp(err.text, "the formula is not a number at n=", 33) != 0)
            fail_msg("%s: %s", spec, err.text);
        end = SENSELESS;
    } else if (decision->move < 0 || decision->move > 8) { /* of tic-tac-toe, at the start */
        fail_msg("%s: move %d", spec, decision->move);
    }
    by_searcher_close(searcher);
    free(text);
    return end;
}

static void every_formula_ends_well(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_line *line = open_line(rules);
    struct by_decision decision;
    struct maker m = {.names = 0};
    int ends[ENDS] = {0};
    by_rng_init(&m.rng, 81, 0);
    assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
    for (int i = 0; i < long_or(100000, 10000); i++) {
        char formula[4096] = "", spec[5000];
        m.out = by_text_over(formula, sizeof formula);
        make_formula(&m);
        if (m.out.length >= sizeof formula)
            continue;
        snprintf(spec, sizeof spec, "mcts sims=25 memory=256K%s selection=\"%s %s\"",
                 i % 5 == 0 ? " proofs=off" : "", i % 4 ? "expr:" : "draw:", formula);
        ends[search(line, spec, &decision, i % 2 == 0)]++;
    }
    for (int i = 0; i < ENDS; i++)
        if (ends[i] < 100)
            fail_msg("refused %d, not a number %d, decided %d", ends[0], ends[1], ends[2]);
    print_message("refused %d, not a number %d, decided %d\n", ends[0], ends[1], ends[2]);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
}

/* The sentence is about the search, not about the searcher: it can be asked again. */
static void a_searcher_survives_its_formula(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_line *line = open_line(rules);
    struct by_decision decision;
    struct by_searcher *searcher =
        open_searcher(rules, "mcts sims=300 selection=\"expr: w/n + sqrt(20 - N)\"", 1);
    struct by_limits few = {.simulations = 15};
    struct by_error err = {0};
    assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
    assert_int_equal(by_searcher_think(searcher, line, NULL, NULL, &decision, &err), BY_FAILED);
    assert_non_null(strstr(err.text, " N=21"));
    assert_int_equal(by_searcher_think(searcher, line, &few, NULL, &decision, &err), BY_OK);
    assert_int_equal(by_searcher_think(searcher, line, NULL, NULL, &decision, &err), BY_FAILED);
    by_searcher_close(searcher);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_formula_ends_well),
        cmocka_unit_test(a_searcher_survives_its_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
