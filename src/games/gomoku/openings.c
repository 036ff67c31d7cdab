/* openings.c: three stones that are worth the same to both sides, for swap2: black, white, black. */
#include "games/gomoku/gomoku.h"

/* As steps from the middle of the board; openings.def says how they were found. */
static const int8_t shapes[][3][2] = {
#define BY_GOMOKU_OPENING(x0, y0, x1, y1, x2, y2) {{x0, y0}, {x1, y1}, {x2, y2}},
#include "games/gomoku/openings.def"
#undef BY_GOMOKU_OPENING
};
#define SHAPES ((int)(sizeof shapes / sizeof *shapes))

static bool place(const struct by_rules *rules, const int8_t step[3][2], by_move *out)
{
    for (int i = 0; i < 3; i++) {
        int x = rules->width / 2 + step[i][0], y = rules->height / 2 + step[i][1];
        if (x < 0 || x >= rules->width || y < 0 || y >= rules->height)
            return false;
        out[i] = y * rules->width + x;
    }
    return true;
}

/* Those for which a small board has no room are left out. */
int by_gomoku_opening(const struct by_rules *rules, int index, by_move *out)
{
    for (int i = 0; i < SHAPES && index >= 0; i++)
        if (place(rules, shapes[i], out) && index-- == 0)
            return 3;
    return 0;
}
