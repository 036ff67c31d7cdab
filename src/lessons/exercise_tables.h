/* exercise_tables.h: what the exercises on hashing, Zobrist keys and UCB1 are made of. exercise_tables.c
 * writes them, pose_tables.c asks for them as data. */
#ifndef BY_LESSONS_EXERCISE_TABLES_H
#define BY_LESSONS_EXERCISE_TABLES_H

#include "lessons/exercise.h"
#include "lessons/hash_fill.h"

/* Keys of which at least two want the same slot, and all find one; `keys` as they are given. */
#define BY_EXERCISE_KEYS 128
enum by_status by_exercise_table(struct by_fill *fill, const struct by_exercise_id *id,
                                 char keys[BY_EXERCISE_KEYS], struct by_error *err);
const char *by_exercise_method(const struct by_fill *fill); /* "linear probing" */

/* Numbers for the stones of tic-tac-toe, and moves. */
#define BY_EXERCISE_CELLS 9
struct by_exercise_numbers {
    int number[BY_EXERCISE_CELLS][2];
    int move[BY_EXERCISE_CELLS], moves;
};
void by_exercise_numbers(struct by_exercise_numbers *k, const struct by_exercise_id *id);
void by_exercise_stone(const struct by_exercise_numbers *k, int i,
                       struct by_text *out);          /* "X b2" */
void by_exercise_cell(int cell, struct by_text *out); /* "b2" */

/* Moves that were tried some times. */
#define BY_EXERCISE_ARMS 8
struct by_exercise_arms {
    int count;
    int visits[BY_EXERCISE_ARMS], wins[BY_EXERCISE_ARMS];
    int total;
    double c;
    double mean[BY_EXERCISE_ARMS], bonus[BY_EXERCISE_ARMS];
    int best;
};
void by_exercise_arms(struct by_exercise_arms *a, const struct by_exercise_id *id);

enum by_status by_pose_hash(struct by_posed *posed, struct by_error *err);
enum by_status by_pose_zobrist(struct by_posed *posed, struct by_error *err);
enum by_status by_pose_ucb1(struct by_posed *posed, struct by_error *err);

#endif
