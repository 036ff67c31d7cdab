/* text_test.c: settings, handicap, and positions as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/go/go.h"

/* --- settings and text -------------------------------------------------------------- */

static void settings_are_checked(void **state)
{
    (void)state;
    assert_settings_refused("go", "size=7x9", "a Go board is a square, not 7x9");
    assert_settings_refused("go", "size=1", "size");
    assert_settings_refused("go", "size=26", "size");
    assert_settings_refused("go", "komi=7.3", "not a multiple of one half");
    assert_settings_refused("go", "size=5 handicap=2", "7x7 or more");
    assert_settings_refused("go", "size=8 handicap=5", "at most 4 handicap stones");
    assert_settings_refused("go", "scoring=korean", "area|territory");
}

static int komi_of(const char *settings)
{
    struct by_rules *rules = open_rules("go", settings);
    int komi = by_go_shape_of(rules)->komi;
    by_rules_close(rules);
    return komi;
}

static void komi_depends_on_the_size(void **state)
{
    (void)state;
    assert_int_equal(komi_of(""), 15);
    assert_int_equal(komi_of("size=19"), 15);
    assert_int_equal(komi_of("size=8"), 1);
    assert_int_equal(komi_of("size=9 handicap=2"), 1);
    assert_int_equal(komi_of("size=9 handicap=1"), 15);
    assert_int_equal(komi_of("size=9 handicap=2 komi=-3.5"), -7);
}

/* The places GTP gives for fixed handicaps. */
static void handicap_stones_stand_where_gtp_has_them(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *stones;
    } cases[] = {
        {"size=9 handicap=2", "c3 g7"},
        {"size=9 handicap=3", "c3 g7 g3"},
        {"size=9 handicap=5", "c3 g7 g3 c7 e5"},
        {"size=19 handicap=4", "d4 q16 q4 d16"},
        {"size=19 handicap=7", "d4 q16 q4 d16 d10 q10 k10"},
        {"size=19 handicap=8", "d4 q16 q4 d16 d10 q10 k4 k16"},
        {"size=13 handicap=9", "d4 k10 k4 d10 d7 k7 g4 g10 g7"},
        {"size=7 handicap=4", "c3 e5 e3 c5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct by_rules *rules = open_rules("go", cases[i].settings);
        struct by_go_view view;
        by_go_shape_of(rules)->kind->look(rules, rules->start, &view);
        int stones = 0;
        for (const char *c = cases[i].stones; *c; c += strcspn(c, " "), c += *c == ' ') {
            char name[8] = {0};
            memcpy(name, c, strcspn(c, " "));
            assert_int_equal(view.cell[move_of(rules, rules->start, name)], BY_GO_BLACK);
            stones++;
        }
        assert_int_equal(view.head.lead, stones);
        assert_int_equal(view.head.side, 1);
        by_rules_close(rules);
    }
}

static void text_is_checked(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("go", "size=3");
    assert_refused(rules, "OX./X../... O", "the O at a3 has no liberties");
    assert_refused(rules, "XXX/XXX/XXX O", "no liberties");
    assert_refused(rules, "..././... X", "row");
    assert_refused(rules, ".../.../... X ko=b2", "b2 is no ko");
    assert_refused(rules, ".../.../... X ko=e9", "ko=POINT");
    assert_refused(rules, ".../.../... X passes=3", "passes=0 to 2");
    assert_refused(rules, ".../.../... X ply=28", "ply=MOVES");
    assert_refused(rules, ".../.../... X ply=1 ply=1", "each once");
    assert_refused(rules, ".../.../... X captures=1,1", "under territory");
    assert_refused(rules, ".../.../... X ", "a word");
    assert_open(rules, ".../.../... X ply=26");
    assert_finished(rules, ".../.../... X ply=27", -1);
    assert_move_refused(rules, "i1", "neither a point");
    assert_move_refused(rules, "d1", "a1 to c3");
    by_rules_close(rules);
}

static void a_ko_survives_the_text(void **state)
{
    (void)state;
    static const char text[] = ".XO./X.XO/.XO./.... O ko=b3";
    struct by_rules *rules = open_rules("go", "size=4");
    void *position = read_text(rules, text);
    assert_position(rules, position, text);
    free(position);
    assert_refused(rules, ".XO./X.XO/.XO./.... X ko=b3", "no ko");
    assert_refused(rules, ".XO./X.XO/.XO./.... O ko=b3 passes=1", "no ko");
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_checked),
        cmocka_unit_test(komi_depends_on_the_size),
        cmocka_unit_test(handicap_stones_stand_where_gtp_has_them),
        cmocka_unit_test(text_is_checked),
        cmocka_unit_test(a_ko_survives_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
