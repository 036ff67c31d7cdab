/* oracle_test.c: the fast board and the two naive ones answer alike: legal moves, ko, captures,
 * liberties, eyes, key and result, at every position of random games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/go/go.h"

enum { FAST, NAIVE, HALFWAY, BOARDS };

struct trio {
    int size;
    const char *scoring;
    struct by_rules *rules[BOARDS];
    void *position[BOARDS];
    by_move *moves[BOARDS];
    struct by_rng rng;
};

static void trio_open(struct trio *t, int size, const char *scoring)
{
    static const char *const board[] = {"off", "on", "halfway"};
    *t = (struct trio){.size = size, .scoring = scoring};
    by_rng_init(&t->rng, (uint64_t)size, 0);
    for (int i = 0; i < BOARDS; i++) {
        char settings[64];
        (void)snprintf(settings, sizeof settings, "size=%d scoring=%s naive=%s", size, scoring,
                       board[i]);
        t->rules[i] = open_rules("go", settings);
        t->position[i] = new_position(t->rules[i]);
        memcpy(t->position[i], t->rules[i]->start, t->rules[i]->position_size);
        t->moves[i] = malloc((size_t)t->rules[i]->max_moves * sizeof(by_move));
        assert_non_null(t->moves[i]);
    }
}

static void trio_close(struct trio *t)
{
    for (int i = 0; i < BOARDS; i++) {
        free(t->position[i]);
        free(t->moves[i]);
        by_rules_close(t->rules[i]);
    }
}

static void fail_at(const struct trio *t, const char *what)
{
    char buffer[1024];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    by_go_write(t->rules[FAST], t->position[FAST], &text);
    fail_msg("size %d, %s: %s at %s", t->size, t->scoring, what, buffer);
}

#define AGREE(t, fact)                                                                             \
    do {                                                                                           \
        if (!(fact))                                                                               \
            fail_at((t), #fact);                                                                   \
    } while (0)

static void compare_heads(const struct trio *t, int other)
{
    const struct by_go_head *a = t->position[FAST], *b = t->position[other];
    const struct by_rules *rules = t->rules[FAST], *others = t->rules[other];
    AGREE(t, a->ko == b->ko);
    AGREE(t, a->side == b->side && a->passes == b->passes && a->ply == b->ply);
    AGREE(t, a->captures[0] == b->captures[0] && a->captures[1] == b->captures[1]);
    AGREE(t, rules->game->key(rules, a) == others->game->key(others, b));
    AGREE(t, rules->game->over(rules, a) == others->game->over(others, b));
    AGREE(t, by_go_result(rules, a) == by_go_result(others, b));
}

/* Stones, liberties of every stone, eyes at every empty point. */
static void compare_points(const struct trio *t, int other)
{
    const struct by_rules *rules = t->rules[FAST], *others = t->rules[other];
    const struct by_go_kind *fast = by_go_shape_of(rules)->kind,
                            *slow = by_go_shape_of(others)->kind;
    struct by_go_view a, b;
    fast->look(rules, t->position[FAST], &a);
    slow->look(others, t->position[other], &b);
    AGREE(t, memcmp(a.cell, b.cell, sizeof a.cell) == 0);
    AGREE(t, a.head.lead == b.head.lead);
    for (int i = 0; i < t->size * t->size; i++) {
        if (a.cell[i] != BY_GO_EMPTY) {
            AGREE(t, fast->liberties(rules, t->position[FAST], i) ==
                         slow->liberties(others, t->position[other], i));
            continue;
        }
        for (int colour = 0; colour < 2; colour++)
            AGREE(t, fast->eye(rules, t->position[FAST], i, colour) ==
                         slow->eye(others, t->position[other], i, colour));
    }
}

/* The naive board takes its time over moves: on large boards it is asked now and then. */
static int compare_moves(const struct trio *t, bool ask_naive)
{
    int count = t->rules[FAST]->game->moves(t->rules[FAST], t->position[FAST], t->moves[FAST]);
    for (int i = ask_naive ? NAIVE : HALFWAY; i < BOARDS; i++) {
        const struct by_rules *rules = t->rules[i];
        AGREE(t, rules->game->moves(rules, t->position[i], t->moves[i]) == count);
        AGREE(t, memcmp(t->moves[i], t->moves[FAST], (size_t)count * sizeof(by_move)) == 0);
    }
    for (int i = 0; ask_naive && i < count - 1; i++) {
        by_move move = t->moves[FAST][i];
        AGREE(t, by_go_fast_kind.taken_key(t->rules[FAST], t->position[FAST], move) ==
                     by_go_naive_kind.taken_key(t->rules[NAIVE], t->position[NAIVE], move));
    }
    return count;
}

/* A random legal move; passes and own eyes are rare, so that games get somewhere. */
static by_move pick(struct trio *t, int count)
{
    const struct by_rules *rules = t->rules[FAST];
    const struct by_go_head *head = t->position[FAST];
    by_move move = t->moves[FAST][by_rng_below(&t->rng, (uint32_t)count)];
    for (int tries = 0; tries < 20; tries++) {
        bool dull = move == t->size * t->size ||
                    by_go_fast_kind.eye(rules, t->position[FAST], move, head->side);
        if (!dull)
            break;
        move = t->moves[FAST][by_rng_below(&t->rng, (uint32_t)count)];
    }
    return move;
}

static void restart(struct trio *t)
{
    for (int i = 0; i < BOARDS; i++)
        memcpy(t->position[i], t->rules[i]->start, t->rules[i]->position_size);
}

static void compare_along(struct trio *t, int positions)
{
    for (int seen = 0; seen < positions; seen++) {
        compare_heads(t, NAIVE);
        compare_heads(t, HALFWAY);
        if (t->size < 13 || seen % 4 == 0)
            compare_points(t, NAIVE);
        if (by_go_over(t->rules[FAST], t->position[FAST])) {
            restart(t);
            continue;
        }
        by_move move = pick(t, compare_moves(t, t->size < 13 || seen % 8 == 0));
        for (int i = 0; i < BOARDS; i++)
            t->rules[i]->game->play(t->rules[i], t->position[i], move, NULL);
    }
}

static void compare_size(int size, int positions)
{
    struct trio t;
    trio_open(&t, size, size % 2 ? "area" : "territory");
    compare_along(&t, long_tests() ? 100 * positions : positions);
    trio_close(&t);
}

static void small_boards_agree(void **state)
{
    (void)state;
    for (int size = 2; size <= 6; size++)
        compare_size(size, 10000);
}

static void boards_of_sizes_compiled_for_agree(void **state)
{
    (void)state;
    static const int sizes[] = {7, 9, 13, 19};
    for (int i = 0; i < 4; i++)
        compare_size(sizes[i], 10000);
}

static void other_boards_agree(void **state)
{
    (void)state;
    compare_size(8, 10000);
    compare_size(12, 10000);
    compare_size(25, 1000);
}

/* A playout leaves a position that all boards understand alike: text goes from one to the other. */
static void playouts_leave_sound_positions(void **state)
{
    (void)state;
    for (int size = 2; size <= 9; size++) {
        struct trio t;
        trio_open(&t, size, "territory");
        for (int i = 0; i < 200; i++) {
            char buffer[1024];
            struct by_playout out = {.scratch = t.moves[FAST]};
            const char *name = i % 2 ? "uniform" : "tactical";
            restart(&t);
            by_policy_find(t.rules[FAST], name)->run(t.rules[FAST], t.position[FAST], &t.rng, &out);
            struct by_text text = by_text_over(buffer, sizeof buffer);
            by_go_write(t.rules[FAST], t.position[FAST], &text);
            assert_int_equal(by_go_read(t.rules[NAIVE], buffer, t.position[NAIVE], NULL), BY_OK);
            AGREE(&t, by_go_result(t.rules[NAIVE], t.position[NAIVE]) == out.result);
            AGREE(&t, by_go_key(t.rules[FAST], t.position[FAST]) ==
                          by_go_key(t.rules[NAIVE], t.position[NAIVE]));
        }
        trio_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_agree),
        cmocka_unit_test(boards_of_sizes_compiled_for_agree),
        cmocka_unit_test(other_boards_agree),
        cmocka_unit_test(playouts_leave_sound_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
