/* mcts_option_test.c: each option changes the visits of a position where it should, and those that
 * have nothing to do with them do not. */
#include "mcts_spy.h"

#define MOVES 64

/* Root visits by action. */
struct votes {
    uint64_t visits[MOVES];
    by_move move;
};

static struct votes vote(const struct spy *spy, const char *spec)
{
    char words[256];
    struct votes votes = {.move = BY_NO_MOVE};
    struct by_line *line = open_line(&spy->rules);
    (void)snprintf(words, sizeof words, "mcts sims=1800 %s", spec);
    struct by_decision decision = think(line, words, 7, NULL);
    assert_false(decision.proven);
    votes.move = decision.move;
    for (int i = 0; i < decision.move_count; i++)
        votes.visits[decision.moves[i].move] = decision.moves[i].visits;
    by_decision_close(&decision);
    by_line_close(line);
    return votes;
}

static bool same(const struct votes *a, const struct votes *b)
{
    return memcmp(a->visits, b->visits, sizeof a->visits) == 0;
}

static void assert_differ(const struct spy *spy, const char *a, const char *b)
{
    struct votes first = vote(spy, a), second = vote(spy, b);
    if (same(&first, &second))
        fail_msg("'%s' and '%s' visit the same", a, b);
}

static void assert_agree(const struct spy *spy, const char *a, const char *b)
{
    struct votes first = vote(spy, a), second = vote(spy, b);
    if (!same(&first, &second))
        fail_msg("'%s' and '%s' visit differently", a, b);
}

static const char *const differing[][2] = {
    {"", "selection=ratio"},
    {"", "selection=ucb1"},
    {"", "selection=ucb1-tuned"},
    {"", "selection=omc"},
    {"", "selection=puct"},
    {"selection=ucb1", "selection=ucb1-tuned"},
    {"selection=omc", "selection=omc omc=max"},
    {"", "c=0.41"},
    {"selection=ucb1 c=1", "selection=ucb1 c=0"},
    {"selection=ucb1-tuned c=1", "selection=ucb1-tuned c=0.5"},
    {"selection=puct c=1", "selection=puct c=2"},
    {"", "rave=on"},
    {"selection=ratio", "selection=ratio rave=on"},
    {"selection=puct", "selection=puct rave=on"},
    {"rave=on selection=uct", "rave=on selection=ucb1"},
    {"selection=ucb1", "selection=ucb1 rave=on"},
    {"rave=on selection=ucb1", "rave=on selection=ucb1 fpu=0.7"},
    {"rave=on", "rave=on k=50"},
    {"rave=on", "rave=on schedule=handset"},
    {"rave=on", "rave=on schedule=mse"},
    {"rave=on schedule=handset", "rave=on schedule=handset k=20"},
    {"rave=on schedule=mse", "rave=on schedule=mse b=1"},
    {"rave=on", "rave=on amaf=global"},
    {"rave=on", "rave=on expand=one"},
    {"selection=puct", "selection=puct expand=one"},
    {"", "epsilon=0.1"},
    {"", "prior=on"},
    {"rave=on", "rave=on prior=on"},
    {"", "trust=10"},
    {"rave=on", "rave=on trust=10"},
    {"rave=on trust=10", "rave=on trust=30"},
    {"", "widening=on"},
    {"widening=on", "widening=on mu=1.1"},
    {"", "fpu=0.3"},
    {"selection=puct", "selection=puct fpu=0"},
    {"selection=ucb1", "selection=ucb1 total=root"},
    {"", "iteration=oth"},
    {"", "z=2"},
    {"", "z=0"},
    {"", "depth=1"},
    {"", "playout=cointoss"},
    {"", "roots=2"},
    {"", "leaves=2"},
    {"z=0", "z=0 memory=64K"},
    {"z=0 memory=64K", "z=0 memory=64K full=stop"},
    {"", "selection=\"expr: w/n + 0.9*sqrt(ln(N)/n)\""},
};

static const char *const agreeing[][2] = {
    {"", ""},
    {"", "selection=uct c=0.4 rave=off prior=off widening=off epsilon=0 total=parent draw=0.5"},
    {"", "expand=all iteration=simulation z=1 reuse=off dag=off full=prune playout=uniform"},
    {"", "k=3 schedule=mse b=0.7 amaf=global"}, /* of RAVE, which is off */
    {"", "omc=max mu=3"},                       /* of OMC and widening */
    {"rave=on", "rave=on b=0.7"},               /* of schedule=mse */
    {"selection=ratio", "selection=ratio c=3"},
    {"", "expand=one"}, /* moves without a visit come first anyway */
    {"", "fpu=1000"},
    {"", "final=ratio"},
    {"", "final=ucb"},
    {"", "final=lower"},
    {"", "memory=16M"},
    {"", "full=stop"},
    {"", "reuse=on"},
    {"", "early=off"},
    {"", "draw=0"}, /* NoGo has no draws */
    {"", "threads=1 roots=1 leaves=1"},
    {"", "time=100"},
    {"", "nodes=1000000"},
};

static void options_change_what_they_should(void **state)
{
    (void)state;
    struct spy *spy = spy_open("nogo", "size=5x5", NULL, "uniform");
    spy->game.policies = spy->real->game->policies; /* the spy only lends its strengths here */
    for (size_t i = 0; i < sizeof differing / sizeof *differing; i++)
        assert_differ(spy, differing[i][0], differing[i][1]);
    spy_close(spy);
}

static void options_leave_the_rest_alone(void **state)
{
    (void)state;
    struct spy *spy = spy_open("nogo", "size=5x5", NULL, "uniform");
    spy->game.policies = spy->real->game->policies;
    for (size_t i = 0; i < sizeof agreeing / sizeof *agreeing; i++)
        assert_agree(spy, agreeing[i][0], agreeing[i][1]);
    spy_close(spy);
}

/* Where there are draws it matters what they are worth; where moves transpose, sharing does. */
static void draws_and_transpositions_matter(void **state)
{
    (void)state;
    struct spy *spy = spy_open("connect4", "size=5x5", NULL, "uniform");
    assert_differ(spy, "", "draw=0");
    assert_differ(spy, "z=0", "z=0 dag=on");
    assert_differ(spy, "rave=on", "rave=on draw=0");
    spy_close(spy);
}

/* The move played is the one that `final` names. */
static void the_final_move_is_the_one_asked_for(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("nogo", "size=5x5");
    struct by_line *line = open_line(rules);
    for (uint64_t seed = 1; seed <= 30; seed++) {
        static const char *const finals[] = {"visits", "ratio", "ucb", "lower"};
        for (int f = 0; f < 4; f++) {
            char spec[128];
            (void)snprintf(spec, sizeof spec, "mcts sims=200 c=1 final=%s", finals[f]);
            struct by_decision d = think(line, spec, seed, NULL);
            double best = -1, mine = -1;
            for (int i = 0; i < d.move_count; i++) {
                double n = (double)d.moves[i].visits, p = d.moves[i].value, z2 = 1.95996 * 1.95996;
                double lower =
                    (p + z2 / (2 * n) - 1.95996 * sqrt((p * (1 - p) + z2 / (4 * n)) / n)) /
                    (1 + z2 / n);
                double worth = f == 0 ? n : f == 1 ? p : f == 2 ? p + sqrt(log(200) / n) : lower;
                best = worth > best ? worth : best;
                mine = i == 0 ? worth : mine;
            }
            assert_true(d.proven || mine >= best - 2e-3);
            by_decision_close(&d);
        }
    }
    by_line_close(line);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_change_what_they_should),
        cmocka_unit_test(options_leave_the_rest_alone),
        cmocka_unit_test(draws_and_transpositions_matter),
        cmocka_unit_test(the_final_move_is_the_one_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
