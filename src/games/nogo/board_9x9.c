/* The usual board, compiled for its size; the register knows NoGo by this table. */
#define WORDS 2
#define WIDTH 9
#define TABLE by_game_nogo
#include "games/nogo/board_tmpl.h"
