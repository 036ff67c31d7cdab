/* Othello on 8x8, for any machine. */
#include "games/othello/kernel_8x8_tmpl.h"

#define LANES 1
#define TABLE by_game_othello
#include "games/othello/board_tmpl.h"
