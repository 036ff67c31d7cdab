/* sgf_choose.c: which game a tree is of, and with which settings. */
#include "games/knowledge.h"
#include "record/sgf_line.h"
#include <string.h>

#define WORD_MAX 64 /* numbers, names of rules */

struct chooser {
    struct by_record *record;
    const struct by_record_request *request;
    const struct by_sgf_node *root;
    const struct by_game *found;
    bool alias;
    struct by_sgf_choice *out;
    struct by_error *err;
};

/* --- which game ------------------------------------------------------------------- */

static enum by_status game_number(struct chooser *c, int64_t *out)
{
    char word[WORD_MAX], quoted[BY_QUOTE_SIZE];
    const struct by_sgf_property *gm = by_sgf_find(c->root, "GM");
    *out = 1; /* the specification's default: Go */
    if (!gm || (by_sgf_word(&gm->value, word, sizeof word) && by_read_int(word, 1, 1000, out)))
        return BY_OK;
    return by_sgf_fail(&c->record->tree, &gm->value, c->err, "GM[%s] is not the number of a game",
                       by_sgf_quote(&gm->value, quoted));
}

/* A game that shares its number is named by RU, which is its spec then. */
static const struct by_sgf_mapping *named_game(struct chooser *c, int64_t number)
{
    char text[BY_SPEC_LENGTH_MAX + 1];
    struct by_spec *spec = &c->out->spec;
    const struct by_sgf_property *ru = by_sgf_find(c->root, "RU");
    if (!ru || ru->value.size >= sizeof text)
        return NULL;
    struct by_text out = by_text_over(text, sizeof text);
    by_sgf_text(&ru->value, BY_SGF_SIMPLE, &out);
    const struct by_sgf_mapping *mapping = NULL;
    if (by_spec_read(text, spec, NULL) == BY_OK)
        mapping = by_sgf_mapping_of(spec->name);
    if (mapping && mapping->named && mapping->number == number)
        return mapping;
    spec->count = 0;
    return NULL;
}

static const struct by_sgf_mapping *numbered_game(int64_t number)
{
    const struct by_sgf_mapping *mapping;
    for (int i = 0; (mapping = by_sgf_mapping_at(i)); i++)
        if (mapping->number == number && !mapping->named)
            return mapping;
    return NULL;
}

/* The games that are both here and in the table, for messages. */
static void playable(struct by_text *out)
{
    const struct by_sgf_mapping *mapping;
    for (int i = 0; (mapping = by_sgf_mapping_at(i)); i++)
        if (by_game_find(mapping->game, NULL))
            by_text_format(out, "%s%s", out->length > 0 ? ", " : "", mapping->game);
}

static enum by_status refuse_game(struct chooser *c, int64_t number)
{
    char names[256];
    struct by_text list = by_text_over(names, sizeof names);
    playable(&list);
    const struct by_sgf_mapping *mapping = numbered_game(number);
    if (number == BY_SGF_OWN_NUMBER)
        return by_fail(c->err, BY_BAD_INPUT,
                       "GM[%d] is a game that RU names, and RU names none that is here",
                       (int)number);
    return by_fail(c->err, BY_BAD_INPUT,
                   "GM[%d]%s%s is a game that cannot be played here; these can: %s", (int)number,
                   mapping ? ", " : "", mapping ? mapping->game : "", names);
}

/* GM names another game than the one asked for. GM[1] says little: many programs write it for every game. */
static enum by_status refuse_other(struct chooser *c, int64_t number, const char *name)
{
    const struct by_sgf_mapping *mapping = numbered_game(number);
    const char *other = mapping ? mapping->game : NULL;
    return by_fail(c->err, BY_BAD_INPUT, "GM[%d] is another game than %s%s%s", (int)number, name,
                   other ? ": " : "", other ? other : "");
}

static enum by_status choose_asked(struct chooser *c, int64_t number)
{
    const struct by_alias *alias;
    struct by_rules *none = NULL;
    const char *name = c->request->game;
    c->found = by_game_find(name, &alias);
    if (!c->found) { /* let the one who knows all games say so */
        (void)by_rules_open(name, NULL, 0, NULL, &none, c->err);
        return BY_BAD_INPUT;
    }
    const struct by_sgf_mapping *mapping = by_sgf_mapping_of(c->found->name);
    c->alias = alias != NULL;
    if (mapping != c->out->mapping || c->alias)
        c->out->spec.count = 0; /* RU speaks of another game, or of what the alias fixes */
    c->out->mapping = mapping;
    c->out->game = name;
    const struct by_sgf_mapping *other = numbered_game(number);
    bool foreign = number != 1 && other && other->game;
    if (mapping && (number == mapping->number || (mapping->game && !foreign)))
        return BY_OK;
    return refuse_other(c, number, name);
}

static enum by_status choose_game(struct chooser *c)
{
    int64_t number;
    enum by_status status = game_number(c, &number);
    if (status != BY_OK)
        return status;
    const struct by_sgf_mapping *mapping = named_game(c, number);
    c->out->mapping = mapping ? mapping : numbered_game(number);
    if (c->request->game)
        return choose_asked(c, number);
    const char *name = mapping ? c->out->spec.name : NULL;
    if (c->out->mapping && c->out->mapping->game)
        name = c->out->mapping->game;
    c->found = name ? by_game_find(name, NULL) : NULL;
    if (!c->found)
        return refuse_game(c, number);
    c->out->game = c->found->name;
    return BY_OK;
}

/* --- its settings ------------------------------------------------------------------- */

static const char *keep(struct chooser *c, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = by_pool_take(&c->record->pool, size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}

static bool is_set(const struct by_sgf_choice *choice, const char *name)
{
    for (int i = 0; i < choice->setting_count; i++)
        if (by_same_text(choice->settings[i].name, name))
            return true;
    return false;
}

static bool has_option(const struct by_game *game, const char *name)
{
    const struct by_option *option = game->options;
    while (option && option->name && !by_same_text(option->name, name))
        option++;
    return option && option->name;
}

/* What the user or an earlier property has set stays; what the game does not know is left out. */
static void set(struct chooser *c, const char *name, const char *value,
                const struct by_sgf_property *property)
{
    struct by_sgf_choice *out = c->out;
    if (!value || !*value || is_set(out, name) || !has_option(c->found, name) ||
        out->setting_count == BY_SPEC_PAIRS_MAX)
        return;
    out->from[out->setting_count] = property ? &property->value : NULL;
    out->settings[out->setting_count++] = (struct by_setting){name, value};
}

static enum by_status set_size(struct chooser *c)
{
    int width, height;
    char text[16], quoted[BY_QUOTE_SIZE];
    const struct by_sgf_property *sz = by_sgf_find(c->root, "SZ");
    if (c->alias) /* its size is fixed */
        return BY_OK;
    if (!sz) {
        set(c, "size", c->out->mapping->size, NULL);
        return BY_OK;
    }
    if (!by_sgf_board_size(&sz->value, &width, &height))
        return by_sgf_fail(&c->record->tree, &sz->value, c->err,
                           "SZ[%s] is not the size of a board: 1 to %d, or two such numbers with "
                           "a ':' between them",
                           by_sgf_quote(&sz->value, quoted), BY_SGF_SIDE_MAX);
    struct by_text out = by_text_over(text, sizeof text);
    by_text_format(&out, "%dx%d", width, height);
    set(c, "size", keep(c, text), sz);
    return BY_OK;
}

/* "6,5" is how some programs write 6.5; 0 is how they write that there is none. */
static void set_number(struct chooser *c, const struct by_sgf_setting *setting,
                       const struct by_sgf_property *property)
{
    char word[WORD_MAX];
    if (!by_sgf_word(&property->value, word, sizeof word))
        return;
    char *comma = strchr(word, ',');
    if (comma)
        *comma = '.';
    if (!setting->places || strcmp(word, "0") != 0)
        set(c, setting->setting, keep(c, word), property);
}

/* Does the record itself put stones on the board before White moves? Some servers write free
 * handicap stones as Black's first moves. */
static bool places_stones(const struct by_sgf_node *node)
{
    for (; node; node = by_sgf_forward(node, NULL)) {
        if (by_sgf_sets_stones(node) || by_sgf_find(node, "B"))
            return true;
        if (by_sgf_find(node, "W"))
            return false;
    }
    return false;
}

static void set_numbers(struct chooser *c)
{
    bool placed = places_stones(c->root);
    for (const struct by_sgf_setting *s = c->out->mapping->settings; s->property; s++) {
        const struct by_sgf_property *property = by_sgf_find(c->root, s->property);
        if (property && !(s->places && placed))
            set_number(c, s, property);
    }
}

static void set_by_rules_word(struct chooser *c)
{
    char word[WORD_MAX];
    const struct by_sgf_property *ru = by_sgf_find(c->root, "RU");
    if (!ru || !by_sgf_word(&ru->value, word, sizeof word))
        return;
    for (const struct by_sgf_rules_word *w = c->out->mapping->rules_words; w->word; w++)
        if (by_same_text(w->word, word))
            set(c, w->setting, w->value, ru);
}

static enum by_status choose_settings(struct chooser *c)
{
    const struct by_record_request *request = c->request;
    struct by_sgf_choice *out = c->out;
    if (request->setting_count > BY_SPEC_PAIRS_MAX)
        return by_fail(c->err, BY_BAD_INPUT, "a game takes at most %d settings", BY_SPEC_PAIRS_MAX);
    const struct by_sgf_property *ru = by_sgf_find(c->root, "RU");
    for (int i = 0; i < request->setting_count; i++) {
        out->from[out->setting_count] = NULL;
        out->settings[out->setting_count++] = request->settings[i];
    }
    for (int i = 0; i < out->spec.count; i++)
        if (by_setting_names_file(c->found->options, &out->spec.settings[i]))
            return by_sgf_fail(&c->record->tree, &ru->value, c->err,
                               "%s names a file, and a record does not open others",
                               out->spec.settings[i].name);
    for (int i = 0; i < out->spec.count; i++)
        set(c, out->spec.settings[i].name, out->spec.settings[i].value, ru);
    set_numbers(c);
    set_by_rules_word(c);
    return set_size(c);
}

enum by_status by_sgf_choose(struct by_record *record, const struct by_record_request *request,
                             struct by_sgf_choice *out, struct by_error *err)
{
    struct chooser c = {
        .record = record, .request = request, .root = record->tree.root, .out = out, .err = err};
    out->setting_count = out->spec.count = 0;
    enum by_status status = choose_game(&c);
    return status == BY_OK ? choose_settings(&c) : status;
}

/* --- which of them is wrong ------------------------------------------------------------- */

static bool opens(const char *game, const struct by_setting *settings, int count)
{
    struct by_rules *rules = NULL;
    bool good = by_rules_open(game, settings, count, NULL, &rules, NULL) == BY_OK;
    by_rules_close(rules);
    return good;
}

/* The setting without which the rest is good; where there are two such, the first that is no good
 * even alone. */
const struct by_sgf_value *by_sgf_culprit(const struct by_sgf_choice *choice)
{
    struct by_setting rest[BY_SPEC_PAIRS_MAX];
    int count = choice->setting_count;
    for (int i = 0; i < count; i++) {
        int kept = 0;
        for (int j = 0; j < count; j++)
            if (j != i)
                rest[kept++] = choice->settings[j];
        if (opens(choice->game, rest, kept))
            return choice->from[i];
    }
    for (int i = 0; i < count; i++)
        if (!opens(choice->game, &choice->settings[i], 1))
            return choice->from[i];
    return NULL;
}
