/* mcts_follow.h: a plain tree that follows a search, simulation by simulation.
 *
 * A spy (mcts_spy.h) says what was played, the trace which numbers the search had before it. The
 * follower keeps its own tree: doubles, one entry per child, everything added where the sources
 * (docs/SOURCES.md) say. It checks each number and each choice on the way, and the whole tree at the end. What is
 * random (the order of children, draws, playouts) it takes from the search. */
#ifndef BY_TESTS_MCTS_FOLLOW_H
#define BY_TESTS_MCTS_FOLLOW_H

#include "mcts_plain.h"
#include "mcts_spy.h"
#include "search/mcts/mcts.h"

#define FOLLOW_MOVES   64
#define FOLLOW_NODES   20000
#define FOLLOW_ACTIONS 1024

enum { UNKNOWN, LOST, DRAWN, WON }; /* for who makes the move */

/* What the spec asks for, read without the search's help. */
struct follow_options {
    struct plain_rule rule;
    double z, draw, leaves, depth, epsilon, mu;
    bool total_root, oth, one, dag, widening, state, global, sample, proofs;
};

struct plain_node {
    uint64_t key;
    double visits;
    int count, result;
    by_move move[FOLLOW_MOVES];
    struct plain_child x[FOLLOW_MOVES];
    int known[FOLLOW_MOVES];
    struct plain_node *child[FOLLOW_MOVES];
};

struct follow_choice {
    bool told, random;
    double visits;
    int count;
    struct by_choice choices[FOLLOW_MOVES];
};

struct follower {
    struct follow_options o;
    struct spy *spy;
    const struct by_line *line;
    int node_count;
    struct plain_node **nodes; /* the first is the root */
    struct plain_child global[2][FOLLOW_ACTIONS];
    struct follow_choice choice[SPY_LENGTH_MAX];
    bool expanded[SPY_LENGTH_MAX];
    double share;
    int simulations, iterations, draws; /* draws: choices made at random */
    int depth;                          /* of the simulation being replayed */
    struct plain_node *passed[SPY_LENGTH_MAX];
    int taken[SPY_LENGTH_MAX];
};

/* --- options ---------------------------------------------------------------------------- */

static inline bool follow_has(const char *spec, const char *setting)
{
    const char *at = strstr(spec, setting);
    size_t length = strlen(setting);
    return at && (at == spec || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0');
}

static inline double follow_number(const char *spec, const char *name, double otherwise)
{
    char word[32];
    (void)snprintf(word, sizeof word, " %s=", name);
    const char *at = strstr(spec, word);
    return at ? strtod(at + strlen(word), NULL) : otherwise;
}

static inline struct follow_options follow_read(const char *spec)
{
    static const char *const selections[] = {"ratio", "ucb1", "ucb1-tuned", "omc", "puct"};
    static const char *const schedules[] = {"handset", "mse"};
    char word[64];
    bool rave = follow_has(spec, "rave=on");
    struct follow_options o = {.z = follow_number(spec, "z", 1),
                               .draw = follow_number(spec, "draw", 0.5),
                               .leaves = follow_number(spec, "leaves", 1),
                               .depth = follow_number(spec, "depth", 1e9),
                               .epsilon = follow_number(spec, "epsilon", 0),
                               .mu = follow_number(spec, "mu", 1.4),
                               .total_root = follow_has(spec, "total=root"),
                               .oth = follow_has(spec, "iteration=oth"),
                               .one = follow_has(spec, "expand=one"),
                               .dag = follow_has(spec, "dag=on"),
                               .widening = follow_has(spec, "widening=on"),
                               .state = rave && !follow_has(spec, "amaf=global"),
                               .global = rave && follow_has(spec, "amaf=global"),
                               .sample = !follow_has(spec, "omc=max"),
                               .proofs = !follow_has(spec, "proofs=off")};
    o.rule = (struct plain_rule){.selection = "uct",
                                 .schedule = rave ? "hyperbolic" : NULL,
                                 .c = (float)follow_number(spec, "c", 0.4),
                                 .k = (float)follow_number(spec, "k", 500),
                                 .b = (float)follow_number(spec, "b", 0.1),
                                 .trust = follow_number(spec, "trust", 0),
                                 .prior = follow_has(spec, "prior=on")};
    for (int i = 0; i < 5; i++) {
        (void)snprintf(word, sizeof word, "selection=%s", selections[i]);
        if (follow_has(spec, word))
            o.rule.selection = selections[i];
    }
    for (int i = 0; i < 2; i++) {
        (void)snprintf(word, sizeof word, "schedule=%s", schedules[i]);
        if (rave && follow_has(spec, word))
            o.rule.schedule = schedules[i];
    }
    o.rule.sigma = follow_has(spec, "sigma=smoothed") ? "smoothed"
                   : follow_has(spec, "sigma=mean")   ? "mean"
                                                      : NULL;
    bool puct = plain_is(o.rule.selection, "puct");
    o.rule.fpu = (float)follow_number(spec, "fpu", puct || o.rule.trust > 0 ? 0.5 : INFINITY);
    o.sample = o.sample && plain_is(o.rule.selection, "omc");
    return o;
}

/* --- the plain tree ------------------------------------------------------------------------ */

static inline struct plain_node *follow_make(struct follower *f, const void *position,
                                             double visits)
{
    const struct by_rules *rules = f->spy->real;
    uint64_t key = rules->game->key(rules, position);
    for (int i = 0; f->o.dag && i < f->node_count; i++)
        if (f->nodes[i]->key == key)
            return f->nodes[i];
    struct plain_node *node = calloc(1, sizeof *node);
    assert_non_null(node);
    assert_true(f->node_count < FOLLOW_NODES && rules->max_moves <= FOLLOW_MOVES);
    double sum = 0;
    f->nodes[f->node_count++] = node;
    node->key = key;
    node->visits = visits;
    node->count = rules->game->moves(rules, position, node->move);
    for (int i = 0; i < node->count; i++)
        sum += (double)spy_strength(node->move[i]);
    for (int i = 0; i < node->count; i++)
        node->x[i].prior = (double)spy_strength(node->move[i]) / sum;
    return node;
}

static inline int follow_find(const struct plain_node *node, by_move move)
{
    for (int i = 0; i < node->count; i++)
        if (node->move[i] == move)
            return i;
    fail_msg("move %d is not one of the node's", move);
    return -1;
}

/* --- choices ---------------------------------------------------------------------------------- */

/* The numbers that the search had for a child are those of the plain tree. */
static inline void follow_check_child(const struct follower *f, const struct by_choice *c,
                                      const struct plain_child *x)
{
    bool priors = f->o.rule.prior || f->o.rule.trust > 0 || f->o.widening ||
                  plain_is(f->o.rule.selection, "puct");
    assert_true(c->visits == x->n);
    assert_true(c->points == x->w);
    if (f->o.state || f->o.global) {
        assert_true(c->amaf_visits == x->rn);
        assert_true(c->amaf_points == x->rw);
    }
    if (priors)
        assert_true(plain_same(c->prior, x->prior));
}

static inline struct plain_child follow_numbers(const struct follower *f,
                                                const struct plain_node *node, int i, int side)
{
    struct plain_child x = node->x[i];
    if (f->o.global) {
        x.rn = f->global[side][node->move[i]].rn;
        x.rw = f->global[side][node->move[i]].rw;
    }
    return x;
}

/* Known moves are worth what they are. */
static inline double follow_known(const struct follower *f, int known, double value)
{
    return known == WON ? INFINITY : known == LOST ? -INFINITY : known == DRAWN ? f->o.draw : value;
}

static inline int follow_width(const struct follower *f, const struct plain_node *node)
{
    double width = 1 + (node->visits > 0 ? log(node->visits) / log(f->o.mu) : 0);
    return f->o.widening && width < node->count ? (int)width : node->count;
}

/* Taken: one without a visit while they come first, else the first of the best, or a draw. */
static inline void follow_check_taken(struct follower *f, const struct follow_choice *choice,
                                      const int *known, const double *value)
{
    int best = 0, taken = -1, unseen = 0;
    for (int i = 0; i < choice->count; i++) {
        best = choice->choices[i].value > choice->choices[best].value ? i : best;
        taken = choice->choices[i].taken ? i : taken;
        unseen += choice->choices[i].visits <= 0 && known[i] == UNKNOWN;
    }
    assert_in_range(taken, 0, choice->count - 1);
    if ((f->o.one || isinf(f->o.rule.fpu)) && unseen > 0 &&
        (f->o.one || !f->o.rule.schedule || plain_is(f->o.rule.selection, "ucb1"))) {
        assert_true(choice->choices[taken].visits <= 0 && known[taken] == UNKNOWN);
    } else if (f->o.sample) {
        assert_true(value[taken] > 0 ||
                    (taken == best && value[best] <= 0)); /* nothing to draw from */
        f->draws++;
    } else {
        assert_int_equal(taken, best);
        for (int i = 0; i < choice->count; i++)
            assert_true(value[taken] >= value[i] || plain_same(value[taken], value[i]));
    }
}

static inline void follow_check_choice(struct follower *f, struct plain_node *node, int depth,
                                       int taken, double total)
{
    const struct follow_choice *choice = &f->choice[depth];
    struct plain_child x[FOLLOW_MOVES];
    int side = by_line_side(f->line) ^ (depth & 1), known[FOLLOW_MOVES];
    double value[FOLLOW_MOVES];
    assert_true(choice->told);
    assert_true(choice->visits == (f->o.total_root ? total : node->visits));
    if (choice->count != follow_width(f, node)) /* more, where all the others are lost */
        for (int i = 0; i < choice->count - 1; i++)
            assert_int_equal(node->known[follow_find(node, choice->choices[i].move)], LOST);
    assert_true(choice->count >= follow_width(f, node));
    for (int i = 0; i < choice->count; i++) {
        int at = follow_find(node, choice->choices[i].move);
        x[i] = follow_numbers(f, node, at, side);
        known[i] = node->known[at];
        follow_check_child(f, &choice->choices[i], &x[i]);
        assert_true(choice->choices[i].taken == (at == taken));
    }
    plain_values(&f->o.rule, x, choice->count, choice->visits, value);
    for (int i = 0; i < choice->count; i++) {
        value[i] = follow_known(f, known[i], value[i]);
        if (!plain_same(value[i], choice->choices[i].value))
            fail_msg("a value is %.9g, not %.9g", choice->choices[i].value, value[i]);
    }
    if (choice->random) {
        assert_true(f->o.epsilon > 0);
        f->draws++;
    } else {
        follow_check_taken(f, choice, known, value);
    }
}

/* --- results ---------------------------------------------------------------------------------- */

static inline int follow_result(const struct plain_node *node)
{
    int best = LOST, known = 0;
    for (int i = 0; i < node->count; i++) {
        best = node->known[i] > best ? node->known[i] : best;
        known += node->known[i] != UNKNOWN;
    }
    return best == WON || known == node->count ? best : UNKNOWN;
}

static inline int follow_turned(int known)
{
    return LOST + WON - known;
}

/* The move at `depth` is known: whatever that settles above it. Returns the result of the topmost
 * settled state for the player at the root. Without proofs nothing is settled. */
static inline int follow_settle(struct follower *f, int depth, int known)
{
    if (!f->o.proofs)
        return depth % 2 == 0 ? known : follow_turned(known);
    for (;; depth--) {
        f->passed[depth]->known[f->taken[depth]] = known;
        int result = follow_result(f->passed[depth]);
        f->passed[depth]->result = result;
        if (result == UNKNOWN)
            return depth % 2 == 0 ? known : follow_turned(known);
        if (depth == 0)
            return result;
        known = follow_turned(result);
    }
}

static inline int follow_ended(const struct follower *f, const void *position, int depth)
{
    int32_t result = f->spy->real->game->result(f->spy->real, position);
    int mover = by_line_side(f->line) ^ (depth & 1);
    return result == 0 ? DRAWN : (result > 0) == (mover == 0) ? WON : LOST;
}

/* Before the first simulation the moves that end the game are known. */
static inline void follow_look_ahead(struct follower *f)
{
    const struct by_rules *rules = f->spy->real;
    _Alignas(64) unsigned char position[HELP_POSITION_MAX];
    for (int i = 0; i < f->nodes[0]->count; i++) {
        memcpy(position, by_line_position(f->line), rules->position_size);
        rules->game->play(rules, position, f->nodes[0]->move[i], NULL);
        f->passed[0] = f->nodes[0];
        f->taken[0] = i;
        if (rules->game->over(rules, position))
            follow_settle(f, 0, follow_ended(f, position, 0));
    }
}

/* --- one simulation ------------------------------------------------------------------------------ */

/* Adds one outcome to all moves that led there, and to AMAF. */
static inline void follow_add(struct follower *f, int32_t result, const struct by_ply *plies,
                              int length)
{
    bool played[2][FOLLOW_ACTIONS] = {{false}};
    const struct by_rules *rules = f->spy->real;
    double reward[2] = {result == 0 ? f->o.draw : result > 0, result == 0 ? f->o.draw : result < 0};
    for (int i = 0; i < length; i++)
        played[plies[i].side][plies[i].action] = true;
    for (int d = f->depth - 1; d >= 0; d--) {
        struct plain_node *node = f->passed[d];
        int side = by_line_side(f->line) ^ (d & 1);
        played[side][node->move[f->taken[d]]] = true;
        node->x[f->taken[d]].w += reward[side];
        for (int i = 0; f->o.state && i < node->count; i++) {
            node->x[i].rn += played[side][node->move[i]];
            node->x[i].rw += played[side][node->move[i]] ? reward[side] : 0;
        }
    }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < rules->action_count; i++) {
            f->global[side][i].rn += played[side][i];
            f->global[side][i].rw += played[side][i] ? reward[side] : 0;
        }
}

static inline void follow_finish(struct follower *f, int known)
{
    const struct spy_notes *notes = f->spy->notes;
    double points = 0;
    if (known != UNKNOWN) { /* nothing had to be played */
        int32_t result = (known - DRAWN) * (by_line_side(f->line) == 0 ? 1 : -1);
        assert_int_equal(notes->playouts, 0);
        for (int i = 0; i < (int)f->o.leaves; i++)
            follow_add(f, result, NULL, 0);
        points = (result + 1) / 2.0 * f->o.leaves;
    } else {
        assert_int_equal(notes->playouts, (int)f->o.leaves);
        for (int i = 0; i < notes->playouts; i++) {
            follow_add(f, notes->result[i], notes->plies[i], notes->length[i]);
            points += notes->result[i] > 0 ? 1 : notes->result[i] == 0 ? 0.5 : 0;
        }
    }
    assert_true(fabs(f->share - points / f->o.leaves) < 1e-9);
    f->simulations += (int)f->o.leaves;
}

static inline void follow_unvisit(struct follower *f)
{
    for (int d = 0; d < f->depth; d++) {
        f->passed[d]->x[f->taken[d]].n -= f->o.leaves;
        f->passed[d]->visits -= f->o.leaves;
    }
}

/* Goes the way that the search went; returns what is known at its end for the player at the root,
 * -1 when the iteration was spent on a node. */
static inline int follow_way(struct follower *f, unsigned char *position)
{
    const struct by_rules *rules = f->spy->real;
    struct plain_node *node = f->nodes[0];
    double total = node->visits;
    for (int d = 0;; d++) {
        assert_true(d < f->depth);
        int c = follow_find(node, f->spy->notes->path[d]), known = UNKNOWN;
        follow_check_choice(f, node, d, c, total);
        double seen = node->x[c].n;
        f->passed[d] = node;
        f->taken[d] = c;
        node->x[c].n += f->o.leaves;
        node->visits += f->o.leaves;
        rules->game->play(rules, position, node->move[c], NULL);
        bool made = false;
        if (node->known[c]) {
            known = d % 2 == 0 ? node->known[c] : follow_turned(node->known[c]);
        } else if (!node->child[c] && rules->game->over(rules, position)) {
            known = follow_settle(f, d, follow_ended(f, position, d));
        } else if (!node->child[c] && seen >= f->o.z && d + 1 < f->o.depth) {
            node->child[c] = follow_make(f, position, seen);
            made = true;
        }
        assert_true(f->expanded[d + 1] == made);
        if (made && f->o.oth)
            return -1;
        node = node->child[c];
        if (known == UNKNOWN && node && node->result)
            known = follow_settle(f, d, follow_turned(node->result));
        if (known != UNKNOWN || !node) {
            assert_int_equal(d + 1, f->depth);
            return known;
        }
    }
}

/* What stands before the way is the search's look at the root. */
static inline void follow_drop_look(struct follower *f)
{
    struct spy_notes *notes = f->spy->notes;
    if (f->iterations > 0 || !f->o.proofs)
        return;
    notes->depth -= f->nodes[0]->count;
    memmove(notes->path, notes->path + f->nodes[0]->count,
            (size_t)notes->depth * sizeof *notes->path);
}

static inline void follow_simulation(struct follower *f)
{
    _Alignas(64) unsigned char position[HELP_POSITION_MAX];
    memcpy(position, by_line_position(f->line), f->spy->real->position_size);
    follow_drop_look(f);
    f->depth = f->spy->notes->depth;
    int known = follow_way(f, position);
    if (known < 0)
        follow_unvisit(f);
    else
        follow_finish(f, known);
    f->iterations += known < 0 ? 1 : (int)f->o.leaves;
    spy_clear(f->spy);
    memset(f->expanded, 0, sizeof f->expanded);
    for (int d = 0; d < SPY_LENGTH_MAX; d++)
        f->choice[d].told = false;
}

static inline void follow_trace(void *context, const struct by_step *step)
{
    struct follower *f = context;
    if (step->kind == BY_STEP_SELECT) {
        struct follow_choice *choice = &f->choice[step->ply];
        assert_true(step->choice_count <= FOLLOW_MOVES);
        choice->told = true;
        choice->random = step->reason == BY_REASON_RANDOM;
        choice->visits = step->visits;
        choice->count = step->choice_count;
        memcpy(choice->choices, step->choices, (size_t)step->choice_count * sizeof *step->choices);
    } else if (step->kind == BY_STEP_EXPAND) {
        f->expanded[step->ply] = true;
        if (f->o.oth)
            follow_simulation(f);
    } else if (step->kind == BY_STEP_SIMULATE) {
        f->share = step->share;
    } else if (step->kind == BY_STEP_BACKUP) {
        follow_simulation(f);
    }
}

/* --- all of it ------------------------------------------------------------------------------------ */

static inline int follow_link(by_link link)
{
    return by_link_is_known(link) ? LOST + (int)(link - BY_LINK_LOST) : UNKNOWN;
}

/* The node in the search's tree has what the plain one has, and so on below it. */
static inline void follow_compare(const struct follower *f, const struct by_core *core, by_link at,
                                  const struct plain_node *plain)
{
    struct by_node *node = by_tree_node(&core->tree, at);
    assert_int_equal(node->count, plain->count);
    assert_true((double)atomic_load(&node->visits) == plain->visits);
    assert_int_equal(follow_link(atomic_load(&node->result)), plain->result);
    for (int i = 0; i < node->count; i++) {
        int p = follow_find(plain, by_node_move(&core->tree, node)[i]);
        struct by_visits own = by_node_tally(&core->tree, node, i);
        struct by_visits later = by_node_amaf_tally(&core->tree, node, i);
        by_link link = atomic_load(&by_node_link(&core->tree, node)[i]);
        assert_true((double)own.visits == plain->x[p].n);
        assert_true((double)own.parts == 2 * plain->x[p].w);
        assert_true(!f->o.state || ((double)later.visits == plain->x[p].rn &&
                                    (double)later.parts == 2 * plain->x[p].rw));
        assert_int_equal(follow_link(link), plain->known[p]);
        if (plain->known[p])
            continue;
        assert_int_equal(by_link_is_node(link), plain->child[p] != NULL);
        if (by_link_is_node(link) && !f->o.dag) /* a graph has too many ways through it */
            follow_compare(f, core, link, plain->child[p]);
    }
}

static inline void follow_compare_global(const struct follower *f, const struct by_core *core)
{
    for (int side = 0; f->o.global && side < 2; side++)
        for (int i = 0; i < core->rules->action_count; i++) {
            uint64_t word = atomic_load(&core->global[side][i]);
            assert_true((double)(word & UINT32_MAX) == f->global[side][i].rn);
            assert_true((double)(word >> 32) == 2 * f->global[side][i].rw);
        }
}

/* Follows one think of `mcts` with `spec` behind it. Returns how many choices were random. */
static inline int follow(struct spy *spy, struct by_line *line, const char *spec, uint64_t seed)
{
    char words[256];
    struct follower *f = calloc(1, sizeof *f);
    struct by_decision decision;
    struct by_error err = {0};
    assert_non_null(f);
    (void)snprintf(words, sizeof words, "mcts playout=spy %s", spec);
    *f = (struct follower){.o = follow_read(words), .spy = spy, .line = line};
    f->nodes = calloc(FOLLOW_NODES, sizeof *f->nodes);
    assert_non_null(f->nodes);
    assert_true(spy->rules.action_count <= FOLLOW_ACTIONS);
    follow_make(f, by_line_position(line), 0);
    if (f->o.proofs)
        follow_look_ahead(f);
    struct by_events events = {.context = f, .trace = follow_trace};
    struct by_searcher *searcher = open_searcher(&spy->rules, words, seed);
    assert_int_equal(by_decision_open(&spy->rules, &decision, NULL), BY_OK);
    spy_clear(spy);
    if (by_searcher_think(searcher, line, NULL, &events, &decision, &err))
        fail_msg("%s: %s", words, err.text);
    const struct by_core *core = by_mcts_core(by_mcts_of(searcher), 0);
    assert_int_equal(decision.work.simulations, f->simulations);
    assert_int_equal(by_tree_nodes(&core->tree), f->node_count);
    follow_compare(f, core, core->root, f->nodes[0]);
    follow_compare_global(f, core);
    if (!decision.proven)
        assert_int_equal(f->iterations, (int)follow_number(words, "sims", 0));
    int draws = f->draws;
    for (int i = 0; i < f->node_count; i++)
        free(f->nodes[i]);
    free(f->nodes);
    free(f);
    by_decision_close(&decision);
    by_searcher_close(searcher);
    return draws;
}

#endif
