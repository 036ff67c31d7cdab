/* Boards up to 13x16. */
#define WORDS 4
#define TABLE by_nogo_4_words
#include "games/nogo/board_tmpl.h"
