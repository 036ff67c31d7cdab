/* timing_test.c: whoever keeps to the shares of timing.h never loses on time.
 *
 * The referee here knows the rules of clocks, not how time is shared out: it takes the time a move
 * used from the clock, and says when the flag falls. */
#include "search/timing.h"
#include "search_help.h"

/* --- a referee ------------------------------------------------------------------------ */

enum kind { SUDDEN, FISCHER, JAPANESE, CANADIAN, CONTROL, KINDS };

static const char *const kind_names[] = {"sudden death", "increment", "Japanese", "Canadian",
                                         "so many moves"};

struct game {
    enum kind kind;
    struct by_game_clock at_start, clock;
    double lag, used;
    bool fallen;
};

#define GRAIN 1e-9 /* sums of seconds are not exact; no clock counts so finely */

static void spend_japanese(struct by_game_clock *clock, double over, bool *fallen)
{
    for (; over > clock->period + GRAIN; over -= clock->period)
        if (--clock->periods == 0) {
            *fallen = true;
            return;
        }
}

static void spend_canadian(const struct game *game, struct by_game_clock *clock, double over,
                           bool *fallen)
{
    clock->period -= over;
    *fallen = clock->period < -GRAIN;
    if (--clock->stones == 0) {
        clock->period = game->at_start.period;
        clock->stones = game->at_start.stones;
    }
}

/* The move took so long. */
static void spend(struct game *game, double seconds)
{
    struct by_game_clock *clock = &game->clock;
    bool overtime = game->kind == JAPANESE || game->kind == CANADIAN;
    double over = seconds - clock->left;
    game->used += seconds;
    clock->left = over < 0 ? -over : 0;
    if (over >= 0 && game->kind == JAPANESE)
        spend_japanese(clock, over, &game->fallen);
    else if (over >= 0 && game->kind == CANADIAN)
        spend_canadian(game, clock, over, &game->fallen);
    else if (over > GRAIN && !overtime)
        game->fallen = true;
    clock->left += clock->increment;
    if (game->kind == CONTROL && --clock->moves_to_go == 0) {
        clock->left += game->at_start.left;
        clock->moves_to_go = game->at_start.moves_to_go;
    }
}

/* --- games ---------------------------------------------------------------------------- */

static double between(struct by_rng *rng, double low, double high)
{
    return low + (high - low) * by_rng_unit(rng);
}

/* A clock on which a game of `most` moves can be played at all: it holds their lag. */
static struct game random_game(struct by_rng *rng, enum kind kind, int most)
{
    struct game game = {.kind = kind, .lag = between(rng, 0.001, 0.2)};
    double least = (game.lag + BY_CLOCK_LEAST) * 1.000001, plenty = between(rng, 0, 20);
    struct by_game_clock *clock = &game.clock;
    clock->lag = game.lag;
    clock->left = most * least + plenty * plenty * most / 100;
    if (kind == FISCHER)
        clock->increment = between(rng, 0, 3 * game.lag);
    if (kind == JAPANESE || kind == CANADIAN)
        clock->left = by_rng_below(rng, 2) ? between(rng, 0, 100) : 0;
    if (kind == JAPANESE) {
        clock->period = least + between(rng, 0, 30);
        clock->periods = 1 + (int)by_rng_below(rng, 5);
    }
    if (kind == CANADIAN) {
        clock->stones = 1 + (int)by_rng_below(rng, 30);
        clock->period = clock->stones * least + between(rng, 0, 200);
    }
    if (kind == CONTROL) {
        clock->moves_to_go = 1 + (int)by_rng_below(rng, 50);
        clock->left = clock->moves_to_go * least + plenty;
    }
    game.at_start = *clock;
    return game;
}

/* Plays `length` of at most `most` moves; `greed` says between soft (0) and hard (1). */
static void play_game(struct game *game, struct by_rng *rng, int length, int most, int usual,
                      double greed)
{
    for (int move = 0; move < length && !game->fallen; move++) {
        int likely = usual - move > usual / 5 ? usual - move : usual / 5;
        struct by_moves_left moves = {likely < 1 ? 1 : likely, most - move};
        moves.likely = moves.likely < moves.most ? moves.likely : moves.most;
        struct by_time_share share = by_time_share(&game->clock, moves);
        assert_true(share.soft > 0 && share.soft <= share.hard && share.hard < 1e6);
        double overhead = by_rng_below(rng, 2) ? game->lag : between(rng, 0, game->lag);
        spend(game, share.soft + greed * (share.hard - share.soft) + overhead);
    }
}

static void nobody_loses_on_time(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 81, 0);
    for (int round = 0; round < long_or(5000000, 200000); round++) {
        enum kind kind = (enum kind)(round % KINDS);
        int most = 1 + (int)by_rng_below(&rng, 200);
        int length = by_rng_below(&rng, 3) ? 1 + (int)by_rng_below(&rng, (uint32_t)most) : most;
        int usual = 1 + (int)by_rng_below(&rng, (uint32_t)most);
        double greed = by_rng_below(&rng, 2) ? 1 : by_rng_unit(&rng);
        struct game game = random_game(&rng, kind, most);
        play_game(&game, &rng, length, most, usual, greed);
        if (game.fallen)
            fail_msg("%s: game %d of %d moves (usual %d, most %d) was lost on time",
                     kind_names[kind], round, length, usual, most);
    }
}

/* A game of the usual length uses at least half of its main time, at a normal pace and when
 * every move takes all that it may. */
static void the_time_is_used(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 82, 0);
    for (int round = 0; round < 5000; round++) {
        enum kind kind = (enum kind)(round % KINDS);
        int usual = 20 + (int)by_rng_below(&rng, 60), most = usual * 3;
        struct game game = random_game(&rng, kind, most);
        double rich = 2 * most * game.lag + between(&rng, 10, 1000);
        game.clock.left = rich;
        game.at_start = game.clock;
        if (kind == CONTROL) /* one control in the game */
            game.clock.moves_to_go = game.at_start.moves_to_go = usual + 1;
        play_game(&game, &rng, usual, most, usual, round % 2);
        assert_false(game.fallen);
        if (game.used < rich / 2)
            fail_msg("%s: %.1f s of %.1f s used in %d moves", kind_names[kind], game.used, rich,
                     usual);
    }
}

/* --- what a share looks like -------------------------------------------------------------- */

static struct by_time_share share(const char *text, int likely, int most)
{
    struct by_game_clock clock;
    struct by_error err = {0};
    if (by_clock_read(text, &clock, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    return by_time_share(&clock, (struct by_moves_left){likely, most});
}

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void shares_are_sensible(void **state)
{
    (void)state;
    /* 30 moves to come, 60 at most: these keep 60 * 50 ms and 59 * 1 ms for themselves. */
    struct by_time_share s = share("left=63.059 lag=50ms", 30, 60);
    assert_true(near(s.soft, 1.8 * 2) && near(s.hard, 10)); /* early moves get more */
    s = share("left=60.01 increment=1", 30, 60);            /* 60 s and 29 increments; no reserve */
    assert_true(near(s.soft, 1.8 * 89.0 / 30) && near(s.hard, 5 * 89.0 / 30));
    s = share("left=1.01 increment=2", 30, 60); /* most of it is still to come */
    assert_true(near(s.hard, 0.4) && near(s.soft, 0.4));
    s = share("left=10 moves=1", 30, 60); /* the last move before the next control */
    assert_true(near(s.soft, 9.99) && near(s.hard, 9.99));
    s = share("left=20.051 moves=1 lag=51ms", 30, 1);
    assert_true(near(s.hard, 20));
    s = share("period=30 periods=3", 30, 60); /* nobody keeps what is left of a period */
    assert_true(near(s.soft, 29.99) && near(s.hard, 29.99));
    s = share("left=3 period=30", 30, 60); /* no less than in overtime */
    assert_true(near(s.soft, 29.99) && near(s.hard, 0.4 * 3 + 29.99));
    s = share("left=3000 period=30", 30, 60);
    assert_true(near(s.soft, 100) && near(s.hard, 500));
    s = share("period=11.009 stones=10 lag=100ms", 30, 60); /* ten moves share ten seconds */
    assert_true(near(s.soft, 1.8) && near(s.hard, 4));
}

static void hopeless_clocks_get_an_answer(void **state)
{
    (void)state;
    static const struct by_game_clock clocks[] = {
        {.left = -1},
        {.left = NAN},
        {.left = 1e-9},
        {.left = 0.01, .lag = 5},
        {.left = INFINITY},
        {.increment = 1},
        {.period = 0.01, .periods = 1},
        {.period = 0.01, .stones = INT32_MAX},
        {.left = 1, .moves_to_go = INT32_MAX},
        {.left = 1, .increment = NAN, .period = NAN, .periods = -5, .stones = -3, .lag = NAN},
        {.left = 1e300, .increment = 1e300, .period = 1e300, .stones = 1, .lag = 1e300},
    };
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        assert_true(by_clock_runs(&clocks[i]));
        for (int most = 1; most < 10000; most *= 9) {
            struct by_time_share s = by_time_share(&clocks[i], (struct by_moves_left){1, most});
            assert_true(s.soft >= BY_CLOCK_LEAST && s.soft <= s.hard && s.hard <= 1e9);
        }
    }
    const struct by_game_clock none = {0};
    assert_false(by_clock_runs(&none));
    /* Two seconds for 100 moves of 50 ms: too few for the longest game, enough for this one. */
    struct by_time_share s = share("left=2", 10, 100);
    assert_true(s.hard > 0.05 && s.hard < 1);
}

/* --- how long games are ------------------------------------------------------------------- */

/* Between half and twice what random games have. */
static void the_guessed_length_is_about_right(void **state)
{
    (void)state;
    static const char *const games[][2] = {{"mnk", "m=3 n=3 k=3"}, {"mnk", "m=6 n=6 k=4"},
                                           {"connect4", NULL},     {"breakthrough", "size=8x8"},
                                           {"nogo", "size=7x7"},   {"nogo", "size=9x9"},
                                           {"stones", NULL}};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct by_rules *rules = open_rules_at(games[g][0], games[g][1], NULL);
        struct by_moves_left start = by_moves_left(rules, 0);
        double mean = 0;
        for (int k = 0; k < 100; k++) {
            struct by_line *line = open_line(rules);
            by_move moves[HELP_MOVES_MAX];
            struct by_rng rng;
            by_rng_init(&rng, 83, (uint64_t)k);
            while (!by_line_over(line)) {
                struct by_moves_left left = by_moves_left(rules, line->count);
                assert_true(left.likely >= 1 && left.likely <= left.most);
                int count = by_line_moves(line, moves);
                by_line_play(line, moves[by_rng_below(&rng, (uint32_t)count)], NULL);
            }
            assert_true(line->count <= 2 * start.most);
            mean += line->count / 2.0 / 100;
            by_line_close(line);
        }
        if (start.likely < mean / 2 || start.likely > mean * 2)
            fail_msg("%s %s: %d moves guessed, %.1f played", games[g][0], rules->label,
                     start.likely, mean);
        assert_int_equal(by_moves_left(rules, rules->max_length).most, 1);
        by_rules_close(rules);
    }
}

/* --- text ----------------------------------------------------------------------------------- */

static void clocks_are_read(void **state)
{
    (void)state;
    struct by_game_clock c;
    assert_int_equal(by_clock_read("left=5m increment=500ms lag=0.2", &c, NULL), BY_OK);
    assert_true(near(c.left, 300) && near(c.increment, 0.5) && near(c.lag, 0.2));
    assert_int_equal(by_clock_read("left=60 period=30 periods=5", &c, NULL), BY_OK);
    assert_true(near(c.period, 30) && c.periods == 5 && c.stones == 0);
    assert_int_equal(by_clock_read(" period=300 stones=25 ", &c, NULL), BY_OK);
    assert_true(c.left == 0 && c.stones == 25);
    assert_int_equal(by_clock_read("left=60 moves=40", &c, NULL), BY_OK);
    assert_int_equal(c.moves_to_go, 40);
}

static void bad_clocks_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "the clock needs left= or period="},
        {"left=0", "the clock needs left= or period="},
        {"increment=1", "the clock needs left= or period="},
        {"60", "a key=value pair must begin with a letter"},
        {"left", "a '=' is missing"},
        {"left=", "left= does not fit the clock"},
        {"left=-1", "left=-1 does not fit the clock"},
        {"left=nan", "left=nan does not fit the clock"},
        {"left=1h", "left=1h does not fit the clock"},
        {"left=1e9", "left=1e9 does not fit the clock"},
        {"left=60 left=60", "left is given twice"},
        {"lefft=60", "did you mean 'left'?"},
        {"left=60 periods=3", "the clock has periods= and needs period="},
        {"left=60 stones=3", "the clock has stones= and needs period="},
        {"period=30 periods=3 stones=25", "not both"},
        {"left=60 moves=10 period=3", "not both"},
        {"period=30 periods=0", "periods=0 does not fit the clock"},
        {"left=60 moves=1.5", "moves=1.5 does not fit the clock"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct by_game_clock clock;
        struct by_error err = {0};
        assert_int_equal(by_clock_read(cases[i][0], &clock, &err), BY_BAD_INPUT);
        if (!strstr(err.text, cases[i][1]))
            fail_msg("%s: %s", cases[i][0], err.text);
    }
    char text[6000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct by_game_clock clock;
    assert_int_equal(by_clock_read(text, &clock, NULL), BY_BAD_INPUT);
}

static void assert_same_clock(const struct game *game, const struct by_game_clock *clock, int move)
{
    const struct by_game_clock *wanted = &game->clock;
    double gap[2] = {clock->left - wanted->left, clock->period - wanted->period};
    if (gap[0] * gap[0] > GRAIN || gap[1] * gap[1] > GRAIN || clock->periods != wanted->periods ||
        clock->stones != wanted->stones || clock->moves_to_go != wanted->moves_to_go)
        fail_msg("%s, move %d: left %g, period %g, %d, %d, %d", kind_names[game->kind], move,
                 clock->left, clock->period, clock->periods, clock->stones, clock->moves_to_go);
}

/* by_clock_charge against the referee of this test. */
static void a_move_is_charged(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 83, 0);
    for (int round = 0; round < 20000; round++) {
        struct game game = random_game(&rng, (enum kind)(round % KINDS), 50);
        struct by_game_clock clock = game.clock;
        bool in_time = true;
        for (int move = 0; move < 50 && in_time; move++) {
            double all = clock.left + clock.period;
            double used = between(&rng, 0, by_rng_below(&rng, 8) ? all / 8 : 2 * all);
            in_time = by_clock_charge(&clock, &game.at_start, used, 0);
            spend(&game, used);
            assert_int_equal(in_time, !game.fallen);
            if (in_time)
                assert_same_clock(&game, &clock, move);
        }
    }
}

static void a_margin_forgives(void **state)
{
    (void)state;
    const struct by_game_clock given = {.left = 10, .increment = 1};
    struct by_game_clock clock = given;
    assert_false(by_clock_charge(&clock, &given, 10.2, 0.1));
    assert_true(by_clock_charge(&clock, &given, 10.2, 0.3));
    assert_true(near(clock.left, 1)); /* what was too much is not owed */
}

/* While a move is thought about: a clock that has run out still runs. */
static void a_clock_ticks(void **state)
{
    (void)state;
    struct by_game_clock clock = {.left = 10};
    by_clock_tick(&clock, 4);
    assert_true(near(clock.left, 6));
    by_clock_tick(&clock, 7);
    assert_true(clock.left < 0 && by_clock_runs(&clock));
    clock = (struct by_game_clock){.period = 5, .stones = 2};
    by_clock_tick(&clock, 2);
    assert_true(near(clock.period, 3) && clock.left == 0);
    by_clock_tick(&clock, 4);
    assert_true(clock.period == 0 && clock.left < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_charged),
        cmocka_unit_test(a_margin_forgives),
        cmocka_unit_test(a_clock_ticks),
        cmocka_unit_test(nobody_loses_on_time),
        cmocka_unit_test(the_time_is_used),
        cmocka_unit_test(shares_are_sensible),
        cmocka_unit_test(hopeless_clocks_get_an_answer),
        cmocka_unit_test(the_guessed_length_is_about_right),
        cmocka_unit_test(clocks_are_read),
        cmocka_unit_test(bad_clocks_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
