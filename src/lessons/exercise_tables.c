/* exercise_tables.c: exercises whose solution is a table: hashing, Zobrist keys, UCB1. */
#include "lessons/exercise_tables.h"
#include "base/num.h"
#include "base/rng.h"
#include <math.h>
#include <stdlib.h>

#define TRIES 200

/* --- hash tables ------------------------------------------------------------------------------ */

static void put_keys(struct by_rng *rng, enum by_fill_function function, enum by_exercise_size size,
                     struct by_text *out)
{
    static const int least[] = {3, 5, 8};
    static const char *const words[] = {"go",   "pi",   "nim",  "hex",  "max", "min",  "key",
                                        "tree", "node", "leaf", "move", "win", "draw", "loss"};
    int order[14], count = least[size] + (int)by_rng_below(rng, 3);
    for (int i = 0; i < 14; i++)
        order[i] = i;
    for (int i = 0; i < count; i++) {
        int other = i + (int)by_rng_below(rng, (uint32_t)(14 - i)), swap = order[i];
        order[i] = order[other];
        order[other] = swap;
        by_text_add(out, i > 0 ? " " : "");
        if (function == BY_FILL_MOD)
            by_text_format(out, "%d", 7 * order[i] + (int)by_rng_below(rng, 7)); /* all different */
        else
            by_text_add(out, words[order[i]]);
    }
}

enum by_status by_exercise_table(struct by_fill *fill, const struct by_exercise_id *id,
                                 char keys[BY_EXERCISE_KEYS], struct by_error *err)
{
    static const int sizes[] = {7, 11, 13};
    struct by_rng rng;
    by_rng_init(&rng, id->seed, (uint64_t)id->number);
    for (int try = 0; try < TRIES; try++) {
        struct by_text text = by_text_over(keys, BY_EXERCISE_KEYS);
        enum by_fill_function function = by_rng_below(&rng, 3) == 0 ? BY_FILL_JAVA31 : BY_FILL_MOD;
        enum by_fill_method method = (enum by_fill_method)by_rng_below(&rng, BY_FILL_JAVA);
        int slots = sizes[by_rng_below(&rng, 3)];
        put_keys(&rng, function, id->size, &text);
        enum by_status status = by_fill_keys(fill, keys, (int)function, method, slots, err);
        if (status != BY_OK)
            return status;
        bool good = false, found = true;
        for (int i = 0; i < fill->count; i++) {
            found &= fill->key[i].slot >= 0;
            for (int j = 0; j < i; j++)
                good |= fill->key[i].home == fill->key[j].home;
        }
        if (good && found)
            return BY_OK;
    }
    return by_fail(err, BY_FAILED, "no keys were found for this exercise");
}

const char *by_exercise_method(const struct by_fill *fill)
{
    static const char *const names[] = {"separate chaining", "linear probing", "quadratic probing",
                                        "double hashing"};
    return names[fill->method];
}

static void ask_table(struct by_page *page, const struct by_fill *fill, const char *keys)
{
    struct by_buffer rule;
    by_buffer_open(&rule, 4096);
    by_fill_rule(fill, &rule);
    by_page_text(page, "A table of %d slots is filled with the keys %s, in this order, by %s.",
                 fill->slots, keys, by_exercise_method(fill));
    by_page_text(page, "%s.", by_buffer_text(&rule));
    by_page_text(page,
                 "Which slots are tried for each key, and what does the table look like in the "
                 "end?");
    by_buffer_close(&rule);
}

static void solve_table(struct by_page *page, const struct by_fill *fill)
{
    by_page_table(page, "lrrlr");
    by_page_cell(page, "key");
    by_page_cell(page, "h");
    by_page_cell(page, "home");
    by_page_cell(page, "tried");
    by_page_cell(page, "slot");
    for (int i = 0; i < fill->count; i++) {
        char tried[256];
        struct by_text text = by_text_over(tried, sizeof tried);
        by_fill_tried(fill, i, &text);
        by_page_cell(page, "%s", fill->key[i].name);
        by_page_cell(page, "%llu", (unsigned long long)fill->key[i].hash);
        by_page_cell(page, "%d", fill->key[i].home);
        by_page_cell(page, "%s", tried);
        by_page_cell(page, "%d", fill->key[i].slot);
    }
    by_page_table_end(page);
    by_page_table(page, "rl");
    by_page_cell(page, "slot");
    by_page_cell(page, "keys");
    for (int slot = 0; slot < fill->slots; slot++) {
        char words[256];
        struct by_text text = by_text_over(words, sizeof words);
        by_fill_slot(fill, fill->count, slot, &text);
        by_page_cell(page, "%d", slot);
        by_page_cell(page, "%s", words[0] ? words : ".");
    }
    by_page_table_end(page);
}

static enum by_status write_hash(struct by_page *page, const struct by_exercise_id *id,
                                 bool solution, struct by_error *err)
{
    char keys[BY_EXERCISE_KEYS];
    struct by_fill *fill = malloc(sizeof *fill);
    if (fill == NULL)
        return by_fail_memory(err, sizeof *fill);
    enum by_status status = by_exercise_table(fill, id, keys, err);
    if (status == BY_OK && solution)
        solve_table(page, fill);
    else if (status == BY_OK)
        ask_table(page, fill, keys);
    free(fill);
    return status;
}

/* --- Zobrist keys --------------------------------------------------------------------------------- */

void by_exercise_numbers(struct by_exercise_numbers *k, const struct by_exercise_id *id)
{
    static const int least[] = {2, 3, 5};
    struct by_rng rng;
    by_rng_init(&rng, id->seed, (uint64_t)id->number);
    for (int i = 0; i < BY_EXERCISE_CELLS; i++) {
        k->number[i][0] = 1 + (int)by_rng_below(&rng, 255);
        k->number[i][1] = 1 + (int)by_rng_below(&rng, 255);
        k->move[i] = i;
    }
    k->moves = least[id->size] + (int)by_rng_below(&rng, 2);
    for (int i = 0; i < k->moves; i++) {
        int other = i + (int)by_rng_below(&rng, (uint32_t)(BY_EXERCISE_CELLS - i));
        int swap = k->move[i];
        k->move[i] = k->move[other];
        k->move[other] = swap;
    }
}

void by_exercise_cell(int cell, struct by_text *out)
{
    by_text_format(out, "%c%d", 'a' + cell % 3, 1 + cell / 3);
}

void by_exercise_stone(const struct by_exercise_numbers *k, int i, struct by_text *out)
{
    by_text_format(out, "%c ", "XO"[i % 2]);
    by_exercise_cell(k->move[i], out);
}

static void ask_keys(struct by_page *page, const struct by_exercise_numbers *k)
{
    char moves[128];
    struct by_text text = by_text_over(moves, sizeof moves);
    for (int i = 0; i < k->moves; i++) {
        by_text_add(&text, i > 0 ? ", " : "");
        by_exercise_stone(k, i, &text);
    }
    by_page_text(page,
                 "Tic-tac-toe with Zobrist keys: the key of a position is the exclusive or of the "
                 "numbers of its stones, and the empty board has the key 0.");
    by_page_table(page, "lrr");
    by_page_cell(page, "cell");
    by_page_cell(page, "X");
    by_page_cell(page, "O");
    for (int i = 0; i < BY_EXERCISE_CELLS; i++) {
        by_page_cell(page, "%c%d", 'a' + i % 3, 1 + i / 3);
        by_page_cell(page, "%d", k->number[i][0]);
        by_page_cell(page, "%d", k->number[i][1]);
    }
    by_page_table_end(page);
    by_page_text(page,
                 "The moves are %s; then the last one is taken back. What is the key after each "
                 "of them?",
                 moves);
}

static void solve_keys(struct by_page *page, const struct by_exercise_numbers *k)
{
    int key = 0;
    by_page_table(page, "lrr");
    by_page_cell(page, "move");
    by_page_cell(page, "number");
    by_page_cell(page, "key");
    for (int i = 0; i <= k->moves; i++) {
        char move[32];
        int ply = i < k->moves ? i : k->moves - 1;
        struct by_text text = by_text_over(move, sizeof move);
        by_exercise_stone(k, ply, &text);
        key ^= k->number[k->move[ply]][ply % 2];
        by_page_cell(page, "%s%s", move, i < k->moves ? "" : " taken back");
        by_page_cell(page, "%d", k->number[k->move[ply]][ply % 2]);
        by_page_cell(page, "%d", key);
    }
    by_page_table_end(page);
}

static enum by_status write_zobrist(struct by_page *page, const struct by_exercise_id *id,
                                    bool solution, struct by_error *err)
{
    (void)err;
    struct by_exercise_numbers k;
    by_exercise_numbers(&k, id);
    if (solution)
        solve_keys(page, &k);
    else
        ask_keys(page, &k);
    return BY_OK;
}

/* --- UCB1 ------------------------------------------------------------------------------------------- */

/* w/n + C sqrt(ln N / n). True: the best one is so by a margin that rounding does not change. */
static bool compute(struct by_exercise_arms *a)
{
    double first = -1, second = -1;
    for (int i = 0; i < a->count; i++) {
        a->mean[i] = (double)a->wins[i] / a->visits[i];
        a->bonus[i] = a->c * sqrt(by_ln(a->total) / a->visits[i]);
        double index = a->mean[i] + a->bonus[i];
        if (index > first) {
            second = first;
            first = index;
            a->best = i;
        } else if (index > second) {
            second = index;
        }
    }
    return first - second > 0.01;
}

void by_exercise_arms(struct by_exercise_arms *a, const struct by_exercise_id *id)
{
    static const int least[] = {2, 3, 5};
    static const double constants[] = {0.5, 1, 1.4};
    struct by_rng rng;
    by_rng_init(&rng, id->seed, (uint64_t)id->number);
    do {
        *a = (struct by_exercise_arms){.count = least[id->size] + (int)by_rng_below(&rng, 3),
                                       .c = constants[by_rng_below(&rng, 3)]};
        for (int i = 0; i < a->count; i++) {
            a->visits[i] = 2 + (int)by_rng_below(&rng, 30);
            a->wins[i] = (int)by_rng_below(&rng, (uint32_t)a->visits[i] + 1);
            a->total += a->visits[i];
        }
    } while (!compute(a)); /* one in a few is too close */
}

static void ask_arms(struct by_page *page, const struct by_exercise_arms *a)
{
    by_page_text(page,
                 "A Monte Carlo search has tried the moves of a position %d times in all: n is how "
                 "often each was tried, w how often it won.",
                 a->total);
    by_page_table(page, "lrr");
    by_page_cell(page, "move");
    by_page_cell(page, "n");
    by_page_cell(page, "w");
    for (int i = 0; i < a->count; i++) {
        by_page_cell(page, "%c", 'a' + i);
        by_page_cell(page, "%d", a->visits[i]);
        by_page_cell(page, "%d", a->wins[i]);
    }
    by_page_table_end(page);
    by_page_text(page,
                 "UCB1 takes the move with the largest w/n + C sqrt(ln N / n), with C = %g and N = "
                 "%d. Which one is tried next?",
                 a->c, a->total);
}

static void solve_arms(struct by_page *page, const struct by_exercise_arms *a)
{
    by_page_table(page, "lrrr");
    by_page_cell(page, "move");
    by_page_cell(page, "w/n");
    by_page_cell(page, "C sqrt(ln N / n)");
    by_page_cell(page, "sum");
    for (int i = 0; i < a->count; i++) {
        by_page_cell(page, "%c", 'a' + i);
        by_page_cell(page, "%.4f", a->mean[i]);
        by_page_cell(page, "%.4f", a->bonus[i]);
        by_page_cell(page, "%.4f", a->mean[i] + a->bonus[i]);
    }
    by_page_table_end(page);
    by_page_text(page, "Next is %c.", 'a' + a->best);
}

static enum by_status write_ucb1(struct by_page *page, const struct by_exercise_id *id,
                                 bool solution, struct by_error *err)
{
    (void)err;
    struct by_exercise_arms a;
    by_exercise_arms(&a, id);
    if (solution)
        solve_arms(page, &a);
    else
        ask_arms(page, &a);
    return BY_OK;
}

const struct by_exercise_kind by_exercise_hash = {
    .name = "hash", .title = "A hash table is filled", .write = write_hash, .pose = by_pose_hash};
const struct by_exercise_kind by_exercise_zobrist = {
    .name = "zobrist", .title = "Zobrist keys", .write = write_zobrist, .pose = by_pose_zobrist};
const struct by_exercise_kind by_exercise_ucb1 = {.name = "ucb1",
                                                  .title = "UCB1: which move is next?",
                                                  .write = write_ucb1,
                                                  .pose = by_pose_ucb1};
