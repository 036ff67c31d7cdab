/* Go on 9x9. */
#define SIZE  9
#define TABLE by_go_fast_9
#include "games/go/fast_tmpl.h"
