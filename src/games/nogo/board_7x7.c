/* The paper's board, compiled for its size. */
#define WORDS 1
#define WIDTH 7
#define TABLE by_nogo_7x7
#define BATCHED
#include "games/nogo/board_tmpl.h"
