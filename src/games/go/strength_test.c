/* strength_test.c: features of moves on diagrams, strengths as their products, and the fast board
 * against the naive one, which puts the stone on a copy and looks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/go/strength.h"

static const char *const names[BY_GO_FEATURES] = {
    [BY_GO_PASS] = "pass",       [BY_GO_TAKES] = "takes",
    [BY_GO_ATARI] = "atari",     [BY_GO_SELF_ATARI] = "self-atari",
    [BY_GO_SECURES] = "secures", [BY_GO_FILLS_EYE] = "fills-eye",
    [BY_GO_NEXT_TO_OWN] = "own", [BY_GO_NEXT_TO_THEIRS] = "theirs",
    [BY_GO_ALONE] = "alone",     [BY_GO_DISTANCE_2] = "2",
    [BY_GO_DISTANCE_3] = "3",    [BY_GO_DISTANCE_4] = "4",
    [BY_GO_DISTANCE_5] = "5",    [BY_GO_DISTANCE_6] = "6",
    [BY_GO_LINE_1] = "line1",    [BY_GO_LINE_2] = "line2",
    [BY_GO_LINE_3] = "line3",
};

/* --- diagrams ---------------------------------------------------------------------------- */

/* Both boards find exactly these features. */
static void expect(const char *text, const char *before, const char *move, const char *expected)
{
    for (int board = 0; board < 2; board++) {
        struct by_rules *rules = open_rules("go", board ? "size=7 board=array" : "size=7");
        void *position = read_text(rules, text);
        char buffer[256] = "";
        if (before)
            play_text(rules, position, before);
        by_move action = move_of(rules, position, move);
        unsigned set = by_go_shape_of(rules)->kind->features(rules, position, action);
        struct by_text found = by_text_over(buffer, sizeof buffer);
        for (int i = 0; i < BY_GO_FEATURES; i++)
            if (set >> i & 1)
                by_text_format(&found, "%s%s", buffer[0] ? " " : "", names[i]);
        assert_string_equal(buffer, expected);
        free(position);
        by_rules_close(rules);
    }
}

static void features_of_diagrams(void **state)
{
    (void)state;
    const char *empty = "......./......./......./......./......./......./....... X";
    expect(empty, NULL, "pass", "pass");
    expect(empty, NULL, "d4", "alone");
    expect(empty, NULL, "a1", "alone line1");
    expect(empty, NULL, "b6", "alone line2");
    expect(empty, NULL, "c4", "alone line3");
    expect(empty, "d4", "d5", "theirs 2 line3");
    expect(empty, "d4", "e5", "3 line3");
    expect(empty, "d4", "d6", "alone 4 line2");
    expect(empty, "d4", "e6", "alone 5 line2");
    expect(empty, "d4", "f6", "alone 6 line2");
    expect(empty, "d4", "a4", "alone 6 line1");
    expect(empty, "d4", "a5", "alone line1");
    expect(empty, "pass", "d4", "alone");

    /* O on c4 has one liberty, d4; the one on f4 has three. */
    const char *chase = "......./......./..X..../.XO..O./..X..../......./....... X";
    expect(chase, NULL, "d4", "takes theirs");
    expect(chase, "a1", "d4", "secures own");
    expect(chase, NULL, "f5", "theirs line2");

    /* d3 leaves O's stone one liberty; d2 leaves the chain of three two of its three. */
    expect("......./......./...X.../..XO.../......./......./....... X", NULL, "d3",
           "atari theirs line3");
    expect("......./......./..XX.../.XOO.../..XO.../......./....... X", NULL, "d2", "theirs line2");

    /* X would stand in atari on a1, and takes nothing. */
    expect("......./......./......./......./......./O....../....... X", NULL, "a1",
           "self-atari theirs line1");
    /* b2 is an eye; the corner a1 beside the wall is one too. */
    expect("......./......./......./......./.X...../X.X..../.X..... X", NULL, "b2",
           "fills-eye own line2");
    expect("......./......./......./......./......./XX...../.X..... X", NULL, "a1",
           "fills-eye own line1");
}

/* --- products and probabilities ----------------------------------------------------------- */

static void strengths_are_products(void **state)
{
    (void)state;
    float strength[BY_GO_FEATURES];
    for (int i = 0; i < BY_GO_FEATURES; i++)
        strength[i] = (float)(i + 2);
    assert_true(by_go_product(strength, 0) == 1);
    assert_true(by_go_product(strength, 1U << BY_GO_TAKES) == 3);
    assert_true(by_go_product(strength, 1U << BY_GO_TAKES | 1U << BY_GO_LINE_3) == 3 * 18);
    for (int i = 0; i < BY_GO_FEATURES; i++)
        assert_true(by_go_strength[i] > 0);
}

/* Every legal move has a chance, and together they have one. */
static void check_strengths(const struct by_rules *rules, const void *position,
                            const by_move *moves, int count)
{
    const struct by_go_kind *kind = by_go_shape_of(rules)->kind;
    float strength[BY_GO_POINTS_MAX + 1];
    double sum = 0, chances = 0;
    rules->game->strengths(rules, position, moves, count, strength);
    for (int i = 0; i < count; i++) {
        double product = 1;
        unsigned set = kind->features(rules, position, moves[i]);
        for (int f = 0; f < BY_GO_FEATURES; f++)
            product *= set >> f & 1 ? (double)by_go_strength[f] : 1;
        assert_true((double)strength[i] > 0.999 * product && (double)strength[i] < 1.001 * product);
        sum += (double)strength[i];
    }
    for (int i = 0; i < count; i++)
        chances += (double)strength[i] / sum;
    assert_true(chances > 0.999999 && chances < 1.000001);
}

/* --- the two boards --------------------------------------------------------------------------- */

struct pair {
    struct by_rules *rules[2];
    void *at[2];
};

static struct pair open_pair(int size)
{
    struct pair pair;
    for (int i = 0; i < 2; i++) {
        char settings[64];
        (void)snprintf(settings, sizeof settings, "size=%d board=%s", size, i ? "array" : "fast");
        pair.rules[i] = open_rules("go", settings);
        pair.at[i] = new_position(pair.rules[i]);
        pair.rules[i]->game->start(pair.rules[i], pair.at[i]);
    }
    return pair;
}

static void close_pair(struct pair *pair)
{
    for (int i = 0; i < 2; i++) {
        free(pair->at[i]);
        by_rules_close(pair->rules[i]);
    }
}

/* One position: all moves have the same features on both boards. Returns the number of moves. */
static int compare_features(const struct pair *pair, by_move *moves)
{
    const struct by_rules *fast = pair->rules[0], *naive = pair->rules[1];
    int count = fast->game->moves(fast, pair->at[0], moves);
    for (int i = 0; i < count; i++)
        assert_int_equal(by_go_fast_kind.features(fast, pair->at[0], moves[i]),
                         by_go_array_kind.features(naive, pair->at[1], moves[i]));
    return count;
}

static void compare_game(int size, struct by_rng *rng, long *seen)
{
    struct pair pair = open_pair(size);
    by_move moves[BY_GO_POINTS_MAX + 1];
    for (int ply = 0; ply < 2 * size * size; ply++, (*seen)++) {
        const struct by_rules *fast = pair.rules[0];
        if (fast->game->over(fast, pair.at[0]))
            break;
        int count = compare_features(&pair, moves);
        check_strengths(fast, pair.at[0], moves, count);
        by_move move = moves[by_rng_below(rng, (uint32_t)(count > 1 ? count - 1 : 1))];
        for (int i = 0; i < 2; i++)
            pair.rules[i]->game->play(pair.rules[i], pair.at[i], move, NULL);
    }
    close_pair(&pair);
}

static void both_boards_see_the_same_features(void **state)
{
    (void)state;
    static const int sizes[] = {2, 3, 5, 7, 9, 6};
    struct by_rng rng;
    by_rng_init(&rng, 21, 0);
    long seen = 0, goal = long_tests() ? 1000000 : 10000;
    for (int game = 0; seen < goal; game++)
        compare_game(sizes[game % 6], &rng, &seen);
}

/* --- the last move is no part of a position ----------------------------------------------------- */

static void the_last_move_does_not_make_positions_differ(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("go", "size=7");
    void *a = new_position(rules), *b = new_position(rules), *image = new_position(rules);
    uint8_t pack[2][256];
    static const char *const one[] = {"c3", "e5", "c5"}, *const other[] = {"c5", "e5", "c3"};
    rules->game->start(rules, a);
    rules->game->start(rules, b);
    for (int i = 0; i < 3; i++) {
        play_text(rules, a, one[i]);
        play_text(rules, b, other[i]);
    }
    assert_int_equal(((struct by_go_head *)a)->last, move_of(rules, a, "c5") + 1);
    assert_int_equal(((struct by_go_head *)b)->last, move_of(rules, b, "c3") + 1);
    assert_int_equal(rules->game->key(rules, a), rules->game->key(rules, b));
    size_t size = rules->game->pack(rules, a, pack[0]);
    assert_int_equal(rules->game->pack(rules, b, pack[1]), size);
    assert_memory_equal(pack[0], pack[1], size);
    for (int s = 0; s < rules->symmetry_count; s++) {
        rules->game->transform(rules, a, s, image);
        assert_int_equal(((struct by_go_head *)image)->last - 1,
                         rules->game->transform_move(rules, move_of(rules, a, "c5"), s));
    }
    free(a);
    free(b);
    free(image);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_of_diagrams),
        cmocka_unit_test(strengths_are_products),
        cmocka_unit_test(both_boards_see_the_same_features),
        cmocka_unit_test(the_last_move_does_not_make_positions_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
