/* solver.h: what by_solve needs of a search: the exact value of one root move after another.
 *
 * A solver is one constant struct by_solver. Its state belongs to one thread; a solver that
 * uses more keeps them to itself. */
#ifndef BY_SEARCH_SOLVE_SOLVER_H
#define BY_SEARCH_SOLVE_SOLVER_H

#include "search/solve/solve.h"

struct by_solver_job {
    const void *root;             /* the position to solve; not over; outlives the job */
    const atomic_bool *stop;      /* may be NULL */
    uint64_t most_nodes;          /* it will be stopped after about so many; 0: not by this */
    void (*pulse)(void *context); /* to be called every few milliseconds at most */
    void *context;
};

/* One entry of a solver's table, as files keep it. What it means is the solver's business. */
struct by_solver_entry {
    uint64_t key, data;
};

struct by_solver {
    const char *name; /* as users choose it, and as files name it */

    /* Of the options it looks at table_bytes, and at threads if it can use them. */
    enum by_status (*open)(const struct by_rules *rules, const struct by_solve_options *options,
                           void **state, struct by_error *err);
    void (*close)(void *state);

    /* Called once, before the slots below; the table may have been filled before. */
    void (*start)(void *state, const struct by_solver_job *job);

    /* The value of a root move for the side to move at the root: exact when it is at least
     * `floor` and below `ceiling`; any value below the one or not below the other when it lies there.
     * False: stopped, nothing is known. */
    bool (*value)(void *state, by_move move, int64_t floor, int64_t ceiling, int64_t *value);

    /* Optional, for those who look at the root as a whole: its value, as `value` has it, and one line
     * of best play, of at least one move and at most `room`; only the first where the value is not
     * exact. Returns its length; 0: stopped, nothing is known. */
    int (*root)(void *state, int64_t floor, int64_t ceiling, int64_t *value, by_move *line,
                int room);

    /* One line of best play that begins with `move`, whose value was found just before. Returns
     * its length, at least 1 and at most `room`; 0: stopped. */
    int (*line)(void *state, by_move move, int64_t value, by_move *out, int room);

    uint64_t (*nodes)(const void *state); /* positions entered since `start` */

    /* Why it stopped when nobody asked it to (memory); BY_OK otherwise. */
    enum by_status (*trouble)(const void *state, struct by_error *err);

    /* The table for files. `next` gives the entries one after the other,
     * beginning with *cursor 0, false at the end; no key is 0. `insert` gets entries from files: false when
     * it can see that this is none. `notes` are words of the solver's own that go with the
     * table: it writes at most `room` and returns how many; `take_notes` checks them. */
    bool (*next)(const void *state, size_t *cursor, struct by_solver_entry *entry);
    bool (*insert)(void *state, const struct by_solver_entry *entry);
    size_t (*notes)(const void *state, uint64_t *out, size_t room);
    bool (*take_notes)(void *state, const uint64_t *notes, size_t count);
};

#define BY_SOLVER_NOTES_MAX 1024

extern const struct by_solver by_solver_alphabeta;
extern const struct by_solver by_solver_pns;
extern const struct by_solver by_solver_own;

#endif
