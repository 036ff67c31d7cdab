/* Boards with sides up to 15. The register knows Gomoku by this table. */
#define SIDE  15
#define TABLE by_game_gomoku
#include "games/gomoku/board_tmpl.h"
