/* Tests of Othello's own search with the evaluation: the middle game, what it leaves out, and solving from
 * further away. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/othello/search/worker.h"

#include <math.h>

static const struct by_othello_weights *weights(const struct by_rules *rules)
{
    const struct by_othello_weights *w = by_othello_weights_of(rules);
    assert_non_null(w); /* data/ has them */
    return w;
}

static struct by_own_search look(const struct by_rules *rules, void *own, const void *position,
                                 int depth, bool sure)
{
    struct by_own_search search = {.depth = depth, .sure = sure};
    assert_true(rules->game->own_search(own, position, &search));
    return search;
}

static void *open_own(const struct by_rules *rules)
{
    void *own;
    assert_int_equal(rules->game->own_open(rules, 1 << 22, 1, &own, NULL), BY_OK);
    return own;
}

/* A few moves at random, the rest by a short look: what games are made of. */
static void play_to(const struct by_rules *rules, void *own, int discs, struct by_rng *rng,
                    void *position)
{
    by_move moves[BY_OTHELLO_CELLS_MAX];
    memcpy(position, rules->start, rules->position_size);
    for (int ply = 4; ply < discs && !rules->game->over(rules, position); ply++) {
        int count = rules->game->moves(rules, position, moves);
        by_move move = ply < 14 ? moves[by_rng_below(rng, (uint32_t)count)]
                                : look(rules, own, position, 2, false).move;
        rules->game->play(rules, position, move, NULL);
    }
}

/* --- against plain code ---------------------------------------------------------------------- */

static int in_discs(int value)
{
    int discs =
        (value + (value >= 0 ? BY_OTHELLO_DISC / 2 : -BY_OTHELLO_DISC / 2)) / BY_OTHELLO_DISC;
    return discs > 62 ? 62 : discs < -62 ? -62 : discs;
}

static int static_value(const struct by_rules *rules, const void *position)
{
    struct by_board_view view = {0};
    rules->game->board->look(rules, position, &view);
    return in_discs(by_othello_pattern_value(weights(rules), view.stones[view.side][0],
                                             view.stones[!view.side][0]));
}

/* A pass takes no depth, but for the last ply. *passes is set when there was one. */
static int negamax(const struct by_rules *rules, const void *position, int depth, bool *passes)
{
    _Alignas(16) unsigned char next[128];
    by_move moves[BY_OTHELLO_CELLS_MAX];
    int best = -127;
    if (depth == 0)
        return static_value(rules, position);
    assert_false(rules->game->over(rules, position));
    int count = rules->game->moves(rules, position, moves);
    *passes = *passes || moves[0] == 64;
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        int value = -negamax(rules, next, depth - 1, passes);
        best = value > best ? value : best;
    }
    return best;
}

static void with_nothing_left_out_depth_means_depth(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "");
    struct by_rng rng;
    void *own = open_own(rules), *position = new_position(rules);
    int compared = 0;
    by_rng_init(&rng, 11, 0);
    for (int i = 0; i < long_or(200, 20); i++) {
        play_to(rules, own, 12 + i % 20, &rng, position);
        for (int depth = 1; depth <= 4; depth++) {
            bool passes = false;
            int value = negamax(rules, position, depth, &passes);
            rules->game->own_forget(own);
            struct by_own_search found = look(rules, own, position, depth, true);
            assert_int_equal(found.reached, depth);
            assert_true(found.complete && !found.proven && found.sureness == 100);
            if (passes || value > 9 || value < -9) /* beyond it stable discs have a say */
                continue;
            assert_int_equal(found.value, value * BY_OTHELLO_DISC);
            compared++;
        }
    }
    assert_true(compared > 20);
    free(position);
    rules->game->own_close(own);
    by_rules_close(rules);
}

/* --- what is left out -------------------------------------------------------------------------- */

/* The deviations that probcut.c states are about what they are. */
static void shallow_looks_are_off_by_what_is_stated(void **state)
{
    (void)state;
    static const int pairs[][2] = {{4, 2}, {6, 2}, {7, 3}, {8, 4}};
    struct by_rules *rules = open_rules("othello", "");
    struct by_rng rng;
    void *own = open_own(rules), *position = new_position(rules);
    enum { PAIRS = sizeof pairs / sizeof *pairs };
    double squares[PAIRS] = {0}, stated[PAIRS] = {0};
    int count = long_or(2000, 200);
    by_rng_init(&rng, 12, 0);
    for (int i = 0; i < count; i++) {
        int ply = 16 + i % 30;
        play_to(rules, own, ply, &rng, position);
        for (int p = 0; p < PAIRS; p++) {
            double error_stated = by_othello_deviation(60 - ply, pairs[p][0], pairs[p][1]);
            stated[p] += error_stated * error_stated;
            int32_t deep = look(rules, own, position, pairs[p][0], true).value;
            rules->game->own_forget(own);
            int32_t shallow = look(rules, own, position, pairs[p][1], true).value;
            double error = (double)(deep - shallow) / BY_OTHELLO_DISC;
            squares[p] += error * error;
        }
    }
    for (int p = 0; p < PAIRS; p++) {
        double ratio = sqrt(squares[p] / stated[p]);
        assert_true(ratio > 0.85 && ratio < 1.3);
    }
    free(position);
    rules->game->own_close(own);
    by_rules_close(rules);
}

static void deeper_and_surer_asks_for_more(void **state)
{
    (void)state;
    for (int depth = 3; depth < 40; depth++) {
        int shallow = by_othello_shallow(depth);
        assert_true(shallow > 0 && shallow < depth && (depth - shallow) % 2 == 0);
        assert_true(by_othello_deviation(40, depth, shallow) > 1);
        assert_true(by_othello_deviation(20, depth, shallow) >
                    by_othello_deviation(30, depth, shallow));
    }
    for (int level = 1; level < BY_OTHELLO_LEVELS; level++)
        assert_true(by_othello_level_width(level) > by_othello_level_width(level - 1));
    assert_int_equal(by_othello_level_percent(BY_OTHELLO_SURE), 100);
}

/* --- solving ----------------------------------------------------------------------------------- */

/* FFO 40 (G. Andersson's endgame test): 20 empty squares, Black wins by 38 with a2. */
static void the_fortieth_problem_is_solved(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "empties=winner");
    void *own = open_own(rules);
    void *position =
        read_text(rules, "O..OOOOX/.OOOOOOX/OOXXOOOX/OOXOOOXX/OOOOOOXX/...OOOOX/....O..X/"
                         "........ X");
    struct by_own_search search = {.exact = true, .low = -64, .high = 64};
    assert_true(rules->game->own_search(own, position, &search));
    assert_int_equal(search.value, 38);
    assert_int_equal(search.move, move_of(rules, position, "a2"));
    assert_true(search.nodes < 20000000);
    free(position);
    rules->game->own_close(own);
    by_rules_close(rules);
}

/* --- limits ------------------------------------------------------------------------------------ */

static void the_same_question_has_the_same_answer(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "");
    void *own = open_own(rules), *other = open_own(rules);
    struct by_own_search a = {.most_nodes = 30000}, b = {.most_nodes = 30000};
    (void)look(rules, own, rules->start, 5, false);
    rules->game->own_forget(own);
    assert_true(rules->game->own_search(own, rules->start, &a));
    assert_true(rules->game->own_search(other, rules->start, &b));
    assert_true(!a.complete && a.reached > 5 && a.reached == b.reached);
    assert_true(a.move == b.move && a.value == b.value && a.nodes == b.nodes);
    assert_true(a.nodes >= 30000 && a.nodes < 31000);
    assert_memory_equal(a.pv, b.pv, (size_t)a.pv_count * sizeof *a.pv);
    rules->game->own_close(own);
    rules->game->own_close(other);
    by_rules_close(rules);
}

struct lines {
    int told, count;
    by_move line[BY_PV_MAX];
};

static bool keep_line(void *context, const struct by_own_search *so_far)
{
    struct lines *lines = context;
    lines->told++;
    lines->count = so_far->pv_count;
    memcpy(lines->line, so_far->pv, (size_t)so_far->pv_count * sizeof *so_far->pv);
    return true;
}

/* A search that is stopped has the line of play of the last depth that was not, for all that it has
 * overwritten since. */
static void the_last_line_is_kept(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "");
    void *own = open_own(rules);
    for (uint64_t nodes = 20000; nodes <= 200000; nodes += 30000) {
        struct lines lines = {0};
        struct by_own_search search = {.most_nodes = nodes, .tell = keep_line, .context = &lines};
        rules->game->own_forget(own);
        assert_true(rules->game->own_search(own, rules->start, &search));
        assert_true(!search.complete && lines.told > 3 && lines.count > 3);
        if (search.move != lines.line[0])
            continue; /* a better one was found on the way */
        assert_int_equal(search.pv_count, lines.count);
        assert_memory_equal(search.pv, lines.line, (size_t)lines.count * sizeof *lines.line);
    }
    rules->game->own_close(own);
    by_rules_close(rules);
}

/* However little it may do, there is a legal move. */
static void a_single_node_is_enough_for_a_move(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "");
    void *own = open_own(rules);
    by_move scratch[BY_OTHELLO_CELLS_MAX];
    struct by_own_search search = {.most_nodes = 1};
    assert_true(rules->game->own_search(own, rules->start, &search));
    assert_true(by_move_legal(rules, rules->start, search.move, scratch));
    assert_int_equal(search.pv[0], search.move);
    rules->game->own_close(own);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_nothing_left_out_depth_means_depth),
        cmocka_unit_test(shallow_looks_are_off_by_what_is_stated),
        cmocka_unit_test(deeper_and_surer_asks_for_more),
        cmocka_unit_test(the_fortieth_problem_is_solved),
        cmocka_unit_test(the_same_question_has_the_same_answer),
        cmocka_unit_test(the_last_line_is_kept),
        cmocka_unit_test(a_single_node_is_enough_for_a_move),
    };
    return cmocka_run_group_tests_name("Othello's own search, with the evaluation", tests, NULL,
                                       NULL);
}
