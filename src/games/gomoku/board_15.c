#define SIDE  15
#define TABLE by_game_gomoku
#define VIEW  by_gomoku_view_15
#define SIZE  by_gomoku_size_15
#include "games/gomoku/board_tmpl.h"
