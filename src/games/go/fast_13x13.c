/* Go on 13x13. */
#define SIZE  13
#define TABLE by_go_fast_13
#include "games/go/fast_tmpl.h"
