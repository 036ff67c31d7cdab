/* win_tree_text.c: proofs as text. What is read is a tree whose moves could be moves; nothing else
 * is believed. */
#include "base/spec.h"
#include "games/line.h"
#include "games/win_tree.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 1000 /* of a node: no game that has such proofs is longer */
#define LINE_MAX  4096

/* --- writing -------------------------------------------------------------------------------- */

struct writing {
    const struct by_rules *rules;
    const void *position;
    const struct by_win_tree *tree;
    struct by_buffer *out;
};

static void write_move(const struct writing *w, by_move move)
{
    char buffer[64];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    if (move == BY_ANY_MOVE)
        by_text_add(&text, "*");
    else if (move != BY_NO_MOVE)
        w->rules->game->write_move(w->rules, w->position, move, &text);
    by_buffer_add(w->out, move == BY_NO_MOVE ? "-" : buffer);
}

/* A node with all below it, and its brothers. */
static void write_nodes(const struct writing *w, int at, int depth)
{
    do {
        const struct by_win_node *node = &w->tree->node[at];
        by_buffer_format(w->out, "%d ", depth);
        write_move(w, node->reply);
        by_buffer_char(w->out, ' ');
        write_move(w, node->answer);
        by_buffer_char(w->out, '\n');
        if (node->child != 0)
            write_nodes(w, node->child, depth + 1);
        at = node->next;
    } while (at != 0);
}

void by_win_tree_write(const struct by_rules *rules, const void *position,
                       const struct by_win_tree *tree, struct by_buffer *out)
{
    const struct writing w = {rules, position, tree, out};
    char buffer[LINE_MAX];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    by_rules_write_spec(rules, &text);
    by_buffer_format(out, "proof %s\n", buffer);
    text = by_text_over(buffer, sizeof buffer);
    rules->game->write(rules, position, &text);
    by_buffer_format(out, "position %s\n", buffer);
    write_nodes(&w, 0, 0);
}

/* --- reading -------------------------------------------------------------------------------- */

struct reading {
    const char *at; /* behind the line */
    int number;     /* of the line */
    char line[LINE_MAX];
    struct by_rules *rules;
    struct by_win_tree *tree;
    int depth;               /* of the last node */
    int last[DEPTH_MAX + 1]; /* the last node of each depth up to it */
    struct by_error *err;
};

/* The next line that is no remark, without its end; false: there is none, or it is too long. */
static bool next_line(struct reading *r)
{
    do {
        size_t length = strcspn(r->at, "\n");
        if (*r->at == 0 || length >= sizeof r->line)
            return false;
        memcpy(r->line, r->at, length);
        r->line[length > 0 && r->line[length - 1] == '\r' ? length - 1 : length] = 0;
        r->at += length + (r->at[length] == '\n');
        r->number++;
    } while (r->line[0] == '#' || r->line[0] == 0);
    return true;
}

static enum by_status bad_line(const struct reading *r, const char *what)
{
    return by_fail(r->err, BY_BAD_INPUT, "line %d: %s", r->number, what);
}

/* Behind `word` and a blank at the beginning of the next line. */
static const char *expect(struct reading *r, const char *word)
{
    size_t length = strlen(word);
    if (!next_line(r) || strncmp(r->line, word, length) != 0 || r->line[length] != ' ')
        return NULL;
    return r->line + length + 1;
}

/* Rules that name a file are not for a text that may come from anywhere. */
static bool names_files(const struct by_spec *spec)
{
    const struct by_game *game = by_game_find(spec->name, NULL);
    for (const struct by_option *o = game ? game->options : NULL; o && o->name; o++)
        for (int i = 0; i < spec->count; i++)
            if (o->type == BY_OPTION_TEXT && by_same_text(o->name, spec->settings[i].name))
                return true;
    return false;
}

static enum by_status read_head(struct reading *r)
{
    struct by_spec *spec = malloc(sizeof *spec);
    if (!spec)
        return by_fail_memory(r->err, sizeof *spec);
    const char *words = expect(r, "proof");
    enum by_status status =
        words ? by_spec_read(words, spec, r->err)
              : by_fail(r->err, BY_BAD_INPUT, "this is no proof: it begins with 'proof GAME ...'");
    if (status == BY_OK && !(words = expect(r, "position")))
        status = by_fail(r->err, BY_BAD_INPUT, "the second line must be 'position ...'");
    if (status == BY_OK && names_files(spec))
        status = by_fail(r->err, BY_BAD_INPUT, "the rules of a proof may not name files");
    if (status == BY_OK)
        status = by_rules_open(spec->name, spec->settings, spec->count, words, &r->rules, r->err);
    free(spec);
    return status;
}

static enum by_status read_a_move(const struct reading *r, const char *word, by_move *out)
{
    return r->rules->game->read_move(r->rules, r->rules->start, word, out, r->err);
}

/* Puts the node where its depth says. */
static enum by_status hang_node(struct reading *r, int depth, by_move reply, by_move answer)
{
    struct by_win_tree *tree = r->tree;
    bool first = tree->count == 0;
    if (first ? depth != 0 : depth < 1 || depth > r->depth + 1)
        return bad_line(r, "no node can stand so deep here");
    if (first != (reply == BY_NO_MOVE))
        return bad_line(r, "the first node, and no other, answers '-'");
    int at = by_win_tree_add(tree, reply, answer);
    if (at < 0)
        return by_fail(r->err, BY_NO_MEMORY, "the proof has more than %d nodes", tree->count);
    if (!first && depth == r->depth + 1)
        tree->node[r->last[depth - 1]].child = at;
    else if (!first)
        tree->node[r->last[depth]].next = at;
    r->depth = depth;
    r->last[depth] = at;
    return BY_OK;
}

static enum by_status read_node(struct reading *r)
{
    char *rest = NULL;
    const char *depth_word = strtok_r(r->line, " ", &rest);
    const char *reply_word = strtok_r(NULL, " ", &rest), *answer_word = strtok_r(NULL, " ", &rest);
    int64_t depth;
    by_move reply = BY_ANY_MOVE, answer;
    if (!answer_word || strtok_r(NULL, " ", &rest))
        return bad_line(r, "a node is 'DEPTH MOVE ANSWER'");
    if (!by_read_int(depth_word, 0, DEPTH_MAX, &depth))
        return bad_line(r, "the depth is no number up to 1000");
    if (strcmp(reply_word, "-") == 0)
        reply = BY_NO_MOVE;
    else if (strcmp(reply_word, "*") != 0 && read_a_move(r, reply_word, &reply) != BY_OK)
        return BY_BAD_INPUT;
    if (read_a_move(r, answer_word, &answer) != BY_OK)
        return BY_BAD_INPUT;
    return hang_node(r, (int)depth, reply, answer);
}

enum by_status by_win_tree_read(const char *text, struct by_rules **rules, struct by_win_tree *tree,
                                struct by_error *err)
{
    struct reading *r = calloc(1, sizeof *r);
    if (!r)
        return by_fail_memory(err, sizeof *r);
    *r = (struct reading){.at = text, .tree = tree, .err = err};
    tree->count = 0;
    enum by_status status = read_head(r);
    while (status == BY_OK && next_line(r))
        status = read_node(r);
    if (status == BY_OK && *r->at != 0)
        status = by_fail(err, BY_BAD_INPUT, "line %d is too long", r->number + 1);
    if (status == BY_OK && tree->count == 0)
        status = by_fail(err, BY_BAD_INPUT, "the proof has no nodes");
    *rules = r->rules;
    free(r);
    return status;
}
