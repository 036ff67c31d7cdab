/* Tests of the evaluations: each equals a second reading of OTH table 4.2 and README.md, written
 * over the text of the position and nothing else of the game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"

/* OTH figure 6.3, typed from the page. */
static const int heuristic[2][8][8] = {
    {{500, -150, 30, 10, 10, 30, -150, 500},
     {-150, -250, 0, 0, 0, 0, -250, -150},
     {30, 0, 1, 2, 2, 1, 0, 30},
     {10, 0, 2, 16, 16, 2, 0, 10},
     {10, 0, 2, 16, 16, 2, 0, 10},
     {30, 0, 1, 2, 2, 1, 0, 30},
     {-150, -250, 0, 0, 0, 0, -250, -150},
     {500, -150, 30, 10, 10, 30, -150, 500}},
    {{100, -20, 10, 5, 5, 10, -20, 100},
     {-20, -50, -2, -2, -2, -2, -50, -20},
     {10, -2, -1, -1, -1, -1, -2, 10},
     {5, -2, -1, -1, -1, -1, -2, 5},
     {5, -2, -1, -1, -1, -1, -2, 5},
     {10, -2, -1, -1, -1, -1, -2, 10},
     {-20, -50, -2, -2, -2, -2, -50, -20},
     {100, -20, 10, 5, 5, 10, -20, 100}},
};

struct board {
    char cell[8][8];
    char me, you;
};

/* "......../.../... X": rows from the top. */
static struct board board_of(const char *text)
{
    struct board b = {.me = 'X', .you = 'O'};
    for (int y = 0; y < 8; y++) {
        memcpy(b.cell[y], text, 8);
        text += 9;
    }
    if (*text == 'O') {
        b.me = 'O';
        b.you = 'X';
    }
    return b;
}

static bool on_board(int x, int y)
{
    return x >= 0 && x < 8 && y >= 0 && y < 8;
}

/* OTH algorithm 2: from a free square over discs of the other to an own one. */
static bool encloses(const struct board *b, int x, int y, int dx, int dy, char own)
{
    int seen = 0;
    for (x += dx, y += dy; on_board(x, y); x += dx, y += dy, seen++) {
        if (b->cell[y][x] == '.')
            return false;
        if (b->cell[y][x] == own)
            return seen > 0;
    }
    return false;
}

static bool may_play(const struct board *b, int x, int y, char own)
{
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++)
            if ((dx || dy) && encloses(b, x, y, dx, dy, own))
                return true;
    return false;
}

static int count_moves(const struct board *b, char own)
{
    int count = 0;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            count += b->cell[y][x] == '.' && may_play(b, x, y, own);
    return count;
}

static int count_discs(const struct board *b, char own)
{
    int count = 0;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            count += b->cell[y][x] == own;
    return count;
}

static int by_weights(const struct board *b, int matrix)
{
    int sum = 0;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            sum += b->cell[y][x] == b->me    ? heuristic[matrix - 1][y][x]
                   : b->cell[y][x] == b->you ? -heuristic[matrix - 1][y][x]
                                             : 0;
    return sum;
}

static int by_discs(const struct board *b)
{
    return count_discs(b, b->me) - count_discs(b, b->you);
}

static int by_freedom(const struct board *b, int corner_weight)
{
    int corners = 0;
    for (int i = 0; i < 4; i++) {
        char disc = b->cell[i / 2 * 7][i % 2 * 7];
        corners += disc == b->me ? 1 : disc == b->you ? -1 : 0;
    }
    return count_moves(b, b->me) - count_moves(b, b->you) + corner_weight * corners;
}

struct phases {
    int opening, ending, corner, matrix;
};

/* Ply p of a game without passes puts down disc 4 + p. */
static int by_phase(const struct board *b, const struct phases *p)
{
    int discs = count_discs(b, 'X') + count_discs(b, 'O');
    if (64 - discs < p->ending)
        return by_discs(b);
    return discs - 4 < p->opening ? by_weights(b, p->matrix) : by_freedom(b, p->corner);
}

static void check(const struct by_rules *rules, const void *position, const char *name, int slow)
{
    int fast = by_eval_find(rules, name)->value(rules, position);
    if (fast != slow) {
        char text[128];
        struct by_text out = by_text_over(text, sizeof text);
        rules->game->write(rules, position, &out);
        fail_msg("%s of %s: %d, not %d", name, text, fast, slow);
    }
}

static void check_all(const struct by_rules *rules, const void *position, const struct phases *p)
{
    char text[128];
    struct by_text out = by_text_over(text, sizeof text);
    rules->game->write(rules, position, &out);
    struct board b = board_of(text);
    check(rules, position, "positional1", by_weights(&b, 1));
    check(rules, position, "positional2", by_weights(&b, 2));
    check(rules, position, "positional", by_weights(&b, p->matrix));
    check(rules, position, "matrix", by_weights(&b, p->matrix));
    check(rules, position, "absolute", by_discs(&b));
    check(rules, position, "mobility", by_freedom(&b, p->corner));
    check(rules, position, "mixed", by_phase(&b, p));
}

/* Positions of random games. */
static void compare(const char *settings, const struct phases *phases, long positions)
{
    struct by_rules *rules = open_rules("othello", settings);
    void *position = new_position(rules);
    by_move moves[64];
    struct by_rng rng;
    by_rng_init(&rng, 11, 0);
    rules->game->start(rules, position);
    for (long i = 0; i < positions; i++) {
        check_all(rules, position, phases);
        if (rules->game->over(rules, position)) {
            rules->game->start(rules, position);
            continue;
        }
        int count = rules->game->moves(rules, position, moves);
        rules->game->play(rules, position, moves[by_rng_below(&rng, (uint32_t)count)], NULL);
    }
    free(position);
    by_rules_close(rules);
}

static void evaluations_are_those_of_oth(void **state)
{
    (void)state;
    long positions = long_tests() ? 100000 : 20000;
    compare("", &(struct phases){22, 13, 10, 2}, positions);
    compare("matrix=1 opening=25 ending=16 corner=-3", &(struct phases){25, 16, -3, 1},
            positions / 4);
    compare("opening=20 ending=10 corner=0 naive=on", &(struct phases){20, 10, 0, 2},
            positions / 4);
}

/* Phases that overlap: the end goes before the opening, and none leaves mobility alone. */
static void phases_may_be_empty_or_everything(void **state)
{
    (void)state;
    compare("opening=0 ending=0", &(struct phases){0, 0, 10, 2}, 1000);
    compare("opening=100 ending=0", &(struct phases){100, 0, 10, 2}, 1000);
    compare("opening=100 ending=100", &(struct phases){100, 100, 10, 2}, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluations_are_those_of_oth),
        cmocka_unit_test(phases_may_be_empty_or_everything),
    };
    return cmocka_run_group_tests_name("othello evaluations", tests, NULL, NULL);
}
