/* review_sgf.c: what a review found, written into the tree of the game.
 *
 * FF[4] has marks for moves: DO (doubtful), BM[1] (bad), BM[2] (very bad); a node that has one of them, or
 * one of its opposites, keeps it. Better lines become the last variations beside the move, so that the
 * game itself stays the main line. */
#include "record/sgf_line.h"
#include "report/review.h"
#include <stdlib.h>
#include <string.h>

struct notes {
    const struct by_review *review;
    struct by_sgf_game *game;
    struct by_error *err;
};

/* Appends a comment: to the one that is there, behind a line break. */
static enum by_status add_comment(struct notes *n, struct by_sgf_node *node, const char *text)
{
    struct by_sgf_property *comment = (struct by_sgf_property *)by_sgf_find(node, "C");
    if (!comment)
        return by_sgf_add(n->game, node, "C", text, strlen(text), n->err);
    size_t old = comment->value.size, size = old + 2 * strlen(text) + 1, length = old;
    char *joined = by_pool_take(n->game->pool, size, 1);
    if (!joined || size > BY_SGF_BYTES_MAX)
        return by_fail_memory(n->err, size);
    memcpy(joined, comment->value.data, old);
    joined[length++] = '\n';
    for (const char *c = text; *c; c++) {
        if (*c == ']' || *c == '\\')
            joined[length++] = '\\';
        joined[length++] = *c;
    }
    comment->value.data = joined;
    comment->value.size = (uint32_t)length;
    return BY_OK;
}

static enum by_status add_mark(struct notes *n, struct by_sgf_node *node, enum by_grade grade)
{
    static const char *const marks[] = {"BM", "DO", "IT", "TE"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (by_sgf_find(node, marks[i]))
            return BY_OK;
    if (grade == BY_GRADE_GOOD)
        return BY_OK;
    if (grade == BY_GRADE_DOUBTFUL)
        return by_sgf_add(n->game, node, "DO", "", 0, n->err);
    return by_sgf_add(n->game, node, "BM", grade == BY_GRADE_BAD ? "1" : "2", 1, n->err);
}

/* The better line, as a variation that begins beside the move. */
static enum by_status add_variation(struct notes *n, struct by_sgf_node *node, int ply,
                                    const char *comment)
{
    const struct by_reviewed *move = &n->review->moves[ply];
    const struct by_rules *rules = n->review->line->rules;
    struct by_line *line = NULL;
    enum by_status status = by_line_open(rules, &line, n->err);
    struct by_sgf_node *at = node->parent;
    if (status == BY_OK)
        by_line_begin(line, by_line_position_at(n->review->line, ply));
    for (int i = 0; i < move->line_count && status == BY_OK; i++) {
        status =
            by_sgf_add_move(n->game, at, rules, by_line_position(line), move->line[i], &at, n->err);
        if (status == BY_OK && i == 0)
            status = add_comment(n, at, comment);
        /* A line that was cut or that a rule of repetition forbids ends where it stands. */
        if (status == BY_OK && by_line_play(line, move->line[i], NULL) != BY_OK)
            break;
        if (status == BY_OK && by_line_over(line))
            break;
    }
    by_line_close(line);
    return status;
}

static enum by_status annotate(struct notes *n, struct by_sgf_node *node, int ply, bool branch)
{
    char text[4 * BY_WORTH_BUFFER], better[2 * BY_WORTH_BUFFER], move_text[BY_MOVE_BUFFER];
    char before[BY_WORTH_BUFFER], after[BY_WORTH_BUFFER];
    const struct by_reviewed *move = &n->review->moves[ply];
    const struct by_worth was = by_review_worth(n->review, ply, move->side);
    const struct by_worth is = by_review_worth(n->review, ply + 1, move->side);
    struct by_text out = by_text_over(text, sizeof text);
    by_text_format(&out, "%s: %s, then %s.", by_grade_name(move->grade),
                   by_worth_string(&was, before), by_worth_string(&is, after));
    by_text_format(&out, " Better: %s",
                   by_move_string(n->review->line->rules, by_line_position_at(n->review->line, ply),
                                  move->better, move_text));
    struct by_text other = by_text_over(better, sizeof better);
    by_text_format(&other, "better: %s", before);
    enum by_status status = add_comment(n, node, text);
    if (status == BY_OK)
        status = add_mark(n, node, move->grade);
    if (status == BY_OK && branch)
        status = add_variation(n, node, ply, better);
    return status;
}

/* Does the position before the move stand in the tree above its node? Not where the node has another move
 * before it, or sets up stones. */
static bool can_branch(struct by_sgf_node *const *nodes, int ply)
{
    const struct by_sgf_node *node = nodes[ply];
    return node->parent && !(ply > 0 && nodes[ply - 1] == node) && !by_sgf_sets_stones(node) &&
           !by_sgf_find(node, "PL");
}

enum by_status by_annotate_review(const struct by_review *review,
                                  const struct by_review_facts *facts, struct by_sgf_game *game,
                                  struct by_sgf_node *const *nodes, struct by_error *err)
{
    struct notes n = {review, game, err};
    char text[256];
    struct by_text out = by_text_over(text, sizeof text);
    by_text_format(&out, "Reviewed by %.200s", facts->player);
    enum by_status status = add_comment(&n, game->root, text);
    for (int ply = review->first; ply < review->count && status == BY_OK; ply++)
        if (nodes[ply] && review->moves[ply].grade != BY_GRADE_GOOD)
            status = annotate(&n, nodes[ply], ply, can_branch(nodes, ply));
    return status;
}

/* --- the text --------------------------------------------------------------------------------- */

/* The nodes of the moves: those of the record's tree, or of one made for them. */
static enum by_status find_nodes(const struct by_review *review,
                                 const struct by_review_facts *facts, struct by_record *record,
                                 struct by_sgf_game *game, struct by_sgf_node **nodes,
                                 struct by_error *err)
{
    *game = record->tree;
    if (game->root)
        return BY_OK;
    record->info[BY_INFO_first] = facts->names[0];
    record->info[BY_INFO_second] = facts->names[1];
    if (!record->pool.limit)
        by_pool_open(&record->pool, BY_SGF_ARENA_MAX);
    enum by_status status = by_sgf_from_line(review->line, record->info, &record->pool, game, err);
    struct by_sgf_node *node = status == BY_OK ? game->root : NULL;
    for (int i = 0; i < review->count && node; i++)
        nodes[i] = node = node->child;
    return status;
}

static enum by_status write_game(const struct by_sgf_game *game, char **text, size_t *size,
                                 struct by_error *err)
{
    struct by_text measure = by_text_over(NULL, 0);
    by_sgf_write(game, &measure);
    *size = measure.length;
    *text = malloc(measure.length + 1);
    if (!*text)
        return by_fail_memory(err, measure.length + 1);
    struct by_text out = by_text_over(*text, measure.length + 1);
    by_sgf_write(game, &out);
    return BY_OK;
}

enum by_status by_review_text(const struct by_review *review, const struct by_review_facts *facts,
                              struct by_record *record, struct by_sgf_node *const *nodes, int count,
                              char **text, size_t *size, struct by_error *err)
{
    struct by_sgf_game game;
    struct by_sgf_node **own = calloc((size_t)review->count + 1, sizeof *own);
    if (!own)
        return by_fail_memory(err, ((size_t)review->count + 1) * sizeof *own);
    for (int i = 0; i < review->count && i < count; i++)
        own[i] = nodes[i];
    enum by_status status = find_nodes(review, facts, record, &game, own, err);
    if (status == BY_OK)
        status = by_annotate_review(review, facts, &game, own, err);
    free(own);
    return status == BY_OK ? write_game(&game, text, size, err) : status;
}
