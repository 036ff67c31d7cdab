/* pns.h: depth-first proof-number search (df-pn; Nagai, "Df-pn algorithm for searching AND/OR
 * trees and its applications", 2002) as a library; pns.c makes the search "pns" of it.
 *
 * It answers one question at a time: does the side to move get at least so much? Two questions,
 * "at least 1?" and "at least 0?", tell won, drawn and lost apart, and any margin is found by
 * more of them. A question is kept as a bound on the result seen by the first player: "O gets at
 * least v" is "X does not get 1 - v", so both players' questions share the table's entries.
 *
 * Games here have a length cap and positions never repeat in them, so a position's answer does
 * not depend on how it was reached: the graph-history problem of games with cycles (loops that
 * make numbers meaningless, results that depend on the path) does not arise. Positions reached
 * in several ways are counted several times in a sum of phi; that only makes the numbers less
 * apt, never an answer wrong.
 *
 * One thread, no chance, nothing but the position, the settings and what the table already
 * holds decides: the same again gives the same. */
#ifndef BY_SEARCH_PROOF_PNS_H
#define BY_SEARCH_PROOF_PNS_H

#include "search/proof/proof_table.h"
#include "search/textbook/walk.h"

#define BY_PNS_TABLE ((size_t)64 << 20) /* bytes, when nobody says otherwise */

/* A move of a position being searched: the key of where it leads, and that position's numbers,
 * seen by who is to move there. Key 0: the answer is known, by the end of the game or theory. */
struct by_pns_kid {
    uint64_t key;
    uint32_t phi, delta;
};

/* Of the finished games met under one question: the largest result that fails it, the smallest
 * that passes. A proof rests on such games alone, so its answer says more than was asked:
 * "not 1 or more" in a game whose every end was a loss means lost, not drawn. */
struct by_pns_met {
    int64_t bound, below, above;
};

/* More questions than any search for a margin asks (twice 32). */
#define BY_PNS_QUESTIONS 128

struct by_pns {
    struct by_walk walk;
    struct by_proof_table table;
    bool symmetry;           /* images of a position share an entry */
    bool theory;             /* what the game knows ends the search */
    struct by_pns_kid *kids; /* kids[i] belongs to walk.moves[i] */
    size_t kid_room;
    void *image, *here; /* scratch: one position each */

    int64_t bound;            /* the question: does the first player get at least this? */
    struct by_pns_met *asked; /* into `met` */
    struct by_pns_met met[BY_PNS_QUESTIONS];
    int met_count;

    const by_move *root_moves; /* what may be played where it stands; NULL: what the game says */
    int root_move_count;
    int root_count;      /* moves of the position asked about; their kids come first */
    uint64_t *root_work; /* nodes below each of them */
};

struct by_pns_options {
    size_t table_bytes; /* 0: BY_PNS_TABLE */
    bool symmetry, theory;
};

enum by_status by_pns_open(struct by_pns *pns, const struct by_rules *rules,
                           const struct by_pns_options *options, struct by_error *err);
void by_pns_close(struct by_pns *pns);

/* Forgets everything learned. */
void by_pns_clear(struct by_pns *pns);

/* Stands at a position; the walk's counters and limits stay as they are, root_moves is NULL. */
void by_pns_stand(struct by_pns *pns, const void *position);

enum by_answer { BY_ANSWER_UNKNOWN, BY_ANSWER_NO, BY_ANSWER_YES };

/* Does the side to move at the position stood on get at least `least`? Unknown when a limit of
 * the walk or its stop flag came first. With `move` not NULL the game must not be over there; on
 * yes, `*move` is a move that does it, and kids and root_count tell about all of them. */
enum by_answer by_pns_ask(struct by_pns *pns, int64_t least, by_move *move);

/* The move of the position stood on whose refutation took the most work, the first among equals,
 * by what the table knows of the question `least`. BY_NO_MOVE when a limit comes. */
by_move by_pns_hardest(struct by_pns *pns, int64_t least);

/* What the last question's answer says about the value, for the side that was asked about. */
int64_t by_pns_tells(const struct by_pns *pns, enum by_answer answer);

/* The value of a position between two bounds that close up. */
struct by_pns_value {
    int64_t low, high; /* for the side to move */
    by_move move;      /* gets `low`; BY_NO_MOVE while that is the least there is */
};

/* No bounds yet: the least and the largest result of these rules. */
struct by_pns_value by_pns_any(const struct by_rules *rules);

/* Asks until low and high meet, or a limit comes. What lies outside them at the beginning is
 * not told apart. `told` hears the bounds after each question; without it (NULL) no move is
 * looked for. */
typedef void by_pns_told(void *context, const struct by_pns_value *so_far);
void by_pns_value(struct by_pns *pns, struct by_pns_value *value, by_pns_told *told, void *context);

/* One line of best play from the position stood on, worth `value` to the side to move there.
 * A side that loses whatever it does takes the move whose refutation took the most work. Returns
 * how many moves were written; fewer than to the end when a limit comes or `room` is short. */
int by_pns_follow(struct by_pns *pns, int64_t value, by_move *line, int room);

#endif
