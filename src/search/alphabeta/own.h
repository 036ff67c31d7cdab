/* own.h: a game's own exact search (the slot own_search) as a decision. */
#ifndef BY_SEARCH_ALPHABETA_OWN_H
#define BY_SEARCH_ALPHABETA_OWN_H

#include "search/search.h"

/* True where the slot speaks of this line: the game has one, and no rule looks back, for a position
 * alone does not tell what came before it. */
bool by_own_speaks(const struct by_line *line);

/* Asks it for the value of the job's position, with half of the nodes and of the time that there
 * are: the other half is for searching otherwise. True: it is the decision, work included. */
bool by_own_think(const struct by_job *job, struct by_decision *decision);

#endif
