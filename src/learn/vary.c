/* vary.c: see vary.h. */
#include "learn/vary.h"
#include "base/num.h"
#include "players/resolve.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In a pattern parameter k is this byte and a letter behind it; no spec has such bytes. */
#define MARK          '\1'
#define MARK_LETTER   'A'

#define VALUE_MAX     1e12
#define KNOWLEDGE_MAX 1024 /* bytes of what stands behind a colon */

/* What the reading of one text has to do with. */
struct reader {
    const struct by_rules *rules;
    struct by_resolved player;
    struct by_spec items;
    struct by_vary *out;
    struct by_text pattern;
    struct by_error *err;
};

/* --- values and points ------------------------------------------------------------------ */

double by_param_value(const struct by_param *param, double u)
{
    char digits[32];
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    double value = param->log ? param->low * by_exp(u * by_ln(param->high / param->low))
                              : param->low + u * (param->high - param->low);
    if (param->whole) {
        value = floor(value + 0.5);
    } else {
        struct by_text text = by_text_over(digits, sizeof digits);
        by_text_format(&text, "%.4g", value);
        (void)by_read_real(digits, -VALUE_MAX, VALUE_MAX, &value);
    }
    return value < param->low ? param->low : value > param->high ? param->high : value;
}

double by_param_point(const struct by_param *param, double value)
{
    if (param->log)
        return by_ln(value / param->low) / by_ln(param->high / param->low);
    return (value - param->low) / (param->high - param->low);
}

void by_vary_values(const struct by_vary *vary, const double *u, double *values)
{
    for (int k = 0; k < vary->count; k++)
        values[k] = by_param_value(&vary->param[k], u[k]);
}

void by_vary_start(const struct by_vary *vary, double *values)
{
    for (int k = 0; k < vary->count; k++)
        values[k] = vary->param[k].start;
}

bool by_vary_spec(const struct by_vary *vary, const double *values, char *out, size_t size)
{
    struct by_text text = by_text_over(out, size);
    for (const char *at = vary->pattern; *at; at++) {
        if (*at == MARK)
            by_text_format(&text, "%.15g", values[*++at - MARK_LETTER]);
        else
            by_text_char(&text, *at);
    }
    return text.length < size;
}

/* --- ranges --------------------------------------------------------------------------------- */

static const struct by_option *find_option(const struct by_option *options, const char *name)
{
    for (; options && options->name; options++)
        if (by_same_text(options->name, name))
            return options;
    return NULL;
}

/* "0.1..3:log" into its parts; false: it is no range. */
static bool split_range(const char *range, char *low, char *high, size_t room, bool *log)
{
    static const char tail[] = ":log";
    const char *gap = strstr(range, "..");
    size_t length = strlen(range);
    *log = length > strlen(tail) && strcmp(range + length - strlen(tail), tail) == 0;
    const char *end = range + length - (*log ? strlen(tail) : 0);
    if (!gap || gap + 2 > end || (size_t)(gap - range) >= room || (size_t)(end - gap) - 2 >= room)
        return false;
    snprintf(low, room, "%.*s", (int)(gap - range), range);
    snprintf(high, room, "%.*s", (int)(end - gap) - 2, gap + 2);
    return true;
}

static bool read_number(const struct by_option *option, const char *text, double *out)
{
    int64_t whole = 0;
    if (option->type != BY_OPTION_INT)
        return by_read_real(text, -VALUE_MAX, VALUE_MAX, out);
    bool good = by_read_int(text, (int64_t)-VALUE_MAX, (int64_t)VALUE_MAX, &whole);
    *out = (double)whole;
    return good;
}

static enum by_status check_option(const struct by_option *option, const char *name,
                                   struct by_error *err)
{
    char accepts[200];
    struct by_text text = by_text_over(accepts, sizeof accepts);
    if (option->type == BY_OPTION_INT || option->type == BY_OPTION_REAL)
        return BY_OK;
    by_option_accepts(option, &text);
    return by_fail(err, BY_BAD_INPUT, "only numbers can be varied, and %s is %s", name, accepts);
}

static enum by_status read_range(const struct by_option *option, const char *range,
                                 struct by_param *param, struct by_error *err)
{
    char low[32], high[32], quoted[BY_QUOTE_SIZE], accepts[200];
    struct by_text text = by_text_over(accepts, sizeof accepts);
    by_quote(range, quoted);
    by_option_accepts(option, &text);
    if (!split_range(range, low, high, sizeof low, &param->log))
        return by_fail(err, BY_BAD_INPUT,
                       "%s=%s is no range: say %s=LOW..HIGH, or LOW..HIGH:log for one that spans "
                       "decades",
                       param->name, quoted, param->name);
    if (!read_number(option, low, &param->low) || !read_number(option, high, &param->high) ||
        param->low < option->low || param->high > option->high)
        return by_fail(err, BY_BAD_INPUT, "%s=%s: both ends must be %s", param->name, quoted,
                       accepts);
    if (param->low >= param->high)
        return by_fail(err, BY_BAD_INPUT,
                       "the range %s=%s is empty: it must end above where it "
                       "begins",
                       param->name, quoted);
    if (param->log && param->low <= 0)
        return by_fail(err, BY_BAD_INPUT, "%s=%s: a range by its logarithm begins above 0",
                       param->name, quoted);
    return BY_OK;
}

/* Adds a parameter; `start` may be NULL: nobody says where it begins. Its mark goes to `place`. */
static enum by_status add_param(struct reader *r, const struct by_option *option, const char *name,
                                const char *range, const char *start, struct by_text *place)
{
    char quoted[BY_QUOTE_SIZE];
    if (r->out->count == BY_VARY_MAX)
        return by_fail(r->err, BY_BAD_INPUT, "at most %d options can be varied", BY_VARY_MAX);
    struct by_param *param = &r->out->param[r->out->count];
    struct by_text own = by_text_over(param->name, sizeof param->name);
    by_text_add(&own, name);
    for (int k = 0; k < r->out->count; k++)
        if (by_same_text(r->out->param[k].name, param->name))
            return by_fail(r->err, BY_BAD_INPUT, "%s is varied twice", name);
    enum by_status status = check_option(option, name, r->err);
    if (status == BY_OK)
        status = read_range(option, range, param, r->err);
    if (status != BY_OK)
        return status;
    if (!start)
        return by_fail(r->err, BY_BAD_INPUT,
                       "nobody says where %s begins: give it a value in --player", name);
    param->whole = option->type == BY_OPTION_INT;
    if (!read_number(option, start, &param->start) || param->start < param->low ||
        param->start > param->high)
        return by_fail(r->err, BY_BAD_INPUT, "%s begins at %s, which is not in its range %g..%g",
                       name, by_quote(start, quoted), param->low, param->high);
    by_text_char(place, MARK);
    by_text_char(place, (char)(MARK_LETTER + r->out->count++));
    return BY_OK;
}

/* --- knowledge: eval=NAME:key=range ------------------------------------------------------------ */

/* "key=value" of a list, which is cut: NULL past the end; without '=' the value alone stands for
 * the game's first such option. */
static char *next_key(char **list, const struct by_game *game, const char **value)
{
    char *key = *list;
    if (!key || !*key)
        return NULL;
    char *comma = strchr(key, ',');
    if (comma)
        *comma = '\0';
    *list = comma ? comma + 1 : NULL;
    char *equals = strchr(key, '=');
    if (!equals) {
        *value = key;
        return (char *)game->tunable[0];
    }
    *equals = '\0';
    *value = equals + 1;
    return key;
}

static bool is_tunable(const struct by_game *game, const char *key)
{
    for (const char *const *t = game->tunable; t && *t; t++)
        if (by_same_text(*t, key))
            return true;
    return false;
}

/* What the player has behind its colon, or the game's option; NULL: neither says. */
static const char *start_of_key(const struct reader *r, const char *given, const char *key,
                                char *room)
{
    char *list = room;
    const char *value = NULL;
    snprintf(room, KNOWLEDGE_MAX, "%s", given);
    for (char *name = next_key(&list, r->rules->game, &value); name;
         name = next_key(&list, r->rules->game, &value))
        if (by_same_text(name, key))
            return value;
    const struct by_value *own = by_values_find(&r->rules->values, key);
    return own && own->set ? own->text : NULL;
}

/* Keys of the player's own that are not varied stay. */
static void keep_keys(const struct reader *r, const char *given, const char *varied,
                      struct by_text *out)
{
    char own[KNOWLEDGE_MAX], other[KNOWLEDGE_MAX];
    char *list = own;
    const char *value = NULL, *ignored = NULL;
    snprintf(own, sizeof own, "%s", given);
    for (char *name = next_key(&list, r->rules->game, &value); name;
         name = next_key(&list, r->rules->game, &value)) {
        bool also = false;
        char *rest = other;
        snprintf(other, sizeof other, "%s", varied);
        for (char *key = next_key(&rest, r->rules->game, &ignored); key;
             key = next_key(&rest, r->rules->game, &ignored))
            also |= by_same_text(key, name);
        if (!also)
            by_text_format(out, "%s=%s,", name, value);
    }
}

static enum by_status add_key(struct reader *r, const char *option, const char *key,
                              const char *range, const char *given, struct by_text *out)
{
    char name[BY_VARY_NAME], quoted[BY_QUOTE_SIZE], room[KNOWLEDGE_MAX];
    const struct by_game *game = r->rules->game;
    if (!is_tunable(game, key))
        return by_fail(r->err, BY_BAD_INPUT,
                       "'%s' is no option of the game %s that a player may have of its own",
                       by_quote(key, quoted), game->name);
    snprintf(name, sizeof name, "%s:%.20s", option, key);
    by_text_format(out, "%s=", key);
    return add_param(r, find_option(game->options, key), name, range,
                     start_of_key(r, given, key, room), out);
}

/* `given` is what the player says of this option, NULL: nothing. */
static enum by_status add_knowledge(struct reader *r, const struct by_setting *item,
                                    const char *given, struct by_text *out)
{
    char varied[KNOWLEDGE_MAX], keys[KNOWLEDGE_MAX], quoted[BY_QUOTE_SIZE];
    const char *colon = strchr(item->value, ':'), *range = NULL;
    int head = (int)(colon - item->value);
    if (!r->rules->game->tunable)
        return by_fail(r->err, BY_BAD_INPUT,
                       "the game %s has nothing to vary behind the colon of %s", r->rules->name,
                       item->name);
    if (strlen(item->value) >= KNOWLEDGE_MAX || (given && strlen(given) >= KNOWLEDGE_MAX))
        return by_fail(r->err, BY_BAD_INPUT, "%s is too long", item->name);
    if (given &&
        (strcspn(given, ":") != (size_t)head || strncmp(given, item->value, (size_t)head) != 0))
        return by_fail(r->err, BY_BAD_INPUT,
                       "the player's %s is another one than the '%.*s' that is to be varied",
                       item->name, head, item->value);
    const char *own = given && strchr(given, ':') ? strchr(given, ':') + 1 : "";
    snprintf(varied, sizeof varied, "%s", colon + 1);
    snprintf(keys, sizeof keys, "%s", colon + 1);
    by_text_format(out, "%.*s:", head, item->value);
    keep_keys(r, own, varied, out);
    char *list = keys;
    enum by_status status = BY_OK;
    for (int k = 0; status == BY_OK && list; k++) {
        const char *key = next_key(&list, r->rules->game, &range);
        if (k > 0)
            by_text_char(out, ',');
        status = key ? add_key(r, item->name, key, range, own, out)
                     : by_fail(r->err, BY_BAD_INPUT, "'%s' names nothing to vary",
                               by_quote(item->value, quoted));
    }
    return status;
}

/* --- items ------------------------------------------------------------------------------------- */

static enum by_status refuse_option(const struct reader *r, const char *name)
{
    char names[1024], hint[96], quoted[BY_QUOTE_SIZE];
    struct by_text list = by_text_over(names, sizeof names);
    struct by_text suggestion = by_text_over(hint, sizeof hint);
    for (const struct by_option *o = r->player.search->options; o && o->name; o++)
        if (o->type == BY_OPTION_INT || o->type == BY_OPTION_REAL)
            by_text_format(&list, "%s%s", list.length ? "|" : "", o->name);
    by_suggest(&suggestion, name, names);
    return by_fail(r->err, BY_BAD_INPUT,
                   "the search %s has no option '%s' to vary%s (numbers: %.300s)",
                   r->player.search->name, by_quote(name, quoted), hint, names);
}

static enum by_status add_item(struct reader *r, const struct by_setting *item, const char *given)
{
    char value[BY_SPEC_LENGTH_MAX + 1] = "";
    struct by_text out = by_text_over(value, sizeof value);
    const struct by_option *option = find_option(r->player.search->options, item->name);
    if (!option)
        return refuse_option(r, item->name);
    enum by_status status = option->type == BY_OPTION_NAME && strchr(item->value, ':')
                                ? add_knowledge(r, item, given, &out)
                                : add_param(r, option, option->name, item->value,
                                            given ? given : option->fallback, &out);
    by_text_format(&r->pattern, " %s=", option->name);
    by_spec_write_value(value, &r->pattern);
    return status;
}

static const struct by_setting *find_setting(const struct by_spec *spec, const char *name)
{
    for (int i = 0; i < spec->count; i++)
        if (by_same_text(spec->settings[i].name, name))
            return &spec->settings[i];
    return NULL;
}

/* The player's own words in their order, then what it does not speak of. */
static enum by_status write_pattern(struct reader *r)
{
    const struct by_spec *spec = &r->player.spec;
    enum by_status status = BY_OK;
    by_text_add(&r->pattern, spec->name);
    for (int i = 0; i < spec->count && status == BY_OK; i++) {
        const struct by_setting *own = &spec->settings[i];
        const struct by_setting *item = find_setting(&r->items, own->name);
        if (item) {
            status = add_item(r, item, own->value);
        } else {
            by_text_format(&r->pattern, " %s=", own->name);
            by_spec_write_value(own->value, &r->pattern);
        }
    }
    for (int i = 0; i < r->items.count && status == BY_OK; i++)
        if (!find_setting(spec, r->items.settings[i].name))
            status = add_item(r, &r->items.settings[i], NULL);
    if (status == BY_OK && r->pattern.length >= r->pattern.size)
        status = by_fail(r->err, BY_BAD_INPUT, "the player is too long with what is varied");
    return status;
}

static enum by_status read_texts(struct reader *r, const char *spec, const char *text,
                                 unsigned trust)
{
    char named[BY_SPEC_LENGTH_MAX + 8];
    struct by_text vary = by_text_over(named, sizeof named);
    by_text_format(&vary, "vary %s", text);
    if (strchr(spec, MARK) || strchr(text, MARK) || vary.length > BY_SPEC_LENGTH_MAX)
        return by_fail(r->err, BY_BAD_INPUT, "what is to be varied is too long, or not text");
    enum by_status status = by_player_resolve(r->rules, spec, trust, &r->player, r->err);
    if (status == BY_OK)
        status = by_spec_read(named, &r->items, r->err);
    if (status != BY_OK)
        return status;
    if (!r->player.search)
        return by_fail(r->err, BY_BAD_INPUT, "only players of our own can be varied, not %s",
                       r->player.spec.name);
    if (r->items.count == 0)
        return by_fail(r->err, BY_BAD_INPUT,
                       "nothing is varied: say which option, and from where to where, as in "
                       "c=0.1..3");
    for (int i = 0; i < r->items.count; i++)
        if (find_setting(&r->items, r->items.settings[i].name) != &r->items.settings[i])
            return by_fail(r->err, BY_BAD_INPUT, "%s is varied twice", r->items.settings[i].name);
    return BY_OK;
}

static enum by_status try_player(const struct by_rules *rules, const struct by_vary *vary,
                                 const double *values, unsigned trust, struct by_error *err)
{
    char spec[BY_SPEC_LENGTH_MAX + 1];
    struct by_player *player = NULL;
    const struct by_player_terms terms = {.trust = trust};
    if (!by_vary_spec(vary, values, spec, sizeof spec))
        return by_fail(err, BY_BAD_INPUT, "the player is too long with what is varied");
    enum by_status status = by_player_open(rules, spec, &terms, &player, err);
    by_player_close(player);
    return status;
}

/* At the start and at both ends. */
static enum by_status try_players(const struct by_rules *rules, const struct by_vary *vary,
                                  unsigned trust, struct by_error *err)
{
    double values[BY_VARY_MAX];
    by_vary_start(vary, values);
    enum by_status status = try_player(rules, vary, values, trust, err);
    for (int end = 0; end < 2 && status == BY_OK; end++) {
        for (int k = 0; k < vary->count; k++)
            values[k] = end == 0 ? vary->param[k].low : vary->param[k].high;
        status = try_player(rules, vary, values, trust, err);
    }
    return status;
}

enum by_status by_vary_read(const struct by_rules *rules, const char *spec, const char *text,
                            unsigned trust, struct by_vary *out, struct by_error *err)
{
    struct reader *r = calloc(1, sizeof *r);
    if (!r)
        return by_fail_memory(err, sizeof *r);
    *out = (struct by_vary){0};
    r->rules = rules;
    r->out = out;
    r->err = err;
    r->pattern = by_text_over(out->pattern, sizeof out->pattern);
    enum by_status status = read_texts(r, spec, text, trust);
    if (status == BY_OK)
        status = write_pattern(r);
    free(r);
    return status == BY_OK ? try_players(rules, out, trust, err) : status;
}
