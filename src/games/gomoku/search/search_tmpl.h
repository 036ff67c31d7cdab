/* search_tmpl.h: Gomoku's own search on one size of board; a part of board_tmpl.h. */
#include "games/gomoku/search/worker.h"
#include <stdlib.h>

#include "games/gomoku/search/worker_tmpl.h"

#include "games/gomoku/search/vcf_tmpl.h"

#include "games/gomoku/search/moves_tmpl.h"

#include "games/gomoku/search/pvs_tmpl.h"

#include "games/gomoku/search/root_tmpl.h"
