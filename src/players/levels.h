/* levels.h: players by how strong they shall be: "beginner", "medium", "master".
 *
 * One table, levels.def, says what a level of a game stands for; its name is a player wherever a spec
 * is read, with more options behind it where wanted. A name that the user has given to a player of his
 * own (named.h) goes before. */
#ifndef BY_PLAYERS_LEVELS_H
#define BY_PLAYERS_LEVELS_H

#include "games/game.h"

struct by_level {
    const char *game, *name;
    const char *spec;
};

/* The levels of a game, from the weakest; NULL past the last, or where it has none. */
const struct by_level *by_level_at(const struct by_game *game, int index);

/* The level of that name, in either case; NULL when the game has none such. `game` NULL: any game's. */
const struct by_level *by_level_find(const struct by_game *game, const char *name);

/* The names, separated by '|', behind what is there. `game` NULL: of all games, each once. */
void by_level_names(const struct by_game *game, struct by_text *out);

#endif
