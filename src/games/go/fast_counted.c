/* The fast board once more, with its work counted: what the others play is compiled without. */
#define SIZE    0
#define TABLE   by_go_fast_counted
#define COUNTED 1
#include "games/go/fast_tmpl.h"
