/* maze.c: see maze.h. */
#include "lessons/maze.h"
#include <stdlib.h>
#include <string.h>

#define SIDES 4

int by_maze_beyond(const struct by_maze *maze, int cell, int side)
{
    static const int dx[SIDES] = {1, 0, -1, 0}, dy[SIDES] = {0, 1, 0, -1};
    int x = cell % maze->width + dx[side], y = cell / maze->width + dy[side];
    if (x < 0 || y < 0 || x >= maze->width || y >= maze->height)
        return -1;
    return y * maze->width + x;
}

/* A passage is written down at its western or northern cell. */
static int keeper(const struct by_maze *maze, int cell, int side)
{
    return side < 2 ? cell : by_maze_beyond(maze, cell, side);
}

static uint8_t bit_of(int side)
{
    return side % 2 == 0 ? BY_MAZE_EAST : BY_MAZE_SOUTH;
}

bool by_maze_passage(const struct by_maze *maze, int cell, int side)
{
    if (by_maze_beyond(maze, cell, side) < 0)
        return false;
    return maze->open[keeper(maze, cell, side)] & bit_of(side);
}

/* --- making ----------------------------------------------------------------------- */

/* A random side behind which there is a cell not yet entered; -1: none. */
static int random_side(const struct by_maze *maze, int cell, struct by_rng *rng)
{
    int sides[SIDES] = {0}, count = 0;
    for (int side = 0; side < SIDES; side++) {
        int next = by_maze_beyond(maze, cell, side);
        if (next >= 0 && maze->state[next] == BY_MAZE_NEW)
            sides[count++] = side;
    }
    return count == 0 ? -1 : sides[by_rng_below(rng, (uint32_t)count)];
}

/* Begins at the exit: seen from where the digging began, such a maze hardly misleads anyone. */
static void dig(struct by_maze *maze, struct by_rng *rng)
{
    int *trail = maze->way, length = 1;
    trail[0] = maze->width * maze->height - 1;
    maze->state[trail[0]] = BY_MAZE_WAY;
    while (length > 0) {
        int cell = trail[length - 1], side = random_side(maze, cell, rng);
        if (side < 0) {
            length--;
            continue;
        }
        maze->open[keeper(maze, cell, side)] |= bit_of(side);
        int next = by_maze_beyond(maze, cell, side);
        maze->state[next] = BY_MAZE_WAY;
        trail[length++] = next;
    }
}

enum by_status by_maze_open(struct by_maze *maze, int width, int height, struct by_rng *rng,
                            struct by_error *err)
{
    size_t cells = (size_t)width * (size_t)height;
    *maze = (struct by_maze){.width = width, .height = height};
    maze->open = calloc(cells, sizeof *maze->open);
    maze->state = calloc(cells, sizeof *maze->state);
    maze->way = calloc(cells, sizeof *maze->way);
    if (maze->open == NULL || maze->state == NULL || maze->way == NULL) {
        by_maze_close(maze);
        return by_fail_memory(err, cells * (sizeof *maze->way + 2));
    }
    dig(maze, rng);
    memset(maze->state, BY_MAZE_NEW, cells);
    return BY_OK;
}

void by_maze_close(struct by_maze *maze)
{
    free(maze->open);
    free(maze->state);
    free(maze->way);
    *maze = (struct by_maze){0};
}

/* --- solving ------------------------------------------------------------------------ */

static int new_neighbour(const struct by_maze *maze, int cell)
{
    for (int side = 0; side < SIDES; side++) {
        if (!by_maze_passage(maze, cell, side))
            continue;
        int next = by_maze_beyond(maze, cell, side);
        if (maze->state[next] == BY_MAZE_NEW)
            return next;
    }
    return -1;
}

static void enter(struct by_maze *maze, int cell)
{
    maze->state[cell] = BY_MAZE_WAY;
    maze->way[maze->way_length++] = cell;
    maze->entered++;
    bool at_exit = cell == maze->width * maze->height - 1;
    maze->dead_ends += !at_exit && new_neighbour(maze, cell) < 0;
}

void by_maze_solve(struct by_maze *maze, by_maze_step_fn *step, void *context)
{
    int exit = maze->width * maze->height - 1;
    maze->way_length = maze->entered = maze->dead_ends = 0;
    memset(maze->state, BY_MAZE_NEW, (size_t)exit + 1);
    enter(maze, 0);
    while (maze->way[maze->way_length - 1] != exit) {
        int cell = maze->way[maze->way_length - 1], next = new_neighbour(maze, cell);
        if (next >= 0) {
            enter(maze, next);
        } else {
            maze->state[cell] = BY_MAZE_LOST;
            maze->way_length--;
        }
        if (step != NULL)
            step(context, maze, next < 0);
    }
}
