/* threat_search_tmpl.h: the search for a win by threats: proof-number search, depth first (Nagai's
 * df-pn), over the lists of threat_tmpl.h; a part of board_tmpl.h.
 *
 * Every position has two numbers: `proof`, how much there still is to show for a win, and `refute`,
 * how much for there being none. The attacker needs one of his moves: the least proof of them, and
 * refutations of all. Of what "all" take, only the largest is counted and one for each other: fours
 * can be made in any order, so the same work stands behind many of them. Positions only gain
 * stones, so nothing comes back, and what the table says holds wherever the position is met.
 *
 * The table may be kept from one question to the next, also for other positions; keys tell who
 * attacks, and with what. */
#include "games/gomoku/threat_tmpl.h"

#define HUNT_PLIES   200   /* of a line */
#define HUNT_ENDLESS 60000 /* numbers stay below it unless they say: never */
#define HUNT_GROUP   4
#define HUNT_PULSE   1024 /* nodes between two looks at the clock of who asked */

struct by_hunt_entry {
    uint64_t key;
    uint32_t work; /* nodes below it */
    uint16_t proof, refute;
};

struct bounds {
    uint32_t proof, refute;
};

struct branch {
    by_move move;
    struct bounds b;
};

static const struct bounds hunt_won = {0, HUNT_ENDLESS}, hunt_lost = {HUNT_ENDLESS, 0};

/* --- the table ---------------------------------------------------------------------------- */

static inline uint64_t hunt_key(const struct hunt *h, uint64_t key)
{
    return (key ^ UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(1 + 2 * h->attacker + h->threes)) | 1;
}

static bool recall(const struct hunt *h, uint64_t key, struct bounds *out)
{
    const struct by_hunt_entry *group = &h->table[(key >> 20 & h->table_mask) * HUNT_GROUP];
    for (int i = 0; i < HUNT_GROUP; i++) {
        if (group[i].key == key) {
            *out = (struct bounds){group[i].proof, group[i].refute};
            return true;
        }
    }
    return false;
}

/* In the place of the same position, or of that which cost least. */
static void remember(struct hunt *h, uint64_t key, struct bounds b, uint64_t work)
{
    struct by_hunt_entry *group = &h->table[(key >> 20 & h->table_mask) * HUNT_GROUP];
    struct by_hunt_entry *place = group;
    for (int i = 0; i < HUNT_GROUP; i++) {
        if (group[i].key == key) {
            place = &group[i];
            break;
        }
        if (group[i].work < place->work)
            place = &group[i];
    }
    *place = (struct by_hunt_entry){key, work < UINT32_MAX ? (uint32_t)work : UINT32_MAX,
                                    (uint16_t)b.proof, (uint16_t)b.refute};
}

/* --- stones ------------------------------------------------------------------------------- */

static void count_move(struct hunt *h)
{
    h->at.side ^= 1;
    h->nodes++;
    if (h->nodes >= h->most_nodes ||
        (h->tell && h->nodes % HUNT_PULSE == 0 && !h->tell(h->context, h->nodes)))
        h->gave_up = true;
}

static void enter_move(struct hunt *h, int action)
{
    change_stone(h->rules->data, &h->at, action, h->at.side, STONE + h->at.side);
    count_move(h);
}

static void leave_move(struct hunt *h, int action)
{
    h->at.side ^= 1;
    change_stone(h->rules->data, &h->at, action, h->at.side, EMPTY);
}

/* --- the search --------------------------------------------------------------------------- */

static uint64_t key_after(const struct hunt *h, int action)
{
    const struct by_gomoku_shape *shape = h->rules->data;
    return hunt_key(h, h->at.key ^ shape->key[h->at.side][shape->spot[action]]);
}

/* What is known of the moves; a three leaves more answers than a four. */
static void fill_branches(const struct hunt *h, const struct choices *choices,
                          struct branch *branch)
{
    bool attacks = h->at.side == h->attacker;
    for (int i = 0; i < choices->count; i++) {
        int move = choices->move[i];
        branch[i].move = move;
        branch[i].b =
            (struct bounds){attacks && is_in(&h->at.threat[h->attacker][3], move) ? 3 : 1, 1};
        (void)recall(h, key_after(h, move), &branch[i].b);
    }
}

/* The numbers of a position by those of its moves, seen by who is to move: `need` is the proof
 * where the attacker moves, and the refutation where the opponent does. */
struct pair_of {
    uint32_t need, deny;
};

static inline struct pair_of seen_by(struct bounds b, bool attacks)
{
    return attacks ? (struct pair_of){b.proof, b.refute} : (struct pair_of){b.refute, b.proof};
}

static inline struct bounds bounds_of(struct pair_of p, bool attacks)
{
    return attacks ? (struct bounds){p.need, p.deny} : (struct bounds){p.deny, p.need};
}

/* Sums up; `best` is the move that needs least, `second` what the next one needs. */
static struct pair_of sum_up(const struct branch *branch, int count, bool attacks, int *best,
                             uint32_t *second, uint32_t *others)
{
    uint32_t least = HUNT_ENDLESS, largest = 0, open = 0;
    *best = 0;
    *second = HUNT_ENDLESS;
    for (int i = 0; i < count; i++) {
        struct pair_of p = seen_by(branch[i].b, attacks);
        if (p.need < least) {
            *second = least;
            least = p.need;
            *best = i;
        } else if (p.need < *second) {
            *second = p.need;
        }
        largest = p.deny > largest ? p.deny : largest;
        open += p.deny > 0;
    }
    *others = open > 0 ? open - 1 : 0;
    uint32_t deny = largest + *others;
    if (largest < HUNT_ENDLESS && deny >= HUNT_ENDLESS)
        deny = HUNT_ENDLESS - 1;
    return (struct pair_of){least, deny < HUNT_ENDLESS ? deny : HUNT_ENDLESS};
}

static struct bounds explore(struct hunt *h, struct bounds limit, int ply);

/* Goes on with the best move, again and again, until a number passes its limit. */
static struct bounds explore_moves(struct hunt *h, struct branch *branch, int count,
                                   struct bounds limit, int ply)
{
    bool attacks = h->at.side == h->attacker;
    struct pair_of most = seen_by(limit, attacks);
    struct trail trail; /* a stone is taken back by notes: the same nodes, an eighth less time */
    for (;;) {
        int best;
        uint32_t second, others;
        struct pair_of now = sum_up(branch, count, attacks, &best, &second, &others);
        if (now.need == 0 || now.deny == 0 || now.need >= most.need || now.deny >= most.deny ||
            h->gave_up)
            return bounds_of(now, attacks);
        uint32_t next = second + second / 4 + 1;
        struct pair_of below = {next < most.need ? next : most.need, most.deny - others};
        int move = branch[best].move;
        put_noting(h->rules->data, &h->at, move, h->at.side, &trail, h->lines);
        count_move(h);
        branch[best].b = explore(h, bounds_of(below, attacks), ply + 1);
        h->at.side ^= 1;
        put_back(h->rules->data, &h->at, move, h->at.side, &trail);
    }
}

/* The numbers of the position, better than they were or past a limit. */
static struct bounds explore(struct hunt *h, struct bounds limit, int ply)
{
    struct choices choices;
    struct branch branch[CELLS];
    uint64_t key = hunt_key(h, h->at.key), before = h->nodes;
    enum outlook outlook = look_around(h, &choices);
    if (outlook == OPEN && ply >= HUNT_PLIES) {
        h->cut = true;
        outlook = LOST;
    }
    struct bounds b = outlook == WON ? hunt_won : hunt_lost;
    if (outlook == OPEN) {
        fill_branches(h, &choices, branch);
        b = explore_moves(h, branch, choices.count, limit, ply);
    }
    remember(h, key, b, h->nodes - before);
    return b;
}

/* --- for the game's own search --------------------------------------------------------------- */

/* Whether there is anything at all to begin with: costs nothing. */
static inline bool may_hunt(const struct gomoku *gomoku, bool threes)
{
    const struct set *mine = gomoku->threat[gomoku->side];
    return !is_none(&mine[0]) || !is_none(&mine[1]) || !is_none(&mine[2]) ||
           (threes && !is_none(&mine[3]));
}

/* A first move of a win that stands in the table or is there to be seen; -1: none. */
static int winning_move(const struct hunt *h)
{
    struct choices choices;
    const struct set *mine = h->at.threat[h->attacker];
    enum outlook outlook = look_for_attacker(h, &choices);
    if (outlook == WON)
        return is_none(&mine[0]) ? open_four_of(h, h->attacker) : first_of(&mine[0]);
    for (int i = 0; i < choices.count && outlook == OPEN; i++) {
        struct bounds b;
        if (recall(h, key_after(h, choices.move[i]), &b) && b.proof == 0)
            return choices.move[i];
    }
    return -1;
}

/* Looks for a win of the side to move in at most `most_nodes` stones. `h` has its rules, its table
 * and what to tell; the rest is filled in. WON: `*move` begins it. LOST: there is none by such
 * threats. OPEN: not found out. */
static enum outlook hunt_from(struct hunt *h, const struct gomoku *from, bool threes,
                              uint64_t most_nodes, by_move *move)
{
    h->nodes = 0;
    *move = -1;
    if (!may_hunt(from, threes))
        return LOST;
    h->at = *from;
    h->attacker = from->side;
    h->threes = threes;
    h->most_nodes = most_nodes;
    h->gave_up = h->cut = false;
    struct bounds b = explore(h, (struct bounds){HUNT_ENDLESS, HUNT_ENDLESS}, 0);
    if (b.proof == 0)
        *move = winning_move(h);
    if (b.proof == 0 && *move < 0)
        return OPEN; /* it has fallen out of the table */
    return b.proof == 0 ? WON : b.refute == 0 && !h->cut ? LOST : OPEN;
}
