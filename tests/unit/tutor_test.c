/* tutor_test.c: traces by hand: what passes, what does not, and what is no trace. */
#include "lessons/tutor.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The fault's name and line ("early-cut 7"), "right", or "refused". */
static void verdict(const char *trace, char out[64])
{
    struct by_tutor tutor;
    struct by_error err = {.status = BY_OK};
    if (by_tutor_open(&tutor, trace, strlen(trace), NULL, &err) != BY_OK) {
        assert_true(err.text[0] != '\0');
        strcpy(out, "refused");
    } else if (tutor.fault.kind == BY_TUTOR_RIGHT) {
        strcpy(out, "right");
    } else {
        assert_true(tutor.fault.sentence[0] != '\0');
        snprintf(out, 64, "%s %d", by_tutor_fault_name(tutor.fault.kind), tutor.fault.line);
    }
    by_tutor_close(&tutor);
}

struct trace {
    const char *text, *want;
};

static void check_all(const struct trace *traces, size_t count)
{
    char found[64];
    for (size_t i = 0; i < count; i++) {
        verdict(traces[i].text, found);
        if (strcmp(found, traces[i].want) != 0)
            fail_msg("%s: %s, not %s", traces[i].text, found, traces[i].want);
    }
}

#define TREE "tree ((3 12)(2 4))\n"

static void styles_are_all_right(void **state)
{
    static const struct trace traces[] = {
        /* >= : node 2 is cut by its first child */
        {TREE "0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf inf 3\n2 2 -inf 3 12\n1 1 -inf inf 3\n"
              "1 2 3 inf ?\n2 1 3 inf 2\n1 2 3 inf 2\n0 - -inf inf 3\n",
         "right"},
        /* fail-hard: what is below alpha becomes alpha */
        {TREE "0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf inf 3\n2 2 -inf 3 3\n1 1 -inf 3 3\n"
              "1 2 3 inf ?\n2 1 3 inf 3\n1 2 3 3 3\n0 - 3 inf 3\n",
         "right"},
        /* > : fail-hard reaches alpha, and goes on in an empty window */
        {TREE "0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf inf 3\n2 2 -inf 3 3\n1 1 -inf 3 3\n"
              "1 2 3 inf ?\n2 1 3 inf 3\n2 2 3 3 3\n1 2 3 3 3\n0 - 3 inf 3\n",
         "right"},
        /* negamax, another order, other infinities; nobody says whose the values are */
        {TREE "0 - -999 999 ?\n1 2 -999 999 ?\n2 2 -999 999 4\n2 1 -999 4 2\n1 2 -2 999 -2\n"
              "1 1 -999 -2 ?\n2 1 2 999 3\n2 2 2 3 12\n1 1 -3 -2 -3\n0 - 3 999 3\n",
         "right"},
        {"tree 7\n0 - -inf inf 7\n", "right"},
        {"tree (3 5) O\n0 - - - ?\n1 1 - - 3\n1 2 - - 5\n0 - - - 3\n", "right"},
        {"tree (3 5) O\nvalues root\n0 - - - ?\n1 1 - - -3\n1 2 - - -5\n0 - - - -3\n", "right"},
    };
    (void)state;
    check_all(traces, sizeof traces / sizeof *traces);
}

static void first_faults_are_named(void **state)
{
    static const struct trace traces[] = {
        {TREE "1 1 - - 3\n", "ply 2"},
        {TREE "0 - - - ?\n2 1 - - ?\n", "ply 3"},
        {TREE "0 - - - ?\n1 1 - - ?\n1 2 - - ?\n", "still-open 4"},
        {TREE "0 - - - ?\n1 1 - - ?\n", "unfinished 3"},
        {"tree 7\n0 - - - 7\n0 - - - ?\n", "after-end 3"},
        {TREE "0 - - - ?\n1 3 - - ?\n", "no-child 3"},
        {TREE "0 - - - ?\n1 1 - - ?\n2 1 - - 3\n2 1 - - 3\n", "twice 5"},
        {TREE "0 - - - ?\n1 1 - - ?\n2 1 - - ?\n3 1 - - ?\n", "below-end 5"},
        {TREE "0 - - - ?\n1 1 - - 3\n", "too-shallow 3"},
        {TREE "0 - - - ?\n1 1 - - ?\n2 1 - - 3\n1 1 - - 3\n", "skipped 5"},
        {TREE "0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf inf 3\n1 1 -inf inf 3\n", "early-cut 5"},
        {TREE "0 - 3 inf ?\n", "root-window 2"},
        {TREE "0 - inf -inf ?\n", "root-window 2"},
        {TREE "search alphabeta\n0 - - - ?\n", "no-window 3"},
        {TREE "0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf 3 3\n", "window 4"},
        {"tree ((-3 -7))\n0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf inf -3\n2 2 -inf -4 -7\n",
         "window 5"},
        {"tree ((3 7))\n0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf inf 3\n2 2 -inf 0 7\n",
         "window-value 5"},
        {TREE "values mover\n0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf inf 3\n2 2 -inf -3 12\n",
         "window-value 6"},
        /* negamax as -visit(child, -beta, alpha), and as -visit(child, beta, -alpha) */
        {TREE "values mover\n0 - -20 20 ?\n1 1 -20 -20 ?\n", "window-sign 4"},
        {TREE "values mover\n0 - -99 99 ?\n1 1 99 99 ?\n", "window-sign 4"},
        {TREE "0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf inf 3\n2 2 -inf inf 12\n", "window-kept 5"},
        {TREE "0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf inf 3\n2 2 -inf 3 12\n1 1 3 inf 3\n",
         "left-window 6"},
        {TREE "values mover\n0 - - - ?\n1 1 - - ?\n2 1 - - -3\n", "leaf-sign 5"},
        {"game connect4\ndepth 1\neval none\n0 - - - ?\n1 a - - 4\n", "leaf 5"},
        {"game connect4\ndepth 1\n0 - - - ?\n1 a - - ?\n2 a - - ?\n", "too-deep 5"},
        {"game tictactoe\n0 - - - ?\n1 b2 - - 0\n", "too-shallow 3"},
        {"tree (3 5 4)\n0 - - - ?\n1 1 - - 3\n1 2 - - 5\n1 3 - - 4\n0 - - - 4\n", "last-child 6"},
        {"tree (3 5 4)\n0 - - - ?\n1 1 - - 3\n1 2 - - 5\n1 3 - - 4\n0 - - - 3\n", "min-max 6"},
        {"tree (-3 -5)\nvalues max\n0 - - - ?\n1 1 - - -3\n1 2 - - -5\n0 - - - 0\n", "too-good 6"},
    };
    (void)state;
    check_all(traces, sizeof traces / sizeof *traces);
}

/* What is known above the parent cuts as well: 5 at the root, three plies up. */
static void deep_cuts_are_right(void **state)
{
    static const struct trace traces[] = {
        {"tree (5 ((1 9) 9))\n0 - -inf inf ?\n1 1 -inf inf 5\n1 2 5 inf ?\n2 1 5 inf ?\n3 1 5 inf "
         "1\n"
         "3 2 5 inf 9\n2 1 9 inf 9\n2 2 5 9 9\n1 2 5 9 9\n0 - 9 inf 9\n",
         "right"},
        {"tree (5 (((4 9) 9) 9))\n0 - -inf inf ?\n1 1 -inf inf 5\n1 2 5 inf ?\n2 1 5 inf ?\n"
         "3 1 5 inf ?\n4 1 5 inf 4\n3 1 5 4 4\n3 2 5 inf 9\n2 1 9 inf 9\n2 2 5 9 9\n1 2 5 9 9\n"
         "0 - 9 inf 9\n",
         "right"},
        {"tree (5 (((4 9) 9) 9))\n0 - -inf inf ?\n1 1 -inf inf 5\n1 2 5 inf ?\n2 1 5 inf ?\n"
         "3 1 5 inf ?\n4 1 5 inf 4\n4 2 5 4 9\n",
         "late-cut 8"},
        {"tree (5 (((4 9) 9) 9))\n0 - -inf inf ?\n1 1 -inf inf 5\n1 2 5 inf ?\n2 1 -inf inf ?\n",
         "window-open 5"},
    };
    (void)state;
    check_all(traces, sizeof traces / sizeof *traces);
}

static void what_is_no_trace_is_refused(void **state)
{
    static const struct trace traces[] = {
        {"", "refused"},
        {TREE, "refused"},
        {"0 - - - ?\n", "refused"},
        {TREE "0 - - -\n", "refused"},
        {TREE "0 - - - ? 7\n", "refused"},
        {TREE "99999 - - - ?\n", "refused"},
        {TREE "0 - 3 - ?\n", "refused"},
        {TREE "0 - nan 3 ?\n", "refused"},
        {TREE "0 - 1e300 3 ?\n", "refused"},
        {TREE "depth 3\n0 - - - ?\n", "refused"},
        {TREE TREE "0 - - - ?\n", "refused"},
        {TREE "0 - - - ?\ndepth 3\n", "refused"},
        {"tree [3 5]\n0 - - - ?\n", "refused"},
        {"game tictactoe\ndepth 0\n0 - - - ?\n", "refused"},
        {"game tictactoe\nvalues mine\n0 - - - ?\n", "refused"},
        {"game othello eval=/etc/passwd\n0 - - - ?\n", "refused"},
    };
    (void)state;
    check_all(traces, sizeof traces / sizeof *traces);
}

static void what_is_said_beside_comes_first(void **state)
{
    struct by_tutor tutor;
    struct by_error err;
    struct by_tutor_said said = {{NULL}};
    static const char trace[] =
        "game nim\nposition 7\n0 - - - ?\n1 1 - - 3\n1 2 - - 5\n0 - - - 5\n";
    (void)state;
    said.text[BY_TUTOR_TREE] = "(3 5)";
    assert_int_equal(by_tutor_open(&tutor, trace, strlen(trace), &said, &err), BY_OK);
    assert_int_equal(tutor.fault.kind, BY_TUTOR_RIGHT);
    assert_int_equal(tutor.node_count, 3);
    assert_int_equal(tutor.leaves, 2);
    by_tutor_close(&tutor);
}

/* A tree as deep as trees go: names stay short, nothing overflows. */
static void deep_trees_are_followed(void **state)
{
    enum { DEEP = 3000 };
    struct by_tutor tutor;
    struct by_error err;
    char *text = malloc(DEEP * 40 + 100), *at = text;
    (void)state;
    at += sprintf(at, "tree ");
    memset(at, '(', DEEP);
    at += DEEP;
    at += sprintf(at, "5");
    memset(at, ')', DEEP);
    at += DEEP;
    at += sprintf(at, "\n");
    for (int i = 0; i <= DEEP; i++)
        at += sprintf(at, "%d 1 - - ?\n", i);
    at += sprintf(at, "%d 1 - - 6\n", DEEP);
    assert_int_equal(by_tutor_open(&tutor, text, strlen(text), NULL, &err), BY_OK);
    assert_int_equal(tutor.fault.kind, BY_TUTOR_FAULT_LEAF);
    assert_int_equal(tutor.fault.line, DEEP + 3);
    assert_string_equal(tutor.fault.sentence,
                        "the node at ply 3000 is worth 6, but the value of the leaf is 5");
    by_tutor_close(&tutor);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(styles_are_all_right),
        cmocka_unit_test(first_faults_are_named),
        cmocka_unit_test(deep_cuts_are_right),
        cmocka_unit_test(what_is_no_trace_is_refused),
        cmocka_unit_test(what_is_said_beside_comes_first),
        cmocka_unit_test(deep_trees_are_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
