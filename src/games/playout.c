/* Playouts that every game has. */
#include "games/game.h"

void by_playout_uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                        struct by_playout *out)
{
    const struct by_game *game = rules->game;
    out->length = 0;
    while (!game->over(rules, position)) {
        int count = game->moves(rules, position, out->scratch);
        by_move move = out->scratch[by_rng_below(rng, (uint32_t)count)];
        if (out->plies)
            out->plies[out->length] = (struct by_ply){move, game->side(rules, position)};
        out->length++;
        game->play(rules, position, move, NULL);
    }
    out->result = game->result(rules, position);
}

static const struct by_policy generic[] = {
    {"uniform", "every legal move equally likely, to the end of the game", by_playout_uniform},
    {0},
};

static const struct by_policy *find(const struct by_policy *list, const char *name)
{
    for (const struct by_policy *p = list; p && p->name; p++)
        if (!name || by_same_text(p->name, name))
            return p;
    return NULL;
}

const struct by_policy *by_policy_find(const struct by_rules *rules, const char *name)
{
    const struct by_policy *own = find(rules->game->policies, name);
    return own ? own : find(generic, name);
}

void by_policy_names(const struct by_rules *rules, struct by_text *out)
{
    for (const struct by_policy *p = rules->game->policies; p && p->name; p++)
        by_text_format(out, "%s|", p->name);
    for (const struct by_policy *p = generic; p->name; p++)
        if (!find(rules->game->policies, p->name))
            by_text_format(out, "%s%s", p == generic ? "" : "|", p->name);
}
