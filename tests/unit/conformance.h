/* conformance.h: what the conformance suite works with: a subject is one game with one
 * choice of settings, and the buffers to question it. */
#ifndef BY_TESTS_CONFORMANCE_H
#define BY_TESTS_CONFORMANCE_H

#include "base/long_test.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/spec.h"
#include "games/game.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_SIZE ((size_t)1 << 16)
#define GUARD     8 /* entries behind a buffer that nobody may touch */

struct subject {
    const struct by_game *game;
    const char *settings;
    int shares; /* how many subjects the game has: work per game is divided by it */
    struct by_spec spec;
    struct by_rules *rules;
    by_move *moves, *other;  /* max_moves entries and a guard */
    unsigned char *mark;     /* one byte an action */
    unsigned char *position; /* where a walk stands */
    unsigned char *a, *b;    /* for the visitor */
    uint8_t *pack_a, *pack_b;
    char *text_a, *text_b;
    struct by_rng rng;
    by_move move; /* the one that is looked at, for who reads a failure; BY_NO_MOVE: none is */
    int image;    /* likewise */
    int compared; /* positions whose theory was compared with a search */
    int solved;   /* positions whose value plain negamax found */
};

/* States a fact about the subject; a failure names the game, its settings and the position, and
 * where one move or one image is looked at, that too. */
#define HOLDS(s, fact)                                                                             \
    do {                                                                                           \
        if (!(fact))                                                                               \
            broken((s), #fact, __LINE__);                                                          \
    } while (0)

static inline void broken(struct subject *s, const char *fact, int line)
{
    char buffer[512];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    s->rules->game->write(s->rules, s->position, &text);
    by_text_add(&text, "'");
    if (s->image > 0)
        by_text_format(&text, ", image %d", s->image);
    if (s->move != BY_NO_MOVE) {
        by_text_format(&text, ", move %d '", s->move);
        s->rules->game->write_move(s->rules, s->position, s->move, &text);
        by_text_add(&text, "'");
    }
    fail_msg("line %d: %s [%s] at '%s: %s", line, s->game->name, s->settings, buffer, fact);
}

static inline int effort(int plain)
{
    return long_or(20 * plain, plain);
}

/* --- opening ----------------------------------------------------------------- */

static inline void *room(size_t bytes)
{
    void *memory = malloc(bytes > 0 ? bytes : 1);
    assert_non_null(memory);
    memset(memory, 0x5a, bytes);
    return memory;
}

static inline void subject_open(struct subject *s, const struct by_game *game, const char *settings)
{
    char line[BY_SPEC_LENGTH_MAX];
    struct by_error err = {BY_OK, ""};
    *s = (struct subject){.game = game, .settings = settings, .shares = 1, .move = BY_NO_MOVE};
    for (int i = 0; game->samples != NULL && game->samples[i] != NULL; i++)
        s->shares++;
    (void)snprintf(line, sizeof line, "x %s", settings);
    if (by_spec_read(line, &s->spec, &err) != BY_OK ||
        by_rules_open(game->name, s->spec.settings, s->spec.count, NULL, &s->rules, &err) != BY_OK)
        fail_msg("%s [%s] does not open: %s", game->name, settings, err.text);
    const struct by_rules *rules = s->rules;
    s->moves = room(((size_t)rules->max_moves + GUARD) * sizeof *s->moves);
    s->other = room(((size_t)rules->max_moves + GUARD) * sizeof *s->other);
    s->mark = room((size_t)rules->action_count);
    s->position = room(rules->position_size);
    s->a = room(rules->position_size);
    s->b = room(rules->position_size);
    s->pack_a = room(rules->pack_size + GUARD);
    s->pack_b = room(rules->pack_size + GUARD);
    s->text_a = room(TEXT_SIZE);
    s->text_b = room(TEXT_SIZE);
    memcpy(s->position, rules->start, rules->position_size);
    by_rng_init(&s->rng, 1, 0);
}

static inline void subject_close(struct subject *s)
{
    void *owned[] = {s->moves, s->other,  s->mark,   s->position, s->a,
                     s->b,     s->pack_a, s->pack_b, s->text_a,   s->text_b};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    by_rules_close(s->rules);
}

/* Whoever works on one game names it: BY_GAME=mygame build-test/conformance_test. */
static inline bool is_wanted(const struct by_game *game)
{
    const char *only = getenv("BY_GAME");
    return only == NULL || strcmp(only, game->name) == 0;
}

/* Runs `test` on every game with its default settings and with each of its samples. */
static inline void each_subject(void (*test)(struct subject *s))
{
    struct subject s;
    for (int i = 0; by_game_at(i) != NULL; i++) {
        const struct by_game *game = by_game_at(i);
        if (!is_wanted(game))
            continue;
        subject_open(&s, game, "");
        test(&s);
        subject_close(&s);
        for (int j = 0; game->samples != NULL && game->samples[j] != NULL; j++) {
            subject_open(&s, game, game->samples[j]);
            test(&s);
            subject_close(&s);
        }
    }
}

/* --- asking ------------------------------------------------------------------ */

static inline const char *write_into(struct subject *s, const void *position, char *buffer)
{
    struct by_text text = by_text_over(buffer, TEXT_SIZE);
    s->rules->game->write(s->rules, position, &text);
    HOLDS(s, text.length > 0 && text.length < TEXT_SIZE && strlen(buffer) == text.length);
    return buffer;
}

static inline size_t pack_into(struct subject *s, const void *position, uint8_t *out)
{
    memset(out + s->rules->pack_size, 0x5a, GUARD);
    size_t size = s->rules->game->pack(s->rules, position, out);
    HOLDS(s, size > 0 && size <= s->rules->pack_size);
    for (size_t i = s->rules->pack_size; i < s->rules->pack_size + GUARD; i++)
        HOLDS(s, out[i] == 0x5a);
    return size;
}

static inline int moves_into(struct subject *s, const void *position, by_move *out)
{
    by_move *guard = out + s->rules->max_moves;
    memset(guard, 0x5a, GUARD * sizeof *guard);
    int count = s->rules->game->moves(s->rules, position, out);
    HOLDS(s, count >= 1 && count <= s->rules->max_moves);
    for (int i = 0; i < GUARD; i++)
        HOLDS(s, guard[i] == 0x5a5a5a5a);
    return count;
}

/* The same position: bytes of the pack, key, text, side, end and result. */
static inline void expect_same(struct subject *s, const void *p, const void *q)
{
    const struct by_rules *rules = s->rules;
    const struct by_game *game = rules->game;
    size_t size = pack_into(s, p, s->pack_a);
    HOLDS(s, pack_into(s, q, s->pack_b) == size);
    HOLDS(s, memcmp(s->pack_a, s->pack_b, size) == 0);
    HOLDS(s, game->key(rules, p) == game->key(rules, q));
    HOLDS(s, strcmp(write_into(s, p, s->text_a), write_into(s, q, s->text_b)) == 0);
    HOLDS(s, game->side(rules, p) == game->side(rules, q));
    HOLDS(s, game->over(rules, p) == game->over(rules, q));
    if (game->over(rules, p))
        HOLDS(s, game->result(rules, p) == game->result(rules, q));
}

/* Text, pack and key agree on whether two positions are the same. */
static inline void expect_told_apart(struct subject *s, const void *p, const void *q)
{
    const struct by_rules *rules = s->rules;
    size_t size = pack_into(s, p, s->pack_a);
    bool same = pack_into(s, q, s->pack_b) == size && memcmp(s->pack_a, s->pack_b, size) == 0;
    HOLDS(s, same == (rules->game->key(rules, p) == rules->game->key(rules, q)));
    HOLDS(s, same == (strcmp(write_into(s, p, s->text_a), write_into(s, q, s->text_b)) == 0));
}

/* A position that came from outside: it has an end or moves, text takes it there and back, and
 * it is told apart from the one the walk stands at. */
static inline void expect_sound(struct subject *s, const void *p, void *scratch)
{
    const struct by_rules *rules = s->rules;
    int side = rules->game->side(rules, p);
    HOLDS(s, side == 0 || side == 1);
    if (!rules->game->over(rules, p))
        moves_into(s, p, s->other);
    write_into(s, p, s->text_a);
    HOLDS(s, rules->game->read(rules, s->text_a, scratch, NULL) == BY_OK);
    expect_same(s, p, scratch);
    expect_told_apart(s, p, s->position);
}

/* --- walking ----------------------------------------------------------------- */

/* Plays random games until `positions` have been visited, and the last game to its end.
 * The visitor finds the position in s->position and must leave it as it was. */
static inline void walk(struct subject *s, int positions, void (*visit)(struct subject *s))
{
    const struct by_rules *rules = s->rules;
    struct by_rng rng;
    by_rng_init(&rng, 7, 0);
    for (int seen = 0; seen < positions;) {
        memcpy(s->position, rules->start, rules->position_size);
        for (int ply = 0;; ply++) {
            HOLDS(s, ply <= rules->max_length);
            s->move = BY_NO_MOVE;
            s->image = 0;
            visit(s);
            seen++;
            if (rules->game->over(rules, s->position))
                break;
            int count = moves_into(s, s->position, s->moves);
            by_move move = s->moves[by_rng_below(&rng, (uint32_t)count)];
            rules->game->play(rules, s->position, move, NULL);
        }
    }
}

#endif
