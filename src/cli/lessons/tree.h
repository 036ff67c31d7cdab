/* tree.h: what the parts of `banyan tree` share: a tree that was searched and recorded. */
#ifndef BY_CLI_LESSONS_TREE_H
#define BY_CLI_LESSONS_TREE_H

#include "cli/cli.h"
#include "lessons/searchdraw.h"
#include "report/searched_tree.h"

struct by_tree_job {
    struct by_cli *cli;
    struct by_searched_tree tree;
    int32_t most;   /* nodes to draw */
    bool unsummed;  /* --step ends without the summary */
    bool generated; /* a random tree: its text is told */
};

/* The text of the tree: the argument, or what --file names; `*text` is NULL when there is
 * neither, and is freed by the caller. Returns an exit status. */
int by_tree_input(struct by_cli *cli, char **text);

/* Refuses what goes with --game alone, or not with it. Returns an exit status. */
int by_tree_game_check(struct by_cli *cli);

/* The board, and what there is to know before its tree. */
void by_tree_game_head(const struct by_tree_job *job);

/* A view of the tree after `now` events; the caller opens it. */
struct by_searchview by_tree_view(const struct by_tree_job *job, int32_t now, int32_t focus);

/* Value, best line and counts, for people. */
void by_tree_summary(const struct by_tree_job *job);

/* The outputs; each returns an exit status. */
int by_tree_json(const struct by_tree_job *job);
int by_tree_svg(const struct by_tree_job *job, const char *path, bool blank);
int by_tree_text(const struct by_tree_job *job);
int by_tree_blank(const struct by_tree_job *job); /* an exercise; --solution has the solution */
int by_tree_step(const struct by_tree_job *job);  /* with the keyboard, or as a list */

#endif
