/* threat_proof_tmpl.h: a win by threats as a tree that others can check (struct by_win_tree, game.h), and
 * the slot `threats`; a part of board_tmpl.h. The tree is made from what the search left in its
 * table; what has fallen out of it is searched once more. */
#include "base/error.h"
#include "games/gomoku/threat_search_tmpl.h"
#include "games/win_tree.h"

#include <stdlib.h>

struct proving {
    struct hunt *h;
    struct by_win_tree *proof;
    bool failed; /* out of memory, or of room, or of nodes */
};

/* --- nodes --------------------------------------------------------------------------------- */

/* Puts a node behind the last child of `parent` (-1: it is the root); returns its number. */
static int add_node(struct proving *p, int parent, int *last, by_move reply, by_move answer)
{
    int at = by_win_tree_add(p->proof, reply, answer);
    if (at < 0) {
        p->failed = true;
        return 0;
    }
    if (*last >= 0)
        p->proof->node[*last].next = at;
    else if (parent >= 0)
        p->proof->node[parent].child = at;
    *last = at;
    return at;
}

/* Five is next on two points: whatever the opponent does. */
static void add_two_ends(struct proving *p, int parent, by_move a, by_move b)
{
    int last = -1;
    add_node(p, parent, &last, a, b);
    add_node(p, parent, &last, BY_ANY_MOVE, a);
}

/* --- what the attacker plays ------------------------------------------------------------------ */

static int find_answer(struct proving *p)
{
    struct hunt *h = p->h;
    int answer = winning_move(h);
    if (answer >= 0)
        return answer;
    (void)explore(h, (struct bounds){HUNT_ENDLESS, HUNT_ENDLESS}, 0);
    answer = winning_move(h);
    p->failed = p->failed || answer < 0;
    return answer;
}

static void prove_replies(struct proving *p, int parent);

/* The attacker is to move after `reply`, and has a win. */
static void prove_answer(struct proving *p, int parent, int *last, by_move reply)
{
    struct hunt *h = p->h;
    int answer = p->failed ? -1 : find_answer(p);
    if (answer < 0)
        return;
    int at = add_node(p, parent, last, reply, answer);
    if (p->failed || wins_at(&h->at, answer, h->attacker))
        return;
    enter_move(h, answer);
    prove_replies(p, at);
    leave_move(h, answer);
}

/* --- what the opponent plays ------------------------------------------------------------------ */

static void prove_against_four(struct proving *p, int parent)
{
    struct hunt *h = p->h;
    struct set fives = h->at.threat[h->attacker][0];
    int must = first_of(&fives), last = -1;
    put_in(&fives, must, false);
    if (!is_none(&fives)) {
        add_two_ends(p, parent, must, first_of(&fives));
        return;
    }
    if (may_play_on(h, !h->attacker, must)) {
        enter_move(h, must);
        prove_answer(p, parent, &last, must);
        leave_move(h, must);
    }
    add_node(p, parent, &last, BY_ANY_MOVE, must);
}

/* One open four is the answer to whatever does not stop it and makes no four; all that might is
 * looked at. */
static void prove_against_three(struct proving *p, int parent)
{
    struct hunt *h = p->h;
    const struct set *theirs = h->at.threat[!h->attacker];
    struct choices replies = {.count = 0};
    by_move ends[2] = {0, 0};
    int four = open_four_of(h, h->attacker), last = -1;
    struct set stops = stops_of(h, h->attacker, four, ends);
    put_in(&stops, ends[0], true); /* a second row may be open still, but this one is not */
    put_in(&stops, ends[1], true);
    join(&stops, &theirs[1]);
    join(&stops, &theirs[2]);
    add_choices(h, &stops, &replies);
    for (int i = 0; i < replies.count && !p->failed; i++) {
        enter_move(h, replies.move[i]);
        prove_answer(p, parent, &last, replies.move[i]);
        leave_move(h, replies.move[i]);
    }
    int at = p->failed ? 0 : add_node(p, parent, &last, BY_ANY_MOVE, four);
    if (!p->failed)
        add_two_ends(p, at, ends[0], ends[1]);
}

static void prove_replies(struct proving *p, int parent)
{
    if (is_none(&p->h->at.threat[p->h->attacker][0]))
        prove_against_three(p, parent);
    else
        prove_against_four(p, parent);
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
    struct proving p = {h, &t->proof, false};
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
    uint64_t share = t->threes ? t->most_nodes / 16 : t->most_nodes;
    enum outlook outlook = hunt_from(h, gomoku, false, share, &move);
    t->nodes = h->nodes;
    t->fours = outlook == WON;
    if (outlook != WON && t->threes && !(h->gave_up && share == t->most_nodes)) {
        outlook = hunt_from(h, gomoku, true, t->most_nodes - t->nodes, &move);
        t->nodes += h->nodes;
    }
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
    if (!h || !table || !lines) {
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
