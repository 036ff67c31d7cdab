/* sweep.c: see sweep.h. */
#include "lab/sweep.h"
#include "base/spec.h"
#include "lab/lab.h"
#include <string.h>

#define LIST_MAX 2000 /* bytes of a list of values */

#define LETTERS  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

struct parameter {
    char name[BY_LAB_WORD_MAX];
    char values[LIST_MAX]; /* separated by commas */
    char owner;            /* the player that named it first: 'a' or 'b' */
};

struct reader {
    int count;
    struct parameter list[BY_LAB_AXES_MAX];
    struct by_error *err;
};

/* What stands in one pair of braces, and where. */
struct braces {
    const char *text, *open, *close; /* the whole spec; '{' and '}' */
    char inside[LIST_MAX];
    char player; /* 'a' or 'b' */
};

/* --- braces -------------------------------------------------------------------------------- */

/* The next pair of braces from `from` on; `found` is false when there is none. */
static enum by_status next_braces(struct reader *r, const char *from, struct braces *at,
                                  bool *found)
{
    at->open = strpbrk(from, "{}");
    *found = at->open != NULL;
    if (!at->open)
        return BY_OK;
    at->close = strpbrk(at->open + 1, "{}");
    if (*at->open == '}' || !at->close || *at->close == '{')
        return by_fail(r->err, BY_BAD_INPUT,
                       "--%c: a '{' and a '}' belong together, around values: c={0.1,0.2}",
                       at->player);
    size_t length = (size_t)(at->close - at->open) - 1;
    if (length >= sizeof at->inside)
        return by_fail(r->err, BY_BAD_INPUT, "--%c: a list of values has at most %d characters",
                       at->player, LIST_MAX - 1);
    memcpy(at->inside, at->open + 1, length);
    at->inside[length] = 0;
    return BY_OK;
}

static bool copy_name(const char *from, size_t length, char out[BY_LAB_WORD_MAX])
{
    if (length == 0 || length >= BY_LAB_WORD_MAX)
        return false;
    memcpy(out, from, length);
    out[length] = 0;
    return strspn(out, LETTERS) == length;
}

/* The option that the braces are a value of: the word before the nearest '=' on their left. */
static bool option_name(const struct braces *at, char out[BY_LAB_WORD_MAX])
{
    const char *end = at->open, *from;
    if (at->open == at->text)
        return copy_name("player", strlen("player"), out);
    while (end > at->text && *end != '=' && *end != ' ')
        end--;
    for (from = end; from > at->text && strchr(LETTERS, from[-1]);)
        from--;
    return *end == '=' && copy_name(from, (size_t)(end - from), out);
}

/* "name=a,b" has a name of its own; the values are what is behind it. */
static enum by_status name_of(struct reader *r, const struct braces *at, char out[BY_LAB_WORD_MAX],
                              const char **values)
{
    char quoted[BY_QUOTE_SIZE];
    const char *equals = strchr(at->inside, '=');
    *values = equals ? equals + 1 : at->inside;
    bool named =
        equals ? copy_name(at->inside, (size_t)(equals - at->inside), out) : option_name(at, out);
    if (named)
        return BY_OK;
    return by_fail(r->err, BY_BAD_INPUT,
                   "--%c: '{%s}' is the value of no option: c={0.1,0.2} is one", at->player,
                   by_quote(at->inside, quoted));
}

/* --- parameters ---------------------------------------------------------------------------- */

static struct parameter *find(struct reader *r, const char *name)
{
    for (int i = 0; i < r->count; i++)
        if (strcmp(r->list[i].name, name) == 0)
            return &r->list[i];
    return NULL;
}

/* A list of values, and not a name or a sum that is to be put in: those have no comma, and are made of
 * names that another pair of braces has. */
static bool is_list(struct reader *r, const char *inside)
{
    char word[BY_LAB_WORD_MAX];
    const char *at = inside + strcspn(inside, LETTERS);
    if (strpbrk(inside, ",="))
        return true;
    for (; *at; at += strcspn(at, LETTERS)) {
        size_t length = strspn(at, LETTERS);
        if (copy_name(at, length, word) && find(r, word))
            return false;
        at += length;
    }
    return true;
}

static enum by_status check_values(struct reader *r, const struct braces *at, const char *name,
                                   const char *values)
{
    if (strpbrk(values, " \t\n\r|#\"="))
        return by_fail(r->err, BY_BAD_INPUT,
                       "--%c: the values of %s are separated by commas, without blanks, quotes, "
                       "'=', '|' and '#'",
                       at->player, name);
    if (!*values || *values == ',' || values[strlen(values) - 1] == ',' || strstr(values, ",,"))
        return by_fail(r->err, BY_BAD_INPUT, "--%c: a value of %s is missing", at->player, name);
    return BY_OK;
}

static enum by_status add(struct reader *r, const struct braces *at)
{
    char name[BY_LAB_WORD_MAX];
    const char *values;
    enum by_status status = name_of(r, at, name, &values);
    if (status == BY_OK)
        status = check_values(r, at, name, values);
    if (status != BY_OK)
        return status;
    struct parameter *known = find(r, name);
    if (known && strcmp(known->values, values) == 0)
        return BY_OK;
    if (known)
        return by_fail(r->err, BY_BAD_INPUT,
                       "--%c: %s has other values than before, in --%c; with a name of its own it "
                       "is another parameter: %s={other=%.40s}",
                       at->player, name, known->owner, name, values);
    if (r->count == BY_LAB_AXES_MAX)
        return by_fail(r->err, BY_BAD_INPUT, "a sweep has at most %d parameters", BY_LAB_AXES_MAX);
    struct parameter *fresh = &r->list[r->count++];
    memcpy(fresh->name, name, sizeof name);
    memcpy(fresh->values, values, strlen(values) + 1);
    fresh->owner = at->player;
    return BY_OK;
}

/* Takes the lists of one player: those that have a comma or a name, or the others. */
static enum by_status collect(struct reader *r, const char *spec, char player, bool plain)
{
    struct braces at = {.text = spec, .player = player};
    bool found = true;
    enum by_status status = next_braces(r, spec, &at, &found);
    while (status == BY_OK && found) {
        bool marked = strpbrk(at.inside, ",=") != NULL;
        if (marked != plain && is_list(r, at.inside))
            status = add(r, &at);
        if (status == BY_OK)
            status = next_braces(r, at.close + 1, &at, &found);
    }
    return status;
}

/* Marked lists of both players come first: what is no list by its looks may be the name of one. */
static enum by_status collect_all(struct reader *r, const struct by_lab_sweep *sweep)
{
    enum by_status status = BY_OK;
    for (int plain = 0; plain < 2 && status == BY_OK; plain++) {
        status = collect(r, sweep->a, 'a', plain);
        if (status == BY_OK)
            status = collect(r, sweep->b, 'b', plain);
    }
    if (status == BY_OK && r->count == 0)
        status = by_fail(r->err, BY_BAD_INPUT,
                         "a sweep wants an option with several values in --a or --b: c={0.1,0.2}");
    return status;
}

/* --- writing ------------------------------------------------------------------------------- */

/* A spec as the file has it: names of parameters in place of lists. */
static enum by_status put_spec(struct reader *r, const char *spec, char player,
                               struct by_buffer *out)
{
    struct braces at = {.text = spec, .player = player};
    char name[BY_LAB_WORD_MAX];
    const char *values, *from = spec;
    bool found = true;
    enum by_status status = next_braces(r, spec, &at, &found);
    while (status == BY_OK && found) {
        by_buffer_format(out, "%.*s{", (int)(at.open - from), from);
        if (is_list(r, at.inside)) {
            status = name_of(r, &at, name, &values);
            by_buffer_add(out, name);
        } else {
            by_buffer_add(out, at.inside);
        }
        by_buffer_char(out, '}');
        from = at.close + 1;
        if (status == BY_OK)
            status = next_braces(r, from, &at, &found);
    }
    by_buffer_format(out, "%s\n", from);
    return status;
}

static void put_axis(const struct parameter *parameter, struct by_buffer *out)
{
    by_buffer_format(out, "axis %s: ", parameter->name);
    for (const char *c = parameter->values; *c; c++)
        by_buffer_char(out, *c == ',' ? ' ' : *c);
    by_buffer_char(out, '\n');
}

/* Lines are the file's own, and a '#' behind a blank begins a comment there. */
static enum by_status check_spec(struct reader *r, const char *spec, char player)
{
    if (strlen(spec) > BY_SPEC_LENGTH_MAX || strpbrk(spec, "\n\r") || strstr(spec, " #"))
        return by_fail(r->err, BY_BAD_INPUT,
                       "--%c: a player is one line of at most %d characters, without ' #'", player,
                       BY_SPEC_LENGTH_MAX);
    return BY_OK;
}

enum by_status by_lab_sweep_text(const struct by_lab_sweep *sweep, struct by_buffer *out,
                                 struct by_error *err)
{
    struct reader r = {.err = err};
    enum by_status status = check_spec(&r, sweep->a, 'a');
    if (status == BY_OK)
        status = check_spec(&r, sweep->b, 'b');
    if (status == BY_OK)
        status = collect_all(&r, sweep);
    if (status != BY_OK)
        return status;
    by_buffer_format(out,
                     "name: sweep\ndocument: own\nsource: banyan sweep\n"
                     "title: a against b\ngame: %s\nmeasure: %s\n",
                     sweep->game, sweep->measure);
    by_buffer_add(out, "a: ");
    status = put_spec(&r, sweep->a, 'a', out);
    by_buffer_add(out, "b: ");
    if (status == BY_OK)
        status = put_spec(&r, sweep->b, 'b', out);
    for (int i = 0; i < r.count; i++)
        put_axis(&r.list[i], out);
    by_buffer_format(out, "games: %d\n", sweep->games);
    return status;
}
