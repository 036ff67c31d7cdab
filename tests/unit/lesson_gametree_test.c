/* Tests of the lessons on game trees, stones and tictactoe, against plain code of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "lesson_help.h"

/* --- stones ---------------------------------------------------------------------------------- */

#define ROW_MAX 12

struct row {
    int count, stone[ROW_MAX];
};

struct tally {
    long long plays, alice, bob, draws;
    const json_t *list; /* the lesson's plays, in the same order */
};

static int sum_of(const struct row *row, int from, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += row->stone[from + i];
    return sum;
}

static void end_play(struct tally *tally, const int *takes, int depth, const int sums[2])
{
    const json_t *listed = json_array_get(tally->list, (size_t)tally->plays);
    const json_t *listed_takes = member(listed, "takes");
    tally->plays++;
    tally->alice += sums[0] > sums[1];
    tally->bob += sums[0] < sums[1];
    tally->draws += sums[0] == sums[1];
    assert_int_equal(whole(listed, "alice"), sums[0]);
    assert_int_equal(whole(listed, "bob"), sums[1]);
    assert_int_equal(json_array_size(listed_takes), depth);
    for (int i = 0; i < depth; i++)
        assert_int_equal(whole_at(listed_takes, (size_t)i), takes[i]);
}

static void enumerate(const struct row *row, int at, int depth, int *takes, const int sums[2],
                      struct tally *tally)
{
    if (at == row->count)
        end_play(tally, takes, depth, sums);
    for (int take = 1; take <= 3 && at + take <= row->count; take++) {
        int after[2] = {sums[0], sums[1]};
        after[depth % 2] += sum_of(row, at, take);
        takes[depth] = take;
        enumerate(row, at + take, depth + 1, takes, after, tally);
    }
}

/* The best lead of the side to move over the rest of the row. */
static int best_lead(const struct row *row, int at)
{
    int best = 0;
    for (int take = 1; take <= 3 && at + take <= row->count; take++) {
        int lead = sum_of(row, at, take) - best_lead(row, at + take);
        if (take == 1 || lead > best)
            best = lead;
    }
    return best;
}

/* The line of best play keeps the value to the end. */
static void check_best(const struct row *row, const json_t *best, long long value)
{
    int at = 0, lead = 0;
    for (size_t i = 0; i < json_array_size(best); i++) {
        int take = (int)whole_at(best, i);
        assert_in_range(take, 1, 3);
        lead += (i % 2 == 0 ? 1 : -1) * sum_of(row, at, take);
        at += take;
    }
    assert_int_equal(at, row->count);
    assert_int_equal(lead, value);
}

static void check_row(const struct row *row)
{
    char line[256];
    struct by_text text = by_text_over(line, sizeof line);
    int takes[ROW_MAX];
    const int none[2] = {0, 0};
    by_text_add(&text, "stones show=1000 row=\"");
    for (int i = 0; i < row->count; i++)
        by_text_format(&text, "%s%d", i > 0 ? " " : "", row->stone[i]);
    by_text_add(&text, "\"");
    json_t *figures = figures_of(line);
    struct tally tally = {.list = member(figures, "list")};
    enumerate(row, 0, 0, takes, none, &tally);
    assert_int_equal(json_array_size(tally.list), tally.plays);
    assert_int_equal(whole(figures, "plays"), tally.plays);
    assert_int_equal(whole(figures, "alice"), tally.alice);
    assert_int_equal(whole(figures, "bob"), tally.bob);
    assert_int_equal(whole(figures, "draws"), tally.draws);
    assert_int_equal(whole(figures, "value"), best_lead(row, 0));
    check_best(row, member(figures, "best"), whole(figures, "value"));
    json_decref(figures);
}

/* The row 1 2 3 6 is a draw (LOG; the third example of the puzzle it is taken from), 1 2 3 7 is
 * Bob's and 1 2 3 -9 Alice's (the other two). */
static void the_lectures_row_is_a_draw(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int sign;
    } known[] = {{"stones", 0}, {"stones row=\"1 2 3 7\"", -1}, {"stones row=\"1 2 3 -9\"", 1}};
    for (size_t i = 0; i < 3; i++) {
        json_t *figures = figures_of(known[i].line);
        long long value = whole(figures, "value");
        assert_int_equal((value > 0) - (value < 0), known[i].sign);
        assert_int_equal(whole(figures, "plays"), 7);
        assert_int_equal(whole(figures, "nodes"), 15);
        json_decref(figures);
    }
}

/* Ways to take n stones by one, two, three: the tribonacci numbers, OEIS A000073. */
static void plays_are_counted_by_tribonacci_numbers(void **state)
{
    (void)state;
    static const int known[] = {1, 2, 4, 7, 13, 24, 44, 81, 149, 274, 504, 927};
    for (int n = 1; n <= ROW_MAX; n++) {
        char line[64] = "stones row=\"1";
        for (int i = 1; i < n; i++)
            strcat(line, " 1");
        strcat(line, "\"");
        json_t *figures = figures_of(line);
        assert_int_equal(whole(figures, "plays"), known[n - 1]);
        json_decref(figures);
    }
}

static void random_rows_agree_with_plain_code(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 9, 0);
    for (int round = 0; round < (long_tests() ? 2000 : 200); round++) {
        struct row row = {.count = 1 + (int)by_rng_below(&rng, ROW_MAX)};
        for (int i = 0; i < row.count; i++)
            row.stone[i] = (int)by_rng_below(&rng, 21) - 10;
        check_row(&row);
    }
}

static void odd_rows_are_refused(void **state)
{
    (void)state;
    refuses("stones row=\"1 2 3 4 5 6 7 8 9 10 11 12 13\"", "at most 12 stones");
    refuses("stones row=\"1 x\"", "stone 2");
    refuses("stones row=\"\"", "row");
    refuses("stones row=\"-\"", "row");
    refuses("stones row=\"1 2 | 3 4 | X\"", "row");
    refuses("stones row=99999999", "1000000");
}

/* --- tic-tac-toe ----------------------------------------------------------------------------- */

static int winner(const char *board)
{
    static const int line[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                   {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int i = 0; i < 8; i++)
        if (board[line[i][0]] != '.' && board[line[i][0]] == board[line[i][1]] &&
            board[line[i][0]] == board[line[i][2]])
            return board[line[i][0]] == 'X' ? 1 : -1;
    return 0;
}

struct naive {
    int value, plies;
    long long games, x, o, draws;
};

/* Cells from the bottom left, row by row, as a1, b1, c1, a2 ... */
static struct naive naive_minimax(char *board, char mover)
{
    int won = winner(board), sign = mover == 'X' ? 1 : -1;
    if (won != 0 || !strchr(board, '.'))
        return (struct naive){100 * won, 0, 1, won > 0, won < 0, won == 0};
    struct naive best = {-1000 * sign, 0, 0, 0, 0, 0};
    for (int cell = 0; cell < 9; cell++) {
        if (board[cell] != '.')
            continue;
        board[cell] = mover;
        struct naive below = naive_minimax(board, mover == 'X' ? 'O' : 'X');
        board[cell] = '.';
        int gain = sign * (below.value - best.value);
        int longer = below.plies + 1 - best.plies;
        if (gain > 0 || (gain == 0 && (sign * below.value > 0 ? longer < 0 : longer > 0))) {
            best.value = below.value;
            best.plies = below.plies + 1;
        }
        best.games += below.games;
        best.x += below.x;
        best.o += below.o;
        best.draws += below.draws;
    }
    return best;
}

static void same_worth(const json_t *got, struct naive wanted)
{
    assert_int_equal(whole(got, "value"), wanted.value);
    assert_int_equal(whole(got, "plies"), wanted.plies);
    assert_int_equal(whole(got, "games"), wanted.games);
    assert_int_equal(whole(got, "x"), wanted.x);
    assert_int_equal(whole(got, "o"), wanted.o);
    assert_int_equal(whole(got, "draws"), wanted.draws);
}

static void check_position(char *board, char mover)
{
    char line[64];
    snprintf(line, sizeof line, "tictactoe position=\"%.3s/%.3s/%.3s %c\"", board + 6, board + 3,
             board, mover);
    json_t *figures = figures_of(line);
    const json_t *moves = member(figures, "moves");
    size_t listed = 0;
    same_worth(figures, naive_minimax(board, mover));
    for (int cell = 0; cell < 9 && winner(board) == 0; cell++) {
        if (board[cell] != '.')
            continue;
        const json_t *move = json_array_get(moves, listed++);
        const char name[] = {(char)('a' + cell % 3), (char)('1' + cell / 3), '\0'};
        assert_string_equal(words(move, "move"), name);
        board[cell] = mover;
        struct naive below = naive_minimax(board, mover == 'X' ? 'O' : 'X');
        below.plies++;
        same_worth(move, below);
        board[cell] = '.';
    }
    assert_int_equal(json_array_size(moves), listed);
    json_decref(figures);
}

/* 255,168 games: 131,184 won by X, 77,904 by O, 46,080 drawn; a draw with best play; 549,946
 * nodes of the whole tree. */
static void the_empty_board_has_the_published_counts(void **state)
{
    (void)state;
    json_t *figures = figures_of("tictactoe");
    same_worth(figures, (struct naive){0, 9, 255168, 131184, 77904, 46080});
    assert_int_equal(whole(figures, "positions"), 549946);
    assert_int_equal(json_array_size(member(figures, "moves")), 9);
    json_decref(figures);
}

static void random_positions_agree_with_plain_minimax(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 4, 0);
    for (int round = 0; round < (long_tests() ? 1000 : 100); round++) {
        char board[] = ".........", mover = 'X';
        int plies = 2 + (int)by_rng_below(&rng, 8);
        for (int i = 0; i < plies && winner(board) == 0; i++) {
            int cell = (int)by_rng_below(&rng, 9);
            while (board[cell] != '.')
                cell = (cell + 1) % 9;
            board[cell] = mover;
            mover = mover == 'X' ? 'O' : 'X';
        }
        check_position(board, mover);
    }
}

static void moves_lead_to_the_position(void **state)
{
    (void)state;
    json_t *figures = figures_of("tictactoe moves=\"b2 a1,c3\"");
    assert_string_equal(words(figures, "position"), "..X/.X./O.. O");
    json_decref(figures);
    figures = figures_of("tictactoe position=\"..X/.X./O.. O\" moves=b1");
    assert_string_equal(words(figures, "position"), "..X/.X./OO. X");
    json_decref(figures);
    figures = figures_of("tictactoe moves=\"a1 b1 a2 b2 a3\"");
    assert_int_equal(whole(figures, "value"), 100);
    assert_int_equal(json_array_size(member(figures, "moves")), 0);
    json_decref(figures);
    refuses("tictactoe moves=\"b2 b2\"", "b2");
    refuses("tictactoe moves=\"d4\"", "d4");
    refuses("tictactoe position=nonsense", "");
    refuses("tictactoe position=\"XXX/OOO/... X\"", "line");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lectures_row_is_a_draw),
        cmocka_unit_test(plays_are_counted_by_tribonacci_numbers),
        cmocka_unit_test(random_rows_agree_with_plain_code),
        cmocka_unit_test(odd_rows_are_refused),
        cmocka_unit_test(the_empty_board_has_the_published_counts),
        cmocka_unit_test(random_positions_agree_with_plain_minimax),
        cmocka_unit_test(moves_lead_to_the_position),
    };
    return cmocka_run_group_tests_name("game trees", tests, NULL, NULL);
}
