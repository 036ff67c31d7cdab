/* label_tmpl.h: leaves and what a deeper search says of them, for who fits the numbers of `points`. Only in
 * builds with BY_GOMOKU_LEAVES (tools/gomoku_points.c): there the file that the environment's variable of that
 * name names grows while games are played, by one process with one thread.
 *
 * A leaf is four numbers of 16 bits, the value, the evaluation, how many stones stand, how many codes follow,
 * and the codes of the empty points for both players, 10000 more for who is not to move. */
#ifdef BY_GOMOKU_LEAVES
#include <stdio.h>
#include <stdlib.h>

#define LEAVES_EVERY 600  /* one of so many, by its key */
#define LEAF_DEPTH   7    /* looked at so deep */
#define LEAF_NODES   2500 /* unless the depth before took so many */

static int list_codes(const struct worker *w, int16_t *out)
{
    const struct gomoku *g = &w->at;
    int count = 0;
    for (int i = 0; i < w->rules->width * w->rules->height; i++) {
        for (int player = 0; player < 2 && g->cell[w->shape->spot[i]] == EMPTY; player++) {
            int code = by_gomoku_code(g->pattern[i][player]);
            if (!by_gomoku_code_is_bare(code))
                out[count++] = (int16_t)(code + (player == g->side ? 0 : BY_GOMOKU_CODES));
        }
    }
    return count;
}

/* The work is not counted, so that the same games are played. */
static void label_leaf(struct worker *w)
{
    static FILE *file;
    const char *name = getenv("BY_GOMOKU_LEAVES");
    if (w->labelling || !name || (w->at.key >> 20) % LEAVES_EVERY != 0)
        return;
    uint64_t nodes = w->nodes, next_look = w->next_look;
    int value = 0;
    w->labelling = true;
    w->next_look = UINT64_MAX;
    for (int depth = 1; depth <= LEAF_DEPTH && w->nodes - nodes < LEAF_NODES; depth++)
        value = search(w, -INF, INF, depth);
    w->nodes = nodes;
    w->next_look = next_look;
    w->labelling = false;
    end_line(w);
    int16_t out[4 + 2 * CELLS] = {(int16_t)value, (int16_t)evaluate(w), (int16_t)w->at.stones};
    out[3] = (int16_t)list_codes(w, out + 4);
    if (!file)
        file = fopen(name, "ab");
    if (file)
        fwrite(out, sizeof *out, 4 + (size_t)out[3], file);
}
#endif
