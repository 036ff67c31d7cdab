/* mcts_tree_test.c: the tree in memory: narrow and wide tallies, pruning, the limit, keeping it
 * between moves, sharing, and that it is the same tree every time. */
#include "search/mcts/mcts.h"
#include "search_help.h"
#include <unistd.h>

/* --- nodes ----------------------------------------------------------------------------------- */

/* A wide node and a narrow one that got the same visits say the same. */
static void tallies_are_the_same_narrow_and_wide(void **state)
{
    (void)state;
    by_move moves[5] = {9, 4, 7, 1, 3};
    struct by_tree tree;
    struct by_rng rng;
    uint64_t visits[5] = {0}, parts[5] = {0};
    by_rng_init(&rng, 3, 0);
    assert_int_equal(by_tree_open(&tree, 1 << 20, true, false, 2, NULL), BY_OK);
    by_link link = by_tree_make(&tree, moves, NULL, 5, 0);
    struct by_node *node = by_tree_node(&tree, link);
    for (int i = 0; i < 100000; i++) {
        int child = (int)by_rng_below(&rng, 5), reward = (int)by_rng_below(&rng, 3);
        if (i == (int)BY_TREE_GROW)
            by_tree_widen(&tree, link);
        assert_int_equal(by_node_add(&tree, node, child, 1, 0, i % 2), visits[child]);
        by_node_add(&tree, node, child, 0, reward, i % 3 == 0);
        visits[child]++;
        parts[child] += (uint64_t)reward;
        if (i % 7 == 0) { /* what is taken back never was */
            by_node_add(&tree, node, child, 3, 2, false);
            by_node_add(&tree, node, child, -3, -2, false);
        }
    }
    for (int i = 0; i < 5; i++) {
        assert_int_equal(by_node_tally(&tree, node, i).visits, visits[i]);
        assert_int_equal(by_node_tally(&tree, node, i).parts, parts[i]);
    }
    by_tree_close(&tree);
}

/* Without room for wide tallies they are halved, and stay below what 16 bits hold. */
static void tallies_are_halved_where_there_is_no_room(void **state)
{
    (void)state;
    by_move moves[400];
    struct by_tree tree;
    for (int i = 0; i < 400; i++)
        moves[i] = i;
    assert_int_equal(by_tree_open(&tree, 20000, true, false, 2, NULL), BY_OK);
    by_link link = by_tree_make(&tree, moves, NULL, 400, 0);
    struct by_node *node = by_tree_node(&tree, link);
    atomic_store(&node->visits, 16000);
    by_node_add(&tree, node, 0, 12001, 24002, false);
    by_node_add(&tree, node, 1, 3999, 5, false);
    by_tree_widen(&tree, link);
    assert_null(by_node_wide(&tree, node));
    assert_int_equal(atomic_load(&node->visits), 8000);
    assert_int_equal(by_node_tally(&tree, node, 0).visits, 6000);
    assert_int_equal(by_node_tally(&tree, node, 0).parts, 12001);
    assert_int_equal(by_node_tally(&tree, node, 1).visits, 1999);
    assert_int_equal(by_node_tally(&tree, node, 1).parts, 2);
    assert_true(by_tree_bytes(&tree) <= 20000);
    by_tree_close(&tree);
}

/* --- searches -------------------------------------------------------------------------------- */

struct run {
    struct by_rules *rules;
    struct by_line *line;
    struct by_searcher *searcher;
    struct by_decision decision;
};

static struct run start(const char *game, const char *settings, const char *spec, uint64_t seed)
{
    struct run run = {.rules = open_rules(game, settings)};
    run.line = open_line(run.rules);
    run.searcher = open_searcher(run.rules, spec, seed);
    assert_int_equal(by_decision_open(run.rules, &run.decision, NULL), BY_OK);
    return run;
}

static void go_on(struct run *run, uint64_t simulations)
{
    struct by_limits limits = {.simulations = simulations};
    struct by_error err = {0};
    if (by_searcher_think(run->searcher, run->line, &limits, NULL, &run->decision, &err))
        fail_msg("%s", err.text);
    assert_true(is_legal(run->line, run->decision.move));
}

static void end(struct run *run)
{
    by_decision_close(&run->decision);
    by_searcher_close(run->searcher);
    by_line_close(run->line);
    by_rules_close(run->rules);
}

static const struct by_core *core_of(const struct run *run)
{
    return by_mcts_core(by_mcts_of(run->searcher), 0);
}

static uint64_t visits_of(const struct by_decision *d)
{
    uint64_t sum = 0;
    for (int i = 0; i < d->move_count; i++)
        sum += d->moves[i].visits;
    return sum;
}

/* Goes through the memory: every node is whole, every link names one, wide tallies know their
 * owner, and no child was visited more often than its parent. Returns the nodes there are. */
static int check_tree(const struct by_core *core)
{
    const struct by_tree *tree = &core->tree;
    size_t used = atomic_load(&tree->used), units = used / BY_TREE_UNIT;
    unsigned char *begins = calloc(units + 1, 1);
    int nodes = 0;
    uint32_t wides = 0;
    assert_non_null(begins);
    for (by_link at = BY_LINK_NODE; at < units; nodes++) {
        struct by_node *node = by_tree_node(tree, at);
        begins[at] = 1;
        assert_in_range(node->count, 1, core->rules->max_moves);
        at += (by_link)(by_tree_node_bytes(tree, node->count) / BY_TREE_UNIT);
        assert_true(at <= units);
    }
    assert_true(begins[core->root]);
    for (by_link at = BY_LINK_NODE; at < units; at++) {
        if (!begins[at])
            continue;
        struct by_node *node = by_tree_node(tree, at);
        struct by_wide *wide = by_node_wide(tree, node);
        int known = 0;
        uint64_t sum = 0;
        assert_int_equal(node->mark, 0);
        if (wide)
            assert_int_equal(wide->owner, at);
        wides += wide != NULL;
        for (int i = 0; i < node->count; i++) {
            by_link to = atomic_load(&by_node_link(tree, node)[i]);
            struct by_visits tally = by_node_tally(tree, node, i);
            known += by_link_is_known(to);
            sum += tally.visits;
            assert_true(to != BY_LINK_BUSY && tally.parts <= 2 * tally.visits);
            assert_true(!by_link_is_node(to) || (to < units && begins[to]));
            assert_true(by_node_move(tree, node)[i] < core->rules->action_count);
        }
        assert_int_equal(known, atomic_load(&node->known));
        assert_true(sum <= atomic_load(&node->visits));
    }
    assert_int_equal(wides, atomic_load(&tree->wide_count));
    assert_int_equal(by_tree_blocks(tree), (uint64_t)nodes + wides);
    free(begins);
    return nodes;
}

/* Past the end of 14, 16 and 17 bits. */
static void the_root_counts_every_simulation(void **state)
{
    (void)state;
    static const char *const specs[] = {"mcts early=off", "mcts rave=on", "mcts z=4 leaves=3",
                                        "mcts rave=on amaf=global expand=one"};
    static const int sims[] = {15999, 16000, 16001, 65534, 65537, 140000};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct run run = start("nogo", "size=5x5", specs[i], 1);
        for (size_t k = 0; k < (size_t)long_or(6, i == 0 ? 5 : 3); k++) {
            go_on(&run, (uint64_t)sims[k]);
            if (run.decision.proven)
                break;
            assert_int_equal(run.decision.work.simulations, sims[k]);
            assert_int_equal(visits_of(&run.decision), run.decision.work.simulations);
            assert_int_equal(check_tree(core_of(&run)), by_tree_nodes(&core_of(&run)->tree));
        }
        end(&run);
    }
}

/* --- the limit ----------------------------------------------------------------------------------- */

struct gauge {
    size_t limit, most;
    const struct by_core *core;
};

static void see_bytes(void *context, const struct by_step *step)
{
    struct gauge *gauge = context;
    if (step->kind != BY_STEP_BACKUP)
        return;
    size_t bytes = by_tree_bytes(&gauge->core->tree);
    gauge->most = bytes > gauge->most ? bytes : gauge->most;
    assert_true(bytes <= gauge->limit);
}

static void small_trees_are_pruned_again_and_again(void **state)
{
    (void)state;
    static const char *const specs[] = {"mcts memory=64K", "mcts memory=64K rave=on z=0",
                                        "mcts memory=64K dag=on", "mcts memory=64K full=stop",
                                        "mcts memory=64K rave=on amaf=global selection=puct"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct run run = start("nogo", "size=6x6", specs[i], 1);
        struct gauge gauge = {.core = core_of(&run)};
        struct by_events events = {.context = &gauge, .trace = see_bytes};
        gauge.limit = gauge.core->tree.limit;
        for (int k = 0; k < long_or(20, 3); k++) {
            struct by_limits limits = {.simulations = 3000};
            assert_int_equal(
                by_searcher_think(run.searcher, run.line, &limits, &events, &run.decision, NULL),
                BY_OK);
            assert_int_equal(run.decision.work.simulations, 3000);
            assert_int_equal(visits_of(&run.decision), 3000);
            assert_true(run.decision.work.tree_bytes <= gauge.limit);
            int nodes = check_tree(gauge.core);
            if (strstr(specs[i], "stop"))
                assert_true(gauge.core->prunings == 0 &&
                            nodes == (int)by_tree_nodes(&gauge.core->tree));
            else
                assert_true(gauge.core->prunings > 0 &&
                            nodes < (int)by_tree_nodes(&gauge.core->tree));
            assert_int_equal(by_line_play(run.line, run.decision.move, NULL), BY_OK);
        }
        assert_true(gauge.most > gauge.limit / 2); /* it was full */
        end(&run);
    }
}

/* Pages of this process in memory, in bytes. */
static size_t resident(void)
{
    long all = 0, here = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    int got = fscanf(file, "%ld %ld", &all, &here);
    (void)fclose(file);
    return got == 2 ? (size_t)here * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

static void memory_is_never_exceeded(void **state)
{
    (void)state;
    size_t limit = (size_t)long_or(32, 4) << 20;
    char spec[64];
    (void)snprintf(spec, sizeof spec, "mcts rave=on memory=%zu", limit);
    struct run run = start("nogo", "size=7x7", spec, 1);
    go_on(&run, 1);
    size_t before = resident();
    uint64_t sims = (uint64_t)long_or(10000000, 100000);
    go_on(&run, sims);
    size_t after = resident();
    print_message("# %zu of %zu bytes, the process grew by %zu, %d prunings\n",
                  run.decision.work.tree_bytes, limit, after - before,
                  (int)core_of(&run)->prunings);
    assert_int_equal(run.decision.work.simulations, sims);
    assert_true(run.decision.work.tree_bytes <= limit);
    assert_true(core_of(&run)->prunings > 0);
    check_tree(core_of(&run));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    assert_true(after <= before + limit + (256 << 10)); /* the program's own pages */
#endif
    end(&run);
}

/* NOGO's table of tree bytes and blocks after one move of 7x7, by z = 1, 2, 4, 10 (3.2). Its blocks
 * include some 68,000 of the program's own; what z saves of them is what can be compared. */
static void the_tree_takes_half_of_what_is_published(void **state)
{
    (void)state;
    static const int zs[] = {1, 2, 4, 10}, sims[] = {1000, 10000, 100000};
    static const double published[3][4] = {{845060, 518496, 315240, 172244},
                                           {8204836, 5144512, 3054572, 1450064},
                                           {61931036, 53613076, 30998976, 15499728}};
    static const double blocks[3][4] = {{72177, 70625, 69639, 68922},
                                        {109233, 94818, 84590, 76292},
                                        {361275, 327108, 212358, 129705}};
    for (int row = 0; row < long_or(3, 2); row++)
        for (int column = 0; column < 4; column++) {
            char spec[64];
            (void)snprintf(spec, sizeof spec, "mcts rave=on z=%d", zs[column]);
            struct run run = start("nogo", "size=7x7", spec, 1);
            go_on(&run, (uint64_t)sims[row]);
            double bytes = (double)run.decision.work.tree_bytes;
            double pieces = (double)run.decision.work.tree_blocks;
            print_message("# %d simulations, z=%d: %.0f bytes, %.2f of those published, in %.0f "
                          "blocks of %.0f\n",
                          sims[row], zs[column], bytes, bytes / published[row][column], pieces,
                          blocks[row][column]);
            assert_true(bytes > 0 && bytes <= published[row][column] / 2);
            assert_true(pieces > 0 && pieces <= sims[row] + 1);
            end(&run);
        }
}

/* --- from move to move ------------------------------------------------------------------------------ */

/* What the tree has of the position after `a` and `b`; 0: no node. */
static uint64_t visits_below(const struct by_core *core, by_move a, by_move b)
{
    by_link at = core->root;
    by_move moves[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        struct by_node *node = by_tree_node(&core->tree, at);
        int child = 0;
        while (by_node_move(&core->tree, node)[child] != moves[i])
            child++;
        at = atomic_load(&by_node_link(&core->tree, node)[child]);
        if (!by_link_is_node(at))
            return 0;
    }
    struct by_node *node = by_tree_node(&core->tree, at);
    uint64_t sum = 0;
    for (int i = 0; i < node->count; i++)
        sum += by_node_tally(&core->tree, node, i).visits;
    return sum;
}

static void a_tree_is_kept_between_moves(void **state)
{
    (void)state;
    static const char *const specs[] = {"mcts reuse=on", "mcts reuse=on rave=on",
                                        "mcts reuse=on dag=on", "mcts reuse=on memory=500K",
                                        "mcts reuse=off"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct run run = start("nogo", "size=6x6", specs[i], 1);
        for (int k = 0; k < 4; k++) {
            go_on(&run, 4000);
            by_move a = run.decision.pv[0], b = run.decision.pv[1];
            assert_true(run.decision.pv_count >= 2);
            uint64_t kept = visits_below(core_of(&run), a, b);
            assert_true(kept > 0);
            by_line_play(run.line, a, NULL);
            by_line_play(run.line, b, NULL);
            go_on(&run, 500);
            if (i == 4)
                kept = 0;
            assert_int_equal(run.decision.work.simulations, 500); /* those of this think */
            assert_int_equal(visits_of(&run.decision), kept + 500);
            check_tree(core_of(&run));
        }
        go_on(&run, 10); /* the same position again */
        assert_int_equal(run.decision.work.simulations, 10);
        end(&run);
    }
}

static void a_tree_of_another_line_is_not_used(void **state)
{
    (void)state;
    struct run run = start("nogo", "size=5x5", "mcts reuse=on", 1);
    by_line_play_list(run.line, "a1 e5", NULL);
    go_on(&run, 2000);
    by_line_undo(run.line);
    go_on(&run, 300); /* a move earlier */
    assert_int_equal(visits_of(&run.decision), 300);
    rewind_line(run.line);
    by_line_play_list(run.line, "b1 e5 c3 d4", NULL);
    go_on(&run, 300); /* another game */
    assert_int_equal(visits_of(&run.decision), 300);
    by_searcher_reset(run.searcher, 1);
    go_on(&run, 300); /* a new game */
    assert_int_equal(visits_of(&run.decision), 300);
    end(&run);
}

/* --- sharing, and sameness ---------------------------------------------------------------------------- */

static void transpositions_share_nodes(void **state)
{
    (void)state;
    struct run tree = start("mnk", "m=4 n=3 k=4", "mcts c=5", 1);
    struct run graph = start("mnk", "m=4 n=3 k=4", "mcts c=5 dag=on", 1);
    go_on(&tree, 20000);
    go_on(&graph, 20000);
    assert_true(graph.decision.work.nodes * 4 < tree.decision.work.nodes * 3);
    assert_int_equal(check_tree(core_of(&graph)), graph.decision.work.nodes);
    end(&tree);
    end(&graph);
}

static uint64_t checksum(const char *spec, uint64_t seed)
{
    struct run run = start("nogo", "size=7x7", spec, seed);
    go_on(&run, 10000);
    uint64_t sum = by_tree_checksum(&core_of(&run)->tree, core_of(&run)->root);
    by_searcher_reset(run.searcher, seed); /* a second game of the same searcher */
    go_on(&run, 10000);
    assert_true(sum == by_tree_checksum(&core_of(&run)->tree, core_of(&run)->root));
    end(&run);
    return sum;
}

/* The numbers are told, to be compared between compilers. */
static void the_same_seed_grows_the_same_tree(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "mcts",
        "mcts rave=on schedule=mse",
        "mcts selection=omc",
        "mcts selection=ucb1-tuned z=3",
        "mcts rave=on memory=300K",
        "mcts leaves=2 rave=on",
        "mcts selection=puct epsilon=0.1",
        "mcts rave=on schedule=handset amaf=global",
        "mcts dag=on",
    };
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        uint64_t sum = checksum(specs[i], 1);
        print_message("# %s: %016llx\n", specs[i], (unsigned long long)sum);
        assert_true(sum == checksum(specs[i], 1));
        assert_true(sum != checksum(specs[i], 2));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tallies_are_the_same_narrow_and_wide),
        cmocka_unit_test(tallies_are_halved_where_there_is_no_room),
        cmocka_unit_test(the_root_counts_every_simulation),
        cmocka_unit_test(small_trees_are_pruned_again_and_again),
        cmocka_unit_test(memory_is_never_exceeded),
        cmocka_unit_test(the_tree_takes_half_of_what_is_published),
        cmocka_unit_test(a_tree_is_kept_between_moves),
        cmocka_unit_test(a_tree_of_another_line_is_not_used),
        cmocka_unit_test(transpositions_share_nodes),
        cmocka_unit_test(the_same_seed_grows_the_same_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
