/* Boards up to about 7x8: a set is one word. */
#define WORDS 1
#define TABLE by_nogo_1_word
#include "games/nogo/board_tmpl.h"
