/* playout_test.c: playouts draw every move alike, end as the naive ones do, and say who owns what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/go/go.h"
#include <math.h>

/* So many standard deviations a figure may be off: with the seeds fixed, once right is right. */
#define FAR 4.5

static void run(const struct by_rules *rules, const char *policy, void *position,
                struct by_rng *rng, struct by_playout *out)
{
    by_policy_find(rules, policy)->run(rules, position, rng, out);
}

/* How far chi-square is from what chance would give, in standard deviations. */
static double surprise(const long *seen, int kinds, long draws)
{
    double expected = (double)draws / kinds, sum = 0;
    for (int i = 0; i < kinds; i++)
        sum += ((double)seen[i] - expected) * ((double)seen[i] - expected) / expected;
    return (sum - (kinds - 1)) / sqrt(2.0 * (kinds - 1));
}

/* --- uniformity ------------------------------------------------------------------- */

/* First moves of `draws` playouts from a position: seen[action]. */
static void count_first_moves(const struct by_rules *rules, const void *start, long draws,
                              struct by_rng *rng, long *seen)
{
    void *position = new_position(rules);
    struct by_ply *plies = malloc((size_t)rules->max_length * sizeof *plies);
    struct by_playout out = {.plies = plies};
    memset(seen, 0, (size_t)rules->action_count * sizeof *seen);
    for (long i = 0; i < draws; i++) {
        memcpy(position, start, rules->position_size);
        run(rules, "uniform", position, rng, &out);
        seen[plies[0].action]++;
    }
    free(plies);
    free(position);
}

static void first_moves_are_equally_likely(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        long draws;
    } cases[] = {{"size=4", 1000000}, {"size=9", 200000}, {"size=13", 40000}, {"size=19", 10000}};
    for (int i = 0; i < 4; i++) {
        struct by_rules *rules = open_rules("go", cases[i].settings);
        long seen[BY_GO_POINTS_MAX + 1], draws = long_tests() ? 10000000 : cases[i].draws;
        struct by_rng rng;
        by_rng_init(&rng, 1, 0);
        count_first_moves(rules, rules->start, draws, &rng, seen);
        assert_int_equal(seen[rules->width * rules->height], 0); /* nobody passes */
        assert_true(fabs(surprise(seen, rules->width * rules->height, draws)) < FAR);
        by_rules_close(rules);
    }
}

/* The moves a playout may begin with, worked out on the naive board; returns how many. */
static int allowed(const struct by_rules *naive, const char *text, bool *out)
{
    by_move list[BY_GO_POINTS_MAX + 1];
    void *position = read_text(naive, text);
    const struct by_go_head *head = position;
    int kept = 0, count = naive->game->moves(naive, position, list);
    memset(out, 0, (size_t)naive->action_count);
    for (int i = 0; i < count - 1; i++) {
        out[list[i]] = !by_go_array_kind.eye(naive, position, list[i], head->side);
        kept += out[list[i]];
    }
    free(position);
    return kept;
}

static void check_first_moves(const struct by_rules *rules, const struct by_rules *naive,
                              const void *position, struct by_rng *rng)
{
    char text[TEXT_SIZE];
    bool may[BY_GO_POINTS_MAX + 1];
    long seen[BY_GO_POINTS_MAX + 1], dense[BY_GO_POINTS_MAX];
    struct by_text out = by_text_over(text, sizeof text);
    by_go_write(rules, position, &out);
    int kept = allowed(naive, text, may), count = 0;
    long draws = long_tests() ? 20000L * kept : 400L * kept;
    if (kept < 2)
        return;
    count_first_moves(rules, position, draws, rng, seen);
    for (int i = 0; i < rules->action_count; i++) {
        if (may[i])
            dense[count++] = seen[i];
        else if (seen[i])
            fail_msg("a playout began with action %d at %s", i, text);
    }
    if (fabs(surprise(dense, kept, draws)) > FAR + 2 && kept > 4)
        fail_msg("first moves are not equally likely at %s", text);
}

/* In the middle and at the end of games too, where most of what is drawn will not do. */
static void later_moves_are_equally_likely(void **state)
{
    struct by_rules *rules = open_rules("go", *state),
                    *naive = open_rules("go", "size=7 board=array");
    by_move scratch[50];
    void *position = new_position(rules);
    struct by_rng rng;
    by_rng_init(&rng, 5, 0);
    for (int game = 0; game < 12; game++) {
        struct by_ply plies[3 * 49];
        struct by_playout out = {.plies = plies, .scratch = scratch};
        memcpy(position, rules->start, rules->position_size);
        run(rules, "uniform", position, &rng, &out);
        int length = out.length - 2 - 6 * (game % 6);
        memcpy(position, rules->start, rules->position_size);
        for (int i = 0; i < length; i++)
            rules->game->play(rules, position, plies[i].action, NULL);
        check_first_moves(rules, naive, position, &rng);
    }
    free(position);
    by_rules_close(rules);
    by_rules_close(naive);
}

/* --- fast and naive playouts --------------------------------------------------------- */

struct summary {
    double games, wins, length, square; /* sums */
    long histogram[16];                 /* lengths by eighths of the board, up to 3 n^2 */
};

static struct summary summarize(const char *settings, int games, uint64_t seed)
{
    struct by_rules *rules = open_rules("go", settings);
    void *position = new_position(rules);
    by_move scratch[BY_GO_POINTS_MAX + 1];
    struct by_playout out = {.scratch = scratch};
    struct summary sum = {.games = games};
    struct by_rng rng;
    by_rng_init(&rng, seed, 0);
    for (int i = 0; i < games; i++) {
        memcpy(position, rules->start, rules->position_size);
        run(rules, "uniform", position, &rng, &out);
        sum.wins += out.result > 0;
        sum.length += out.length;
        sum.square += (double)out.length * out.length;
        int bin = out.length * 8 / (rules->width * rules->height) - 5;
        sum.histogram[bin < 0 ? 0 : bin > 15 ? 15 : bin]++;
    }
    free(position);
    by_rules_close(rules);
    return sum;
}

/* Lengths of two samples of the same size, bin by bin. */
static double histogram_surprise(const struct summary *a, const struct summary *b)
{
    double sum = 0;
    int kinds = 0;
    for (int i = 0; i < 16; i++) {
        double both = (double)(a->histogram[i] + b->histogram[i]);
        double apart = (double)(a->histogram[i] - b->histogram[i]);
        if (both < 20)
            continue;
        sum += apart * apart / both;
        kinds++;
    }
    assert_true(kinds >= 4);
    return (sum - kinds) / sqrt(2.0 * kinds);
}

static void assert_alike(const struct summary *a, const struct summary *b)
{
    double wins = (a->wins + b->wins) / (a->games + b->games);
    double error = sqrt(2 * wins * (1 - wins) / a->games);
    assert_true(fabs(a->wins - b->wins) / a->games < FAR * error);
    double mean = b->length / b->games, spread = b->square / b->games - mean * mean;
    assert_true(fabs(a->length - b->length) / a->games < FAR * sqrt(2 * spread / a->games));
    assert_true(fabs(histogram_surprise(a, b)) < FAR);
}

static void fast_and_naive_playouts_end_alike(void **state)
{
    (void)state;
    static const struct {
        const char *fast, *slow;
        int games;
    } cases[] = {
        {"size=5", "size=5 board=array", 8000},
        {"size=7 komi=7.5", "size=7 komi=7.5 board=halfway", 5000},
        {"size=6 scoring=territory", "size=6 scoring=territory board=halfway", 5000},
        {"size=9", "size=9 board=halfway", 1500},
        {"size=9", "size=9 board=unionfind", 3000},
        {"size=7", "size=7 board=unionfind candidates=lazy", 5000},
        {"size=6", "size=6 board=unionfind candidates=list", 5000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int games = cases[i].games * (long_tests() ? 20 : 1);
        struct summary fast = summarize(cases[i].fast, games, 1),
                       slow = summarize(cases[i].slow, games, 2);
        assert_alike(&fast, &slow);
    }
}

/* --- ownership and the tactical policy ------------------------------------------------------------ */

static void ownership_adds_up_to_the_result(void **state)
{
    (void)state;
    static const char *const settings[] = {"size=4", "size=9", "size=9 board=halfway", "size=19"};
    for (int i = 0; i < 4; i++) {
        struct by_rules *rules = open_rules("go", settings[i]);
        void *position = new_position(rules);
        by_move scratch[BY_GO_POINTS_MAX + 1];
        int8_t owner[BY_GO_POINTS_MAX];
        struct by_playout out = {.scratch = scratch, .owner = owner};
        struct by_rng rng;
        by_rng_init(&rng, 3, 0);
        for (int game = 0; game < 50; game++) {
            int sum = 0;
            memcpy(position, rules->start, rules->position_size);
            run(rules, "uniform", position, &rng, &out);
            for (int point = 0; point < rules->width * rules->height; point++)
                sum += owner[point];
            assert_int_equal(2 * sum - by_go_shape_of(rules)->komi, out.result);
        }
        free(position);
        by_rules_close(rules);
    }
}

/* The first answer of the policy, over many playouts; "" when there are several. */
static void policy_answers(const char *settings, const char *before, const char *move,
                           const char *expected)
{
    struct by_rules *rules = open_rules("go", settings);
    void *start = read_text(rules, before), *position = new_position(rules);
    struct by_ply *plies = malloc((size_t)rules->max_length * sizeof *plies);
    struct by_playout out = {.plies = plies};
    struct by_rng rng;
    int right = 0;
    by_rng_init(&rng, 7, 0);
    /* The last move must be one the playout itself has seen: so it is the playout's first. */
    for (int tries = 0; tries < 20000 && right < 20; tries++) {
        memcpy(position, start, rules->position_size);
        run(rules, "tactical", position, &rng, &out);
        if (out.length < 2 || plies[0].action != move_of(rules, start, move))
            continue;
        assert_int_equal(plies[1].action, move_of(rules, start, expected));
        right++;
    }
    assert_int_equal(right, 20);
    free(plies);
    free(position);
    free(start);
    by_rules_close(rules);
}

static void the_policy_takes_and_saves_stones(void **state)
{
    (void)state;
    /* X runs into atari at b2: O takes at b1 */
    policy_answers("size=5", "...../...../.O.../O.O../..... X", "b2", "b1");
    /* X puts d2 in atari from d1; it gets away to d3 */
    policy_answers("size=5", "...../...../...../..XOX/..... X", "d1", "d3");
}

int main(void)
{
    static char fast[] = "size=7", map[] = "size=7 board=unionfind",
                lazy[] = "size=7 board=unionfind candidates=lazy",
                list[] = "size=7 board=unionfind candidates=list";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_moves_are_equally_likely),
        cmocka_unit_test_prestate(later_moves_are_equally_likely, fast),
        cmocka_unit_test_prestate(later_moves_are_equally_likely, map),
        cmocka_unit_test_prestate(later_moves_are_equally_likely, lazy),
        cmocka_unit_test_prestate(later_moves_are_equally_likely, list),
        cmocka_unit_test(fast_and_naive_playouts_end_alike),
        cmocka_unit_test(ownership_adds_up_to_the_result),
        cmocka_unit_test(the_policy_takes_and_saves_stones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
