/* review.h: a game looked at again (players/review.h): words, a graph, JSON, a drawing, and comments in
 * the game's own record. */
#ifndef BY_REPORT_REVIEW_H
#define BY_REPORT_REVIEW_H

#include "players/review.h"
#include "record/record.h"
#include "report/pieces.h"

/* What is known of the game besides its moves. */
struct by_review_facts {
    const char *player;   /* whose opinion it is: a spec */
    const char *names[2]; /* who played; or NULL */
    const char *result;   /* as the record states it; or NULL */
    int worst;            /* so many of the worst moves are told */
};
#define BY_REVIEW_WORST_MAX 1000

/* Every move, the graph, the worst moves and sums, in lines of at most `columns` characters. */
void by_put_review(struct by_buffer *out, const struct by_review *review,
                   const struct by_review_facts *facts, int columns, const struct by_marks *marks);

/* The same as members of the object that is open. */
void by_report_review(struct by_json *json, const struct by_review *review,
                      const struct by_review_facts *facts);

/* The graph as SVG, with the worst moves below it. */
void by_draw_review(struct by_buffer *out, const struct by_review *review,
                    const struct by_review_facts *facts);

/* Writes what was found into the tree of the game: a comment behind every move that lost something, SGF's
 * marks for doubtful and bad moves, and the better line as a variation beside it. nodes[ply] is where
 * each move stands (NULL: nowhere); what was there stays. */
enum by_status by_annotate_review(const struct by_review *review,
                                  const struct by_review_facts *facts, struct by_sgf_game *game,
                                  struct by_sgf_node *const *nodes, struct by_error *err);

/* The same as the text of an SGF file, from malloc: in the tree that the record has, whose moves stand in
 * nodes[0..count), or in one that is made of the line. The record may be all zero; its pool is used. */
enum by_status by_review_text(const struct by_review *review, const struct by_review_facts *facts,
                              struct by_record *record, struct by_sgf_node *const *nodes, int count,
                              char **text, size_t *size, struct by_error *err);

/* "good", "doubtful", "bad", "blunder"; and "", "?!", "?", "??". */
const char *by_grade_name(enum by_grade grade);
const char *by_grade_mark(enum by_grade grade);

#endif
