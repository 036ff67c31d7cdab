/* save.h: the file in which by_solve keeps its work between sessions.
 *
 * Numbers are little-endian whatever the machine; a text is its length (u32) and its bytes.
 *
 *   8 bytes   "banyan" 0x1a 0x0a
 *   u32       version of this layout: 1
 *   text      the solver: "pns"
 *   text      the game with all its settings: "breakthrough size=5x5"
 *   text      the position being solved, a newline, the position the rules were opened with
 *   u64       the position's key: another way of computing keys makes the table worthless
 *   u32 done  root moves solved, in the game's order
 *   i32       the best value among them
 *   u32 b     how many have it;  u32 p  moves of the line of best play
 *   u64       positions entered so far;  u64  microseconds so far
 *   u32 n     notes of the solver
 *   i32[b]    the best moves;  i32[p] the line;  u64[n] the notes
 *   then the table, in any order: u64 key (never 0), u64 data, ..., and u64 0 behind the last
 *   u64       checksum of everything before it
 *
 * A file is replaced as base/file.h does it, so that what is there is always whole, also when two
 * work on it at once. What is read is checked: the sum, the game and position, each move for
 * legality, each entry by the solver. Bytes that merely happen to pass can make an answer wrong,
 * never the program fail. */
#ifndef BY_SEARCH_SOLVE_SAVE_H
#define BY_SEARCH_SOLVE_SAVE_H

#include "search/solve/solver.h"

/* What a file is about and what it holds. */
struct by_save {
    const struct by_line *line; /* its current position is being solved */
    const struct by_solver *solver;
    void *state;
    const by_move *moves; /* the root moves */
    int move_count;
    int done;                     /* of them */
    struct by_solution *solution; /* value, best, pv, nodes and seconds */
};

/* Reads the file into `done`, the solution and the solver's table; `*found` is false when there
 * is no such file. Refuses one of which the table forgets more than a quarter. Also makes sure that it can be written in
 * the end. */
enum by_status by_save_read(const char *path, struct by_save *save, bool *found,
                            struct by_error *err);

enum by_status by_save_write(const char *path, const struct by_save *save, struct by_error *err);

#endif
