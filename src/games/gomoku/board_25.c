#define SIDE  25
#define TABLE by_gomoku_25
#define VIEW  by_gomoku_view_25
#define SIZE  by_gomoku_size_25
#include "games/gomoku/board_tmpl.h"
