/* net_replay_test.c: games that somebody played, as records that networks learn from. */
#include "search_help.h"

#include "folder_help.h"
#include "learn/net_replay.h"
#include "net_record_help.h"

#define GAMES_FILE "games.txt"

/* Played to the last point, Black with three columns and White with two, each with two eyes: he wins by 4.5. */
#define MOVES "cadacbdbccdccdddcedebaebbbedabeebcttadttbdttaettbetttt"
#define WALLS "5 0.5 B+4.5 - B:" MOVES "\n"

static struct by_net_replay plan_of(int width)
{
    return (struct by_net_replay){
        .path = GAMES_FILE, .game = "go", .width = width, .step = 1, .share = 1, .seed = 9};
}

struct found {
    struct by_rules *rules; /* the records have their sizes */
    uint8_t *bytes;
    size_t each;
    int count;
};

static struct found replay(const struct by_net_replay *plan)
{
    char settings[32];
    struct found f = {.bytes = NULL};
    struct by_error err = {0};
    size_t size = 0;
    (void)snprintf(settings, sizeof settings, "size=%d komi=0.5", plan->width);
    f.rules = open_rules("go", settings);
    f.each = by_net_record_size(f.rules);
    if (by_net_replay(plan, &f.bytes, &size, &err))
        fail_msg("%s", err.text);
    assert_int_equal(size % f.each, 0);
    f.count = (int)(size / f.each);
    return f;
}

static struct found replay_text(const char *text, int width)
{
    struct by_net_replay plan = plan_of(width);
    put(GAMES_FILE, text);
    return replay(&plan);
}

static void discard(struct found *f)
{
    by_rules_close(f->rules);
    free(f->bytes);
}

static struct taken record_at(const struct found *f, int index)
{
    return take_apart(f->rules, f->bytes + (size_t)index * f->each);
}

/* --- what a record says ---------------------------------------------------------------------- */

/* Letters as in SGF: column from the left, row from the top. */
static by_move move_of(const char *letters, int size)
{
    if (letters[0] == 't')
        return size * size;
    return (size - 1 - (letters[1] - 'a')) * size + letters[0] - 'a';
}

static void the_move_that_was_played_has_it_all(void **state)
{
    (void)state;
    static const char moves[] = MOVES;
    struct found f = replay_text(WALLS, 5);
    struct by_line *line = open_line(f.rules);
    assert_int_equal(f.count, 27);
    for (int k = 0; k < f.count; k++) {
        struct taken t = record_at(&f, k);
        by_move played = move_of(moves + (size_t)2 * (size_t)k, 5);
        assert_planes(f.rules, &t, by_line_position(line));
        for (by_move move = 0; move < t.actions; move++)
            assert_int_equal(t.policy[move], move == played ? 255 : 0);
        assert_int_equal(by_line_play(line, played, NULL), BY_OK);
    }
    by_line_close(line);
    discard(&f);
}

static void a_counted_game_says_whose_the_points_are(void **state)
{
    (void)state;
    struct found f = replay_text(WALLS, 5);
    for (int k = 0; k < f.count; k++) {
        struct taken t = record_at(&f, k);
        int sign = k % 2 == 0 ? 1 : -1;
        for (int i = 0; i < 25; i++)
            assert_int_equal(owner_at(&t, i), i % 5 < 3 ? sign : -sign);
        assert_true(t.won == (k % 2 == 0 ? 1.0F : 0.0F) && t.lead == (float)sign * 4.5F);
        assert_true(isnan(t.chance));
    }
    discard(&f);
}

/* Who resigned or lost on time left points behind that nobody knows. */
static void results_are_those_of_both_sides(void **state)
{
    (void)state;
    static const struct {
        const char *result;
        float black; /* not a number: nobody knows */
    } cases[] = {{"B+R", 1}, {"W+R", 0}, {"0", 0.5F},  {"Draw", 0.5F}, {"B+", 1},
                 {"B", NAN}, {"?", NAN}, {"W+T", NAN}, {"W+F", NAN},   {"Void", NAN}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        char text[64];
        (void)snprintf(text, sizeof text, "9 7 %s - B:eegc\n", cases[c].result);
        struct found f = replay_text(text, 9);
        assert_int_equal(f.count, 2);
        for (int k = 0; k < 2; k++) {
            struct taken t = record_at(&f, k);
            float won = k == 0 ? cases[c].black : 1 - cases[c].black;
            if (isnan(won) ? !isnan(t.won) : t.won != won)
                fail_msg("%s, ply %d: %g", cases[c].result, k, (double)t.won);
            assert_true(isnan(t.lead) && isnan(t.chance) && owner_at(&t, 40) == 2);
        }
        discard(&f);
    }
}

/* Servers let games go on behind two passes: the position between is over, and nobody is to move there. */
static void a_game_goes_on_behind_its_end(void **state)
{
    (void)state;
    struct found f = replay_text("9 7 W+R - B:eettttgcgg\n", 9);
    assert_int_equal(f.count, 5);
    struct taken t = record_at(&f, 3);
    assert_int_equal(most_visited(&t), move_of("gc", 9));
    discard(&f);
}

/* --- which games and positions ------------------------------------------------------------------ */

static const char some[] = "# a comment\n"
                           "9 7 B+R - B:eegccc\n"
                           "19 7 B+R - B:pdddpq\n"
                           "9 7 W+R - B:eeceec\n"
                           "9 5.5 W+R - B:eg\n"
                           "9 7 B+R Bccgg W:eegccegecdcg\n"
                           "9 7 B+R - B:cccdcedddbebfbdacb\n"
                           "5 0.5 B+R - B:cc\n"
                           "9 7 W+1.5 - B:gggc\n";
enum { ALL_GAMES = 8, ALL_PLIES = 3 + 3 + 1 + 6 + 9 + 2 };

static void other_sizes_are_passed_over(void **state)
{
    (void)state;
    static const struct {
        int width, count;
    } cases[] = {{9, ALL_PLIES}, {19, 3}, {5, 1}, {13, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct found f = replay_text(some, cases[k].width);
        assert_int_equal(f.count, cases[k].count);
        discard(&f);
    }
}

/* Each part has its games in their order. */
static void parts_are_all_games_once(void **state)
{
    (void)state;
    struct found whole = replay_text(some, 9);
    struct by_net_replay plan = plan_of(9);
    for (int step = 1; step <= ALL_GAMES + 1; step++) {
        int count = 0;
        for (plan.first = 0; plan.first < step; plan.first++) {
            plan.step = step;
            struct found part = replay(&plan);
            count += part.count;
            int at = 0;
            for (int game = plan.first; game < ALL_GAMES; game += step) {
                struct by_net_replay one = plan_of(9);
                one.first = game;
                one.step = 1000;
                struct found single = replay(&one);
                assert_true(at + single.count <= part.count);
                if (single.count > 0)
                    assert_memory_equal(single.bytes, part.bytes + (size_t)at * part.each,
                                        (size_t)single.count * single.each);
                at += single.count;
                discard(&single);
            }
            assert_int_equal(at, part.count);
            discard(&part);
        }
        assert_int_equal(count, whole.count);
    }
    discard(&whole);
}

static void a_share_of_the_positions_is_drawn(void **state)
{
    (void)state;
    char text[4096] = "";
    for (int i = 0; i < 60; i++)
        strcat(text, "9 7 B+R - B:cccdcedddbebfbdacb\n");
    put(GAMES_FILE, text);
    struct by_net_replay plan = plan_of(9);
    plan.share = 0.5;
    struct found half = replay(&plan), again = replay(&plan);
    assert_true(half.count > 540 / 2 - 70 && half.count < 540 / 2 + 70);
    assert_int_equal(half.count, again.count);
    assert_memory_equal(half.bytes, again.bytes, (size_t)half.count * half.each);
    plan.share = 0;
    struct found none = replay(&plan);
    assert_true(none.count == 0 && none.bytes == NULL);
    discard(&half);
    discard(&again);
    discard(&none);
}

/* --- what is wrong ---------------------------------------------------------------------------------- */

static void fail_with(const struct by_net_replay *plan, const char *word)
{
    struct by_error err = {0};
    uint8_t *bytes = NULL;
    size_t size = 1;
    assert_int_equal(by_net_replay(plan, &bytes, &size, &err), BY_BAD_INPUT);
    assert_true(bytes == NULL && size == 0);
    if (!strstr(err.text, word) || strchr(err.text, '\n'))
        fail_msg("'%s' has no '%s'", err.text, word);
}

static void what_is_wrong_is_said_in_a_sentence(void **state)
{
    (void)state;
    struct by_net_replay plan = plan_of(9);
    put(GAMES_FILE, "9 7 B+R - B:eegc\n9 7 B+R - B:eeee\n");
    fail_with(&plan, "move 2");
    put(GAMES_FILE, "What is this?\n");
    fail_with(&plan, "no game records");
    put(GAMES_FILE, "Piskvorky 20x20, 11:11, 0\n10,10,0\n11,11,0\n-1\n");
    plan.game = "gomoku";
    plan.width = 20;
    fail_with(&plan, "gomoku");
    plan.path = "nowhere.txt";
    fail_with(&plan, "nowhere.txt");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_IN_FOLDER(the_move_that_was_played_has_it_all),
        TEST_IN_FOLDER(a_counted_game_says_whose_the_points_are),
        TEST_IN_FOLDER(results_are_those_of_both_sides),
        TEST_IN_FOLDER(a_game_goes_on_behind_its_end),
        TEST_IN_FOLDER(other_sizes_are_passed_over),
        TEST_IN_FOLDER(parts_are_all_games_once),
        TEST_IN_FOLDER(a_share_of_the_positions_is_drawn),
        TEST_IN_FOLDER(what_is_wrong_is_said_in_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
