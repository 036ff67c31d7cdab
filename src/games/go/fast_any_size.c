/* Go on every other size. The register knows Go by this table: by_go_setup puts the one for the size
 * in its place. */
#define SIZE  0
#define TABLE by_game_go
#include "games/go/fast_tmpl.h"
