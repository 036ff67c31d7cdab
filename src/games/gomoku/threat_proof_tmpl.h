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
    bool failed;      /* out of memory, or of room, or of nodes */
    struct set *zone; /* where one stone more of the opponent could matter; NULL: nobody asks */
    struct set *wide; /* the same where there may be another one outside of `zone`; or NULL */
};

/* --- where a stone could matter ---------------------------------------------------------------
 *
 * A proof also holds with one more stone of the opponent on the board when that stone stands on no point
 * that the proof names and helps him to no four or five at its nodes. A four against a four of the
 * attacker is made too late; elsewhere he may need the stone and one stone more for it. Where another
 * one stands outside, too, rows matter that need it as well. */

static void add_to_zone(struct proving *p, by_move move)
{
    if (p->zone && move >= 0)
        put_in(p->zone, move, true);
    if (p->wide && move >= 0)
        put_in(p->wide, move, true);
}

/* The points where a stone of the opponent would make `least` or better. */
static void add_rows_to_zone(struct proving *p, int least)
{
    const struct by_gomoku_shape *shape = p->h->rules->data;
    for (int at = 0; p->zone && at < p->h->rules->width * p->h->rules->height; at++) {
        int best = best_of(p->h->at.pattern[at][!p->h->attacker]);
        if (p->h->at.cell[shape->spot[at]] != EMPTY)
            continue;
        if (best >= least)
            put_in(p->zone, at, true);
        if (p->wide && best >= least - (BY_GOMOKU_BLOCKED_FOUR - BY_GOMOKU_BLOCKED_THREE))
            put_in(p->wide, at, true);
    }
}

/* --- nodes --------------------------------------------------------------------------------- */

/* Puts a node behind the last child of `parent` (-1: it is the root); returns its number. */
static int add_node(struct proving *p, int parent, int *last, by_move reply, by_move answer)
{
    int at = by_win_tree_add(p->proof, reply, answer);
    add_to_zone(p, reply);
    add_to_zone(p, answer);
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
    bool wins = wins_at(&h->at, answer, h->attacker);
    add_rows_to_zone(p, wins ? BY_GOMOKU_FIVE : BY_GOMOKU_BLOCKED_FOUR);
    if (p->failed || wins)
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
    add_rows_to_zone(p, BY_GOMOKU_BLOCKED_FOUR);
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
    add_rows_to_zone(p, BY_GOMOKU_BLOCKED_THREE);
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
