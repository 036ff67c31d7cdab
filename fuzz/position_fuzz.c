/* position_fuzz.c: a game with its settings, a position, and moves: three lines of text. What is read
 * writes, reads and writes again to the same; what may be played is understood as it was written. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#define WRITTEN_MAX 65536

/* The position's text, from malloc; NULL: longer than that (heaps without end). */
static char *written(const struct by_rules *rules, const void *position)
{
    char *buffer = malloc(WRITTEN_MAX);
    if (!buffer)
        abort();
    struct by_text text = by_text_over(buffer, WRITTEN_MAX);
    rules->game->write(rules, position, &text);
    if (text.length < WRITTEN_MAX)
        return buffer;
    free(buffer);
    return NULL;
}

static void demand_rereads(const struct by_rules *rules, const char *spec, const void *position)
{
    char *first = written(rules, position);
    struct by_rules *again = first ? by_fuzz_rules(spec, first) : NULL;
    if (!first)
        return;
    by_fuzz_demand(again != NULL, "a written position can be read");
    char *second = written(again, again->start);
    by_fuzz_demand(second && strcmp(first, second) == 0, "it is written the same again");
    by_rules_close(again);
    free(second);
    free(first);
}

static void demand_packs(const struct by_rules *rules, const void *position)
{
    struct by_error err = {.status = BY_OK};
    uint8_t *pack = malloc(2 * rules->pack_size + 1);
    void *copy = aligned_alloc(16, rules->position_size);
    if (!pack || !copy)
        abort();
    size_t size = rules->game->pack(rules, position, pack);
    by_fuzz_demand(rules->game->unpack(rules, pack, size, copy, &err) == BY_OK, "a pack unpacks");
    by_fuzz_demand(rules->game->pack(rules, copy, pack + rules->pack_size) == size &&
                       memcmp(pack, pack + rules->pack_size, size) == 0,
                   "and packs the same again");
    by_fuzz_demand(rules->game->key(rules, copy) == rules->game->key(rules, position),
                   "with the same key");
    free(copy);
    free(pack);
}

static void demand_moves(const struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    const void *position = by_line_position(line);
    by_move *moves = calloc((size_t)rules->max_moves, sizeof *moves);
    int count = moves && !by_line_over(line) ? by_line_moves(line, moves) : 0;
    for (int i = 0; i < count; i++) {
        char buffer[1024];
        by_move read = BY_NO_MOVE;
        struct by_error err;
        struct by_text text = by_text_over(buffer, sizeof buffer);
        rules->game->write_move(rules, position, moves[i], &text);
        by_fuzz_demand(rules->game->read_move(rules, position, buffer, &read, &err) == BY_OK &&
                           read == moves[i],
                       "a written move is read as the same");
    }
    free(moves);
}

static void draw(const struct by_line *line)
{
    char drawing[WRITTEN_MAX];
    by_line_draw(line, drawing, sizeof drawing);
    for (const char *c = drawing; *c; c++)
        by_fuzz_demand(*c == '\n' || (*c >= 32 && *c < 127), "a drawing is plain ASCII");
}

static void try_line(const struct by_rules *rules, const char *spec, const char *moves)
{
    struct by_line *line = NULL;
    struct by_error err = {.status = BY_OK};
    if (by_line_open(rules, &line, &err) != BY_OK) {
        by_fuzz_sentence(&err);
        return;
    }
    demand_rereads(rules, spec, by_line_position(line));
    if (by_line_play_list(line, moves, &err) != BY_OK)
        by_fuzz_sentence(&err);
    demand_packs(rules, by_line_position(line));
    demand_moves(line);
    draw(line);
    by_line_close(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *spec = by_fuzz_text(data, size);
    char *position = by_fuzz_split(spec), *moves = by_fuzz_split(position);
    by_fuzz_tame(spec);
    struct by_rules *rules = by_fuzz_rules(spec, *position ? position : NULL);
    if (rules)
        try_line(rules, spec, moves);
    by_rules_close(rules);
    free(spec);
    return 0;
}
