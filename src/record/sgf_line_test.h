/* sgf_line_test.h: what the tests of SGF and lines of play share. Include it after cmocka.h. */
#ifndef BY_RECORD_SGF_LINE_TEST_H
#define BY_RECORD_SGF_LINE_TEST_H

#include "base/rng.h"
#include "record/sgf_line.h"
#include "record/sgf_test.h"

/* Plays the first game of the text; the record is closed by the caller. */
static inline enum by_status play(const char *text, const struct by_record_request *request,
                                  struct by_record *record, struct by_error *err)
{
    bool found = false;
    static const struct by_record_request whole = {.ply = -1};
    struct by_record_source source = {
        .format = by_record_format_find("sgf"), .text = text, .size = strlen(text)};
    enum by_status status = by_record_next(&source, record, &found, err);
    if (status == BY_OK)
        status = by_record_play(record, request ? request : &whole, err);
    return status;
}

/* The stones and the side to move as text. A game may write more than that. */
static inline void write_grid(const struct by_line *line, char text[2048])
{
    struct by_grid grid;
    struct by_text out = by_text_over(text, 2048);
    if (line->rules->width == 0) { /* there are none */
        line->rules->game->write(line->rules, by_line_position(line), &out);
        return;
    }
    assert_int_equal(by_sgf_grid(line->rules, by_line_position(line), &grid, NULL), BY_OK);
    by_grid_write(&grid, &out);
}

static inline void assert_here(const struct by_record *record, const char *position)
{
    char text[2048];
    write_grid(record->line, text);
    assert_string_equal(text, position);
}

static inline void expect_asked(const char *text, const struct by_record_request *request,
                                int plies, int dropped, const char *position)
{
    struct by_record record = {0};
    struct by_error err = {0};
    if (play(text, request, &record, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    assert_here(&record, position);
    assert_int_equal(record.plies, plies);
    assert_int_equal(record.dropped, dropped);
    by_record_close(&record);
}

static inline void expect(const char *text, int plies, int dropped, const char *position)
{
    expect_asked(text, NULL, plies, dropped, position);
}

static inline void refuse_asked(const char *text, const struct by_record_request *request,
                                const char *sentence)
{
    struct by_record record = {0};
    struct by_error err = {0};
    if (play(text, request, &record, &err) != BY_BAD_INPUT)
        fail_msg("accepted: %s", text);
    assert_sentence(&err);
    if (!strstr(err.text, sentence))
        fail_msg("%s: '%s' is not in '%s'", text, sentence, err.text);
    by_record_close(&record);
}

static inline void refuse(const char *text, const char *sentence)
{
    refuse_asked(text, NULL, sentence);
}

static inline struct by_line *open_line(const char *game, const struct by_setting *settings,
                                        int count, const char *position, struct by_rules **rules)
{
    struct by_line *line = NULL;
    struct by_error err = {0};
    if (by_rules_open(game, settings, count, position, rules, &err) != BY_OK ||
        by_line_open(*rules, &line, &err) != BY_OK)
        fail_msg("%s: %s", game, err.text);
    return line;
}

static inline char *text_of(const struct by_line *line, const char *const *info)
{
    struct by_pool pool;
    struct by_sgf_game game;
    struct by_error err = {0};
    char *buffer = malloc(1 << 20);
    assert_non_null(buffer);
    by_pool_open(&pool, (size_t)1 << 24);
    if (by_sgf_from_line(line, info, &pool, &game, &err) != BY_OK)
        fail_msg("%s", err.text);
    struct by_text out = by_text_over(buffer, 1 << 20);
    by_sgf_write(&game, &out);
    assert_true(out.length < 1 << 20);
    by_pool_close(&pool);
    return buffer;
}

static inline void assert_same_line(const struct by_line *a, const struct by_line *b)
{
    char first[2048], second[2048];
    assert_int_equal(a->count, b->count);
    for (int ply = 0; ply <= a->count; ply++) {
        struct by_text x = by_text_over(first, sizeof first);
        struct by_text y = by_text_over(second, sizeof second);
        a->rules->game->write(a->rules, by_line_position_at(a, ply), &x);
        b->rules->game->write(b->rules, by_line_position_at(b, ply), &y);
        assert_string_equal(first, second);
        if (ply < a->count)
            assert_int_equal(a->moves[ply], b->moves[ply]);
    }
}

static inline void play_random(struct by_line *line, int plies, struct by_rng *rng)
{
    struct by_error err = {0};
    by_move *moves = malloc((size_t)line->rules->max_moves * sizeof *moves);
    assert_non_null(moves);
    for (; plies > 0 && !by_line_over(line); plies--) {
        int count = by_line_moves(line, moves);
        assert_int_equal(by_line_play(line, moves[by_rng_below(rng, (uint32_t)count)], &err),
                         BY_OK);
    }
    free(moves);
}

/* A random line, from the start or from a random position, comes back move by move. */
static inline void check_round_trip(const char *game, const struct by_setting *settings, int count,
                                    struct by_rng *rng)
{
    struct by_rules *rules, *from_rules;
    struct by_record record = {0};
    struct by_error err = {0};
    char position[2048];
    struct by_line *line = open_line(game, settings, count, NULL, &rules);
    if (by_rng_below(rng, 2) == 0) {
        play_random(line, (int)by_rng_below(rng, 8), rng);
        write_grid(line, position);
        struct by_line *from = open_line(game, settings, count, position, &from_rules);
        by_line_close(line);
        by_rules_close(rules);
        line = from;
        rules = from_rules;
    }
    play_random(line, 1000, rng);
    char *text = text_of(line, NULL);
    if (play(text, NULL, &record, &err) != BY_OK)
        fail_msg("%s: %s", err.text, text);
    assert_same_line(line, record.line);
    assert_int_equal(record.plies, line->count);
    by_record_close(&record);
    free(text);
    by_line_close(line);
    by_rules_close(rules);
}

#endif
