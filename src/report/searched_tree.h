/* searched_tree.h: the tree of a position, searched as it is taught and recorded: what `banyan tree` and
 * the page show of minimax and alpha-beta. */
#ifndef BY_REPORT_SEARCHED_TREE_H
#define BY_REPORT_SEARCHED_TREE_H

#include "players/player.h"
#include "report/recorded.h"

#define BY_TREE_POSITIONS_MAX 1000000 /* of a game's tree */

struct by_tree_question {
    const struct by_line *line; /* the root; of the game "tree", or of another one */
    bool game;                  /* another one: nodes are named by moves, and it may end early */
    const char *search;         /* "minimax", "alphabeta"; NULL: alphabeta where it may cut */
    const char *order;          /* of alphabeta; NULL: as written */
    const char *eval;           /* of a game: what a position at the depth limit counts; NULL: the
                                   game's own, "none": 0 */
    int depth;                  /* plies of a game; 0: all of it, or as many as are quick */
    uint64_t seed;
    unsigned trust; /* of enum by_trust: what `eval` may name */

    /* Who watches: the player while it searches, then NULL; a leaf that was read. Either may be NULL. */
    void *context;
    void (*thinking)(void *context, struct by_player *player);
    void (*leaf)(void *context);
};

struct by_searched_tree {
    struct by_recorder recorder;
    struct by_recorder_counts counts;
    const char *search; /* "minimax", "alphabeta" */
    const char *order;  /* NULL: the search has none, and no windows */
    const char *eval;   /* NULL: the game's own */
    bool game;
    int depth;     /* plies searched */
    bool whole;    /* every game ends by then */
    int64_t nodes; /* of the tree, if it is a game's */
};

/* Closing is safe on a zeroed one and after a failure. The line outlives it. */
enum by_status by_searched_tree_open(const struct by_tree_question *question,
                                     struct by_searched_tree *tree, struct by_error *err);
void by_searched_tree_close(struct by_searched_tree *tree);

/* The search as an option of a player: "alphabeta plain=on order=best depth=9 eval=\"none\"". */
void by_searched_tree_spec(const struct by_searched_tree *tree, struct by_text *out);

/* "alphabeta, order game": what was done. */
void by_searched_tree_title(const struct by_searched_tree *tree, struct by_text *out);

/* Where a malformed tree of several lines is wrong, by line and column; the game knows columns only. BY_OK:
 * it has one line, or is well formed. */
enum by_status by_tree_text_check(const char *text, struct by_error *err);

/* --- steps: events, of which those of a leaf are one ---------------------------------------- */

struct by_tree_step {
    int32_t event, node;
};
struct by_tree_steps {
    struct by_tree_step *step;
    int32_t count;
};
enum by_status by_tree_steps_open(struct by_tree_steps *steps, const struct by_recorder *recorder,
                                  struct by_error *err);
void by_tree_steps_close(struct by_tree_steps *steps);

/* Whether children are left out in this step, which leaves their parent. */
bool by_tree_step_cuts(const struct by_recorder *recorder, const struct by_tree_step *step);

/* The step in words. */
void by_tree_step_tell(const struct by_searched_tree *tree, const struct by_tree_step *step,
                       struct by_text *out);

/* --- as data and as a drawing -------------------------------------------------------------------- */

/* What is told of a tree beside its value and counts. */
struct by_tree_told {
    int64_t nodes;       /* the first so many nodes; 0: none */
    int64_t steps;       /* so many steps, with the nodes that they need; 0: none */
    int64_t first;       /* the number of the first of them, from 0 */
    int64_t nodes_limit; /* where steps need more nodes than so many, fewer steps are told */
    void *context;
    void (*sent)(void *context); /* called now and then: what is written may go out; NULL: nobody */
};

/* One object: docs/JSON.md, `tree`. */
enum by_status by_report_searched_tree(struct by_json *json, const struct by_searched_tree *tree,
                                       const struct by_tree_told *told, struct by_error *err);

/* A whole SVG file as it stands after `now` events (BY_RECORDER_END: all), around the node `focus`, of at
 * most `most` nodes; `blank`: an exercise, without what the search found. */
struct by_tree_drawing {
    int32_t now, focus, most;
    bool blank;
};
enum by_status by_searched_tree_svg(const struct by_searched_tree *tree,
                                    const struct by_tree_drawing *drawing, struct by_buffer *out,
                                    struct by_error *err);

#endif
