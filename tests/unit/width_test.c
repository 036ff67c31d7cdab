/* alphabeta with width= and forced=: the value of a plain minimax that looks at the game's best moves
 * alone and takes a forced win for a win; the textbook form, the real one, and several threads. */
#include "search_help.h"

struct truth {
    const struct by_rules *rules;
    const struct by_eval *eval;
    int width, forced;
};

/* How many positions a node may spend on a forced win (walk.c), and the root (exact.c). */
enum { NODES = 20, ROOT_NODES = 20000 };

/* Whether moves that may matter are missing in a list: urgent ones, or any where none is urgent. */
static bool leaves_out(const struct by_rules *rules, const void *position, const by_move *moves,
                       int count)
{
    by_move others[HELP_MOVES_MAX];
    int among = rules->game->urgent(rules, position, others), found = 0;
    if (among == 0)
        among = rules->game->moves(rules, position, others);
    for (int i = 0; i < among; i++)
        for (int j = 0; j < count; j++)
            found += others[i] == moves[j];
    return found < among;
}

/* Nothing shared with the searches but the game's slots. A loss counts as one only where no move was
 * left out. */
static int64_t value_of(const struct truth *t, const void *position, int depth, int nodes)
{
    const struct by_rules *rules = t->rules;
    const struct by_game *game = rules->game;
    if (game->over(rules, position)) {
        int32_t result = game->result(rules, position);
        return (int64_t)t->eval->win * (game->side(rules, position) == 0 ? result : -result);
    }
    struct by_forced f = {.most_moves = t->forced, .most_nodes = nodes};
    if (t->forced > 0 && game->forced_win(rules, position, &f))
        return t->eval->win;
    if (depth == 0)
        return t->eval->value(rules, position);
    by_move moves[HELP_MOVES_MAX];
    int count = t->width > 0 ? game->rank(rules, position, t->width, moves)
                             : game->moves(rules, position, moves);
    int64_t best = INT64_MIN;
    for (int i = 0; i < count; i++) {
        _Alignas(16) unsigned char after[HELP_POSITION_MAX];
        memcpy(after, position, rules->position_size);
        game->play(rules, after, moves[i], NULL);
        int64_t value = -value_of(t, after, depth - 1, NODES);
        best = value > best ? value : best;
    }
    if (best <= -t->eval->win && leaves_out(rules, position, moves, count))
        return 1 - t->eval->win;
    return best;
}

/* Not symmetry=on: images of a position rank equal moves in another order, and the last of them
 * may be left out. */
static const char *const forms[] = {
    "alphabeta plain=on", "alphabeta own=off", "alphabeta own=off table=0",
    "alphabeta own=off table=4K pvs=off", "alphabeta own=off threads=2"};
enum { FORMS = sizeof forms / sizeof *forms };

static void check_form(const struct truth *t, const struct by_line *line, const char *form,
                       int depth, int64_t truth)
{
    char spec[160], width[32] = "";
    if (t->width > 0)
        (void)snprintf(width, sizeof width, "width=%d", t->width);
    (void)snprintf(spec, sizeof spec, "%s depth=%d eval=%s %s forced=%s", form, depth,
                   t->eval->name, width, t->forced > 0 ? "on reach=5" : "off");
    struct by_decision decision = think(line, spec, 1, NULL);
    if ((int64_t)decision.value != truth)
        fail_msg("%s: %g, not %lld", spec, decision.value, (long long)truth);
    if (t->width > 0)
        assert_true(decision.proven == (truth >= t->eval->win || truth <= -t->eval->win));
    by_decision_close(&decision);
}

static void values_are_those_of_a_plain_search(void **state)
{
    (void)state;
    static const char *const settings[] = {"size=7", "size=8 rule=renju", "size=7 rule=exact"};
    for (int i = 0; i < 3; i++) {
        struct by_rules *rules = open_rules_at("gomoku", settings[i], NULL);
        struct by_rng rng;
        by_rng_init(&rng, 17, (uint64_t)i);
        for (int n = 0; n < long_or(2000, 25); n++) {
            struct by_line *line = open_line(rules);
            walk(line, (int)by_rng_below(&rng, 24), &rng);
            bool wide = by_rng_below(&rng, 4) == 0;
            int depth = wide ? 2 : 1 + (int)by_rng_below(&rng, 4);
            struct truth t = {rules, &rules->game->evals[by_rng_below(&rng, 2)],
                              wide ? 0 : 1 + (int)by_rng_below(&rng, 5),
                              by_rng_below(&rng, 2) ? 5 : 0};
            int64_t truth = value_of(&t, by_line_position(line), depth, ROOT_NODES);
            check_form(&t, line, forms[by_rng_below(&rng, FORMS)], depth, truth);
            by_line_close(line);
        }
        by_rules_close(rules);
    }
}

static void refused(const char *game, const char *spec, const char *words)
{
    struct by_rules *rules = open_rules(game, NULL);
    struct by_searcher *searcher = NULL;
    struct by_error err = {0};
    assert_int_equal(by_searcher_open(rules, spec, 1, &searcher, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, words));
    by_rules_close(rules);
}

static void games_that_cannot_say_are_refused(void **state)
{
    (void)state;
    refused("connect4", "alphabeta width=3", "which moves are best, which connect4");
    refused("tictactoe", "alphabeta forced=on", "forced win, which tictactoe cannot");
    refused("gomoku", "alphabeta reach=3", "forced=on");
    refused("gomoku", "alphabeta width=0", "width");
}

/* All moves are in the decision, those that were not looked at without a value. */
static void only_the_best_moves_are_looked_at(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "size=9");
    struct by_line *line = open_line(rules);
    assert_int_equal(by_line_play(line, 40, NULL), BY_OK);
    for (int i = 0; i < FORMS; i++) {
        char spec[128];
        (void)snprintf(spec, sizeof spec, "%s depth=3 width=4", forms[i]);
        struct by_decision decision = think(line, spec, 1, NULL);
        int known = 0;
        for (int j = 0; j < decision.move_count; j++)
            known += decision.moves[j].bound != BY_BOUND_NONE;
        assert_int_equal(decision.move_count, 80);
        assert_in_range(known, 1, 4);
        assert_false(decision.proven);
        by_decision_close(&decision);
    }
    by_line_close(line);
    by_rules_close(rules);
}

/* Ten moves say that White wins, and thirty that Black does: the ten prove nothing, and the search goes
 * on as long as it may. */
static void a_result_inside_the_beam_is_not_believed(void **state)
{
    (void)state;
    static const char *const moves[] = {"p7", "j7", "n2", "o2", "p1", "g7", "n4", "h7",
                                        "k7", "h6", "n5", "f7", "e7", "n3", "m5", "j8"};
    struct by_rules *rules = open_rules("gomoku", NULL);
    struct by_line *line = open_line(rules);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        by_move move;
        assert_int_equal(
            rules->game->read_move(rules, by_line_position(line), moves[i], &move, NULL), BY_OK);
        assert_int_equal(by_line_play(line, move, NULL), BY_OK);
    }
    struct by_decision decision =
        think(line, "alphabeta width=10 forced=on eval=threats nodes=60000", 1, NULL);
    assert_false(decision.proven);
    assert_true(decision.value > -1e9 && decision.value < 1e9);
    assert_int_equal(decision.work.nodes, 60000);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_a_plain_search),
        cmocka_unit_test(games_that_cannot_say_are_refused),
        cmocka_unit_test(only_the_best_moves_are_looked_at),
        cmocka_unit_test(a_result_inside_the_beam_is_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
