/* Tests of the fast boards against the naive one, on positions of random games and on stones thrown
 * at random. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/nogo/nogo.h"

/* One size as a fast board and as a naive one. */
struct pair {
    struct by_rules *fast, *naive;
    void *fast_position, *naive_position;
    by_move fast_moves[BY_NOGO_CELLS_MAX], naive_moves[BY_NOGO_CELLS_MAX];
    struct by_rng rng;
};

static void pair_open(struct pair *pair, const char *size)
{
    char settings[64];
    (void)snprintf(settings, sizeof settings, "size=%s", size);
    pair->fast = open_rules("nogo", settings);
    (void)snprintf(settings, sizeof settings, "size=%s naive=on", size);
    pair->naive = open_rules("nogo", settings);
    pair->fast_position = new_position(pair->fast);
    pair->naive_position = new_position(pair->naive);
    by_rng_init(&pair->rng, 4, 0);
}

static void pair_close(struct pair *pair)
{
    free(pair->fast_position);
    free(pair->naive_position);
    by_rules_close(pair->fast);
    by_rules_close(pair->naive);
}

static void pair_start(struct pair *pair)
{
    pair->fast->game->start(pair->fast, pair->fast_position);
    pair->naive->game->start(pair->naive, pair->naive_position);
}

static void compare_identity(const struct pair *pair)
{
    uint8_t fast[128], naive[128];
    const struct by_game *f = pair->fast->game, *n = pair->naive->game;
    size_t size = f->pack(pair->fast, pair->fast_position, fast);
    assert_int_equal(n->pack(pair->naive, pair->naive_position, naive), size);
    assert_memory_equal(fast, naive, size);
    assert_int_equal(f->key(pair->fast, pair->fast_position),
                     n->key(pair->naive, pair->naive_position));
    assert_int_equal(f->side(pair->fast, pair->fast_position),
                     n->side(pair->naive, pair->naive_position));
    assert_int_equal(f->evals->value(pair->fast, pair->fast_position),
                     n->evals->value(pair->naive, pair->naive_position));
}

/* Compares everything there is; returns the number of legal moves. */
static int compare(struct pair *pair)
{
    const struct by_game *f = pair->fast->game, *n = pair->naive->game;
    compare_identity(pair);
    bool over = n->over(pair->naive, pair->naive_position);
    assert_int_equal(f->over(pair->fast, pair->fast_position), over);
    if (over) {
        assert_int_equal(f->result(pair->fast, pair->fast_position),
                         n->result(pair->naive, pair->naive_position));
        return 0;
    }
    int count = n->moves(pair->naive, pair->naive_position, pair->naive_moves);
    assert_int_equal(f->moves(pair->fast, pair->fast_position, pair->fast_moves), count);
    assert_memory_equal(pair->fast_moves, pair->naive_moves, (size_t)count * sizeof(by_move));
    return count;
}

static void random_games_agree(struct pair *pair, long positions)
{
    int count = 0;
    for (long seen = 0; seen < positions || count > 0; seen++) {
        if (count == 0)
            pair_start(pair);
        count = compare(pair);
        if (count == 0)
            continue;
        by_move move = pair->naive_moves[by_rng_below(&pair->rng, (uint32_t)count)];
        pair->fast->game->play(pair->fast, pair->fast_position, move, NULL);
        pair->naive->game->play(pair->naive, pair->naive_position, move, NULL);
    }
}

/* Stones thrown on the board: positions that no game leads to, with any balance of stones. */
static void throw_stones(struct pair *pair, struct by_grid *grid)
{
    int cells = pair->fast->width * pair->fast->height;
    uint32_t filled = by_rng_below(&pair->rng, 10);
    *grid = (struct by_grid){.width = pair->fast->width, .height = pair->fast->height};
    grid->side = (int)by_rng_below(&pair->rng, 2);
    for (int i = 0; i < cells; i++)
        grid->cell[i] = '.';
    for (int i = 0; i < cells; i++) {
        bool empty = by_rng_below(&pair->rng, 10) > filled;
        grid->cell[i] = empty ? '.' : "XO"[by_rng_below(&pair->rng, 2)];
    }
    for (int i = 0; i < cells; i++) { /* take out what would be captured */
        if (grid->cell[i] != '.' && !by_nogo_breathes(grid, i))
            grid->cell[i] = '.';
    }
}

static void random_boards_agree(struct pair *pair, long positions)
{
    struct by_grid grid;
    struct by_error err = {0};
    for (long i = 0; i < positions; i++) {
        char buffer[1024];
        struct by_text text = by_text_over(buffer, sizeof buffer);
        throw_stones(pair, &grid);
        by_grid_write(&grid, &text);
        assert_int_equal(pair->fast->game->read(pair->fast, buffer, pair->fast_position, &err),
                         BY_OK);
        assert_int_equal(pair->naive->game->read(pair->naive, buffer, pair->naive_position, &err),
                         BY_OK);
        int count = compare(pair);
        if (count == 0)
            continue;
        by_move move = pair->naive_moves[by_rng_below(&pair->rng, (uint32_t)count)];
        pair->fast->game->play(pair->fast, pair->fast_position, move, NULL);
        pair->naive->game->play(pair->naive, pair->naive_position, move, NULL);
        compare(pair);
    }
}

static void the_fast_boards_agree_with_the_naive_one(void **state)
{
    (void)state;
    static const char *const sizes[] = {
        "7x7", "9x9", "3x3",  "1x1",   "1x2",   "5x4",   "1x19",  "19x1",
        "7x8", "8x8", "10x9", "13x13", "11x12", "15x14", "16x19", "19x19",
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct pair pair;
        long positions = long_tests() ? 1000000 : 10000;
        pair_open(&pair, sizes[i]);
        random_games_agree(&pair, positions - positions / 5);
        random_boards_agree(&pair, positions / 5);
        pair_close(&pair);
    }
}

/* The promises of game.h, also where the conformance tests have no sample. */
static void look_away(const struct by_rules *rules, const void *position)
{
    (void)rules, (void)position;
}

static void large_boards_keep_their_promises(void **state)
{
    (void)state;
    static const char *const settings[] = {"size=19x19", "size=13x13", "size=16x19", "size=19x2"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("nogo", settings[i]);
        assert_true(walk(rules, long_tests() ? 20000 : 500, look_away) > 0);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fast_boards_agree_with_the_naive_one),
        cmocka_unit_test(large_boards_keep_their_promises),
    };
    return cmocka_run_group_tests_name("nogo boards", tests, NULL, NULL);
}
