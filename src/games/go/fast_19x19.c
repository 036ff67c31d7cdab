/* Go on 19x19. */
#define SIZE  19
#define TABLE by_go_fast_19
#include "games/go/fast_tmpl.h"
