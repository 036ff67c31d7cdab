/* net_games_test.c: games of a network against itself, with networks that are made up here. What a game was is
 * played again from its records. */
#include "search_help.h"

#include "games/go/planes.h"
#include "learn/net_games.h"
#include "net_record_help.h"

#define SIZE    5
#define POINTS  (SIZE * SIZE)
#define ACTIONS (POINTS + 1)
#define PASS    POINTS
#define GAMES   7
#define RECORDS 4096 /* at most */

/* What a network says of a position: planes point by point; logits of the actions, the value and the lead. */
typedef void network(const uint8_t *planes, float *policy, float *value, float *lead);

struct table {
    struct by_rules *rules[2];
    int rules_count;
    struct by_net_games *games;
    int threads;
    float policy[GAMES * ACTIONS], value[GAMES], lead[GAMES];
    uint8_t planes[GAMES * POINTS * BY_GO_PLANES];
    uint8_t *records;
    size_t each;
    int count; /* of records */
};

static struct by_net_plan plan_of(struct table *t)
{
    return (struct by_net_plan){.rules = t->rules,
                                .rules_count = t->rules_count,
                                .games = GAMES,
                                .full = 40,
                                .fast = 8,
                                .full_share = 1,
                                .plies_max = 30,
                                .seed = 3};
}

/* Two ways to count, so that games differ in their komi. */
static struct table *sit_down(int rules_count)
{
    struct table *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->rules[0] = open_rules("go", "size=5 komi=0.5");
    t->rules[1] = open_rules("go", "size=5 komi=4");
    t->rules_count = rules_count;
    t->each = by_net_record_size(t->rules[0]);
    t->records = malloc(RECORDS * t->each);
    assert_non_null(t->records);
    return t;
}

static void open_table(struct table *t, const struct by_net_plan *plan)
{
    struct by_error err = {0};
    if (by_net_games_open(plan, &t->games, &err))
        fail_msg("%s", err.text);
}

static void stand_up(struct table *t)
{
    by_net_games_close(t->games);
    by_rules_close(t->rules[0]);
    by_rules_close(t->rules[1]);
    free(t->records);
    free(t);
}

static const uint8_t *planes_of(const struct table *t, int game)
{
    return t->planes + (size_t)game * POINTS * BY_GO_PLANES;
}

static void ask(struct table *t, network *said, int steps)
{
    for (int i = 0; i < steps; i++) {
        by_net_games_step_all(t->games, t->threads, t->policy, t->value, t->lead, t->planes);
        for (int g = 0; g < GAMES; g++)
            said(planes_of(t, g), t->policy + (size_t)g * ACTIONS, t->value + g, t->lead + g);
    }
    t->count = (int)(by_net_games_take(t->games, t->records, RECORDS * t->each) / t->each);
}

static struct taken record_at(const struct table *t, int index)
{
    return take_apart(t->rules[0], t->records + (size_t)index * t->each);
}

/* --- networks --------------------------------------------------------------------------------- */

static void knows_nothing(const uint8_t *planes, float *policy, float *value, float *lead)
{
    (void)planes;
    memset(policy, 0, ACTIONS * sizeof *policy);
    *value = *lead = 0;
}

static uint64_t key_of(const uint8_t *planes)
{
    uint64_t key = 1;
    for (int i = 0; i < POINTS * BY_GO_PLANES; i++)
        key = by_mix64(key + planes[i]);
    return key;
}

/* Something else of each position. */
static void rambles(const uint8_t *planes, float *policy, float *value, float *lead)
{
    uint64_t key = key_of(planes);
    for (int i = 0; i < ACTIONS; i++)
        policy[i] = (float)(by_seed_derive(key, (uint64_t)i) % 400) / 100 - (i == PASS ? 3.0F : 0);
    *value = (float)(by_seed_derive(key, 100) % 300) / 100 - 1.5F;
    *lead = (float)(by_seed_derive(key, 101) % 300) / 100 - 1.5F;
}

/* One move of each position has nearly all of the policy, never a pass. Nobody is ahead. */
static void insists(const uint8_t *planes, float *policy, float *value, float *lead)
{
    uint64_t key = key_of(planes);
    *value = *lead = 0;
    for (int i = 0; i < ACTIONS; i++)
        policy[i] = (float)(by_seed_derive(key, (uint64_t)i) % 100000) / 200;
    policy[PASS] = -500;
}

static void wants_to_pass(const uint8_t *planes, float *policy, float *value, float *lead)
{
    knows_nothing(planes, policy, value, lead);
    policy[PASS] = 30;
}

static void never_passes(const uint8_t *planes, float *policy, float *value, float *lead)
{
    knows_nothing(planes, policy, value, lead);
    policy[PASS] = -60;
}

#define WINNER 7

/* Who has a stone there wins. */
static void likes_a_point(const uint8_t *planes, float *policy, float *value, float *lead)
{
    const uint8_t *at = planes + (size_t)WINNER * BY_GO_PLANES;
    knows_nothing(planes, policy, value, lead);
    policy[WINNER] = 1.5F;
    *value = at[BY_GO_PLANE_OWN] ? 6 : at[BY_GO_PLANE_THEIRS] ? -6 : 0;
}

/* Who has a stone there loses. */
static void fears_a_point(const uint8_t *planes, float *policy, float *value, float *lead)
{
    likes_a_point(planes, policy, value, lead);
    *value = -*value;
}

static void black_wins(const uint8_t *planes, float *policy, float *value, float *lead)
{
    knows_nothing(planes, policy, value, lead);
    policy[PASS] = 1.5F;
    *value = planes[BY_GO_PLANE_FIRST] ? 8 : -8;
}

/* --- questions -------------------------------------------------------------------------------- */

/* The position as Go's own text, and its rules. */
static struct by_rules *rules_at(const uint8_t *planes)
{
    char text[SIZE * (SIZE + 1) + 8];
    bool black = planes[BY_GO_PLANE_FIRST] != 0;
    int length = 0;
    for (int y = SIZE - 1; y >= 0; y--) {
        for (int x = 0; x < SIZE; x++) {
            const uint8_t *at = planes + (size_t)(y * SIZE + x) * BY_GO_PLANES;
            bool own = at[BY_GO_PLANE_OWN], theirs = at[BY_GO_PLANE_THEIRS];
            assert_false(own && theirs);
            text[length++] = (char)(!own && !theirs ? '.' : own == black ? 'X' : 'O');
        }
        text[length++] = y > 0 ? '/' : ' ';
    }
    text[length++] = black ? 'X' : 'O';
    text[length] = '\0';
    return open_rules_at("go", "size=5 komi=0.5", text);
}

/* Stones and liberties agree. */
static void assert_a_position(const uint8_t *planes)
{
    struct by_rules *rules = rules_at(planes);
    uint8_t other[POINTS * BY_GO_PLANES];
    by_go_planes(rules, rules->start, other);
    for (int i = 0; i < POINTS; i++)
        assert_memory_equal(planes + (size_t)i * BY_GO_PLANES, other + (size_t)i * BY_GO_PLANES,
                            BY_GO_PLANE_KO);
    by_rules_close(rules);
}

static void it_is_asked_about_positions(void **state)
{
    (void)state;
    struct table *t = sit_down(2);
    struct by_net_plan plan = plan_of(t);
    plan.opening = 2;
    plan.drawn = 4;
    open_table(t, &plan);
    for (int i = 0; i < long_or(1000, 120); i++) {
        ask(t, rambles, 1);
        for (int g = 0; g < GAMES; g++)
            assert_a_position(planes_of(t, g));
    }
    stand_up(t);
}

static void the_first_question_is_the_start(void **state)
{
    (void)state;
    struct table *t = sit_down(1);
    struct by_net_plan plan = plan_of(t);
    uint8_t start[POINTS * BY_GO_PLANES];
    by_go_planes(t->rules[0], t->rules[0]->start, start);
    open_table(t, &plan);
    by_net_games_step(t->games, 0, GAMES, NULL, NULL, NULL, t->planes);
    for (int g = 0; g < GAMES; g++)
        assert_memory_equal(planes_of(t, g), start, sizeof start);
    stand_up(t);
}

/* --- the same again -------------------------------------------------------------------------------- */

static struct table *play_with(int threads, uint64_t seed)
{
    struct table *t = sit_down(2);
    struct by_net_plan plan = plan_of(t);
    plan.opening = 2;
    plan.drawn = 4;
    plan.full_share = 0.4;
    plan.seed = seed;
    t->threads = threads;
    open_table(t, &plan);
    ask(t, rambles, long_or(6000, 1500));
    return t;
}

static void threads_change_nothing(void **state)
{
    (void)state;
    struct table *one = play_with(1, 3), *three = play_with(3, 3), *other = play_with(1, 4);
    struct by_net_score a = by_net_games_score(one->games), b = by_net_games_score(three->games);
    assert_true(one->count > 50);
    assert_int_equal(one->count, three->count);
    assert_memory_equal(one->records, three->records, (size_t)one->count * one->each);
    assert_true(a.games == b.games && a.plies == b.plies && a.evaluations == b.evaluations &&
                a.won == b.won && a.games > 0);
    assert_true(other->count != one->count ||
                memcmp(other->records, one->records, (size_t)one->count * one->each) != 0);
    stand_up(one);
    stand_up(three);
    stand_up(other);
}

/* Some games by one call, the others by another: the same questions. */
static void games_may_be_stepped_in_parts(void **state)
{
    (void)state;
    struct table *t = sit_down(2), *u = sit_down(2);
    struct by_net_plan plan = plan_of(t), same = plan_of(u);
    open_table(t, &plan);
    open_table(u, &same);
    for (int i = 0; i < 400; i++) {
        ask(t, rambles, 1);
        by_net_games_step(u->games, 3, GAMES - 3, u->policy, u->value, u->lead, u->planes);
        by_net_games_step(u->games, 0, 3, u->policy, u->value, u->lead, u->planes);
        assert_memory_equal(t->planes, u->planes, sizeof t->planes);
        memcpy(u->policy, t->policy, sizeof t->policy);
        memcpy(u->value, t->value, sizeof t->value);
        memcpy(u->lead, t->lead, sizeof t->lead);
    }
    assert_int_equal(by_net_games_score(t->games).plies, by_net_games_score(u->games).plies);
    stand_up(t);
    stand_up(u);
}

static void a_record_is_never_cut(void **state)
{
    (void)state;
    struct table *t = play_with(1, 3), *u = sit_down(2);
    struct by_net_plan plan = plan_of(u);
    plan.opening = 2;
    plan.drawn = 4;
    plan.full_share = 0.4;
    open_table(u, &plan);
    size_t part = 0, all = 0;
    for (int i = 0; i < long_or(6000, 1500); i++) {
        by_net_games_step_all(u->games, 1, u->policy, u->value, u->lead, u->planes);
        for (int g = 0; g < GAMES; g++)
            rambles(planes_of(u, g), u->policy + (size_t)g * ACTIONS, u->value + g, u->lead + g);
    }
    assert_int_equal(by_net_games_take(u->games, u->records, u->each - 1), 0);
    while ((part = by_net_games_take(u->games, u->records + all, u->each * 5 / 2)) > 0) {
        assert_true(part == 2 * u->each || part == u->each);
        all += part;
    }
    assert_int_equal(all, (size_t)t->count * t->each);
    assert_memory_equal(u->records, t->records, all);
    stand_up(t);
    stand_up(u);
}

/* --- what records say --------------------------------------------------------------------------- */

static bool is_one_of(const struct by_rules *rules, const void *position, by_move move)
{
    by_move moves[ACTIONS];
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static void assert_shares(const struct by_rules *rules, const void *position,
                          const struct taken *taken)
{
    int sum = 0;
    for (by_move move = 0; move < ACTIONS; move++) {
        sum += taken->policy[move];
        assert_true(taken->policy[move] == 0 || is_one_of(rules, position, move));
    }
    assert_true(abs(sum - 255) <= ACTIONS / 2);
}

static void only_legal_moves_have_visits(void **state)
{
    (void)state;
    struct table *t = play_with(1, 3);
    uint8_t planes[POINTS * BY_GO_PLANES];
    for (int k = 0; k < t->count; k++) {
        struct taken taken = record_at(t, k);
        for (int i = 0; i < POINTS; i++)
            for (int p = 0; p < BY_GO_PLANES; p++)
                planes[i * BY_GO_PLANES + p] = (uint8_t)plane_at(&taken, p, i);
        struct by_rules *rules = rules_at(planes); /* it knows of no ko */
        assert_shares(rules, rules->start, &taken);
        for (int i = 0; i < POINTS; i++)
            assert_false(planes[i * BY_GO_PLANES + BY_GO_PLANE_KO] && taken.policy[i] > 0);
        assert_true(taken.chance > 0 && taken.chance < 1);
        by_rules_close(rules);
    }
    stand_up(t);
}

/* Whose komi the game has, by the planes of its start. */
static struct by_rules *rules_of(struct table *t, const struct taken *taken)
{
    for (int k = 0; k < t->rules_count; k++) {
        uint8_t planes[POINTS * BY_GO_PLANES];
        by_go_planes(t->rules[k], t->rules[k]->start, planes);
        if (planes[BY_GO_PLANE_KOMI] == plane_at(taken, BY_GO_PLANE_KOMI, 0))
            return t->rules[k];
    }
    fail_msg("no komi is %d", plane_at(taken, BY_GO_PLANE_KOMI, 0));
    return NULL;
}

static void assert_end(const struct by_rules *rules, const void *end, int side,
                       const struct taken *taken)
{
    static const bool nowhere[BY_JUDGED_MAX];
    struct by_counted counted;
    rules->game->count(rules, end, nowhere, nowhere, &counted);
    float lead = (float)counted.result / (float)rules->score_scale, sign = side == 0 ? 1 : -1;
    for (int i = 0; i < POINTS; i++)
        assert_int_equal(owner_at(taken, i), (int)sign * counted.owner[i]);
    assert_true(taken->lead == sign * lead);
    assert_true(taken->won == (lead == 0 ? 0.5F : sign * lead > 0 ? 1.0F : 0.0F));
}

/* The game that begins with record `at`, played again by the most visited moves; the record behind it. */
static int follow(struct table *t, int at, int plies_max, double *won)
{
    struct taken taken = record_at(t, at);
    struct by_rules *rules = rules_of(t, &taken);
    struct by_line *line = open_line(rules);
    int first = at;
    while (line->count < plies_max && !rules->game->over(rules, by_line_position(line))) {
        assert_true(at < t->count);
        taken = record_at(t, at++);
        assert_planes(rules, &taken, by_line_position(line));
        assert_shares(rules, by_line_position(line), &taken);
        assert_int_equal(by_line_play(line, most_visited(&taken), NULL), BY_OK);
    }
    for (int k = first; k < at; k++) {
        taken = record_at(t, k);
        assert_end(rules, by_line_position(line), (k - first) % 2, &taken);
    }
    *won += (double)record_at(t, first).won;
    by_line_close(line);
    return at;
}

static void a_game_can_be_played_again_from_its_records(void **state)
{
    (void)state;
    struct table *t = sit_down(2);
    struct by_net_plan plan = plan_of(t);
    plan.plies_max = 14;
    open_table(t, &plan);
    ask(t, insists, 3000);
    int games = 0, at = 0;
    double won = 0;
    for (; at < t->count; games++)
        at = follow(t, at, plan.plies_max, &won);
    struct by_net_score score = by_net_games_score(t->games);
    assert_true(games > 10 && score.games == (uint64_t)games && score.plies == (uint64_t)t->count);
    assert_true(score.won == won && won > 0 && won < games);
    stand_up(t);
}

/* --- moves ---------------------------------------------------------------------------------------- */

static struct by_net_score play_out(network *said, struct by_net_plan change, int steps)
{
    struct table *t = sit_down(1);
    struct by_net_plan plan = plan_of(t);
    plan.drawn = change.drawn;
    plan.opening = change.opening;
    plan.plies_max = change.plies_max > 0 ? change.plies_max : plan.plies_max;
    plan.full_share = change.full_share;
    open_table(t, &plan);
    ask(t, said, steps);
    struct by_net_score score = by_net_games_score(t->games);
    assert_true(score.games > 0 && score.evaluations > 0);
    assert_true(change.full_share > 0 || t->count == 0); /* fast searches are not learned from */
    stand_up(t);
    return score;
}

static void two_passes_or_the_last_ply_end_it(void **state)
{
    (void)state;
    struct by_net_plan change = {.full_share = 1};
    struct by_net_score two = play_out(wants_to_pass, change, 1000);
    assert_int_equal(two.plies, 2 * two.games);
    assert_true(two.won == 0); /* of an empty board, less the komi */
    change.plies_max = 9;
    struct by_net_score all = play_out(never_passes, change, 1000);
    assert_int_equal(all.plies, 9 * all.games);
}

static void a_game_that_is_passed_out_is_counted(void **state)
{
    (void)state;
    struct table *t = sit_down(1);
    struct by_net_plan plan = plan_of(t);
    open_table(t, &plan);
    ask(t, wants_to_pass, 1000);
    assert_true(t->count > 2 * GAMES);
    for (int k = 0; k < t->count; k++) {
        struct taken taken = record_at(t, k);
        int side = plane_at(&taken, BY_GO_PLANE_FIRST, 0) ? 0 : 1;
        assert_end(t->rules[0], t->rules[0]->start, side, &taken);
        assert_int_equal(plane_at(&taken, BY_GO_PLANE_PASSED, 0) != 0, side);
    }
    stand_up(t);
}

/* Games differ from the first move on when moves are drawn. */
static void openings_are_drawn(void **state)
{
    (void)state;
    struct by_net_plan change = {.opening = 3, .drawn = 30};
    struct by_net_score fast = play_out(rambles, change, 1000); /* nothing is learned from */
    assert_true(fast.plies > 2 * fast.games);
    struct table *t = sit_down(1);
    struct by_net_plan plan = plan_of(t);
    plan.opening = 3;
    open_table(t, &plan);
    ask(t, knows_nothing, 30);
    int starts = 0;
    for (int g = 0; g < GAMES; g++)
        for (int h = 0; h < g; h++)
            starts += memcmp(planes_of(t, g), planes_of(t, h), POINTS * BY_GO_PLANES) == 0;
    assert_true(starts < GAMES);
    stand_up(t);
}

static bool is_start(const struct taken *taken)
{
    bool start = plane_at(taken, BY_GO_PLANE_FIRST, 0) && !plane_at(taken, BY_GO_PLANE_PASSED, 0);
    for (int i = 0; i < POINTS; i++)
        start = start && !plane_at(taken, BY_GO_PLANE_OWN, i) &&
                !plane_at(taken, BY_GO_PLANE_THEIRS, i);
    return start;
}

/* The point has the largest share of the policy in both cases. */
static void demand_share(network *said, int least, int most, float chance)
{
    struct table *t = sit_down(1);
    struct by_net_plan plan = plan_of(t);
    plan.full = 120;
    plan.plies_max = 6;
    open_table(t, &plan);
    ask(t, said, 3000);
    int starts = 0;
    for (int k = 0; k < t->count; k++) {
        struct taken taken = record_at(t, k);
        if (!is_start(&taken))
            continue;
        starts++;
        if (taken.policy[WINNER] < least || taken.policy[WINNER] > most || taken.chance < chance)
            fail_msg("share %d, chance %g", taken.policy[WINNER], (double)taken.chance);
        assert_true((most_visited(&taken) == WINNER) == (least > 128));
    }
    assert_true(starts >= GAMES);
    stand_up(t);
}

static void a_move_that_wins_is_visited_most(void **state)
{
    (void)state;
    demand_share(likes_a_point, 150, 255, 0.7F);
}

/* The share of the policy brings it a few visits, and no more. */
static void a_move_that_loses_is_not_visited_again(void **state)
{
    (void)state;
    demand_share(fears_a_point, 0, 15, 0.45F);
}

static struct by_net_score passed_out(const char *settings, network *said)
{
    struct table *t = sit_down(1);
    by_rules_close(t->rules[0]);
    t->rules[0] = open_rules("go", settings);
    struct by_net_plan plan = plan_of(t);
    open_table(t, &plan);
    ask(t, said, 1500);
    struct by_net_score score = by_net_games_score(t->games);
    assert_true(score.games > 0);
    stand_up(t);
    return score;
}

/* With the komi Black has won before the first stone: a pass costs neither much. When White has it, Black needs a
 * stone first; and nobody passes so soon while it is open who wins. */
static void a_clear_game_is_passed_out(void **state)
{
    (void)state;
    struct by_net_score won = passed_out("size=5 komi=-0.5", black_wins);
    struct by_net_score lost = passed_out("size=5 komi=0.5", black_wins);
    struct by_net_score open = passed_out("size=5 komi=-0.5", knows_nothing);
    assert_true(won.plies < 3 * won.games && won.won == (double)won.games);
    assert_true(lost.plies >= 3 * lost.games && lost.won > 0);
    assert_true(open.plies > 10 * open.games);
}

static void a_game_without_planes_is_refused(void **state)
{
    (void)state;
    struct by_rules *nim = open_rules("nim", NULL);
    struct by_net_plan plan = {.rules = &nim, .rules_count = 1, .games = 1, .full = 1, .fast = 1};
    struct by_net_games *games = NULL;
    struct by_error err = {0};
    assert_int_equal(by_net_games_open(&plan, &games, &err), BY_BAD_INPUT);
    assert_null(games);
    assert_non_null(strstr(err.text, "nim"));
    by_net_games_close(games);
    by_rules_close(nim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_asked_about_positions),
        cmocka_unit_test(the_first_question_is_the_start),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(games_may_be_stepped_in_parts),
        cmocka_unit_test(a_record_is_never_cut),
        cmocka_unit_test(only_legal_moves_have_visits),
        cmocka_unit_test(a_game_can_be_played_again_from_its_records),
        cmocka_unit_test(two_passes_or_the_last_ply_end_it),
        cmocka_unit_test(a_game_that_is_passed_out_is_counted),
        cmocka_unit_test(openings_are_drawn),
        cmocka_unit_test(a_move_that_wins_is_visited_most),
        cmocka_unit_test(a_move_that_loses_is_not_visited_again),
        cmocka_unit_test(a_clear_game_is_passed_out),
        cmocka_unit_test(a_game_without_planes_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
