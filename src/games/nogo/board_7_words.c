/* All the others, up to 19x19. */
#define WORDS 7
#define TABLE by_nogo_7_words
#include "games/nogo/board_tmpl.h"
