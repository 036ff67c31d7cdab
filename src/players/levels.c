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

/* Whether an entry before this one has its name. */
static bool named_before(const struct by_game *game, int entry)
{
    for (int i = 0; i < entry; i++)
        if (by_same_text(levels[i].name, levels[entry].name) &&
            (!game || strcmp(levels[i].game, game->name) == 0))
            return true;
    return false;
}

void by_level_names(const struct by_game *game, struct by_text *out)
{
    for (int i = 0; i < COUNT; i++)
        if ((!game || strcmp(levels[i].game, game->name) == 0) && !named_before(game, i))
            by_text_format(out, "%s%s", out->length > 0 ? "|" : "", levels[i].name);
}
