/* lab.h: the laboratory behind the page: one store, the experiments of the program, and the reader's own.
 *
 * Figures come from the laboratory's store (--lab-store, or lab.db beside the games at the board); where there is
 * none yet all experiments are there, not run. Whoever reads it opens it anew, so that nobody waits for a run that
 * writes. The list of all takes a while to make: it is made again when the store has changed.
 *
 * An experiment of the reader's own comes as text. It is trusted with nothing: games between players that the page may
 * ask, openings by chance. The last ones are kept, in memory alone, and answer to their names like the others. */
#ifndef BY_SERVER_LAB_H
#define BY_SERVER_LAB_H

#include "lab/look.h"
#include "server/http.h"
#include <sys/types.h>
#include <time.h>

#define BY_LAB_OWN_MAX   16                /* kept */
#define BY_LAB_OWN_BYTES ((size_t)1 << 16) /* of each */
#define BY_LAB_OWN_CELLS 400

struct by_laboratory;

enum by_status by_laboratory_open(struct by_server *server, struct by_laboratory **out,
                                  struct by_error *err);
void by_laboratory_close(struct by_laboratory *lab);
const char *by_laboratory_path(const struct by_laboratory *lab); /* of the store */

/* An experiment of the program, or the reader's own. `out` is to be closed, after a failure too. */
enum by_status by_laboratory_load(struct by_laboratory *lab, const char *name,
                                  struct by_lab_experiment *out, struct by_error *err);

/* The store, to be read; `*out` is NULL where there is none yet. */
enum by_status by_laboratory_store(const struct by_laboratory *lab, const atomic_bool *stop,
                                   struct by_store **out, struct by_error *err);

/* How many games at a time: one processor is left to who looks at the page. */
int by_laboratory_concurrency(void);

/* An experiment with what the store has of it. */
struct by_laboratory_view {
    struct by_lab_experiment experiment;
    struct by_store *store;
    struct by_lab_results results;
    bool *chosen; /* the cells that were asked for */
    struct by_lab_look look;
};

/* `scale` NULL: of the last run; `seed` NULL likewise; `cells` as by_lab_select takes them. Closed after a failure, too. */
enum by_status by_laboratory_view(struct by_laboratory *lab, const char *name, const char *scale,
                                  const uint64_t *seed, const char *cells, const atomic_bool *stop,
                                  struct by_laboratory_view *out, struct by_error *err);
void by_laboratory_view_close(struct by_laboratory_view *view);

/* Takes a reader's own experiment in, under the name that it gives itself. */
enum by_status by_laboratory_keep(struct by_laboratory *lab, const char *text, size_t size,
                                  struct by_lab_experiment *out, struct by_error *err);

/* All that there are, one after the other: NULL past the end. The name is copied. */
const char *by_laboratory_name(struct by_laboratory *lab, int index, char name[BY_LAB_WORD_MAX]);

/* What was answered before, where the store has not changed since; else `stamp` is for the answer that is made now. */
enum by_lab_answer { BY_LAB_ANSWER_LIST, BY_LAB_ANSWER_PLOTS, BY_LAB_ANSWERS };
struct by_lab_stamp {
    struct timespec file, log;
    off_t size;
    int change;
};
bool by_laboratory_recall(struct by_laboratory *lab, enum by_lab_answer which,
                          struct by_buffer *out, struct by_lab_stamp *stamp);
void by_laboratory_remember(struct by_laboratory *lab, enum by_lab_answer which,
                            const struct by_buffer *answer, const struct by_lab_stamp *stamp);

#endif
