/* review_test.c: what moves have lost, against values computed here by looking at every line of play; and
 * the comments that a review writes into a record. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "record/sgf_line.h"
#include "report/review.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- a game on the table ---------------------------------------------------------------------- */

struct table {
    struct by_rules *rules;
    struct by_line *line;
    struct by_player *player;
    struct by_review review;
    struct by_error err;
};

static void set_up(struct table *t, const char *game, const char *size, const char *player)
{
    const struct by_setting setting = {"size", size};
    const struct by_player_terms terms = {.seed = 1, .trust = BY_TRUST_NONE};
    *t = (struct table){.err = {.status = BY_OK}};
    assert_int_equal(by_rules_open(game, &setting, size ? 1 : 0, NULL, &t->rules, &t->err), BY_OK);
    assert_int_equal(by_line_open(t->rules, &t->line, &t->err), BY_OK);
    assert_int_equal(by_player_open(t->rules, player, &terms, &t->player, &t->err), BY_OK);
}

static enum by_status look(struct table *t)
{
    const struct by_review_terms terms = {.player = t->player};
    return by_review_run(&t->review, t->line, &terms, &t->err);
}

static void clear(struct table *t)
{
    by_review_close(&t->review);
    by_player_close(t->player);
    by_line_close(t->line);
    by_rules_close(t->rules);
}

static void play(struct table *t, const char *moves)
{
    assert_int_equal(by_line_play_list(t->line, moves, &t->err), BY_OK);
}

/* --- the truth ---------------------------------------------------------------------------------- */

/* The result for the first player when both play their best: every line of play is looked at. */
static int32_t solve(const struct by_rules *rules, const void *position)
{
    if (rules->game->over(rules, position))
        return rules->game->result(rules, position);
    by_move *moves = calloc((size_t)rules->max_moves, sizeof *moves);
    void *next = aligned_alloc(16, rules->position_size);
    assert_true(moves && next);
    int side = rules->game->side(rules, position),
        count = rules->game->moves(rules, position, moves);
    int32_t best = 0;
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        int32_t value = solve(rules, next);
        if (i == 0 || (side == 0 ? value > best : value < best))
            best = value;
    }
    free(next);
    free(moves);
    return best;
}

static void play_at_random(struct table *t, struct by_rng *rng)
{
    by_move *moves = calloc((size_t)t->rules->max_moves, sizeof *moves);
    assert_non_null(moves);
    while (!by_line_over(t->line)) {
        int count = by_line_moves(t->line, moves);
        by_move move = moves[by_rng_below(rng, (uint32_t)count)];
        assert_int_equal(by_line_play(t->line, move, &t->err), BY_OK);
    }
    free(moves);
}

/* Losses, values and better moves of a game, from ply `from` on. */
static void compare(struct table *t, int from)
{
    assert_int_equal(t->review.unit, BY_REVIEW_SCORE);
    assert_int_equal(t->review.first, 0);
    for (int ply = from; ply < t->line->count; ply++) {
        const struct by_reviewed *move = &t->review.moves[ply];
        int first = move->side == 0 ? 1 : -1;
        int32_t before = first * solve(t->rules, by_line_position_at(t->line, ply));
        int32_t after = first * solve(t->rules, by_line_position_at(t->line, ply + 1));
        double scale = t->rules->score_scale;
        assert_true(t->review.standings[ply].certain);
        assert_true(by_review_value(&t->review, ply, move->side) == before / scale);
        assert_true(by_review_value(&t->review, ply + 1, move->side) == after / scale);
        assert_true(move->loss == (before - after) / scale);
        assert_int_equal(move->better != BY_NO_MOVE, before > after);
        if (before > after) {
            struct by_line *other;
            assert_int_equal(by_line_open(t->rules, &other, &t->err), BY_OK);
            by_line_begin(other, by_line_position_at(t->line, ply));
            assert_int_equal(by_line_play(other, move->better, &t->err), BY_OK);
            assert_int_equal(first * solve(t->rules, by_line_position(other)), before);
            by_line_close(other);
        }
    }
}

static void losses_are_those_of_solved_games(void **state)
{
    (void)state;
    static const struct {
        const char *game, *size;
        int games, from;
    } cases[] = {{"tictactoe", NULL, 12, 2}, {"othello", "4x4", 6, 4}, {"connect4", "4x3", 4, 2}};
    struct by_rng rng;
    by_rng_init(&rng, 5, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int game = 0; game < cases[i].games; game++) {
            struct table t;
            set_up(&t, cases[i].game, cases[i].size, "alphabeta");
            play_at_random(&t, &rng);
            if (look(&t) != BY_OK)
                fail_msg("%s", t.err.text);
            compare(&t, cases[i].from);
            clear(&t);
        }
    }
}

static void a_win_thrown_away_is_the_worst_move(void **state)
{
    (void)state;
    struct table t;
    int worst[5];
    set_up(&t, "tictactoe", NULL, "alphabeta");
    play(&t, "a1 b1 a2 b2 c1 b3"); /* the fifth could win by a3, and lets O win */
    assert_int_equal(look(&t), BY_OK);
    assert_true(t.review.moves[4].loss == 2);
    assert_true(t.review.moves[4].lost_chance == 1);
    assert_int_equal(t.review.moves[4].grade, BY_GRADE_BLUNDER);
    assert_true(by_review_worst(&t.review, 5, worst) >= 2);
    assert_int_equal(worst[0], 4);
    assert_int_equal(by_review_worst(&t.review, 1, worst), 1);
    assert_int_equal(worst[0], 4);
    assert_int_equal(by_review_worst(&t.review, 0, worst), 0);
    struct by_review_sum sum = by_review_sum(&t.review, 0);
    assert_int_equal(sum.moves, 3);
    assert_int_equal(sum.graded[BY_GRADE_BLUNDER], 1);
    clear(&t);
}

static void evaluations_and_simulations_give_chances(void **state)
{
    (void)state;
    static const char *const players[] = {"mcts sims=200", "alphabeta depth=2"};
    for (size_t i = 0; i < 2; i++) {
        struct table t;
        set_up(&t, "connect4", NULL, players[i]);
        play(&t, "d d e a f");
        assert_int_equal(look(&t), BY_OK);
        assert_int_equal(t.review.unit, BY_REVIEW_CHANCE);
        for (int ply = 0; ply < 5; ply++) {
            assert_true(t.review.moves[ply].loss >= 0 && t.review.moves[ply].loss <= 1);
            assert_true(t.review.moves[ply].loss == t.review.moves[ply].lost_chance);
        }
        assert_true(t.review.moves[3].loss > 0.1); /* X gets an open three */
        clear(&t);
    }
}

static void what_cannot_be_reviewed_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *game, *moves, *player, *says;
    } cases[] = {
        {"coins", "", "minimax depth=2", "game of chance"},
        {"tictactoe", "", "alphabeta", "no moves"},
        {"tictactoe", "b2", "random", "does not say"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table t;
        set_up(&t, cases[i].game, NULL, cases[i].player);
        play(&t, cases[i].moves);
        assert_int_equal(look(&t), BY_BAD_INPUT);
        assert_non_null(strstr(t.err.text, cases[i].says));
        clear(&t);
    }
}

/* --- stopping ------------------------------------------------------------------------------------- */

struct stopper {
    atomic_bool stop;
    int after;
};

static void stop_after(void *context, const struct by_review *so_far)
{
    struct stopper *stopper = context;
    for (int ply = so_far->first; ply < so_far->count; ply++)
        assert_int_equal(so_far->moves[ply].better, BY_NO_MOVE); /* nothing is weighed yet */
    if (so_far->count - so_far->first >= stopper->after)
        atomic_store(&stopper->stop, true);
}

static void what_was_looked_at_stays(void **state)
{
    (void)state;
    for (int after = 0; after <= 3; after++) {
        struct table t;
        struct stopper stopper = {.after = after};
        atomic_init(&stopper.stop, after == 0);
        set_up(&t, "tictactoe", NULL, "alphabeta");
        play(&t, "b2 a2 a1 c3 a3");
        const struct by_review_terms terms = {
            .player = t.player, .stop = &stopper.stop, .progress = stop_after, .context = &stopper};
        assert_int_equal(by_review_run(&t.review, t.line, &terms, &t.err), BY_OK);
        assert_int_equal(t.review.first, 5 - after);
        struct by_buffer out;
        const struct by_review_facts facts = {.player = "alphabeta", .worst = 5};
        by_buffer_open(&out, BY_REPORT_LIMIT);
        by_put_review(&out, &t.review, &facts, 80, &(struct by_marks){.strong = "", .plain = ""});
        assert_non_null(strstr(by_buffer_text(&out), after ? "were not looked at" : "No move was"));
        by_buffer_close(&out);
        clear(&t);
    }
}

/* --- records -------------------------------------------------------------------------------------- */

static void annotate(struct table *t, struct by_pool *pool, struct by_sgf_game *game)
{
    struct by_sgf_node *nodes[64] = {NULL}, *node;
    const struct by_review_facts facts = {.player = "alpha]beta\\", .worst = 5};
    by_pool_open(pool, BY_SGF_ARENA_MAX);
    assert_int_equal(by_sgf_from_line(t->line, NULL, pool, game, &t->err), BY_OK);
    node = game->root;
    for (int i = 0; i < t->line->count; i++)
        nodes[i] = node = node->child;
    assert_int_equal(by_sgf_add(game, nodes[4], "C", "mine [too\\]", 11, &t->err), BY_OK);
    assert_int_equal(by_annotate_review(&t->review, &facts, game, nodes, &t->err), BY_OK);
}

static void annotated_records_are_read_again(void **state)
{
    (void)state;
    struct table t;
    struct by_pool pool;
    struct by_sgf_game game;
    static char text[65536];
    set_up(&t, "tictactoe", NULL, "alphabeta");
    play(&t, "a1 b1 a2 b2 c1 b3");
    assert_int_equal(look(&t), BY_OK);
    annotate(&t, &pool, &game);
    struct by_text out = by_text_over(text, sizeof text);
    by_sgf_write(&game, &out);
    assert_true(out.length < sizeof text);

    bool found = false;
    struct by_record record = {0};
    struct by_record_source source = {
        .format = by_record_format_find("sgf"), .text = text, .size = out.length};
    struct by_record_request whole = {.ply = -1}, five = {.ply = 5};
    assert_int_equal(by_record_next(&source, &record, &found, &t.err), BY_OK);
    assert_int_equal(by_record_play(&record, &whole, &t.err), BY_OK);
    assert_int_equal(record.line->count, t.line->count);
    assert_memory_equal(record.line->moves, t.line->moves, 6 * sizeof(by_move));
    assert_int_equal(by_record_play(&record, &five, &t.err), BY_OK);
    assert_string_equal(record.comment, "mine [too\\]\nblunder: X wins, then O wins. Better: a3");
    assert_non_null(strstr(text, "BM[2]"));

    /* The other way at every fork is legal, and begins with the better move. */
    int choices[8] = {0}, forks = 0;
    for (int ply = 0; ply < t.line->count; ply++) {
        if (t.review.moves[ply].grade == BY_GRADE_GOOD)
            continue;
        struct by_record_request other = {.ply = -1, .choices = choices, .choice_count = forks + 1};
        choices[forks] = 1;
        if (by_record_play(&record, &other, &t.err) != BY_OK)
            fail_msg("%s\n%s", t.err.text, text);
        assert_int_equal(record.line->moves[ply], t.review.moves[ply].better);
        choices[forks++] = 0;
    }
    assert_true(forks >= 2);
    by_record_close(&record);
    by_pool_close(&pool);
    clear(&t);
}

/* --- long games --------------------------------------------------------------------------------- */

static void long_games_fit_the_page(void **state)
{
    (void)state;
    struct table t;
    struct by_buffer out;
    struct by_rng rng;
    const struct by_review_facts facts = {.player = "mcts", .worst = 5};
    by_rng_init(&rng, 3, 0);
    set_up(&t, "go", "9x9", "mcts sims=2");
    by_move *moves = calloc((size_t)t.rules->max_moves, sizeof *moves);
    while (t.line->count < 400 && !by_line_over(t.line)) {
        int count = by_line_moves(t.line, moves); /* the last one is a pass */
        by_move move = moves[count > 1 ? by_rng_below(&rng, (uint32_t)count - 1) : 0];
        assert_int_equal(by_line_play(t.line, move, &t.err), BY_OK);
    }
    free(moves);
    assert_true(t.line->count >= 100);
    assert_int_equal(look(&t), BY_OK);
    by_buffer_open(&out, BY_REPORT_LIMIT);
    by_put_review(&out, &t.review, &facts, 80, &(struct by_marks){.strong = "", .plain = ""});
    const char *text = by_buffer_text(&out);
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        if (length > 80)
            fail_msg("%.*s", (int)length, text);
    }
    out.length = 0;
    by_draw_review(&out, &t.review, &facts);
    assert_non_null(strstr(by_buffer_text(&out), "</svg>"));
    by_buffer_close(&out);
    clear(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_are_those_of_solved_games),
        cmocka_unit_test(a_win_thrown_away_is_the_worst_move),
        cmocka_unit_test(evaluations_and_simulations_give_chances),
        cmocka_unit_test(what_cannot_be_reviewed_is_refused),
        cmocka_unit_test(what_was_looked_at_stays),
        cmocka_unit_test(annotated_records_are_read_again),
        cmocka_unit_test(long_games_fit_the_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
