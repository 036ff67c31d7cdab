/* fours_test.c: a win by fours against a search of the naive board that tries every point and every
 * answer, and the moves worth a look against their scores and against what leaving one out costs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/gomoku/gomoku.h"

#define CELLS 225

/* --- the other way to find it ------------------------------------------------------------ */

/* The points where `player` would have five, by putting a stone on each. */
static int five_points(const struct by_rules *naive, const void *position, int player, int *out)
{
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    struct by_grid grid;
    int count = 0;
    naive->game->write(naive, position, &text);
    assert_int_equal(by_grid_read(buffer, naive->width, naive->height, &grid, NULL), BY_OK);
    for (int i = 0; i < naive->width * naive->height; i++) {
        if (grid.cell[i] != '.')
            continue;
        grid.cell[i] = "XO"[player];
        if (by_gomoku_has_five(naive, &grid, player))
            out[count++] = i;
        grid.cell[i] = '.';
    }
    return count;
}

static bool wins_by_fours(const struct by_rules *naive, const void *position, int left);

/* After a move of `player` that is not five: does it win by force, whatever the answer is? */
static bool four_wins(const struct by_rules *naive, const void *position, int player, int left)
{
    int five[CELLS], theirs[CELLS];
    by_move answers[CELLS];
    int fives = five_points(naive, position, player, five);
    if (naive->game->over(naive, position) || fives == 0 ||
        five_points(naive, position, !player, theirs) > 0)
        return false;
    int count = naive->game->moves(naive, position, answers);
    bool wins = true;
    void *after = new_position(naive);
    for (int i = 0; i < count && wins; i++) {
        if (fives > 1 || answers[i] != five[0])
            continue; /* five is next */
        memcpy(after, position, naive->position_size);
        naive->game->play(naive, after, answers[i], NULL);
        wins = !naive->game->over(naive, after) && wins_by_fours(naive, after, left);
    }
    free(after);
    return wins;
}

/* Can the side to move win with at most `left` moves, all of them fours or five? */
static bool wins_by_fours(const struct by_rules *naive, const void *position, int left)
{
    int five[CELLS], player = naive->game->side(naive, position);
    by_move list[CELLS];
    if (left > 0 && five_points(naive, position, player, five) > 0)
        return true;
    if (left < 2)
        return false;
    int count = naive->game->moves(naive, position, list);
    bool wins = false;
    void *after = new_position(naive);
    for (int i = 0; i < count && !wins; i++) {
        memcpy(after, position, naive->position_size);
        naive->game->play(naive, after, list[i], NULL);
        wins = four_wins(naive, after, player, left - 1);
    }
    free(after);
    return wins;
}

/* --- positions ---------------------------------------------------------------------------- */

struct pair {
    struct by_rules *fast, *naive;
    void *at, *naive_at;
};

static struct pair open_pair(const char *settings)
{
    char line[128];
    (void)snprintf(line, sizeof line, "%s naive=on", settings);
    struct pair pair = {open_rules("gomoku", settings), open_rules("gomoku", line), NULL, NULL};
    pair.at = new_position(pair.fast);
    pair.naive_at = new_position(pair.naive);
    return pair;
}

static void close_pair(struct pair *pair)
{
    free(pair->at);
    free(pair->naive_at);
    by_rules_close(pair->fast);
    by_rules_close(pair->naive);
}

/* Random moves near the stones; true when the game is not over after them. */
static bool wander(struct pair *pair, struct by_rng *rng, int plies)
{
    const struct by_game *game = pair->fast->game;
    by_move legal[CELLS], near[CELLS];
    game->start(pair->fast, pair->at);
    pair->naive->game->start(pair->naive, pair->naive_at);
    for (int i = 0; i < plies; i++) {
        if (game->over(pair->fast, pair->at))
            return false;
        int count = game->moves(pair->fast, pair->at, legal);
        int among = by_gomoku_active(pair->fast, pair->at, near);
        by_move move = legal[by_rng_below(rng, (uint32_t)count)];
        if (among > 0) {
            by_move wish = near[by_rng_below(rng, (uint32_t)among)];
            for (int j = 0; j < count; j++)
                move = legal[j] == wish ? wish : move;
        }
        game->play(pair->fast, pair->at, move, NULL);
        pair->naive->game->play(pair->naive, pair->naive_at, move, NULL);
    }
    return !game->over(pair->fast, pair->at);
}

/* Follows the line on the naive board. Every stone of the player but the last makes a four that
 * the opponent does not answer with five, and he has no answer but the one that is given, or
 * none that helps; the last one wins. */
static void replay(const struct pair *pair, const struct by_forced *f)
{
    const struct by_rules *naive = pair->naive;
    int player = naive->game->side(naive, pair->naive_at), five[CELLS];
    void *at = new_position(naive);
    memcpy(at, pair->naive_at, naive->position_size);
    assert_true(f->length % 2 == 1);
    for (int i = 0; i < f->length; i++) {
        by_move legal[CELLS];
        int count = naive->game->moves(naive, at, legal);
        assert_true(holds(legal, count, f->line[i]));
        naive->game->play(naive, at, f->line[i], NULL);
        assert_int_equal(naive->game->over(naive, at), i == f->length - 1);
        if (i % 2 == 0 && i < f->length - 1) {
            assert_true(five_points(naive, at, player, five) > 0);
            assert_int_equal(five_points(naive, at, !player, (int[CELLS]){0}), 0);
            int next = five_points(naive, at, player, five);
            count = naive->game->moves(naive, at, legal);
            assert_true(next > 1 || f->line[i + 1] == five[0] || !holds(legal, count, five[0]));
        }
    }
    assert_int_equal(naive->game->result(naive, at), player == 0 ? 1 : -1);
    free(at);
}

/* --- wins --------------------------------------------------------------------------------- */

/* Returns whether there was a win that takes more than one move. */
static bool compare_wins(const struct pair *pair, int left)
{
    struct by_forced f = {.most_moves = left, .most_nodes = INT64_MAX};
    void *before = new_position(pair->fast);
    memcpy(before, pair->at, pair->fast->position_size);
    bool wins = pair->fast->game->forced_win(pair->fast, pair->at, &f);
    assert_memory_equal(before, pair->at, pair->fast->position_size);
    free(before);
    assert_int_equal(wins, wins_by_fours(pair->naive, pair->naive_at, left));
    if (wins) {
        assert_true(f.length <= 2 * left - 1);
        replay(pair, &f);
    }
    return wins && f.length > 1;
}

static void compare_rule(const char *rule)
{
    static const char *const sizes[] = {"7", "9x8", "11"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char settings[64];
        struct by_rng rng;
        int wins = 0, tried = long_tests() ? 100000 : 80;
        by_rng_init(&rng, 11, i);
        (void)snprintf(settings, sizeof settings, "size=%s rule=%s", sizes[i], rule);
        struct pair pair = open_pair(settings);
        for (int n = 0; n < tried;) {
            int cells = pair.fast->width * pair.fast->height;
            if (!wander(&pair, &rng, cells / 6 + (int)by_rng_below(&rng, (uint32_t)cells / 3)))
                continue;
            wins += compare_wins(&pair, 2 + (int)by_rng_below(&rng, 4));
            n++;
        }
        assert_true(wins > tried / 50); /* there was something to find */
        close_pair(&pair);
    }
}

static void freestyle_wins_are_those_that_are_there(void **state)
{
    (void)state;
    compare_rule("freestyle");
}

static void wins_by_exactly_five_are_those_that_are_there(void **state)
{
    (void)state;
    compare_rule("exact");
}

static void renju_wins_are_those_that_are_there(void **state)
{
    (void)state;
    compare_rule("renju");
}

/* --- known positions ------------------------------------------------------------------------ */

static int length_of_win(const char *settings, const char *text, int most_moves)
{
    struct by_rules *rules = open_rules("gomoku", settings);
    void *position = read_text(rules, text);
    struct by_forced f = {.most_moves = most_moves, .most_nodes = 100000};
    bool wins = rules->game->forced_win(rules, position, &f);
    free(position);
    by_rules_close(rules);
    return wins ? f.length : 0;
}

#define EMPTY_8 "........"

static void small_examples(void **state)
{
    (void)state;
    const char *five = EMPTY_8 "/" EMPTY_8 "/" EMPTY_8 "/" EMPTY_8 "/" EMPTY_8 "/" EMPTY_8
                               "/" EMPTY_8 "/XXXX.... X";
    const char *open =
        EMPTY_8 "/" EMPTY_8 "/" EMPTY_8 "/" EMPTY_8 "/" EMPTY_8 "/.OO...../.XXX..../........ X";
    assert_int_equal(length_of_win("size=8", five, 1), 1);
    assert_int_equal(length_of_win("size=8", open, 1), 0);
    assert_int_equal(length_of_win("size=8", open, 2), 3);
    /* Two fours with one stone, on d3, win; in Renju X may not make them, but O may. */
    const char *x = "......../......../...X..../...X..../...X..../XXX...../......../..OO...O X";
    const char *o = "......../......../...O..../...O..../...O..../OOO...../......../..XX...X O";
    assert_int_equal(length_of_win("size=8", x, 2), 3);
    assert_int_equal(length_of_win("size=8 rule=renju", o, 2), 3);
    assert_int_equal(length_of_win("size=8 rule=renju", x, 1), 0);
}

/* O's four on d5 can be stopped on d1 alone, where X would have six in a row: five or more win in
 * a free game, six are a block where five must be exact, and in Renju X may not. */
static void a_forbidden_answer_loses(void **state)
{
    (void)state;
    const char *text = "........./........./........./...X...../........./...O...../...O...../"
                       "...O...../XXX.XX... O";
    assert_int_equal(length_of_win("size=9", text, 9), 0);
    assert_int_equal(length_of_win("size=9 rule=exact", text, 9), 0);
    assert_int_equal(length_of_win("size=9 rule=renju", text, 9), 3);
}

static void bounds_hold(void **state)
{
    (void)state;
    struct pair pair = open_pair("size=15");
    struct by_rng rng;
    by_rng_init(&rng, 3, 0);
    for (int n = 0; n < 300; n++) {
        int64_t most = 1 + (int64_t)by_rng_below(&rng, 50);
        struct by_forced f = {.most_moves = BY_FORCED_MOVES, .most_nodes = most};
        if (!wander(&pair, &rng, 60))
            continue;
        if (pair.fast->game->forced_win(pair.fast, pair.at, &f))
            replay(&pair, &f);
        assert_true(f.nodes <= most);
    }
    close_pair(&pair);
}

/* --- the moves worth a look ----------------------------------------------------------------- */

static int64_t worth(const struct pair *pair, by_move move)
{
    return by_gomoku_score(pair->naive, pair->naive_at, 0, move) +
           by_gomoku_score(pair->naive, pair->naive_at, 1, move);
}

/* Legal, each once, the better before the worse; fewer are the first of more. */
static int check_list(const struct pair *pair, by_move *list)
{
    by_move legal[CELLS], few[CELLS];
    const struct by_game *game = pair->fast->game;
    int count = game->rank(pair->fast, pair->at, CELLS, list);
    int all = game->moves(pair->fast, pair->at, legal);
    assert_in_range(count, 1, all);
    for (int i = 0; i < count; i++) {
        assert_true(holds(legal, all, list[i]));
        assert_false(holds(list, i, list[i]));
        assert_true(i == 0 || worth(pair, list[i - 1]) >= worth(pair, list[i]));
    }
    int most = 1 + count / 2;
    assert_int_equal(game->rank(pair->fast, pair->at, most, few), most < count ? most : count);
    assert_memory_equal(few, list, (size_t)(most < count ? most : count) * sizeof *few);
    return count;
}

/* A move that is missing is not active, or there is a better one that wins by force, or the
 * opponent wins by force after it. */
static void check_missing(const struct pair *pair, const by_move *list, int count)
{
    const struct by_rules *naive = pair->naive;
    by_move active[CELLS], legal[CELLS];
    int near = by_gomoku_active(naive, pair->naive_at, active);
    int all = naive->game->moves(naive, pair->naive_at, legal);
    bool wins = wins_by_fours(naive, pair->naive_at, 2);
    void *after = new_position(naive);
    for (int i = 0; i < all && !wins; i++) {
        if (holds(list, count, legal[i]) || !holds(active, near, legal[i]))
            continue;
        memcpy(after, pair->naive_at, naive->position_size);
        naive->game->play(naive, after, legal[i], NULL);
        assert_true(wins_by_fours(naive, after, 2));
    }
    if (wins) { /* then the first of the list begins such a win */
        memcpy(after, pair->naive_at, naive->position_size);
        naive->game->play(naive, after, list[0], NULL);
        int player = naive->game->side(naive, pair->naive_at);
        bool won = naive->game->over(naive, after);
        int five[CELLS];
        assert_true(won || wins_by_fours(naive, pair->naive_at, 1) == 0);
        assert_true(won || count > 1 || four_wins(naive, after, player, 1) ||
                    five_points(naive, pair->naive_at, !player, five) > 0);
    }
    free(after);
}

/* A move wins by force, at once or by a four that cannot be stopped. */
static bool wins_with(const struct by_rules *naive, const void *position, by_move move)
{
    int player = naive->game->side(naive, position);
    void *after = new_position(naive);
    memcpy(after, position, naive->position_size);
    naive->game->play(naive, after, move, NULL);
    bool wins = naive->game->over(naive, after)
                    ? naive->game->result(naive, after) == (player == 0 ? 1 : -1)
                    : four_wins(naive, after, player, 1);
    free(after);
    return wins;
}

/* Where moves are urgent each that is left out loses by force, or one of them wins by force. */
static bool check_urgent(const struct pair *pair)
{
    const struct by_rules *naive = pair->naive;
    by_move urgent[CELLS], legal[CELLS];
    int count = pair->fast->game->urgent(pair->fast, pair->at, urgent);
    int all = naive->game->moves(naive, pair->naive_at, legal);
    bool wins = false;
    for (int i = 0; i < count; i++) {
        assert_true(holds(legal, all, urgent[i]));
        assert_false(holds(urgent, i, urgent[i]));
        wins = wins || wins_with(naive, pair->naive_at, urgent[i]);
    }
    void *after = new_position(naive);
    for (int i = 0; i < all && count > 0 && !wins; i++) {
        if (holds(urgent, count, legal[i]))
            continue;
        memcpy(after, pair->naive_at, naive->position_size);
        naive->game->play(naive, after, legal[i], NULL);
        assert_true(wins_by_fours(naive, after, 2));
    }
    free(after);
    return count > 0;
}

static void urgent_moves_are_all_that_matter(void **state)
{
    (void)state;
    static const char *const settings[] = {"size=8", "size=9x7 rule=exact", "size=9 rule=renju"};
    for (int i = 0; i < 3; i++) {
        struct pair pair = open_pair(settings[i]);
        struct by_rng rng;
        int found = 0, tried = long_tests() ? 20000 : 60;
        by_rng_init(&rng, 5, (uint64_t)i);
        for (int n = 0; n < tried; n++)
            if (wander(&pair, &rng, 6 + (int)by_rng_below(&rng, 24)))
                found += check_urgent(&pair);
        assert_true(found > tried / 20);
        close_pair(&pair);
    }
}

static void the_moves_worth_a_look(void **state)
{
    (void)state;
    static const char *const settings[] = {"size=8", "size=9 rule=exact", "size=9 rule=renju",
                                           "size=15"};
    for (int i = 0; i < 4; i++) {
        struct pair pair = open_pair(settings[i]);
        struct by_rng rng;
        by_rng_init(&rng, 4, (uint64_t)i);
        for (int n = 0; n < (long_tests() ? 20000 : i == 3 ? 6 : 20); n++) {
            by_move list[CELLS];
            if (!wander(&pair, &rng, (int)by_rng_below(&rng, 30)))
                continue;
            check_missing(&pair, list, check_list(&pair, list));
        }
        close_pair(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(freestyle_wins_are_those_that_are_there),
        cmocka_unit_test(wins_by_exactly_five_are_those_that_are_there),
        cmocka_unit_test(renju_wins_are_those_that_are_there),
        cmocka_unit_test(small_examples),
        cmocka_unit_test(a_forbidden_answer_loses),
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(the_moves_worth_a_look),
        cmocka_unit_test(urgent_moves_are_all_that_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
