/* conformance_garbage_test.c: every game's readers on 20,000 spoilt position texts each. What is
 * refused is refused with a sentence; what is accepted is a position like any other. */
#include "conformance.h"

/* Characters that mean something to some game, so that garbage gets past the first check. */
static char plausible(struct by_rng *rng)
{
    static const char set[] = "XOxo./ |()-+=0123456789abcdefgh\t\n,;XO.. ";
    return by_rng_below(rng, 8) == 0 ? (char)(1 + by_rng_below(rng, 255))
                                     : set[by_rng_below(rng, sizeof set - 1)];
}

/* One edit: replace, remove, insert, cut, or repeat a stretch. */
static size_t edit(char *text, size_t length, size_t room_for, struct by_rng *rng)
{
    size_t at = by_rng_below(rng, (uint32_t)length + 1);
    size_t rest = length - at;
    switch (by_rng_below(rng, 6)) {
    case 0:
        if (rest == 0)
            return length;
        memmove(text + at, text + at + 1, rest);
        return length - 1;
    case 1:
        if (length + 1 >= room_for)
            return length;
        memmove(text + at + 1, text + at, rest + 1);
        text[at] = plausible(rng);
        return length + 1;
    case 2:
        text[at] = '\0';
        return at;
    case 3:
        if (length + rest + 1 >= room_for)
            return length;
        memmove(text + length, text + at, rest);
        text[length + rest] = '\0';
        return length + rest;
    default:
        if (rest > 0)
            text[at] = plausible(rng);
        return length;
    }
}

/* Garbage for the reader: a position of the game with some edits, or any bytes. */
static const char *garble(struct subject *s, char *text, size_t size)
{
    size_t length = 0;
    if (by_rng_below(&s->rng, 4) == 0) {
        length = by_rng_below(&s->rng, 60);
        for (size_t i = 0; i < length; i++)
            text[i] = plausible(&s->rng);
        text[length] = '\0';
        return text;
    }
    length = strlen(write_into(s, s->position, s->text_b));
    if (length >= size)
        length = size - 1;
    memcpy(text, s->text_b, length);
    text[length] = '\0';
    for (uint32_t edits = 1 + by_rng_below(&s->rng, 4); edits > 0; edits--)
        length = edit(text, length, size, &s->rng);
    return text;
}

static void expect_sentence(struct subject *s, const struct by_error *err)
{
    HOLDS(s, err->status != BY_OK && err->text[0] != '\0');
    for (const char *c = err->text; *c != '\0';) {
        size_t bytes = by_printable(c, strnlen(c, 4));
        HOLDS(s, bytes > 0);
        c += bytes;
    }
}

static void visit_garbage(struct subject *s)
{
    enum { SIZE = 2000 };
    const struct by_rules *r = s->rules;
    struct by_error err = {BY_OK, ""};
    char *text = room(SIZE);
    garble(s, text, SIZE);
    if (r->game->read(r, text, s->a, &err) == BY_OK)
        expect_sound(s, s->a, s->b);
    else
        expect_sentence(s, &err);
    by_move move;
    err = (struct by_error){BY_OK, ""};
    if (by_move_read(r, s->position, text, &move, &err) == BY_OK)
        HOLDS(s, by_move_legal(r, s->position, move, s->moves));
    else
        expect_sentence(s, &err);
    free(text);
}

static void visit_garbage_start(struct subject *s)
{
    enum { SIZE = 2000 };
    struct by_rules *again = NULL;
    struct by_error err = {BY_OK, ""};
    char *text = room(SIZE);
    garble(s, text, SIZE);
    if (by_rules_open(s->game->name, NULL, 0, text, &again, &err) != BY_OK)
        expect_sentence(s, &err);
    by_rules_close(again);
    free(text);
}

static void check_garbage(struct subject *s)
{
    walk(s, effort(20000 / s->shares), visit_garbage);
}

static void garbage_is_refused_with_a_sentence(void **state)
{
    (void)state;
    each_subject(check_garbage);
}

static void check_garbage_start(struct subject *s)
{
    walk(s, effort(2000 / s->shares), visit_garbage_start);
}

static void garbage_as_the_start_is_refused_with_a_sentence(void **state)
{
    (void)state;
    each_subject(check_garbage_start);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(garbage_is_refused_with_a_sentence),
        cmocka_unit_test(garbage_as_the_start_is_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
