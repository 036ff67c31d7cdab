/* net_record_test.c: positions and what became of them as records, byte by byte, for both sides. */
#include "search_help.h"

#include "learn/net_record.h"
#include "net_record_help.h"

#define FILL 0xa5 /* what is in memory before */

/* A record of a position, every share of the policy another one. */
struct made {
    struct by_rules *rules;
    uint8_t *bytes, *policy;
    size_t size;
};

static struct made make(const char *settings, const char *position, float chance)
{
    struct made m = {.rules = open_rules_at("go", settings, position)};
    uint8_t *planes =
        malloc((size_t)(m.rules->width * m.rules->height * m.rules->game->plane_count));
    m.size = by_net_record_size(m.rules);
    m.bytes = malloc(m.size);
    m.policy = malloc((size_t)m.rules->action_count);
    assert_true(planes && m.bytes && m.policy);
    memset(m.bytes, FILL, m.size);
    for (int i = 0; i < m.rules->action_count; i++)
        m.policy[i] = (uint8_t)(7 * i + 3);
    by_net_record_begin(m.rules, m.rules->start, m.policy, chance, planes, m.bytes);
    free(planes);
    return m;
}

static void discard(struct made *m)
{
    by_rules_close(m->rules);
    free(m->bytes);
    free(m->policy);
}

static int side_of(const struct made *m)
{
    return m->rules->game->side(m->rules, m->rules->start);
}

static struct by_net_ending ending_of(float won, bool known, float lead)
{
    struct by_net_ending ending = {.won = won, .known = known, .lead = lead};
    for (int i = 0; i < BY_JUDGED_MAX; i++)
        ending.owner[i] = (int8_t)(i * i % 3 - 1);
    return ending;
}

static const char *const positions[] = {
    "...../.XO../.XO../..X../..... X", "...../.XO../.XO../..X../..... O",
    "OOOO./OXXXX/OX.X./OXXXX/OOOO. O", ".X.O./X.XO./.X.O./...../..... X"};

static void every_number_is_at_its_place(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof positions / sizeof *positions; k++) {
        struct made m = make("size=5 komi=3.5", positions[k], 0.25F);
        struct by_net_ending ending = ending_of(1, true, 4.5F);
        int side = side_of(&m), sign = side == 0 ? 1 : -1;
        by_net_record_end(m.rules, side, &ending, m.bytes);
        struct taken t = take_apart(m.rules, m.bytes);
        assert_int_equal(m.size, (size_t)t.planes * (1 + 4) + 26 + 25 + 12);
        assert_planes(m.rules, &t, m.rules->start);
        assert_memory_equal(t.policy, m.policy, 26);
        for (int i = 0; i < 25; i++)
            assert_int_equal(owner_at(&t, i), sign * ending.owner[i]);
        assert_true(t.won == (side == 0 ? 1.0F : 0.0F));
        assert_true(t.chance == 0.25F && t.lead == (float)sign * 4.5F);
        discard(&m);
    }
}

/* Points fill no whole byte: the last has bits that are none. */
static void bits_that_are_no_points_are_0(void **state)
{
    (void)state;
    struct made m = make("size=5", "XXXXX/XXXXX/XXXXX/XXXXX/XXXX. X", 0);
    struct taken t = take_apart(m.rules, m.bytes);
    for (int p = 0; p < t.planes; p++)
        assert_int_equal(t.plane[(size_t)p * 5 + 4] & 0xfe, 0);
    discard(&m);
}

static void what_nobody_knows_is_said_so(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        struct made m = make("size=5", positions[k], NAN);
        struct by_net_ending ending = ending_of(NAN, false, 9);
        by_net_record_end(m.rules, side_of(&m), &ending, m.bytes);
        struct taken t = take_apart(m.rules, m.bytes);
        assert_true(isnan(t.won) && isnan(t.chance) && isnan(t.lead));
        for (int i = 0; i < t.points; i++)
            assert_int_equal(t.owner[i], 2);
        discard(&m);
    }
}

static void a_draw_is_half_for_both(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        struct made m = make("size=5", positions[k], 0);
        struct by_net_ending ending = ending_of(0.5F, true, 0);
        by_net_record_end(m.rules, side_of(&m), &ending, m.bytes);
        struct taken t = take_apart(m.rules, m.bytes);
        assert_true(t.won == 0.5F && t.lead == 0);
        discard(&m);
    }
}

/* Black has two columns of five, White one, and two columns are nobody's. */
static void the_board_is_counted_as_it_is(void **state)
{
    (void)state;
    struct by_rules *rules =
        open_rules_at("go", "size=5 komi=2.5", ".X..O/.X..O/.X..O/.X..O/.X..O X");
    struct by_net_ending ending;
    by_net_ending_count(rules, rules->start, &ending);
    static const int8_t row[] = {1, 1, 0, 0, -1};
    for (int i = 0; i < 25; i++)
        assert_int_equal(ending.owner[i], row[i % 5]);
    assert_true(ending.known && ending.won == 1 && ending.lead == 2.5F);
    by_rules_close(rules);
}

static void who_is_behind_has_lost(void **state)
{
    (void)state;
    static const struct {
        const char *komi;
        float won, lead;
    } cases[] = {{"size=5 komi=5", 0.5F, 0}, {"size=5 komi=5.5", 0, -0.5F}};
    for (size_t k = 0; k < 2; k++) {
        struct by_rules *rules =
            open_rules_at("go", cases[k].komi, ".X..O/.X..O/.X..O/.X..O/.X..O X");
        struct by_net_ending ending;
        by_net_ending_count(rules, rules->start, &ending);
        assert_true(ending.won == cases[k].won && ending.lead == cases[k].lead);
        by_rules_close(rules);
    }
}

static void a_game_without_planes_is_refused(void **state)
{
    (void)state;
    struct by_rules *nim = open_rules("nim", NULL), *go = open_rules("go", "size=5");
    struct by_error err = {0};
    assert_int_equal(by_net_record_check(go, &err), BY_OK);
    assert_int_equal(by_net_record_check(nim, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "nim"));
    by_rules_close(nim);
    by_rules_close(go);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_is_at_its_place),
        cmocka_unit_test(bits_that_are_no_points_are_0),
        cmocka_unit_test(what_nobody_knows_is_said_so),
        cmocka_unit_test(a_draw_is_half_for_both),
        cmocka_unit_test(the_board_is_counted_as_it_is),
        cmocka_unit_test(who_is_behind_has_lost),
        cmocka_unit_test(a_game_without_planes_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
