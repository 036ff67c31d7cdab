/* listing.c: what games there are, for those who use the library (banyan.h). */
#include "games/game.h"

static bool list(struct by_listed *out, const char *name, const char *title, const char *summary)
{
    *out = (struct by_listed){.name = name, .title = title, .summary = summary};
    return true;
}

bool by_list_games(int index, struct by_listed *out)
{
    const struct by_game *game;
    for (int i = 0; index >= 0 && (game = by_game_at(i)); i++) {
        if (index-- == 0)
            return list(out, game->name, game->title, game->summary);
        for (const struct by_alias *a = game->aliases; a && a->name; a++)
            if (index-- == 0) {
                (void)list(out, a->name, a->title, game->summary);
                out->settings = a->settings;
                return true;
            }
    }
    return false;
}

bool by_list_game_options(const char *game, int index, struct by_listed_option *out)
{
    const struct by_alias *alias;
    const struct by_game *found = by_game_find(game, &alias);
    return found && !alias && by_option_listed(found->options, index, out);
}

bool by_list_evaluations(const char *game, int index, struct by_listed *out)
{
    const struct by_game *found = by_game_find(game, NULL);
    const struct by_eval *eval = found ? found->evals : NULL;
    for (; eval && eval->name && index > 0; index--)
        eval++;
    return index == 0 && eval && eval->name && list(out, eval->name, eval->name, eval->help);
}

bool by_list_playouts(const char *game, int index, struct by_listed *out)
{
    const struct by_game *found = by_game_find(game, NULL);
    const struct by_policy *policy = found && index >= 0 ? by_policy_at(found, index) : NULL;
    return policy && list(out, policy->name, policy->name, policy->help);
}
