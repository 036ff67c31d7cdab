/* count_test.c: positions and games counted, against published numbers and against plain
 * enumeration; the set of positions; and backtracking, which goes through the games one by one. */
#include "search/position_set.h"
#include "search/solve/count.h"
#include "search/textbook/backtrack.h"
#include "search_help.h"

static struct by_count count_of(const struct by_rules *rules, const void *position)
{
    struct by_count count;
    struct by_error err = {0};
    if (by_count(rules, position, NULL, NULL, NULL, NULL, &count, &err))
        fail_msg("%s", err.text);
    assert_false(count.stopped);
    assert_int_equal(count.games, count.x + count.o + count.draws);
    return count;
}

static struct by_count count_board(const char *game, const char *settings, const char *position)
{
    struct by_rules *rules = open_rules_at(game, settings, position);
    struct by_count count = count_of(rules, rules->start);
    by_rules_close(rules);
    return count;
}

static void tictactoe_has_its_known_numbers(void **state)
{
    (void)state;
    struct by_count count = count_board("tictactoe", NULL, NULL);
    assert_int_equal(count.positions, 5478);
    assert_int_equal(count.positions_symmetric, 765);
    assert_int_equal(count.games, 255168);
    assert_int_equal(count.x, 131184);
    assert_int_equal(count.o, 77904);
    assert_int_equal(count.draws, 46080);
}

/* Games on 4x3 and 5x4: OEIS A342329. Positions: Tromp's table of Connect 4 boards. Positions of
 * 4x4 tic-tac-toe, 9722011: known from many sources. */
static void other_boards_have_their_known_numbers(void **state)
{
    (void)state;
    assert_int_equal(count_board("connect4", "size=4x3", NULL).games, 356232);
    assert_int_equal(count_board("connect4", "size=4x4", NULL).positions, 161029);
    if (!long_or(1, 0))
        return;
    assert_int_equal(count_board("connect4", "size=4x5", NULL).positions, 1706255);
    struct by_count count = count_board("connect4", "size=5x4", NULL);
    assert_int_equal(count.games, 152505051772);
    assert_int_equal(count.positions, 3945711);
    assert_int_equal(count_board("mnk", "m=4 n=4 k=4", NULL).positions, 9722011);
}

/* A row of n stones, one to three taken at a time: the ways to play are the tribonacci numbers. */
static void stones_are_tribonacci(void **state)
{
    (void)state;
    char row[512] = "1";
    uint64_t ways[200] = {1, 1, 2};
    for (int n = 1; n < 60; n++) {
        ways[n] = ways[n - 1] + (n > 1 ? ways[n - 2] : 0) + (n > 2 ? ways[n - 3] : 0);
        assert_int_equal(count_board("stones", NULL, row).games, ways[n]);
        strcat(row, n % 3 ? " 2" : " -1");
    }
}

/* --- plain enumeration ---------------------------------------------------------------- */

#define SEEN_MAX 20000

struct plain {
    struct by_count count;
    int seen_count;
    size_t size[SEEN_MAX];
    uint8_t seen[SEEN_MAX][64];
};

static bool is_new(struct plain *plain, const uint8_t *pack, size_t size)
{
    for (int i = 0; i < plain->seen_count; i++)
        if (plain->size[i] == size && memcmp(plain->seen[i], pack, size) == 0)
            return false;
    assert_true(plain->seen_count < SEEN_MAX && size <= 64);
    plain->size[plain->seen_count] = size;
    memcpy(plain->seen[plain->seen_count++], pack, size);
    return true;
}

/* Goes through every line of play. */
static void enumerate(struct plain *plain, const struct by_rules *rules, const void *position)
{
    uint8_t pack[64];
    assert_true(rules->pack_size <= sizeof pack);
    plain->count.positions += is_new(plain, pack, rules->game->pack(rules, position, pack));
    if (rules->game->over(rules, position)) {
        int32_t result = rules->game->result(rules, position);
        plain->count.games++;
        plain->count.x += result > 0;
        plain->count.o += result < 0;
        plain->count.draws += result == 0;
        return;
    }
    _Alignas(16) unsigned char next[HELP_POSITION_MAX];
    by_move moves[HELP_MOVES_MAX];
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        enumerate(plain, rules, next);
    }
}

/* The same with each position replaced by the canonical one. */
static int classes_among(struct plain *plain, const struct by_rules *rules)
{
    struct plain *classes = calloc(1, sizeof *classes);
    uint8_t *scratch = malloc(by_canonical_scratch(rules)), pack[64];
    _Alignas(16) unsigned char position[HELP_POSITION_MAX], image[HELP_POSITION_MAX];
    assert_non_null(classes);
    assert_non_null(scratch);
    for (int i = 0; i < plain->seen_count; i++) {
        assert_int_equal(rules->game->unpack(rules, plain->seen[i], plain->size[i], position, NULL),
                         BY_OK);
        by_canonical(rules, position, image, scratch);
        is_new(classes, pack, rules->game->pack(rules, image, pack));
    }
    int count = classes->seen_count;
    free(classes);
    free(scratch);
    return count;
}

/* --- backtracking -------------------------------------------------------------------- */

struct heard {
    const struct by_rules *rules;
    const void *start;
    struct by_count count;
    uint64_t enough; /* lines after which to say so; 0: never */
    by_move last[64];
    int last_count;
};

static int place_of(const struct by_rules *rules, const void *position, by_move move)
{
    by_move moves[HELP_MOVES_MAX];
    int count = rules->game->moves(rules, position, moves), place = 0;
    while (place < count && moves[place] != move)
        place++;
    assert_true(place < count);
    return place;
}

/* Replays the line; it must come after the last one in the order of the game's moves. */
static bool hear(void *context, const struct by_full_line *played)
{
    struct heard *heard = context;
    const struct by_rules *rules = heard->rules;
    _Alignas(16) unsigned char here[HELP_POSITION_MAX];
    bool later = heard->count.games == 0;
    memcpy(here, heard->start, rules->position_size);
    assert_true(played->count <= 64);
    for (int i = 0; i < played->count; i++) {
        int place = place_of(rules, here, played->moves[i]);
        if (!later && i < heard->last_count) {
            int before = place_of(rules, here, heard->last[i]);
            assert_true(place >= before);
            later = place > before;
        }
        rules->game->play(rules, here, played->moves[i], NULL);
    }
    assert_true(later);
    assert_true(rules->game->over(rules, here));
    assert_int_equal(rules->game->result(rules, here), played->result);
    assert_memory_equal(here, played->end, rules->position_size);
    memcpy(heard->last, played->moves, (size_t)played->count * sizeof *played->moves);
    heard->last_count = played->count;
    heard->count.games++;
    heard->count.x += played->result > 0;
    heard->count.o += played->result < 0;
    heard->count.draws += played->result == 0;
    return heard->count.games != heard->enough;
}

static struct heard hear_all(const struct by_rules *rules, const void *position, uint64_t enough,
                             bool *complete)
{
    struct heard heard = {.rules = rules, .start = position, .enough = enough};
    assert_int_equal(by_backtrack(rules, position, NULL, hear, &heard, complete, NULL), BY_OK);
    return heard;
}

static void assert_same_games(const struct by_count *a, const struct by_count *b)
{
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->x, b->x);
    assert_int_equal(a->o, b->o);
    assert_int_equal(a->draws, b->draws);
}

/* Counting, backtracking and plain enumeration agree on random positions of every game. */
static void check_game(const struct by_rules *rules, void *context)
{
    struct by_rng *rng = context;
    struct by_line *line = open_line(rules);
    struct plain *plain = malloc(sizeof *plain);
    assert_non_null(plain);
    for (int i = 0; i < long_or(200, 20); i++) {
        walk(line, (int)by_rng_below(rng, (uint32_t)rules->max_length + 1), rng);
        const void *position = by_line_position(line);
        int cap = long_or(20000, 3000);
        if (rules->pack_size > 64 || count_below(rules, position, HELP_FULL, cap) >= cap)
            continue;
        bool complete;
        struct by_count counted = count_of(rules, position);
        struct heard heard = hear_all(rules, position, 0, &complete);
        plain->count = (struct by_count){0};
        plain->seen_count = 0;
        enumerate(plain, rules, position);
        assert_true(complete);
        assert_int_equal(counted.positions, plain->count.positions);
        assert_int_equal(counted.positions_symmetric, classes_among(plain, rules));
        assert_same_games(&counted, &plain->count);
        assert_same_games(&heard.count, &plain->count);
    }
    free(plain);
    by_line_close(line);
}

static void all_ways_of_counting_agree(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 83, 0);
    for_every_game(check_game, &rng);
}

static void backtracking_goes_through_all_games_of_tictactoe(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    bool complete;
    struct heard heard = hear_all(rules, rules->start, 0, &complete);
    assert_true(complete);
    assert_int_equal(heard.count.games, 255168);
    assert_int_equal(heard.count.x, 131184);
    assert_int_equal(heard.count.o, 77904);
    heard = hear_all(rules, rules->start, 100, &complete);
    assert_false(complete);
    assert_int_equal(heard.count.games, 100);
    by_rules_close(rules);
}

/* --- limits ------------------------------------------------------------------------------- */

static void counts_too_large_are_said_to_be(void **state)
{
    (void)state;
    char row[1024] = "0";
    for (int i = 1; i < 80; i++) /* tribonacci(80) is about 1.6e21 */
        strcat(row, " 0");
    struct by_rules *rules = open_rules_at("stones", NULL, row);
    struct by_count count;
    assert_int_equal(by_count(rules, rules->start, NULL, NULL, NULL, NULL, &count, NULL), BY_OK);
    assert_true(count.games == BY_COUNT_MANY && count.draws == BY_COUNT_MANY);
    assert_int_equal(count.x, 0);
    /* 81 places, each with either side to move, but for the first two. */
    assert_int_equal(count.positions, 2 * 81 - 2);
    by_rules_close(rules);
}

static void memory_is_bounded(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", NULL);
    static const size_t limits[] = {1, 4096, 100000, 2000000};
    for (int i = 0; i < 4; i++) {
        struct by_count_options options = {true, limits[i]};
        struct by_count count;
        struct by_error err = {0};
        assert_int_equal(by_count(rules, rules->start, &options, NULL, NULL, NULL, &count, &err),
                         BY_NO_MEMORY);
        assert_true(err.text[0] != 0);
    }
    by_rules_close(rules);
}

struct hurry {
    atomic_bool stop;
    int told;
};

static void stop_it(void *context, int done, int total, uint64_t positions)
{
    struct hurry *hurry = context;
    assert_true(done >= 0 && done <= total && positions > 0);
    hurry->told++;
    atomic_store(&hurry->stop, true);
}

static void a_stop_is_obeyed(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", NULL);
    struct hurry hurry = {0};
    struct by_count count;
    double begun = by_clock_now();
    assert_int_equal(
        by_count(rules, rules->start, NULL, &hurry.stop, stop_it, &hurry, &count, NULL), BY_OK);
    assert_true(count.stopped && hurry.told >= 1);
    assert_true(by_clock_now() - begun < 5);
    by_rules_close(rules);
}

/* --- the set ------------------------------------------------------------------------------- */

/* Packs of every length, some of them beginnings of others, found again after the set grew. */
static void the_set_knows_what_was_put_in(void **state)
{
    (void)state;
    struct by_position_set set;
    size_t held = 0;
    assert_int_equal(by_position_set_open(&set, 20, sizeof(uint64_t), &held, (size_t)1 << 26, NULL),
                     BY_OK);
    for (int round = 0; round < 2; round++)
        for (uint64_t i = 0; i < 30000; i++) {
            uint8_t pack[20] = {0};
            bool added;
            uint64_t word = i / 3;
            memcpy(pack, &word, sizeof word); /* zeros behind: only the length differs */
            uint64_t *record = by_position_set_at(&set, pack, 8 + i % 3 * 6, &added);
            assert_non_null(record);
            assert_int_equal(added, round == 0);
            if (round == 0)
                *record = i * i;
            assert_int_equal(*record, i * i);
        }
    assert_int_equal(set.count, 30000);
    assert_true(held > 0 && held <= (size_t)1 << 26);
    by_position_set_close(&set);
    assert_int_equal(held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tictactoe_has_its_known_numbers),
        cmocka_unit_test(other_boards_have_their_known_numbers),
        cmocka_unit_test(stones_are_tribonacci),
        cmocka_unit_test(all_ways_of_counting_agree),
        cmocka_unit_test(backtracking_goes_through_all_games_of_tictactoe),
        cmocka_unit_test(counts_too_large_are_said_to_be),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(a_stop_is_obeyed),
        cmocka_unit_test(the_set_knows_what_was_put_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
