/* tree.h: what the parts of `banyan tree` share: a tree that was searched and recorded. */
#ifndef BY_CLI_LESSONS_TREE_H
#define BY_CLI_LESSONS_TREE_H

#include "cli/cli.h"
#include "lessons/searchdraw.h"

struct by_tree_job {
    struct by_cli *cli;
    struct by_recorder recorder;
    struct by_recorder_counts counts;
    const char *search; /* "minimax", "alphabeta" */
    const char *order;  /* NULL: the search has none */
    int32_t most;       /* nodes to draw */
    bool unsummed;      /* --step ends without the summary */
};

/* The text of the tree: the argument, or what --file names; `*text` is NULL when there is
 * neither, and is freed by the caller. Returns an exit status. */
int by_tree_input(struct by_cli *cli, char **text);

/* Refuses a malformed tree of several lines by line and column; the game knows columns only. */
int by_tree_check(struct by_cli *cli, const char *text);

/* A view of the tree after `now` events; the caller opens it. */
struct by_searchview by_tree_view(const struct by_tree_job *job, int32_t now, int32_t focus);

/* "alphabeta, order game": what was done. */
void by_tree_title(const struct by_tree_job *job, struct by_text *out);

/* Value, best line and counts, for people. */
void by_tree_summary(const struct by_tree_job *job);

/* The outputs; each returns an exit status. */
int by_tree_json(const struct by_tree_job *job);
int by_tree_svg(const struct by_tree_job *job, const char *path);
int by_tree_text(const struct by_tree_job *job);
int by_tree_step(const struct by_tree_job *job); /* with the keyboard, or as a list */

#endif
