#define SIDE  20
#define TABLE by_gomoku_20
#define VIEW  by_gomoku_view_20
#define SIZE  by_gomoku_size_20
#include "games/gomoku/board_tmpl.h"
