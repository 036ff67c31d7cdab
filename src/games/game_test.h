/* game_test.h: what the games' own tests share besides opening rules (rules_test.h): plain
 * counting, and the promises of game.h checked at one position. Slots only: nothing here
 * knows a game. Include it after cmocka.h. */
#ifndef BY_GAMES_GAME_TEST_H
#define BY_GAMES_GAME_TEST_H

#include "base/long_test.h"
#include "games/rules_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_SIZE 4096

static inline void *new_position(const struct by_rules *rules)
{
    void *position = malloc(rules->position_size);
    assert_non_null(position);
    return position;
}

static inline void *read_text(const struct by_rules *rules, const char *text)
{
    struct by_error err = {0};
    void *position = new_position(rules);
    if (rules->game->read(rules, text, position, &err) != BY_OK)
        fail_msg("'%s': %s", text, err.text);
    return position;
}

static inline by_move move_of(const struct by_rules *rules, const void *position, const char *text)
{
    struct by_error err = {0};
    by_move move = BY_NO_MOVE;
    if (rules->game->read_move(rules, position, text, &move, &err) != BY_OK)
        fail_msg("%s", err.text);
    return move;
}

static inline void play_text(const struct by_rules *rules, void *position, const char *move)
{
    rules->game->play(rules, position, move_of(rules, position, move), NULL);
}

static inline void assert_position(const struct by_rules *rules, const void *position,
                                   const char *expected)
{
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    rules->game->write(rules, position, &text);
    assert_string_equal(buffer, expected);
}

/* The legal moves as one line, in the order of the generator. */
static inline void assert_moves(const struct by_rules *rules, const void *position,
                                const char *expected)
{
    char buffer[TEXT_SIZE];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    by_move *list = calloc((size_t)rules->max_moves, sizeof *list);
    assert_non_null(list);
    int count = rules->game->moves(rules, position, list);
    for (int i = 0; i < count; i++) {
        by_text_add(&text, i > 0 ? " " : "");
        rules->game->write_move(rules, position, list[i], &text);
    }
    free(list);
    assert_string_equal(buffer, expected);
}

/* The text stands for a finished game with this result. */
static inline void assert_finished(const struct by_rules *rules, const char *text, int32_t result)
{
    void *position = read_text(rules, text);
    assert_true(rules->game->over(rules, position));
    assert_int_equal(rules->game->result(rules, position), result);
    free(position);
}

static inline void assert_open(const struct by_rules *rules, const char *text)
{
    void *position = read_text(rules, text);
    assert_false(rules->game->over(rules, position));
    free(position);
}

/* `read` refuses the text with a sentence that contains `words`. */
static inline void assert_refused(const struct by_rules *rules, const char *text, const char *words)
{
    struct by_error err = {0};
    void *position = new_position(rules);
    assert_int_equal(rules->game->read(rules, text, position, &err), BY_BAD_INPUT);
    if (!strstr(err.text, words))
        fail_msg("'%s' was refused with: %s", text, err.text);
    free(position);
}

static inline void assert_move_refused(const struct by_rules *rules, const char *text,
                                       const char *words)
{
    struct by_error err = {0};
    by_move move;
    assert_int_equal(rules->game->read_move(rules, rules->start, text, &move, &err), BY_BAD_INPUT);
    if (!strstr(err.text, words))
        fail_msg("'%s' was refused with: %s", text, err.text);
}

static inline void assert_settings_refused(const char *game, const char *settings,
                                           const char *words)
{
    struct by_error err = {0};
    struct by_rules *rules = NULL;
    assert_int_equal(try_rules(game, settings, NULL, &rules, &err), BY_BAD_INPUT);
    if (!strstr(err.text, words))
        fail_msg("'%s' was refused with: %s", settings, err.text);
}

/* Lines of play of exactly `depth` plies, counted by plain recursion over copies. */
static inline uint64_t count_plies(const struct by_rules *rules, const void *position, int depth)
{
    if (depth == 0)
        return 1;
    if (rules->game->over(rules, position))
        return 0;
    by_move *list = calloc((size_t)rules->max_moves, sizeof *list);
    void *next = new_position(rules);
    assert_non_null(list);
    int count = rules->game->moves(rules, position, list);
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, list[i], NULL);
        sum += count_plies(rules, next, depth - 1);
    }
    free(next);
    free(list);
    return sum;
}

static inline void assert_perft(const char *game, const char *settings, const uint64_t *counts,
                                int depth)
{
    struct by_rules *rules = open_rules(game, settings);
    for (int d = 1; d <= depth; d++)
        assert_int_equal(count_plies(rules, rules->start, d), counts[d - 1]);
    by_rules_close(rules);
}

/* --- the promises of game.h at one position --------------------------------- */

static inline void check_same(const struct by_rules *rules, const void *a, const void *b)
{
    uint8_t pack_a[TEXT_SIZE], pack_b[TEXT_SIZE];
    size_t size_a = rules->game->pack(rules, a, pack_a);
    size_t size_b = rules->game->pack(rules, b, pack_b);
    assert_true(size_a <= rules->pack_size);
    assert_int_equal(size_a, size_b);
    assert_memory_equal(pack_a, pack_b, size_a);
    assert_int_equal(rules->game->key(rules, a), rules->game->key(rules, b));
    assert_int_equal(rules->game->side(rules, a), rules->game->side(rules, b));
    assert_int_equal(rules->game->over(rules, a), rules->game->over(rules, b));
}

/* Text and bytes lead back to the position; its key, too, is then made from scratch. */
static inline void check_round_trips(const struct by_rules *rules, const void *position)
{
    char buffer[TEXT_SIZE];
    uint8_t bytes[TEXT_SIZE];
    struct by_error err = {0};
    struct by_text text = by_text_over(buffer, sizeof buffer);
    rules->game->write(rules, position, &text);
    void *back = read_text(rules, buffer);
    check_same(rules, position, back);
    memset(back, 0x5a, rules->position_size);
    size_t size = rules->game->pack(rules, position, bytes);
    assert_int_equal(rules->game->unpack(rules, bytes, size, back, &err), BY_OK);
    check_same(rules, position, back);
    assert_int_equal(rules->game->unpack(rules, bytes, size - 1, back, &err), BY_BAD_INPUT);
    free(back);
}

/* Every move can be written, read and, where the game has undo, taken back to the same bytes. */
static inline void check_moves(const struct by_rules *rules, void *position, const by_move *list,
                               int count)
{
    char buffer[TEXT_SIZE];
    void *before = new_position(rules);
    memcpy(before, position, rules->position_size);
    for (int i = 0; i < count; i++) {
        struct by_text text = by_text_over(buffer, sizeof buffer);
        struct by_undo undo;
        rules->game->write_move(rules, position, list[i], &text);
        assert_int_equal(move_of(rules, position, buffer), list[i]);
        if (!rules->game->undo)
            continue;
        rules->game->play(rules, position, list[i], &undo);
        rules->game->undo(rules, position, list[i], &undo);
        assert_memory_equal(position, before, rules->position_size);
    }
    free(before);
}

static inline bool holds(const by_move *list, int count, by_move move)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == move)
            return true;
    }
    return false;
}

/* Image s: same side, end and result, and the moves are the images of the moves. */
static inline void check_image(const struct by_rules *rules, const void *position, int s,
                               const by_move *list, int count, by_move *scratch)
{
    if (!rules->game->transform)
        return;
    void *image = new_position(rules);
    rules->game->transform(rules, position, s, image);
    check_round_trips(rules, image);
    assert_int_equal(rules->game->side(rules, position), rules->game->side(rules, image));
    assert_int_equal(rules->game->over(rules, position), rules->game->over(rules, image));
    if (rules->game->over(rules, position)) {
        assert_int_equal(rules->game->result(rules, position), rules->game->result(rules, image));
    } else {
        assert_int_equal(rules->game->moves(rules, image, scratch), count);
        for (int i = 0; i < count; i++)
            assert_true(holds(scratch, count, rules->game->transform_move(rules, list[i], s)));
        for (const struct by_eval *eval = rules->game->evals; eval && eval->name; eval++)
            assert_int_equal(eval->value(rules, position), eval->value(rules, image));
    }
    free(image);
}

static inline void check_promises(const struct by_rules *rules, void *position)
{
    by_move *list = calloc((size_t)rules->max_moves * 2, sizeof *list);
    assert_non_null(list);
    int count = 0;
    if (!rules->game->over(rules, position)) {
        count = rules->game->moves(rules, position, list);
        assert_in_range(count, 1, rules->max_moves);
        for (const struct by_eval *eval = rules->game->evals; eval && eval->name; eval++)
            assert_true(abs(eval->value(rules, position)) < eval->win);
    }
    check_round_trips(rules, position);
    check_moves(rules, position, list, count);
    for (int s = 0; s < rules->symmetry_count; s++)
        check_image(rules, position, s, list, count, list + rules->max_moves);
    free(list);
}

/* --- random games ------------------------------------------------------------- */

/* Compares the position with a naive board; called at every position of a random game. */
typedef void compare_fn(const struct by_rules *rules, const void *position);

/* Plays random games until `positions` were compared. The dearer promises are checked at
 * one position in sixteen. Returns how many games came to their end. */
static inline int walk(const struct by_rules *rules, long positions, compare_fn *compare)
{
    struct by_rng rng;
    int games = 0;
    void *position = new_position(rules);
    by_move *list = calloc((size_t)rules->max_moves, sizeof *list);
    assert_non_null(list);
    by_rng_init(&rng, 2, 0);
    for (long seen = 0; seen < positions; games++) {
        memcpy(position, rules->start, rules->position_size);
        for (int ply = 0;; ply++, seen++) {
            compare(rules, position);
            if (by_rng_below(&rng, 16) == 0)
                check_promises(rules, position);
            if (rules->game->over(rules, position))
                break;
            assert_true(ply < rules->max_length);
            int count = rules->game->moves(rules, position, list);
            by_move move = list[by_rng_below(&rng, (uint32_t)count)];
            rules->game->play(rules, position, move, NULL);
        }
    }
    free(list);
    free(position);
    return games;
}

#endif
