/* The question and its answer: df-pn itself.
 *
 * A position is searched until one of its numbers reaches its limit. It then goes down to the
 * move whose position has the least delta (the reply least able to hold out), with limits so
 * chosen that it comes back as soon as another move looks better. The numbers of a position
 * follow from those behind its moves: phi is their least delta, delta the sum of their phi.
 *
 * Two known refinements. A position met for the first time counts as many delta as it has
 * moves, since each would have to be refuted. And a move is left only when it looks worse
 * than the second best by half (Pawlewicz and Lew, "Improving depth-first PN-search: 1+epsilon
 * trick", 2006), so that less is forgotten and found again while changing sides.
 *
 * The numbers behind the moves of every position on the path are kept here, not only in the
 * table: each visit raises the delta of one move above another's, and a later look at the table
 * never lowers one again, so the search ends however small the table is. */
#include "search/proof/pns.h"
#include <stdlib.h>
#include <string.h>

/* The second best delta is passed by 1/EPSILON of itself. Of 1/2, 1/4, 1/8 and none, on
 * Breakthrough 5x5 with a table of 64M: 34.8, 35.2, 35.8 and 56.4 million positions. */
#define EPSILON 2

enum by_status by_pns_open(struct by_pns *pns, const struct by_rules *rules,
                           const struct by_pns_options *options, struct by_error *err)
{
    memset(pns, 0, sizeof *pns);
    size_t bytes = options->table_bytes ? options->table_bytes : BY_PNS_TABLE;
    enum by_status status = by_walk_open(&pns->walk, rules, err);
    if (status == BY_OK)
        status = by_proof_table_open(&pns->table, bytes, err);
    pns->symmetry = options->symmetry && rules->symmetry_count > 1;
    pns->theory = options->theory && rules->game->theory;
    pns->kid_room = (size_t)rules->max_moves;
    pns->kids = malloc(pns->kid_room * sizeof *pns->kids);
    pns->root_work = calloc((size_t)rules->max_moves, sizeof *pns->root_work);
    pns->image = malloc(rules->position_size);
    pns->here = malloc(rules->position_size);
    if (status == BY_OK && (!pns->kids || !pns->root_work || !pns->image || !pns->here))
        status = by_fail_memory(err, pns->kid_room * sizeof *pns->kids);
    if (status != BY_OK)
        by_pns_close(pns);
    return status;
}

void by_pns_close(struct by_pns *pns)
{
    if (pns->walk.rules)
        by_walk_close(&pns->walk);
    by_proof_table_close(&pns->table);
    free(pns->kids);
    free(pns->root_work);
    free(pns->image);
    free(pns->here);
    memset(pns, 0, sizeof *pns);
}

void by_pns_clear(struct by_pns *pns)
{
    by_proof_table_clear(&pns->table);
    pns->met_count = 0;
}

void by_pns_stand(struct by_pns *pns, const void *position)
{
    memcpy(pns->walk.stack, position, pns->walk.rules->position_size);
    pns->walk.ply = 0;
    pns->walk.move_top = 0;
    pns->root_count = 0;
    pns->root_moves = NULL;
}

/* --- one position ------------------------------------------------------------ */

static bool first_to_move(const struct by_pns *pns)
{
    const struct by_rules *rules = pns->walk.rules;
    return rules->game->side(rules, by_walk_position(&pns->walk)) == 0;
}

/* The position's key under the question. Of its images the smallest key counts: all of them
 * have the same smallest. */
static uint64_t key_here(struct by_pns *pns)
{
    const struct by_rules *rules = pns->walk.rules;
    const void *position = by_walk_position(&pns->walk);
    uint64_t key = rules->game->key(rules, position);
    for (int s = 1; pns->symmetry && s < rules->symmetry_count; s++) {
        rules->game->transform(rules, position, s, pns->image);
        uint64_t image = rules->game->key(rules, pns->image);
        key = image < key ? image : key;
    }
    key = by_mix64(key ^ by_mix64((uint64_t)pns->bound + 0x9e3779b97f4a7c15U));
    return key ? key : 1;
}

/* The result for the first player, where no search is needed. */
static bool known_here(const struct by_pns *pns, bool theory, int64_t *result)
{
    const struct by_rules *rules = pns->walk.rules;
    const void *position = by_walk_position(&pns->walk);
    int32_t value;
    if (rules->game->over(rules, position)) {
        *result = rules->game->result(rules, position);
        return true;
    }
    if (!theory || !rules->game->theory(rules, position, &value))
        return false;
    *result = rules->game->side(rules, position) == 0 ? value : -(int64_t)value;
    return true;
}

/* True when the side to move gets what it wants with this result: the first player wants the
 * question answered by yes, the second by no. */
static bool is_good(struct by_pns *pns, int64_t result)
{
    bool yes = result >= pns->bound;
    if (yes && result < pns->asked->above)
        pns->asked->above = result;
    if (!yes && result > pns->asked->below)
        pns->asked->below = result;
    return yes == first_to_move(pns);
}

static struct by_proof decided(bool good)
{
    return good ? (struct by_proof){0, BY_PROOF_INF} : (struct by_proof){BY_PROOF_INF, 0};
}

/* The position after a move, seen for the first time. */
static void look(struct by_pns *pns, struct by_pns_kid *kid)
{
    int64_t result;
    struct by_walk *walk = &pns->walk;
    if (known_here(pns, pns->theory, &result)) {
        walk->leaves++;
        struct by_proof proof = decided(is_good(pns, result));
        *kid = (struct by_pns_kid){0, proof.phi, proof.delta};
        return;
    }
    uint64_t key = key_here(pns);
    by_proof_table_fetch(&pns->table, key);
    size_t top = walk->move_top;
    int moves = by_walk_moves(walk);
    walk->move_top = top;
    *kid = (struct by_pns_kid){key, 1, moves > 0 ? (uint32_t)moves : 1};
}

static bool make_room(struct by_pns *pns)
{
    if (pns->walk.move_top <= pns->kid_room)
        return true;
    size_t room = pns->walk.move_room;
    struct by_pns_kid *more = realloc(pns->kids, room * sizeof *more);
    if (!more) {
        pns->walk.stopped = pns->walk.starved = true;
        return false;
    }
    pns->kids = more;
    pns->kid_room = room;
    return true;
}

/* Looks at the position behind each move, up to the first that wins at once. Returns how many
 * were looked at. */
static int expand(struct by_pns *pns, size_t first)
{
    struct by_walk *walk = &pns->walk;
    bool listed = walk->ply == 0 && pns->root_moves;
    int count = listed ? by_walk_root_moves(walk, pns->root_moves, pns->root_move_count)
                       : by_walk_moves(walk);
    if (!make_room(pns))
        return 0;
    for (int i = 0; i < count && !walk->stopped; i++) {
        struct by_pns_kid *kid = &pns->kids[first + (size_t)i];
        by_walk_down(walk, walk->moves[first + (size_t)i]);
        if (by_walk_count(walk))
            look(pns, kid);
        by_walk_up(walk);
        if (!walk->stopped && kid->delta == 0)
            return i + 1;
    }
    return count;
}

/* --- the search ------------------------------------------------------------------ */

/* The numbers of a position as its moves make them, and the move to go on with. */
struct choice {
    struct by_proof node;
    int best;
    uint32_t second; /* the least delta of the others */
};

/* Takes over what the table knows by now. After the first time a delta only grows, see above. */
static void refresh(const struct by_pns *pns, struct by_pns_kid *kid, bool first_time)
{
    if (kid->phi == 0 || kid->delta == 0)
        return;
    const struct by_proof_entry *entry = by_proof_table_find(&pns->table, kid->key);
    if (!entry)
        return;
    struct by_proof known = by_proof_of(entry);
    if (first_time || known.delta == 0 || known.delta > kid->delta) {
        kid->phi = known.phi;
        kid->delta = known.delta;
    }
}

static struct choice choose(struct by_pns *pns, size_t first, int count, bool first_time)
{
    struct choice choice = {{BY_PROOF_INF, 0}, 0, BY_PROOF_INF};
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        struct by_pns_kid *kid = &pns->kids[first + (size_t)i];
        refresh(pns, kid, first_time);
        if (kid->delta < choice.node.phi) {
            choice.second = choice.node.phi;
            choice.node.phi = kid->delta;
            choice.best = i;
        } else if (kid->delta < choice.second) {
            choice.second = kid->delta;
        }
        sum += kid->phi;
    }
    if (choice.node.phi == 0)
        choice.node.delta = BY_PROOF_INF;
    else /* a sum too large for the table is still no answer */
        choice.node.delta = sum < BY_PROOF_INF ? (uint32_t)sum : BY_PROOF_INF - 1;
    return choice;
}

/* How far the chosen move's position may be searched before another is to be looked at. */
static struct by_proof limit_below(const struct choice *choice, const struct by_pns_kid *kid,
                                   struct by_proof limit)
{
    uint64_t second = (uint64_t)choice->second + choice->second / EPSILON + 1;
    struct by_proof below = {BY_PROOF_INF, limit.phi};
    if (second < below.delta)
        below.delta = (uint32_t)second;
    if (limit.delta < BY_PROOF_INF)
        below.phi = limit.delta - (choice->node.delta - kid->phi);
    return below;
}

static struct by_proof search(struct by_pns *pns, size_t first, int count, struct by_proof limit);

/* Searches the position the walk stands on. */
static struct by_proof visit(struct by_pns *pns, uint64_t key, struct by_proof limit)
{
    struct by_walk *walk = &pns->walk;
    size_t first = walk->move_top;
    uint64_t before = walk->nodes;
    int count = expand(pns, first);
    struct by_proof found = {1, 1};
    if (!walk->stopped)
        found = search(pns, first, count, limit);
    walk->move_top = first;
    if (!walk->stopped)
        by_proof_table_store(&pns->table, key, found, walk->nodes - before);
    return found;
}

static struct by_proof search(struct by_pns *pns, size_t first, int count, struct by_proof limit)
{
    struct by_walk *walk = &pns->walk;
    struct choice choice = choose(pns, first, count, true);
    while (choice.node.phi < limit.phi && choice.node.delta < limit.delta) {
        size_t best = first + (size_t)choice.best;
        struct by_proof below = limit_below(&choice, &pns->kids[best], limit);
        uint64_t before = walk->nodes;
        by_walk_down(walk, walk->moves[best]);
        struct by_proof found = visit(pns, pns->kids[best].key, below);
        by_walk_up(walk);
        if (walk->ply == 0)
            pns->root_work[choice.best] += walk->nodes - before;
        if (walk->stopped)
            break;
        pns->kids[best].phi = found.phi;
        pns->kids[best].delta = found.delta;
        choice = choose(pns, first, count, false);
    }
    return choice.node;
}

/* --- the question ------------------------------------------------------------------ */

/* What was met under this question before: the table's entries rest on it. */
static void begin_question(struct by_pns *pns, int64_t least)
{
    const struct by_game *game = pns->walk.rules->game;
    int64_t bound = first_to_move(pns) ? least : 1 - least;
    if (bound == 0 && game->drawless && !game->has_margin)
        bound = 1; /* not to lose is to win */
    pns->bound = bound;
    for (int i = 0; i < pns->met_count; i++)
        if (pns->met[i].bound == bound) {
            pns->asked = &pns->met[i];
            return;
        }
    if (pns->met_count == BY_PNS_QUESTIONS)
        by_pns_clear(pns);
    pns->asked = &pns->met[pns->met_count++];
    *pns->asked = (struct by_pns_met){bound, INT64_MIN, INT64_MAX};
}

static enum by_answer answer_of(struct by_proof proof)
{
    if (proof.phi == 0)
        return BY_ANSWER_YES;
    return proof.delta == 0 ? BY_ANSWER_NO : BY_ANSWER_UNKNOWN;
}

/* The answer without a search, if there is one. */
static enum by_answer known_answer(struct by_pns *pns, uint64_t key)
{
    int64_t result;
    if (known_here(pns, pns->theory, &result))
        return answer_of(decided(is_good(pns, result)));
    const struct by_proof_entry *entry = by_proof_table_find(&pns->table, key);
    return entry ? answer_of(by_proof_of(entry)) : BY_ANSWER_UNKNOWN;
}

/* The moves stay behind for others to look at: walk->moves and kids, root_count of them. */
static struct by_proof search_root(struct by_pns *pns, uint64_t key)
{
    struct by_walk *walk = &pns->walk;
    uint64_t before = walk->nodes;
    int count = expand(pns, 0);
    if (walk->stopped)
        return (struct by_proof){1, 1};
    pns->root_count = count;
    struct by_proof found = search(pns, 0, count, (struct by_proof){BY_PROOF_INF, BY_PROOF_INF});
    if (!walk->stopped)
        by_proof_table_store(&pns->table, key, found, walk->nodes - before);
    return walk->stopped ? (struct by_proof){1, 1} : found;
}

enum by_answer by_pns_ask(struct by_pns *pns, int64_t least, by_move *move)
{
    struct by_walk *walk = &pns->walk;
    begin_question(pns, least);
    pns->root_count = 0;
    walk->move_top = 0;
    if (!by_walk_count(walk))
        return BY_ANSWER_UNKNOWN;
    uint64_t key = key_here(pns);
    enum by_answer answer = move ? BY_ANSWER_UNKNOWN : known_answer(pns, key);
    if (answer == BY_ANSWER_UNKNOWN)
        answer = answer_of(search_root(pns, key));
    for (int i = 0; move && answer == BY_ANSWER_YES && i < pns->root_count; i++)
        if (pns->kids[i].delta == 0)
            *move = walk->moves[i];
    return answer;
}

by_move by_pns_hardest(struct by_pns *pns, int64_t least)
{
    struct by_walk *walk = &pns->walk;
    begin_question(pns, least);
    walk->move_top = 0;
    int count = expand(pns, 0), hardest = 0;
    unsigned most = 0;
    for (int i = 0; i < count && !walk->stopped; i++) {
        const struct by_proof_entry *entry = by_proof_table_find(&pns->table, pns->kids[i].key);
        unsigned work = entry && pns->kids[i].key ? by_proof_work(entry) : 0;
        if (work > most) {
            most = work;
            hardest = i;
        }
    }
    return walk->stopped ? BY_NO_MOVE : walk->moves[hardest];
}

int64_t by_pns_tells(const struct by_pns *pns, enum by_answer answer)
{
    bool first = first_to_move(pns);
    bool passed = (answer == BY_ANSWER_YES) == first;
    int64_t result = passed ? pns->asked->above : pns->asked->below;
    return first ? result : -result;
}
