/* maze.h: mazes with exactly one way between any two cells, and the way through, found by
 * backtracking (LOG).
 *
 * Cells are numbered row by row from the top left corner, where the way begins; it ends at the
 * bottom right. */
#ifndef BY_LESSONS_MAZE_H
#define BY_LESSONS_MAZE_H

#include "base/error.h"
#include "base/rng.h"

#define BY_MAZE_SIDE_MAX 100

enum by_maze_state {
    BY_MAZE_NEW,  /* not entered yet */
    BY_MAZE_WAY,  /* on the way from the start to where the search stands */
    BY_MAZE_LOST, /* entered, and left again: it leads nowhere */
};

struct by_maze {
    int width, height;
    uint8_t *open;  /* of each cell: bits BY_MAZE_EAST and BY_MAZE_SOUTH */
    uint8_t *state; /* enum by_maze_state of each cell */
    int *way;       /* the cells of the way, way_length of them; also scratch of the making */
    int way_length;
    int entered;   /* cells */
    int dead_ends; /* of them: cells from which no new one can be reached, the exit apart */
};

enum { BY_MAZE_EAST = 1, BY_MAZE_SOUTH = 2 };

/* Makes a maze by a random walk that never enters a cell twice and backs up where it is stuck
 * (so it is made by backtracking, too). */
enum by_status by_maze_open(struct by_maze *maze, int width, int height, struct by_rng *rng,
                            struct by_error *err);
void by_maze_close(struct by_maze *maze);

/* The cell beyond side `side` (0 east, 1 south, 2 west, 3 north), or -1 at the rim; whether there
 * is a passage to it. */
int by_maze_beyond(const struct by_maze *maze, int cell, int side);
bool by_maze_passage(const struct by_maze *maze, int cell, int side);

/* Finds the way, trying east, south, west, north. `step` (may be NULL) is called after each step,
 * forward or back. */
typedef void by_maze_step_fn(void *context, const struct by_maze *maze, bool back);
void by_maze_solve(struct by_maze *maze, by_maze_step_fn *step, void *context);

#endif
