/* threat_test.c: wins by fours and threes. Each comes with a proof, and a plain checker that tries
 * every legal reply finds none that is false; and a search over all moves and all replies finds no
 * short one that was missed. The checker itself refuses proofs that were spoilt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/gomoku/gomoku.h"
#include "games/win_tree.h"

#define CELLS BY_GOMOKU_CELLS_MAX

/* --- asking -------------------------------------------------------------------------------- */

static struct by_threats ask(const struct by_rules *rules, const void *position, bool threes,
                             uint64_t most_nodes)
{
    struct by_threats t = {.kind = threes ? BY_THREATS_THREES : BY_THREATS_FOURS,
                           .most_nodes = most_nodes,
                           .memory = 1 << 20};
    struct by_error err = {0};
    t.proof.most = 1000000;
    if (rules->game->threats(rules, position, &t, &err) != BY_OK)
        fail_msg("%s", err.text);
    return t;
}

static bool holds_up(const struct by_rules *rules, const void *position,
                     const struct by_win_tree *proof)
{
    struct by_error err = {0};
    uint64_t nodes;
    enum by_status status = rules->game->check_proof(rules, position, proof, &nodes, &err);
    assert_true(status == BY_OK || err.text[0] != 0);
    return status == BY_OK;
}

/* --- positions ------------------------------------------------------------------------------- */

/* Random legal moves near the stones; true when the game is not over after them. */
static bool wander(const struct by_rules *rules, void *position, struct by_rng *rng, int plies)
{
    by_move near[CELLS];
    rules->game->start(rules, position);
    for (int i = 0; i < plies; i++) {
        if (rules->game->over(rules, position))
            return false;
        int count = rules->game->active(rules, position, near);
        rules->game->play(rules, position, near[by_rng_below(rng, (uint32_t)count)], NULL);
    }
    return !rules->game->over(rules, position);
}

static const char *const rules_of[] = {"freestyle", "exact", "renju"};

/* --- no false win ---------------------------------------------------------------------------- */

struct tally {
    int fours, threes, none;
};

static void try_position(const struct by_rules *rules, const void *position, bool threes,
                         struct tally *tally)
{
    struct by_threats t = ask(rules, position, threes, 10000);
    assert_true(t.nodes <= 10001);
    if (t.found == BY_THREATS_WIN && !holds_up(rules, position, &t.proof)) {
        char buffer[TEXT_SIZE];
        struct by_text text = by_text_over(buffer, sizeof buffer);
        rules->game->write(rules, position, &text);
        fail_msg("a false win: %s", buffer);
    }
    tally->none += t.found == BY_THREATS_NONE;
    if (t.found == BY_THREATS_WIN && by_win_tree_moves(&t.proof) > 2)
        *(t.won_by == BY_THREATS_FOURS ? &tally->fours : &tally->threes) += 1;
    by_win_tree_free(&t.proof);
}

static void every_win_holds(void **state)
{
    (void)state;
    static const char *const sizes[] = {"9", "15", "20"};
    int wanted = long_or(10000, 60);
    for (int r = 0; r < 3; r++) {
        struct tally tally = {0};
        struct by_rng rng;
        by_rng_init(&rng, 24, (uint64_t)r);
        for (int n = 0; n < wanted;) {
            char settings[64];
            (void)snprintf(settings, sizeof settings, "size=%s rule=%s", sizes[n % 3], rules_of[r]);
            struct by_rules *rules = open_rules("gomoku", settings);
            void *position = new_position(rules);
            if (wander(rules, position, &rng, 8 + (int)by_rng_below(&rng, 40))) {
                try_position(rules, position, n % 4 != 0, &tally);
                n++;
            }
            free(position);
            by_rules_close(rules);
        }
        print_message("%s: of %d positions %d won by three fours and more, %d by threes, %d not\n",
                      rules_of[r], wanted, tally.fours, tally.threes, tally.none);
        assert_true(tally.fours > 0 && tally.threes > 0);
    }
}

/* After f8, l3 and k4 an open four on g8 would stand in two rows at once: who shuts one of them in has
 * not stopped the other, and the proof must know which is left. */
static void an_open_four_in_two_rows_holds(void **state)
{
    (void)state;
    static const char *const moves[] = {"h8", "g7", "j9", "o15", "j7", "h5"};
    struct by_rules *rules = open_rules("gomoku", "size=15");
    void *position = new_position(rules);
    memcpy(position, rules->start, rules->position_size);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        play_text(rules, position, moves[i]);
    struct by_threats t = ask(rules, position, true, 100000);
    assert_int_equal(t.found, BY_THREATS_WIN);
    assert_true(holds_up(rules, position, &t.proof));
    by_win_tree_free(&t.proof);
    free(position);
    by_rules_close(rules);
}

/* --- none missed ------------------------------------------------------------------------------ */

/* A plain search. Rows are looked for on an array, through one point. */
struct plain {
    const struct by_rules *rules;
    struct by_grid grid;
    int attacker;
    bool threes;
};

static int row_through(const struct by_grid *grid, int at, int d)
{
    static const int dx[] = {1, 0, 1, -1}, dy[] = {0, 1, 1, 1};
    int row = 1;
    for (int sign = -1; sign <= 1; sign += 2) {
        int x = at % grid->width, y = at / grid->width;
        for (;; row++) {
            x += sign * dx[d];
            y += sign * dy[d];
            if (x < 0 || y < 0 || x >= grid->width || y >= grid->height ||
                grid->cell[y * grid->width + x] != grid->cell[at])
                break;
        }
    }
    return row;
}

static bool makes_five(struct plain *p, int at, int player)
{
    bool five = false, exact = by_gomoku_is_exact(p->rules, player);
    p->grid.cell[at] = "XO"[player];
    for (int d = 0; d < 4; d++) {
        int row = row_through(&p->grid, at, d);
        five = five || (exact ? row == 5 : row >= 5);
    }
    p->grid.cell[at] = '.';
    return five;
}

static int count_fives(struct plain *p, int player, int *where)
{
    int count = 0;
    for (int at = 0; at < p->grid.width * p->grid.height; at++) {
        if (p->grid.cell[at] != '.' || !makes_five(p, at, player))
            continue;
        *where = at;
        count++;
    }
    return count;
}

static bool may(struct plain *p, int at, int player)
{
    p->grid.side = player;
    return by_gomoku_may_play(p->rules, &p->grid, at);
}

/* Four in a row through `at` (with a stone there) with five on both ends. */
static bool is_open_four(struct plain *p, int at, int player)
{
    static const int dx[] = {1, 0, 1, -1}, dy[] = {0, 1, 1, 1};
    for (int d = 0; d < 4; d++) {
        int ends = 0;
        for (int sign = -1; sign <= 1; sign += 2) {
            int x = at % p->grid.width, y = at / p->grid.width;
            char c = p->grid.cell[at];
            while (x >= 0 && y >= 0 && x < p->grid.width && y < p->grid.height &&
                   p->grid.cell[y * p->grid.width + x] == c) {
                x += sign * dx[d];
                y += sign * dy[d];
            }
            int end = y * p->grid.width + x;
            ends += x >= 0 && y >= 0 && x < p->grid.width && y < p->grid.height &&
                    p->grid.cell[end] == '.' && makes_five(p, end, player);
        }
        if (ends == 2 && row_through(&p->grid, at, d) == 4)
            return true;
    }
    return false;
}

/* Could the attacker make an open four, if it were his turn? */
static bool threatens_open_four(struct plain *p)
{
    for (int at = 0; at < p->grid.width * p->grid.height; at++) {
        if (!may(p, at, p->attacker))
            continue;
        p->grid.cell[at] = "XO"[p->attacker];
        bool open = is_open_four(p, at, p->attacker);
        p->grid.cell[at] = '.';
        if (open)
            return true;
    }
    return false;
}

static bool plain_wins(struct plain *p, int left);

/* After a threat: do all legal replies lose? */
static bool all_lose(struct plain *p, int left)
{
    bool some = false;
    for (int at = 0; at < p->grid.width * p->grid.height; at++) {
        if (!may(p, at, !p->attacker))
            continue;
        some = true;
        if (makes_five(p, at, !p->attacker))
            return false;
        p->grid.cell[at] = "XO"[!p->attacker];
        bool wins = plain_wins(p, left);
        p->grid.cell[at] = '.';
        if (!wins)
            return false;
    }
    return some;
}

/* Every move that makes a four or a three, or that stops a five. */
static bool plain_wins(struct plain *p, int left)
{
    int where = 0, me = p->attacker;
    if (left > 0 && count_fives(p, me, &where) > 0)
        return true;
    int must = count_fives(p, !me, &where), cells = p->grid.width * p->grid.height;
    if (left < 2 || must > 1)
        return false;
    for (int at = 0; at < cells; at++) {
        if ((must == 1 && at != where) || !may(p, at, me))
            continue;
        int next;
        p->grid.cell[at] = "XO"[me];
        bool four = count_fives(p, me, &next) > 0;
        bool wins =
            (four || (p->threes && left > 2 && threatens_open_four(p))) && all_lose(p, left - 1);
        p->grid.cell[at] = '.';
        if (wins)
            return true;
    }
    return false;
}

static bool compare(const struct by_rules *rules, const void *position, bool threes, int left)
{
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    struct plain p = {.rules = rules, .threes = threes};
    rules->game->write(rules, position, &text);
    assert_int_equal(by_grid_read(buffer, rules->width, rules->height, &p.grid, NULL), BY_OK);
    p.attacker = p.grid.side;
    bool wins = plain_wins(&p, left);
    struct by_threats t = ask(rules, position, threes, 300000);
    if (wins && t.found != BY_THREATS_WIN)
        fail_msg("a win in %d was missed: %s", left, buffer);
    bool deep = wins && by_win_tree_moves(&t.proof) > 1;
    by_win_tree_free(&t.proof);
    return deep;
}

static void no_short_win_is_missed(void **state)
{
    (void)state;
    static const char *const sizes[] = {"7", "8x7", "9"};
    for (int r = 0; r < 3; r++) {
        struct by_rng rng;
        int wins = 0, tried = long_or(1000, 24);
        by_rng_init(&rng, 25, (uint64_t)r);
        for (int n = 0; n < tried;) {
            char settings[64];
            (void)snprintf(settings, sizeof settings, "size=%s rule=%s", sizes[n % 3], rules_of[r]);
            struct by_rules *rules = open_rules("gomoku", settings);
            void *position = new_position(rules);
            if (wander(rules, position, &rng, 10 + (int)by_rng_below(&rng, 16))) {
                wins += compare(rules, position, n % 4 != 0, n % 12 == 1 ? 4 : 3);
                n++;
            }
            free(position);
            by_rules_close(rules);
        }
        print_message("%s: %d wins of two moves and more, none missed\n", rules_of[r], wins);
        assert_true(wins > tried / 30);
    }
}

/* --- the checker -------------------------------------------------------------------------------- */

/* Where one answer of a proof is another point, the proof should nearly always break: an open four
 * has two, and there may be several ways to win. */
static void spoilt_proofs_are_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "size=15");
    void *position = new_position(rules);
    struct by_rng rng;
    int spoilt = 0, refused = 0;
    by_rng_init(&rng, 26, 0);
    while (spoilt < 30) {
        if (!wander(rules, position, &rng, 12 + (int)by_rng_below(&rng, 20)))
            continue;
        struct by_threats t = ask(rules, position, true, 20000);
        if (t.found == BY_THREATS_WIN && t.proof.count > 8) {
            int at = (int)by_rng_below(&rng, (uint32_t)t.proof.count);
            t.proof.node[at].answer = (by_move)by_rng_below(&rng, 225);
            refused += !holds_up(rules, position, &t.proof);
            spoilt++;
        }
        by_win_tree_free(&t.proof);
    }
    assert_in_range(refused, spoilt * 9 / 10, spoilt);
    free(position);
    by_rules_close(rules);
}

/* A three is no win where nothing says what to do against a reply. */
static void a_missing_reply_is_found(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "size=8");
    void *position = read_text(
        rules, "......../......../......../......../......../.OO...../.XXX..../........ X");
    struct by_threats t = ask(rules, position, false, 1000);
    struct by_error err = {0};
    uint64_t nodes;
    assert_int_equal(t.found, BY_THREATS_WIN);
    assert_int_equal(t.won_by, BY_THREATS_FOURS);
    assert_int_equal(by_win_tree_moves(&t.proof), 2);
    assert_true(holds_up(rules, position, &t.proof));
    assert_int_equal(t.proof.count, 3);
    t.proof.node[1].next = 0;
    t.proof.count = 2;
    assert_int_equal(rules->game->check_proof(rules, position, &t.proof, &nodes, &err), BY_FAILED);
    assert_non_null(strstr(err.text, "there is no answer"));
    by_win_tree_free(&t.proof);
    free(position);
    by_rules_close(rules);
}

static void a_proof_that_is_no_tree_is_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "size=15");
    struct by_win_node loop[] = {{.reply = BY_NO_MOVE, .answer = 0, .child = 1},
                                 {.reply = BY_ANY_MOVE, .answer = 1, .child = 1}};
    struct by_win_tree proof = {loop, 2, 2, 2};
    struct by_error err = {0};
    uint64_t nodes;
    assert_int_equal(rules->game->check_proof(rules, rules->start, &proof, &nodes, &err),
                     BY_BAD_INPUT);
    by_rules_close(rules);
}

/* Written and read again it is the same tree, and still holds. */
static void a_proof_survives_as_text(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("gomoku", "size=9 rule=renju"), *again = NULL;
    void *position = read_text(rules, "........./........./........./...X...../........./...O...../"
                                      "...O...../...O...../XXX.XX... O");
    struct by_threats t = ask(rules, position, true, 1000);
    struct by_win_tree read = {.most = 1000};
    struct by_error err = {0};
    struct by_buffer text;
    assert_int_equal(t.found, BY_THREATS_WIN);
    by_buffer_open(&text, 1 << 20);
    by_win_tree_write(rules, position, &t.proof, &text);
    if (by_win_tree_read(by_buffer_text(&text), &again, &read, &err) != BY_OK)
        fail_msg("%s", err.text);
    assert_int_equal(read.count, t.proof.count);
    assert_memory_equal(read.node, t.proof.node, (size_t)read.count * sizeof *read.node);
    assert_true(holds_up(again, again->start, &read));
    by_buffer_close(&text);
    by_win_tree_free(&read);
    by_win_tree_free(&t.proof);
    by_rules_close(again);
    free(position);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_win_holds),
        cmocka_unit_test(an_open_four_in_two_rows_holds),
        cmocka_unit_test(no_short_win_is_missed),
        cmocka_unit_test(spoilt_proofs_are_refused),
        cmocka_unit_test(a_missing_reply_is_found),
        cmocka_unit_test(a_proof_that_is_no_tree_is_refused),
        cmocka_unit_test(a_proof_survives_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
