/* Boards up to about 10x10. */
#define WORDS 2
#define TABLE by_nogo_2_words
#include "games/nogo/board_tmpl.h"
