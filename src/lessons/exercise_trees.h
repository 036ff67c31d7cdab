/* exercise_trees.h: what the exercises on trees and games are made of: a position, searched to the end of
 * every game. exercise_trees.c writes them, pose_trees.c asks for them as data. */
#ifndef BY_LESSONS_EXERCISE_TREES_H
#define BY_LESSONS_EXERCISE_TREES_H

#include "games/line.h"
#include "lessons/exercise.h"
#include "search/textbook/recorder.h"

#define BY_EXERCISE_TREE_SIZE 512
#define BY_EXERCISE_OWN_MAX   150 /* characters of a tree of somebody's own: a fact (posed.h) */

struct by_exercise_search {
    struct by_rules *rules;
    struct by_line *line;
    struct by_recorder recorder;
    struct by_recorder_counts counts;
    bool windows;
    bool written;                         /* a tree that is written down, no game */
    char position[BY_EXERCISE_TREE_SIZE]; /* as it is given: a tree, heaps, a row */
};

/* The tree of an exercise: the one that was given, or for alpha-beta one with something to cut; a position of Nim; a row of stones. To be
 * closed in either case. */
enum by_status by_exercise_tree(struct by_exercise_search *s, const struct by_exercise_id *id,
                                bool windows, struct by_error *err);
enum by_status by_exercise_heaps(struct by_exercise_search *s, const struct by_exercise_id *id,
                                 struct by_error *err);
enum by_status by_exercise_row(struct by_exercise_search *s, const struct by_exercise_id *id,
                               struct by_error *err);
void by_exercise_search_close(struct by_exercise_search *s);

/* The node behind `id` from left to right, parents first; BY_RECORDER_NONE: it was the last. The numbers of
 * nodes would tell where the search went. */
int32_t by_exercise_next(const struct by_exercise_search *s, int32_t id);

enum by_status by_pose_minimax(struct by_posed *posed, struct by_error *err);
enum by_status by_pose_alphabeta(struct by_posed *posed, struct by_error *err);
enum by_status by_pose_nim(struct by_posed *posed, struct by_error *err);
enum by_status by_pose_stones(struct by_posed *posed, struct by_error *err);

#endif
