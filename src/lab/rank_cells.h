/* rank_cells.h: cells of the laboratory that other ranks (base/ranks.h) compute: measures in code, a
 * whole cell each. Matches need none of this: their games are handed out (arena/keeper.h).
 *
 * Rank 0 sends a task, a cell in its own words, with a ticket; the rank answers with what the cell came
 * to, or why not. An answer to a ticket that nobody waits for is late and is thrown away. */
#ifndef BY_LAB_RANK_CELLS_H
#define BY_LAB_RANK_CELLS_H

#include "base/bytes.h"
#include "base/ranks.h"
#include "lab/lab.h"

/* --- rank 0 -------------------------------------------------------------------------------- */

/* False: the rank is lost. */
bool by_lab_task_send(int rank, uint64_t ticket, const struct by_lab_cell *cell);

struct by_lab_answer {
    int from;
    uint64_t ticket;
    bool done;        /* the cell was computed */
    const char *text; /* its numbers (measure.h), or a sentence that names the rank and its host */
    const char *host;
    double seconds;
    unsigned char *bytes; /* what the texts stand in: for free() */
};

/* The next one; false: none has come. */
bool by_lab_answer_take(struct by_lab_answer *out);

/* --- the others ------------------------------------------------------------------------------ */

struct by_lab_hand;
struct by_lab_hand *by_lab_hand_open(void); /* NULL: there is no memory */
void by_lab_hand_close(struct by_lab_hand *hand);
by_ranks_poll_fn by_lab_hand_poll;

/* --- as bytes, for both and for tests ---------------------------------------------------------- */

struct by_lab_task {
    uint64_t ticket;
    const char *build;
    struct by_lab_experiment experiment; /* its name alone */
    struct by_lab_row row;               /* empty */
    struct by_lab_cell cell;             /* points to both; its texts stand in the bytes */
};
void by_lab_task_write(struct by_buffer *out, uint64_t ticket, const char *build,
                       const struct by_lab_cell *cell);
bool by_lab_task_read(const void *bytes, size_t size, struct by_lab_task *out);

#endif
