/* treesize.h: how large a game's tree is, counted no further than anybody would draw it. */
#ifndef BY_SEARCH_TEXTBOOK_TREESIZE_H
#define BY_SEARCH_TEXTBOOK_TREESIZE_H

#include "base/error.h"
#include "games/game.h"

struct by_treesize {
    int64_t nodes; /* of the tree `depth` plies deep, the root included */
    int depth;
    bool whole; /* all games end by then */
};

/* Counts the tree below `root`, `depth` plies deep; 0: to the end of every game. False: there are
 * more than `most` nodes. */
enum by_status by_treesize(const struct by_rules *rules, const void *root, int depth, int64_t most,
                           struct by_treesize *out, bool *fits, struct by_error *err);

/* The deepest tree with at most `most` nodes: the whole one, or so many plies. One ply always. */
enum by_status by_treesize_deepest(const struct by_rules *rules, const void *root, int64_t most,
                                   struct by_treesize *out, struct by_error *err);

#endif
