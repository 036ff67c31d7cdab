/* Races that are decided: a pawn that nobody can stop any more.
 *
 * `safe_run` asks whether a player has a pawn that reaches the far row whatever the opponent
 * does. It gives the opponent more than the rules do: every one of its pawns may use every one
 * of its moves, straight and diagonally, through whatever stands in the way. `reach` is the set
 * of squares a hostile pawn could then stand on, `run` the squares on which the runner could
 * stand unharmed. If the runner comes through all the same, and before any hostile pawn could
 * be on its own far row, the game is won; if not, nothing is said. The rest of the runner's
 * side stands still, and the runner walks around it.
 *
 * The idea of proving wins by races is from Saffidine, Jouandeau and Cazenave, "Solving
 * Breakthrough with race patterns and job-level proof number search" (2011), who use tables of
 * patterns. On 4x5 it leaves a proof-number search a thirteenth of the positions. */
#include "games/breakthrough/breakthrough.h"

static uint64_t shift(uint64_t set, int step)
{
    return step > 0 ? set << step : set >> -step;
}

/* The squares diagonally ahead, and straight ahead, of a set. */
static uint64_t diagonal(const struct by_rules *rules, int player, uint64_t set)
{
    const struct shape *shape = rules->data;
    int ahead = player == 0 ? rules->width : -rules->width;
    return (shift(set & shape->open[0], ahead - 1) | shift(set & shape->open[2], ahead + 1)) &
           shape->board;
}

static uint64_t straight(const struct by_rules *rules, int player, uint64_t set)
{
    const struct shape *shape = rules->data;
    return shift(set, player == 0 ? rules->width : -rules->width) & shape->board;
}

/* One move of the opponent: what it could have taken is lost, and it comes nearer. False when
 * the run is over: nobody is left to run, or the opponent may have arrived. */
static bool reply(const struct by_rules *rules, int opponent, uint64_t *run, uint64_t *reach)
{
    const struct shape *shape = rules->data;
    uint64_t taken = diagonal(rules, opponent, *reach);
    *run &= ~taken;
    *reach |= taken | straight(rules, opponent, *reach);
    return *run && !(*reach & shape->goal[opponent]);
}

static bool safe_run(const struct by_rules *rules, const struct breakthrough *bt, int player)
{
    const struct shape *shape = rules->data;
    uint64_t own = bt->pawns[player], run = own, reach = bt->pawns[!player];
    bool runs = player == bt->side || reply(rules, !player, &run, &reach);
    while (runs) {
        run =
            (diagonal(rules, player, run) & ~own) | (straight(rules, player, run) & ~own & ~reach);
        if (run & shape->goal[player])
            return true;
        runs = reply(rules, !player, &run, &reach);
    }
    return false;
}

bool by_breakthrough_race(const struct by_rules *rules, const void *position, int32_t *value)
{
    const struct breakthrough *bt = position;
    if (bt->winner >= 0)
        *value = bt->winner == bt->side ? 1 : -1;
    else if (safe_run(rules, bt, bt->side))
        *value = 1;
    else if (safe_run(rules, bt, !bt->side))
        *value = -1;
    else
        return false;
    return true;
}
