/* Go on 7x7. */
#define SIZE  7
#define TABLE by_go_fast_7
#include "games/go/fast_tmpl.h"
