/* mcts_net_test.c: Monte Carlo tree search with a network (net=on), by a game whose network is made up: what it
 * is asked, how often, and what becomes of its answers in the tree. */
#include "search/mcts/mcts.h"
#include "search_help.h"

/* --- a game with an opinion ------------------------------------------------------------------- */

/* What the network thinks, and what it was asked. Threads ask at the same time. */
struct notes {
    float
        first; /* the chance of the first player, everywhere; < 0: something else in each position */
    by_move liked;   /* has almost all of every prior; BY_NO_MOVE: something else for each move */
    int32_t outcome; /* of every playout */
    _Atomic int64_t asked, for_moves, played;
};

struct oracle {
    struct by_rules rules; /* first: a slot finds the oracle behind its rules */
    struct by_game game;
    struct by_policy policies[2];
    struct by_rules *real;
    struct notes notes;
};

static struct oracle *oracle_of(const struct by_rules *rules)
{
    return (struct oracle *)rules;
}

static size_t opinion_bytes(const struct by_rules *rules)
{
    (void)rules;
    return 64;
}

static float made_up(uint64_t key)
{
    return (float)(by_seed_derive(key, 3) % 1001) / 1000;
}

static void say_priors(const struct notes *notes, uint64_t key, const by_move *moves, int count,
                       float *prior)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        prior[i] = notes->liked == BY_NO_MOVE ? 0.01F + made_up(key + (uint64_t)moves[i])
                   : moves[i] == notes->liked ? 1
                                              : 1e-6F;
        sum += (double)prior[i];
    }
    for (int i = 0; i < count; i++)
        prior[i] = (float)((double)prior[i] / sum);
}

static float chance_of(const struct notes *notes, uint64_t key, int side)
{
    float first = notes->first < 0 ? made_up(key) : notes->first;
    return side == 0 ? first : 1 - first;
}

static void opinion(const struct by_rules *rules, const void *position, const by_move *moves,
                    int count, void *scratch, struct by_opinion *out)
{
    struct oracle *o = oracle_of(rules);
    uint64_t key = o->real->game->key(o->real, position);
    memset(scratch, 0xa5, 64);
    assert_false(o->real->game->over(o->real, position));
    assert_true(!out->prior || count > 0);
    atomic_fetch_add(&o->notes.asked, 1);
    atomic_fetch_add(&o->notes.for_moves, out->prior != NULL);
    out->chance = chance_of(&o->notes, key, o->real->game->side(o->real, position));
    out->lead = 0;
    if (out->prior)
        say_priors(&o->notes, key, moves, count, out->prior);
}

static void play_out(const struct by_rules *rules, void *position, struct by_rng *rng,
                     struct by_playout *out)
{
    (void)position, (void)rng;
    struct oracle *o = oracle_of(rules);
    atomic_fetch_add(&o->notes.played, 1);
    out->length = 0;
    out->result = o->notes.outcome;
}

static struct oracle *oracle_open(const char *game, const char *settings, const char *position)
{
    struct oracle *o = calloc(1, sizeof *o);
    assert_non_null(o);
    o->real = open_rules_at(game, settings, position);
    o->policies[0] = (struct by_policy){.name = "made", .help = "made up", .run = play_out};
    o->game = *o->real->game;
    o->game.policies = o->policies;
    o->game.opinion_bytes = opinion_bytes;
    o->game.opinion = opinion;
    o->rules = *o->real;
    o->rules.game = &o->game;
    o->notes = (struct notes){.first = -1, .liked = BY_NO_MOVE};
    return o;
}

/* --- a search in it ------------------------------------------------------------------------------ */

struct run {
    struct oracle *oracle;
    struct by_line *line;
    struct by_searcher *searcher;
    struct by_decision decision;
};

static struct run start(const char *game, const char *settings, const char *position,
                        const char *spec)
{
    char words[256];
    struct run run = {.oracle = oracle_open(game, settings, position)};
    (void)snprintf(words, sizeof words, "mcts net=on playout=made %s %s",
                   strstr(spec, "selection=") ? "" : "selection=puct", spec);
    run.line = open_line(&run.oracle->rules);
    run.searcher = open_searcher(&run.oracle->rules, words, 9);
    assert_int_equal(by_decision_open(&run.oracle->rules, &run.decision, NULL), BY_OK);
    return run;
}

static void go_on(struct run *run, const struct by_events *events)
{
    struct by_error err = {0};
    if (by_searcher_think(run->searcher, run->line, NULL, events, &run->decision, &err))
        fail_msg("%s", err.text);
    assert_true(is_legal(run->line, run->decision.move));
}

static void end(struct run *run)
{
    by_decision_close(&run->decision);
    by_searcher_close(run->searcher);
    by_line_close(run->line);
    by_rules_close(run->oracle->real);
    free(run->oracle);
}

static const struct by_core *core_of(const struct run *run)
{
    return by_mcts_core(by_mcts_of(run->searcher), 0);
}

static int64_t asked(const struct run *run)
{
    return atomic_load(&run->oracle->notes.asked);
}

static int64_t played(const struct run *run)
{
    return atomic_load(&run->oracle->notes.played);
}

static uint64_t visits_of(const struct run *run)
{
    uint64_t sum = 0;
    for (int i = 0; i < run->decision.move_count; i++)
        sum += run->decision.moves[i].visits;
    return sum;
}

/* --- the tree ---------------------------------------------------------------------------------------- */

/* Every node has the moves and priors that the network was asked for, the largest first. */
static void check_priors(const struct run *run, by_link at, const void *position)
{
    const struct by_rules *real = run->oracle->real;
    const struct by_tree *tree = &core_of(run)->tree;
    struct by_node *node = by_tree_node(tree, at);
    by_move moves[HELP_MOVES_MAX];
    float prior[HELP_MOVES_MAX];
    _Alignas(64) unsigned char next[HELP_POSITION_MAX];
    for (int i = 0; i < node->count; i++)
        moves[i] = by_node_move(tree, node)[i];
    say_priors(&run->oracle->notes, real->game->key(real, position), moves, node->count, prior);
    for (int i = 0; i < node->count; i++) {
        by_link to = atomic_load(&by_node_link(tree, node)[i]);
        assert_true(fabsf(by_node_prior(tree, node)[i] - prior[i]) < 1e-6F);
        assert_true(i == 0 || by_node_prior(tree, node)[i] <= by_node_prior(tree, node)[i - 1]);
        if (!by_link_is_node(to))
            continue;
        memcpy(next, position, real->position_size);
        real->game->play(real, next, moves[i], NULL);
        check_priors(run, to, next);
    }
}

#define LOST 16 /* counts of threads that a node may lose while it is widened (tree.h) */

/* Where every outcome is the same, every tally is, to the last part: `first` sixteenths of a point for the first
 * player. For NoGo, of which no game is over so soon. */
static void check_about(const struct run *run, by_link at, int side, unsigned first, int slack)
{
    const struct by_tree *tree = &core_of(run)->tree;
    struct by_node *node = by_tree_node(tree, at);
    uint64_t each = (side == 0 ? first : 16 - first) * BY_TREE_FINE / 16;
    for (int i = 0; i < node->count; i++) {
        by_link to = atomic_load(&by_node_link(tree, node)[i]);
        struct by_visits tally = by_node_tally(tree, node, i);
        assert_int_equal(tally.whole, BY_TREE_FINE);
        assert_false(by_link_is_known(to));
        assert_true(llabs((long long)tally.parts - (long long)(each * tally.visits)) <= slack);
        if (by_link_is_node(to))
            check_about(run, to, !side, first, slack);
    }
}

static void check_parts(const struct run *run, by_link at, int side, unsigned first)
{
    check_about(run, at, side, first, 0);
}

/* --- what is asked ----------------------------------------------------------------------------------- */

static void every_node_is_asked_once(void **state)
{
    (void)state;
    static const struct {
        const char *game, *settings, *spec;
    } cases[] = {{"connect4", NULL, "mix=1 c=1 sims=3000"},
                 {"connect4", NULL, "mix=0.5 c=1 sims=3000 reduction=0.3"},
                 {"connect4", NULL, "mix=1 c=1 sims=3000 proofs=off"},
                 {"mnk", NULL, "mix=0 c=2 sims=400 proofs=off"},
                 {"go", "size=3", "mix=1 c=2 sims=2000"},
                 {"go", "size=3", "mix=0.25 selection=uct sims=1000"},
                 {"go", "size=4", "mix=1 c=1 sims=2000 rave=on"},
                 {"go", "size=4", "mix=0.5 c=1 sims=2000 rave=on amaf=global"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct run run = start(cases[i].game, cases[i].settings, NULL, cases[i].spec);
        go_on(&run, NULL);
        assert_int_equal(asked(&run), by_tree_nodes(&core_of(&run)->tree));
        assert_int_equal(atomic_load(&run.oracle->notes.for_moves), asked(&run));
        bool alone = strstr(cases[i].spec, "mix=1");
        assert_int_equal(played(&run), alone ? 0 : asked(&run) - 1); /* the root is no leaf */
        check_priors(&run, core_of(&run)->root, by_line_position(run.line));
        end(&run);
    }
}

/* With z=1 the first visit is a playout alone, or by mix=1 the network's value alone. */
static void a_leaf_without_a_node_is_played_out(void **state)
{
    (void)state;
    struct run run = start("connect4", NULL, NULL, "mix=0.5 z=1 c=1 sims=500");
    run.oracle->notes.first = 1;
    run.oracle->notes.outcome = -1;
    go_on(&run, NULL);
    assert_int_equal(asked(&run), by_tree_nodes(&core_of(&run)->tree));
    assert_true(played(&run) > asked(&run));
    end(&run);
    run = start("connect4", NULL, NULL, "mix=1 z=1 c=1 sims=500 depth=3");
    run.oracle->notes.first = 0.75F;
    go_on(&run, NULL);
    assert_int_equal(played(&run), 0);
    assert_int_equal(asked(&run), 501); /* each leaf, and the root */
    check_parts(&run, core_of(&run)->root, 0, 12);
    end(&run);
}

/* Where superko forbids moves, the network is asked for the others' shares alone. */
static void moves_that_bring_a_position_back_are_not_asked_for(void **state)
{
    (void)state;
    struct run run = start("go", "size=2 superko=on", NULL, "mix=1 c=2 sims=3000 proofs=off");
    go_on(&run, NULL);
    assert_int_equal(atomic_load(&run.oracle->notes.for_moves),
                     by_tree_nodes(&core_of(&run)->tree));
    check_priors(&run, core_of(&run)->root, by_line_position(run.line));
    end(&run);
}

/* --- whose value it is --------------------------------------------------------------------------------- */

static void the_value_is_for_who_is_to_move(void **state)
{
    (void)state;
    static const char *const specs[] = {"mix=1 sims=3000", "mix=1 sims=3000 proofs=off rave=on",
                                        "mix=1 sims=3000 threads=3", "mix=1 sims=3000 roots=3"};
    for (int i = 0; i < 8; i++) {
        struct run run = start("nogo", NULL, NULL, specs[i % 4]);
        run.oracle->notes.first = 0.875F;
        if (i >= 4)
            assert_int_equal(by_line_play_text(run.line, "e5", NULL), BY_OK);
        go_on(&run, NULL);
        int lost = i % 4 == 2 ? LOST : 0;
        assert_in_range(visits_of(&run), 3000 - lost, 3000);
        assert_true(fabs(run.decision.value - (i < 4 ? 0.875 : 0.125)) <= lost / 100.0);
        check_about(&run, core_of(&run)->root, i >= 4, 14, lost * BY_TREE_FINE);
        end(&run);
    }
}

/* Parts are drawn so that their mean is the value. */
static void what_is_no_whole_part_comes_out_in_the_mean(void **state)
{
    (void)state;
    static const float chances[] = {0, 0.01F, 0.3333F, 0.5F, 0.98F, 1};
    for (int i = 0; i < 6; i++) {
        struct run run = start("nogo", NULL, NULL, "mix=1 sims=20000 depth=2");
        run.oracle->notes.first = chances[i];
        go_on(&run, NULL);
        double sum = 0, of = BY_TREE_FINE * (double)chances[i], part = of - floor(of);
        for (int m = 0; m < run.decision.move_count; m++)
            sum += run.decision.moves[m].value * (double)run.decision.moves[m].visits;
        double error = sqrt(part * (1 - part) / 20000) / BY_TREE_FINE;
        assert_true(fabs(sum / 20000 - (double)chances[i]) <= 5 * error + 1e-7);
        end(&run);
    }
}

static void mix_is_the_share_of_the_network(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        float first;
        int32_t outcome;
        unsigned parts;
    } cases[] = {{"mix=0 sims=700", 0.1F, 1, 16},    {"mix=0.25 sims=700", 0, 1, 12},
                 {"mix=0.25 sims=700", 0, 0, 6},     {"mix=0.5 sims=700", 0.5F, -1, 4},
                 {"mix=0.75 sims=700", 1, -1, 12},   {"mix=1 sims=700", 0.25F, 1, 4},
                 {"mix=0.5 sims=700", 0.25F, 1, 10}, {"sims=700", 1, 0, 12}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct run run = start("nogo", NULL, NULL, cases[i].spec);
        run.oracle->notes.first = cases[i].first;
        run.oracle->notes.outcome = cases[i].outcome;
        go_on(&run, NULL);
        check_parts(&run, core_of(&run)->root, 0, cases[i].parts);
        end(&run);
    }
}

/* --- what is certain, and what is large ------------------------------------------------------------------- */

/* A proof stands against any opinion, and a game that is over is not asked about (opinion() would fail). */
static void a_proof_needs_no_opinion(void **state)
{
    (void)state;
    for (int wrong = 0; wrong < 2; wrong++) {
        struct run run = start("mnk", NULL, "XX./OO./... X", "mix=1 c=1 sims=50000");
        run.oracle->notes.first = wrong ? 0 : 1;
        go_on(&run, NULL);
        assert_true(run.decision.proven && run.decision.value == 1);
        assert_true(asked(&run) < 100);
        end(&run);
    }
    struct run run = start("mnk", NULL, "X../.O./... X", "mix=1 c=20 sims=100000");
    go_on(&run, NULL);
    assert_true(run.decision.proven && run.decision.value == 0.5);
    end(&run);
}

/* Tallies of many parts grow wide in time: one move gets nearly every visit, and every visit all parts. */
static void tallies_do_not_overflow(void **state)
{
    (void)state;
    static const char *const specs[] = {"mix=1 c=1 sims=40000 depth=4 rave=on k=1",
                                        "mix=1 c=1 sims=40000 depth=4",
                                        "mix=1 c=1 sims=40000 depth=4 threads=4"};
    for (int i = 0; i < 6; i++) {
        struct run run = start("nogo", NULL, NULL, specs[i % 3]);
        int first = i / 3;
        run.oracle->notes.first = (float)first;
        run.oracle->notes.liked = 12;
        go_on(&run, NULL);
        assert_in_range(visits_of(&run), 40000 - (i % 3 == 2 ? LOST : 0), 40000);
        check_about(&run, core_of(&run)->root, 0, 16 * (unsigned)first,
                    i % 3 == 2 ? LOST * BY_TREE_FINE : 0);
        end(&run);
    }
}

/* Without room for wide tallies they are halved while they still fit. */
static void tallies_are_halved_where_there_is_no_room(void **state)
{
    (void)state;
    struct run run = start("nogo", NULL, NULL, "mix=1 c=1 sims=60000 depth=2 memory=64K full=stop");
    run.oracle->notes.first = 1;
    run.oracle->notes.liked = 12;
    go_on(&run, NULL);
    check_parts(&run, core_of(&run)->root, 0, 16);
    end(&run);
}

/* A full tree stops growing, or is pruned: still one question a simulation, and no playout for mix=1. */
static void a_full_tree_asks_no_more_than_once(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "mix=1 sims=5000 memory=256K full=stop", "mix=1 sims=5000 memory=256K",
        "mix=0.5 sims=5000 memory=256K full=stop", "mix=0.5 sims=5000 memory=256K",
        "mix=1 sims=5000 memory=256K threads=3"};
    for (int i = 0; i < 5; i++) {
        struct run run = start("nogo", NULL, NULL, specs[i]);
        run.oracle->notes.first = 0.5F;
        run.oracle->notes.outcome = 0;
        go_on(&run, NULL);
        assert_int_equal(visits_of(&run), 5000);
        assert_in_range(asked(&run), 4000, 5001);
        assert_true(by_tree_bytes(&core_of(&run)->tree) <= 256 << 10);
        assert_int_equal(played(&run), strstr(specs[i], "mix=1") ? 0 : 5000);
        check_parts(&run, core_of(&run)->root, 0, 8);
        end(&run);
    }
}

/* --- threads, and from move to move ------------------------------------------------------------------------ */

/* Threads that meet at a leaf ask twice at most; nothing is lost, nothing counted twice. */
static void threads_lose_nothing(void **state)
{
    (void)state;
    static const char *const specs[] = {"mix=1 c=1 threads=4 sims=20000",
                                        "mix=0.5 c=1 threads=4 sims=20000",
                                        "mix=1 c=1 threads=8 sims=20000 rave=on"};
    for (int i = 0; i < 3; i++) {
        struct run run = start("nogo", NULL, NULL, specs[i]);
        run.oracle->notes.first = 0.25F;
        run.oracle->notes.outcome = -1;
        go_on(&run, NULL);
        assert_in_range(visits_of(&run), 20000 - LOST, 20000);
        assert_int_equal(run.decision.work.simulations, 20000);
        assert_true(asked(&run) >= (int64_t)by_tree_nodes(&core_of(&run)->tree));
        assert_true(asked(&run) <= 20001);
        assert_int_equal(atomic_load(&run.oracle->notes.for_moves),
                         by_tree_nodes(&core_of(&run)->tree));
        if (i != 1)
            check_about(&run, core_of(&run)->root, 0, 4, LOST * BY_TREE_FINE);
        check_priors(&run, core_of(&run)->root, by_line_position(run.line));
        end(&run);
    }
}

static void a_tree_that_is_kept_is_not_asked_for_again(void **state)
{
    (void)state;
    struct run run = start("nogo", NULL, NULL, "mix=1 c=1 sims=2000 reuse=on");
    run.oracle->notes.first = 0.75F;
    go_on(&run, NULL);
    int64_t before = asked(&run);
    struct by_move_stat best = run.decision.moves[0];
    assert_int_equal(by_line_play(run.line, best.move, NULL), BY_OK);
    go_on(&run, NULL);
    assert_int_equal(asked(&run), before + 2000);
    assert_int_equal(visits_of(&run), 2000 + best.visits - 1);
    check_parts(&run, core_of(&run)->root, 1, 12);
    check_priors(&run, core_of(&run)->root, by_line_position(run.line));
    end(&run);
}

/* --- what who listens is told -------------------------------------------------------------------------------- */

struct heard {
    int asked, finished;
    double least, most;
};

static void hear(void *context, const struct by_step *step)
{
    struct heard *heard = context;
    if (step->kind != BY_STEP_SIMULATE)
        return;
    heard->asked += step->reason == BY_REASON_NETWORK;
    heard->finished += step->reason == BY_REASON_FINISHED || step->reason == BY_REASON_KNOWN;
    assert_true(step->points[0] + step->points[1] == 1 && step->share == step->points[0]);
    assert_int_equal(step->length, 0);
    if (step->reason == BY_REASON_NETWORK) {
        heard->least = fmin(heard->least, step->points[0]);
        heard->most = fmax(heard->most, step->points[0]);
    }
}

static void listeners_are_told_what_the_network_gives(void **state)
{
    (void)state;
    struct heard heard = {.least = 1};
    struct by_events events = {.context = &heard, .trace = hear};
    struct run run = start("mnk", NULL, NULL, "mix=1 c=1 sims=5000 proofs=off");
    run.oracle->notes.first = 0.625F;
    go_on(&run, &events);
    assert_int_equal(heard.asked, asked(&run) - 1);
    assert_int_equal(heard.asked + heard.finished, 5000);
    assert_true(heard.finished > 0 && heard.least == 0.625 && heard.most == 0.625);
    end(&run);
}

/* --- the formula ------------------------------------------------------------------------------------------------ */

/* Silver and others 2017; the value of a move without a visit as in Leela Zero. `reduction` < 0: 0.5. */
static void check_formula(const struct by_rule *rule, struct by_field *f, double reduction)
{
    double visits = 0, points = 0, seen = 0;
    for (int m = 0; m < f->count; m++) {
        visits += (double)f->n[m];
        points += (double)f->w[m];
        seen += f->n[m] > 0 ? (double)f->prior[m] : 0;
    }
    f->visits = (float)visits;
    double first = reduction < 0 || visits <= 0 ? 0.5 : points / visits - reduction * sqrt(seen);
    by_rule_values(rule, f);
    for (int m = 0; m < f->count; m++) {
        double n = (double)f->n[m], mean = n > 0 ? (double)f->w[m] / n : first;
        double bonus = 1.5 * (double)f->prior[m] * sqrt(visits > 1 ? visits : 1) / (n + 1);
        assert_true(fabs(mean + bonus - (double)f->value[m]) < 1e-5);
    }
}

static void fill_field(struct by_field *f, int i)
{
    f->count = 7;
    for (int m = 0; m < f->count; m++) {
        f->n[m] = (float)(i == 0 || (i + m) % 3 == 0 ? 0 : (i * 7 + m * 5) % 23);
        f->w[m] = f->n[m] * made_up((uint64_t)(i * 7 + m));
        f->prior[m] = made_up((uint64_t)(1000 + i * 7 + m));
    }
}

static void values_are_those_of_the_formula(void **state)
{
    (void)state;
    static const double reductions[] = {-1, 0, 0.25, 1};
    struct by_field field;
    assert_int_equal(by_field_open(&field, 7, 0, NULL), BY_OK);
    for (int r = 0; r < 4; r++) {
        char spec[64] = "mix=1 c=1.5 sims=1";
        if (reductions[r] >= 0)
            (void)snprintf(spec, sizeof spec, "mix=1 c=1.5 sims=1 reduction=%g", reductions[r]);
        struct run run = start("connect4", NULL, NULL, spec);
        go_on(&run, NULL);
        for (int i = 0; i < 300; i++) {
            fill_field(&field, i);
            check_formula(&core_of(&run)->rule, &field, reductions[r]);
        }
        end(&run);
    }
    by_field_close(&field);
}

/* --- what is refused ---------------------------------------------------------------------------------------------- */

static void expect_refused(const struct by_rules *rules, const char *spec, const char *words)
{
    struct by_searcher *searcher = NULL;
    struct by_error err = {0};
    assert_int_equal(by_searcher_open(rules, spec, 1, &searcher, &err), BY_BAD_INPUT);
    if (!strstr(err.text, words))
        fail_msg("%s: %s", spec, err.text);
}

static void what_does_not_go_together_is_refused(void **state)
{
    (void)state;
    struct oracle *o = oracle_open("go", "size=5", NULL);
    static const char *const others[] = {"leaves=2", "dag=on", "dynkomi=on", "iteration=oth",
                                         "draw=0"};
    for (int i = 0; i < 5; i++) {
        char spec[64];
        (void)snprintf(spec, sizeof spec, "mcts net=on %s", others[i]);
        expect_refused(&o->rules, spec, "net=on does not go with");
    }
    expect_refused(&o->rules, "mcts mix=0.5", "mix=");
    expect_refused(&o->rules, "mcts selection=uct reduction=0.5", "reduction=");
    expect_refused(&o->rules, "mcts selection=puct rave=on reduction=0.5", "reduction=");
    expect_refused(o->real, "mcts net=on", "net=learned"); /* no network was named */
    by_rules_close(o->real);
    free(o);
    struct by_rules *rules = open_rules("connect4", NULL);
    expect_refused(rules, "mcts net=on", "connect4");
    by_rules_close(rules);
}

/* Rules that want the build's network say when it has none, and the search goes on without. */
static void a_build_without_a_network_says_so(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("go", "size=5 net=learned");
    bool has = rules->game->opinion_bytes(rules) > 0;
    const char *lacks = rules->game->lacks(rules);
    assert_true(has == (lacks == NULL));
    assert_true(!lacks || strstr(lacks, "no network"));
    struct by_line *line = open_line(rules);
    struct by_decision decision =
        think(line, "mcts selection=puct net=on mix=0.5 sims=50 playout=tactical", 1, NULL);
    assert_int_equal(decision.work.simulations, 50);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
    rules = open_rules("go", "size=5 board=array");
    assert_true(!rules->game->lacks || !rules->game->lacks(rules) || !has);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_node_is_asked_once),
        cmocka_unit_test(a_leaf_without_a_node_is_played_out),
        cmocka_unit_test(moves_that_bring_a_position_back_are_not_asked_for),
        cmocka_unit_test(the_value_is_for_who_is_to_move),
        cmocka_unit_test(what_is_no_whole_part_comes_out_in_the_mean),
        cmocka_unit_test(mix_is_the_share_of_the_network),
        cmocka_unit_test(a_proof_needs_no_opinion),
        cmocka_unit_test(tallies_do_not_overflow),
        cmocka_unit_test(tallies_are_halved_where_there_is_no_room),
        cmocka_unit_test(a_full_tree_asks_no_more_than_once),
        cmocka_unit_test(threads_lose_nothing),
        cmocka_unit_test(a_tree_that_is_kept_is_not_asked_for_again),
        cmocka_unit_test(listeners_are_told_what_the_network_gives),
        cmocka_unit_test(values_are_those_of_the_formula),
        cmocka_unit_test(what_does_not_go_together_is_refused),
        cmocka_unit_test(a_build_without_a_network_says_so),
    };
    return cmocka_run_group_tests_name("mcts with a network", tests, NULL, NULL);
}
