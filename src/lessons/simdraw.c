/* simdraw.c: one step of a Monte Carlo search as a picture of characters.
 *
 *   simulation 7    [SELECT]  expand  simulate  back up
 *   value = ...
 *
 *   root             N 6               the tree, with the way of this simulation,
 *   > +- b2          n 3   w 2         and the position beside it
 *
 *   what happened, and for a selection the table of the moves */
#include "games/value.h"
#include "lessons/simsteps.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_COLUMNS 24 /* of the tree: branches and name */
#define TREE_COLUMNS 52
#define WAY_MAX      64 /* plies of a way that are looked at */
#define ROW_SIZE     256

struct picture {
    const struct by_simsteps *steps;
    const struct by_sim_step *step;
    int index;
    int columns, rows;
    const double *tally; /* after the step */
    int way[WAY_MAX];    /* from the root; the last ones of a long way */
    int way_count, way_left_out;
    bool *shown;
};

static const struct by_sim_node *node_at(const struct picture *p, int id)
{
    return &p->steps->node[id];
}

static double visits_of(const struct picture *p, int id)
{
    return p->tally[2 * (size_t)id];
}

static double points_of(const struct picture *p, int id)
{
    return p->tally[2 * (size_t)id + 1];
}

static const char *side_of(const struct picture *p, int side)
{
    return by_player_name(p->steps->rules, side);
}

/* The mean that the formula compares, and its name. */
static double mean_of(const struct picture *p, int id)
{
    return points_of(p, id) / (visits_of(p, id) + p->steps->columns.plus_one);
}

static const char *mean_name(const struct picture *p)
{
    return p->steps->columns.plus_one ? "w/(n+1)" : "w/n";
}

/* --- lines ------------------------------------------------------------------------------ */

/* Breaks a text at blanks into lines of the picture's width; `hang` blanks before all but the first. */
static void put_wrapped(const struct picture *p, const char *text, int hang, struct by_buffer *out)
{
    int indent = 0;
    while (*text != '\0') {
        size_t room = (size_t)(p->columns - indent), length = strcspn(text, "\n");
        size_t part = length < room ? length : room;
        while (part < length && part > 1 && text[part] != ' ')
            part--;
        part = part <= 1 && length > room ? room : part;
        by_buffer_format(out, "%*s%.*s\n", indent, "", (int)part, text);
        text += part;
        text += *text == ' ' || *text == '\n';
        indent = hang;
    }
}

static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

/* --- the head ------------------------------------------------------------------------------ */

static void put_head(const struct picture *p, struct by_buffer *out)
{
    static const struct {
        enum by_step_kind kind;
        const char *now, *other;
    } phases[] = {{BY_STEP_SELECT, "[SELECT]", " select "},
                  {BY_STEP_EXPAND, "[EXPAND]", " expand "},
                  {BY_STEP_SIMULATE, "[SIMULATE]", " simulate "},
                  {BY_STEP_BACKUP, "[BACK UP]", " back up "}};
    char formula[ROW_SIZE * 5];
    by_buffer_format(out, "%s %-6d", p->steps->tree ? "simulation" : "turn", p->step->simulation);
    for (int i = 0; i < 4; i++)
        if (p->steps->tree || phases[i].kind != BY_STEP_EXPAND)
            by_buffer_format(out, " %s",
                             phases[i].kind == p->step->kind ? phases[i].now : phases[i].other);
    by_buffer_char(out, '\n');
    snprintf(formula, sizeof formula, "value = %s", p->steps->formula);
    put_wrapped(p, formula, 2, out);
    by_buffer_char(out, '\n');
}

/* --- the tree -------------------------------------------------------------------------------- */

/* The way of the simulation as far as it has come. */
static void find_way(struct picture *p)
{
    int id = p->step->taken >= 0 ? p->step->taken : p->step->node, count = 0;
    for (int at = id; at >= 0; at = node_at(p, at)->parent)
        count++;
    p->way_left_out = count > WAY_MAX ? count - WAY_MAX : 0;
    p->way_count = count - p->way_left_out;
    for (int i = p->way_count - 1; i >= 0; i--, id = node_at(p, id)->parent)
        p->way[i] = id;
}

static bool is_on_way(const struct picture *p, int id)
{
    for (int i = 0; i < p->way_count; i++)
        if (p->way[i] == id)
            return true;
    return false;
}

/* Among the children that are (not) shown, the most visited below `most`, the first of equals; -1: none. */
static int next_child(const struct picture *p, int parent, bool shown, int after)
{
    int best = -1;
    bool passed = after < 0;
    double most = after < 0 ? 0 : visits_of(p, after);
    for (int id = node_at(p, parent)->first; id >= 0; id = node_at(p, id)->next) {
        bool behind = after < 0 || visits_of(p, id) < most || (visits_of(p, id) <= most && passed);
        passed |= id == after;
        if (p->shown[id] == shown && behind && node_at(p, id)->born <= p->index &&
            (best < 0 || visits_of(p, id) > visits_of(p, best)))
            best = id;
    }
    return best;
}

/* The way, and then, one for each of its nodes in turn, the most visited others. */
static void choose_shown(struct picture *p, int rows)
{
    int left = rows - p->way_count;
    for (int i = 0; i < p->way_count; i++)
        p->shown[p->way[i]] = true;
    for (bool any = true; any && left > 0;) {
        any = false;
        for (int i = 0; i < p->way_count && left > 0; i++) {
            int id = next_child(p, p->way[i], false, -1);
            if (id < 0 || !(visits_of(p, id) > 0))
                continue;
            p->shown[id] = any = true;
            left--;
        }
    }
}

static int hidden_children(const struct picture *p, int parent)
{
    int hidden = 0;
    for (int id = node_at(p, parent)->first; id >= 0; id = node_at(p, id)->next)
        hidden += !p->shown[id] && node_at(p, id)->born <= p->index;
    return hidden;
}

static void put_node(const struct picture *p, int id, const char *branches, struct by_buffer *out)
{
    const struct by_sim_node *node = node_at(p, id);
    char head[ROW_SIZE];
    int hidden = hidden_children(p, id);
    snprintf(head, sizeof head, "%c %s%s", is_on_way(p, id) ? '>' : ' ', branches,
             node->parent < 0 ? "root" : node->name);
    by_buffer_format(out, "%-*s", NAME_COLUMNS, head);
    if (node->parent < 0)
        by_buffer_format(out, " N %-5.0f %s to move ", visits_of(p, id), side_of(p, node->side));
    else if (visits_of(p, id) > 0)
        by_buffer_format(out, " n %-5.0f w %-6g %s %.3f", visits_of(p, id), points_of(p, id),
                         mean_name(p), mean_of(p, id));
    else
        by_buffer_add(out, " n 0  ");
    if (hidden > 0)
        by_buffer_format(out, " +%d more", hidden);
    by_buffer_char(out, '\n');
}

/* The shown part below a node; levels are few, because rows are. */
static void put_below(const struct picture *p, int parent, const char *branches,
                      struct by_buffer *out)
{
    int id = next_child(p, parent, true, -1);
    while (id >= 0) {
        char here[ROW_SIZE], below[ROW_SIZE];
        int next = next_child(p, parent, true, id);
        snprintf(here, sizeof here, "%.200s%s", branches, next < 0 ? "`- " : "+- ");
        snprintf(below, sizeof below, "%.200s%s", branches, next < 0 ? "   " : "|  ");
        put_node(p, id, here, out);
        put_below(p, id, below, out);
        id = next;
    }
}

/* A way that is too long for the rows: its end alone. */
static void put_long_way(const struct picture *p, int rows, struct by_buffer *out)
{
    int from = p->way_count - rows + 1;
    by_buffer_format(out, "  ... %d moves before\n", from + p->way_left_out - 1);
    for (int i = from; i < p->way_count; i++)
        put_node(p, p->way[i], "", out);
}

static void put_tree(struct picture *p, int rows, struct by_buffer *out)
{
    if (p->way_left_out > 0 || p->way_count > rows || 3 * p->way_count > NAME_COLUMNS + 20) {
        put_long_way(p, rows < p->way_count ? rows : p->way_count, out);
        return;
    }
    choose_shown(p, rows);
    put_node(p, 0, "", out);
    put_below(p, 0, "", out);
}

/* --- the position ------------------------------------------------------------------------------ */

static void play_way(const struct picture *p, unsigned char *position, int id)
{
    const struct by_rules *rules = p->steps->rules;
    if (node_at(p, id)->parent >= 0) {
        play_way(p, position, node_at(p, id)->parent);
        rules->game->play(rules, position, node_at(p, id)->move, NULL);
    }
}

/* The board at the node where the step happens; "" without memory. */
static void draw_board(const struct picture *p, char *drawing, size_t size)
{
    const struct by_rules *rules = p->steps->rules;
    struct by_text text = by_text_over(drawing, size);
    memcpy(p->steps->position, p->steps->root, rules->position_size);
    play_way(p, p->steps->position, p->step->node);
    rules->game->draw(rules, p->steps->position, &text);
    if (text.length >= size)
        drawing[0] = '\0';
}

static int widest(const char *text)
{
    size_t most = 0;
    for (; *text != '\0'; text += *text == '\n') {
        size_t length = strcspn(text, "\n");
        most = length > most ? length : most;
        text += length;
    }
    return (int)most;
}

/* Two texts side by side, or the left one alone where the right one has no room. */
static void put_beside(const struct picture *p, const char *left, const char *right, int rows,
                       struct by_buffer *out)
{
    int width = widest(right), lines = count_lines(right);
    int gap = p->columns - width;
    bool both = width > 0 && lines <= rows && widest(left) + 2 <= gap && gap > 0;
    gap = gap > TREE_COLUMNS + 8 ? TREE_COLUMNS + 8 : gap;
    gap = gap < widest(left) + 2 ? widest(left) + 2 : gap;
    while (*left != '\0' || (both && *right != '\0')) {
        size_t l = strcspn(left, "\n"), r = both ? strcspn(right, "\n") : 0;
        int shown = (int)l < p->columns ? (int)l : p->columns;
        if (r > 0)
            by_buffer_format(out, "%-*.*s%.*s\n", gap, shown, left, (int)r, right);
        else
            by_buffer_format(out, "%.*s\n", shown, left);
        left += l + (left[l] == '\n');
        right += both ? r + (right[r] == '\n') : 0;
    }
}

/* --- what happened ------------------------------------------------------------------------------ */

/* "at the root", or "after b2 a3". */
static void put_place(const struct picture *p, int id, struct by_buffer *out)
{
    const struct by_sim_node *node = node_at(p, id);
    if (node->parent < 0) {
        by_buffer_add(out, "at the root");
        return;
    }
    if (node_at(p, node->parent)->parent < 0)
        by_buffer_add(out, "after");
    else
        put_place(p, node->parent, out);
    by_buffer_format(out, " %s", node->name);
}

static const char *name_of(const void *context, by_move move, char *buffer, size_t size)
{
    const struct picture *p = context;
    struct by_text text = by_text_over(buffer, size);
    for (int id = node_at(p, p->step->node)->first; id >= 0; id = node_at(p, id)->next)
        if (node_at(p, id)->move == move)
            by_text_add(&text, node_at(p, id)->name);
    return buffer;
}

static void tell_select(const struct picture *p, struct by_buffer *words, struct by_buffer *out)
{
    const struct by_sim_step *step = p->step;
    int width = (p->rows - 9) / 2;
    put_place(p, step->node, words);
    if (step->reason == BY_REASON_CHANCE)
        by_buffer_add(words, ": nature to move; ");
    else
        by_buffer_format(words, ": %s to move, N = %.0f; ", side_of(p, step->side), step->visits);
    by_buffer_format(words, "%s %s", node_at(p, step->taken)->name,
                     by_choice_because(step->reason));
    put_wrapped(p, by_buffer_text(words), 2, out);
    struct by_choice_list list = {.columns = p->steps->columns,
                                  .choices = p->steps->choice + step->choice,
                                  .count = step->choice_count,
                                  .width = width < 3 ? 3 : width,
                                  .narrow = p->columns < 86,
                                  .name = name_of,
                                  .context = p};
    by_choice_table(&list, out);
}

static void tell_expand(const struct picture *p, struct by_buffer *words, struct by_buffer *out)
{
    const struct by_sim_node *node = node_at(p, p->step->node);
    by_buffer_format(
        words,
        "%s has been visited %.0f %s before, and gets a node of its own with %d "
        "%s:",
        node->name, visits_of(p, p->step->node),
        visits_of(p, p->step->node) > 1.5 || visits_of(p, p->step->node) < 0.5 ? "times" : "time",
        node->children, node->children == 1 ? "move" : "moves");
    int told = 0;
    for (int id = node->first; id >= 0 && told < 40; id = node_at(p, id)->next, told++)
        by_buffer_format(words, " %s", node_at(p, id)->name);
    if (told < node->children)
        by_buffer_add(words, " ...");
    put_wrapped(p, by_buffer_text(words), 2, out);
}

static void put_playout(const struct picture *p, struct by_buffer *words)
{
    enum { MOST = 60 };
    const struct by_rules *rules = p->steps->rules;
    const struct by_sim_step *step = p->step;
    unsigned char *position = p->steps->position;
    by_buffer_format(words, ": the game is played out, %d %s", step->length,
                     step->length == 1 ? "move" : "moves");
    if (step->played < 0)
        return;
    by_buffer_add(words, ":");
    memcpy(position, p->steps->root, rules->position_size);
    play_way(p, position, step->node);
    for (int i = 0; i < step->length && i < MOST; i++) {
        char name[32];
        by_move move = p->steps->played[step->played + i];
        struct by_text text = by_text_over(name, sizeof name);
        rules->game->write_move(rules, position, move, &text);
        rules->game->play(rules, position, move, NULL);
        by_buffer_format(words, " %s", name);
    }
    if (step->length > MOST)
        by_buffer_add(words, " ...");
}

static void tell_simulate(const struct picture *p, struct by_buffer *words, struct by_buffer *out)
{
    const struct by_sim_step *step = p->step;
    put_place(p, step->node, words);
    if (step->visits > 1)
        by_buffer_format(words, ": %.0f games are played out", step->visits);
    else if (step->reason == BY_REASON_FINISHED)
        by_buffer_add(words, ": the game is over there, nothing is played");
    else if (step->reason == BY_REASON_KNOWN)
        by_buffer_add(words, ": the result is proven, nothing is played");
    else if (step->reason == BY_REASON_NETWORK && step->length == 0)
        by_buffer_add(words, ": the network says who wins, nothing is played");
    else
        put_playout(p, words);
    if (step->reason == BY_REASON_NETWORK && step->length > 0)
        by_buffer_add(words, "; the network has its share");
    by_buffer_format(words, ". %s gets %g, %s gets %g.", side_of(p, 0), step->points[0],
                     side_of(p, 1), step->points[1]);
    put_wrapped(p, by_buffer_text(words), 2, out);
}

/* The moves of the way, from the leaf up, before and after. */
static void tell_backup(const struct picture *p, struct by_buffer *words, struct by_buffer *out)
{
    int most = (p->rows - 9) / 2, told = 0;
    double games = p->step->visits;
    by_buffer_format(words,
                     "%s gets %g and %s gets %g: every move of the way is counted for who made "
                     "it.",
                     side_of(p, 0), p->step->points[0], side_of(p, 1), p->step->points[1]);
    put_wrapped(p, by_buffer_text(words), 2, out);
    by_buffer_format(out, "  %-6s %-5s %14s %16s %8s\n", "move", "by", "n", "w", mean_name(p));
    for (int id = p->step->node; node_at(p, id)->parent >= 0; id = node_at(p, id)->parent, told++) {
        double n = visits_of(p, id), w = points_of(p, id);
        if (told >= most)
            continue;
        by_buffer_format(out, "> %-6s %-5s %5.0f -> %5.0f %6g -> %6g %8.4f\n", node_at(p, id)->name,
                         side_of(p, node_at(p, id)->side), n - games, n,
                         w - p->step->points[node_at(p, id)->side], w, mean_of(p, id));
    }
    if (told > most)
        by_buffer_format(out, "  and %d more above them\n", told - most);
}

static void tell(const struct picture *p, struct by_buffer *out)
{
    struct by_buffer words;
    by_buffer_open(&words, 1 << 16);
    if (p->step->kind == BY_STEP_SELECT)
        tell_select(p, &words, out);
    else if (p->step->kind == BY_STEP_EXPAND)
        tell_expand(p, &words, out);
    else if (p->step->kind == BY_STEP_SIMULATE)
        tell_simulate(p, &words, out);
    else
        tell_backup(p, &words, out);
    by_buffer_close(&words);
}

/* --- all of it ------------------------------------------------------------------------------------ */

static void put_parts(struct picture *p, struct by_buffer *out)
{
    char board[4096];
    struct by_buffer tree, below;
    by_buffer_open(&tree, 1 << 18);
    by_buffer_open(&below, 1 << 18);
    size_t start = out->length;
    put_head(p, out);
    tell(p, &below);
    int rows = p->rows - count_lines(by_buffer_text(out) + start) -
               count_lines(by_buffer_text(&below)) - 1;
    rows = rows < 3 ? 3 : rows;
    put_tree(p, rows, &tree);
    draw_board(p, board, sizeof board);
    put_beside(p, by_buffer_text(&tree), board, rows, out);
    by_buffer_char(out, '\n');
    by_buffer_add(out, by_buffer_text(&below));
    out->failed |= tree.failed || below.failed;
    by_buffer_close(&tree);
    by_buffer_close(&below);
}

void by_simsteps_draw(const struct by_simsteps *steps, int index, int columns, int rows,
                      struct by_buffer *out)
{
    struct picture p = {.steps = steps,
                        .step = &steps->step[index],
                        .index = index,
                        .columns = columns < 20 ? 20 : columns,
                        .rows = rows};
    size_t nodes = (size_t)steps->node_count;
    double *tally = calloc(2 * nodes, sizeof *tally);
    p.shown = calloc(nodes, sizeof *p.shown);
    if (tally && p.shown) {
        by_simsteps_tally(steps, index, tally);
        p.tally = tally;
        find_way(&p);
        put_parts(&p, out);
    } else {
        out->failed = true;
    }
    free(tally);
    free(p.shown);
}
