/* quiet_tmpl.h: wins by quiet moves, too; a part of board_tmpl.h, behind threat_proof_tmpl.h.
 *
 * A quiet move is worth looking at when it would win by threats if the opponent passed. That win has a
 * zone (threat_proof_tmpl.h): a reply anywhere else changes nothing, and is answered by the same threats.
 * So a node where the opponent moves has few replies to look at, and the search over quiet moves
 * (andor.h) asks at every node for a win by threats, which is most of the work.
 *
 * A move behind which there is no win by threats even after a pass may still win by quiet moves after it:
 * that is looked for once on every way down, as if the opponent had passed. The proof that is found then
 * has a zone, too; in it, each reply outside of a zone adds to the one that stands outside of this. */
#include "games/gomoku/andor.h"
#include "games/gomoku/threat_proof_tmpl.h"

#define QUIET_STONES 800     /* tried when it is asked for a win by threats */
#define QUIET_MOVES  16      /* of the attacker at a node: the best ones by `rank` */
#define QUIET_NODES  4000000 /* of the tree: about half a gigabyte */
#define QUIET_PASSES 2       /* on a way down, the one that asks for threats alone included */
#define QUIET_LEFT   4       /* replies that are not answered by threats, for a move to look bad */
#define QUIET_PASSED 40      /* what the replies are thought to cost that come after a pass */
#define QUIET_ALIKE  16 /* replies to a move behind which a pass is won, with one answer for most */
#define QUIET_PLIES  (2 * CELLS)

enum stage {
    NEW,
    TRIED,    /* the attacker has no win by threats */
    DECIDED,  /* the attacker has a win by threats, or it is lost */
    CHOOSING, /* the attacker has moves to choose from */
    ZONED,    /* the opponent has replies in the zone of a win by threats */
    PASSING,  /* the first edge is a pass, and the only one */
    PASSED    /* the first edge is a pass, which is won; the others are what is no answer to it */
};

/* The answer to a pass, which is the answer to all replies that are not looked at one by one. It is kept as
 * it was found: another one would have another zone. */
struct kept {
    struct by_win_tree proof;
    struct set wide; /* as in threat_proof_tmpl.h */
};

struct quest {
    struct hunt *h; /* for threats: it has a board of its own */
    struct by_threats *asked;
    struct gomoku at;
    struct by_andor tree;
    struct by_win_tree scratch;
    struct kept **kept; /* by node */
    uint64_t nodes;
    int attacker, passes, plies;
    uint32_t won[CELLS]; /* how often a quiet move has won */
    uint64_t
        guide; /* leads from a key to that of the position where a pass stood for a reply; 0: none did */
    bool failed, stopped; /* no memory; no more nodes, or told to stop */
};

static const struct set no_points = {{0}};

/* --- on the board ------------------------------------------------------------------------- */

#define PASS_KEY UINT64_C(0x9e3779b97f4a7c15) /* times the number of the pass */

/* A position after a pass is another one than that with the same stones where nobody passed. */
static void enter_edge(struct quest *q, by_move move)
{
    if (move == BY_ANY_MOVE)
        q->at.key ^= PASS_KEY * (uint64_t)++q->passes;
    else
        change_cell(q->h->rules, &q->at, move, q->at.side, STONE + q->at.side);
    q->at.side ^= 1;
    q->plies++;
}

static void leave_edge(struct quest *q, by_move move)
{
    q->plies--;
    q->at.side ^= 1;
    if (move == BY_ANY_MOVE)
        q->at.key ^= PASS_KEY * (uint64_t)q->passes--;
    else
        change_cell(q->h->rules, &q->at, move, q->at.side, EMPTY);
}

static uint64_t quiet_key(const struct quest *q)
{
    return q->at.side == q->attacker ? q->at.key : ~q->at.key;
}

static uint64_t reply_key(const struct quest *q, by_move move)
{
    const struct by_gomoku_shape *shape = q->h->rules->data;
    return shape->key[q->at.side][shape->spot[move]];
}

/* The node behind a move; -1: no room. */
static int node_behind(struct quest *q, by_move move, uint32_t proof)
{
    enter_edge(q, move);
    int to = by_andor_find(&q->tree, quiet_key(q), q->at.side == q->attacker, proof);
    leave_edge(q, move);
    return to;
}

static void add_edge(struct quest *q, int from, by_move move, uint32_t proof)
{
    if (!by_andor_join(&q->tree, from, move, node_behind(q, move, proof)))
        q->failed = true;
}

/* --- asking for threats --------------------------------------------------------------------- */

static bool on_stones(void *context, uint64_t stones)
{
    struct quest *q = context;
    const struct by_threats *asked = q->asked;
    uint64_t nodes = q->nodes + stones;
    q->stopped = q->stopped || nodes >= asked->most_nodes ||
                 (asked->tell && !asked->tell(asked->context, nodes));
    return !q->stopped;
}

/* Whether the attacker, who is to move, wins by threats. */
static bool wins_by_threats(struct quest *q, uint64_t stones)
{
    by_move move;
    enum outlook outlook = hunt_from(q->h, &q->at, false, QUIET_STONES / 4, &move);
    q->nodes += q->h->nodes;
    if (outlook != WON) {
        outlook = hunt_from(q->h, &q->at, true, stones, &move);
        q->nodes += q->h->nodes;
    }
    return outlook == WON;
}

/* Puts the win that was just found behind a node of a proof; `last` as in threat_proof_tmpl.h. */
static void prove_threats(struct quest *q, struct proving *p, int parent, int *last, by_move reply)
{
    q->h->gave_up = false;
    q->h->most_nodes = UINT64_MAX;
    q->h->nodes = 0;
    prove_answer(p, parent, last, reply);
    q->nodes += q->h->nodes;
    q->failed = q->failed || (p->failed && !q->stopped);
}

/* --- proofs ----------------------------------------------------------------------------------- */

static void prove_opponent(struct quest *q, struct proving *p, int at, int parent);

static void prove_attacker(struct quest *q, struct proving *p, int at, int parent, int *last,
                           by_move reply)
{
    const struct by_andor_node *node = &q->tree.node[at];
    if (q->failed || q->stopped)
        return;
    if (node->stage == DECIDED) {
        if (wins_by_threats(q, UINT64_MAX))
            prove_threats(q, p, parent, last, reply);
        else
            q->failed = true;
        return;
    }
    const struct by_andor_edge *edge = by_andor_best(&q->tree, at);
    int here = add_node(p, parent, last, reply, edge->move);
    q->failed = q->failed || p->failed;
    enter_edge(q, edge->move);
    if (!q->failed)
        prove_opponent(q, p, edge->to, here);
    leave_edge(q, edge->move);
}

static void prove_reply(struct quest *q, struct proving *p, int to, int parent, int *last,
                        by_move reply)
{
    enter_edge(q, reply);
    prove_attacker(q, p, to, parent, last, reply);
    leave_edge(q, reply);
}

/* Puts what was kept behind a node, as the answer to all other replies. */
static void prove_others(struct quest *q, struct proving *p, const struct kept *kept, int parent,
                         int *last)
{
    int base = p->proof->count;
    for (int i = 0; i < kept->proof.count && !q->failed; i++) {
        const struct by_win_node *from = &kept->proof.node[i];
        int at = i > 0 ? by_win_tree_add(p->proof, from->reply, from->answer)
                       : add_node(p, parent, last, BY_ANY_MOVE, from->answer);
        q->failed = at < 0 || p->failed;
        if (q->failed)
            return;
        p->proof->node[at].child = from->child > 0 ? from->child + base : 0;
        p->proof->node[at].next = from->next > 0 ? from->next + base : 0;
    }
    if (p->zone)
        join(p->zone, &kept->wide);
}

/* The replies that are looked at one by one, and what is played against all others. */
static void prove_opponent(struct quest *q, struct proving *p, int at, int parent)
{
    const struct by_andor_node *node = &q->tree.node[at];
    const struct by_andor_edge *edge = &q->tree.edge[node->first];
    int last = -1;
    for (int i = node->stage == PASSED; i < node->count; i++)
        prove_reply(q, p, edge[i].to, parent, &last, edge[i].move);
    if (!q->failed && !q->stopped)
        prove_others(q, p, q->kept[at], parent, &last);
}

/* Keeps what stands in `scratch`. */
static void keep_answer(struct quest *q, int at, const struct set *wide)
{
    struct kept *kept = calloc(1, sizeof *kept);
    q->failed = q->failed || !kept;
    if (!kept)
        return;
    q->kept[at] = kept;
    kept->wide = *wide;
    kept->proof = q->scratch;
    q->scratch = (struct by_win_tree){.most = q->asked->proof.most};
}

/* --- looking at a node ------------------------------------------------------------------------- */

static void decide(struct quest *q, int at, bool won)
{
    q->tree.node[at].stage = DECIDED;
    by_andor_decide(&q->tree, at, won);
}

/* Where in the list the move is that has won most often. */
static int most_won(const struct quest *q, const by_move *list, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        best = q->won[list[i]] > q->won[list[best]] ? i : best;
    return best;
}

/* The move that won where a pass stood for the reply that is looked at now; -1: nothing is known. */
static int guided_move(struct quest *q)
{
    int at = q->guide ? by_andor_seek(&q->tree, quiet_key(q) ^ q->guide) : -1;
    if (at < 0 || q->tree.node[at].proof > 0 || q->tree.node[at].stage != CHOOSING)
        return -1;
    return by_andor_best(&q->tree, at)->move;
}

/* Threats that do not win by themselves had better stay for later: they leave few replies, which looks
 * good, and lead nowhere. */
static uint32_t threat_costs(const struct quest *q, by_move move)
{
    int best = best_of(q->at.pattern[move][q->attacker]);
    return best >= BY_GOMOKU_BLOCKED_FOUR ? 6 : best >= BY_GOMOKU_THREE ? 1 : 0;
}

/* The attacker is to move. Moves that look best come first and are thought to need least. */
static void look_at_attack(struct quest *q, int at)
{
    const struct by_gomoku_shape *shape = q->h->rules->data;
    by_move list[QUIET_MOVES];
    if (q->tree.node[at].stage == NEW && wins_by_threats(q, QUIET_STONES)) {
        decide(q, at, true);
        return;
    }
    int guided = guided_move(q);
    if (guided >= 0)
        add_edge(q, at, guided, 1);
    struct set set = points_to_rank(shape, &q->at);
    bool urgent = are_urgent(shape, &q->at);
    int count = rank_set(shape, &q->at, &set, QUIET_MOVES, list), best = most_won(q, list, count);
    for (int i = 0; i < count; i++)
        if (list[i] != guided)
            add_edge(q, at, list[i],
                     (i == best ? 1 : 2 + (uint32_t)i / 2) + (guided >= 0 ? 8 : 0) +
                         (urgent ? 0 : threat_costs(q, list[i])) +
                         (uint32_t)(q->plies * q->plies) / 8);
    q->tree.node[at].stage = CHOOSING;
    if (q->tree.node[at].count == 0)
        decide(q, at, false);
}

/* The replies in a set, those that are worth most first. */
static void add_replies(struct quest *q, int at, const struct set *zone)
{
    const struct by_gomoku_shape *shape = q->h->rules->data;
    struct set empty = no_points;
    by_move list[CELLS];
    for (int i = 0; i < q->h->rules->width * q->h->rules->height; i++)
        put_in(&empty, i, q->at.cell[shape->spot[i]] == EMPTY && is_in(zone, i));
    int count = best_in(shape, &q->at, &empty, CELLS, list);
    for (int i = 0; i < count; i++)
        add_edge(q, at, list[i], 1);
}

/* Most replies to a good move lose at once: what they cost is known when it is asked, those that look best
 * first, until some are left. */
static void try_replies(struct quest *q, int at)
{
    int left = 0;
    for (int i = 0; i < q->tree.node[at].count && left < QUIET_LEFT && !q->stopped; i++) {
        const struct by_andor_edge edge = q->tree.edge[q->tree.node[at].first + i];
        struct by_andor_node *node = &q->tree.node[edge.to];
        if (node->stage == NEW) {
            enter_edge(q, edge.move);
            if (wins_by_threats(q, QUIET_STONES))
                decide(q, edge.to, true);
            else
                *node = (struct by_andor_node){.key = node->key,
                                               .any = true,
                                               .stage = TRIED,
                                               .proof = QUIET_LEFT,
                                               .refute = 1};
            leave_edge(q, edge.move);
        }
        left += node->proof > 0;
    }
}

static void look_at_defence(struct quest *q, int at)
{
    struct set zone = no_points, wide = no_points;
    struct proving p = {.h = q->h, .proof = &q->scratch, .zone = &zone, .wide = &wide};
    int last = -1;
    if (!is_none(&q->at.threat[!q->attacker][0])) {
        decide(q, at, false);
        return;
    }
    enter_edge(q, BY_ANY_MOVE);
    bool won = wins_by_threats(q, QUIET_STONES);
    q->scratch.count = 0;
    if (won)
        prove_threats(q, &p, -1, &last, BY_NO_MOVE);
    leave_edge(q, BY_ANY_MOVE);
    q->tree.node[at].stage = won ? ZONED : PASSING;
    if (won) {
        keep_answer(q, at, &wide);
        add_replies(q, at, &zone);
        try_replies(q, at);
    } else if (q->passes + 1 < QUIET_PASSES)
        add_edge(q, at, BY_ANY_MOVE, 1);
    else
        decide(q, at, false);
}

/* A pass is won: what else is there to look at? */
static void look_behind_pass(struct quest *q, int at)
{
    struct set zone = no_points;
    struct proving p = {.h = q->h, .proof = &q->scratch, .zone = &zone};
    int pass = q->tree.edge[q->tree.node[at].first].to, last = -1;
    q->scratch.count = 0;
    enter_edge(q, BY_ANY_MOVE);
    prove_attacker(q, &p, pass, -1, &last, BY_NO_MOVE);
    leave_edge(q, BY_ANY_MOVE);
    keep_answer(q, at, &zone);
    q->tree.node[at].stage = PASSED;
    q->tree.node[at].count = 0;
    add_edge(q, at, BY_ANY_MOVE, 1);
    add_replies(q, at, &zone);
}

static void look_at_node(struct quest *q, int at)
{
    if (q->tree.node[at].stage == PASSING)
        look_behind_pass(q, at);
    else if (q->at.side == q->attacker)
        look_at_attack(q, at);
    else
        look_at_defence(q, at);
}

/* Numbers of a node by those below. While a pass is looked at, the replies are still to come. */
static bool renew_node(struct quest *q, int at)
{
    struct by_andor_node *node = &q->tree.node[at];
    if (node->stage != PASSING)
        return by_andor_renew(&q->tree, at, node->stage == PASSED ? QUIET_ALIKE : 2);
    const struct by_andor_node *pass = &q->tree.node[q->tree.edge[node->first].to];
    node->refute = pass->refute == BY_ANDOR_ENDLESS ? 1 : pass->refute;
    node->proof = pass->refute == 0 ? BY_ANDOR_ENDLESS : pass->proof + QUIET_PASSED;
    return pass->refute == 0;
}

/* Whether there is something new to find out about the node itself. */
static bool is_to_be_looked_at(const struct quest *q, int at)
{
    const struct by_andor_node *node = &q->tree.node[at];
    return node->stage == NEW || node->stage == TRIED ||
           (node->stage == PASSING && q->tree.node[q->tree.edge[node->first].to].proof == 0);
}

/* --- the search ---------------------------------------------------------------------------------- */

/* Down to the node that matters most, and back with what is found there. */
static void go_on(struct quest *q)
{
    int path[QUIET_PLIES], length = 0, at = 0;
    by_move moved[QUIET_PLIES];
    q->guide = 0;
    while (!is_to_be_looked_at(q, at) && !renew_node(q, at)) {
        const struct by_andor_edge *edge = by_andor_best(&q->tree, at);
        if (q->tree.node[at].stage == PASSED && edge->move != BY_ANY_MOVE)
            q->guide = reply_key(q, edge->move) ^ PASS_KEY * (uint64_t)(q->passes + 1);
        path[length] = at;
        moved[length++] = edge->move;
        enter_edge(q, edge->move);
        at = edge->to;
    }
    if (is_to_be_looked_at(q, at))
        look_at_node(q, at);
    (void)renew_node(q, at);
    while (length > 0) {
        leave_edge(q, moved[--length]);
        (void)renew_node(q, path[length]);
        const struct by_andor_node *node = &q->tree.node[path[length]];
        if (node->any && node->proof == 0)
            q->won[moved[length]]++;
    }
}

static bool is_decided(const struct quest *q)
{
    return q->tree.node[0].proof == 0 || q->tree.node[0].refute == 0;
}

static enum by_status search_quietly(struct quest *q, struct by_error *err)
{
    uint64_t most_nodes = q->asked->most_nodes;
    struct proving p = {.h = q->h, .proof = &q->asked->proof};
    int last = -1;
    q->kept = calloc(QUIET_NODES, sizeof *q->kept);
    if (!q->kept || !by_andor_open(&q->tree, QUIET_NODES))
        return by_fail_memory(err, QUIET_NODES * sizeof *q->tree.node);
    (void)by_andor_find(&q->tree, quiet_key(q), true, 1);
    while (!q->failed && !is_decided(q) && on_stones(q, 0))
        go_on(q);
    if (q->failed || q->tree.node[0].proof > 0)
        return BY_OK; /* not found, which says little */
    q->asked->proof.count = 0;
    q->asked->most_nodes = UINT64_MAX; /* it is there: only the time may end it now */
    prove_attacker(q, &p, 0, -1, &last, BY_NO_MOVE);
    q->asked->most_nodes = most_nodes;
    if (q->failed)
        return by_fail(err, BY_NO_MEMORY, "the win is there, but its tree has more than %d nodes",
                       q->asked->proof.most);
    q->asked->found = q->stopped ? BY_THREATS_OPEN : BY_THREATS_WIN;
    q->asked->won_by = BY_THREATS_QUIET;
    return BY_OK;
}

/* There is no win by threats alone that was found. */
static enum by_status quiet_win(struct hunt *h, const struct gomoku *gomoku, struct by_threats *t,
                                struct by_error *err)
{
    struct quest *q = calloc(1, sizeof *q);
    if (!q)
        return by_fail_memory(err, sizeof *q);
    *q = (struct quest){
        .h = h, .asked = t, .at = *gomoku, .attacker = gomoku->side, .nodes = t->nodes};
    q->scratch.most = t->proof.most;
    t->found = BY_THREATS_OPEN;
    h->tell = on_stones;
    h->context = q;
    enum by_status status = search_quietly(q, err);
    t->nodes = q->nodes;
    for (int i = 0; q->kept && i < q->tree.count; i++) {
        if (q->kept[i])
            by_win_tree_free(&q->kept[i]->proof);
        free(q->kept[i]);
    }
    free(q->kept);
    by_andor_close(&q->tree);
    by_win_tree_free(&q->scratch);
    free(q);
    return status;
}

/* --- the slot ---------------------------------------------------------------------------------- */

/* `groups` of entries for so many bytes, a power of two. */
static size_t groups_in(size_t bytes)
{
    size_t groups = 1;
    while (2 * groups * HUNT_GROUP * sizeof(struct by_hunt_entry) <= bytes)
        groups *= 2;
    return groups;
}

static enum by_status make_proof(struct hunt *h, struct by_threats *t, struct by_error *err)
{
    struct proving p = {.h = h, .proof = &t->proof};
    int last = -1;
    uint64_t found_by = h->nodes;
    h->gave_up = false;
    h->most_nodes = UINT64_MAX; /* what is missing is searched again: it was found before */
    t->proof.count = 0;
    prove_answer(&p, -1, &last, BY_NO_MOVE);
    h->nodes = found_by;
    return p.failed
               ? by_fail(err, BY_NO_MEMORY, "the win is there, but its tree has more than %d nodes",
                         t->proof.most)
               : BY_OK;
}

/* Fours alone come first, with a small share of the nodes: such wins are shorter. */
static enum by_status hunt_and_prove(struct hunt *h, const struct gomoku *gomoku,
                                     struct by_threats *t, struct by_error *err)
{
    by_move move;
    bool quiet = t->kind == BY_THREATS_QUIET;
    uint64_t share = t->kind > BY_THREATS_FOURS ? t->most_nodes / 16 : t->most_nodes;
    enum outlook outlook = hunt_from(h, gomoku, false, share, &move);
    t->nodes = h->nodes;
    t->won_by = BY_THREATS_FOURS;
    if (outlook != WON && t->kind > BY_THREATS_FOURS) {
        outlook = hunt_from(h, gomoku, true, quiet ? share : t->most_nodes - t->nodes, &move);
        t->nodes += h->nodes;
        t->won_by = BY_THREATS_THREES;
    }
    if (outlook != WON && quiet)
        return quiet_win(h, gomoku, t, err);
    t->found = outlook == WON    ? BY_THREATS_WIN
               : outlook == LOST ? BY_THREATS_NONE
                                 : BY_THREATS_OPEN;
    return outlook == WON ? make_proof(h, t, err) : BY_OK;
}

static enum by_status threats(const struct by_rules *rules, const void *position,
                              struct by_threats *t, struct by_error *err)
{
    size_t groups = groups_in(t->memory);
    struct hunt *h = calloc(1, sizeof *h);
    struct by_hunt_entry *table = calloc(groups * HUNT_GROUP, sizeof *table);
    struct by_line_changes *lines =
        aligned_alloc(_Alignof(struct by_line_changes), LINES_KEPT * sizeof *lines);
    enum by_status status = BY_OK;
    const struct by_gomoku_shape *shape = rules->data;
    if (t->kind == BY_THREATS_QUIET && shape->rule == BY_GOMOKU_RENJU) {
        status = by_fail(err, BY_BAD_INPUT,
                         "quiet moves are not looked at in Renju, where a stone "
                         "matters from afar");
    } else if (!h || !table || !lines) {
        status = by_fail_memory(err, groups * HUNT_GROUP * sizeof *table);
    } else {
        memset(lines, 0, LINES_KEPT * sizeof *lines);
        *h =
            (struct hunt){.rules = rules, .table = table, .table_mask = groups - 1, .lines = lines};
        h->tell = t->tell;
        h->context = t->context;
        status = hunt_and_prove(h, position, t, err);
    }
    free(lines);
    free(table);
    free(h);
    return status;
}
