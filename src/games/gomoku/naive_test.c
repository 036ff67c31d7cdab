/* naive_test.c: the fast board against the naive one: moves, end, result, key, pack, patterns of both
 * players, active moves and evaluation, after every move played and taken back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/gomoku/gomoku.h"

/* --- fast = naive ------------------------------------------------------------------------ */

struct pair {
    struct by_rules *fast, *naive;
    void *fast_at, *naive_at;
    by_move *list[2];
};

static void open_pair(struct pair *pair, const char *settings)
{
    char line[128];
    (void)snprintf(line, sizeof line, "%s naive=on", settings);
    pair->fast = open_rules("gomoku", settings);
    pair->naive = open_rules("gomoku", line);
    pair->fast_at = new_position(pair->fast);
    pair->naive_at = new_position(pair->naive);
    for (int i = 0; i < 2; i++) {
        pair->list[i] = calloc((size_t)pair->fast->max_moves, sizeof **pair->list);
        assert_non_null(pair->list[i]);
    }
}

static void close_pair(struct pair *pair)
{
    free(pair->list[0]);
    free(pair->list[1]);
    free(pair->fast_at);
    free(pair->naive_at);
    by_rules_close(pair->fast);
    by_rules_close(pair->naive);
}

static void compare_lists(struct pair *pair, int fast, int naive)
{
    assert_int_equal(fast, naive);
    assert_memory_equal(pair->list[0], pair->list[1], (size_t)fast * sizeof **pair->list);
}

static void compare_patterns(struct pair *pair, by_move at)
{
    for (int player = 0; player < 2; player++)
        for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
            assert_int_equal(by_gomoku_pattern_at(pair->fast, pair->fast_at, player, d, at),
                             by_gomoku_pattern_at(pair->naive, pair->naive_at, player, d, at));
}

static void compare_knowledge(struct pair *pair)
{
    int fast = by_gomoku_active(pair->fast, pair->fast_at, pair->list[0]);
    compare_lists(pair, fast, by_gomoku_active(pair->naive, pair->naive_at, pair->list[1]));
    const struct by_eval *evals = pair->fast->game->evals, *naive = pair->naive->game->evals;
    bool all = pair->fast->game->key(pair->fast, pair->fast_at) % 16 == 0; /* they are slow there */
    for (int i = 0; evals[i].name; i++)
        if (all || strcmp(evals[i].name, "patterns") == 0)
            assert_int_equal(evals[i].value(pair->fast, pair->fast_at),
                             naive[i].value(pair->naive, pair->naive_at));
}

/* Returns whether the game is over. */
static bool compare_rules(struct pair *pair)
{
    const struct by_game *fast = pair->fast->game, *naive = pair->naive->game;
    uint8_t pack[2][200];
    bool over = fast->over(pair->fast, pair->fast_at);
    assert_int_equal(over, naive->over(pair->naive, pair->naive_at));
    assert_int_equal(fast->key(pair->fast, pair->fast_at), naive->key(pair->naive, pair->naive_at));
    assert_int_equal(fast->side(pair->fast, pair->fast_at),
                     naive->side(pair->naive, pair->naive_at));
    size_t size = fast->pack(pair->fast, pair->fast_at, pack[0]);
    assert_int_equal(size, naive->pack(pair->naive, pair->naive_at, pack[1]));
    assert_memory_equal(pack[0], pack[1], size);
    if (over)
        assert_int_equal(fast->result(pair->fast, pair->fast_at),
                         naive->result(pair->naive, pair->naive_at));
    else
        compare_lists(pair, fast->moves(pair->fast, pair->fast_at, pair->list[0]),
                      naive->moves(pair->naive, pair->naive_at, pair->list[1]));
    return over;
}

/* Plays the move, takes it back, which must restore every byte, and plays it again. */
static void step(struct pair *pair, by_move move)
{
    const struct by_game *game = pair->fast->game;
    void *before = new_position(pair->fast);
    memcpy(before, pair->fast_at, pair->fast->position_size);
    game->play(pair->fast, pair->fast_at, move, NULL);
    game->undo(pair->fast, pair->fast_at, move, NULL);
    assert_memory_equal(before, pair->fast_at, pair->fast->position_size);
    game->play(pair->fast, pair->fast_at, move, NULL);
    pair->naive->game->play(pair->naive, pair->naive_at, move, NULL);
    free(before);
}

/* A random move, mostly near the stones: there rows grow, and Renju has something to forbid. */
static by_move pick(struct pair *pair, struct by_rng *rng)
{
    int count = pair->fast->game->moves(pair->fast, pair->fast_at, pair->list[0]);
    int near = by_gomoku_active(pair->fast, pair->fast_at, pair->list[1]);
    if (near > 0 && by_rng_below(rng, 8) > 0) {
        by_move move = pair->list[1][by_rng_below(rng, (uint32_t)near)];
        if (holds(pair->list[0], count, move))
            return move;
    }
    return pair->list[0][by_rng_below(rng, (uint32_t)count)];
}

/* The patterns that a move can change, and now and then all of them. */
static void compare_changes(struct pair *pair, by_move last, bool all)
{
    int width = pair->fast->width;
    for (by_move at = 0; at < pair->fast->action_count; at++) {
        int dx = abs(at % width - last % width), dy = abs(at / width - last / width);
        if (all || ((dx == 0 || dy == 0 || dx == dy) && dx <= 6 && dy <= 6))
            compare_patterns(pair, at);
    }
}

/* An image has the bytes of the same stones worked out from scratch. */
static void compare_images(struct pair *pair)
{
    const struct by_rules *rules = pair->fast;
    void *image = new_position(rules), *scratch = new_position(rules);
    uint8_t pack[200];
    memcpy(image, pair->fast_at, rules->position_size); /* what lies between the members, too */
    memcpy(scratch, pair->fast_at, rules->position_size);
    for (int s = 0; s < rules->symmetry_count; s++) {
        rules->game->transform(rules, pair->fast_at, s, image);
        size_t size = rules->game->pack(rules, image, pack);
        assert_int_equal(rules->game->unpack(rules, pack, size, scratch, NULL), BY_OK);
        assert_memory_equal(image, scratch, rules->position_size);
    }
    free(image);
    free(scratch);
}

static void compare_game(struct pair *pair, struct by_rng *rng, long *seen)
{
    by_move last = 0;
    pair->fast->game->start(pair->fast, pair->fast_at);
    pair->naive->game->start(pair->naive, pair->naive_at);
    for (;; (*seen)++) {
        bool over = compare_rules(pair);
        compare_knowledge(pair);
        compare_changes(pair, last, over || by_rng_below(rng, 64) == 0);
        if (by_rng_below(rng, 16) == 0)
            compare_images(pair);
        if (over)
            return;
        last = pick(pair, rng);
        step(pair, last);
    }
}

static void compare_boards(const char *rule)
{
    static const char *const sizes[] = {"5", "7x6", "9", "15", "20", "25"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char settings[64];
        struct pair pair;
        struct by_rng rng;
        by_rng_init(&rng, 5, i);
        (void)snprintf(settings, sizeof settings, "size=%s rule=%s", sizes[i], rule);
        open_pair(&pair, settings);
        for (long seen = 0; seen < (long_tests() ? 1000000 : 2000);)
            compare_game(&pair, &rng, &seen);
        close_pair(&pair);
    }
}

static void freestyle_boards_agree(void **state)
{
    (void)state;
    compare_boards("freestyle");
}

static void boards_that_count_exactly_five_agree(void **state)
{
    (void)state;
    compare_boards("exact");
}

static void renju_boards_agree(void **state)
{
    (void)state;
    compare_boards("renju");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(freestyle_boards_agree),
        cmocka_unit_test(boards_that_count_exactly_five_agree),
        cmocka_unit_test(renju_boards_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
