#include "players/levels.h"
#include "base/text.h"

#include <string.h>

static const struct by_level levels[] = {
#define BY_LEVEL(game, name, spec) {game, name, spec},
#include "players/levels.def"
#undef BY_LEVEL
};

#define COUNT ((int)(sizeof levels / sizeof levels[0]))

const struct by_level *by_level_at(const struct by_game *game, int index)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(levels[i].game, game->name) == 0 && index-- == 0)
            return &levels[i];
    return NULL;
}

const struct by_level *by_level_find(const struct by_game *game, const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (by_same_text(levels[i].name, name) &&
            (!game || strcmp(levels[i].game, game->name) == 0))
            return &levels[i];
    return NULL;
}
