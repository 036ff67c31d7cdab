/* review.h: a game looked at again, for `review` and for the end of a game in `play`. */
#ifndef BY_CLI_PLAY_REVIEW_H
#define BY_CLI_PLAY_REVIEW_H

#include "cli/cli.h"
#include "report/review.h"

/* Lets a player (NULL: the game's own) look at every move of a line, for so long at each position (0: by
 * its own limits), with a bar on a terminal. Ctrl-C ends it early. Returns an exit status; the review is
 * to be closed in any case. */
int by_cli_review(struct by_cli *cli, const struct by_line *line, const char *player,
                  double seconds, uint64_t seed, struct by_review *out);

#endif
