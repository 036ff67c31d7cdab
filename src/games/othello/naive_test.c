/* Tests of the fast boards against the naive one, on positions of random games and on discs thrown
 * at random, with their playouts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/othello/othello.h"

/* One size as a fast board and as a naive one. */
struct pair {
    struct by_rules *fast, *naive;
    void *fast_position, *naive_position, *before;
    by_move fast_moves[BY_OTHELLO_CELLS_MAX], naive_moves[BY_OTHELLO_CELLS_MAX];
    struct by_rng rng;
};

static void pair_open(struct pair *pair, const char *settings, const struct by_game *board)
{
    char text[96];
    (void)snprintf(text, sizeof text, "%s naive=on", settings);
    pair->fast = open_rules("othello", settings);
    pair->naive = open_rules("othello", text);
    if (board)
        pair->fast->game = board;
    pair->fast_position = new_position(pair->fast);
    pair->naive_position = new_position(pair->naive);
    pair->before = new_position(pair->fast);
    by_rng_init(&pair->rng, 5, 0);
}

static void pair_close(struct pair *pair)
{
    free(pair->fast_position);
    free(pair->naive_position);
    free(pair->before);
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
    uint8_t fast[64], naive[64];
    const struct by_game *f = pair->fast->game, *n = pair->naive->game;
    size_t size = f->pack(pair->fast, pair->fast_position, fast);
    assert_int_equal(n->pack(pair->naive, pair->naive_position, naive), size);
    assert_memory_equal(fast, naive, size);
    assert_int_equal(f->key(pair->fast, pair->fast_position),
                     n->key(pair->naive, pair->naive_position));
    assert_int_equal(f->side(pair->fast, pair->fast_position),
                     n->side(pair->naive, pair->naive_position));
    for (int i = 0; f->evals[i].name; i++)
        assert_int_equal(f->evals[i].value(pair->fast, pair->fast_position),
                         n->evals[i].value(pair->naive, pair->naive_position));
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

/* Plays a random move on both boards, after taking another one back on the fast board. */
static void play_any(struct pair *pair, int count)
{
    struct by_undo undo;
    const struct by_game *f = pair->fast->game;
    by_move other = pair->naive_moves[by_rng_below(&pair->rng, (uint32_t)count)];
    by_move move = pair->naive_moves[by_rng_below(&pair->rng, (uint32_t)count)];
    memcpy(pair->before, pair->fast_position, pair->fast->position_size);
    f->play(pair->fast, pair->fast_position, other, &undo);
    f->undo(pair->fast, pair->fast_position, other, &undo);
    assert_memory_equal(pair->fast_position, pair->before, 2 * sizeof(uint64_t));
    compare_identity(pair);
    f->play(pair->fast, pair->fast_position, move, NULL);
    pair->naive->game->play(pair->naive, pair->naive_position, move, NULL);
}

static void random_games_agree(struct pair *pair, long positions)
{
    int count = 0;
    for (long seen = 0; seen < positions || count > 0; seen++) {
        if (count == 0)
            pair_start(pair);
        count = compare(pair);
        if (count > 0)
            play_any(pair, count);
    }
}

/* Discs thrown on the board: positions that no game leads to. */
static void throw_discs(struct pair *pair)
{
    char buffer[256];
    struct by_error err = {0};
    struct by_grid grid = {.width = pair->fast->width, .height = pair->fast->height};
    struct by_text text = by_text_over(buffer, sizeof buffer);
    uint32_t empty = by_rng_below(&pair->rng, 10), black = by_rng_below(&pair->rng, 11);
    grid.side = (int)by_rng_below(&pair->rng, 2);
    for (int i = 0; i < grid.width * grid.height; i++) {
        char disc = by_rng_below(&pair->rng, 10) < black ? 'X' : 'O';
        grid.cell[i] = by_rng_below(&pair->rng, 10) < empty ? '.' : disc;
    }
    by_grid_write(&grid, &text);
    assert_int_equal(pair->fast->game->read(pair->fast, buffer, pair->fast_position, &err), BY_OK);
    assert_int_equal(pair->naive->game->read(pair->naive, buffer, pair->naive_position, &err),
                     BY_OK);
}

static void random_boards_agree(struct pair *pair, long positions)
{
    for (long i = 0; i < positions; i++) {
        throw_discs(pair);
        int count = compare(pair);
        if (count > 0)
            play_any(pair, count);
        compare(pair);
    }
}

/* The same numbers from the generator: the same playout. */
static void assert_same_playout(struct pair *pair, int policy, int thinker)
{
    struct by_ply fast[2 * BY_OTHELLO_CELLS_MAX], naive[2 * BY_OTHELLO_CELLS_MAX];
    struct by_playout f = {.plies = fast, .scratch = pair->fast_moves, .thinker = thinker};
    struct by_playout n = {.plies = naive, .scratch = pair->naive_moves, .thinker = thinker};
    struct by_rng rng = pair->rng;
    pair->fast->game->policies[policy].run(pair->fast, pair->fast_position, &pair->rng, &f);
    pair->naive->game->policies[policy].run(pair->naive, pair->naive_position, &rng, &n);
    assert_memory_equal(&rng, &pair->rng, sizeof rng);
    assert_int_equal(f.length, n.length);
    assert_int_equal(f.result, n.result);
    assert_memory_equal(fast, naive, (size_t)f.length * sizeof *fast);
    assert_int_equal(compare(pair), 0); /* both stand at the end */
}

static void playouts_agree(struct pair *pair, long playouts)
{
    for (long i = 0; i < playouts; i++) {
        if (i % 2 == 0)
            pair_start(pair);
        else
            throw_discs(pair);
        assert_same_playout(pair, (int)(i / 2 % 3), (int)(i / 6 % 3));
    }
}

static void agree(const char *settings, const struct by_game *board)
{
    struct pair pair;
    long positions = long_tests() ? 1000000 : 10000;
    pair_open(&pair, settings, board);
    random_games_agree(&pair, positions - positions / 4);
    random_boards_agree(&pair, positions / 4);
    playouts_agree(&pair, positions / 50);
    pair_close(&pair);
}

static void the_fast_boards_agree_with_the_naive_one(void **state)
{
    (void)state;
    agree("size=8x8", NULL);
    agree("size=4x4", NULL);
    agree("size=6x6", NULL);
    agree("size=10x10", NULL);
    agree("size=8x8 empties=winner matrix=1 corner=-3 opening=30 ending=20", NULL);
}

/* The board for every machine, and the one for sizes that have none of their own. */
static void the_other_boards_agree_with_the_naive_one(void **state)
{
    (void)state;
    agree("size=8x8", &by_game_othello);
#if BY_OTHELLO_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        agree("size=8x8", &by_othello_8x8_avx2);
#endif
}

static void look_away(const struct by_rules *rules, const void *position)
{
    (void)rules, (void)position;
}

static void the_boards_keep_their_promises(void **state)
{
    (void)state;
    static const char *const settings[] = {"", "size=4x4", "size=6x6", "size=10x10", "naive=on"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("othello", settings[i]);
        assert_true(walk(rules, long_tests() ? 20000 : 1000, look_away) > 0);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fast_boards_agree_with_the_naive_one),
        cmocka_unit_test(the_other_boards_agree_with_the_naive_one),
        cmocka_unit_test(the_boards_keep_their_promises),
    };
    return cmocka_run_group_tests_name("othello boards", tests, NULL, NULL);
}
