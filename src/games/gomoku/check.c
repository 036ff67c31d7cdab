/* check.c: looks whether a proof of a win holds, by playing every legal reply at every node on a
 * plain array. It knows the rules (five, and Renju's forbidden points as naive.c finds them) and
 * nothing else: no patterns, no threats, nothing of how the proof was found.
 *
 * A row is only looked for through the stone that was just placed, and whether X may play on a point
 * is only asked where it matters: a reply that is answered well needs not be legal. */
#include "games/gomoku/gomoku.h"
#include "games/win_tree.h"

#include <string.h>

struct check {
    const struct by_rules *rules;
    const struct by_win_tree *proof;
    struct by_grid grid;
    int winner;
    uint64_t nodes;
    int path_length; /* moves on the board since the root */
    by_move path[BY_GOMOKU_CELLS_MAX];
    const char *wrong; /* what; NULL: nothing so far */
    int wrong_length;  /* and where */
    by_move wrong_path[BY_GOMOKU_CELLS_MAX];
};

static const char letters[] = "XO";

static void put(struct check *c, int at, int player)
{
    c->grid.cell[at] = letters[player];
    c->path[c->path_length++] = at;
    c->nodes++;
}

static void take(struct check *c)
{
    c->grid.cell[c->path[--c->path_length]] = '.';
}

/* Own stones beyond `at` in one direction. */
static int stones_beyond(const struct by_grid *grid, int at, int dx, int dy)
{
    int x = at % grid->width + dx, y = at / grid->width + dy, count = 0;
    for (; x >= 0 && y >= 0 && x < grid->width && y < grid->height; x += dx, y += dy, count++)
        if (grid->cell[y * grid->width + x] != grid->cell[at])
            break;
    return count;
}

static bool has_won(const struct check *c, int at, int player)
{
    static const int dx[] = {1, 0, 1, -1}, dy[] = {0, 1, 1, 1};
    bool exact = by_gomoku_is_exact(c->rules, player);
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++) {
        int row = 1 + stones_beyond(&c->grid, at, dx[d], dy[d]) +
                  stones_beyond(&c->grid, at, -dx[d], -dy[d]);
        if (exact ? row == 5 : row >= 5)
            return true;
    }
    return false;
}

static bool is_legal(struct check *c, int at, int player)
{
    c->grid.side = player;
    return at >= 0 && at < c->grid.width * c->grid.height &&
           by_gomoku_may_play(c->rules, &c->grid, at);
}

/* The first thing that is wrong, with the moves that lead there. */
static bool fails(struct check *c, const char *what)
{
    if (!c->wrong) {
        c->wrong = what;
        c->wrong_length = c->path_length;
        memcpy(c->wrong_path, c->path, sizeof c->path);
    }
    return false;
}

static bool check_answer(struct check *c, int node);

/* One reply: it makes no five, and there is a good answer to it. */
static bool check_reply(struct check *c, int at, int node)
{
    bool good;
    put(c, at, !c->winner);
    if (has_won(c, at, !c->winner))
        good = fails(c, "the opponent has five");
    else
        good = node > 0 ? check_answer(c, node) : fails(c, "there is no answer");
    take(c);
    return good;
}

/* Which node answers which reply; `any` answers all others. */
static int32_t list_answers(const struct check *c, int node, int32_t answer[BY_GOMOKU_CELLS_MAX])
{
    const struct by_win_node *nodes = c->proof->node;
    int32_t any = 0;
    memset(answer, 0, BY_GOMOKU_CELLS_MAX * sizeof *answer);
    for (int32_t i = nodes[node].child; i != 0; i = nodes[i].next) {
        if (nodes[i].reply == BY_ANY_MOVE)
            any = i;
        else if (nodes[i].reply >= 0 && nodes[i].reply < c->grid.width * c->grid.height)
            answer[nodes[i].reply] = i;
    }
    return any;
}

/* A reply that has no good answer must be one that is not legal; and there must be a legal one, or
 * the game is a draw. */
static bool check_replies(struct check *c, int node)
{
    int32_t answer[BY_GOMOKU_CELLS_MAX], any = list_answers(c, node, answer);
    bool some = false;
    for (int at = 0; at < c->grid.width * c->grid.height; at++) {
        if (c->grid.cell[at] != '.')
            continue;
        bool good = check_reply(c, at, answer[at] ? answer[at] : any);
        if (some && good)
            continue;
        bool legal = is_legal(c, at, !c->winner);
        if (legal && !good)
            return false;
        c->wrong = NULL;
        some = some || legal;
    }
    return some || fails(c, "the opponent has no move, which is a draw");
}

static bool check_answer(struct check *c, int node)
{
    by_move answer = c->proof->node[node].answer;
    if (!is_legal(c, answer, c->winner))
        return fails(c, "the answer is no legal move");
    put(c, answer, c->winner);
    bool good = has_won(c, answer, c->winner) || check_replies(c, node);
    take(c);
    return good;
}

static enum by_status tell_wrong(const struct check *c, struct by_error *err)
{
    char buffer[160];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    for (int i = 0; i < c->wrong_length && i < 24; i++) {
        int at = c->wrong_path[i];
        by_text_add(&text, i > 0 ? " " : "");
        by_grid_write_point(at % c->grid.width, at / c->grid.width, true, &text);
    }
    if (c->wrong_length > 24)
        by_text_add(&text, " ...");
    return by_fail(err, BY_FAILED, "the proof does not hold: after '%s' %s", buffer, c->wrong);
}

enum by_status by_gomoku_check_proof(const struct by_rules *rules, const void *position,
                                     const struct by_win_tree *proof, uint64_t *nodes,
                                     struct by_error *err)
{
    struct check c = {.rules = rules, .proof = proof};
    struct by_board_view view;
    rules->game->board->look(rules, position, &view);
    by_board_to_grid(rules, &view, &c.grid);
    c.winner = view.side;
    *nodes = 0;
    if (!by_win_tree_is_sound(proof))
        return by_fail(err, BY_BAD_INPUT, "the proof is no tree");
    if (rules->game->over(rules, position))
        return by_fail(err, BY_BAD_INPUT, "the game is over: there is nothing to prove");
    bool good = check_answer(&c, 0);
    *nodes = c.nodes;
    return good ? BY_OK : tell_wrong(&c, err);
}
