/* topics.c: what there is to say about selection= beyond its line. */
#include "search/mcts/settings.h"
#include <string.h>

static const struct by_topic_entry ways[] = {
    {"expr: FORMULA",
     "the move with the largest value is taken, the first of equals (moves stand in "
     "random order)",
     NULL},
    {"draw: FORMULA",
     "a move is drawn in proportion to its value; infinite ones come first, none "
     "below 0 is drawn",
     NULL},
    {"let d = n + 1; w/d", "names for values, as many as 20, at the beginning", NULL},
    {"a ? b : c", "b where a is not 0, else c; < <= > >= == != give 1 or 0; + - * / ^ as usual",
     NULL},
    {.name = NULL},
};

static const struct by_topic_entry variables[] = {
#define BY_EXPR_VARIABLE(name, base, index, uses, help) {name, help, NULL},
#include "search/mcts/expr_variables.def"
#undef BY_EXPR_VARIABLE
    {.name = NULL},
};

static const struct by_topic_entry functions[] = {
#define BY_EXPR_FUNCTION(name, op, arguments, form, help) {form, help, NULL},
#include "search/mcts/expr_functions.def"
#undef BY_EXPR_FUNCTION
    {.name = NULL},
};

static const struct by_topic_entry values[] = {
    {"no visit yet",
     "where the formula is not a number at n = 0 (as w/n is), fpu= is the value, "
     "infinite by default: the move is tried first",
     NULL},
    {"not a number",
     "at n > 0 it ends the search: \"the formula is not a number at n=54 w=35 N=54\"", NULL},
    {"infinity", "is a value like others, larger than all (or smaller: -inf)", NULL},
    {"a known result", "proofs=on: a lost move is never taken, a drawn one counts as a draw", NULL},
    {.name = NULL},
};

static const struct by_topic_entry rules[] = {
#define BY_FORMULA(options, formula, help) {options, "selection=\"" formula "\"", help},
#include "search/mcts/formulas.def"
#undef BY_FORMULA
    {.name = NULL},
};

static const struct by_topic selection[] = {
    {"ways", "your own rule", ways},
    {"variables", "variables", variables},
    {"functions", "functions", functions},
    {"values", "special values", values},
    {"rules", "the built-in rules as formulas: each gives the same tree", rules},
    {.name = NULL},
};

const struct by_topic *by_mcts_topics(const char *option)
{
    return strcmp(option, "selection") == 0 ? selection : NULL;
}
