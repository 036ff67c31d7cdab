#include "games/win_tree.h"

#include <stdlib.h>

int by_win_tree_add(struct by_win_tree *proof, by_move reply, by_move answer)
{
    if (proof->count >= proof->most)
        return -1;
    if (proof->count == proof->room) {
        int room = proof->room > 0 ? 2 * proof->room : 64;
        struct by_win_node *more = realloc(proof->node, (size_t)room * sizeof *more);
        if (!more)
            return -1;
        proof->node = more;
        proof->room = room;
    }
    proof->node[proof->count] = (struct by_win_node){.reply = reply, .answer = answer};
    return proof->count++;
}

void by_win_tree_free(struct by_win_tree *proof)
{
    free(proof->node);
    *proof = (struct by_win_tree){.most = proof->most};
}

bool by_win_tree_is_sound(const struct by_win_tree *proof)
{
    int links = 0;
    for (int i = 0; i < proof->count; i++) {
        int32_t to[2] = {proof->node[i].child, proof->node[i].next};
        for (int k = 0; k < 2; k++) {
            if (to[k] != 0 && (to[k] <= i || to[k] >= proof->count))
                return false;
            links += to[k] != 0;
        }
    }
    return proof->count > 0 && proof->node[0].next == 0 && links == proof->count - 1;
}

/* Children stand behind their parents: from the back every height is known when it is asked for. */
static int *heights_of(const struct by_win_tree *proof)
{
    int *height = calloc((size_t)proof->count + 1, sizeof *height);
    for (int i = proof->count - 1; height && i >= 0; i--) {
        for (int at = proof->node[i].child; at != 0; at = proof->node[at].next)
            height[i] = height[at] > height[i] ? height[at] : height[i];
        height[i]++;
    }
    return height;
}

int by_win_tree_moves(const struct by_win_tree *proof)
{
    int *height = heights_of(proof), moves = height && proof->count > 0 ? height[0] : 0;
    free(height);
    return moves;
}

int by_win_tree_line(const struct by_win_tree *proof, by_move *out, int room)
{
    int *height = heights_of(proof), count = 0, at = 0;
    if (!height || proof->count == 0 || room < 1) {
        free(height);
        return 0;
    }
    out[count++] = proof->node[0].answer;
    while (proof->node[at].child != 0 && count + 2 <= room) {
        int best = proof->node[at].child;
        for (int i = best; i != 0; i = proof->node[i].next)
            best = height[i] > height[best] ? i : best;
        if (proof->node[best].reply == BY_ANY_MOVE)
            break;
        out[count++] = proof->node[best].reply;
        out[count++] = proof->node[best].answer;
        at = best;
    }
    free(height);
    return count;
}
