/* Boards with sides up to 20. */
#define SIDE  20
#define TABLE by_gomoku_20
#include "games/gomoku/board_tmpl.h"
