/* Boards with sides up to 25. */
#define SIDE  25
#define TABLE by_gomoku_25
#include "games/gomoku/board_tmpl.h"
