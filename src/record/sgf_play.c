/* sgf_play.c: from a tree to rules and a line of play. */
#include "record/sgf_line.h"
#include <string.h>

#define WORD_MAX     64   /* points and names of moves */
#define POSITION_MAX 1024 /* 25 rows of 25, and what a game may write behind them */

struct replay {
    struct by_record *record;
    const struct by_record_request *request;
    struct by_sgf_choice choice;
    int setups; /* how often the line has begun anew */
    struct by_error *err;
};

/* Puts the place of a node before the sentence of somebody else's failure. */
static enum by_status fail_node(struct replay *r, const struct by_sgf_node *node,
                                const struct by_error *why)
{
    long line, column;
    if (by_sgf_node_where(&r->record->tree, node, &line, &column))
        return by_fail(r->err, why->status, "line %ld, column %ld: %.460s", line, column,
                       why->text);
    return by_fail(r->err, why->status, "%.480s", why->text);
}

/* The same with the value that the game refuses, where it is in the tree. */
static enum by_status fail_settings(struct replay *r, const struct by_error *why)
{
    const struct by_sgf_value *culprit = by_sgf_culprit(&r->choice);
    if (culprit)
        return by_sgf_fail(&r->record->tree, culprit, r->err, "%.460s", why->text);
    if (r->request->setting_count > 0)
        return by_fail(r->err, why->status, "%.480s", why->text);
    return fail_node(r, r->record->tree.root, why);
}

/* --- positions ----------------------------------------------------------------------- */

/* Begins the line anew at `position` (NULL: the game's start). On failure all stays as it is. */
static enum by_status begin_at(struct replay *r, const char *position, struct by_error *err)
{
    struct by_record *record = r->record;
    if (r->setups++ == BY_SGF_SETUPS_MAX)
        return by_fail(err, BY_BAD_INPUT, "stones are set up more than %d times on this way",
                       BY_SGF_SETUPS_MAX);
    enum by_status status = by_record_begin(record, r->choice.game, r->choice.settings,
                                            r->choice.setting_count, position, err);
    if (status == BY_OK)
        record->dropped = record->plies;
    return status;
}

enum by_status by_sgf_grid(const struct by_rules *rules, const void *position, struct by_grid *out,
                           struct by_error *err)
{
    char text[POSITION_MAX];
    struct by_text writer = by_text_over(text, sizeof text);
    rules->game->write(rules, position, &writer);
    char *side = strchr(text, ' ');
    if (side && side[1])
        side[2] = '\0';
    return by_grid_read(text, rules->width, rules->height, out, err);
}

static enum by_status current_grid(const struct replay *r, struct by_grid *out,
                                   struct by_error *err)
{
    return by_sgf_grid(r->record->rules, by_line_position(r->record->line), out, err);
}

static enum by_status begin_at_grid(struct replay *r, const struct by_grid *grid,
                                    struct by_error *err)
{
    char text[POSITION_MAX];
    struct by_text writer = by_text_over(text, sizeof text);
    by_grid_write(grid, &writer);
    return begin_at(r, text, err);
}

static enum by_status place(struct replay *r, struct by_grid *grid,
                            const struct by_sgf_value *value, char stone)
{
    char quoted[BY_QUOTE_SIZE];
    struct by_sgf_area area;
    if (value->size == 0) /* "AE[]": an empty list */
        return BY_OK;
    if (!by_sgf_points(value, grid->width, grid->height, &area))
        return by_sgf_fail(&r->record->tree, value, r->err, "'%s' is no point of a %dx%d board",
                           by_sgf_quote(value, quoted), grid->width, grid->height);
    for (int row = area.top; row <= area.bottom; row++)
        for (int column = area.left; column <= area.right; column++)
            grid->cell[(grid->height - 1 - row) * grid->width + column] = stone;
    return BY_OK;
}

static enum by_status place_all(struct replay *r, struct by_grid *grid,
                                const struct by_sgf_property *property, char stone)
{
    enum by_status status = BY_OK;
    const struct by_sgf_value *value = &property->value;
    for (; value && status == BY_OK; value = value->next)
        status = place(r, grid, value, stone);
    return status;
}

/* PL: B, W, or as FF[3] has it, black, white, 1, 2. */
static enum by_status read_side(struct replay *r, const struct by_sgf_value *value, int *side)
{
    char word[WORD_MAX], quoted[BY_QUOTE_SIZE];
    char c = by_sgf_word(value, word, sizeof word) ? word[0] : '\0';
    if (c != '\0' && strchr("Bb1", c))
        *side = 0;
    else if (c != '\0' && strchr("Ww2", c))
        *side = 1;
    else
        return by_sgf_fail(&r->record->tree, value, r->err, "PL[%s] is neither B nor W",
                           by_sgf_quote(value, quoted));
    return BY_OK;
}

/* '\0' for a property that sets nothing up. */
static char stone_of(const char *name)
{
    if (name[0] != 'A' || name[1] == '\0' || name[2] != '\0')
        return '\0';
    return name[1] == 'B' ? 'X' : name[1] == 'W' ? 'O' : name[1] == 'E' ? '.' : '\0';
}

/* Does Black give White the first move? Handicap stones alone, and nobody says who is to move. */
static bool is_handicap(const struct by_sgf_node *node)
{
    char word[WORD_MAX];
    int64_t stones;
    const struct by_sgf_property *ha = by_sgf_find(node, "HA");
    return ha && by_sgf_find(node, "AB") && !by_sgf_find(node, "AW") &&
           by_sgf_word(&ha->value, word, sizeof word) && by_read_int(word, 2, 1000, &stones);
}

/* Where nobody says who is to move and the game finds that it cannot be this side, it must be
 * the other. */
static enum by_status begin_at_setup(struct replay *r, struct by_grid *grid, bool side_said,
                                     struct by_error *why)
{
    enum by_status status = begin_at_grid(r, grid, why);
    if (status != BY_BAD_INPUT || side_said)
        return status;
    struct by_error second = {.status = BY_OK};
    grid->side = !grid->side;
    return begin_at_grid(r, grid, &second) == BY_OK ? BY_OK : status;
}

static enum by_status set_up(struct replay *r, const struct by_sgf_node *node)
{
    struct by_grid grid;
    struct by_error why = {.status = BY_OK};
    const struct by_sgf_property *player = by_sgf_find(node, "PL");
    if (!player && !by_sgf_sets_stones(node))
        return BY_OK;
    if (current_grid(r, &grid, &why) != BY_OK)
        return fail_node(r, node, &why);
    if (is_handicap(node))
        grid.side = 1;
    enum by_status status = player ? read_side(r, &player->value, &grid.side) : BY_OK;
    for (const struct by_sgf_property *p = node->properties; p && status == BY_OK; p = p->next)
        if (stone_of(p->name))
            status = place_all(r, &grid, p, stone_of(p->name));
    if (status != BY_OK)
        return status;
    if (begin_at_setup(r, &grid, player != NULL, &why) != BY_OK)
        return fail_node(r, node, &why);
    return BY_OK;
}

/* --- moves --------------------------------------------------------------------------- */

/* Is the value a pass? "tt" is one on boards that have no such point (FF[3]). */
static bool is_pass(const struct replay *r, const char *word)
{
    const struct by_rules *rules = r->record->rules;
    if (word[0] == '\0')
        return true;
    return rules->width <= 19 && rules->height <= 19 && strcmp(word, "tt") == 0;
}

/* The move in the game's own words. */
static enum by_status move_text(struct replay *r, const struct by_sgf_value *value,
                                const char *word, char text[WORD_MAX])
{
    char quoted[BY_QUOTE_SIZE];
    struct by_sgf_area area;
    const struct by_rules *rules = r->record->rules;
    struct by_text out = by_text_over(text, WORD_MAX);
    if (!r->choice.mapping->game) {
        by_text_add(&out, word);
        return BY_OK;
    }
    if (is_pass(r, word) && !r->choice.mapping->pass)
        return by_sgf_fail(&r->record->tree, value, r->err, "'%s' is a pass, and %s has none", word,
                           r->choice.game);
    if (is_pass(r, word))
        by_text_add(&out, r->choice.mapping->pass);
    else if (strlen(word) == 2 && by_sgf_points(value, rules->width, rules->height, &area))
        by_grid_write_point(area.left,
                            r->choice.mapping->rows_down ? area.top : rules->height - 1 - area.top,
                            r->choice.mapping->skip_i, &out);
    else if (r->choice.mapping->own_words && strpbrk(word, "0123456789"))
        by_text_add(&out, word);
    else
        return by_sgf_fail(&r->record->tree, value, r->err, "'%s' is no point of a %dx%d board",
                           by_sgf_quote(value, quoted), rules->width, rules->height);
    return BY_OK;
}

/* Lets the side to move pass; false, and nothing changes, when it cannot or the game would end. */
static bool pass_turn(struct replay *r)
{
    struct by_line *line = r->record->line;
    if (!r->choice.mapping->pass || by_line_over(line) ||
        by_line_play_text(line, r->choice.mapping->pass, NULL) != BY_OK)
        return false;
    if (by_line_over(line)) {
        by_line_undo(line);
        return false;
    }
    return true;
}

/* Makes it this side's turn in a game that goes on. */
static enum by_status give_turn(struct replay *r, int side, struct by_error *why)
{
    struct by_grid grid;
    struct by_line *line = r->record->line;
    by_line_resume(line); /* servers let a game go on after the passes that ended it */
    bool over = by_line_over(line);
    if (!over && by_line_side(line) == side)
        return BY_OK;
    if (!over && line->count > 0 && pass_turn(r))
        return BY_OK;
    if (!r->choice.mapping->game)
        return by_fail(why, BY_BAD_INPUT, "it is not %s's turn", side == 0 ? "Black" : "White");
    enum by_status status = current_grid(r, &grid, why);
    if (status != BY_OK)
        return status;
    grid.side = side;
    status = begin_at_grid(r, &grid, why);
    if (status != BY_OK)
        return by_fail(why, status, "it is not %s's turn", side == 0 ? "Black" : "White");
    if (by_line_over(r->record->line))
        return by_fail(why, BY_BAD_INPUT, "the game is over before it");
    return BY_OK;
}

static enum by_status play_move(struct replay *r, const struct by_sgf_property *property)
{
    char word[WORD_MAX], text[WORD_MAX], quoted[BY_QUOTE_SIZE];
    struct by_record *record = r->record;
    const struct by_sgf_value *value = &property->value;
    struct by_error why = {.status = BY_OK};
    if (!by_sgf_word(value, word, sizeof word))
        return by_sgf_fail(&r->record->tree, value, r->err, "'%s' is no move",
                           by_sgf_quote(value, quoted));
    if (by_line_over(record->line) && is_pass(r, word) && r->choice.mapping->game)
        return BY_OK;
    enum by_status status = move_text(r, value, word, text);
    if (status != BY_OK)
        return status;
    status = give_turn(r, property->name[0] == 'W', &why);
    if (status == BY_OK)
        status = by_line_play_text(record->line, text, &why);
    if (status != BY_OK)
        return by_sgf_fail(&r->record->tree, value, r->err, "move %d, %s[%s]: %.400s",
                           record->plies + 1, property->name, by_sgf_quote(value, quoted),
                           why.text);
    record->plies++;
    return BY_OK;
}

static bool is_move(const struct by_sgf_property *property)
{
    return property->name[1] == '\0' && (property->name[0] == 'B' || property->name[0] == 'W');
}

/* --- information ------------------------------------------------------------------------ */

/* The text in the pool, cut to BY_INFO_MAX bytes, without zero bytes. */
static const char *keep_text(struct replay *r, const struct by_sgf_value *value,
                             enum by_sgf_kind kind)
{
    struct by_sgf_value head = *value;
    bool cut = head.size > BY_INFO_MAX;
    head.size = cut ? BY_INFO_MAX : head.size;
    char *text = by_pool_take(&r->record->pool, (size_t)head.size + 1, 1);
    if (!text)
        return NULL;
    struct by_text out = by_text_over(text, (size_t)head.size + 1);
    by_sgf_text(&head, kind, &out);
    for (size_t i = 0; i < out.length; i++)
        text[i] = text[i] == '\0' ? ' ' : text[i];
    size_t length = out.length;
    while (cut && length > 0 && ((unsigned char)text[length - 1] & 0x80))
        length--; /* not in the middle of a character */
    text[length] = '\0';
    return text;
}

static void note_info(struct replay *r, const struct by_sgf_node *node)
{
    for (const struct by_sgf_property *p = node->properties; p; p = p->next) {
        if (p->name[1] == '\0' || p->name[2] != '\0')
            continue; /* their names have two letters, moves and comments one */
        for (int i = 0; i < BY_INFO_COUNT; i++)
            if (!r->record->info[i] && strcmp(p->name, by_info_property((enum by_info)i)) == 0)
                r->record->info[i] =
                    keep_text(r, &p->value, i == BY_INFO_about ? BY_SGF_TEXT : BY_SGF_SIMPLE);
    }
}

/* --- the whole --------------------------------------------------------------------------- */

/* Sets up and plays what the node says; *stop when the ply asked for is reached before a move. */
static enum by_status play_node(struct replay *r, const struct by_sgf_node *node, bool *stop)
{
    enum by_status status = set_up(r, node);
    for (const struct by_sgf_property *p = node->properties; p && status == BY_OK; p = p->next) {
        if (!is_move(p))
            continue;
        *stop = r->request->ply >= 0 && r->record->plies >= r->request->ply;
        if (*stop)
            break;
        int before = r->record->plies;
        status = play_move(r, p);
        if (status == BY_OK && r->record->plies > before && r->request->moved)
            r->request->moved(r->request->context, r->record->line->count - 1, node);
    }
    return status;
}

static enum by_status check_path(struct replay *r, const struct by_sgf_path *path)
{
    if (path->missed > 0)
        return by_fail(r->err, BY_BAD_INPUT, "choice %d of variations: there is no variation %d",
                       path->missed, path->choices[path->missed - 1] + 1);
    if (path->used < path->count)
        return by_fail(r->err, BY_BAD_INPUT,
                       "%d choices of variations, but there are only %d to make on this way",
                       path->count, path->used);
    return BY_OK;
}

static enum by_status play_path(struct replay *r)
{
    bool stop = false;
    enum by_status status = BY_OK;
    const struct by_sgf_node *node = r->record->tree.root, *last = node;
    struct by_sgf_path path = {.choices = r->request->choices, .count = r->request->choice_count};
    for (; node && status == BY_OK; node = by_sgf_forward(node, &path)) {
        note_info(r, node);
        status = play_node(r, node, &stop);
        if (stop)
            break;
        last = node;
    }
    if (status == BY_OK && !stop)
        status = check_path(r, &path);
    const struct by_sgf_property *comment = by_sgf_find(last, "C");
    r->record->node = last;
    r->record->comment = comment ? keep_text(r, &comment->value, BY_SGF_TEXT) : NULL;
    return status;
}

/* The start as the game writes it, of a game that is written down in its own words. */
static const struct by_sgf_value *own_position(const struct replay *r)
{
    const struct by_sgf_property *property =
        r->choice.mapping->game ? NULL : by_sgf_find(r->record->tree.root, BY_SGF_OWN_POSITION);
    return property ? &property->value : NULL;
}

/* All of it, without zero bytes; NULL: there is no memory for it. */
static const char *whole_text(struct replay *r, const struct by_sgf_value *value)
{
    char *text = by_pool_take(&r->record->pool, (size_t)value->size + 1, 1);
    if (!text)
        return NULL;
    struct by_text out = by_text_over(text, (size_t)value->size + 1);
    by_sgf_text(value, BY_SGF_SIMPLE, &out);
    return text;
}

enum by_status by_sgf_play(struct by_record *record, const struct by_record_request *request,
                           struct by_error *err)
{
    struct replay r = {.record = record, .request = request, .err = err};
    struct by_error why = {.status = BY_OK};
    record->plies = record->dropped = 0;
    memset(record->info, 0, sizeof record->info);
    enum by_status status = by_sgf_choose(record, request, &r.choice, err);
    if (status != BY_OK)
        return status;
    const struct by_sgf_value *position = own_position(&r);
    const char *text = position ? whole_text(&r, position) : NULL;
    if (position && !text)
        return by_fail_memory(err, position->size);
    status = begin_at(&r, text, &why);
    if (status == BY_BAD_INPUT && position)
        return by_sgf_fail(&record->tree, position, err, "%.460s", why.text);
    if (status == BY_BAD_INPUT)
        return fail_settings(&r, &why);
    return status == BY_OK ? play_path(&r) : by_fail(err, status, "%s", why.text);
}
