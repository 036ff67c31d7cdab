/* walk.h: what the exact searches share: a position that moves up and down the tree,
 * counters, limits, values, the principal variation and the trace.
 *
 * Values are int64 and grow with what the position is worth to somebody; who that is, the
 * search decides (the root player in minimax, the side to move in negamax). Without an
 * evaluation a finished game counts its result. With one it counts +-win, and the margin on
 * top where the game has one, so that every finished game outweighs every estimate.
 *
 * With `by_length` a value is scaled by BY_WALK_PLY and a win loses one unit per ply, a
 * loss gains one: equal results are then told apart by the plies to the end.
 *
 * Where nature moves, a position is worth the mean of what may come (expectimax). Means are
 * fractions, so in games with chance 1 is BY_WALK_UNIT, and a mean is rounded to a whole number of
 * such units: an error of less than 1e-9 at every chance node on the way up. Halves, quarters and so
 * on, down to 2^-30, are exact. */
#ifndef BY_SEARCH_TEXTBOOK_WALK_H
#define BY_SEARCH_TEXTBOOK_WALK_H

#include "games/chance.h"
#include "search/search.h"
#include "search/textbook/seen.h"

#define BY_VALUE_INF (INT64_MAX / 4)
#define BY_WALK_PLY  ((int64_t)1 << 16) /* more than 2 * BY_LENGTH_MAX */
#define BY_WALK_UNIT ((int64_t)1 << 30) /* values of a thousand million stay below BY_VALUE_INF */

struct by_walk {
    const struct by_rules *rules;
    const struct by_eval *eval; /* NULL: an unfinished position at the depth limit counts 0 */
    bool by_length;             /* not in games with chance */
    int64_t unit;               /* what 1 counts: BY_WALK_UNIT in games with chance, else 1 */
    struct by_seen *seen;       /* states met in this search; NULL: nobody keeps them */
    int width;                  /* the most moves of a node that are looked at; 0: all */
    int forced; /* moves of a forced win that is looked for at every node; 0: none is */

    /* One search. */
    const atomic_bool *stop;
    const struct by_events *events; /* the trace listener; never NULL */
    uint64_t node_limit;            /* 0: none */
    double deadline;                /* 0: none */
    uint64_t nodes, leaves;
    uint64_t ticks; /* steps in all: every so often the clock and the stop flag are looked at */
    void (*pulse)(void *context); /* called then; may be NULL */
    void *pulse_context;
    bool stopped; /* a limit or the stop flag: values on the way up mean nothing */
    bool starved; /* stopped because memory for moves ran out */
    bool horizon; /* some unfinished position was estimated, not searched */
    bool guessed; /* likewise because it had been met before */

    int root_side;  /* who is to move at the root */
    bool root_open; /* `width` left out moves of the root that may matter */

    /* The way from the root. Games with undo keep one position, others a copy per ply. */
    int ply;
    by_move *path;         /* path[i]: the move played at ply i */
    struct by_undo *undos; /* with undo */
    unsigned char *stack;  /* positions */

    /* The moves of all plies, end to end; grows. */
    by_move *moves;
    size_t move_top, move_room;

    int pv_count[BY_PV_MAX + 1];
    by_move pv[BY_PV_MAX + 1][BY_PV_MAX];
};

enum by_status by_walk_open(struct by_walk *walk, const struct by_rules *rules,
                            struct by_error *err);
void by_walk_close(struct by_walk *walk);

/* Stands at `position`, with counters at zero. */
void by_walk_start(struct by_walk *walk, const void *position);

static inline const void *by_walk_position(const struct by_walk *walk)
{
    size_t depth = walk->rules->game->undo ? 0 : (size_t)walk->ply;
    return walk->stack + depth * walk->rules->position_size;
}

void by_walk_down(struct by_walk *walk, by_move move);
void by_walk_up(struct by_walk *walk);

/* Counts the node the walk stands on. False when a limit or the stop flag forbids it:
 * then `stopped` is set and the caller goes home. */
bool by_walk_count(struct by_walk *walk);

/* Puts the legal moves behind the others and returns how many there are; they begin at
 * walk->moves[walk->move_top before the call]. 0 (and `stopped`) when memory runs out. The
 * caller sets move_top back when it leaves the node. */
int by_walk_moves(struct by_walk *walk);

/* The same, but with `width` only the moves that are to be looked at, the game's best first. */
int by_walk_candidates(struct by_walk *walk);

/* The same at the root, where the line says what may be played: all the moves are put there, and
 * in front those that are to be looked at, whose number is returned. */
int by_walk_root_moves(struct by_walk *walk, const by_move *moves, int count);

/* The value of the position the walk stands on, whose best candidate has `value`. With `width` a loss
 * is believed only where nothing was left out that may matter: otherwise it is worth a little more
 * than a loss, which nothing proves. So a value of +-win is proven with `width`, too. */
int64_t by_walk_believed(struct by_walk *walk, int64_t value);

/* The same at the root. */
int64_t by_walk_root_believed(const struct by_walk *walk, int64_t value);

/* Looks for a win that the side to move can force, at most `nodes` positions, which are counted.
 * True: the win is in `f`. */
bool by_walk_forced(struct by_walk *walk, int64_t nodes, struct by_forced *f);

/* What a win after `plies` more plies is worth to who wins. */
int64_t by_walk_win(const struct by_walk *walk, int plies);

/* Looks at the clock and the stop flag now and then; true (and `stopped`) when it is time to
 * go home. by_walk_count does it too. */
bool by_walk_poll(struct by_walk *walk);

/* The value of a finished game, or of an unfinished one at the depth limit, seen by
 * the side to move. */
int64_t by_walk_finished(const struct by_walk *walk);
int64_t by_walk_estimate(const struct by_walk *walk);

/* True when the walk stands on a leaf: the game is over, no depth is left (and it is a player's turn: a
 * coin in the air is waited for), the state was met before,
 * or, with `forced`, the side to move has a forced win. Counts it and gives its value, seen by the
 * side to move, and the reason. */
bool by_walk_leaf(struct by_walk *walk, int depth, int64_t *value, enum by_step_reason *reason);

/* Whether nature is to move where the walk stands; the game is not over. */
static inline bool by_walk_chance(const struct by_walk *walk)
{
    return by_is_chance(walk->rules, by_walk_position(walk));
}

/* Whether the player of the root is the one to move here: players alternate, nature does not
 * count. */
static inline bool by_walk_roots_turn(const struct by_walk *walk)
{
    if (!walk->rules->has_chance)
        return walk->ply % 2 == 0;
    return walk->rules->game->side(walk->rules, by_walk_position(walk)) == walk->root_side;
}

/* The mean over nature's moves, where it is to move, of what `below` gives for the position behind
 * each. The caller's line of best play ends here. Means nothing when the walk was stopped. */
typedef int64_t by_walk_below(void *context, int depth);
int64_t by_walk_mean(struct by_walk *walk, int depth, by_walk_below *below, void *context);

/* The value without the part that `by_length` adds. */
static inline int64_t by_walk_plain(const struct by_walk *walk, int64_t value)
{
    return walk->by_length ? (value + BY_WALK_PLY / 2) >> 16 : value;
}

/* A value in units (by_step.unit) as a number, to nine decimals: as much as is certain of a mean. */
double by_walk_fraction(int64_t value, int64_t unit);

/* The game's result behind the value of a finished game. */
int64_t by_walk_result(const struct by_walk *walk, int64_t plain);

/* The best line from here begins with `move` and goes on as the one below does. */
void by_walk_best(struct by_walk *walk, by_move move);
static inline void by_walk_no_line(struct by_walk *walk)
{
    if (walk->ply <= BY_PV_MAX)
        walk->pv_count[walk->ply] = 0;
}

/* Tells the trace listener, if there is one. A predicted branch is all it costs otherwise. */
void by_walk_tell(const struct by_walk *walk, const struct by_step *step);
static inline bool by_walk_traced(const struct by_walk *walk)
{
    return walk->events->trace != NULL;
}

#endif
