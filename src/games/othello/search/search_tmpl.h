/* search_tmpl.h: Othello's own search, over a kernel. A file that includes a kernel, has count_last, defines
 * SEARCH and includes this is a whole search: its table of functions is called SEARCH. */
#include "games/othello/search/worker.h"
#include <stdlib.h>
#include <string.h>

#include "games/othello/search/worker_tmpl.h"

#include "games/othello/search/last_tmpl.h"

#include "games/othello/search/endgame_tmpl.h"

#include "games/othello/search/deep_tmpl.h"

#include "games/othello/search/root_tmpl.h"

const struct by_othello_kernel SEARCH = {.run = run};
