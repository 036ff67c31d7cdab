/* oracle_test.c: the fast board and the thesis' boards answer alike: legal moves, ko, captures,
 * liberties, eyes, key and result, at every position of random games; and legal is what trying it out
 * on a copy says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/go/cells.h"
#include "games/perft.h"

enum { FAST, ARRAY, HALFWAY, MAP, LAZY, LIST, BOARDS };

static const char *const board_settings[] = {"board=fast",
                                             "board=array",
                                             "board=halfway",
                                             "board=unionfind",
                                             "board=unionfind candidates=lazy",
                                             "board=unionfind candidates=list"};

/* The same position on every board. */
struct boards {
    int size;
    const char *scoring;
    struct by_rules *rules[BOARDS];
    void *position[BOARDS];
    by_move *moves[BOARDS];
    uint8_t before[BY_GO_POINTS_MAX]; /* the cells a move earlier; all empty: there was none */
    struct by_rng rng;
};

static void restart(struct boards *t)
{
    memset(t->before, BY_GO_EMPTY, sizeof t->before);
    for (int i = 0; i < BOARDS; i++)
        memcpy(t->position[i], t->rules[i]->start, t->rules[i]->position_size);
}

static void boards_open(struct boards *t, int size, const char *scoring)
{
    *t = (struct boards){.size = size, .scoring = scoring};
    by_rng_init(&t->rng, (uint64_t)size, 0);
    for (int i = 0; i < BOARDS; i++) {
        char settings[96];
        (void)snprintf(settings, sizeof settings, "size=%d scoring=%s %s", size, scoring,
                       board_settings[i]);
        t->rules[i] = open_rules("go", settings);
        t->position[i] = new_position(t->rules[i]);
        t->moves[i] = malloc((size_t)t->rules[i]->max_moves * sizeof(by_move));
        assert_non_null(t->moves[i]);
    }
    restart(t);
}

static void boards_close(struct boards *t)
{
    for (int i = 0; i < BOARDS; i++) {
        free(t->position[i]);
        free(t->moves[i]);
        by_rules_close(t->rules[i]);
    }
}

static void fail_at(const struct boards *t, const char *what)
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

static void compare_heads(const struct boards *t, int other)
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
static void compare_points(const struct boards *t, int other)
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

static bool listed(const by_move *moves, int count, int point)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == point)
            return true;
    return false;
}

/* Puts a stone on every empty point of a copy, takes what has no liberty, and looks whether the
 * stone has one and the board is not the one before: these are the legal moves. */
static void try_all(const struct boards *t, int count)
{
    struct by_go_view view;
    struct by_go_fill fill;
    int last, points = t->size * t->size;
    by_go_fast_kind.look(t->rules[FAST], t->position[FAST], &view);
    by_go_fill_init(&fill, t->size, NULL);
    for (int i = 0; i < points; i++) {
        uint8_t cell[BY_GO_POINTS_MAX];
        bool legal = view.cell[i] == BY_GO_EMPTY;
        if (legal) {
            memcpy(cell, view.cell, sizeof cell);
            (void)by_go_cells_place(&fill, cell, i, view.head.side, &last);
            by_go_fill(&fill, cell, i);
            legal = fill.liberties > 0 && memcmp(cell, t->before, (size_t)points) != 0;
        }
        AGREE(t, legal == listed(t->moves[FAST], count, i));
    }
}

/* The slow boards take their time over moves: on large boards they are asked now and then. */
static int compare_moves(const struct boards *t, bool ask_all)
{
    int count = t->rules[FAST]->game->moves(t->rules[FAST], t->position[FAST], t->moves[FAST]);
    for (int i = ask_all ? ARRAY : MAP; i < BOARDS; i++) {
        const struct by_rules *rules = t->rules[i];
        AGREE(t, rules->game->moves(rules, t->position[i], t->moves[i]) == count);
        AGREE(t, memcmp(t->moves[i], t->moves[FAST], (size_t)count * sizeof(by_move)) == 0);
    }
    if (!ask_all)
        return count;
    try_all(t, count);
    for (int i = 0; i < count - 1; i++) {
        by_move move = t->moves[FAST][i];
        uint64_t key = by_go_fast_kind.taken_key(t->rules[FAST], t->position[FAST], move);
        AGREE(t, by_go_array_kind.taken_key(t->rules[ARRAY], t->position[ARRAY], move) == key);
        AGREE(t, by_go_unionfind_kind.taken_key(t->rules[MAP], t->position[MAP], move) == key);
    }
    return count;
}

/* A random legal move; passes and own eyes are rare, so that games get somewhere. */
static by_move pick(struct boards *t, int count)
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

static void play_on_all(struct boards *t, by_move move)
{
    struct by_go_view view;
    by_go_fast_kind.look(t->rules[FAST], t->position[FAST], &view);
    memcpy(t->before, view.cell, sizeof t->before);
    for (int i = 0; i < BOARDS; i++)
        t->rules[i]->game->play(t->rules[i], t->position[i], move, NULL);
}

static void compare_along(struct boards *t, int positions)
{
    for (int seen = 0; seen < positions; seen++) {
        bool ask_all = t->size < 13 || seen % 8 == 0;
        for (int i = ARRAY; i < BOARDS; i++)
            compare_heads(t, i);
        for (int i = ARRAY; i < BOARDS && ask_all; i++)
            compare_points(t, i);
        if (by_go_over(t->rules[FAST], t->position[FAST])) {
            restart(t);
            continue;
        }
        play_on_all(t, pick(t, compare_moves(t, ask_all)));
    }
}

static void compare_size(int size, int positions)
{
    struct boards t;
    boards_open(&t, size, size % 2 ? "area" : "territory");
    compare_along(&t, long_tests() ? 100 * positions : positions);
    boards_close(&t);
}

static void small_boards_agree(void **state)
{
    (void)state;
    for (int size = 2; size <= 6; size++)
        compare_size(size, 5000);
}

static void boards_of_sizes_compiled_for_agree(void **state)
{
    (void)state;
    static const int sizes[] = {7, 9, 13, 19};
    for (int i = 0; i < 4; i++)
        compare_size(sizes[i], 5000);
}

static void boards_of_all_other_sizes_agree(void **state)
{
    (void)state;
    for (int size = 8; size <= BY_GO_SIZE_MAX; size++)
        if (size != 9 && size != 13 && size != 19)
            compare_size(size, size == 8 || size == 12 ? 5000 : 500);
}

static void all_boards_have_as_many_games(void **state)
{
    (void)state;
    for (int size = 2; size <= 4; size++) {
        struct boards t;
        struct by_perft first, other;
        int depth = size == 2 ? 7 : size == 3 ? 5 : 4;
        boards_open(&t, size, "area");
        for (int i = 0; i < BOARDS; i++) {
            const struct by_rules *rules = t.rules[i];
            assert_int_equal(by_perft(rules, rules->start, depth, 1, NULL, NULL,
                                      i == FAST ? &first : &other, NULL),
                             BY_OK);
            for (int d = 0; d < depth && i != FAST; d++) {
                assert_int_equal(other.nodes[d], first.nodes[d]);
                assert_int_equal(other.finished[d], first.finished[d]);
            }
        }
        boards_close(&t);
    }
}

/* One playout on one board, of which the others hear by text. */
static void pass_on(struct boards *t, int from, const char *policy)
{
    char buffer[1024];
    struct by_playout out = {.scratch = t->moves[from]};
    struct by_text text = by_text_over(buffer, sizeof buffer);
    const struct by_rules *rules = t->rules[from];
    restart(t);
    by_policy_find(rules, policy)->run(rules, t->position[from], &t->rng, &out);
    by_go_write(rules, t->position[from], &text);
    for (int i = 0; i < BOARDS; i++) {
        if (i == from)
            continue;
        assert_int_equal(by_go_read(t->rules[i], buffer, t->position[i], NULL), BY_OK);
        AGREE(t, by_go_result(t->rules[i], t->position[i]) == out.result);
        AGREE(t, by_go_key(rules, t->position[from]) == by_go_key(t->rules[i], t->position[i]));
    }
    for (int i = ARRAY; i < BOARDS; i++)
        compare_points(t, i);
}

/* A playout leaves a position that all boards understand alike. */
static void playouts_leave_sound_positions(void **state)
{
    (void)state;
    for (int size = 2; size <= 9; size++) {
        struct boards t;
        boards_open(&t, size, "territory");
        for (int i = 0; i < 200; i++) {
            pass_on(&t, FAST, i % 2 ? "uniform" : "tactical");
            pass_on(&t, MAP + i % 3, "uniform");
        }
        boards_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_agree),
        cmocka_unit_test(boards_of_sizes_compiled_for_agree),
        cmocka_unit_test(boards_of_all_other_sizes_agree),
        cmocka_unit_test(all_boards_have_as_many_games),
        cmocka_unit_test(playouts_leave_sound_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
