/* Playouts that every game has. */
#include "games/chance.h"

#include <string.h>

void by_playouts(const struct by_rules *rules, const struct by_policy *policy, const void *position,
                 int64_t count, struct by_rng *rng, struct by_totals *totals)
{
    if (policy->many) {
        policy->many(rules, position, count, rng, totals);
        return;
    }
    struct by_playout out = {.scratch = totals->scratch, .thinker = totals->thinker};
    for (int64_t i = 0; i < count; i++) {
        memcpy(totals->position, position, rules->position_size);
        policy->run(rules, totals->position, rng, &out);
        by_totals_add(totals, out.result, out.length);
    }
}

void by_playout_uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                        struct by_playout *out)
{
    const struct by_game *game = rules->game;
    out->length = 0;
    while (!game->over(rules, position)) {
        int count = game->moves(rules, position, out->scratch);
        by_move move = by_is_chance(rules, position)
                           ? by_chance_draw(rules, position, out->scratch, count, rng)
                           : out->scratch[by_rng_below(rng, (uint32_t)count)];
        if (out->plies)
            out->plies[out->length] = (struct by_ply){move, game->side(rules, position)};
        out->length++;
        game->play(rules, position, move, NULL);
    }
    out->result = game->result(rules, position);
}

void by_playout_cointoss(const struct by_rules *rules, void *position, struct by_rng *rng,
                         struct by_playout *out)
{
    out->length = 0;
    if (rules->game->over(rules, position))
        out->result = rules->game->result(rules, position);
    else
        out->result = by_rng_below(rng, 2) == 0 ? 1 : -1;
}

static const struct by_policy generic[] = {
    {.name = "uniform",
     .help = "every legal move equally likely, to the end of the game",
     .run = by_playout_uniform},
    {.name = "cointoss",
     .help = "no playout: either player wins, equally likely",
     .run = by_playout_cointoss,
     .early = true},
    {0},
};

/* Of games in which who cannot move loses. */
static const struct by_policy normal[] = {
    {.name = "mobility",
     .help = "the best a - b: moves taken from the opponent less moves taken from oneself",
     .run = by_playout_mobility},
    {.name = "mobility-full",
     .help = "the best a - b - a' + b', with what the opponent would take by the same move",
     .run = by_playout_mobility_full},
    {0},
};
static const struct by_policy none[] = {{0}};

static const struct by_policy *find(const struct by_policy *list, const char *name)
{
    for (const struct by_policy *p = list; p && p->name; p++)
        if (!name || by_same_before_colon(p->name, name))
            return p;
    return NULL;
}

const struct by_policy *by_policy_find(const struct by_rules *rules, const char *name)
{
    const struct by_game *game = rules->game;
    const struct by_policy *found = find(game->policies, name);
    found = found ? found : find(generic, name);
    return found ? found : find(game->normal_play ? normal : none, name);
}

const struct by_policy *by_policy_at(const struct by_game *game, int index)
{
    for (const struct by_policy *p = game->policies; p && p->name; p++)
        if (index-- == 0)
            return p;
    for (const struct by_policy *p = generic; p->name; p++)
        if (!find(game->policies, p->name) && index-- == 0)
            return p;
    for (const struct by_policy *p = game->normal_play ? normal : none; p->name; p++)
        if (!find(game->policies, p->name) && index-- == 0)
            return p;
    return NULL;
}

void by_policy_names(const struct by_rules *rules, struct by_text *out)
{
    const struct by_policy *policy;
    for (int i = 0; (policy = by_policy_at(rules->game, i)); i++)
        by_text_format(out, "%s%s", i > 0 ? "|" : "", policy->name);
}
