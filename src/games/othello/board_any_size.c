/* Othello on 4x4, 6x6 and 10x10. */
#include "games/othello/kernel_any_tmpl.h"

#define TABLE by_othello_any_size
#include "games/othello/board_tmpl.h"
