/* mcts_follow_test.c: whole searches, every option, checked at every step by a plain tree that
 * follows them (mcts_follow.h): tallies, AMAF, values, choices, nodes and proven results, or none of
 * these with proofs=off. */
#include "mcts_follow.h"

static const char *const variants[] = {
    "",
    "selection=ratio",
    "selection=ratio fpu=0.7",
    "selection=ucb1",
    "selection=ucb1 c=1.41421356",
    "selection=ucb1 fpu=1.1",
    "selection=ucb1 total=root c=1",
    "selection=uct c=1",
    "selection=uct fpu=0.6 c=0",
    "selection=ucb1-tuned c=1",
    "selection=ucb1-tuned c=2 fpu=2",
    "selection=omc",
    "selection=omc omc=max",
    "selection=omc omc=max sigma=smoothed",
    "selection=omc omc=max sigma=mean",
    "selection=omc omc=max proofs=off",
    "selection=omc omc=max total=root",
    "selection=puct c=1.5",
    "selection=puct c=1.5 fpu=0",
    "selection=puct rave=on c=1",
    "rave=on",
    "rave=on c=0 k=50",
    "rave=on schedule=handset k=100",
    "rave=on schedule=mse b=0.2",
    "rave=on schedule=mse b=0",
    "rave=on selection=ratio schedule=mse",
    "rave=on selection=ucb1 schedule=handset total=root",
    "rave=on selection=ucb1 fpu=0.9 c=1",
    "rave=on selection=ucb1 c=0 k=20",
    "rave=on amaf=global",
    "rave=on amaf=global schedule=mse c=0",
    "rave=on expand=one",
    "expand=one",
    "expand=one fpu=0.1",
    "expand=one selection=puct",
    "prior=on",
    "prior=on selection=ucb1 fpu=0.5",
    "prior=on rave=on",
    "trust=10",
    "trust=3 c=0 selection=ratio",
    "trust=10 rave=on c=0",
    "trust=20 rave=on schedule=handset",
    "trust=5 rave=on c=0 schedule=mse b=0.01",
    "trust=10 rave=on amaf=global widening=on",
    "widening=on",
    "widening=on mu=1.1 rave=on",
    "widening=on mu=3 prior=on selection=puct",
    "epsilon=0.1",
    "epsilon=1",
    "epsilon=0.5 rave=on expand=one",
    "draw=0",
    "draw=0 rave=on selection=ucb1",
    "z=0",
    "z=2",
    "z=5 rave=on",
    "z=10 iteration=oth",
    "iteration=oth",
    "iteration=oth rave=on z=2",
    "iteration=oth selection=ucb1 total=root c=1",
    "depth=2",
    "depth=1 rave=on",
    "dag=on",
    "dag=on rave=on z=0",
    "leaves=3",
    "leaves=4 rave=on",
    "leaves=2 rave=on amaf=global",
    "proofs=off",
    "proofs=off selection=ucb1 c=1.41421356 expand=one",
    "proofs=off rave=on z=5 draw=0",
    "proofs=off epsilon=0.2 dag=on",
    "proofs=off iteration=oth selection=ucb1 total=root",
    "proofs=off widening=on prior=on",
};
#define VARIANTS ((int)(sizeof variants / sizeof *variants))

struct stage {
    const char *game, *settings, *position, *policy;
    int plies; /* random moves before */
};

static const struct stage stages[] = {
    {"nogo", "size=4x4", NULL, "uniform", 4},
    {"nogo", "size=7x7", NULL, "naive", 8},
    {"connect4", "size=4x4", NULL, "uniform", 6},
    {"mnk", "m=4 n=3 k=3", NULL, "uniform", 3},
    {"breakthrough", "size=3x5", NULL, "uniform", 4},
    {"stones", NULL, "1 2 3 6 -4 5 2 7 1 1 3 -2", "uniform", 3},
    {"tictactoe", NULL, NULL, "cointoss", 2},
};

static void follow_stage(const struct stage *stage)
{
    struct by_rng rng;
    struct spy *spy = spy_open(stage->game, stage->settings, stage->position, stage->policy);
    struct by_line *line = open_line(&spy->rules);
    by_rng_init(&rng, 77, 0);
    for (int i = 0; i < VARIANTS; i++)
        for (int turn = 0; turn < long_or(20, 1); turn++) {
            char spec[128];
            int sims = 12 * (int)(20 + by_rng_below(&rng, (uint32_t)long_or(250, 60)));
            sims =
                strstr(variants[i], "z=0") ? sims / 120 * 12 : sims; /* all of it becomes nodes */
            (void)snprintf(spec, sizeof spec, "%s sims=%d", variants[i], sims);
            walk(line, (int)by_rng_below(&rng, (uint32_t)stage->plies + 1), &rng);
            int draws = follow(spy, line, spec, (uint64_t)(1 + i + turn));
            bool random = strstr(spec, "epsilon") || strcmp(variants[i], "selection=omc") == 0;
            assert_true(random || draws == 0);
        }
    by_line_close(line);
    spy_close(spy);
}

static void nogo_small(void **state)
{
    (void)state;
    follow_stage(&stages[0]);
}

static void nogo(void **state)
{
    (void)state;
    follow_stage(&stages[1]);
}

static void connect4(void **state)
{
    (void)state;
    follow_stage(&stages[2]);
}

static void mnk(void **state)
{
    (void)state;
    follow_stage(&stages[3]);
}

static void breakthrough(void **state)
{
    (void)state;
    follow_stage(&stages[4]);
}

static void stones(void **state)
{
    (void)state;
    follow_stage(&stages[5]);
}

static void coin_tosses(void **state)
{
    (void)state;
    follow_stage(&stages[6]);
}

/* About as often as asked for, a move is taken at random. */
static void epsilon_is_how_often(void **state)
{
    (void)state;
    struct spy *spy = spy_open("nogo", "size=7x7", NULL, "uniform");
    struct by_line *line = open_line(&spy->rules);
    int draws = follow(spy, line, "epsilon=0.25 sims=4000 depth=1", 3);
    assert_true(abs(draws - 1000) < 5 * 27.4); /* deviation: sqrt(4000 * 0.25 * 0.75) */
    by_line_close(line);
    spy_close(spy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nogo_small),   cmocka_unit_test(nogo),
        cmocka_unit_test(connect4),     cmocka_unit_test(mnk),
        cmocka_unit_test(breakthrough), cmocka_unit_test(stones),
        cmocka_unit_test(coin_tosses),  cmocka_unit_test(epsilon_is_how_often),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
