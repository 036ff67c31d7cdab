/* exact.h: the frame in which minimax, negamax and textbook alpha-beta run.
 *
 * The frame owns the root: it deepens when no depth is given, looks at every root move,
 * breaks ties, and turns the outcome into a decision. What happens below the root is the
 * algorithm's: one function. */
#ifndef BY_SEARCH_TEXTBOOK_EXACT_H
#define BY_SEARCH_TEXTBOOK_EXACT_H

#include "search/textbook/walk.h"

enum by_tie {
#define BY_TIE(id, name) BY_TIE_##id,
#include "search/textbook/ties.def"
#undef BY_TIE
};
enum by_seen_choice {
#define BY_SEEN(id, name) BY_SEEN_##id,
#include "search/textbook/seen.def"
#undef BY_SEEN
};
enum by_order {
#define BY_ORDER(id, name) BY_ORDER_##id,
#include "search/textbook/orders.def"
#undef BY_ORDER
};

/* Their names, for BY_CHOICES. */
extern const char by_tie_words[], by_seen_words[], by_order_words[];

struct by_ranked {
    by_move move;
    int place;
    int64_t value;
};

/* A move and what is expected behind it. */
struct by_expected {
    int count;
    int searched;            /* of them, those that the search itself has gone along */
    by_move line[BY_PV_MAX]; /* the move itself first */
};

/* One root move's outcome in the iteration under way, seen by the root player. */
struct by_root_move {
    by_move move;
    bool searched;
    enum by_bound bound;
    int64_t value;
    uint64_t nodes;
    struct by_expected expected;
};

struct by_exact;

/* The value of the position the walk stands on (the root's child), seen by the root player,
 * searched `depth` plies deep with the window (alpha, beta), which only alpha-beta uses. */
typedef int64_t by_child_value(struct by_exact *exact, int depth, int64_t alpha, int64_t beta);

struct by_exact {
    struct by_walk walk;
    by_child_value *child;
    bool prunes;       /* the root narrows its window, so that other moves get bounds only */
    bool sees_as_root; /* values in the trace are the root player's (minimax) */
    enum by_tie tie;
    enum by_order order;
    struct by_rng rng;
    struct by_rng draw;        /* a copy, ahead of it: who leads among equal root moves */
    uint32_t equal;            /* root moves as good as the leading one, so far */
    int leader;                /* that one's place, with tie=random */
    struct by_root_move *root; /* max_moves entries */
    struct by_ranked *ranked;  /* max_moves entries, for sorting one node's moves */
    struct by_expected *told;  /* max_moves entries: the lines of the last decision */
    int told_count;
};

/* Fills in a frame without an evaluation: full depth, results as they are. On failure there is
 * nothing to clear. */
enum by_status by_exact_init(struct by_exact *exact, const struct by_rules *rules,
                             struct by_error *err);
void by_exact_clear(struct by_exact *exact);

/* The same on the heap, to be given to by_exact_destroy. */
enum by_status by_exact_open(const struct by_rules *rules, by_child_value *child,
                             struct by_exact **out, struct by_error *err);

/* Shared slots of the three searches; create takes the evaluation from the options. */
enum by_status by_exact_create(const struct by_rules *rules, const struct by_values *values,
                               by_child_value *child, void **state, struct by_error *err);
void by_exact_destroy(void *state);
void by_exact_reset(void *state, uint64_t seed);
enum by_status by_exact_think(void *state, const struct by_job *job, struct by_decision *decision,
                              struct by_error *err);

/* The evaluation that the options name. */
const struct by_eval *by_exact_eval(const struct by_rules *rules, const struct by_values *values);

/* Notes what is expected behind a root move that was searched, the walk being at the root again. */
void by_exact_note_line(const struct by_exact *exact, struct by_root_move *r);

/* What the last decision expects behind a move: the searches' slot. */
int by_exact_line(const void *state, by_move move, by_move *out);

/* Stands at the job's position with its limits. */
void by_exact_begin(struct by_exact *exact, const struct by_job *job);

/* Turns the outcome of an iteration (exact->root, the walk's line 0) into a decision. */
void by_exact_decide(struct by_exact *exact, const struct by_job *job, int depth, int64_t best,
                     struct by_decision *decision);

/* The best value of the `count` root moves that were looked at, as by_walk_root_believed has it: the
 * moves with that value get it, too. */
int64_t by_exact_believed(struct by_exact *exact, int count, int64_t best);

/* Looks for a forced win at the root, harder than elsewhere. True: it is the decision. */
bool by_exact_forced(struct by_exact *exact, const struct by_job *job,
                     struct by_decision *decision);

/* Tells the job's listener how it goes, at most twenty times a second: a walk's pulse. */
struct by_exact_pulse {
    const struct by_exact *exact;
    const struct by_job *job;
    struct by_decision *decision;
    double told;
};
void by_exact_on_pulse(void *context);

/* With a game clock: whether it is too late to begin another depth. */
bool by_exact_late(const struct by_job *job);

/* The error of a walk that ran out of memory, or BY_OK. */
enum by_status by_exact_starved(const struct by_walk *walk, struct by_error *err);

/* Enters the work done so far. */
void by_exact_note_work(const struct by_exact *exact, struct by_decision *decision);

/* Puts the `count` moves at walk->moves[first] into the order asked for; `depth` plies are
 * left below this node. Best and worst are known by searching everything beforehand,
 * uncounted: they are there to show what order is worth, not to be fast. */
void by_exact_sort(struct by_exact *exact, size_t first, int count, int depth);

/* Textbook alpha-beta, for the side to move; solve uses it with its own window. */
int64_t by_alphabeta(struct by_exact *exact, int depth, int64_t alpha, int64_t beta);

/* The option entries that all three have, and the ones that only the textbook forms have. */
/* clang-format off */
#define BY_EXACT_OPTIONS                                                                           \
    {.name = "depth", .type = BY_OPTION_INT, .low = 1, .high = BY_LENGTH_MAX,                      \
     .help = "plies to look ahead; without it: ever deeper, until the game is searched out"},      \
    {.name = "eval", .type = BY_OPTION_NAME, .choices = "evaluation",                              \
     .help = "what an unfinished position counts at the depth limit; default: the game's first; "  \
             "name:option=value for options of the game that it takes, name:FILE for a table"},    \
    {.name = "nodes", .type = BY_OPTION_INT, .low = 1, .high = 1e15,                               \
     .help = "positions to look at, at most"},                                                     \
    {.name = "time", .type = BY_OPTION_TIME, .low = 0.001, .high = 1e6,                            \
     .help = "time to think, at most; 1 s when no limit is given"}

#define BY_EXACT_SEEN_OPTION                                                                       \
    {.name = "seen", .type = BY_OPTION_CHOICE, .choices = BY_CHOICES(by_seen_words),             \
     .fallback = "off",                                                                            \
     .help = "a state met before is not searched again but estimated; symmetry: neither are its "  \
             "images. This may change the value; the states it saves are counted"}

#define BY_EXACT_TIE_OPTION                                                                        \
    {.name = "tie", .type = BY_OPTION_CHOICE, .choices = BY_CHOICES(by_tie_words),               \
     .fallback = "first",                                                                          \
     .help = "among equal moves: the first, any, or the one that wins soonest (or loses latest)"}
/* clang-format on */

#endif
