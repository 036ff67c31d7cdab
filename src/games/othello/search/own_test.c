/* Tests of Othello's own search: its values against plain negamax, its parts against plain code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/long_test.h"
#include "games/game_test.h"
#include "games/othello/search/worker.h"

/* --- random positions ---------------------------------------------------------------------- */

/* Plays at random until so many squares are empty and the game is not over. */
static void wander(const struct by_rules *rules, int empties, struct by_rng *rng, void *position)
{
    by_move moves[BY_OTHELLO_CELLS_MAX];
    for (;;) {
        int left = rules->width * rules->height - 4;
        memcpy(position, rules->start, rules->position_size);
        while (left > empties && !rules->game->over(rules, position)) {
            int count = rules->game->moves(rules, position, moves);
            by_move move = moves[by_rng_below(rng, (uint32_t)count)];
            rules->game->play(rules, position, move, NULL);
            left -= move < rules->width * rules->height;
        }
        if (!rules->game->over(rules, position))
            return;
    }
}

/* --- values ----------------------------------------------------------------------------------- */

/* Alpha-beta over the slots of the game, in the order of the board. */
static int32_t negamax(const struct by_rules *rules, const void *position, int32_t low,
                       int32_t high)
{
    _Alignas(16) unsigned char next[128];
    by_move moves[BY_OTHELLO_CELLS_MAX];
    int32_t best = -INT32_MAX;
    if (rules->game->over(rules, position)) {
        int32_t result = rules->game->result(rules, position);
        return rules->game->side(rules, position) == 0 ? result : -result;
    }
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count && best < high; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        int32_t value = -negamax(rules, next, -high, best > low ? -best : -low);
        best = value > best ? value : best;
    }
    return best;
}

static int32_t value_after(const struct by_rules *rules, const void *position, by_move move)
{
    _Alignas(16) unsigned char next[128];
    memcpy(next, position, rules->position_size);
    rules->game->play(rules, next, move, NULL);
    return -negamax(rules, next, -INT32_MAX, INT32_MAX);
}

static struct by_own_search ask(const struct by_rules *rules, void *own, const void *position,
                                int32_t low, int32_t high)
{
    struct by_own_search search = {.exact = true, .low = low, .high = high};
    assert_true(rules->game->own_search(own, position, &search));
    assert_true(search.proven && search.complete);
    return search;
}

static void *open_own_with(const struct by_rules *rules, size_t memory, bool plain)
{
    void *own;
    assert_int_equal(rules->game->own_open(rules, memory, 1, &own, NULL), BY_OK);
    if (plain)
        ((struct by_othello_search *)own)->kernel = &by_othello_search_any;
    return own;
}

static void *open_own(const struct by_rules *rules, bool plain)
{
    return open_own_with(rules, 1 << 22, plain);
}

/* The true value, exactly, and on its side of windows beside it; moves that keep it. Both kernels enter
 * the same positions. */
static void expect_true_value(const struct by_rules *rules, void *own[2], const void *position,
                              struct by_rng *rng)
{
    int32_t value = negamax(rules, position, -INT32_MAX, INT32_MAX);
    struct by_own_search found = ask(rules, own[0], position, -INT32_MAX, INT32_MAX);
    struct by_own_search plain = ask(rules, own[1], position, -INT32_MAX, INT32_MAX);
    assert_int_equal(found.value, value);
    assert_int_equal(value_after(rules, position, found.move), value);
    assert_true(found.pv_count > 0 && found.pv[0] == found.move);
    assert_int_equal(plain.value, value);
    assert_int_equal(plain.nodes, found.nodes);
    assert_int_equal(plain.move, found.move);
    rules->game->own_forget(own[0]);
    int32_t low = (int32_t)by_rng_below(rng, 80) - 40;
    found = ask(rules, own[0], position, low, low + 1);
    assert_true(value <= low ? found.value <= low && found.value >= value
                             : found.value > low && found.value <= value);
}

static void check_values(const char *settings, int least, int most, int count)
{
    struct by_rules *rules = open_rules("othello", settings);
    struct by_rng rng;
    size_t memory =
        most <= 10 ? 1 << 12 : 1 << 22; /* to forget a large one takes longer than to search */
    void *own[2] = {open_own_with(rules, memory, false), open_own_with(rules, memory, true)};
    void *position = malloc(rules->position_size);
    by_rng_init(&rng, 7, 0);
    for (int i = 0; i < count; i++) {
        wander(rules, least + i % (most - least + 1), &rng, position);
        rules->game->own_forget(own[0]);
        rules->game->own_forget(own[1]);
        expect_true_value(rules, own, position, &rng);
    }
    free(position);
    rules->game->own_close(own[0]);
    rules->game->own_close(own[1]);
    by_rules_close(rules);
}

static void the_last_four_squares_are_as_plain_code_has_them(void **state)
{
    (void)state;
    check_values("", 1, 4, long_or(400000, 4000));
    check_values("empties=winner", 1, 4, long_or(400000, 4000));
    check_values("size=6x6 empties=winner", 1, 4, long_or(100000, 2000));
    check_values("size=4x4", 1, 4, 1000);
}

static void values_are_those_of_plain_negamax(void **state)
{
    (void)state;
    check_values("", 5, 9, long_or(2000, 150));
    check_values("empties=winner", 8, long_or(14, 10), long_or(1000, 60));
    check_values("size=6x6", 5, 10, long_or(1000, 100));
    check_values("size=4x4 empties=winner", 5, 12, 50);
}

/* --- stable discs -------------------------------------------------------------------------- */

static uint64_t discs_of(const struct by_rules *rules, const void *position, int player)
{
    struct by_board_view view = {0};
    rules->game->board->look(rules, position, &view);
    return view.stones[player][0];
}

/* Takes from `kept` the discs of a player that are turned over in any way to play on. */
static void play_on(const struct by_rules *rules, const void *position, int player, uint64_t *kept)
{
    _Alignas(16) unsigned char next[128];
    by_move moves[BY_OTHELLO_CELLS_MAX];
    *kept &= discs_of(rules, position, player);
    if (rules->game->over(rules, position))
        return;
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        play_on(rules, next, player, kept);
    }
}

static void check_stability(const char *settings, int empties_most, int count)
{
    struct by_rules *rules = open_rules("othello", settings);
    struct by_othello_squares *squares = malloc(sizeof *squares);
    struct by_rng rng;
    void *position = new_position(rules);
    int claimed = 0, truly = 0;
    by_othello_squares_fill(squares, rules->width);
    by_rng_init(&rng, 3, 0);
    for (int i = 0; i < count; i++) {
        wander(rules, 1 + i % empties_most, &rng, position);
        for (int player = 0; player < 2; player++) {
            uint64_t kept = discs_of(rules, position, player);
            play_on(rules, position, player, &kept);
            uint64_t mine = by_othello_set_of(squares, discs_of(rules, position, player));
            uint64_t yours = by_othello_set_of(squares, discs_of(rules, position, !player));
            uint64_t stable = by_othello_stable(squares, mine, yours);
            kept = by_othello_set_of(squares, kept);
            assert_true((stable & ~kept) == 0);
            claimed += by_bits_count(stable);
            truly += by_bits_count(kept);
        }
    }
    assert_true(2 * claimed > truly); /* not by finding nothing */
    free(position);
    free(squares);
    by_rules_close(rules);
}

static void stable_discs_are_never_turned_over(void **state)
{
    (void)state;
    check_stability("", 7, long_or(20000, 300));
    check_stability("size=6x6", 7, long_or(20000, 300));
    check_stability("size=4x4", 9, 100);
}

/* What a whole edge can hold: all ways to fill it by turns or not, against the table. */
static void a_full_edge_and_corners_are_stable(void **state)
{
    (void)state;
    struct by_othello_squares *s = malloc(sizeof *s);
    by_othello_squares_fill(s, 8);
    for (int mine = 0; mine < 256; mine++)
        assert_int_equal(s->edge[mine << 8 | (255 & ~mine)], mine);
    assert_int_equal(s->edge[1 << 8], 1);              /* the corner */
    assert_int_equal(s->edge[2 << 8], 0);              /* beside it */
    assert_int_equal(s->edge[7 << 8], 7);              /* a chain from the corner */
    assert_int_equal(s->edge[0x7e << 8], 0);           /* all but the corners */
    assert_int_equal(s->edge[0x41 << 8 | 0x3e], 0x01); /* the far one falls from the corner */
    assert_int_equal(s->edge[0x3e << 8 | 0x41], 0x3e);
    free(s);
}

/* --- parity -------------------------------------------------------------------------------- */

static uint64_t random_empties(const struct by_othello_squares *squares, struct by_rng *rng)
{
    return squares->board & by_rng_next(rng) & by_rng_next(rng);
}

/* Square by square: those that are early are those whose quadrant has an odd number of empty ones. */
static void odd_quadrants_are_those_with_odd_numbers_of_empty_squares(void **state)
{
    (void)state;
    struct by_othello_squares *squares = malloc(sizeof *squares);
    struct by_rng rng;
    by_rng_init(&rng, 17, 0);
    for (int size = 4; size <= 8; size += 2) {
        by_othello_squares_fill(squares, size);
        for (int i = 0; i < 500; i++) {
            uint64_t empties = random_empties(squares, &rng), early = 0;
            int empty[2][2] = {{0}};
            for (int square = 0; square < 64; square++)
                empty[square / 32][square % 8 / 4] += (int)(empties >> square & 1);
            for (int square = 0; square < 64; square++)
                if (squares->board >> square & 1 && empty[square / 32][square % 8 / 4] % 2 == 1)
                    early |= UINT64_C(1) << square;
            unsigned odd = by_othello_odd_quadrants(empties);
            assert_true(squares->odd[odd] == early);
            int played = by_bits_first(squares->board & by_rng_next(&rng));
            unsigned then = by_othello_odd_quadrants(empties ^ UINT64_C(1) << played);
            assert_int_equal(then, odd ^ squares->quadrant[played]);
        }
    }
    free(squares);
}

/* The nodes of some endings, with squares in odd quadrants first or as if all were even. */
static uint64_t nodes_of_endings(bool parity)
{
    struct by_rules *rules = open_rules("othello", "");
    struct by_rng rng;
    void *own = open_own_with(rules, 1 << 16, false), *position = new_position(rules);
    uint64_t nodes = 0;
    if (!parity)
        memset(((struct by_othello_search *)own)->squares.odd, 0, 16 * sizeof(uint64_t));
    by_rng_init(&rng, 18, 0);
    for (int i = 0; i < 100; i++) {
        wander(rules, 9, &rng, position);
        rules->game->own_forget(own);
        nodes += ask(rules, own, position, -INT32_MAX, INT32_MAX).nodes;
    }
    free(position);
    rules->game->own_close(own);
    by_rules_close(rules);
    return nodes;
}

static void odd_quadrants_first_saves_nodes(void **state)
{
    (void)state;
    assert_true(nodes_of_endings(true) * 100 < nodes_of_endings(false) * 97);
}

/* --- the table -------------------------------------------------------------------------------- */

static void the_table_keeps_bounds_of_one_depth_together(void **state)
{
    (void)state;
    struct by_othello_table table = {0};
    struct by_othello_known known;
    assert_int_equal(by_othello_table_open(&table, 1 << 14, NULL), BY_OK);
    uint64_t hash = by_othello_hash(5, 10);
    assert_false(by_othello_find(&table, hash, 5, 10, &known));
    by_othello_keep(&table, hash, 5, 10, &(struct by_othello_finding){9, 5, 3, 4, 8, 17});
    by_othello_keep(&table, hash, 5, 10, &(struct by_othello_finding){9, 5, 11, 12, 10, 20});
    assert_true(by_othello_find(&table, hash, 5, 10, &known));
    assert_int_equal(known.low, 8);
    assert_int_equal(known.high, 10);
    assert_int_equal(known.move[0], 17); /* the other one kept nothing */
    by_othello_keep(&table, hash, 5, 10, &(struct by_othello_finding){12, 5, 3, 4, 2, 21});
    assert_true(by_othello_find(&table, hash, 5, 10, &known));
    assert_int_equal(known.low, -127);
    assert_int_equal(known.high, 2);
    assert_int_equal(known.depth, 12);
    assert_false(by_othello_find(&table, hash, 10, 5, &known));
    by_othello_table_clear(&table);
    assert_false(by_othello_find(&table, hash, 5, 10, &known));
    by_othello_table_close(&table);
}

/* Of three positions in a bucket the one that is worth least goes, or the oldest. */
static void the_table_lets_the_least_go(void **state)
{
    (void)state;
    for (int latest = 0; latest < 2; latest++) {
        struct by_othello_table table = {.latest_first = latest == 1};
        struct by_othello_known known;
        assert_int_equal(by_othello_table_open(&table, 1 << 12, NULL), BY_OK);
        for (uint64_t i = 1; i <= 3; i++)
            by_othello_keep(&table, 0, i, 64,
                            &(struct by_othello_finding){10 - (int)i, 5, 3, 4, 8, 17});
        assert_int_equal(by_othello_find(&table, 0, 1, 64, &known), latest == 0);
        assert_int_equal(by_othello_find(&table, 0, 2, 64, &known), latest == 1);
        assert_true(by_othello_find(&table, 0, 3, 64, &known));
        by_othello_table_close(&table);
    }
}

/* --- questions --------------------------------------------------------------------------------- */

static void a_search_that_forgot_is_as_a_new_one(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "");
    struct by_rng rng;
    void *own = open_own(rules, false), *fresh = open_own(rules, false);
    void *position = new_position(rules), *other = new_position(rules);
    by_rng_init(&rng, 5, 0);
    wander(rules, 14, &rng, position);
    wander(rules, 13, &rng, other);
    (void)ask(rules, own, other, -INT32_MAX, INT32_MAX);
    rules->game->own_forget(own);
    struct by_own_search a = ask(rules, own, position, -INT32_MAX, INT32_MAX);
    struct by_own_search b = ask(rules, fresh, position, -INT32_MAX, INT32_MAX);
    assert_int_equal(a.nodes, b.nodes);
    assert_int_equal(a.move, b.move);
    assert_int_equal(a.pv_count, b.pv_count);
    struct by_own_search again = ask(rules, fresh, position, -INT32_MAX, INT32_MAX);
    assert_true(again.value == b.value && again.nodes < b.nodes / 2); /* it remembers */
    free(position);
    free(other);
    rules->game->own_close(own);
    rules->game->own_close(fresh);
    by_rules_close(rules);
}

static void two_threads_find_the_same_value(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "empties=winner");
    struct by_rng rng;
    void *position = new_position(rules), *one = open_own(rules, false), *two;
    assert_int_equal(rules->game->own_open(rules, 1 << 22, BY_THREADS ? 2 : 1, &two, NULL), BY_OK);
    by_rng_init(&rng, 6, 0);
    for (int i = 0; i < long_or(200, 12); i++) {
        wander(rules, 12 + i % 4, &rng, position);
        struct by_own_search a = ask(rules, one, position, -INT32_MAX, INT32_MAX);
        struct by_own_search b = ask(rules, two, position, -INT32_MAX, INT32_MAX);
        assert_int_equal(a.value, b.value);
    }
    free(position);
    rules->game->own_close(one);
    rules->game->own_close(two);
    by_rules_close(rules);
}

/* What one state knows goes through a file into another, which then needs no work. */
static void what_is_certain_can_be_kept(void **state)
{
    (void)state;
    static const char *const settings[] = {"empties=winner", "size=6x6", "size=4x4"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("othello", settings[i]);
        struct by_rng rng;
        void *own = open_own(rules, false), *other = open_own(rules, false);
        void *position = new_position(rules);
        uint64_t words[2], wrong[2] = {1, 1};
        size_t cursor = 0;
        int entries = 0;
        by_rng_init(&rng, 4, 0);
        wander(rules, rules->width == 4 ? 12 : 14, &rng, position);
        struct by_own_search before = ask(rules, own, position, -INT32_MAX, INT32_MAX);
        while (rules->game->own_next(own, &cursor, words)) {
            assert_true(words[0] != 0 && rules->game->own_insert(other, words));
            entries++;
        }
        assert_true(entries > 3);
        assert_false(rules->game->own_insert(other, wrong));
        struct by_own_search after = ask(rules, other, position, -INT32_MAX, INT32_MAX);
        assert_int_equal(after.value, before.value);
        assert_true(after.nodes < before.nodes);
        free(position);
        rules->game->own_close(own);
        rules->game->own_close(other);
        by_rules_close(rules);
    }
}

static bool never(void *context, const struct by_own_search *so_far)
{
    (void)so_far;
    ++*(int *)context;
    return false;
}

static void limits_stop_it(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "");
    struct by_rng rng;
    void *own = open_own(rules, false), *position = new_position(rules);
    int told = 0;
    by_rng_init(&rng, 8, 0);
    wander(rules, 20, &rng, position);
    struct by_own_search search = {
        .exact = true, .low = -64, .high = 64, .tell = never, .context = &told};
    assert_false(rules->game->own_search(own, position, &search));
    assert_true(told > 0 && search.nodes > 0 && !search.proven);
    search = (struct by_own_search){.exact = true, .low = -64, .high = 64, .most_nodes = 1000};
    assert_false(rules->game->own_search(own, position, &search));
    assert_true(search.nodes >= 1000 && search.nodes < 1200);
    free(position);
    rules->game->own_close(own);
    by_rules_close(rules);
}

/* Any discs may stand in a position: there is room for more legal squares than in games. */
static void there_is_room_for_every_legal_square(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "");
    struct by_move_stat stats[BY_OTHELLO_MOVES_MAX];
    void *position = read_text(
        rules, "......../.OOXO.O./.OXXXXO./.OXO.XO./.O....O./.XX.OXX./.OOX.OOX/........ X");
    /* four squares need one of the opponent's discs, eight an own one */
    int squares = BY_OTHELLO_MOVES_MAX + 1, discs = (squares + 3) / 4 + (squares + 7) / 8;
    assert_true(squares + discs > 64);
    for (int plain = 0; plain < 2; plain++) {
        void *own = open_own(rules, plain);
        struct by_own_search search = {.depth = 3, .moves = stats};
        assert_true(rules->game->own_search(own, position, &search));
        assert_int_equal(search.move_count, 35);
        rules->game->own_close(own);
    }
    free(position);
    by_rules_close(rules);
}

/* Nobody can say anything of the middle game without an evaluation; the end is the end. */
static void without_an_evaluation_it_leaves_the_middle_game(void **state)
{
    (void)state;
    static const char *const settings[] = {"size=6x6", ""};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("othello", settings[i]);
        struct by_rng rng;
        void *own = open_own(rules, false), *position = new_position(rules);
        ((struct by_othello_search *)own)->weights = NULL; /* as in a build without data */
        struct by_own_search search = {.most_nodes = 100000};
        assert_false(rules->game->own_search(own, rules->start, &search));
        assert_int_equal(search.nodes, 0);
        by_rng_init(&rng, 9, 0);
        wander(rules, 9, &rng, position);
        search = (struct by_own_search){.depth = 3};
        assert_false(rules->game->own_search(own, position, &search));
        search = (struct by_own_search){.most_nodes = 1000000};
        assert_true(rules->game->own_search(own, position, &search));
        assert_true(search.proven && search.complete);
        assert_int_equal(search.value, negamax(rules, position, -INT32_MAX, INT32_MAX));
        wander(rules, 15, &rng, position);
        search = (struct by_own_search){.most_nodes = 100000};
        assert_false(rules->game->own_search(own, position, &search));
        (void)ask(rules, own, position, -INT32_MAX, INT32_MAX); /* who wants it exactly gets it */
        free(position);
        rules->game->own_close(own);
        by_rules_close(rules);
    }
}

/* A board without an evaluation: what is known of a position is known of its images. */
static void images_are_searched_once(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "size=6x6");
    struct by_rng rng;
    void *own = open_own(rules, false), *position = new_position(rules);
    void *image = new_position(rules);
    by_rng_init(&rng, 13, 0);
    wander(rules, 10, &rng, position);
    int32_t value = negamax(rules, position, -INT32_MAX, INT32_MAX);
    uint64_t nodes = ask(rules, own, position, -INT32_MAX, INT32_MAX).nodes;
    assert_int_equal(rules->symmetry_count, 8);
    for (int i = 0; i < 8; i++) {
        rules->game->transform(rules, position, i, image);
        struct by_own_search found = ask(rules, own, image, -INT32_MAX, INT32_MAX);
        assert_true(found.value == value && found.nodes < nodes / 2);
        assert_int_equal(value_after(rules, image, found.move), value);
    }
    for (int square = 0; square < 64; square++)
        for (int i = 0; i < 8; i++)
            assert_int_equal(by_othello_unimage_square(by_othello_image_square(square, i), i),
                             square);
    free(position);
    free(image);
    rules->game->own_close(own);
    by_rules_close(rules);
}

/* Far from the end symmetric moves are one, and windows are guessed. These positions, symmetric about a diagonal,
 * are far from it by their empty squares alone. */
static void far_from_the_end_the_value_is_the_same(void **state)
{
    (void)state;
    static const char *const texts[] = {"..OXO./.....O/O...../X...../O....O/.O..O. X",
                                        ".X..OX/X..O.O/....../.O..../O...../XO.... X",
                                        "...O../..X.O./.X.X../O.X.O./.O.O../...... X",
                                        "....OX/....../.....O/.....X/O....O/X.OXO. X"};
    struct by_rules *rules = open_rules("othello", "size=6x6");
    struct by_rng rng;
    void *own[2] = {open_own(rules, false), open_own(rules, true)};
    by_rng_init(&rng, 10, 0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        void *position = read_text(rules, texts[i]);
        rules->game->own_forget(own[0]);
        rules->game->own_forget(own[1]);
        expect_true_value(rules, own, position, &rng);
        free(position);
    }
    rules->game->own_close(own[0]);
    rules->game->own_close(own[1]);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_four_squares_are_as_plain_code_has_them),
        cmocka_unit_test(values_are_those_of_plain_negamax),
        cmocka_unit_test(stable_discs_are_never_turned_over),
        cmocka_unit_test(a_full_edge_and_corners_are_stable),
        cmocka_unit_test(odd_quadrants_are_those_with_odd_numbers_of_empty_squares),
        cmocka_unit_test(odd_quadrants_first_saves_nodes),
        cmocka_unit_test(the_table_keeps_bounds_of_one_depth_together),
        cmocka_unit_test(the_table_lets_the_least_go),
        cmocka_unit_test(a_search_that_forgot_is_as_a_new_one),
        cmocka_unit_test(two_threads_find_the_same_value),
        cmocka_unit_test(what_is_certain_can_be_kept),
        cmocka_unit_test(limits_stop_it),
        cmocka_unit_test(there_is_room_for_every_legal_square),
        cmocka_unit_test(without_an_evaluation_it_leaves_the_middle_game),
        cmocka_unit_test(images_are_searched_once),
        cmocka_unit_test(far_from_the_end_the_value_is_the_same),
    };
    return cmocka_run_group_tests_name("Othello's own search", tests, NULL, NULL);
}
