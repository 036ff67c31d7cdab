/* gomocup_swap.c: the opening rule swap2.
 *
 * Whoever begins places three stones, black, white, black. The other takes black (SWAP), or white
 * with the fourth stone, or places two more and leaves the choice to the first. So stones that are
 * placed should be worth the same to both; a choice takes the better side.
 * Source: gomocup.org, "Experimental Tournament" 2020. */
#include "base/num.h"
#include "protocols/gomocup_engine.h"

#include <string.h>

#define EVEN  0.08 /* nearer to one half: nobody is better */
#define TRIED 6
#define PART  (1.0 / (TRIED + 2))

/* An evaluation that does not know its odds: GOM's scores, in which an open three has 1000. */
#define ODDS 1000
#define SURE 30.0 /* odds of e to so much are as good as certain */

/* The chance of the side to move, 0..1, by the last search. */
static double chance_of(const struct by_rules *rules, const struct by_decision *d)
{
    if (d->bound == BY_BOUND_NONE)
        return 0.5;
    if (d->scale == BY_SCALE_PROBABILITY)
        return d->value;
    if (d->proven)
        return d->value > 0 ? 1 : d->value < 0 ? 0 : 0.5;
    const struct by_eval *eval = by_eval_find(rules, d->eval);
    double log_odds = d->value / (eval && eval->odds > 0 ? eval->odds : ODDS);
    log_odds = log_odds > SURE ? SURE : log_odds < -SURE ? -SURE : log_odds;
    return 1 / (1 + by_exp(-log_odds));
}

static double lead(double chance)
{
    return chance < 0.5 ? 0.5 - chance : chance - 0.5;
}

/* Stones of black and white in turn; who is to move is `own` in them. */
static void put_turn(struct by_gomocup_stones *stones, by_move move)
{
    stones->stone[stones->count++].move = move;
    for (int i = 0; i < stones->count; i++)
        stones->stone[i].who = (stones->count - i) % 2 == 0 ? BY_GOMOCUP_OWN : BY_GOMOCUP_OTHER;
}

/* The chance of the side to move; false: the game is over there. */
static bool judge(struct by_gomocup *gomocup, const struct by_gomocup_stones *stones, double part,
                  double *chance)
{
    if (!by_gomocup_follow(gomocup, stones) || !by_gomocup_think(gomocup, part))
        return false;
    *chance = chance_of(gomocup->session->rules, &gomocup->session->decision);
    return true;
}

/* "7,7 8,7": stones from the `first` on. */
static void answer_stones(struct by_gomocup *gomocup, const struct by_gomocup_stones *stones,
                          int first)
{
    char text[128];
    struct by_text out = by_text_over(text, sizeof text);
    for (int i = first; i < stones->count; i++) {
        by_text_add(&out, i > first ? " " : "");
        by_gomocup_write_move(gomocup->session->rules, stones->stone[i].move, &out);
    }
    by_gomocup_say(gomocup, "%s", text);
}

/* The stones are the board from now on, black's or white's of them ours: a manager may go on with
 * TURN as well as with BOARD. */
static void keep(struct by_gomocup *gomocup, const struct by_gomocup_stones *stones, int own)
{
    gomocup->stones = *stones;
    for (int i = 0; i < stones->count; i++)
        gomocup->stones.stone[i].who = i % 2 == own ? BY_GOMOCUP_OWN : BY_GOMOCUP_OTHER;
}

/* The index-th of the game's own openings; false: it has no more. */
static bool place_opening(const struct by_rules *rules, int index, struct by_gomocup_stones *out)
{
    by_move moves[BY_OPENING_MOVES];
    int count = rules->game->opening(rules, index, moves);
    out->count = 0;
    for (int i = 0; i < count; i++)
        put_turn(out, moves[i]);
    return count == 3;
}

/* Of some openings, another part of the list each time, the one in which the sides are worth most
 * nearly the same. */
static void place_three(struct by_gomocup *gomocup)
{
    const struct by_rules *rules = gomocup->session->rules;
    struct by_gomocup_stones stones, best;
    double chance, least = 2;
    int all = 0;
    while (place_opening(rules, all, &stones))
        all++;
    if (all == 0) {
        by_gomocup_error(gomocup, "there is no opening for this board");
        return;
    }
    int first = (int)(gomocup->openings++ * TRIED % (unsigned)all);
    (void)place_opening(rules, first, &best);
    for (int i = 0; i < TRIED && i < all; i++) {
        (void)place_opening(rules, (first + i) % all, &stones);
        if (judge(gomocup, &stones, PART, &chance) && lead(chance) < least) {
            least = lead(chance);
            best = stones;
        }
    }
    keep(gomocup, &best, 0); /* who then plays the fourth stone leaves black to us */
    answer_stones(gomocup, &best, 0);
}

/* White's best, and the answer of black after which the sides are worth most nearly the same. */
static void place_two(struct by_gomocup *gomocup, struct by_gomocup_stones stones, by_move fourth)
{
    by_move tries[BY_GOMOKU_CELLS_MAX];
    double chance, least = 2;
    put_turn(&stones, fourth);
    struct by_gomocup_stones best = stones;
    if (by_gomocup_follow(gomocup, &stones)) {
        const struct by_session *session = gomocup->session;
        int count = by_gomoku_active(session->rules, by_line_position(session->line), tries);
        for (int i = 0; i < TRIED && i < count; i++) {
            struct by_gomocup_stones next = stones;
            put_turn(&next, tries[(2 * i + 1) * count / (2 * TRIED)]);
            if (judge(gomocup, &next, PART, &chance) && lead(chance) < least) {
                least = lead(chance);
                best = next;
            }
        }
    }
    if (best.count == stones.count)
        put_turn(&best, by_gomocup_any(gomocup, &stones));
    keep(gomocup, &best, 0);
    answer_stones(gomocup, &best, 3);
}

static void choose_side(struct by_gomocup *gomocup, struct by_gomocup_stones stones)
{
    double chance;
    int count = stones.count;
    if (!judge(gomocup, &stones, count == 3 ? PART : 1, &chance)) {
        by_gomocup_error(gomocup, "the game is over on this board");
        return;
    }
    by_move move = by_gomocup_sound(gomocup->session);
    if (count == 3 && lead(chance) < EVEN) {
        place_two(gomocup, stones, move);
    } else if (chance < 0.5) {
        keep(gomocup, &stones, 0);
        by_gomocup_say(gomocup, "SWAP");
    } else {
        put_turn(&stones, move);
        keep(gomocup, &stones, 1);
        answer_stones(gomocup, &stones, count);
    }
}

void by_gomocup_swap2(struct by_gomocup *gomocup, const struct by_gomocup_stones *stones)
{
    by_gomocup_seat(gomocup);
    if (stones->count == 0)
        place_three(gomocup);
    else if (stones->count == 3 || stones->count == 5)
        choose_side(gomocup, *stones);
    else
        by_gomocup_error(gomocup, "SWAP2BOARD has no, three or five stones, not %d", stones->count);
    by_gomocup_spend(gomocup);
}
